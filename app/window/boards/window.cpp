#include "app/window/boards/window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/air/board.h"
#include "app/files/lens_file.h"
#include "app/player/dice_desk.h"
#include "app/player/letters.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/air_sheet.h"
#include "app/window/boards/panels.h"
#include "app/window/boards/past_view.h"
#include "app/window/boards/stage.h"
#include "app/window/boards/sworn_panel.h"
#include "app/window/boards/words.h"
#include "app/window/shell/shell.h"
#include "app/window/shell/widgets.h"
#include "app/window/stopped_sheet.h"

namespace window {

namespace {

/// Seconds after which the letters of a player who went away are hidden. Shorter, and they vanish while he thinks.
constexpr double kLeftAlone = 60.0;
constexpr double kZoomStep = 1.1;

constexpr const char* kBoardKeys = tongue::tr_later(
    "Click a piece: what it may do is shown.\n"
    "L  letters of hidden pieces     U  the other side of the board     F  all of the board     A  all of the picture\n"
    "Ctrl+C  copy the record     Ctrl+V  replay a copied one: Left, Right, Home, End, Esc\n"
    "B  look back at the record: Left, Right, Home, End, Space plays, W what happened before, Esc\n"
    "Ctrl+Z  take back the last action     Home  the recording again     F2  set up\n"
    "F8  light or dark     F9  second window for capture     F10  on air     F11  language     Ctrl +, -, 0  size\n"
    "The wheel zooms, the right button drags the picture.");

/// "corner of a1": by the squares in the board's corners, its origin first.
[[nodiscard]] CornerNames corners_by_name(const measure::Board& board) {
  const auto [columns, rows] = measure::size_of(board);
  CornerNames out;
  const std::array<measure::SquareName, 4> squares{{{0, 0}, {columns - 1, 0}, {columns - 1, rows - 1}, {0, rows - 1}}};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = tongue::trf("corner of {}", square_name(board, squares[i]));
  return out;
}

class BoardWindow final : public Shell {
 public:
  BoardWindow(const BoardWindowOptions& options, std::optional<BoardPast> past)
      : Shell(options.screenshot), options_(options), session_(options.setup, options.houses), past_(std::move(past)) {
    ui_.setup = options.setup;
    ui_.used = options.used;
    ui_.corner_names = corners_by_name(options.setup.board);
    if (!stopped_ || options.go_on)
      begin(options.go_on);
    else
      last_seen_ = picture_of(*stopped_);
  }

 private:
  /// Watches and records; what stopped goes on, or stays as it is.
  void begin(bool go_on) {
    const auto stopped = std::exchange(stopped_, nullptr);
    auto record = options_.record;
    if (stopped && go_on && record) {
      record->path = stopped->path;
      record->texts.goes_on = true;
      record->by_itself = false;
      session_.go_on(stopped);
    }
    if (record) session_.record(*record), recorded_in_ = record->path;
    session_.keep_lens(app::LensMemory(options_.used.board));
    if (!options_.used.source.empty()) session_.open(options_.used.source);
  }

  void opened() override {
    ui_.choices = kept_choices();
    if (!last_seen_.bgr.empty()) upload(last_seen_);
  }

  /// What stopped goes on, or not: nothing else can be done before.
  void draw_question() {
    std::optional<bool> chosen;
    draw_main(
        ui_.zoom, ui_.light, [&] { static_cast<void>(take_due(events_)), tell(events_.mouse); },
        [&](const Theme& theme, ScreenSize size) { chosen = ask_to_go_on(*stopped_, picture(), theme, size); });
    events_.dropped.clear();
    if (!chosen) return;
    begin(*chosen);
    keep_awake();
  }

  bool refresh() override {
    const bool other = past_ && past_->follow(glfwGetTime());
    auto newest = session_.latest();
    const bool fresh = newest->serial != snapshot_->serial;
    if (fresh) {
      read_out(*snapshot_, *newest);
      snapshot_ = std::move(newest);
    }
    if (!air_.on()) {
      on_air_ = nullptr;
    } else if (on_air_ != snapshot_) {
      app::air::Look look = app::air::look_of(on_air_, snapshot_, options_.setup.board);
      look.record = recorded_in_;
      air_.take(std::move(look));
      on_air_ = snapshot_;
    }
    return fresh || other;
  }

