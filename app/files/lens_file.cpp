#include "app/files/lens_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "app/files/disk.h"

namespace app {
namespace {

using calibration::kIntrinsicCount, measure::ErrorCode, measure::Result, nlohmann::json;

constexpr int kLensVersion = 1;
/// Pixels a side. No camera is larger; a larger number is a damaged file.
constexpr int kLargestSide = 100000;
/// Relative. A covariance that is less symmetric than this is not one.
constexpr double kAsymmetry = 1e-6;

/// Stops reading at the first problem; caught in parse_lens and nowhere else.
struct Refused {
  std::string at, says;
};

double number(const json& value, const std::string& at) {
  if (!value.is_number()) throw Refused{at, fmt::format("must be a number, not {}", value.type_name())};
  const double out = value.get<double>();
  if (!std::isfinite(out)) throw Refused{at, "must be a finite number"};
  return out;
}

int integer(const json& value, const std::string& at, int least, int most) {
  const bool fits = value.is_number_integer() && value.get<double>() >= least && value.get<double>() <= most;
  if (!fits) throw Refused{at, fmt::format("must be a whole number from {} to {}", least, most)};
  return value.get<int>();
}

const json& list(const json& value, const std::string& at, std::size_t count) {
  if (!value.is_array() || value.size() != count) throw Refused{at, fmt::format("must be a list of {}", count)};
  return value;
}

const json& required(const json& object, const std::string& key) {
  if (!object.contains(key)) throw Refused{"/" + key, "is missing"};
  return object.at(key);
}

void read_camera_matrix(const json& value, calibration::Lens& lens) {
  const std::string at = "/camera_matrix";
  std::array<std::array<double, 3>, 3> m{};
  list(value, at, 3);
  for (std::size_t r = 0; r < 3; ++r) {
    const std::string row = fmt::format("{}/{}", at, r);
    list(value.at(r), row, 3);
    for (std::size_t c = 0; c < 3; ++c) m[r][c] = number(value.at(r).at(c), fmt::format("{}/{}", row, c));
  }
  if (m[0][1] != 0.0) throw Refused{at + "/0/1", "must be 0: a skewed camera is not part of the model"};
  if (m[1][0] != 0.0 || m[2] != std::array{0.0, 0.0, 1.0}) throw Refused{at, "must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]]"};
  if (m[0][0] <= 0.0 || m[1][1] <= 0.0) throw Refused{at, "focal lengths must be above 0"};
  lens.fx = m[0][0];
  lens.fy = m[1][1];
  lens.cx = m[0][2];
  lens.cy = m[1][2];
}

void read_covariance(const json& value, calibration::Lens& lens) {
  const std::string at = "/covariance";
  list(value, at, kIntrinsicCount);
  for (int r = 0; r < kIntrinsicCount; ++r) {
    const std::string row = fmt::format("{}/{}", at, r);
    list(value.at(static_cast<std::size_t>(r)), row, kIntrinsicCount);
    for (int c = 0; c < kIntrinsicCount; ++c)
      lens.covariance(r, c) = number(value.at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c)), fmt::format("{}/{}", row, c));
  }
  if ((lens.covariance.diagonal().array() < 0.0).any()) throw Refused{at, "has a negative variance"};
  const double largest = std::max(1.0, lens.covariance.cwiseAbs().maxCoeff());
  if ((lens.covariance - lens.covariance.transpose()).cwiseAbs().maxCoeff() > kAsymmetry * largest) throw Refused{at, "is not symmetric"};
}

double not_negative(const json& value, const std::string& at) {
  const double out = number(value, at);
  if (out < 0.0) throw Refused{at, "must not be negative"};
  return out;
}

