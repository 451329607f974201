#include "app/overlay/picture_renderer.h"

#include <cairo.h>
#include <memory>
#include <opencv2/imgproc.hpp>

#include "app/overlay/figures.h"

namespace overlay {
namespace {

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

/// Heights in a picture 1080 high; all scale with it.
constexpr double kReferenceHeight = 1080.0;
constexpr double kTextPx = 17.0, kPillPaddingPx = 8.0, kSignPx = 14.0, kRimPx = 1.8, kHaloPx = 2.6;
constexpr double kHaloOpacity = 0.55, kPillOpacity = 0.86;

void ink(cairo_t* to, Rgb colour, double opacity) {
  cairo_set_source_rgba(to, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, opacity);
}

void trace(cairo_t* to, const std::vector<FlatPoint>& points, bool closed) {
  cairo_new_path(to);
  for (const FlatPoint point : points) cairo_line_to(to, point.u + 0.5, point.v + 0.5);  // cairo counts from pixel edges
  if (closed) cairo_close_path(to);
}

void draw(cairo_t* to, const Fill& fill) {
  trace(to, fill.outline, true);
  ink(to, fill.colour, fill.opacity);
  cairo_fill(to);
}

void draw(cairo_t* to, const Stroke& stroke, double scale) {
  cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(to, stroke.dashed || !stroke.halo ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  trace(to, stroke.points, stroke.closed);
  if (stroke.dashed) {
    const double dashes[] = {9.0 * scale, 6.0 * scale};
    cairo_set_dash(to, dashes, 2, 0.0);
  }
  if (stroke.halo) {
    ink(to, kPill, kHaloOpacity * stroke.opacity);
    cairo_set_line_width(to, stroke.width + kHaloPx * scale);
    cairo_stroke_preserve(to);
  }
  ink(to, stroke.colour, stroke.opacity);
  cairo_set_line_width(to, stroke.width);
  cairo_stroke(to);
  cairo_set_dash(to, nullptr, 0, 0.0);
}

/// Sizes of a pill around its text.
struct Pill {
  double width = 0.0, height = 0.0, sign = 0.0, padding = 0.0;
};

[[nodiscard]] Pill pill_of(cairo_t* to, const Label& label, double scale) {
  cairo_text_extents_t extents;
  cairo_text_extents(to, label.text.c_str(), &extents);
  Pill pill{.width = 0.0, .height = (kTextPx + 1.1 * kPillPaddingPx) * scale, .sign = 0.0, .padding = kPillPaddingPx * scale};
  if (label.sign != Sign::None) pill.sign = kSignPx * scale;
  pill.width = extents.x_advance + 2.4 * pill.padding + (pill.sign > 0.0 ? pill.sign + 0.7 * pill.padding : 0.0);
  return pill;
}

void trace_pill(cairo_t* to, const Box& box) {
  const double radius = 0.5 * box.height();
  cairo_new_path(to);
  cairo_arc(to, box.right - radius, box.top + radius, radius, -1.5707963, 1.5707963);
  cairo_arc(to, box.left + radius, box.top + radius, radius, 1.5707963, 4.7123890);
  cairo_close_path(to);
}

void draw_sign(cairo_t* to, Sign sign, const Box& box) {
  cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width(to, 0.16 * box.height());
  for (const auto& stroke : strokes_of(sign)) {
    cairo_new_path(to);
    for (const auto& [x, y] : stroke) cairo_line_to(to, box.left + x * box.width(), box.top + y * box.height());
    cairo_stroke(to);
  }
}

void draw(cairo_t* to, const FlatLabel& flat, const Box& box, const Pill& pill, double scale) {
  const Rgb rim = rgb_of(flat.label->rim);
  trace_pill(to, box);
  ink(to, kPill, kPillOpacity);
  cairo_fill_preserve(to);
  ink(to, rim, 1.0);
  cairo_set_line_width(to, kRimPx * scale);
  cairo_stroke(to);

  double x = box.left + 1.2 * pill.padding;
  const double middle = 0.5 * (box.top + box.bottom);
  if (pill.sign > 0.0) {
    draw_sign(to, flat.label->sign, {x, middle - 0.5 * pill.sign, x + pill.sign, middle + 0.5 * pill.sign});
    x += pill.sign + 0.7 * pill.padding;
  }
  cairo_font_extents_t font;
  cairo_font_extents(to, &font);
  ink(to, kWhite, 1.0);
  cairo_move_to(to, x, middle + 0.5 * (font.ascent - font.descent));
  cairo_show_text(to, flat.label->text.c_str());
}

void draw_leader(cairo_t* to, const FlatLabel& flat, const LabelRequest& request, const Box& box, double scale) {
  const auto end = leader_end(box, request);
  if (!end) return;
  draw(to,
       Stroke{
           .points = {flat.anchor, {end->first, end->second}}, .colour = rgb_of(flat.label->rim), .width = kRimPx * scale, .opacity = 0.9},
       scale);
}

void draw_labels(cairo_t* to, const Flat& flat, const Box& bounds, double scale) {
  std::vector<LabelRequest> requests;
  std::vector<Pill> pills;
  for (const FlatLabel& label : flat.labels) {
    pills.push_back(pill_of(to, *label.label, scale));
    requests.push_back({.anchor_x = label.anchor.u,
                        .anchor_y = label.anchor.v,
                        .width = pills.back().width,
                        .height = pills.back().height,
                        .priority = label.label->priority,
                        .keep_off = label.keep_off,
                        .names_ground = label.label->names_ground});
    for (const FlatPoint end : label.along) requests.back().along.emplace_back(end.u, end.v);
  }
  const auto places = lay_out(requests, {.bounds = bounds, .gap = 7.0 * scale, .avoid = flat.figures});
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] && flat.labels[i].label->leader) draw_leader(to, flat.labels[i], requests[i], *places[i], scale);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i]) draw(to, flat.labels[i], *places[i], pills[i], scale);
}

