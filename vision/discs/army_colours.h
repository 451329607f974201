// What the armies' printed bases look like in this light.
//   Bases teach an army's colour, its spread, and what white looks like. One table look-up tells how well a pixel fits an army.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vision/colour.h"

namespace vision {

/// One army's colour: the roster's hint, which says whose a paint may be, and a distribution once bases have been seen.
struct ArmyColour {
  std::string army;
  std::optional<Colour> hint;  // none when the roster names no colour
  bool learned = false;
  bool shared = false;           // with another army, in some other shade perhaps: its brightness tells nothing of light
  Colour mean = Colour::Zero();  // in full light; the same print in shade is a darker multiple
  Eigen::Matrix3f spread = Eigen::Matrix3f::Zero();  // covariance about the shaded line
  float exposure = 1.0f;                             // see `exposure_of`
};

/// How bright a picture is, by its white, as a share of a well exposed one's: noise and what compression does to colours shrink with it,
/// and so do all differences.
[[nodiscard]] float exposure_of(const Colour& white);

/// How well a colour fits an army whose colour is learned, 0..255; 128 is the border. One byte per 5-bit colour cell.
class ColourTable {
 public:
  explicit ColourTable(const ArmyColour& army);
  [[nodiscard]] std::uint8_t fit(const Colour& c) const;

 private:
  std::vector<std::uint8_t> cells_;
};

/// The border of ColourTable::fit between "may be this army's print" and "is not".
inline constexpr std::uint8_t kFitsArmy = 128;
/// ... and from this on it surely is: two thirds of the way from the army's mean to what still fits.
inline constexpr std::uint8_t kSurelyArmy = 213;

/// The colour of white paper in this light: the mean of the picture's brightest nearly grey pixels.
[[nodiscard]] Colour white_of(const cv::Mat& bgr);
/// The same of the part `area`, made so much smaller first that something so many pixels wide, the narrowest base, is ten pixels wide.
[[nodiscard]] Colour white_of(const cv::Mat& bgr, const cv::Rect& area, double width);

/// Learns one army's colour from the colours of its bases, one each. Needs at least `least`.
inline constexpr std::size_t kBasesToLearn = 3;
[[nodiscard]] ArmyColour learned_from(const ArmyColour& before, std::span<const Colour> bases, std::size_t least = kBasesToLearn);

}  // namespace vision
