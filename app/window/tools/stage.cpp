#include "app/window/tools/stage.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/flatten.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/events.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using overlay::Box;

/// A click this near to a base means the base, in screen pixels at scale 1.
constexpr double kSnapPx = 7.0;
/// A press that moves farther than this draws a lasso; less is a click with an unsteady hand.
constexpr float kLassoStartPx = 6.0F;

void draw_overlay(ImDrawList& draw, const Look& look, const UiState& ui, const Placement& placement, const Theme& theme) {
  if (!look.snapshot.camera || !look.snapshot.state) return;
  const overlay::DisplayList list = stage_overlay(look, ui);
  const auto& table = look.document.table.table;
  const overlay::Flat flat = overlay::flatten(
      list,
      {.project = overlay::projection_of(*look.snapshot.camera), .table = overlay::TableArea{table.length, table.width}, .scale = 1.0});
  draw_on_screen(draw, flat, placement, theme);
}

CornerNames names_of_corners() {
  CornerNames out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = tongue::trf("{} corner", tongue::tr(kCornerNames[i]));
  return out;
}

/// Every tag a known length may lie between, while a known length is measured.
void draw_tags(ImDrawList& draw, const Look& look, const UiState& ui, const Placement& placement, const Theme& theme) {
  for (std::size_t i = 0; i < look.snapshot.tags.size(); ++i) {
    if (!can_prove(look.document.table, look.snapshot.tags[i])) continue;
    ImVec2 corners[4];
    for (std::size_t k = 0; k < 4; ++k) corners[k] = vec(placement.screen_from_picture(look.snapshot.tags[i].corners[k]));
    const bool chosen = ui.hand.first_tag == name_of(look.snapshot.tags[i]);
    draw.AddPolyline(corners, 4, packed(overlay::kPill, 0.6), ImDrawFlags_Closed, theme.px(5));
    draw.AddPolyline(corners, 4, chosen ? packed(overlay::kWhite) : packed(overlay::kSkyBlue), ImDrawFlags_Closed, theme.px(2.5));
    if (chosen)
      draw.AddCircle({0.5F * (corners[0].x + corners[2].x), 0.5F * (corners[0].y + corners[2].y)}, theme.px(20), packed(overlay::kWhite), 0,
                     theme.px(2.5));
  }
}

void draw_lasso(ImDrawList& draw, const UiState& ui, const Placement& placement, const Theme& theme) {
  if (!ui.hand.lassoing || ui.hand.lasso.size() < 2) return;
  std::vector<ImVec2> points;
  for (const auto pixel : ui.hand.lasso) points.push_back(vec(placement.screen_from_picture(pixel)));
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), packed(overlay::kPill, 0.6), ImDrawFlags_Closed, theme.px(4.5));
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), packed(overlay::kWhite, 0.9), ImDrawFlags_Closed, theme.px(2));
}

/// The mouse over the stage.
class Mouse {
 public:
  Mouse(const Look& look, UiState& ui, const Placement& placement, const Theme& theme, Requests& requests)
      : look_(look), ui_(ui), placement_(placement), theme_(theme), requests_(requests) {}

  void point() {
    ui_.hovered.reset();
    ui_.cursor.reset();
    ui_.cursor_ground.reset();
    if (!look_.snapshot.camera || !look_.snapshot.state) return;
    const double slack = theme_.px(kSnapPx) / placement_.scale();
    const auto& table = look_.document.table.table;
    ui_.hovered = piece_under(*look_.snapshot.state, *look_.snapshot.camera, pixel(), slack);
    ui_.cursor = end_under(*look_.snapshot.state, table, *look_.snapshot.camera, pixel(), slack);
    ui_.cursor_ground = ground_under(table, *look_.snapshot.camera, pixel());
  }

  void click(bool twice) {
    if (ui_.hand.corners) return twice ? void() : take_corner();
    if (const Part& part = part_of(ui_.tool); part.click) return part.click({look_, ui_, theme_, requests_}, {pixel(), twice});
    if (twice || !ui_.cursor) return;
    if (auto laid = place(ui_.tool, ui_.options, ui_.hand, *ui_.cursor)) requests_.push_back(LayTool{std::move(*laid)});
  }

