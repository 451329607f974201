// What of one moment goes on air: whatever a page, a stream, a file or another program is shown is made of this and of nothing else.
//   Made from a session's snapshot by table.h or board.h; no file of this room has heard of letters that nobody has shown.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/air/caption.h"
#include "app/overlay/display_list.h"
#include "app/overlay/flatten.h"
#include "app/wire/numbers.h"
#include "calibration/registration.h"
#include "vision/frame.h"

namespace app::air {

/// What is drawn over a picture, and how its table is seen.
struct Drawing {
  overlay::DisplayList list = {};
  std::optional<calibration::TableCamera> camera = {};  // none: nothing is drawn
  std::optional<overlay::TableArea> area = {};
  std::vector<measure::TablePoint> outline = {};  // of the playing area
  std::vector<overlay::Mark> standing = {};       // figures that are seen
};

struct Event {
  std::string name;  // "ruling", "move"
  Json data;
};

struct Look {
  std::shared_ptr<const vision::Frame> frame = {};  // null until the first picture
  bool next_picture = false;                        // the picture is another one than that of the look before
  std::function<Json()> state = {};  // the line of `track --json` or `board --json`, with rulings; empty: nothing is known yet
  bool at_rest = false;              // and nothing lies over a figure
  bool news = false;                 // come to rest anew, or the camera is found or lost
  std::vector<Event> events = {};    // what happened since the look before
  std::vector<calibration::Finding> findings = {};
  std::function<Drawing()> drawing = {};
  Caption caption = {};
  std::string record = {};  // where this game is recorded; empty: nowhere
};

}  // namespace app::air
