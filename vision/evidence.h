// What the picture says about a piece nobody sighted, and about hands: evidence beside the sightings.
//   A missing sighting is either a piece that something covers or one that was taken away; only the
//   picture can tell. The tracker asks through this interface, so it can be tested without pictures.
#pragma once

#include "measure/length.h"
#include "vision/table_state.h"

namespace vision {

enum class Presence {
  Same,     ///< the piece's own pixels are as they were when it was last sighted: it is seen
  Ground,   ///< the bare table shows there: it is gone from that place
  Covered,  ///< neither: a hand, a sleeve, another piece, or nothing that can be told
};

class Evidence {
 public:
  virtual ~Evidence() = default;
  /// What the picture shows where `piece` stood.
  [[nodiscard]] virtual Presence look(const Piece& /*piece*/) const { return Presence::Covered; }
  /// Could something on the table (a tree, a house, a hand) hide a base that stands at a place?
  [[nodiscard]] virtual bool may_hide(measure::TablePoint /*at*/, measure::Inches /*ground*/) const { return false; }
  /// Has anything changed in the picture within a reach of a place since the table was last settled? A piece in
  /// an untouched place has not moved.
  [[nodiscard]] virtual bool touched(measure::TablePoint /*at*/, measure::Inches /*reach*/) const { return true; }
  /// Did the detectors look there in this frame?
  [[nodiscard]] virtual bool looked_at(measure::TablePoint /*at*/) const { return true; }
  /// Is a hand, an arm or another intruder over the table?
  [[nodiscard]] virtual bool intruder() const { return false; }
  /// How long nothing has moved in the picture, in seconds. Video only.
  [[nodiscard]] virtual double quiet_for() const { return 0.0; }
};

}  // namespace vision
