#include "calibration/print/print_sheet.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>
#include <algorithm>
#include <boost/crc.hpp>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numbers>
#include <span>

#include "calibration/dictionaries.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

constexpr double kPointsPerInch = 72.0;
constexpr double kInchesPerMetre = 1000.0 / 25.4;
// Longest side of a PNG in pixels: beyond it cairo refuses and memory runs out.
constexpr double kLongest_px = 20000.0;
// A PNG's signature and its first chunk (IHDR: length, name, 13 bytes, check sum); the resolution follows.
constexpr std::size_t kAfterHeader = 8 + 4 + 4 + 13 + 4;

struct SurfaceEnd {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextEnd {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceEnd>;
using Context = std::unique_ptr<cairo_t, ContextEnd>;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void paint(cairo_t* context, const Sheet& sheet, double units_per_inch) {
  cairo_save(context);
  cairo_scale(context, units_per_inch, units_per_inch);
  cairo_set_source_rgb(context, 1.0, 1.0, 1.0);
  cairo_paint(context);
  sheet.paint(context);
  cairo_restore(context);
}

enum class Paged { Yes, No };

std::string vectors_of(std::span<const Sheet> sheets, Paged paged) {
  std::string bytes;
  {
    const auto create = paged == Paged::Yes ? cairo_pdf_surface_create_for_stream : cairo_svg_surface_create_for_stream;
    const Surface surface(create(append, &bytes, sheets[0].width_in * kPointsPerInch, sheets[0].height_in * kPointsPerInch));
    const Context context(cairo_create(surface.get()));
    for (const Sheet& sheet : sheets) {
      if (paged == Paged::Yes) cairo_pdf_surface_set_size(surface.get(), sheet.width_in * kPointsPerInch, sheet.height_in * kPointsPerInch);
      paint(context.get(), sheet, kPointsPerInch);
      if (paged == Paged::Yes) cairo_show_page(context.get());
    }
    cairo_surface_finish(surface.get());
  }
  return bytes;
}

void append_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>((number >> shift) & 0xFFU));
}

/// PNG's pHYs chunk: pixels per metre, both ways.
std::string resolution_chunk(double dpi) {
  std::string body = "pHYs";
  const auto per_metre = static_cast<std::uint32_t>(std::lround(dpi * kInchesPerMetre));
  append_number(body, per_metre);
  append_number(body, per_metre);
  body.push_back(1);  // the unit is the metre
  boost::crc_32_type check;
  check.process_bytes(body.data(), body.size());
  std::string chunk;
  append_number(chunk, static_cast<std::uint32_t>(body.size() - 4));
  chunk += body;
  append_number(chunk, check.checksum());
  return chunk;
}

std::string png_of(const Sheet& sheet, double dpi) {
  std::string bytes;
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(sheet.width_in * dpi)),
                                                   static_cast<int>(std::lround(sheet.height_in * dpi))));
  {
    const Context context(cairo_create(surface.get()));
    paint(context.get(), sheet, dpi);
  }
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS || bytes.size() < kAfterHeader) return {};
  bytes.insert(kAfterHeader, resolution_chunk(dpi));
  return bytes;
}

/// Writes beside and renames: a full disk leaves the old file whole.
Result<std::string> write_file(const std::string& path, const std::string& bytes) {
  const std::string beside = path + ".part";
  std::error_code error;
  std::ofstream file(beside, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file.good()) std::filesystem::rename(beside, path, error);
  if (!file.good() || error) {
    std::filesystem::remove(beside, error);
    return fail(ErrorCode::BadFile, fmt::format("{} cannot be written: is the folder there, and is there room?", path));
  }
  return path;
}

std::string numbered(const std::filesystem::path& path, std::size_t index, std::size_t count) {
  if (count == 1) return path.string();
  return (path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), index + 1, path.extension().string())).string();
}

constexpr double kCentimetre_in = 1.0 / 2.54;
constexpr double kHairline_in = 0.01;

void black(cairo_t* context) { cairo_set_source_rgb(context, 0.0, 0.0, 0.0); }

void line(cairo_t* context, double x0, double y0, double x1, double y1) {
  cairo_move_to(context, x0, y0);
  cairo_line_to(context, x1, y1);
  cairo_stroke(context);
}

