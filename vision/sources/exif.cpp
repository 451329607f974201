#include "vision/sources/exif.h"

#include <libexif/exif-data.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace vision {
namespace {

/// Diagonal of 35 mm film, 36 x 24 mm.
constexpr double kFilmDiagonal_mm = 43.267;
/// Digital zoom by more than this leaves it open whether the focal length counts it.
constexpr double kMostZoom = 1.02;
/// Shapes of a picture that differ by more than this, share, are not the same picture, only made smaller.
constexpr double kSameShape = 0.01;
/// Focal lengths outside of these shares of the longer side are a mistake of whoever wrote them.
constexpr double kShortest = 0.2, kLongest = 10.0;

struct Unreference {
  void operator()(ExifData* data) const { exif_data_unref(data); }
};

/// A number of an entry's first value. Empty where there is none, or 0 below a stroke.
std::optional<double> number(ExifData* data, ExifIfd part, ExifTag tag) {
  const ExifEntry* entry = exif_content_get_entry(data->ifd[part], tag);
  if (!entry || !entry->data || entry->components < 1 || entry->size < exif_format_get_size(entry->format)) return std::nullopt;
  const ExifByteOrder order = exif_data_get_byte_order(data);
  switch (entry->format) {
    case EXIF_FORMAT_SHORT: return exif_get_short(entry->data, order);
    case EXIF_FORMAT_LONG: return exif_get_long(entry->data, order);
    case EXIF_FORMAT_RATIONAL: {
      const ExifRational r = exif_get_rational(entry->data, order);
      if (r.denominator == 0) return std::nullopt;
      return static_cast<double>(r.numerator) / r.denominator;
    }
    default: return std::nullopt;
  }
}

/// Millimetres of the units in which a sensor's resolution is told.
std::optional<double> unit_mm(double unit) {
  if (unit == 2.0) return 25.4;
  if (unit == 3.0) return 10.0;
  return std::nullopt;
}

}  // namespace

std::optional<double> focal_px_from_exif(std::span<const std::uint8_t> jpeg, cv::Size size) {
  const std::unique_ptr<ExifData, Unreference> data(exif_data_new_from_data(jpeg.data(), static_cast<unsigned>(jpeg.size())));
  if (!data || size.width < 1 || size.height < 1) return std::nullopt;
  const auto told = [&](ExifTag tag) { return number(data.get(), EXIF_IFD_EXIF, tag); };
  if (told(EXIF_TAG_DIGITAL_ZOOM_RATIO).value_or(1.0) > kMostZoom) return std::nullopt;
  const double width = size.width, height = size.height, longer = std::max(width, height);
  const auto then_wide = told(EXIF_TAG_PIXEL_X_DIMENSION), then_high = told(EXIF_TAG_PIXEL_Y_DIMENSION);
  if (then_wide && then_high && *then_wide > 0.0 && *then_high > 0.0) {
    const double shape = longer / std::min(width, height), then = std::max(*then_wide, *then_high) / std::min(*then_wide, *then_high);
    if (std::abs(then / shape - 1.0) > kSameShape) return std::nullopt;
  }
  std::optional<double> focal;
  if (const auto film = told(EXIF_TAG_FOCAL_LENGTH_IN_35MM_FILM); film && *film > 0.0) {
    focal = *film / kFilmDiagonal_mm * std::hypot(width, height);
  } else {
    const auto millimetres = told(EXIF_TAG_FOCAL_LENGTH), resolution = told(EXIF_TAG_FOCAL_PLANE_X_RESOLUTION),
               unit = unit_mm(told(EXIF_TAG_FOCAL_PLANE_RESOLUTION_UNIT).value_or(2.0));
    if (!millimetres || !resolution || !unit || !then_wide || !then_high || !(*then_wide > 0.0)) return std::nullopt;
    focal = *millimetres * *resolution / *unit * longer / std::max(*then_wide, *then_high);
  }
  if (!(*focal > kShortest * longer && *focal < kLongest * longer)) return std::nullopt;
  return focal;
}

}  // namespace vision
