#include "app/window/controller.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/evidence/evidence.h"
#include "app/files/disk.h"
#include "app/files/house_file.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/window/charge/states.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/past_pictures.h"
#include "app/wire/version.h"

namespace window {
namespace {

namespace fs = std::filesystem;

/// The game's file, beside the table's.
[[nodiscard]] std::string game_beside(const std::string& table) { return (fs::path(table).parent_path() / "game.json").string(); }

/// A recording that plays again rests this long on its last picture.
constexpr double kRestSeconds = 4.0;
/// Of a record that plays each table is shown so long.
constexpr double kTableSeconds = 1.5;

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
          .empty = place_of(options.used.empty, folder, elsewhere, "empty.png")};
}

/// Where edits go once another source is watched than the recorded game: a folder nobody keeps a table in yet, under the user's data
/// folder.
Paths paths_away_from_the_recording() {
  fs::path folder = app::data_folder();
  std::error_code ignored;
  for (int number = 2; fs::exists(folder / "table.toml", ignored) || fs::exists(folder / "roster.toml", ignored); ++number)
    folder = fs::path(app::data_folder()) / fmt::format("table-{}", number);
  return {.table = (folder / "table.toml").string(), .roster = (folder / "roster.toml").string(), .empty = (folder / "empty.png").string()};
}

/// "R1/leader at BG" as a file's name.
[[nodiscard]] std::string as_file_name(const WriteEvidence& of) {
  std::string name = of.from + " at " + of.to;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::iscntrl(c) || c == '/' || c == '\\' || c == ':'; }, '-');
  return name;
}

/// Under a name of its own in the user's data folder. Returns its path. Errors: BadFile.
[[nodiscard]] measure::Result<std::string> keep_evidence(const std::string& zip, const WriteEvidence& of) {
  const fs::path folder = fs::path(app::data_folder()) / "evidence";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  fs::path path = folder / fmt::format("{} {}.zip", app::today(), as_file_name(of));
  for (int number = 2; fs::exists(path, ignored); ++number)
    path = folder / fmt::format("{} {} ({}).zip", app::today(), as_file_name(of), number);
  return app::write_text(path.string(), zip).transform([&] { return path.string(); });
}

/// Moves a file to the first free name behind it; empty where it could not be moved.
std::string moved_aside(const std::string& path) {
  std::error_code problem;
  std::string to = path + ".bak";
  for (int number = 2; fs::exists(to, problem); ++number) to = fmt::format("{}.bak-{}", path, number);
  fs::rename(path, to, problem);
  return problem ? "" : to;
}

}  // namespace

GameKeeper::GameKeeper(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (path_.empty() || !fs::exists(path_, ignored)) return;
  waiting_ = app::read_text(path_).value_or("");  // what cannot be read is no game, and said to be none
}

std::optional<app::SavedGame> GameKeeper::take_up(const std::string& fingerprint, const rules::charge::Field& seen) {
  if (!waiting_) return std::nullopt;
  auto saved = app::taken_up(*waiting_, path_, seen);
  waiting_.reset();
  if (saved && saved->of == fingerprint) return std::move(*saved);
  problem_ = saved ? path_ + ": this game is of another table or roster" : saved.error().message;
  if (const std::string kept = moved_aside(path_); !kept.empty()) problem_ += "; it is kept as " + kept;
  return std::nullopt;
}

measure::Result<void> GameKeeper::keep(const app::SavedGame* saved) {
  if (path_.empty()) return {};
  std::error_code ignored;
  if (saved) return app::write_text(path_, app::game_text(*saved));
  fs::remove(path_, ignored);
  return {};
}

void GameKeeper::put_aside() {
  std::error_code ignored;
  if (!path_.empty() && fs::exists(path_, ignored)) moved_aside(path_);
  waiting_.reset();
}

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
          .and_then([&] { return app::read_into(house, options.used.house, app::read_house); })
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
      edits_kept_apart_(!options.keep_in.empty()),
      again_(options.again),
      history_(std::move(document)),
      snapshot_(std::make_shared<const app::Snapshot>()) {
  if (!options.used.empty.empty()) empty_ = cv::imread(options.used.empty, cv::IMREAD_COLOR);
  session_ = std::make_unique<app::Session>(setup(), history_.current().house);
  if (const auto& scenario = history_.current().scenario) session_->play_scenario(*scenario);
  if (!edits_kept_apart_) games_ = GameKeeper(game_beside(paths_.table));  // the recorded game begins anew each time
  if (options.record) {
    session_->record(*options.record);
    record_ = options.record->path;
  }
  if (!options.used.source.empty()) session_->open(options.used.source);
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
  ui.told = "The game goes on where it stood when the window was closed.";
  history_.take_up(std::make_shared<const rules::charge::Game>(std::move(saved->game)));
}

