// The umpire's word on every settled table of a session, the newest first.
//   Finished and const: the session hands it out with its snapshots.
// Needs app/umpire/rulings_json.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/umpire/rulings_json.h"
#include "rules/charge/field.h"

namespace app {

/// One settled table and what is said of it.
struct RuledTable {
  int number = 1;  // of the settled tables of this recording or camera
  std::string frame;
  double time = 0.0;  // seconds, of the picture
  rules::charge::Field field;
  std::vector<RulingLine> lines;
};
using RulingLog = std::vector<std::shared_ptr<const RuledTable>>;

/// A whole evening settles some hundred times; more than anybody scrolls back would only fill memory.
inline constexpr std::size_t kMostRuledTables = 200;

}  // namespace app
