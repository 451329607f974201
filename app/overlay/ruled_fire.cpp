#include "app/overlay/ruled_fire.h"

#include "rules/charge/aim/aim.h"

namespace app {
namespace {

namespace charge = rules::charge;

/// A friend in the corridor forbids the shot, or may.
bool held_by_a_friend(const RulingLine& line) {
  return line.verdict != measure::Verdict::Yes && line.at && line.at->clearance &&
         measure::at_least(*line.at->clearance, charge::kClearOfFriends) != measure::Verdict::Yes;
}

}  // namespace

std::optional<overlay::Shot> shot_of(const RuledTable& table, const RulingLine& line) {
  const charge::Piece* firer = line.at ? charge::find(table.field, line.ids.front()) : nullptr;
  const charge::Piece* const man = firer ? charge::find(table.field, line.at->id) : nullptr;
  if (!man) return std::nullopt;
  for (const charge::Piece& mate : table.field.pieces)  // of infantry the line is that of one man, whom the rules name
    if (mate.unit == firer->unit && mate.army == firer->army && mate.figure.name == line.at->by) firer = &mate;
  const charge::Piece* const near = line.at->clearance ? charge::find(table.field, line.at->nearest_id) : nullptr;
  return overlay::Shot{firer->figure.footprint, man->figure.footprint, *line.at, line.verdict,
                       near ? std::optional(near->figure.footprint) : std::nullopt};
}

overlay::DisplayList shots_that_may_be(const RuledTable& table, const measure::Table& ground) {
  overlay::DisplayList list;
  for (const RulingLine& line : table.lines) {
    const bool held = held_by_a_friend(line);
    if (line.verdict == measure::Verdict::No && !held) continue;
    if (const auto shot = shot_of(table, line)) overlay::append(list, overlay::shot_overlay(*shot, ground, held));
  }
  return list;
}

}  // namespace app
