// Where on a picture something may be written without covering a figure: the strip of a lower third, the banner of a ruling.
#pragma once

#include <optional>
#include <span>

#include "app/overlay/label_layout.h"
#include "app/wire/numbers.h"

namespace app::air {

/// All in shares of the picture's width and height.
struct Places {
  bool strip_above = false;                 // the strip lies along the upper edge; else along the lower one
  std::optional<overlay::Box> banner = {};  // clear of every figure and of the strip; none: there is no such place
  bool small = false;                       // the banner has room for the verdict alone
};

/// `figures`: their boxes, in shares of the picture.
[[nodiscard]] Places places_of(std::span<const overlay::Box> figures);
/// {"strip":"bottom","banner":[left,top,width,height] or null,"small":false}
[[nodiscard]] Json places_json(const Places& places);

/// The corner of the picture (right or left, above or below) that fewest figures stand in, as a box of this size; above right if it may be.
[[nodiscard]] overlay::Box quiet_corner(std::span<const overlay::Box> figures, double width, double height);

}  // namespace app::air
