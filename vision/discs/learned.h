// What a disc detector knows of the armies from picture to picture: their colours and paints, and where their rims appear.
//   Not for other parts of the program.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vision/discs/army_colours.h"
#include "vision/discs/discs.h"
#include "vision/discs/owners.h"
#include "vision/discs/settle.h"

namespace vision {

struct DiscDetector::Learned {
  struct Table {
    ArmyColour of;
    ColourTable table;
  };
  std::map<std::string, ArmyColour> armies;
  std::map<std::string, Table> tables;
  std::optional<Colour> white;
  double blur = 0.0;
  std::map<std::string, EdgeOffsets> offsets;  // by army
  std::map<std::string, double> doubts;        // by army: how much larger variances are than its rims say
  std::map<std::string, Colour> paints;        // by army, where several bases showed theirs
  std::set<std::string> alike;                 // armies that wear another's paint
  std::vector<calibration::Finding> findings;

  /// The look-up table of a colour; an old one serves while the colour has hardly moved.
  const ColourTable& table_of(const ArmyColour& army);

  /// Whose the bases are that the network sees. Teaches the colours of armies not yet known.
  [[nodiscard]] Owners owners(std::vector<SeenDisc>& seen, const Scene& scene, std::vector<DiscArmy>& sought);
};

}  // namespace vision
