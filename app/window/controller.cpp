#include "app/window/controller.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/files/disk.h"
#include "app/files/house_file.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/tongue/tongue.h"
#include "app/window/charge/states.h"
#include "app/window/past.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/past_pictures.h"

namespace window {
namespace {

namespace fs = std::filesystem;

/// The game's file, beside the table's.
[[nodiscard]] std::string game_beside(const std::string& table) { return (fs::path(table).parent_path() / "game.json").string(); }

/// A recording that plays again rests this long on its last picture.
constexpr double kRestSeconds = 4.0;
/// The file's own place, or a file of that name in the folder edits are kept in.
[[nodiscard]] std::string place_of(const std::string& given, const fs::path& folder, bool elsewhere, const char* name) {
  if (!given.empty() && !elsewhere) return given;
  return (folder / name).string();
}

[[nodiscard]] measure::Table fallback_table() { return {.length = measure::Inches(72.0), .width = measure::Inches(48.0)}; }

Paths paths_of(const LiveOptions& options) {
  const bool elsewhere = !options.keep_in.empty();
  fs::path folder = elsewhere ? fs::path(options.keep_in) : fs::path(app::data_folder());
  if (!elsewhere && !options.used.table.empty()) folder = fs::path(options.used.table).parent_path();
  return {.table = place_of(options.used.table, folder, elsewhere, "table.toml"),
          .roster = place_of(options.used.roster, folder, elsewhere, "roster.toml"),
          .empty = place_of(options.used.empty, folder, elsewhere, "empty.png"),
          .house = place_of(options.used.house, folder, elsewhere, "house-rules.toml")};
}

/// The house rules in force: the file that was named, else the one that lies where edits go.
std::string house_of(const LiveOptions& options, const Paths& paths) {
  return options.used.house.empty() ? app::house_beside(paths.table) : options.used.house;
}

/// Where edits go once another source is watched than the recorded game: a folder nobody keeps a table in yet, under the user's data
/// folder.
Paths paths_away_from_the_recording() {
  fs::path folder = app::data_folder();
  std::error_code ignored;
  for (int number = 2; fs::exists(folder / "table.toml", ignored) || fs::exists(folder / "roster.toml", ignored); ++number)
    folder = fs::path(app::data_folder()) / fmt::format("table-{}", number);
  return {.table = (folder / "table.toml").string(),
          .roster = (folder / "roster.toml").string(),
          .empty = (folder / "empty.png").string(),
          .house = (folder / "house-rules.toml").string()};
}

/// As `ask` writes it.
const char* verdict_key(measure::Verdict verdict) {
  return verdict == measure::Verdict::Yes ? "yes" : verdict == measure::Verdict::No ? "no" : "too_close";
}

}  // namespace

measure::Result<Document> read_document(const LiveOptions& options) {
  Document document;
  document.table.table = fallback_table();
  const Paths paths = paths_of(options);
  const auto pick = [](const std::string& edited, const std::string& given) {
    std::error_code ignored;
    return fs::exists(edited, ignored) ? edited : given;
  };
  app::HouseFile house;
  std::optional<rules::charge::Scenario> scenario;
  const auto read =
      app::read_into(document.table, pick(paths.table, options.used.table), app::read_table)
          .and_then([&] { return app::read_into(document.roster, pick(paths.roster, options.used.roster), app::read_roster); })
          .and_then([&] { return app::read_into(document.lens, options.used.lens, app::read_lens); })
          .and_then([&] { return app::read_into(house, house_of(options, paths), app::read_house); })
          .and_then([&] {
            return app::read_into(scenario, options.used.scenario,
                                  [&](const std::string& path) { return app::read_scenario(path, document.table.table, document.roster); });
          });
  if (!read) return tl::unexpected(read.error());
  if (!options.anchors.empty()) document.table.anchors = options.anchors;
  document.house = house.charge;
  document.custom = house.custom;
  if (scenario) document.scenario = std::make_shared<const rules::charge::Scenario>(std::move(*scenario));
  return document;
}

Controller::Controller(const LiveOptions& options, Document document)
    : paths_(paths_of(options)),
      note_(options.note),
      opened_(options.used),
      record_wanted_(options.record),
      stopped_(options.stopped),
      edits_kept_apart_(!options.keep_in.empty()),
      again_(options.again),
      history_(std::move(document)),
      snapshot_(std::make_shared<const app::Snapshot>()) {
  if (!options.used.empty.empty()) empty_ = cv::imread(options.used.empty, cv::IMREAD_COLOR);
  opened_.house = house_of(options, paths_);
  if (!opened_.house.empty()) house_text_ = app::read_text(opened_.house).value_or("");
  if (record_wanted_) record_wanted_->texts.house = house_text_;
  session_ = std::make_unique<app::Session>(setup(), history_.current().house, history_.current().custom.rules);
  if (const auto& scenario = history_.current().scenario) session_->play_scenario(*scenario);
  if (!edits_kept_apart_) {  // the recorded game begins anew each time
    games_ = GameKeeper(game_beside(paths_.table));
    session_->keep_lens(app::LensMemory(paths_.table));
  }
  if (!stopped_) begin(false, nullptr);
}

void Controller::begin(bool go_on, UiState* ui) {
  const auto stopped = std::exchange(stopped_, nullptr);
  if (stopped && go_on && record_wanted_) {
    record_wanted_->path = stopped->path;
    record_wanted_->texts.goes_on = true;
    record_wanted_->by_itself = false;
    session_->go_on(stopped);
    take_up_recorded(*stopped, *ui);
  } else if (stopped) {
    games_.put_aside();
  }
  if (record_wanted_) {
    session_->record(*record_wanted_);
    record_ = record_wanted_->path;
  }
  if (!opened_.source.empty()) session_->open(opened_.source);
}

void Controller::take_up_recorded(const app::StoppedGame& stopped, UiState& ui) {
  const auto& steps = stopped.steps;
  std::map<std::string, double> used_s = steps.used_s();
  if (const auto kept = games_.give_way(steps.now().get())) used_s = *kept;
  if (steps.back().empty() && !steps.now()) return;
  // A record does not hold the ground of its games: that is the table's.
  const auto grounded = [&](const std::shared_ptr<const rules::charge::Game>& game) -> std::shared_ptr<const rules::charge::Game> {
    if (!game) return nullptr;
    auto on_ground = std::make_shared<rules::charge::Game>(*game);
    for (rules::charge::Field* const field : {&on_ground->field, &on_ground->turn_start})
      field->terrain = history_.current().table.table.terrain;
    return on_ground;
  };
  const auto all = [&](const std::vector<std::shared_ptr<const rules::charge::Game>>& games) {
    History::Games out;
    for (const auto& game : games) out.push_back(grounded(game));
    return out;
  };
  history_.take_up(grounded(steps.now()), all(steps.back()), all(steps.again()));
  state_of<ScenarioState>(ui).clock.set_used(std::move(used_s), now_);
  ui.told = tongue::tr("The game goes on where it stopped; its steps can be taken back.");
}

vision::Setup Controller::setup() const {
  const Document& document = history_.current();
  return {.table = document.table.table,
          .tags = document.table.tags,
          .anchors = document.table.anchors,
          .roster = document.roster,
          .lens = document.lens,
          .empty = empty_};
}

void Controller::open(const std::string& source) {
  if (const auto& game = history_.current().game) session_->note("game", app::game_event(app::GameStep::Did, game.get(), std::nullopt));
  if (edits_kept_apart_) session_->keep_lens(app::LensMemory(paths_away_from_the_recording().table));
  session_->open(source);
  history_.forget_corrections();
  if (history_.current().game) games_.put_aside();  // one that still waits for its table goes on waiting
  history_.forget_game();
  opened_.source = source;
  before_ = snapshot_->frame;
  again_ = false;
  if (!edits_kept_apart_) return;
  // The table that was shown serves as a start, in files of its own: the recorded game stays as it is.
  edits_kept_apart_ = false;
  paths_ = paths_away_from_the_recording();
  unsaved_.table = unsaved_.roster = true;
  unsaved_.house |= !house_text_.empty();
  games_ = GameKeeper(game_beside(paths_.table));
}

app::LastUsed Controller::in_use() const {
  const auto where = [](const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) ? path : std::string();
  };
  app::LastUsed used = opened_;
  used.table = where(paths_.table);
  used.roster = where(paths_.roster);
  if (!history_.current().lens) used.lens.clear();
  if (empty_.empty()) used.empty.clear();
  return used;
}