void star(cairo_t* context, double x, double y, double radius) {
  for (int i = 0; i < 10; ++i) {
    const double r = i % 2 == 0 ? radius : 0.4 * radius, angle = std::numbers::pi * (0.2 * i - 0.5);
    cairo_line_to(context, x + r * std::cos(angle), y + r * std::sin(angle));
  }
  cairo_close_path(context);
  cairo_set_source_rgb(context, 0.55, 0.13, 0.13);
  cairo_fill(context);
}

/// One square of a checkered row is black where column + row is even.
void checkers(cairo_t* context, int columns, int rows, double square, double x, double y) {
  black(context);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if ((column + row) % 2 == 0) cairo_rectangle(context, x + column * square, y + row * square, square, square);
  cairo_fill(context);
}

}  // namespace

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

Result<std::vector<std::string>> write_sheets(const std::vector<Sheet>& sheets, const std::string& path, double dpi) {
  if (sheets.empty()) return fail(ErrorCode::Usage, "there is nothing to print");
  const std::string ending = ending_of(path);
  if (ending == ".pdf")
    return write_file(path, vectors_of(sheets, Paged::Yes)).map([](const std::string& file) { return std::vector{file}; });
  if (ending != ".svg" && ending != ".png") return fail(ErrorCode::Usage, fmt::format("{}: the file must end in .pdf, .svg or .png", path));
  std::vector<std::string> written;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (ending == ".png" && !(std::max(sheets[i].width_in, sheets[i].height_in) * dpi < kLongest_px))
      return fail(ErrorCode::Usage, fmt::format("{} at {:.0f} dots per inch is too large: use fewer, or PDF", path, dpi));
    const std::string bytes = ending == ".svg" ? vectors_of({&sheets[i], 1}, Paged::No) : png_of(sheets[i], dpi);
    if (bytes.empty()) return fail(ErrorCode::Internal, fmt::format("{} could not be drawn", path));
    auto done = write_file(numbered(path, i, sheets.size()), bytes);
    if (!done) return tl::unexpected(done.error());
    written.push_back(*done);
  }
  return written;
}

void draw_cells(cairo_t* context, const cv::Mat& pattern, double x, double y, double side) {
  const double cell = side / pattern.cols;
  black(context);
  for (int row = 0; row < pattern.rows; ++row)
    for (int column = 0; column < pattern.cols;) {
      int end = column;
      while (end < pattern.cols && pattern.at<unsigned char>(row, end) == 0) ++end;
      if (end > column) cairo_rectangle(context, x + column * cell, y + row * cell, (end - column) * cell, cell);
      column = std::max(end, column + 1);
    }
  cairo_fill(context);  // one path: cells that touch leave no seam
}

void draw_text(cairo_t* context, const std::string& text, double x, double y, double height, double align) {
  cairo_select_font_face(context, "Inter", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, height);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  black(context);
  cairo_move_to(context, x - align * extents.x_advance, y);
  cairo_show_text(context, text.c_str());
}

void draw_text_within(cairo_t* context, const std::string& text, double x, double y, double height, double room) {
  cairo_select_font_face(context, "Inter", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, height);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  draw_text(context, text, x, y, extents.x_advance > room ? height * room / extents.x_advance : height);
}

void draw_ruler(cairo_t* context, double x, double y, int inches) {
  const double middle = y + 0.26;
  black(context);
  cairo_set_line_width(context, kHairline_in);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE);
  line(context, x, middle, x + inches, middle);
  for (int eighth = 0; eighth <= 8 * inches; ++eighth) {
    const double tick = eighth % 8 == 0 ? 0.13 : eighth % 4 == 0 ? 0.09 : 0.05;
    line(context, x + eighth / 8.0, middle, x + eighth / 8.0, middle - tick);
    if (eighth % 8 == 0) draw_text(context, fmt::format("{}", eighth / 8), x + eighth / 8.0, middle - 0.15, 0.09, 0.5);
  }
  const int millimetres = static_cast<int>(std::floor(inches / kCentimetre_in * 10.0));
  for (int mm = 0; mm <= millimetres; ++mm) {
    const double at = x + mm * 0.1 * kCentimetre_in, tick = mm % 10 == 0 ? 0.13 : mm % 5 == 0 ? 0.09 : 0.05;
    line(context, at, middle, at, middle + tick);
    if (mm % 10 == 0) draw_text(context, fmt::format("{}", mm / 10), at, middle + 0.23, 0.09, 0.5);
  }
  draw_text(context, "in", x + inches + 0.08, middle - 0.05, 0.1);
  draw_text(context, "cm", x + inches + 0.08, middle + 0.14, 0.1);
}

