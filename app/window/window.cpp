#include "app/window/window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <cstdio>
#include <utility>

#include "app/air/table.h"
#include "app/player/letters.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_play.h"
#include "app/window/air_sheet.h"
#include "app/window/controller.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/stopped_sheet.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/stage.h"

namespace window {
namespace {

/// What could not be saved is tried again this often.
constexpr double kSaveAgainSeconds = 3.0;

/// `typing`: letters belong to a text field or an open sheet.
void read_keys(const std::vector<KeyPress>& pressed, const std::vector<Command>& all, bool typing, Requests& requests) {
  for (const KeyPress& press : pressed) {
    for (const Command& command : all) {
      const bool edits_text = command.ctrl ? command.key == GLFW_KEY_Z : command.key != GLFW_KEY_ESCAPE && command.key < GLFW_KEY_F1;
      const bool letter_goes_to_field = typing && edits_text;
      if (letter_goes_to_field || command.key != press.key || command.ctrl != press.ctrl || (command.ctrl && command.shift != press.shift))
        continue;
      requests.push_back(command.request);
    }
  }
  if (typing) return;
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters)
    if (typed == '?') requests.push_back(ToggleHelp{});
}

void draw_everything(const Look& look, UiState& ui, const Picture& picture, const Theme& theme, ScreenSize size,
                     const std::vector<Command>& all, Requests& requests) {
  const ImVec2 whole(static_cast<float>(size.width), static_cast<float>(size.height));
  if (const Part& part = part_of(ui.tool); part.screen && ui.mode == Mode::Play) {
    const bool strip = ui.back || ui.recording;
    const Layout layout = lay_out_screen(size.width, size.height, theme.scale, strip);
    draw_top_panel(look, ui, layout.top, theme, requests);
    if (strip) draw_timeline_panel(ui, layout.strip, theme, requests);
    draw_stage(look, ui, picture, layout.stage, theme, requests);
    begin_panel("screen", layout.side);
    part.screen({look, ui, theme, requests});
    end_panel();
    draw_help(ui, whole, theme, all);
    draw_palette(ui, whole, theme, all, requests);
    return;
  }
  const Layout layout = lay_out_panels(size.width, size.height, theme.scale, true);
  draw_top_panel(look, ui, layout.top, theme, requests);
  if (ui.back) {
    draw_timeline_panel(ui, layout.strip, theme, requests);
  } else {
    begin_panel("strip", layout.strip, false);
    for (const Part& part : parts())
      if (part.strip) part.strip({look, ui, theme, requests});
    end_panel();
  }
  draw_tool_panel(ui, layout.tools, theme, all, requests);
  draw_stage(look, ui, picture, layout.stage, theme, requests);
  switch (ui.mode) {
    case Mode::SetUp: draw_wizard_panel(look, ui, layout.side, theme, requests); break;
    case Mode::Roster: draw_roster_panel(look, ui, layout.side, theme, requests); break;
    case Mode::Play: draw_play_panel(look, ui, layout.side, theme, requests); break;
  }
  draw_bottom_panel(look, ui, layout.bottom, theme, requests);
  draw_help(ui, whole, theme, all);
  draw_palette(ui, whole, theme, all, requests);
}

[[nodiscard]] Mode first_mode(const LiveOptions& options, const Document& document) {
  if (options.mode == "roster") return Mode::Roster;
  if (options.mode == "set-up") return Mode::SetUp;
  if (options.mode == "measure") return Mode::Play;
  return options.used.source.empty() || (document.table.tags.empty() && document.table.anchors.empty()) ? Mode::SetUp : Mode::Play;
}

/// The past is looked at, not changed.
[[nodiscard]] bool changes_the_game(const Request& request) {
  return std::holds_alternative<ChangeDocument>(request) || std::holds_alternative<CorrectPieces>(request) ||
         std::holds_alternative<KeepProof>(request) || std::holds_alternative<TakeEmptyTable>(request);
}

/// The table as it goes on air; of a game that is played also its turn and what it has cost.
[[nodiscard]] app::air::Look look_on_air(const app::SharedSnapshot& before, const app::SharedSnapshot& now,
                                         std::shared_ptr<const vision::Setup> setup, const rules::charge::Game* game) {
  app::air::Look look = app::air::look_of(before, now, std::move(setup));
  if (!game) return look;
  look.caption.turn = fmt::format("Turn {}", game->turn);
  look.caption.phase = app::title_of(*game, game->step);
  for (const app::Strength& army : app::strengths(*game))
    for (app::air::Caption::Losses& losses : look.caption.losses)
      if (losses.army == army.name) losses.lost = army.lost, losses.of = army.original;
  return look;
}

/// Rulings on a table that are read out, the first of them; more would still be read when the table has long changed.
[[nodiscard]] std::vector<std::string> worth_saying(const app::RuledTable& table) {
  constexpr std::size_t kMostSaid = 3;
  std::vector<std::string> said;
  std::size_t left = 0;
  for (const app::RulingLine& line : table.lines) {
    const bool counts = line.dial == app::Dial::Enforce || line.dial == app::Dial::Propose;
    if (!counts || line.verdict == measure::Verdict::Yes) continue;
    if (said.size() == kMostSaid)
      ++left;
    else
      said.push_back(line.verdict == measure::Verdict::No ? tongue::ruling(line.says)
                                                          : tongue::trf("{}: too close to call", tongue::ruling(line.says)));
  }
  if (left > 0) said.push_back(tongue::trf("and {} more", left));
  return said;
}

class TableWindow final : public Shell {
 public:
  TableWindow(const LiveOptions& options, Document document)
      : Shell(options.screenshot), options_(options), controller_(options, std::move(document)) {}

