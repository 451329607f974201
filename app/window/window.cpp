#include "app/window/window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <utility>

#include "app/window/controller.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/capture_window.h"
#include "app/window/shell/events.h"
#include "app/window/shell/screen.h"
#include "app/window/shell/view.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/stage.h"

namespace window {
namespace {

/// With nothing to do the window looks for a new picture this often.
constexpr double kIdleSeconds = 1.0 / 60.0;
/// A breathing window: state such as "still shrinking" ends without any event.
constexpr double kLongestStill = 2.0;
/// While a clock runs no second is left out.
constexpr double kBetweenTicks = 0.25;
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
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if (typed == '?') requests.push_back(ToggleHelp{});
  }
}

[[nodiscard]] ScreenSize wanted_size(const LiveOptions& options) {
  ScreenSize size{1600, 900};
  if (const GLFWvidmode* const mode = glfwGetVideoMode(glfwGetPrimaryMonitor())) size = {mode->width, mode->height};
  if (options.width > 0) size.width = options.width;
  if (options.height > 0) size.height = options.height;
  return size;
}

void draw_everything(const Look& look, UiState& ui, const Picture& picture, const Theme& theme, ScreenSize size,
                     const std::vector<Command>& all, Requests& requests) {
  const Layout layout = lay_out_panels(size.width, size.height, theme.scale, any_strip());
  draw_top_panel(look, ui, layout.top, theme, requests);
  if (any_strip()) {
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
  const ImVec2 whole(static_cast<float>(size.width), static_cast<float>(size.height));
  draw_help(ui, whole, theme, all);
  draw_palette(ui, whole, theme, all, requests);
}

[[nodiscard]] Mode first_mode(const LiveOptions& options, const Document& document) {
  if (options.mode == "roster") return Mode::Roster;
  if (options.mode == "set-up") return Mode::SetUp;
  if (options.mode == "measure") return Mode::Play;
  return !options.source || (document.table.tags.empty() && document.table.anchors.empty()) ? Mode::SetUp : Mode::Play;
}

/// The windows and everything they show, from opening to closing.
class Application {
 public:
  Application(const LiveOptions& options, Document document) : options_(options), controller_(options, std::move(document)) {}
  [[nodiscard]] bool open();
  int run();

 private:
  void look();
  void draw();
  void take_input(const Look& look, const std::vector<Command>& all);
  [[nodiscard]] bool write_screenshot();
  [[nodiscard]] bool time_for_screenshot() const { return options_.screenshot && glfwGetTime() > options_.after_seconds; }

  const LiveOptions& options_;
  Controller controller_;
  UiState ui_;
  Events events_;
  std::unique_ptr<Screen> main_;
  CaptureWindow clean_;
  std::optional<Texture> texture_;
  calibration::ImageSize picture_size_;
  cv::Mat grabbed_;  // the screenshot, once it is due
  std::uint64_t shown_ = 0;
  double cursor_[2] = {0.0, 0.0}, last_drawn_ = 0.0, last_save_ = 0.0;
};

bool Application::open() {
  main_ = Screen::open("Vedette", wanted_size(options_), nullptr);
  if (!main_) return false;
  listen(main_->handle(), events_);
  texture_.emplace();
  ui_.mode = first_mode(options_, controller_.history().current());
  ui_.lens_path = options_.lens;
  if (ui_.mode == Mode::SetUp) ui_.cameras = vision::list_cameras();
  if (!options_.keep_in.empty())
    ui_.told = "A recorded game: try everything, it stays as it is. In a game (Space) it waits for you. Your own camera: Set up (F2).";
  return true;
}

void Application::look() {
  if (!controller_.refresh(ui_, glfwGetTime())) return;
  events_.frames_left = std::max(events_.frames_left, 1);
  const auto& frame = controller_.snapshot().frame;
  if (!frame || (frame->sequence == shown_ && picture_size_.width == frame->bgr.cols)) return;
  glfwMakeContextCurrent(main_->handle());
  texture_->upload(frame->bgr);
  picture_size_ = {frame->bgr.cols, frame->bgr.rows};
  shown_ = frame->sequence;
}

/// Keys and clicks reach the frame in the order they were made: R and then a click is a ruler's, also when both came at once.
void Application::take_input(const Look& look, const std::vector<Command>& all) {
  Requests requests;
  const bool typing = ImGui::GetIO().WantTextInput || ui_.palette;
  const std::vector<KeyPress> keys = take_due(events_);
  read_keys(keys, all, typing, requests);
  if (const Part& part = part_of(ui_.tool); part.key && !typing)
    for (const KeyPress& press : keys) part.key(press.key, look, ui_, requests);
  if (!requests.empty()) events_.frames_left = kFramesAfterInput;
  controller_.carry_out(requests, ui_);
  tell(events_.mouse);
}

void Application::draw() {
  Requests requests;
  const app::Snapshot& snapshot = controller_.snapshot();
  const Look look{.snapshot = snapshot,
                  .document = controller_.history().current(),
                  .readings = controller_.readings(),
                  .now = glfwGetTime(),
                  .can_undo = controller_.history().can_undo(),
                  .can_redo = controller_.history().can_redo()};
  const auto all = commands({.frozen = snapshot.frozen, .set_up = snapshot.set_up, .look = &look});
  const Picture picture{.texture = picture_size_.width > 0 ? texture_->id() : nullptr, .size = picture_size_};
  main_->draw(
      ui_.zoom, ui_.light, [&] { take_input(look, all); },
      [&](const Theme& theme, ScreenSize size) { draw_everything(look, ui_, picture, theme, size, all, requests); },
      time_for_screenshot() ? &grabbed_ : nullptr);
  clean_.draw(*main_, [&](const Theme& theme, const overlay::Box& box) { draw_clean(look, ui_, picture, box, theme); });
  for (std::string& dropped : events_.dropped) {
    if (dropped.ends_with(".json"))
      requests.push_back(ChooseLens{std::move(dropped)});
    else
      requests.push_back(OpenSource{std::move(dropped)});
  }
  events_.dropped.clear();
  if (!requests.empty() || events_.mouse.waiting() || !events_.keys.empty()) events_.frames_left = kFramesAfterInput;
  controller_.carry_out(requests, ui_);
}

bool Application::write_screenshot() {
  try {
    if (!grabbed_.empty() && cv::imwrite(*options_.screenshot, grabbed_)) return true;
  } catch (const cv::Exception&) {
  }
  std::fputs("vedette: the screenshot could not be written\n", stderr);
  return false;
}

int Application::run() {
  while (!main_->wants_to_close() && !ui_.quit && ui_.other_game.empty()) {
    glfwWaitEventsTimeout(kIdleSeconds);
    look();
    if (input_seen(main_->handle(), cursor_)) events_.frames_left = kFramesAfterInput;
    const double now = glfwGetTime();
    if (events_.frames_left > 0 || now - last_drawn_ > (ui_.ticking ? kBetweenTicks : kLongestStill) || time_for_screenshot()) {
      events_.frames_left = std::max(0, events_.frames_left - 1);
      last_drawn_ = now;
      draw();
      clean_.keep(ui_.capture, *main_);
    }
    if (controller_.anything_unsaved() && now - last_save_ > kSaveAgainSeconds) controller_.save_pending(ui_), last_save_ = now;
    if (!grabbed_.empty()) {
      (void)write_screenshot();
      break;
    }
  }
  controller_.save_at_end(ui_);
  if (!ui_.other_game.empty() && options_.leave_for)
    options_.leave_for({.from = kGames.front().word, .game = ui_.other_game, .used = controller_.in_use()});
  clean_.close();
  texture_.reset();
  main_.reset();
  return 0;
}

}  // namespace

bool display_available() {
  const auto set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value && *value;
  };
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) return false;
  return reach_display();
}

int run_window(const LiveOptions& options) {
  auto document = read_document(options);
  if (!document) {
    std::fputs(fmt::format("vedette: {}\n", document.error().message).c_str(), stderr);
    return 6;
  }
  if (!reach_display()) {
    std::fputs("vedette: no display to open a window on. Without one, use `vedette demo` or `vedette track`.\n", stderr);
    return 4;
  }
  int status = 4;
  {
    Application application(options, std::move(*document));
    if (application.open())
      status = application.run();
    else
      std::fputs("vedette: this display has no OpenGL 3.2. LIBGL_ALWAYS_SOFTWARE=1 draws without a graphics card.\n", stderr);
  }
  glfwTerminate();
  return status;
}

}  // namespace window