  /// What was done on the board since, where rulings are read out. An undo leaves fewer lines, and nothing is said.
  void read_out(const app::BoardSnapshot& before, const app::BoardSnapshot& now) {
    if (!ui_.choices.chosen.speech || now.log.size() <= before.log.size()) return;
    const app::BoardLogLine& line = now.log.front();
    speaker_.say(line.side + (line.side.empty() ? "" : " ") + tongue::ruling(line.says), tongue::in_use());
  }

  void draw() override {
    if (stopped_) return draw_question();
    if (const auto& frame = shown().frame; frame && frame != uploaded_) {
      upload(*frame);
      uploaded_ = frame;
    }
    if (!board_shown_) show_board();
    open_page();
    bool leaves_past = false;
    draw_main(
        ui_.zoom, ui_.light, [&] { take_keys(); },
        [&](const Theme& theme, ScreenSize size) {
          const BoardLookAt look = look_now();
          Layout layout = lay_out_panels(size.width, size.height, theme.scale, true);
          layout.stage.left = layout.tools.left;  // no tools here
          layout.bottom.left = layout.tools.left;
          draw_board_top(look, ui_, layout.top, theme);
          if (!past_)
            draw_board_strip(look, ui_, layout.strip, theme);
          else if (!draw_past_strip(*past_, layout.strip, theme))
            leaves_past = true;
          if (replaying()) {
            draw_board_replay(ui_.replay, layout.stage, layout.side, theme);
          } else {
            draw_stage(layout.stage, theme);
            draw_panel_beside(look, layout.side, theme);
          }
          draw_board_record(look, ui_, layout.bottom, theme);
          draw_help(theme, size);
          air_.draw(ui_.air, theme, size);
          draw_choices(ui_.choices, theme, size);
        });
    take_dropped();
    if (leaves_past) past_.reset();
    draw_clean(shown(), board_now(), {.letters = ui_.focus.letters}, ui_.view.turned);
    if (past_) ui_.wishes.clear();  // the past is looked at, not changed
    for (const auto& wish : ui_.wishes) wish(session_);
    if (!ui_.wishes.empty()) keep_awake();
    ui_.wishes.clear();
    if (ui_.used == told_) return;
    told_ = ui_.used;
    if (options_.note) options_.note(told_);
  }
  bool done() const override { return ui_.quit || !ui_.other_game.empty(); }
  bool& capture_wanted() override { return ui_.capture; }
  void touched() override { touched_at_ = glfwGetTime(); }

  void closing() override {
    if (!ui_.other_game.empty() && options_.leave_for)
      options_.leave_for({.from = word_of(options_.title), .game = ui_.other_game, .used = ui_.used});
  }

  void show_board() {
    const auto view = view_of_board(shown(), board_now(), picture().size);
    if (!view) return;
    const bool turned = ui_.view.turned;
    ui_.view = *view;
    ui_.view.turned = turned;
    board_shown_ = true;
  }

  void take_keys() {
    for (const KeyPress& press : take_due(events_)) {
      touched_at_ = glfwGetTime();
      if (ui_.own.doing != BoardPrivacy::Doing::Nothing && !press.ctrl) {
        take_private_key(ui_, page_.get(), press.key);
        open_page();
        continue;
      }
      if (press.ctrl && press.key == GLFW_KEY_Z) ui_.wishes.push_back([](app::BoardSession& s) { s.undo(); });
      if (press.ctrl && press.key == GLFW_KEY_Q) ui_.quit = true;
      if (press.ctrl && press.key == GLFW_KEY_C) copy_record(ui_.replay, look_now().snapshot.record);
      if (press.ctrl && press.key == GLFW_KEY_V) paste_record(ui_.replay, options_.setup.board);
      if (press.ctrl && (press.key == GLFW_KEY_EQUAL || press.key == GLFW_KEY_KP_ADD)) ui_.zoom *= kZoomStep;
      if (press.ctrl && (press.key == GLFW_KEY_MINUS || press.key == GLFW_KEY_KP_SUBTRACT)) ui_.zoom /= kZoomStep;
      if (press.ctrl && press.key == GLFW_KEY_0) ui_.zoom = 1.0;
      if (press.ctrl || (replaying() && take_replay_key(ui_.replay, press.key)) || (past_ && past_->take_key(press.key))) continue;
      if (press.key == GLFW_KEY_B || (press.key == GLFW_KEY_ESCAPE && past_ && !ui_.help)) look_back();
      if (press.key == GLFW_KEY_L) ui_.focus.letters = !ui_.focus.letters;
      if (press.key == GLFW_KEY_U) ui_.view = turned(ui_.view);
      if (press.key == GLFW_KEY_F) show_board();
      if (press.key == GLFW_KEY_A) ui_.view = {.turned = ui_.view.turned};
      if (press.key == GLFW_KEY_HOME) open_source(ui_, ui_.used.source);
      if (press.key == GLFW_KEY_F2 && !past_) turn_to_setup(ui_);
      if (press.key == GLFW_KEY_F9) ui_.capture = !ui_.capture;
      if (press.key == GLFW_KEY_F10) ui_.air.open = !ui_.air.open;
      if (press.key == GLFW_KEY_F11) ui_.choices.open = !ui_.choices.open;
      if (press.key == GLFW_KEY_F8) ui_.light = !ui_.light;
      if (press.key == GLFW_KEY_SLASH || press.key == GLFW_KEY_F1) ui_.help = !ui_.help;
      if (press.key == GLFW_KEY_ESCAPE) ui_.focus.selected.reset(), ui_.help = ui_.air.open = ui_.choices.open = false, ui_.corners.reset();
    }
    tell(events_.mouse);
  }

