// Leading figures back to where they belong: after an undo, a bump, a knocked table or a game that is taken up again.
//   Pure: where everybody belongs and where everybody stands in, what to do with whom out, in the order that frees the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/charge/field.h"
#include "rules/charge/game/game.h"

namespace app {

/// Who stands so near to his place is back: what a hand can do without a ruler.
inline constexpr measure::Inches kBack{0.125};

/// What is to be done with one figure.
struct WayBack {
  enum class Kind {
    TakeOff,     // nobody like it belongs on the table
    StandAside,  // it stands where another goes, and that one where it goes: it waits at `to`
    Move,        // from where it stands to its place
    PutDown,     // it belongs on the table and is not there
  } kind = Kind::Move;
  int id = 0;        // of the figure that stands; of PutDown of the one that is missed
  std::string name;  // of the place it goes to; of TakeOff its own
  std::optional<measure::Footprint> from, to;

  [[nodiscard]] measure::Inches length() const { return from && to ? measure::distance(from->centre, to->centre) : measure::Inches(0.0); }
};

/// The ways of all who do not stand where they belong, in the order in which each finds its place free.
///
/// Men of one body on equal bases are alike: each goes to the nearest place that is empty, the sum of all ways being the least
/// (Hungarian algorithm). A figure by its own track stands where it belongs when it is there.
[[nodiscard]] std::vector<WayBack> lead_back(const rules::charge::Field& wanted, const rules::charge::Field& seen,
                                             measure::Inches back = kBack);

/// Where a game has everybody now: its own field, the pieces of the army that moves in this step where they stand.
[[nodiscard]] rules::charge::Field where_all_belong(const rules::charge::Game& game, const rules::charge::Field& seen);

/// What differs, where `seen` is not as it was: "R1/3 stands 2.31 in from where it was"; "R2/4 is not there"; "R9/1 was not there". Of who
/// only waits aside: empty.
[[nodiscard]] std::string difference_text(const WayBack& way);
/// "R1/3: 2.31 in"; "take off R9/1"; "R1/4 aside first"; "put R1/4 back".
[[nodiscard]] std::string text_of(const WayBack& way);

}  // namespace app
