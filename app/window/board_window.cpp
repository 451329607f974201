#include "app/window/board_window.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <opencv2/imgcodecs.hpp>

#include "app/overlay/flatten.h"
#include "app/window/board_panels.h"
#include "app/window/events.h"
#include "app/window/screen.h"
#include "app/window/screen_renderer.h"
#include "app/window/widgets.h"

namespace window {
namespace {

constexpr double kIdleSeconds = 1.0 / 60.0, kLongestStill = 2.0;
constexpr double kWheelStep = 1.15, kZoomStep = 1.1;

constexpr const char* kKeys =
    "Click a piece: what it may do is shown.\n"
    "L  letters of hidden pieces     U  the other side of the board     F  all of the board     A  all of the picture\n"
    "Ctrl+C  copy the record     Ctrl+V  replay a copied one: Left, Right, Home, End, Esc\n"
    "Ctrl+Z  take back the last action     F8  light or dark     Ctrl +, -, 0  size\n"
    "The wheel zooms, the right button drags the picture.";

[[nodiscard]] ImVec2 vec(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

/// The window and everything it shows, from opening to closing.
class Application {
 public:
  explicit Application(const BoardWindowOptions& options) : options_(options), session_(options.setup, options.houses) {
    session_.open(options.source);
  }
  [[nodiscard]] bool open();
  int run();

 private:
  [[nodiscard]] bool refresh();
  void show_board();
  void draw();
  void take_keys();
  void draw_stage(const overlay::Box& box, const Theme& theme);
  void point_and_click(const Placement& placement);
  void draw_help(const Theme& theme, ScreenSize size) const;

  const BoardWindowOptions& options_;
  app::BoardSession session_;
  app::SharedBoardSnapshot snapshot_ = session_.latest();
  BoardUi ui_;
  Events events_;
  std::unique_ptr<Screen> screen_;
  std::optional<Texture> texture_;
  calibration::ImageSize picture_;
  std::shared_ptr<const vision::Frame> shown_;
  cv::Mat grabbed_;
  bool board_shown_ = false;
  double cursor_[2] = {0.0, 0.0}, last_drawn_ = 0.0;
};

bool Application::open() {
  ScreenSize size{1600, 900};
  if (const GLFWvidmode* const mode = glfwGetVideoMode(glfwGetPrimaryMonitor())) size = {mode->width, mode->height};
  if (options_.width > 0) size.width = options_.width;
  if (options_.height > 0) size.height = options_.height;
  screen_ = Screen::open("Vedette", size, nullptr);
  if (!screen_) return false;
  listen(screen_->handle(), events_);
  texture_.emplace();
  return true;
}

/// The board as large as the stage allows, with a little of the table round it.
void Application::show_board() {
  if (!snapshot_->reading || !snapshot_->reading->registration || picture_.width == 0) return;
  constexpr double kAround = 1.12;
  const measure::Board& board = options_.setup.board;
  const measure::Inches none(0.0);
  double low_u = 1e9, low_v = 1e9, high_u = -1e9, high_v = -1e9;
  for (const measure::TablePoint corner :
       {measure::TablePoint{none, none}, {board.length, none}, {board.length, board.width}, {none, board.width}})
    if (const auto pixel = snapshot_->reading->registration->camera.image_from_table(corner, none)) {
      low_u = std::min(low_u, pixel->u), high_u = std::max(high_u, pixel->u);
      low_v = std::min(low_v, pixel->v), high_v = std::max(high_v, pixel->v);
    }
  if (!(high_u > low_u)) return;
  ui_.view.zoom = std::max(1.0, std::min(picture_.width / (high_u - low_u), picture_.height / (high_v - low_v)) / kAround);
  ui_.view.middle_x = 0.5 * (low_u + high_u) / picture_.width;
  ui_.view.middle_y = 0.5 * (low_v + high_v) / picture_.height;
  board_shown_ = true;
}

bool Application::refresh() {
  auto newest = session_.latest();
  if (newest->serial == snapshot_->serial) return false;
  snapshot_ = std::move(newest);
  if (snapshot_->frame && snapshot_->frame != shown_) {
    glfwMakeContextCurrent(screen_->handle());
    texture_->upload(snapshot_->frame->bgr);
    picture_ = {snapshot_->frame->bgr.cols, snapshot_->frame->bgr.rows};
    shown_ = snapshot_->frame;
  }
  if (!board_shown_) show_board();
  return true;
}

void Application::take_keys() {
  for (const KeyPress& press : take_due(events_)) {
    if (press.ctrl && press.key == GLFW_KEY_Z) ui_.wishes.push_back([](app::BoardSession& s) { s.undo(); });
    if (press.ctrl && press.key == GLFW_KEY_Q) ui_.quit = true;
    if (press.ctrl && press.key == GLFW_KEY_C) copy_record(ui_.replay, snapshot_->record);
    if (press.ctrl && press.key == GLFW_KEY_V) paste_record(ui_.replay, options_.setup.board);
    if (press.ctrl && (press.key == GLFW_KEY_EQUAL || press.key == GLFW_KEY_KP_ADD)) ui_.zoom *= kZoomStep;
    if (press.ctrl && (press.key == GLFW_KEY_MINUS || press.key == GLFW_KEY_KP_SUBTRACT)) ui_.zoom /= kZoomStep;
    if (press.ctrl && press.key == GLFW_KEY_0) ui_.zoom = 1.0;
    if (press.ctrl || take_replay_key(ui_.replay, press.key)) continue;
    if (press.key == GLFW_KEY_L) ui_.focus.letters = !ui_.focus.letters;
    if (press.key == GLFW_KEY_U) ui_.view = turned(ui_.view);
    if (press.key == GLFW_KEY_F) show_board();
    if (press.key == GLFW_KEY_A) ui_.view = {.turned = ui_.view.turned};
    if (press.key == GLFW_KEY_F8) ui_.light = !ui_.light;
    if (press.key == GLFW_KEY_SLASH || press.key == GLFW_KEY_F1) ui_.help = !ui_.help;
    if (press.key == GLFW_KEY_ESCAPE) ui_.focus.selected.reset(), ui_.help = false;
  }
  tell(events_.mouse);
}

void Application::point_and_click(const Placement& placement) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel != 0.0F)
    ui_.view = zoomed(ui_.view, placement.stage(), picture_, std::pow(kWheelStep, io.MouseWheel), {io.MousePos.x, io.MousePos.y});
  for (const int button : {ImGuiMouseButton_Right, ImGuiMouseButton_Middle})
    if (ImGui::IsMouseDown(button) && (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F))
      ui_.view = panned(ui_.view, placement.stage(), picture_, io.MouseDelta.x, io.MouseDelta.y);
  ui_.focus.hovered.reset();
  if (!snapshot_->reading || !snapshot_->reading->registration) return;
  const auto pixel = placement.picture_from_screen({io.MousePos.x, io.MousePos.y});
  if (const auto at = snapshot_->reading->registration->camera.table_from_image(pixel, measure::Inches(0.0)))
    ui_.focus.hovered = app::square_at(options_.setup.board, *at);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    ui_.focus.selected = ui_.focus.hovered == ui_.focus.selected ? std::nullopt : ui_.focus.hovered;
}

void Application::draw_stage(const overlay::Box& box, const Theme& theme) {
  ImGui::SetNextWindowPos(vec(box.left, box.top));
  ImGui::SetNextWindowSize(vec(box.width(), box.height()));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.backdrop);
  ImGui::Begin("stage", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  if (picture_.width > 0) {
    if (ImGui::IsWindowHovered()) point_and_click(Placement(ui_.view, box, picture_));
    const Placement placement(ui_.view, box, picture_);
    const overlay::Box all = placement.picture_box();
    const bool turned = ui_.view.turned;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddImage(texture_->id(), vec(all.left, all.top), vec(all.right, all.bottom), turned ? ImVec2(1, 1) : ImVec2(0, 0),
                  turned ? ImVec2(0, 0) : ImVec2(1, 1));
    if (snapshot_->reading && snapshot_->reading->registration) {
      const overlay::DisplayList list = app::board_overlay(*snapshot_, options_.setup.board, ui_.focus);
      const overlay::Flat flat =
          overlay::flatten(list, {.project = overlay::projection_of(snapshot_->reading->registration->camera), .table = {}, .scale = 1.0});
      draw_on_screen(draw, flat, placement, theme);
    }
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void Application::draw_help(const Theme& theme, ScreenSize size) const {
  if (!ui_.help) return;
  const double width = std::min(0.9 * size.width, 640.0 * theme.scale), height = 172.0 * theme.scale;
  const double left = 0.5 * (size.width - width), top = 0.3 * size.height;
  begin_panel("help", {left, top, left + width, top + height});
  section(theme, "KEYS");
  ImGui::TextWrapped("%s", kKeys);
  end_panel();
}

void Application::draw() {
  const BoardLookAt look{*snapshot_, options_.setup.board, options_.title};
  screen_->draw(
      ui_.zoom, ui_.light, [&] { take_keys(); },
      [&](const Theme& theme, ScreenSize size) {
        Layout layout = lay_out_panels(size.width, size.height, theme.scale, true);
        layout.stage.left = layout.tools.left;  // no tools here
        layout.bottom.left = layout.tools.left;
        draw_board_top(look, ui_, layout.top, theme);
        draw_board_strip(look, ui_, layout.strip, theme);
        if (ui_.replay.replay) {
          draw_board_replay(ui_.replay, layout.stage, layout.side, theme);
        } else {
          draw_stage(layout.stage, theme);
          draw_board_side(look, ui_, layout.side, theme);
        }
        draw_board_record(look, ui_, layout.bottom, theme);
        draw_help(theme, size);
      },
      options_.screenshot && glfwGetTime() > options_.after_seconds ? &grabbed_ : nullptr);
  for (const auto& wish : ui_.wishes) wish(session_);
  if (!ui_.wishes.empty()) events_.frames_left = kFramesAfterInput;
  ui_.wishes.clear();
}

int Application::run() {
  while (!screen_->wants_to_close() && !ui_.quit && grabbed_.empty()) {
    glfwWaitEventsTimeout(kIdleSeconds);
    if (refresh()) events_.frames_left = std::max(events_.frames_left, 1);
    if (input_seen(screen_->handle(), cursor_)) events_.frames_left = kFramesAfterInput;
    const double now = glfwGetTime();
    if (events_.frames_left == 0 && now - last_drawn_ < kLongestStill && !options_.screenshot) continue;
    events_.frames_left = std::max(0, events_.frames_left - 1);
    last_drawn_ = now;
    draw();
  }
  if (!grabbed_.empty() && !cv::imwrite(*options_.screenshot, grabbed_))
    std::fputs("vedette: the screenshot could not be written\n", stderr);
  texture_.reset();
  screen_.reset();
  return 0;
}

}  // namespace

int run_board_window(const BoardWindowOptions& options) {
  if (!reach_display()) {
    std::fputs("vedette: no display to open a window on. Without one, use `vedette track --board`.\n", stderr);
    return 4;
  }
  int status = 4;
  {
    Application application(options);
    if (application.open())
      status = application.run();
    else
      std::fputs("vedette: this display has no OpenGL 3.2. LIBGL_ALWAYS_SOFTWARE=1 draws without a graphics card.\n", stderr);
  }
  glfwTerminate();
  return status;
}

}  // namespace window
