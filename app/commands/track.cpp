// `vedette track`: pictures in order, with identities, settled tables and moves.
// `vedette umpire`: every ruling of each settled table of any recording.
// `vedette ask`: one question to the rules on standard input, one answer on standard output.
#include "app/commands/track.h"

#include <fmt/format.h>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "app/ask/ask.h"
#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/setup.h"
#include "app/files/scenario_file.h"
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"

namespace app {

int track(const TrackOptions& options) {
  if (options.on.table.empty() == options.board.empty())
    return complain({measure::ErrorCode::Usage, "track: say what the pictures show: --table for a table, --board for a board game"});
  if (!options.board.empty()) {
    const auto board = load_board(options.board, options.on.lens, options.on.anchors);
    if (!board) return complain(board.error());
    const auto house = house_of(options.house);
    if (!house) return complain(house.error());
    return follow_board(*board, {.le_choc = house->le_choc, .les_allies = house->les_allies}, options.source, options.json);
  }
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  return follow(std::move(*setup), options.source, {.json = options.json, .set_up = options.set_up});
}

int umpire(const UmpireOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  const auto house = house_of(options.house);
  if (!house) return complain(house.error());
  ChargeUmpire umpire(setup->roster, setup->table, house->charge);
  if (!options.scenario.empty()) {
    auto scenario = read_scenario(options.scenario, setup->table, setup->roster);
    if (!scenario) return complain(scenario.error());
    umpire.play(std::move(*scenario));
  }
  Addition addition;
  addition.to_json = [&](const vision::TableState& state, Json& line) {
    if (const auto rulings = umpire.look(state)) add_rulings(line, *rulings);
  };
  addition.to_text = [&](const vision::TableState& state) {
    const auto rulings = umpire.look(state);
    return rulings ? text_of(ruling_lines(*rulings)) : std::string();
  };
  return follow(std::move(*setup), options.source, {.json = options.json, .brief = true}, addition);
}

namespace {

/// Longest wait for a live frame: Ctrl-C is answered at most this late, a lost source said well within a second.
constexpr std::chrono::milliseconds kPatience{200};

class Following {
 public:
  Following(vision::Setup setup, const FollowOptions& options, const Addition& addition)
      : pipeline_(std::move(setup)), options_(options), addition_(addition) {}

  void run(vision::FrameSource& source, Interrupt& interrupt) {
    vision::SourceStatus status = vision::SourceStatus::Running;
    while (!interrupt.asked()) {
      const vision::Delivery delivery = source.next(kPatience);
      if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
      if (delivery.frame) take(*delivery.frame);
      if (delivery.frame && status == vision::SourceStatus::Gone) say(source.describe() + ": is back");
      if (delivery.status == vision::SourceStatus::Gone && status != delivery.status) gone(source.describe());
      status = delivery.status;
      if (status == vision::SourceStatus::Ended) return;
    }
  }

  [[nodiscard]] int status() const {
    if (refused_) return exit_status(*refused_);
    return frames_ > 0 && registered_ == 0 ? kNotCalibrated : kDone;
  }

 private:
  void take(const vision::Frame& frame) {
    auto state = pipeline_.step(frame);
    if (!state) return refuse(frame.name, state.error());
    ++frames_;
    if (state->camera.registered) ++registered_;
    print(*state);
    last_ = std::move(*state);
  }

  /// A source that has gone is said at once, as a line with the table as it was last known.
  void gone(const std::string& source) {
    vision::TableState state = last_;
    state.camera = {};
    state.settled = false;
    state.moves.clear();
    state.added.clear();
    state.removed.clear();
    for (vision::Piece& piece : state.pieces) piece.seen = vision::Seen::Hidden;
    state.findings = {{.code = "source-gone",
                       .severity = calibration::Finding::Severity::Fault,
                       .says = source + ": has gone; it is taken up again when it returns",
                       .fix = "check the cable, or the program that sends the pictures",
                       .cost = {}}};
    say(state.findings.front().says);
    print(state);
  }

  void print(const vision::TableState& state) {
    if (options_.json) {
      Json line = json_of(state);
      addition_.to_json(state, line);
      fmt::print("{}\n", line_of(line));
    } else {
      const std::string added = addition_.to_text(state);
      if (!options_.brief || !added.empty()) fmt::print("{}{}", changes_of(state), added);
    }
    std::fflush(stdout);
  }

  void refuse(const std::string& frame, const measure::Error& error) {
    if (!refused_ || error.code == measure::ErrorCode::BadFile) refused_ = error.code;
    if (options_.json) fmt::print("{}\n", line_of(error_line(frame, error.message)));
    std::fflush(stdout);
    (void)complain(error);
  }

  vision::Pipeline pipeline_;
  FollowOptions options_;
  const Addition& addition_;
  int frames_ = 0, registered_ = 0;
  std::optional<measure::ErrorCode> refused_;
  vision::TableState last_;
};

measure::Result<std::unique_ptr<vision::FrameSource>> open(const std::vector<std::string>& source) {
  if (source.size() == 1) return vision::open_source(source.front());
  return vision::open_pictures(source);
}

}  // namespace

int follow(vision::Setup setup, const std::vector<std::string>& source, const FollowOptions& options, const Addition& addition) {
  Interrupt interrupt;  // before any thread
  const auto opened = open(source);
  if (!opened) return complain(opened.error());
  setup.tracking.stills = (*opened)->stills();
  setup.tracking.set_up = options.set_up;
  Following following(std::move(setup), options, addition);
  following.run(**opened, interrupt);
  return following.status();
}

int ask_rules(const AskOptions& options) {
  const std::string question{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  const ask::Reply reply = ask::answer(question);
  fmt::print("{}\n", options.json ? line_of(reply.json) : reply.json.dump(2, ' ', false, Json::error_handler_t::replace));
  return reply.status;
}

}  // namespace app