  /// At the record of the game that is watched, as far as it is written; once more: back to the game.
  void look_back() {
    if (past_ && past_->alone()) return;
    if (past_) return past_.reset();
    ui_.trouble = options_.record ? "" : tongue::tr("Nothing is recorded here: the recorded games of the demo keep no record.");
    if (!options_.record) return;
    auto past = BoardPast::open(options_.record->path, false);
    if (!past) {
      ui_.trouble = past.error().message;
      return;
    }
    past_.emplace(std::move(*past));
    ui_.replay.replay.reset();
    ui_.set_up = false;
    ui_.focus.selected.reset();
  }

  /// A lens, or something to watch.
  void take_dropped() {
    for (std::string& dropped : events_.dropped) {
      if (!dropped.ends_with(".json")) {
        open_source(ui_, std::move(dropped));
        continue;
      }
      auto lens = app::read_lens(dropped);
      ui_.trouble = lens ? "" : lens.error().message;
      if (!lens) continue;
      ui_.setup.lens = std::move(*lens);
      ui_.used.lens = std::move(dropped);
      change_setup(ui_);
    }
    events_.dropped.clear();
  }

  /// What the player's keys open just now; a page left alone is closed.
  void open_page() {
    if (ui_.own.doing == BoardPrivacy::Doing::Entering && glfwGetTime() - touched_at_ > kLeftAlone) ui_.own = {};
    const bool wanted = ui_.own.doing == BoardPrivacy::Doing::Entering || ui_.own.doing == BoardPrivacy::Doing::Showing;
    page_ = wanted ? session_.private_page(ui_.own.side, ui_.own.keys) : nullptr;
    if (page_) ui_.own.proven = true;
  }

  /// The window for capture: what it is given is all it can show.
  void draw_clean(const app::BoardSnapshot& snapshot, const measure::Board& board, const app::BoardFocus& focus, bool turned) {
    if (picture().size.width == 0) return;
    draw_capture([&](const Theme& theme, const overlay::Box& box) {
      View view = view_of_board(snapshot, board, picture().size).value_or(View{});
      view.turned = turned;
      draw_board(*ImGui::GetBackgroundDrawList(), snapshot, board, focus, picture(), view, box, theme);
    });
  }
  /// What the panels speak of.
  [[nodiscard]] BoardLookAt look_now() const {
    return {past_ ? past_->moment() : *snapshot_, board_now(), options_.title, past_.has_value()};
  }
  /// What the board's picture shows: not always the same, when what happened before a moment is played.
  [[nodiscard]] const app::BoardSnapshot& shown() const { return past_ ? *past_->shown() : *snapshot_; }
  [[nodiscard]] const measure::Board& board_now() const { return past_ ? past_->timeline().setup().board : options_.setup.board; }

