#include "vision/tags/candidates.h"

#include <algorithm>

#include "vision/tags/outline.h"
#include "vision/tags/regions.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

/// Of a ring one pixel thick around a box w x h about 2 (w + h) pixels are dark; thinner is a scratch.
constexpr double kMinRingPixels = 1.6;
constexpr double kMaxAspect = 6.0;

bool may_be_tag(const PixelRegion& r, double min_side_px) {
  const double w = r.right - r.left + 1, h = r.bottom - r.top + 1;
  const double longest = std::max(w, h), shortest = std::min(w, h);
  return shortest >= 0.7 * min_side_px && longest >= min_side_px && longest <= kMaxAspect * shortest &&
         r.pixels >= kMinRingPixels * (w + h);
}

}  // namespace

std::vector<DarkQuad> find_dark_quads(const cv::Mat& luma, const cv::Rect& window, double min_side_px) {
  const Shades shades = shades_of(luma(window));
  std::vector<DarkQuad> quads;
  const auto search = [&](const BitPlane& plane, Touching touching, bool dark) {
    for (const PixelRegion& region : regions_of(plane, touching)) {
      if (!may_be_tag(region, min_side_px)) continue;
      std::vector<cv::Point> outline = outline_of(plane, {region.first_x, region.top}, touching);
      // A white margin that something cuts open runs round the tag on the inside: walked backwards, it is the tag's.
      if (!dark) std::ranges::reverse(outline);
      for (DarkQuad& quad : quads_of(outline, min_side_px, dark ? 0.5 : -0.5)) {
        for (cv::Point2d& corner : quad.corners) corner += cv::Point2d(window.tl());
        quads.push_back(quad);
      }
    }
  };
  // A white margin one pixel wide keeps dark apart from dark even across a slant, and holds together there itself.
  search(shades.dark, Touching::Sides, true);
  search(shades.bright, Touching::Corners, false);
  return quads;
}

}  // namespace vision
