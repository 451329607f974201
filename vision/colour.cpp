#include "vision/colour.h"

#include <cmath>
#include <cstdlib>

namespace vision {
namespace {

constexpr float kBrightnessCounts = 0.4F;
// A share of white below which ratios of channels tell nothing.
constexpr float kDarkest = 0.06F;

}  // namespace

std::optional<Colour> parse_colour(const std::string& hex) {
  if (hex.size() != 7 || hex[0] != '#' || hex.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) return std::nullopt;
  const long value = std::strtol(hex.c_str() + 1, nullptr, 16);
  return Colour(static_cast<float>(value & 255), static_cast<float>(value >> 8 & 255), static_cast<float>(value >> 16));
}

Colour tint_of(const Colour& paint) {
  const Colour c = paint.cwiseMax(0.0F) + Colour::Constant(kDarkest);
  return {std::log(c[0] / c[1]), std::log(c[2] / c[1]), kBrightnessCounts * std::log(c.mean())};
}

Colour paint_of_tint(const Colour& tint) {
  const float blue = std::exp(tint[0]), red = std::exp(tint[1]);
  const float green = 3.0F * std::exp(tint[2] / kBrightnessCounts) / (1.0F + blue + red);
  return green * Colour(blue, 1.0F, red) - Colour::Constant(kDarkest);
}

}  // namespace vision