std::optional<Colour> colour_of(const std::string& text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  if (!std::all_of(text.begin() + 1, text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; })) return std::nullopt;
  const auto channel = [&](std::size_t at) { return std::stoi(text.substr(at, 2), nullptr, 16) / 255.0; };
  return Colour{channel(1), channel(3), channel(5)};
}

void draw_disc(cairo_t* context, Colour colour, double x, double y, double width, double length, double wedge_rad) {
  cairo_save(context);
  cairo_translate(context, x, y);
  cairo_save(context);
  cairo_scale(context, 0.5 * width, 0.5 * length);
  cairo_arc(context, 0.0, 0.0, 1.0, 0.0, 2.0 * std::numbers::pi);
  cairo_restore(context);
  cairo_set_source_rgb(context, 0.8, 0.8, 0.8);  // where to cut through the white wedge
  cairo_set_line_width(context, kHairline_in);
  cairo_stroke_preserve(context);
  cairo_clip(context);
  cairo_set_source_rgb(context, colour.red, colour.green, colour.blue);
  cairo_paint(context);
  const double reach = std::max(width, length);  // beyond the rim: the clip cuts it
  cairo_move_to(context, 0.0, 0.0);
  cairo_arc(context, 0.0, 0.0, reach, -0.5 * std::numbers::pi - 0.5 * wedge_rad, -0.5 * std::numbers::pi + 0.5 * wedge_rad);
  cairo_close_path(context);
  cairo_set_source_rgb(context, 1.0, 1.0, 1.0);
  cairo_fill(context);
  cairo_restore(context);
}

void draw_chessboard(cairo_t* context, const Chessboard& board, double x, double y) {
  checkers(context, board.inner_columns + 1, board.inner_rows + 1, board.square.value, x, y);
}

void draw_charuco(cairo_t* context, const CharucoBoard& board, double x, double y) {
  const double square = board.square.value, edge = 0.5 * (square - board.marker.value);
  checkers(context, board.squares_x, board.squares_y, square, x, y);
  int id = 0;
  for (int row = 0; row < board.squares_y; ++row)
    for (int column = 0; column < board.squares_x; ++column)
      if ((column + row) % 2 != 0)
        draw_cells(context, tag_pattern(board.dictionary, id++), x + column * square + edge, y + row * square + edge, board.marker.value);
}

void draw_game_board(cairo_t* context, const GameBoard& board, double x, double y) {
  const double s = board.square_in, width = board.columns * s, height = board.rows * s;
  const auto top_of = [&](int row) { return y + (board.rows - 1 - row) * s; };
  for (const GameSquare& square : board.squares) {
    cairo_set_source_rgb(context, square.tint.red, square.tint.green, square.tint.blue);
    cairo_rectangle(context, x + square.column * s, top_of(square.row), s, s);
    cairo_fill(context);
    if (square.star) star(context, x + (square.column + 0.5) * s, top_of(square.row) + 0.5 * s, 0.3 * s);
  }
  black(context);
  cairo_set_line_width(context, kHairline_in);
  for (int column = 0; column <= board.columns; ++column) line(context, x + column * s, y, x + column * s, y + height);
  for (int row = 0; row <= board.rows; ++row) line(context, x, y + row * s, x + width, y + row * s);
  for (int column = 0; column < board.columns; ++column)
    draw_text(context, fmt::format("{}", column), x + (column + 0.5) * s, y + height + 0.25, 0.16, 0.5);
  for (int row = 0; row < board.rows; ++row) draw_text(context, fmt::format("{}", row), x - 0.2, top_of(row) + 0.5 * s + 0.06, 0.16, 0.5);
  draw_text(context, board.title, x + 0.5 * width, y - 0.25, 0.3, 0.5);
}

}  // namespace calibration
