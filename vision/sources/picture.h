// Picture files into pixels, without being fooled by damage.
//   JPEG goes through libjpeg-turbo, which tells of damage: a file that breaks off is an error, not a half
//   grey table. Pixels are the sensor's raw ones: an EXIF orientation is ignored,
//   because a lens is calibrated in the raw picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>

#include "measure/result.h"

namespace vision {

/// One decoded picture: both 8-bit and of one size.
struct Picture {
  cv::Mat bgr;                          // 3 channels
  cv::Mat luma;                         // 1 channel
  std::optional<double> focal_px = {};  // as its camera wrote it into the file
};

/// Decodes the bytes of a JPEG, PNG, BMP, TIFF, WebP or PNM file. `name` is only for the message.
/// Errors: BadFile for anything that is damaged, cut short, or no picture.
[[nodiscard]] measure::Result<Picture> decode_picture(std::span<const std::uint8_t> bytes, const std::string& name);

/// Reads and decodes a picture file. Errors: BadFile when it is missing, unreadable or damaged.
[[nodiscard]] measure::Result<Picture> read_picture(const std::filesystem::path& path);

/// Does the name end as picture files do? Upper and lower case alike.
[[nodiscard]] bool is_picture_name(const std::filesystem::path& path);

}  // namespace vision