void Controller::note_what_is_used() {
  const bool shown = snapshot_->frame && snapshot_->frame != before_;  // a source without a picture is not worth taking up again
  if (!note_ || edits_kept_apart_ || !shown) return;
  const app::LastUsed now = in_use();
  if (now == told_) return;
  told_ = now;
  note_(now);
}

void Controller::take_up_game(UiState& ui) {
  const auto& rulings = snapshot_->rulings;
  if (!games_.waiting() || !rulings || rulings->empty()) return;
  const Document& document = history_.current();
  auto saved = games_.take_up(app::fingerprint(document.table.table, document.roster), rulings->front()->field);
  if (!saved) {
    ui.notice = games_.problem();
    return;
  }
  if (document.game) return;  // another one has begun
  state_of<ScenarioState>(ui).clock.set_used(std::move(saved->used_s), now_);
  ui.told = tongue::tr("The game goes on where it stood when the window was closed.");
  history_.take_up(std::make_shared<const rules::charge::Game>(std::move(saved->game)));
  note_game(app::GameStep::TakenUp, nullptr, ui);
}

app::SavedGame Controller::saved(const UiState& ui) const {
  const Document& document = history_.current();
  const auto* const scenario = state_in<ScenarioState>(ui);
  return {app::fingerprint(document.table.table, document.roster), *document.game,
          scenario ? scenario->clock.all_used_s(now_) : std::map<std::string, double>()};
}

