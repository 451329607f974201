#include "app/window/shell/corner_clicks.h"

#include <imgui.h>

#include "app/overlay/palette.h"
#include "app/window/shell/screen_renderer.h"

namespace window {
namespace {

[[nodiscard]] ImVec2 vec(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

/// Dark, so that it reads on any table.
void draw_name(ImDrawList& draw, ScreenPoint at, const std::string& text, const Theme& theme) {
  const ImFont* const font = theme.fonts.strong;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6F, 0.0F, text.c_str());
  const ImVec2 low = vec(at.x, at.y), high(low.x + size.x + theme.px(16), low.y + size.y + theme.px(8));
  draw.AddRectFilled(low, high, packed(overlay::kPill, 0.9), 0.5F * (high.y - low.y));
  draw.AddText(font, font->FontSize, {low.x + theme.px(8), low.y + theme.px(4)}, packed(overlay::kWhite), text.c_str());
}

}  // namespace

void draw_corner_clicks(ImDrawList& draw, const std::vector<calibration::ImagePoint>& clicked, const CornerNames& names,
                        const Placement& placement, const Theme& theme, bool over) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (over && clicked.size() < names.size())
    draw_name(draw, {mouse.x + theme.px(18), mouse.y + theme.px(14)}, names[clicked.size()], theme);
  for (std::size_t i = 0; i < clicked.size(); ++i) {
    const ScreenPoint at = placement.screen_from_picture(clicked[i]);
    draw_name(draw, {at.x + theme.px(16), at.y - theme.px(12)}, names[i], theme);
    draw.AddCircle(vec(at.x, at.y), theme.px(9), packed(overlay::kPill, 0.6), 0, theme.px(5));
    draw.AddCircle(vec(at.x, at.y), theme.px(9), packed(overlay::kSkyBlue), 0, theme.px(2.5));
    draw.AddCircleFilled(vec(at.x, at.y), theme.px(2), packed(overlay::kSkyBlue));
  }
}

}  // namespace window