  void drag() {
    if (ui_.tool != Tool::Select || ui_.hand.lasso.empty()) return;
    if (!ui_.hand.lassoing) ui_.hand.lassoing = ImGui::IsMouseDragging(ImGuiMouseButton_Left, theme_.px(kLassoStartPx));
    if (ui_.hand.lassoing) ui_.hand.lasso.push_back(pixel());
    if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
    if (ui_.hand.lassoing && look_.snapshot.camera && look_.snapshot.state)
      for (const int id : pieces_in_lasso(*look_.snapshot.state, *look_.snapshot.camera, ui_.hand.lasso)) ui_.selected.insert(id);
    ui_.hand.lasso.clear();
    ui_.hand.lassoing = false;
  }

 private:
  [[nodiscard]] calibration::ImagePoint pixel() const {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return placement_.picture_from_screen({at.x, at.y});
  }

  void take_corner() {
    auto& corners = *ui_.hand.corners;
    corners.push_back(pixel());
    if (corners.size() < kCornerNames.size()) return;
    change_document(look_, requests_, {.table = true}, [&](Document& next) { next.table = anchored(std::move(next.table), corners); });
    ui_.hand.corners.reset();
  }

  const Look& look_;
  UiState& ui_;
  const Placement& placement_;
  const Theme& theme_;
  Requests& requests_;
};

/// Inches of table that a close look shows round what it is about.
constexpr double kRoundIt = 4.0;

/// The picture shows what the screen in hand speaks of; after that it is the player's again.
void close_in(const Look& look, UiState& ui, const Box& stage, const Picture& picture) {
  const Part& part = part_of(ui.tool);
  if (!part.closes_in_on || !ui.held || ui.held->closed_in || !look.snapshot.camera) return;
  std::vector<calibration::ImagePoint> pixels;
  for (const measure::TablePoint& point : part.closes_in_on(ui))
    for (const double dx : {-kRoundIt, kRoundIt})
      for (const double dy : {-kRoundIt, kRoundIt})
        if (const auto at = look.snapshot.camera->image_from_table({point.x + measure::Inches(dx), point.y + measure::Inches(dy)}, {}))
          pixels.push_back(*at);
  if (pixels.empty()) return;
  ui.view = closed_in(ui.view, stage, picture.size, pixels);
  ui.held->closed_in = true;
}

using measure::Inches, overlay::DisplayList, overlay::Ink;

constexpr int kTagPriority = 60;

/// The corner tags where the table file puts them: a tick on those that are seen, a cross on the others.
[[nodiscard]] DisplayList corner_tags(const Look& look) {
  DisplayList list;
  const auto& seen = look.snapshot.state->camera.tags_seen;
  for (const auto& tag : look.document.table.tags) {
    const bool found = std::ranges::find(seen, tag.id) != seen.end();
    const Ink ink = found ? Ink::Yes : Ink::No;
    const auto corners = calibration::corners_of(tag);
    const overlay::Mark itself{.footprint = {.shape = measure::RectShape{tag.side, tag.side}, .centre = tag.centre, .heading = tag.heading},
                               .z = Inches(0.0),
                               .grow = Inches(0.4)};
    list.push_back(overlay::Area{.outline = {corners.begin(), corners.end()}, .z = Inches(0.0), .style = {.colour = ink, .width = 3.0}});
    list.push_back(overlay::Label{.anchor = {tag.centre, Inches(0.0)},
                                  .text = tongue::trf("tag {}", tag.id),
                                  .rim = ink,
                                  .sign = found ? overlay::Sign::Tick : overlay::Sign::Cross,
                                  .priority = kTagPriority,
                                  .speaks_of = {itself}});
  }
  return list;
}

/// Where a tool began, so that the first click shows.
[[nodiscard]] DisplayList first_end(const Look& look, const UiState& ui) {
  if (!ui.hand.first) return {};
  if (ui.hand.first->piece) {
    const vision::Piece* const piece = vision::find_piece(*look.snapshot.state, *ui.hand.first->piece);
    if (!piece) return {};
    overlay::Mark mark = overlay::mark_of(*piece, Inches(0.08));
    mark.style = {.colour = Ink::Accent, .width = 3.0};
    return {mark};
  }
  const auto at = ui.hand.first->point;
  return {overlay::Mark{.footprint = {.shape = measure::RoundShape{Inches(0.4)}, .centre = at},
                        .z = measure::ground_height(look.document.table.table.terrain, at),
                        .style = {.colour = Ink::Accent, .width = 2.4}}};
}

}  // namespace

