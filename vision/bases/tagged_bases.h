// What the tags of a picture lie on: no disc stands there.
#pragma once

#include <vector>

#include "vision/detector.h"

namespace vision {

/// The plain rectangle under a tag.
struct TaggedBase {
  measure::TablePoint centre;
  measure::Radians heading;
  double half_length, half_width;  // inches
};

/// The plain base or bare sheet under each tag of this frame that the camera can place.
[[nodiscard]] std::vector<TaggedBase> tagged_bases(const Scene& scene);

/// The way to a place from the nearest point of a tagged piece's base, table axes; none inside.
[[nodiscard]] measure::TableVector way_from(const TaggedBase& tagged, measure::TablePoint place);

}  // namespace vision