/// Draws on a canvas of cairo's own 32-bit format.
void draw_list(cv::Mat& canvas, cairo_format_t format, const DisplayList& list, const calibration::TableCamera& camera,
               const std::optional<TableArea>& table) {
  const double scale = canvas.rows / kReferenceHeight;
  const Flat flat = flatten(list, {.project = projection_of(camera), .table = table, .scale = scale});
  const Surface surface(cairo_image_surface_create_for_data(canvas.data, format, canvas.cols, canvas.rows, static_cast<int>(canvas.step)),
                        &cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), &cairo_destroy);
  cairo_t* const to = context.get();
  cairo_select_font_face(to, "Inter", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size(to, kTextPx * scale);
  for (const Fill& fill : flat.fills) draw(to, fill);
  for (const Stroke& stroke : flat.strokes) draw(to, stroke, scale);
  draw_labels(to, flat, {4.0 * scale, 4.0 * scale, canvas.cols - 4.0 * scale, canvas.rows - 4.0 * scale}, scale);
  cairo_surface_flush(surface.get());
}

}  // namespace

cv::Mat draw_on_picture(const cv::Mat& bgr, const DisplayList& list, const calibration::TableCamera& camera,
                        const std::optional<TableArea>& table) {
  if (bgr.empty() || bgr.type() != CV_8UC3) return bgr;
  cv::Mat canvas, out;
  cv::cvtColor(bgr, canvas, cv::COLOR_BGR2BGRA);
  draw_list(canvas, CAIRO_FORMAT_RGB24, list, camera, table);
  cv::cvtColor(canvas, out, cv::COLOR_BGRA2BGR);
  return out;
}

cv::Mat draw_alone(cv::Size size, const DisplayList& list, const std::optional<calibration::TableCamera>& camera,
                   const std::optional<TableArea>& table) {
  cv::Mat out(size, CV_8UC4, cv::Scalar::all(0));
  if (out.empty() || !camera) return out;
  draw_list(out, CAIRO_FORMAT_ARGB32, list, *camera, table);
  out.forEach<cv::Vec4b>([](cv::Vec4b& pixel, const int*) {  // cairo's colours are multiplied by their opacity
    constexpr int kOpaque = 255;
    const int alpha = pixel[3];
    if (alpha == 0 || alpha == kOpaque) return;
    for (int i = 0; i < 3; ++i) pixel[i] = static_cast<unsigned char>(std::min(kOpaque, (pixel[i] * kOpaque + alpha / 2) / alpha));
  });
  return out;
}

}  // namespace overlay