measure::Result<void> Controller::keep_game(const UiState& ui) {
  if (!history_.current().game) return games_.keep(nullptr);
  const app::SavedGame now = saved(ui);
  return games_.keep(&now);
}

bool Controller::refresh(UiState& ui, double now) {
  now_ = now;
  const bool passed = follow_passage(ui, now) || take_record(ui);
  const auto due = next_in_play(ui, now);
  if (due) carry_out(GoToTable{*due}, ui);
  auto newest = session_->latest();
  if (newest->status != vision::SourceStatus::Ended)
    ended_at_.reset();
  else if (!ended_at_)
    ended_at_ = now;
  if (const bool played = history_.current().game != nullptr; played != holding_) session_->hold_at_rest(holding_ = played);
  if (again_ && !history_.current().game && ended_at_ && now - *ended_at_ > kRestSeconds) {
    ended_at_.reset();
    restart();
  }
  if (newest == snapshot_) return due.has_value() || passed;
  snapshot_ = std::move(newest);
  take_up_game(ui);
  note_what_is_used();
  if (snapshot_->state) watch_margins(ui, *snapshot_->state, now);
  ui.has_empty = !empty_.empty();
  read_again(ui);
  check_intents(ui);
  return true;
}

bool Controller::take_record(UiState& ui) {
  if (!reading_.valid() || reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  auto timeline = reading_.get();
  if (timeline && timeline->path() != record_) {  // that of a game before
    if (looks_back_ || ui.recording) read_record();
    return false;
  }
  if (timeline) recorded_ = std::make_shared<const app::Timeline>(std::move(*timeline));
  if (ui.recording) ui.recorded = recorded_;
  if (!std::exchange(looks_back_, false)) return ui.recording;
  ui.told.clear();
  if (timeline)
    show_past(recorded_, ui);
  else
    ui.notice = timeline.error().message;
  return true;
}

void Controller::read_record() {
  if (!reading_.valid()) reading_ = std::async(std::launch::async, app::Timeline::read, record_);
}

void Controller::show_past(const std::shared_ptr<const app::Timeline>& timeline, UiState& ui) {
  look_back_at(timeline->tables().size() - 1, timeline, history_.current(), ui);
  if (ui.back) carry_out(ChooseTool{Tool::Select}, ui);
}

void Controller::read_again(const UiState& ui) {
  readings_.clear();
  const app::Snapshot& shown = ui.held ? *ui.held->moment : *snapshot_;
  if (!shown.state) return;
  for (const overlay::Laid& laid : history_.current().laid)
    readings_.push_back(overlay::read(laid, *shown.state, history_.current().table.table));
}

void Controller::check_intents(UiState& ui) {
  if (!snapshot_->state || !snapshot_->state->settled || !snapshot_->rulings) return;
  const Document& document = history_.current();
  std::vector<std::string> news;
  for (const overlay::Laid& laid : document.laid) {
    const auto* const intent = std::get_if<overlay::Intent>(&laid);
    const auto now = intent ? overlay::check(*intent, *snapshot_->state, document.table.table) : std::nullopt;
    if (!now) continue;
    const auto before = std::ranges::find(intents_told_, *intent, &std::pair<overlay::Intent, overlay::IntentNow>::first);
    const bool same = before != intents_told_.end() && before->second.verdict == now->verdict &&
                      std::abs((before->second.apart.value - now->apart.value).value) <= now->apart.margin.value;
    if (same) continue;
    if (before != intents_told_.end())
      before->second = *now;
    else
      intents_told_.emplace_back(*intent, *now);
    const tongue::AsRecorded recorded;
    news.push_back(overlay::text_of(*intent, *now));
    session_->note("intent", {{"frame", snapshot_->state->frame},
                              {"who", now->who},
                              {"of", now->of},
                              {"beyond", intent->beyond},
                              {"limit_in", intent->limit.value},
                              {"value_in", now->apart.value.value},
                              {"margin_in", now->apart.margin.value},
                              {"verdict", verdict_key(now->verdict)},
                              {"says", news.back()}});
  }
  if (news.empty() || !document.game) return;
  const auto before = document.game;
  auto game = std::make_shared<rules::charge::Game>(*before);
  for (const std::string& says : news) game->log.push_back({game->turn, game->step, "", says});
  history_.amend(std::move(game));
  note_game(app::GameStep::Noted, before, ui);
  save({.game = true}, ui);
}

void Controller::carry_out(const Requests& requests, UiState& ui) {
  for (const Request& request : requests) carry_out(request, ui);
  if (requests.empty()) return;
  read_again(ui);
  check_intents(ui);
  note_what_is_used();
}

void Controller::change(Document next, Touched touched, UiState& ui) {
  const auto before = history_.current().game;
  history_.change(std::move(next), touched);
  note_game(app::GameStep::Did, before, ui);
  follow(touched, ui);
}

void Controller::follow(Touched touched, UiState& ui) {
  save(touched, ui);
  if (touched.table || touched.roster || touched.lens) session_->replace_setup(setup());
  const Document& now = history_.current();
  if (touched.house) session_->replace_house(now.house, now.custom.rules, house_text(now).value_or(house_text_));
}

void Controller::undo(UiState& ui) {
  const auto before = history_.current().game;
  auto step = history_.undo();
  if (!step) return;
  note_game(step->touched.game ? app::GameStep::Undone : app::GameStep::Noted, before, ui);
  step->touched.game |= history_.current().game != before;  // a line of its log came or went with another step
  if (!step->corrections.empty()) session_->take_back(step->corrections.size());
  follow(step->touched, ui);
}

void Controller::redo(UiState& ui) {
  const auto before = history_.current().game;
  auto step = history_.redo();
  if (!step) return;
  note_game(step->touched.game ? app::GameStep::Redone : app::GameStep::Noted, before, ui);
  step->touched.game |= history_.current().game != before;  // a line of its log came or went with another step
  for (const app::Correction& correction : step->corrections) session_->correct(correction);
  follow(step->touched, ui);
}

void Controller::restart() {
  session_->restart();
  history_.forget_corrections();
}

void Controller::save(Touched touched, UiState& ui) {
  unsaved_.table |= touched.table;
  unsaved_.roster |= touched.roster;
  unsaved_.game |= touched.game;
  unsaved_.house |= touched.house;
  save_pending(ui);
}

void Controller::save_at_end(UiState& ui) {
  if (history_.current().game) unsaved_.game = true;
  save_pending(ui);
}

void Controller::save_pending(UiState& ui) {
  if (!anything_unsaved()) return;
  std::error_code ignored;
  for (const std::string& path : {paths_.table, paths_.roster, paths_.house})
    if (const auto folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
  ui.notice.clear();
  const auto saved = [&](bool wanted, auto&& write) {
    if (!wanted) return false;
    const measure::Result<app::Replaced> done = write();
    if (!done) ui.notice = tongue::trf("{} Your changes are kept here and tried again.", done.error().message);
    if (done && done->kept_at) ui.told = tongue::trf("The file as you wrote it is kept as {}.", *done->kept_at);
    return !done;
  };
  const Document& document = history_.current();
  unsaved_.table = saved(unsaved_.table, [&] { return app::write_table(paths_.table, document.table); });
  unsaved_.roster = saved(unsaved_.roster, [&] { return app::write_roster(paths_.roster, document.roster); });
  unsaved_.house = saved(unsaved_.house, [&] { return write_house().map([] { return app::Replaced{}; }); });
  unsaved_.game = saved(unsaved_.game, [&] { return keep_game(ui).transform([] { return app::Replaced{}; }); });
}

void Controller::choose_lens(const std::optional<std::string>& path, UiState& ui) {
  Document next = history_.current();
  next.lens.reset();
  if (path) {
    auto lens = app::read_lens(*path);
    if (!lens) {
      ui.notice = lens.error().message;
      return;
    }
    next.lens = std::move(*lens);
    ui.lens_path = opened_.lens = *path;
  }
  change(std::move(next), {.lens = true}, ui);
}

measure::Result<std::string> Controller::house_text(const Document& document) const {
  return app::with_dials(house_text_, document.custom.rules, opened_.house.empty() ? paths_.house : opened_.house);
}

measure::Result<void> Controller::write_house() {
  // What another hand has written there meanwhile stays; what rules here is what was read at the start.
  std::error_code ignored;
  const auto there = fs::exists(paths_.house, ignored) ? app::read_text(paths_.house) : house_text_;
  if (!there) return tl::unexpected(there.error());
  const Document& now = history_.current();
  const auto text = app::with_dials(*there, now.custom.rules, paths_.house);
  if (!text) return tl::unexpected(text.error());
  if (const auto written = app::write_text(paths_.house, *text); !written) return tl::unexpected(written.error());
  if (auto known = house_text(now)) house_text_ = std::move(*known);
  opened_.house = paths_.house;
  return {};
}

void Controller::turn_dial(const TurnDial& turned, UiState& ui) {
  Document next = history_.current();
  app::turn(next.custom.rules, turned.rule, turned.dial);
  if (next.custom.rules == history_.current().custom.rules) return;
  if (const auto possible = house_text(next); !possible) {
    ui.notice = possible.error().message;
    return;
  }
  change(std::move(next), {.house = true}, ui);
}

void Controller::take_empty(UiState& ui) {
  if (!snapshot_->frame) return;
  empty_ = snapshot_->frame->bgr.clone();
  std::error_code ignored;
  fs::create_directories(fs::path(paths_.empty).parent_path(), ignored);
  const std::string beside = paths_.empty + ".new.png";
  bool written = false;
  try {
    written = cv::imwrite(beside, empty_);
  } catch (const cv::Exception&) {
    written = false;
  }
  if (written) fs::rename(beside, paths_.empty, ignored);
  opened_.empty = written && !ignored ? paths_.empty : "";
  if (opened_.empty.empty())
    ui.notice = tongue::trf("The picture of the empty table could not be saved to {}; it is used until the window closes.", paths_.empty);
  ui.has_empty = true;
  session_->replace_setup(setup());
}

void Controller::look_back(const std::string& record, UiState& ui) {
  if (!record.empty()) {
    auto timeline = app::Timeline::read(record);
    if (timeline)
      show_past(std::make_shared<const app::Timeline>(std::move(*timeline)), ui);
    else
      ui.notice = timeline.error().message;
  } else if (record_.empty()) {
    ui.notice =
        tongue::tr("Nothing is recorded here: the recorded game of the demo keeps no record. `vedette replay FILE` shows another one.");
  } else {
    read_record();
    looks_back_ = true;
    ui.told = tongue::tr("The record is being read.");
  }
}

void Controller::note_game(app::GameStep how, const std::shared_ptr<const rules::charge::Game>& before, const UiState& ui) {
  const auto& game = history_.current().game;
  if (game == before) return;
  session_->note("game", app::game_event(how, before.get(), game ? std::optional(saved(ui)) : std::nullopt));
}

void Controller::carry_out(const Request& request, UiState& ui) {
  struct Visitor {
    Controller& my;
    UiState& ui;
    /// A screen that takes its time looks at this moment; any other tool at what is seen now.
    void hold_for(Tool tool) const {
      if (ui.held) ui.view = ui.held->before;
      ui.held.reset();
      const bool screen = part_of(tool).screen != nullptr;
      const app::SharedSnapshot moment = ui.back ? ui.back->moment : my.snapshot_;
      if ((screen && moment->state && moment->camera) || ui.back) ui.held = Held{moment, ui.view};
      ui.recording = screen && !ui.back && !my.record_.empty();
      ui.recorded = ui.recording ? my.recorded_ : nullptr;
      if (ui.recording) my.read_record();
      if (std::exchange(my.looks_back_, false)) ui.told.clear();
      if (screen) ui.told.clear();
    }
    void operator()(const ChooseTool& r) const {
      hold_for(r.tool);
      ui.tool = r.tool;
      ui.hand = {};
      if (ui.mode == Mode::SetUp) ui.mode = Mode::Play;
      if (ui.mode == Mode::Roster && r.tool != Tool::Select) ui.mode = Mode::Play;
      my.session_->watch_tags(r.tool == Tool::Proof);
    }
    void operator()(const ChooseMode& r) const {
      ui.mode = r.mode;
      hold_for(Tool::Select);
      ui.tool = Tool::Select;
      ui.hand = {};
      if (r.mode == Mode::SetUp && ui.cameras.empty()) ui.cameras = vision::list_cameras();
    }
    void edit(const std::function<void(Document&)>& how, Touched touched) const {
      Document next = my.history_.current();
      how(next);
      my.change(std::move(next), touched, ui);
    }
    void operator()(const LayTool& r) const {
      const Document& now = my.history_.current();
      if (!now.may_measure()) {
        ui.notice = tongue::tr("This table does not measure beforehand (house rules, measuring): put the tool down. The referee may (J).");
        return;
      }
      const bool logged = now.game && now.custom.measuring == app::Custom::Measuring::Logged && my.snapshot_->state;
      edit(
          [&](Document& next) {
            next.laid.push_back(r.laid);
            if (!logged) return;
            const tongue::AsRecorded recorded;
            const overlay::Reading reading = overlay::read(r.laid, *my.snapshot_->state, next.table.table);
            auto game = std::make_shared<rules::charge::Game>(*next.game);
            game->log.push_back(
                {game->turn, game->step, "",
                 fmt::format("measured beforehand: {}, {} {}", reading.tool, reading.headline.who, reading.headline.value)});
            next.game = std::move(game);
          },
          {.laid = true, .game = logged});
    }
    void operator()(const TakeUp& r) const {
      if (r.index >= my.history_.current().laid.size()) return;
      edit([&](Document& next) { next.laid.erase(next.laid.begin() + static_cast<std::ptrdiff_t>(r.index)); }, {.laid = true});
    }
    void operator()(const TakeUpAll&) const {
      if (!my.history_.current().laid.empty()) edit([](Document& next) { next.laid.clear(); }, {.laid = true});
    }
    void operator()(const ChangeDocument& r) const { my.change(r.document, r.touched, ui); }
    void operator()(const TurnDial& r) const { my.turn_dial(r, ui); }
    void operator()(const CorrectPieces& r) const {
      for (const app::Correction& correction : r.corrections) my.session_->correct(correction);
      my.history_.correct(r.corrections);
    }
    void operator()(const OpenSource& r) const {
      ui.told.clear();
      my.open(r.source);
      my.save_pending(ui);
    }
    void operator()(const LookForCameras&) const { ui.cameras = vision::list_cameras(); }
    void operator()(const ChooseLens& r) const { my.choose_lens(r.path, ui); }
    void operator()(const TakeEmptyTable&) const { my.take_empty(ui); }
    void operator()(const ForgetEmptyTable&) const {
      my.empty_ = cv::Mat();
      ui.has_empty = false;
      my.session_->replace_setup(my.setup());
    }
    void operator()(const KeepProof& r) const {
      edit([&](Document& next) { next.table.proofs.push_back(r.proof); }, {.table = true});
      ui.proof.reset();
    }
    void operator()(const Freeze& r) const { my.session_->freeze(r.on); }
    void operator()(const StepFrame&) const { my.session_->step(); }
    void operator()(const PlayAgain&) const { my.restart(); }
    void operator()(const SetUpMode& r) const { my.session_->replace_tracking(r.on); }
    void operator()(const Undo&) const { my.undo(ui); }
    void operator()(const Redo&) const { my.redo(ui); }
    void operator()(const UndoGameTo& r) const {
      const auto lines = [&] { return my.history_.current().game ? my.history_.current().game->log.size() : 0; };
      while (my.history_.can_undo() && lines() > r.lines) my.undo(ui);
    }
    void operator()(const TurnTable&) const { ui.view = turned(ui.view); }
    void operator()(const Cancel&) const {
      if (ui.help || ui.palette || ui.air.open || ui.choices.open) {
        ui.help = ui.palette = ui.air.open = ui.choices.open = false;
        return;
      }
      if (ui.back && ui.back->passage) return end_passage(ui);
      ui.hand = {};
      ui.selected.clear();
      if (ui.tool == Tool::Select && ui.back && !ui.back->alone) ui.back.reset();
      hold_for(Tool::Select);
      ui.tool = Tool::Select;
    }
    void operator()(const GoOn& r) const {
      if (my.stopped_) my.begin(r.on, &ui);
    }
    void operator()(const LookBack& r) const { my.look_back(r.record, ui); }
    void operator()(const GoToTable& r) const {
      const auto& timeline = ui.back ? ui.back->timeline : ui.recorded;
      if (!timeline) return;
      const std::size_t table = std::min(r.table, timeline->tables().size() - 1);
      if (ui.back)
        go_to_table(table, ui);
      else
        look_back_at(table, timeline, my.history_.current(), ui);
      if (ui.back) hold_for(ui.tool);
    }
    void operator()(const GoToMark& r) const {
      const auto table = ui.back ? ui.back->timeline->marked(ui.back->table, r.forward) : std::nullopt;
      if (table) (*this)(GoToTable{*table});
    }
    void operator()(const PlayPast& r) const {
      if (ui.back) ui.back->playing_since = r.on ? std::optional(my.now_) : std::nullopt;
    }
    void operator()(const BackToNow&) const {
      if (ui.back && ui.back->alone) return;
      ui.back.reset();
      hold_for(Tool::Select);
      ui.tool = Tool::Select;
    }
    void operator()(const WriteEvidence& r) const {
      if (auto kept = write_evidence(r, my.history_.current(), my.opened_.house, ui)) my.kept_.push_back(std::move(*kept));
    }
    void operator()(const NoteRuling& r) const { my.session_->note(r.kind, r.body); }
    void operator()(const ToggleHelp&) const { ui.help = !ui.help; }
    void operator()(const Scale& r) const { ui.zoom = r.factor == 0.0 ? 1.0 : std::clamp(ui.zoom * r.factor, 0.6, 2.5); }
    void operator()(const TellWindow& r) const { r.what(ui); }
  };
  std::visit(Visitor{*this, ui}, request);
}

}  // namespace window
