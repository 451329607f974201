// Hands what goes on air to the site and to a folder of files: the state, what is news in it, and pictures while somebody looks at them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/air/delay.h"
#include "app/air/files.h"
#include "app/air/look.h"
#include "app/air/privacy.h"
#include "app/air/turn.h"
#include "app/session/passage.h"
#include "app/web/site.h"

namespace app::air {

/// An event as it was told, with the id it has in the feed of those who see everything at once.
struct Told {
  std::uint64_t id = 0;
  std::string name;
  Json event;
  std::string line;  // the same as text
};

struct OnAirOptions {
  std::string files = {};                                          // the folder; empty: no files
  std::chrono::milliseconds delay{0};                              // everybody sees it so much later; 0: at once
  bool only_the_table = false;                                     // nobody is to be seen: Privacy
  const SaidTurn* turn = nullptr;                                  // what the referee says; a game that tells its turn itself is believed
  std::function<void(const calibration::Finding&)> complain = {};  // of files that cannot be written
  std::map<std::string, std::string> names = {};                   // of armies and sides, as they are shown
  std::string logo = {};                                           // burnt into the picture: the bytes of a PNG or JPEG; empty: none
  // Who is told beside the site, at once: the events of a look; and what makes a few words of the table as it is (summary.h).
  std::function<void(const std::vector<Told>&)> told = {};
  std::string game = {};
  std::function<void(std::function<Json()>)> in_short = {};
};

class OnAir {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OnAir(web::Site& site, OnAirOptions options = {});

  /// Something is new; `now` never goes back.
  void take(Look look, Clock::time_point now);
  /// What no look tells: that a broker is away, or back.
  void find(const calibration::Finding& finding, Clock::time_point now);
  /// An event that no look tells.
  void note(Event event, Clock::time_point now);
  /// Shows what the camera saw then, marked as a replay, instead of the table's pictures; then the table again.
  void replay(Passage passage) { clip_.emplace(std::move(passage)); }
  /// Between two looks: pictures of the last one for who begins to look at them, and what the referee has said.
  void go_on(Clock::time_point now);

 private:
  void tell(const std::string& name, Json event, Clock::time_point now);
  std::uint64_t tell_text(const std::string& name, const std::string& text, Clock::time_point now);
  void tell_others();
  void tell_findings(Clock::time_point now);
  void tell_state(bool news, Clock::time_point now);
  void draw(Clock::time_point now);
  [[nodiscard]] std::optional<cv::Mat> clip_picture(Clock::time_point now);
  void show(web::Picture kind, const std::string& bytes);
  void look_after_files(Clock::time_point now);
  void hold(std::string jpeg, std::string png, Clock::time_point now);
  /// To everybody and the folder: at once or, of a table that is shown later, when it is time.
  void let_out(Clock::time_point now, std::size_t bytes, std::function<void()> what);
  [[nodiscard]] Caption caption() const;

  web::Site& site_;
  OnAirOptions options_;
  cv::Mat logo_;                       // BGRA; empty: none
  std::optional<PlayedPassage> clip_;  // while a replay is shown
  std::optional<Files> files_;
  std::optional<calibration::Finding> files_trouble_;
  std::optional<Privacy> privacy_;
  std::optional<Delay> delay_;
  web::Audience at_once_ = web::Audience::Everybody;  // who sees what happens when it does
  bool full_ = false;                                 // something could not be held until its time
  SaidTurn::Said said_;
  std::optional<Caption> filed_;  // the caption whose texts went into the folder
  Look look_;
  std::function<std::string()> state_;    // of the last look that had one, as text
  std::uint64_t frame_ = 0;               // pictures of the camera, counted from 1
  std::array<std::uint64_t, 2> drawn_{};  // by kind of picture: which of them was drawn last
  std::uint64_t filed_frame_ = 0, held_ = 0;
  Clock::time_point told_at_{}, drawn_at_{}, filed_at_{};
  std::set<std::string> found_;
  std::vector<Told> told_;
};

}  // namespace app::air