 private:
  void opened() override {
    ui_.choices = kept_choices();
    ui_.mode = first_mode(options_, controller_.history().current());
    if (!options_.replay.empty()) {
      ui_.mode = Mode::Play;
      controller_.carry_out(Requests{LookBack{options_.replay}}, ui_);
      if (ui_.back) ui_.back->alone = true;
    }
    if (!options_.used.lens.empty()) ui_.lens_path = options_.used.lens;
    if (controller_.stopped() && options_.go_on) controller_.carry_out(Requests{GoOn{true}}, ui_);
    if (controller_.stopped()) {
      const vision::Frame then = picture_of(*controller_.stopped());
      if (!then.bgr.empty()) upload(then);
    }
    if (ui_.mode == Mode::SetUp) ui_.cameras = vision::list_cameras();
    if (!options_.keep_in.empty())
      ui_.told = tongue::tr(
          "A recorded game: try everything, it stays as it is. In a game (Space) it waits for you. Your own camera: Set up (F2).");
  }

  bool refresh() override {
    const bool fresh = controller_.refresh(ui_, glfwGetTime());
    read_out();
    if (!air_.on()) {
      on_air_ = nullptr;
    } else if (const app::SharedSnapshot now = controller_.newest();
               now != on_air_ || game_on_air_ != controller_.history().current().game) {
      game_on_air_ = controller_.history().current().game;
      app::air::Look look = look_on_air(on_air_, now, std::make_shared<const vision::Setup>(controller_.setup()), game_on_air_.get());
      look.record = controller_.record();
      air_.take(std::move(look));
      on_air_ = now;
    }
    return fresh || ui_.dice->waiting();
  }

  /// Where rulings are read out: what is not legal or too close to call on a table that has settled since, and what the referee ruled.
  void read_out() {
    const auto& rulings = controller_.newest()->rulings;
    if (rulings && !rulings->empty() && rulings->front()->number != read_out_) {
      read_out_ = rulings->front()->number;
      for (std::string& line : worth_saying(*rulings->front())) ui_.to_say.push_back(std::move(line));
    }
    if (ui_.choices.chosen.speech)
      for (std::string& line : ui_.to_say) speaker_.say(std::move(line), tongue::in_use());
    ui_.to_say.clear();
  }

  /// What stopped goes on, or not: nothing else can be done before.
  void draw_question() {
    std::optional<bool> chosen;
    draw_main(
        ui_.zoom, ui_.light, [&] { static_cast<void>(take_due(events_)), tell(events_.mouse); },
        [&](const Theme& theme, ScreenSize size) { chosen = ask_to_go_on(*controller_.stopped(), picture(), theme, size); });
    events_.dropped.clear();
    if (!chosen) return;
    controller_.carry_out(Requests{GoOn{*chosen}}, ui_);
    keep_awake();
  }

