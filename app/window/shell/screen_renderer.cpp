#include "app/window/shell/screen_renderer.h"

#include <cmath>

#include "app/overlay/figures.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

using overlay::Box, overlay::FlatPoint;

constexpr double kHaloPx = 2.4, kDashPx = 8.0, kGapPx = 5.5;
constexpr double kHaloOpacity = 0.55, kPillOpacity = 0.88;
constexpr double kPillPaddingPx = 8.0, kSignPx = 13.0, kRimPx = 1.6;

class Painter {
 public:
  Painter(ImDrawList& draw, const Placement& placement, const Theme& theme) : draw_(draw), placement_(placement), theme_(theme) {}

  void fill(const overlay::Fill& fill) {
    const auto points = on_screen(fill.outline);
    const ImU32 colour = packed(fill.colour, fill.opacity);
    const ImDrawListFlags before = draw_.Flags;
    draw_.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // smoothed triangles would show their seams
    for (std::size_t i = 0; i + 2 < fill.triangles.size(); i += 3)
      draw_.AddTriangleFilled(points[fill.triangles[i]], points[fill.triangles[i + 1]], points[fill.triangles[i + 2]], colour);
    draw_.Flags = before;
  }

  void stroke(const overlay::Stroke& stroke) {
    auto points = on_screen(stroke.points);
    const auto width = static_cast<float>(stroke.width * theme_.scale);
    const ImU32 colour = packed(stroke.colour, stroke.opacity), halo = packed(overlay::kPill, kHaloOpacity * stroke.opacity);
    const ImDrawFlags flags = stroke.closed ? ImDrawFlags_Closed : ImDrawFlags_None;
    if (stroke.dashed) {
      if (stroke.closed && !points.empty()) points.push_back(points.front());
      if (stroke.halo) dashed(points, halo, width + theme_.px(kHaloPx));
      return dashed(points, colour, width);
    }
    const auto count = static_cast<int>(points.size());
    if (stroke.halo) draw_.AddPolyline(points.data(), count, halo, flags, width + theme_.px(kHaloPx));
    draw_.AddPolyline(points.data(), count, colour, flags, width);
  }