void draw_stage(const Look& look, UiState& ui, const Picture& picture, const Box& stage, const Theme& theme, Requests& requests) {
  begin_stage(stage, theme);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (picture.texture == nullptr) {
    const char* const waiting = tongue::tr("Waiting for a picture: choose a camera or a recording in Set up (F2).");
    const ImVec2 size = ImGui::CalcTextSize(waiting);
    draw.AddText(vec(0.5 * (stage.left + stage.right) - 0.5 * size.x, 0.5 * (stage.top + stage.bottom)), theme.quiet, waiting);
  } else {
    close_in(look, ui, stage, picture);
    const Placement placement(ui.view, stage, picture.size);
    Mouse mouse(look, ui, placement, theme, requests);
    const bool over = ImGui::IsWindowHovered();
    if (over)
      zoom_and_pan(ui.view, placement, picture.size), mouse.point();
    else
      ui.hovered.reset(), ui.cursor.reset(), ui.cursor_ground.reset();
    if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) mouse.click(false);
    if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) mouse.click(true);
    mouse.drag();
    const Placement now(ui.view, stage, picture.size);
    draw_picture(draw, picture, now, ui.view.turned);
    draw_overlay(draw, look, ui, now, theme);
    if (ui.tool == Tool::Proof) draw_tags(draw, look, ui, now, theme);
    draw_lasso(draw, ui, now, theme);
    if (ui.hand.corners) draw_corner_clicks(draw, *ui.hand.corners, names_of_corners(), now, theme, over);
  }
  end_stage();
}

void draw_clean(const Look& look, const UiState& ui, const Picture& picture, const Box& stage, const Theme& theme) {
  if (picture.texture == nullptr) return;
  View whole;
  whole.turned = ui.view.turned;
  const Placement placement(whole, stage, picture.size);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  UiState quiet = ui;  // viewers see results, not the player's hand
  quiet.hand = {};
  quiet.hovered.reset();
  quiet.cursor.reset();
  quiet.mode = Mode::Play;
  draw_picture(draw, picture, placement, whole.turned);
  draw_overlay(draw, look, quiet, placement, theme);
}

DisplayList stage_overlay(const Look& look, const UiState& ui) {
  DisplayList list;
  if (!look.snapshot.state) return list;
  const measure::Table& table = look.document.table.table;
  const bool sets_up = ui.mode == Mode::SetUp && !ui.hand.corners;  // whoever clicks corners looks for corners
  const bool terrain_matters = ui.tool == Tool::Terrain || ui.tool == Tool::Sight || sets_up;
  overlay::append(list, overlay::table_edge(table));
  overlay::append(list, overlay::terrain(table.terrain, terrain_matters));
  overlay::append(list, overlay::figures(*look.snapshot.state, look.document.roster,
                                         {.selected = ui.selected, .hovered = ui.hovered, .piece_names = ui.mode == Mode::Roster}));
  if (const Part& part = part_of(ui.tool); part.screen) {  // it speaks of one thing
    overlay::append(list, part.in_hand(look, ui));
    return list;
  }
  for (const Part& part : parts())
    if (part.overlay) overlay::append(list, part.overlay(look, ui));
  for (const overlay::Reading& reading : look.readings) overlay::append(list, reading.drawing);
  if (sets_up) overlay::append(list, corner_tags(look));
  overlay::append(list, first_end(look, ui));
  if (const Part& part = part_of(ui.tool); part.in_hand) overlay::append(list, part.in_hand(look, ui));
  const auto& already = look.document.laid;
  if (const auto laid = look.document.may_measure() ? preview(ui.tool, ui.options, ui.hand, ui.cursor) : std::nullopt;
      laid && std::ranges::find(already, *laid) == already.end())  // once is enough
    overlay::append(list, overlay::read(*laid, *look.snapshot.state, table).drawing);
  return list;
}

}  // namespace window
