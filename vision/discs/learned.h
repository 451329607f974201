// What a disc detector knows of the armies from picture to picture: their colours and paints, where their rims appear, and who was seen.
//   Not for other parts of the program.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vision/discs/army_colours.h"
#include "vision/discs/candidates.h"
#include "vision/discs/discs.h"
#include "vision/discs/owners.h"
#include "vision/discs/search.h"

namespace vision {

/// A base of the picture before.
struct LastSeen {
  std::string army;
  DiscFit fit;
};

struct DiscDetector::Learned {
  struct Table {
    ArmyColour of;
    ColourTable table;
  };
  std::map<std::string, ArmyColour> armies;
  std::map<std::string, Table> tables;
  std::optional<Colour> white;
  double jpeg_steps = 0.0;
  std::map<std::string, EdgeOffsets> offsets;  // by army
  std::map<std::string, Colour> paints;        // by army, where several bases showed theirs
  std::set<std::string> alike;                 // armies that wear another's paint
  std::vector<calibration::Finding> findings;
  std::map<std::string, std::size_t> most_seen;  // of each army, in one picture
  std::vector<LastSeen> last;                    // in the picture before

  /// The look-up table of a colour; an old one serves while the colour has hardly moved.
  const ColourTable& table_of(const ArmyColour& army);

  /// Learns each army's paint from its bases.
  void take_paints(const DiscPicture& picture, const std::vector<Found>& found, std::span<const DiscArmy> all);

  /// Does its paint speak for another army that wears a darker or lighter one of the same hue?
  bool worn_by_another(const DiscPicture& picture, const Found& found, std::span<const DiscArmy> all);

  /// Where somebody stood in the picture before and is not found.
  [[nodiscard]] std::vector<measure::TablePoint> missing(const std::vector<Found>& found, const cv::Rect& area) const;
  /// Is the army's colour known well enough to find it by?
  [[nodiscard]] bool knows(const DiscArmy& army) const;
  /// Does some army show fewer men than the picture before?
  [[nodiscard]] bool short_of_men(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const;

  /// The bases of an army that the picture before showed and that stand in `area`: most of them still stand there, in whatever light.
  [[nodiscard]] std::vector<Found> stood(const DiscArmy& army, std::size_t index, const cv::Rect& area) const;
  void remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area);

  /// Whose the bases are that the network sees. Teaches the colours of armies not yet known.
  [[nodiscard]] Owners owners(std::vector<SeenDisc>& seen, const Scene& scene, std::vector<DiscArmy>& sought);
};

}  // namespace vision
