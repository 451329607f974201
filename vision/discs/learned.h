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
#include "vision/discs/search.h"
#include "vision/discs/wedge_armies.h"

namespace vision {

/// Bases of one army that show their white wedge: all that may be some, and those a fit has confirmed. Only base and pose are told.
struct ByWedge {
  std::vector<Found> proposed, confirmed;
};

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
  std::set<std::string> by_wedge;              // armies that their colour's borders alone do not show
  std::vector<calibration::Finding> findings;
  std::vector<LastSeen> last;  // in the picture before

  /// The look-up table of a colour; an old one serves while the colour has hardly moved.
  const ColourTable& table_of(const ArmyColour& army);

  /// Does its paint speak for another army that wears a darker or lighter one of the same hue?
  bool worn_by_another(const DiscPicture& picture, const Found& found, std::span<const DiscArmy> all);

  void forget_colours() {
    armies.clear(), tables.clear(), offsets.clear(), paints.clear();
    alike.clear(), by_wedge.clear(), findings.clear();
  }
  /// Of some army, are most of the men who stood there not found?
  [[nodiscard]] bool lost_most(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const;
  void drop_doubtful(std::vector<Found>& found, const DiscPicture& picture, std::span<const TaggedBase> tagged,
                     std::span<const DiscArmy> all);
  /// Looks once more, by the white wedges that nothing explains, for men of armies that show fewer than they should.
  void find_missing(std::vector<Found>& found, const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                    const cv::Rect& area, std::span<const TaggedBase> tagged, const std::vector<DiscArmy>& all);

  /// The bases of an army that the picture before showed and that stand in `area`: most of them still stand there, in whatever light.
  [[nodiscard]] std::vector<Found> stood(const DiscArmy& army, std::size_t index, const cv::Rect& area) const;
  void remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area);

  /// Is there an army whose colour is not yet known, or not enough to find it by?
  bool wedges_wanted(const std::vector<DiscArmy>& sought) const {
    return std::ranges::any_of(sought, [&](const DiscArmy& a) { return !a.colour.learned || by_wedge.contains(a.colour.army); });
  }
  /// The bases that show their white wedge. Teaches colours.
  std::vector<ByWedge> by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                 std::vector<DiscArmy>& sought);
  void name_paints(const std::vector<PaintedBases>& all, const Scene& scene, std::vector<DiscArmy>& sought);
  /// Do the roster's hints explain the picture? `hinted`: the armies as the hints show them, `learned`: as they were found.
  bool explained_by_hints(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                          const std::vector<DiscArmy>& hinted, const std::vector<DiscArmy>& learned, const std::vector<Found>& found);
};

}  // namespace vision