  void draw() override {
    if (controller_.stopped()) return draw_question();
    Requests requests;
    const app::SharedSnapshot held = ui_.held ? ui_.held->moment : nullptr;
    const app::Snapshot& snapshot = held ? *held : controller_.snapshot();
    if (const auto& frame = snapshot.frame; frame && frame != shown_) {
      upload(*frame);
      shown_ = frame;
    }
    const std::shared_ptr<const Document> past = ui_.back ? ui_.back->document : nullptr;
    const Look look{.snapshot = snapshot,
                    .document = past ? *past : controller_.history().current(),
                    .readings = controller_.readings(),
                    .now = glfwGetTime()};
    const auto all = commands({.frozen = snapshot.frozen,
                               .set_up = snapshot.set_up,
                               .past = ui_.back ? std::optional(ui_.back->table) : std::nullopt,
                               .look = &look});
    draw_main(
        ui_.zoom, ui_.light, [&] { take_input(look, all); },
        [&](const Theme& theme, ScreenSize size) {
          ui_.dice->begin();
          draw_everything(look, ui_, picture(), theme, size, all, requests);
          ui_.dice->end();
          air_.draw(ui_.air, theme, size);
          draw_choices(ui_.choices, theme, size);
        });
    draw_capture([&](const Theme& theme, const overlay::Box& box) { draw_clean(look, ui_, picture(), box, theme); });
    for (std::string& dropped : events_.dropped) {
      if (dropped.ends_with(".json"))
        requests.push_back(ChooseLens{std::move(dropped)});
      else
        requests.push_back(OpenSource{std::move(dropped)});
    }
    events_.dropped.clear();
    if (past) std::erase_if(requests, changes_the_game);
    if (!requests.empty() || events_.mouse.waiting() || !events_.keys.empty()) keep_awake();
    controller_.carry_out(requests, ui_);
    for (app::evidence::KeptEvidence& kept : controller_.take_kept()) air_.announce(std::move(kept));
  }
  bool done() const override { return ui_.quit || !ui_.other_game.empty(); }
  bool& capture_wanted() override { return ui_.capture; }
  bool ticking() const override { return ui_.ticking; }

  void between_pictures() override {
    const double now = glfwGetTime();
    if (controller_.anything_unsaved() && now - last_save_ > kSaveAgainSeconds) controller_.save_pending(ui_), last_save_ = now;
  }

  void closing() override {
    controller_.save_at_end(ui_);
    if (!ui_.other_game.empty() && options_.leave_for)
      options_.leave_for({.from = kGames.front().word, .game = ui_.other_game, .used = controller_.in_use()});
  }

  /// Keys and clicks reach the frame in the order they were made: R and then a click is a ruler's, also when both came at once.
  void take_input(const Look& look, const std::vector<Command>& all) {
    Requests requests;
    const bool typing = ImGui::GetIO().WantTextInput || ui_.palette;
    const std::vector<KeyPress> keys = take_due(events_);
    read_keys(keys, all, typing, requests);
    if (const Part& part = part_of(ui_.tool); part.key && !typing)
      for (const KeyPress& press : keys) part.key(press.key, look, ui_, requests);
    if (!requests.empty()) keep_awake();
    controller_.carry_out(requests, ui_);
    tell(events_.mouse);
  }

  const LiveOptions& options_;
  Controller controller_;
  UiState ui_;
  std::shared_ptr<const vision::Frame> shown_;
  double last_save_ = 0.0;
  AirSheet air_{"Charge!", options_.in_hall, {app::player::dice_question(ui_.dice), app::player::no_letters_question()}};
  Speaker speaker_;
  int read_out_ = 0;            // number of the table whose rulings were read out last
  app::SharedSnapshot on_air_;  // what went there last, with the game that was played then
  std::shared_ptr<const rules::charge::Game> game_on_air_;
};

}  // namespace

int run_window(const LiveOptions& options) {
  auto document = read_document(options);
  if (!document) {
    std::fputs(fmt::format("vedette: {}\n", document.error().message).c_str(), stderr);
    return 6;
  }
  return TableWindow(options, std::move(*document)).run("`vedette demo` or `vedette track`");
}

}  // namespace window