  std::vector<Box> labels(const overlay::Flat& flat) {
    std::vector<overlay::LabelRequest> requests;
    const Box& stage = placement_.stage();
    std::vector<const overlay::Label*> wanted;
    for (const overlay::FlatLabel& label : flat.labels) {
      const ScreenPoint anchor = placement_.screen_from_picture(label.anchor);
      if (label.along.empty() && (anchor.x < stage.left || anchor.x > stage.right || anchor.y < stage.top || anchor.y > stage.bottom))
        continue;
      const ImVec2 size = size_of(*label.label);
      overlay::LabelRequest request{.anchor_x = anchor.x,
                                    .anchor_y = anchor.y,
                                    .width = size.x,
                                    .height = size.y,
                                    .priority = label.label->priority,
                                    .names_ground = label.label->names_ground};
      for (const Box& box : label.keep_off) request.keep_off.push_back(on_screen(box));
      for (const FlatPoint end : label.along) {
        const ScreenPoint at = placement_.screen_from_picture(end);
        request.along.emplace_back(at.x, at.y);
      }
      requests.push_back(std::move(request));
      wanted.push_back(label.label);
    }
    std::vector<Box> figures;
    for (const Box& box : flat.figures) figures.push_back(on_screen(box));
    const double rim = theme_.px(5);
    const auto places = overlay::lay_out(
        requests,
        {.bounds = {stage.left + rim, stage.top + rim, stage.right - rim, stage.bottom - rim}, .gap = theme_.px(6), .avoid = figures});
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i] && wanted[i]->leader) leader(*wanted[i], *places[i], requests[i]);
    std::vector<Box> drawn;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i]) continue;
      pill(*wanted[i], *places[i]);
      drawn.push_back(*places[i]);
    }
    return drawn;
  }

 private:
  [[nodiscard]] std::vector<ImVec2> on_screen(const std::vector<FlatPoint>& points) const {
    std::vector<ImVec2> moved;
    moved.reserve(points.size());
    for (const FlatPoint point : points) moved.push_back(vec(placement_.screen_from_picture(point)));
    return moved;
  }

  [[nodiscard]] Box on_screen(const Box& box) const {
    const ScreenPoint a = placement_.screen_from_picture({box.left, box.top}), b = placement_.screen_from_picture({box.right, box.bottom});
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
  }

  void dashed(const std::vector<ImVec2>& points, ImU32 colour, float width) {
    double walked = 0.0;
    const double period = theme_.px(kDashPx + kGapPx), dash = theme_.px(kDashPx);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const ImVec2 a = points[i], b = points[i + 1];
      const double reach = std::hypot(b.x - a.x, b.y - a.y);
      double at = 0.0;
      while (at < reach) {
        const double phase = std::fmod(walked + at, period);
        const double next = std::min(reach, at + (phase < dash ? dash - phase : period - phase) + 1e-3);
        const auto along = [&](double t) {
          return ImVec2(a.x + (b.x - a.x) * static_cast<float>(t / reach), a.y + (b.y - a.y) * static_cast<float>(t / reach));
        };
        if (phase < dash) draw_.AddLine(along(at), along(next), colour, width);
        at = next;
      }
      walked += reach;
    }
  }

  void pill(const overlay::Label& label, const Box& box) {
    const ImVec2 low(static_cast<float>(box.left), static_cast<float>(box.top)),
        high(static_cast<float>(box.right), static_cast<float>(box.bottom));
    const auto round = static_cast<float>(0.5 * box.height());
    const ImU32 rim = packed(overlay::rgb_of(label.rim));
    draw_.AddRectFilled(low, high, packed(overlay::kPill, kPillOpacity), round);
    draw_.AddRect(low, high, rim, round, ImDrawFlags_None, theme_.px(kRimPx));
    float x = low.x + theme_.px(1.2 * kPillPaddingPx);
    if (label.sign != overlay::Sign::None) {
      const double half = 0.5 * theme_.px(kSignPx), middle = 0.5 * (box.top + box.bottom);
      draw_sign(draw_, label.sign, {x, middle - half, x + 2.0 * half, middle + half}, rim);
      x += theme_.px(kSignPx + 0.6 * kPillPaddingPx);
    }
    const ImFont* const font = theme_.fonts.strong;
    draw_.AddText(font, font->FontSize, {x, low.y + 0.5F * (high.y - low.y - font->FontSize)}, packed(overlay::kWhite), label.text.c_str());
  }

  void leader(const overlay::Label& label, const Box& box, const overlay::LabelRequest& request) {
    const auto end = overlay::leader_end(box, request);
    if (!end) return;
    const ImVec2 from = vec(request.anchor_x, request.anchor_y), to = vec(end->first, end->second);
    draw_.AddLine(from, to, packed(overlay::kPill, kHaloOpacity), theme_.px(kRimPx + kHaloPx));
    draw_.AddLine(from, to, packed(overlay::rgb_of(label.rim), 0.9), theme_.px(kRimPx));
  }

  [[nodiscard]] ImVec2 size_of(const overlay::Label& label) const {
    const ImFont* const font = theme_.fonts.strong;
    const ImVec2 text = font->CalcTextSizeA(font->FontSize, 1e6F, 0.0F, label.text.c_str());
    const float sign = label.sign == overlay::Sign::None ? 0.0F : theme_.px(kSignPx + 0.6 * kPillPaddingPx);
    return {text.x + sign + theme_.px(2.4 * kPillPaddingPx), text.y + theme_.px(0.9 * kPillPaddingPx)};
  }

  ImDrawList& draw_;
  const Placement& placement_;
  const Theme& theme_;
};

}  // namespace

void draw_sign(ImDrawList& draw, overlay::Sign sign, const Box& box, ImU32 colour) {
  for (const auto& stroke : overlay::strokes_of(sign)) {
    std::vector<ImVec2> points;
    for (const auto& [x, y] : stroke)
      points.emplace_back(static_cast<float>(box.left + x * box.width()), static_cast<float>(box.top + y * box.height()));
    draw.AddPolyline(points.data(), static_cast<int>(points.size()), colour, ImDrawFlags_None, static_cast<float>(0.17 * box.height()));
  }
}

std::vector<Box> draw_on_screen(ImDrawList& draw, const overlay::Flat& flat, const Placement& placement, const Theme& theme) {
  Painter painter(draw, placement, theme);
  const Box picture = placement.picture_box();
  draw.PushClipRect(vec(picture.left, picture.top), vec(picture.right, picture.bottom), true);  // nothing is known beyond the picture
  for (const overlay::Fill& fill : flat.fills) painter.fill(fill);
  for (const overlay::Stroke& stroke : flat.strokes) painter.stroke(stroke);
  draw.PopClipRect();
  return painter.labels(flat);
}

}  // namespace window
