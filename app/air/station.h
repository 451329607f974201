// The web side beside something else that watches a table: server, pages and pictures on threads of their own, so that whoever hands over
// what is new goes on at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/air/on_air.h"
#include "app/air/turn.h"
#include "app/evidence/keep.h"
#include "app/hall/broker.h"
#include "app/web/server.h"
#include "app/web/site.h"
#include "measure/result.h"

namespace app::hall {
class TableLink;
}

namespace app::air {

/// The answer to a question of `vedette ask` that came with POST; 400 for a malformed one.
[[nodiscard]] web::Answer answer_to(const std::string& question);

/// This machine's first address in a network of others (IPv4); "127.0.0.1" where it is in none.
[[nodiscard]] std::string address_of_this_machine();

/// The hall that a table is in: where its broker is, and what the table is called there.
struct InHall {
  hall::BrokerAddress at;
  std::string name;
};

struct StationOptions {
  bool shared = false;                 // false: on 127.0.0.1 alone
  std::uint16_t port = 8787;           // 0: one that is free
  bool this_port_alone = false;        // else, where it is taken, another that is free
  OnAirOptions on_air = {};            // its turn, and who is told of it, are the station's own
  std::string game = "Charge!";        // as the hall calls it
  std::optional<InHall> in_hall = {};  // none: it is in none
  web::Dress dress = {};
  std::vector<web::Question> questions = {};  // beside those of rules and turn
};

class Station {
 public:
  /// Errors (Usage): nothing may be listened on.
  [[nodiscard]] static measure::Result<std::unique_ptr<Station>> open(StationOptions options);
  /// Every line ends, and no token is valid any more.
  ~Station();
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  /// Something is new. Never waits: of what comes faster than pictures are made the last is shown, and every event told.
  void take(Look look);

  /// Evidence that was written here: an event for who watches, and the hall, and from here on a file at /evidence/NAME. From any thread.
  void announce(evidence::KeptEvidence kept);

  /// The last ruling, or the one so many before it, is shown again from the pictures that are kept beside the record: so many seconds that
  /// led to it. Errors: why there is nothing to show. From any thread; reading takes a moment.
  [[nodiscard]] measure::Result<void> replay(std::size_t ago, double seconds);
  /// The same of the last one, without waiting; what came of it is `replay_said`: empty, it is shown, or nobody has asked.
  void replay_last();
  [[nodiscard]] std::string replay_said() const;

  [[nodiscard]] bool shared() const { return shared_; }
  [[nodiscard]] std::size_t watchers() const { return site_.watchers(); }
  [[nodiscard]] std::uint16_t port() const { return server_->port(); }
  [[nodiscard]] const std::string& token(web::Role role) const { return site_.token(role); }
  /// To be typed into a browser: `path` is "overlay"; shared, with this role's token.
  [[nodiscard]] std::string address(std::string_view path, web::Role role) const;
  /// Is the broker of the hall there? "" where it is; else why not. None: the table is in no hall.
  [[nodiscard]] std::optional<std::string> broker_trouble() const;

 private:
  explicit Station(StationOptions options);
  [[nodiscard]] OnAirOptions wired(OnAirOptions how, const std::string& game);
  void run();
  void look_at_hall(OnAir::Clock::time_point now);
  void tell_hall(const std::vector<Told>& events);
  [[nodiscard]] std::optional<web::Answer> evidence_called(const std::string& name) const;

  bool shared_, delayed_;
  std::string host_;
  SaidTurn turn_;
  std::unique_ptr<hall::TableLink> hall_;  // null: the table is in none
  std::function<void(const calibration::Finding&)> complain_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable woken_;
  std::optional<Look> waiting_;
  std::string record_, replay_said_;
  std::optional<Passage> replay_;
  std::vector<Event> told_;                      // beside those of looks, not yet told
  std::map<std::string, std::string> evidence_;  // paths by name
  bool stop_ = false;
  web::Site site_;  // its questions' thread ends with it, and uses what stands above
  OnAir air_;       // the thread's own
  std::unique_ptr<web::Server> server_;
  std::future<void> replaying_;  // the reading that `replay_last` began
  std::thread thread_;
};

}  // namespace app::air
