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

namespace calibration {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Result;

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

std::string pdf_of(const std::vector<Sheet>& sheets) {
  std::string bytes;
  {
    const Surface surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, sheets[0].width_in * kPointsPerInch, sheets[0].height_in * kPointsPerInch));
    const Context context(cairo_create(surface.get()));
    for (const Sheet& sheet : sheets) {
      cairo_pdf_surface_set_size(surface.get(), sheet.width_in * kPointsPerInch, sheet.height_in * kPointsPerInch);
      paint(context.get(), sheet, kPointsPerInch);
      cairo_show_page(context.get());
    }
    cairo_surface_finish(surface.get());
  }
  return bytes;
}

std::string svg_of(const Sheet& sheet) {
  std::string bytes;
  {
    const Surface surface(
        cairo_svg_surface_create_for_stream(append, &bytes, sheet.width_in * kPointsPerInch, sheet.height_in * kPointsPerInch));
    const Context context(cairo_create(surface.get()));
    paint(context.get(), sheet, kPointsPerInch);
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

}  // namespace

Result<std::vector<std::string>> write_sheets(const std::vector<Sheet>& sheets, const std::string& path, double dpi) {
  if (sheets.empty()) return fail(ErrorCode::Usage, "there is nothing to print");
  const std::filesystem::path file(path);
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<std::string> written;
  if (ending == ".pdf") {
    auto done = write_file(path, pdf_of(sheets));
    if (!done) return tl::unexpected(done.error());
    return std::vector<std::string>{*done};
  }
  if (ending != ".svg" && ending != ".png") return fail(ErrorCode::Usage, fmt::format("{}: the file must end in .pdf, .svg or .png", path));
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (ending == ".png" && !(std::max(sheets[i].width_in, sheets[i].height_in) * dpi < kLongest_px))
      return fail(ErrorCode::Usage, fmt::format("{} at {:.0f} dots per inch is too large: use fewer, or PDF", path, dpi));
    const std::string bytes = ending == ".svg" ? svg_of(sheets[i]) : png_of(sheets[i], dpi);
    if (bytes.empty()) return fail(ErrorCode::Internal, fmt::format("{} could not be drawn", path));
    auto done = write_file(numbered(file, i, sheets.size()), bytes);
    if (!done) return tl::unexpected(done.error());
    written.push_back(*done);
  }
  return written;
}

}  // namespace calibration