measure::Result<void> Controller::keep_game(UiState& ui) {
  const Document& document = history_.current();
  if (!document.game) return games_.keep(nullptr);
  const app::SavedGame saved{app::fingerprint(document.table.table, document.roster), *document.game,
                             state_of<ScenarioState>(ui).clock.all_used_s(now_)};
  return games_.keep(&saved);
}

bool Controller::refresh(UiState& ui, double now) {
  now_ = now;
  const bool passed = follow_passage(ui, now), turned = play_past(ui) || passed;
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
  if (newest == snapshot_) return turned;
  snapshot_ = std::move(newest);
  take_up_game(ui);
  note_what_is_used();
  if (snapshot_->state) watch_margins(ui, *snapshot_->state, now);
  ui.has_empty = !empty_.empty();
  read_again(ui);
  return true;
}

void Controller::read_again(const UiState& ui) {
  readings_.clear();
  const app::Snapshot& shown = ui.held ? *ui.held->moment : *snapshot_;
  if (!shown.state) return;
  for (const overlay::Laid& laid : history_.current().laid)
    readings_.push_back(overlay::read(laid, *shown.state, history_.current().table.table));
}

void Controller::carry_out(const Requests& requests, UiState& ui) {
  for (const Request& request : requests) carry_out(request, ui);
  if (requests.empty()) return;
  read_again(ui);
  note_what_is_used();
}

void Controller::change(Document next, Touched touched, UiState& ui) {
  history_.change(std::move(next), touched);
  follow(touched, ui);
}

void Controller::follow(Touched touched, UiState& ui) {
  save(touched, ui);
  if (touched.table || touched.roster || touched.lens) session_->replace_setup(setup());
}

void Controller::undo(UiState& ui) {
  const auto step = history_.undo();
  if (!step) return;
  if (!step->corrections.empty()) session_->take_back(step->corrections.size());
  follow(step->touched, ui);
}

void Controller::redo(UiState& ui) {
  const auto step = history_.redo();
  if (!step) return;
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
  save_pending(ui);
}

void Controller::save_at_end(UiState& ui) {
  if (history_.current().game) unsaved_.game = true;
  save_pending(ui);
}