  void draw_stage(const overlay::Box& box, const Theme& theme) {
    begin_stage(box, theme);
    if (picture().size.width > 0) {
      if (ImGui::IsWindowHovered()) point_and_click(Placement(ui_.view, box, picture().size));
      ImDrawList& draw = *ImGui::GetWindowDrawList();
      draw_board(draw, shown(), board_now(), ui_.focus, picture(), ui_.view, box, theme, page_ == nullptr);
      if (page_) draw_private_letters(draw, look_now(), ui_, *page_, box, picture().size, theme);
      if (ui_.corners)
        draw_corner_clicks(draw, *ui_.corners, ui_.corner_names, Placement(ui_.view, box, picture().size), theme, ImGui::IsWindowHovered());
    }
    end_stage();
  }

  void point_and_click(const Placement& placement) {
    const ImGuiIO& io = ImGui::GetIO();
    zoom_and_pan(ui_.view, placement, picture().size);
    ui_.focus.hovered.reset();
    const auto pixel = placement.picture_from_screen({io.MousePos.x, io.MousePos.y});
    if (ui_.corners) {
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) click_corner(ui_, pixel);
      return;
    }
    const auto& reading = shown().reading;
    if (!reading || !reading->registration) return;
    if (const auto at = reading->registration->camera.table_from_image(pixel, measure::Inches(0.0)))
      ui_.focus.hovered = app::square_at(board_now(), *at);
    if (ui_.own.doing == BoardPrivacy::Doing::Entering && page_) {  // what he points at is his own affair
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ui_.focus.hovered) ui_.own.piece = ui_.focus.hovered;
      ui_.focus.hovered.reset();
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
      ui_.focus.selected = ui_.focus.hovered == ui_.focus.selected ? std::nullopt : ui_.focus.hovered;
  }

  void draw_panel_beside(const BoardLookAt& look, const overlay::Box& box, const Theme& theme) {
    if (ui_.own.doing == BoardPrivacy::Doing::ChoosingKeys || ui_.own.doing == BoardPrivacy::Doing::Entering)
      draw_entry_panel(look, ui_, page_.get(), box, theme);
    else if (ui_.set_up)
      draw_board_setup(look, ui_, box, theme);
    else
      draw_board_side(look, ui_, page_.get(), box, theme);
  }

  void draw_help(const Theme& theme, ScreenSize size) const {
    if (!ui_.help) return;
    const double width = std::min(0.9 * size.width, 640.0 * theme.scale);
    const double left = 0.5 * (size.width - width), top = 0.3 * size.height;
    ImGui::SetNextWindowPos(vec(left, top));
    ImGui::SetNextWindowSize(vec(width, 0.0));  // as high as it must be
    ImGui::SetNextWindowFocus();                // over the panels, which never come to the front
    ImGui::Begin("help", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    section(theme, tongue::tr("KEYS"));
    ImGui::TextWrapped("%s", tongue::tr(kBoardKeys));
    ImGui::End();
  }
  /// A pasted record is shown, unless somebody has his letters or the camera in hand.
  [[nodiscard]] bool replaying() const { return ui_.replay.replay && ui_.own.doing == BoardPrivacy::Doing::Nothing && !ui_.set_up; }

  const BoardWindowOptions& options_;
  std::shared_ptr<const app::StoppedGame> stopped_ = options_.stopped;  // until the players have said
  vision::Frame last_seen_;                                             // how the board looked when it stopped
  app::BoardSession session_;
  app::SharedBoardSnapshot snapshot_ = session_.latest();
  BoardUi ui_;
  app::LastUsed told_ = options_.used;
  std::shared_ptr<const app::PrivatePage> page_;  // while a player looks at it
  std::optional<BoardPast> past_;                 // none: the game that is watched is shown
  std::shared_ptr<const vision::Frame> uploaded_;
  bool board_shown_ = false;
  double touched_at_ = 0.0;
  std::string recorded_in_;  // empty: nowhere
  AirSheet air_{options_.title,
                options_.in_hall,
                {app::player::letters_question(session_, options_.setup.board), app::player::dice_question(nullptr)}};
  Speaker speaker_;
  app::SharedBoardSnapshot on_air_;  // what went there last
};

}  // namespace

int run_board_window(const BoardWindowOptions& options) {
  std::optional<BoardPast> past;
  if (!options.replay.empty()) {
    auto opened = BoardPast::open(options.replay, true);
    if (!opened) {
      std::fputs(fmt::format("vedette: {}\n", opened.error().message).c_str(), stderr);
      return 6;
    }
    past.emplace(std::move(*opened));
  }
  return BoardWindow(options, std::move(past)).run("`vedette track --board`");
}

}  // namespace window
