// What a set-up lacks, what an edit of it changes for a game that stands on the table, and where its pieces lie afterwards.
#pragma once

#include <optional>

#include "vision/setup.h"
#include "vision/tracking/tracker.h"

namespace vision {

/// The dictionaries of all tags that are looked for, in their order.
[[nodiscard]] std::vector<std::string> dictionaries_of(const Setup& setup, std::span<const measure::PieceSpec> specs);

/// What no picture can make up for: nothing says where the table is. Empty when there are tags or anchors.
[[nodiscard]] std::optional<calibration::Finding> missing_in(const Setup& setup);

struct SetupChanges {
  bool roster = false;  // any piece: its name, unit, base, marker
  bool looks = false;   // what may be seen of the pieces: bases, markers, tags, armies and their colours
  bool view = false;    // how the table is registered: tags, anchors, lens
  bool ground = false;  // the table's size, or where its ground is raised; woods and roads only matter to the rules
  bool empty = false;   // the picture of the empty table
};
[[nodiscard]] SetupChanges changes_between(const Setup& before, const Setup& now);

/// A base that `from` shows with its top `above` ground of height `ground`: where the same pixel puts it on `table` through `to`.
[[nodiscard]] std::optional<Carried> carried(const calibration::TableCamera& from, const calibration::TableCamera& to,
                                             const measure::Table& table, measure::TablePoint at, measure::Inches ground,
                                             measure::Inches above);

}  // namespace vision