calibration::Lens read_all(const json& file) {
  static const std::set<std::string> kKnown{"version", "image_size",          "camera_matrix", "distortion",
                                            "rms_px",  "cross_validation_px", "images_used",   "covariance"};
  if (!file.is_object()) throw Refused{"/", "must be an object { ... }"};
  for (const auto& [key, value] : file.items())
    if (!kKnown.contains(key)) throw Refused{"/" + key, "unknown key"};
  integer(required(file, "version"), "/version", kLensVersion, kLensVersion);
  calibration::Lens lens;
  const json& size = list(required(file, "image_size"), "/image_size", 2);
  lens.image_size = {integer(size.at(0), "/image_size/0", 1, kLargestSide), integer(size.at(1), "/image_size/1", 1, kLargestSide)};
  read_camera_matrix(required(file, "camera_matrix"), lens);
  const json& distortion = list(required(file, "distortion"), "/distortion", lens.distortion.size());
  for (std::size_t i = 0; i < lens.distortion.size(); ++i) lens.distortion[i] = number(distortion.at(i), fmt::format("/distortion/{}", i));
  if (file.contains("rms_px")) lens.rms_px = not_negative(file.at("rms_px"), "/rms_px");
  if (file.contains("cross_validation_px")) lens.cross_validation_px = not_negative(file.at("cross_validation_px"), "/cross_validation_px");
  if (file.contains("images_used")) lens.images_used = integer(file.at("images_used"), "/images_used", 0, kLargestSide);
  if (file.contains("covariance")) read_covariance(file.at("covariance"), lens);
  return lens;
}

/// The line of a byte offset, from 1.
std::size_t line_at(std::string_view text, std::size_t byte) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, std::min(byte, text.size())), '\n'));
}

/// The line on which the first key of a JSON pointer stands; 1 where it does not.
std::size_t line_of_key(std::string_view text, const std::string& pointer) {
  const std::string key = "\"" + pointer.substr(1, pointer.find('/', 1) - 1) + "\"";
  const std::size_t byte = text.find(key);
  return byte == std::string_view::npos ? 1 : line_at(text, byte);
}

}  // namespace

Result<calibration::Lens> parse_lens(std::string_view text, const std::string& name) {
  const auto bad = [&](std::size_t line, const std::string& says) {
    return measure::fail(ErrorCode::BadFile, fmt::format("{}:{}: {}", name, line, says));
  };
  try {
    return read_all(json::parse(text));
  } catch (const Refused& refused) {
    return bad(line_of_key(text, refused.at), fmt::format("{}: {}", refused.at, refused.says));
  } catch (const json::parse_error& problem) {
    return bad(line_at(text, problem.byte > 0 ? problem.byte - 1 : 0), "is not JSON here (NaN and infinity are not JSON either)");
  } catch (const json::exception& problem) {  // a number too large for any type
    return bad(1, fmt::format("holds a value that cannot be used: {}", problem.what()));
  }
}

Result<calibration::Lens> read_lens(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_lens(text, path); });
}

std::string lens_text(const calibration::Lens& lens) {
  nlohmann::ordered_json file;
  file["version"] = kLensVersion;
  file["image_size"] = {lens.image_size.width, lens.image_size.height};
  file["camera_matrix"] = {{lens.fx, 0.0, lens.cx}, {0.0, lens.fy, lens.cy}, {0.0, 0.0, 1.0}};
  file["distortion"] = lens.distortion;
  if (lens.rms_px) file["rms_px"] = *lens.rms_px;
  if (lens.cross_validation_px) file["cross_validation_px"] = *lens.cross_validation_px;
  if (lens.images_used > 0) file["images_used"] = lens.images_used;
  if (!lens.covariance.isZero(0.0)) {
    auto& rows = file["covariance"];
    for (int r = 0; r < kIntrinsicCount; ++r) {
      std::array<double, kIntrinsicCount> row{};
      for (int c = 0; c < kIntrinsicCount; ++c) row[static_cast<std::size_t>(c)] = lens.covariance(r, c);
      rows.push_back(row);
    }
  }
  std::string out = "{";
  for (const auto& [key, value] : file.items()) out += fmt::format("{}\n  \"{}\": {}", out.size() > 1 ? "," : "", key, value.dump());
  return out + "\n}\n";
}

Result<void> write_lens(const std::string& path, const calibration::Lens& lens) { return write_text(path, lens_text(lens)); }

}  // namespace app