void Controller::save_pending(UiState& ui) {
  if (!anything_unsaved()) return;
  std::error_code ignored;
  for (const std::string& path : {paths_.table, paths_.roster})
    if (const auto folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
  ui.notice.clear();
  const auto saved = [&](bool wanted, auto&& write) {
    if (!wanted) return false;
    const measure::Result<app::Replaced> done = write();
    if (!done) ui.notice = done.error().message + " Your changes are kept here and tried again.";
    if (done && done->kept_at) ui.told = "The file as you wrote it is kept as " + *done->kept_at + ".";
    return !done;
  };
  const Document& document = history_.current();
  unsaved_.table = saved(unsaved_.table, [&] { return app::write_table(paths_.table, document.table); });
  unsaved_.roster = saved(unsaved_.roster, [&] { return app::write_roster(paths_.roster, document.roster); });
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
    ui.notice = "The picture of the empty table could not be saved to " + paths_.empty + "; it is used until the window closes.";
  ui.has_empty = true;
  session_->replace_setup(setup());
}

void Controller::look_back(const std::string& record, UiState& ui) {
  const std::string path = record.empty() ? record_ : record;
  if (path.empty()) {
    ui.notice = "Nothing is recorded here: the recorded game of the demo keeps no record. `vedette replay FILE` shows another one.";
    return;
  }
  auto timeline = app::Timeline::read(path);
  if (!timeline) {
    ui.notice = timeline.error().message;
    return;
  }
  const app::RecordedGame& game = timeline->game();
  Document then = history_.current();
  then.table.table = game.table;
  then.roster = game.roster;
  then.house = game.house.charge;
  then.game = nullptr;
  then.scenario = nullptr;
  ui.back = LookingBack{.timeline = std::make_shared<const app::Timeline>(std::move(*timeline)),
                        .moment = {},
                        .document = std::make_shared<const Document>(std::move(then)),
                        .playing_since = {}};
  go_to_table(ui.back->timeline->tables().size() - 1, ui);
  if (ui.back) carry_out(ChooseTool{Tool::Select}, ui);
}

bool Controller::play_past(UiState& ui) {
  if (!ui.back || !ui.back->playing_since || now_ - *ui.back->playing_since < kTableSeconds) return false;
  const bool last = ui.back->table + 1 >= ui.back->timeline->tables().size();
  ui.back->playing_since = last ? std::nullopt : std::optional(now_);
  if (!last) carry_out(GoToTable{ui.back->table + 1}, ui);
  return true;
}

void Controller::go_to_table(std::size_t table, UiState& ui) {
  auto moment = ui.back->timeline->snapshot(table);
  if (!moment) {
    ui.notice = moment.error().message;
    if (!ui.back->moment) ui.back.reset();
    return;
  }
  ui.back->table = table;
  ui.back->moment = std::move(*moment);
}

void Controller::write_evidence(const WriteEvidence& wish, UiState& ui) {
  if (!ui.held || !ui.held->moment->frame || !ui.held->moment->camera) return;
  const app::Snapshot& moment = *ui.held->moment;
  const Document& document = history_.current();
  std::vector<unsigned char> png;
  cv::imencode(".png", moment.frame->bgr, png);
  const app::evidence::Seen seen{
      .picture = {png.begin(), png.end()},
      .ending = ".png",
      .frame = *moment.frame,
      .state = *moment.state,
      .camera = app::SeenBy{
          {.camera = *moment.camera, .tags_used = moment.state->camera.tags_seen, .reprojection_px = moment.state->camera.reprojection_px},
          document.lens.has_value()}};
  app::evidence::SetUp texts{.table = app::table_text(document.table), .roster = app::roster_text(document.roster), .house = {}};
  if (ui.back) {
    const app::RecordedSetup& then = ui.back->timeline->game().texts;
    texts = {.table = then.table, .roster = then.roster, .house = then.house};
  }
  const auto written =
      app::read_into(texts.house, ui.back ? std::string() : opened_.house, [](const std::string& path) { return app::read_text(path); })
          .and_then([] { return app::evidence::TableKey::open(app::evidence::key_file()); })
          .and_then([&](const auto& key) {
            return app::evidence::make(seen, texts, {"fire", wish.from, wish.to}, key, app::program_version());
          })
          .and_then([&](const app::evidence::Made& made) { return keep_evidence(made.zip, wish); });
  ui.notice = written ? "" : "The evidence could not be written: " + written.error().message;
  ui.told = written ? "Evidence: " + *written : "";
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
        ui.notice = "This table does not measure beforehand (house rules, measuring): put the tool down. The referee may (J).";
        return;
      }
      const bool logged = now.game && now.custom.measuring == app::Custom::Measuring::Logged && my.snapshot_->state;
      edit(
          [&](Document& next) {
            next.laid.push_back(r.laid);
            if (!logged) return;
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
      if (ui.help || ui.palette) {
        ui.help = ui.palette = false;
        return;
      }
      if (ui.back && ui.back->passage) return end_passage(ui);
      ui.hand = {};
      ui.selected.clear();
      if (ui.tool == Tool::Select && ui.back && !ui.back->alone) ui.back.reset();
      hold_for(Tool::Select);
      ui.tool = Tool::Select;
    }
    void operator()(const LookBack& r) const { my.look_back(r.record, ui); }
    void operator()(const GoToTable& r) const {
      if (ui.back) my.go_to_table(std::min(r.table, ui.back->timeline->tables().size() - 1), ui);
      if (ui.back) hold_for(ui.tool);
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
    void operator()(const WriteEvidence& r) const { my.write_evidence(r, ui); }
    void operator()(const NoteRuling& r) const { my.session_->note(r.kind, r.body); }
    void operator()(const ToggleHelp&) const { ui.help = !ui.help; }
    void operator()(const Scale& r) const { ui.zoom = r.factor == 0.0 ? 1.0 : std::clamp(ui.zoom * r.factor, 0.6, 2.5); }
    void operator()(const TellWindow& r) const { r.what(ui); }
  };
  std::visit(Visitor{*this, ui}, request);
}

}  // namespace window
