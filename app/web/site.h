// The pages, feeds and pictures of one table: what is asked for in, what everybody may see out.
//   Two threads meet here: one watches the table and shows what it sees, the server's asks. Nothing hidden is ever handed in.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/web/feed.h"
#include "app/web/gate.h"
#include "app/web/server.h"
#include "app/web/visitors.h"

namespace app::web {

/// With the overlay burnt in (JPEG), and the overlay alone (PNG with alpha).
enum class Picture { Burnt, Alone };

/// Who is shown something: everybody; or, of a table that everybody sees later than it happens, who has the referee's token.
enum class Audience { Everybody, Referee };

/// What is sent with POST, by its address; `answer` is called on a thread of its own, one after the other.
struct Question {
  /// Who may ask it; Players: who names red's or blue's token, and nobody else.
  enum class Of { Anybody, Referee, Players };
  std::string path;
  Of of = Of::Anybody;
  std::function<Answer(const std::string& body, Role role)> answer;
  std::function<Answer(Role role)> read = {};  // the same address with GET, on the server's thread; empty: it cannot be read
};

/// How the pages are dressed.
struct Dress {
  std::string title = {}, css = {};       // over the pages, empty: their own; beside their style
  std::string logo = {}, logo_type = {};  // a picture and its media type; empty: there is none
};

struct SiteOptions {
  std::size_t most_watchers = 500;  // of event streams and videos together
  std::vector<Question> questions = {};
  Dress dress = {};
  bool delayed = false;  // the referee's token shows what is shown to Audience::Referee; else there is only everybody
  /// Ids of events begin above it; none: the clock on the wall in milliseconds, which keeps them counting up over a restart.
  std::optional<std::uint64_t> first_event = {};
  /// Of a table in a hall: how the judge is called. All on the server's thread.
  struct Judge {
    std::function<bool()> busy;         // he has been called often enough
    std::function<std::string()> open;  // the calls that he has not settled, as JSON
    std::function<void(std::uint64_t id, const std::string& says, const std::string& by, const std::string& data)> call;
  };
  std::optional<Judge> judge = {};
  /// The file at /evidence/NAME; none: there is no such. As `Question::answer`; of a table that is shown later for the referee alone.
  std::function<std::optional<Answer>(const std::string& name)> evidence = {};
};

/// Characters of what the judge is told when he is called.
inline constexpr std::size_t kLongestCall = 200;

class Site {
 public:
  Site(Gate gate, SiteOptions options);
  ~Site();

  // ---- the thread that watches ----
  /// Whom to wake when something is new; called from any thread.
  void on_news(std::function<void()> wake);
  /// The table as it is now: what makes it one line of JSON, on the server's thread, whenever somebody asks.
  void show(std::function<std::string()> state, Audience to = Audience::Everybody);
  /// An event; returns its id.
  std::uint64_t tell(std::string name, std::string data, Audience to = Audience::Everybody);
  void at_frame(std::uint64_t frame, Audience to = Audience::Everybody);  ///< the newest picture of the camera; they are counted
  /// Is somebody looking at such pictures just now?
  [[nodiscard]] bool wanted(Picture kind, Audience who = Audience::Everybody) const;
  void show(Picture kind, std::uint64_t frame, std::string bytes, Audience to = Audience::Everybody);

  // ---- the server's thread ----
  /// As Server::Answering.
  [[nodiscard]] std::optional<Answer> answer(const Request& request, bool whole);

  [[nodiscard]] std::size_t watchers() const;
  [[nodiscard]] const std::string& token(Role role) const { return gate_.tokens().of(role); }
  void revoke(Role role) { gate_.tokens().revoke(role); }

 private:
  struct Shared;
  class Video;
  class Asking;

  [[nodiscard]] Answer events(const Request& request, const std::shared_ptr<Shared>& shown) const;
  [[nodiscard]] Answer video(const std::shared_ptr<Shared>& shown) const;
  [[nodiscard]] Answer picture(Picture kind, const Request& request, const std::shared_ptr<Shared>& shown) const;
  [[nodiscard]] const std::shared_ptr<Shared>& shown_to(Audience who) const { return shown_[static_cast<std::size_t>(who)]; }
  [[nodiscard]] std::optional<Answer> ask(const Question& question, const Request& request, bool whole, Role role);
  [[nodiscard]] Answer judge(const Request& request, Role role);
  [[nodiscard]] Answer evidence(const Request& request, bool referee);
  [[nodiscard]] Answer put_to(std::function<Answer()> question);
  [[nodiscard]] Answer page(const Request& request, std::string_view file, Role role) const;

  Gate gate_;
  SiteOptions options_;
  std::array<std::shared_ptr<Shared>, 2> shown_;  // by audience; also the streams'
  std::unique_ptr<Asking> asking_;
  Allowances allowances_;
};

}  // namespace app::web
