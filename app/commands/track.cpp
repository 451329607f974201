// `vedette locate`: every picture on its own.
// `vedette track`: pictures in order, with identities, settled tables and moves.
// `vedette umpire`: every ruling of each settled table of any recording.
// `vedette ask`: one question to the rules on standard input, one answer on standard output.

#include <fmt/format.h>
#include <cstdio>
#include <iostream>

#include "app/ask/ask.h"
#include "app/ask/say.h"
#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/pictures.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/scenario_file.h"
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"
#include "vision/pipeline/pipeline.h"

namespace app {

namespace {

struct FollowOptions {
  bool json = false;
  bool brief = false;   // as text, only pictures to which something is added
  bool set_up = false;  // the armies are being set up: nothing that changes is a move
  RecordTo record = {};
};

class FollowingTable final : public PictureCommand {
 public:
  /// `umpire`: null, and nobody rules.
  FollowingTable(vision::Setup setup, const FollowOptions& options, ChargeUmpire* umpire, Recording& recording)
      : PictureCommand(options.json), pipeline_(std::move(setup)), options_(options), umpire_(umpire), recording_(recording) {}

  [[nodiscard]] int status() const override {
    if (refused_) return exit_status(*refused_);
    return understood_ > 0 && registered_ == 0 ? kNotCalibrated : kDone;
  }

 private:
  measure::Result<bool> take(const vision::Frame& frame) override {
    auto state = pipeline_.step(frame);
    if (!state) return tl::unexpected(state.error());
    last_ = std::move(*state);
    const auto rulings = umpire_ ? umpire_->look(last_) : std::nullopt;
    print(last_, rulings);
    record(frame, rulings);
    return last_.camera.registered;
  }

  /// A source that has gone is said at once, as a line with the table as it was last known.
  void gone(const std::string& source) override {
    vision::TableState state = last_;
    state.camera = {};
    state.settled = false;
    state.moves.clear();
    state.added.clear();
    state.removed.clear();
    for (vision::Piece& piece : state.pieces) piece.seen = vision::Seen::Hidden;
    state.findings = {calibration::fault("source-gone", source + ": has gone; it is taken up again when it returns",
                                         "check the cable, or the program that sends the pictures")};
    say(state.findings.front().says);
    print(state, umpire_ ? umpire_->look(state) : std::nullopt);
    if (Recorder* const recorder = recording_.recorder()) recorder->source(false);
  }

  void record(const vision::Frame& frame, const std::optional<ChargeRulings>& rulings) {
    const auto& camera = pipeline_.registration();
    if (umpire_) return recording_.take(last_, rulings, umpire_->house(), frame, camera);
    recording_.take(last_, std::nullopt, {}, frame, camera);
    if (Recorder* const recorder = recording_.recorder(); recorder && tables_.reached(last_))
      recorder->settled(last_, nullptr, frame, camera);
  }

  void print(const vision::TableState& state, const std::optional<ChargeRulings>& rulings) {
    if (json_) {
      Json line = json_of(state);
      if (rulings) add_rulings(line, *rulings, umpire_->house());
      tell(line_of(line) + "\n");
    } else {
      const std::string added = rulings ? text_of(ruling_lines(*rulings)) : std::string();
      if (!options_.brief || !added.empty()) tell(changes_of(state) + added);
    }
  }

  vision::Pipeline pipeline_;
  FollowOptions options_;
  ChargeUmpire* umpire_;
  Recording& recording_;
  SettledTables tables_;  // where nobody rules
  vision::TableState last_;
};

/// Opens `source` (one source, or pictures in order) and follows it to its end, or until Ctrl-C. Returns the exit status.
int follow(vision::Setup setup, const std::vector<std::string>& source, const FollowOptions& options, ChargeUmpire* umpire, LastUsed files,
           const std::vector<std::string>& anchors) {
  Interrupt interrupt;  // before any thread
  const auto opened = open_sources(source);
  if (!opened) return complain(opened.error());
  setup.tracking.stills = (*opened)->stills();
  setup.tracking.set_up = options.set_up;
  files.source = (*opened)->describe();
  Recording recording(options.record, files, anchors, umpire != nullptr);
  FollowingTable following(std::move(setup), options, umpire, recording);
  following.follow(**opened, interrupt);
  return recording.finish(following.status());
}

LastUsed files_of(const TableOptions& on) { return {.table = on.table, .roster = on.roster, .lens = on.lens}; }

}  // namespace

int locate(const LocateOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  setup->tracking.stills = true;
  vision::Pipeline pipeline(std::move(*setup));
  const auto take = [&](const vision::Frame& frame, std::string& says) -> measure::Result<bool> {
    pipeline.restart();
    auto state = pipeline.step(frame);
    if (!state) return tl::unexpected(state.error());
    // A picture on its own has no before.
    state->moves.clear();
    state->added.clear();
    state->removed.clear();
    says = options.json ? line_of(json_of(*state)) + "\n" : text_of(*state);
    return state->camera.registered;
  };
  return take_pictures(options.pictures, options.json, "locate reads pictures; `vedette track` follows a camera", take);
}

int track(const TrackOptions& options) {
  if (options.on.table.empty() == options.board.empty())
    return complain({measure::ErrorCode::Usage, "track: say what the pictures show: --table for a table, --board for a board game"});
  if (!options.board.empty()) {
    const auto board = load_board(options.board, options.on.lens, options.on.anchors);
    if (!board) return complain(board.error());
    const auto house = house_of(options.house);
    if (!house) return complain(house.error());
    const LastUsed files{.lens = options.on.lens, .house = options.house, .board = options.board};
    return follow_board(*board, {.le_choc = house->le_choc, .les_allies = house->les_allies}, options.source, options.json,
                        {.record = options.record, .files = files, .anchors = options.on.anchors});
  }
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  return follow(std::move(*setup), options.source, {.json = options.json, .set_up = options.set_up, .record = options.record}, nullptr,
                files_of(options.on), options.on.anchors);
}

int umpire(const UmpireOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  const auto house = house_of(options.house);
  if (!house) return complain(house.error());
  ChargeUmpire umpire(setup->roster, setup->table, house->charge);
  umpire.dial(house->custom.rules);
  if (!options.scenario.empty()) {
    auto scenario = read_scenario(options.scenario, setup->table, setup->roster);
    if (!scenario) return complain(scenario.error());
    umpire.play(std::move(*scenario));
  }
  if (!options.json) {
    std::string turn;
    for (const rules::Reason& reason : told_by_the_turn(house->charge)) turn += fmt::format("; {} ({})", reason.says, reason.rule);
    fmt::print("Ruled by what stands and moves{}.\n", turn);
  }
  LastUsed files = files_of(options.on);
  files.house = options.house;
  files.scenario = options.scenario;
  return follow(std::move(*setup), options.source, {.json = options.json, .brief = true, .record = options.record}, &umpire, files,
                options.on.anchors);
}

int ask_rules(const AskOptions& options) {
  return ask::answer_each(std::cin, [&](const std::string& question, const ask::Reply& reply) {
    fmt::print("{}", options.json ? line_of(reply.json) + "\n" : ask::in_words(question, reply.json));
    std::fflush(stdout);  // who asks line by line waits for it
  });
}

}  // namespace app
