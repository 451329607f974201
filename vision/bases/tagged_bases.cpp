#include "vision/bases/tagged_bases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// The plain base or bare sheet a tag lies on; none where the camera cannot place it.
std::optional<TaggedBase> tagged_base(const Scene& scene, const calibration::TagObservation& tag) {
  const auto piece = std::ranges::find_if(scene.pieces, [&](const measure::PieceSpec& p) {
    return p.marker == measure::MarkerType::Tag && p.tag == tag.id && p.mount.dictionary == tag.dictionary;
  });
  const bool worn = piece != scene.pieces.end();
  const Inches height = worn ? piece->mount.height : Inches(0.0);
  Inches ground;
  std::array<TablePoint, 4> corner;  // clockwise from the printed top left
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto p = scene.camera.table_from_image(tag.corners[i], ground + height);
      if (!p) return std::nullopt;
      corner[i] = *p;
    }
    ground = measure::ground_height(scene.table.terrain, measure::midpoint(corner[0], corner[2]));
  }
  const measure::TableVector up = measure::midpoint(corner[0], corner[1]) - measure::midpoint(corner[3], corner[2]);
  TaggedBase base{measure::midpoint(corner[0], corner[2]), measure::heading_of(up), 0.0, 0.0};
  base.half_length = base.half_width = measure::length(up).value / 2.0;
  if (!worn) return base;
  base.centre = base.centre - measure::rotated(piece->mount.offset, base.heading);
  if (const auto* rect = std::get_if<measure::RectShape>(&piece->base.shape)) {
    base.half_length = rect->length.value / 2.0;
    base.half_width = rect->width.value / 2.0;
  } else if (!std::holds_alternative<measure::PolygonShape>(piece->base.shape)) {
    base.half_length = base.half_width = 0.35 * measure::breadth(piece->base.shape).value;  // the square inside a round or oval one
  }
  return base;
}

}  // namespace

std::vector<TaggedBase> tagged_bases(const Scene& scene) {
  std::vector<TaggedBase> out;
  for (const calibration::TagObservation& tag : scene.tags)
    if (const auto base = tagged_base(scene, tag)) out.push_back(*base);
  return out;
}

measure::TableVector way_from(const TaggedBase& tagged, TablePoint place) {
  const measure::TableVector off = measure::rotated(place - tagged.centre, -tagged.heading);
  const auto outside = [](Inches along, double half) {
    return Inches(std::copysign(std::max(0.0, std::abs(along.value) - half), along.value));
  };
  return measure::rotated({outside(off.dx, tagged.half_length), outside(off.dy, tagged.half_width)}, tagged.heading);
}

}  // namespace vision
