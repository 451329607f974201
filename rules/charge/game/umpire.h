// Every ruling of a settled table: the moves since the last one, who may fire at whom, who is in contact.
//   What happened is never refused: an illegal move is named, by how much and by which rule, and the
//   table stands. No dice and no phases here: these are the questions that places alone answer.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rules/charge/aim/aim.h"
#include "rules/charge/field.h"
#include "rules/charge/move/movement.h"

namespace rules::charge {

struct JudgedMove {
  int id = 0;
  std::string name, unit;
  measure::TablePoint from, to;
  MoveRuling ruling;
};

struct JudgedAim {
  std::string firer;   // "DG/gun", or the unit
  int id = 0;          // of the gun, or of the unit's first man
  std::string target;  // unit
  Aim aim;
};

/// Inches, centre to centre. Infantry bodies are not asked about enemies farther off: beyond 6 in nobody fires.
inline constexpr double kWatchedByInfantry = 12.0;

/// The moves of the pieces `moved` (ids) from one settled table to the next, each by its cheapest legal path.
///
/// What stands is never refused: a base that touches or runs into another stands there, and bars nothing.
/// A unit of which one man crossed an obstacle moved at half speed (C-M8). Pieces that moved as well bar
/// nobody's way: they may have gone first. Pieces missing from either table are left out.
[[nodiscard]] std::vector<JudgedMove> judge_moves(const Field& before, const Field& after, const std::vector<int>& moved,
                                                  const House& house);

/// The question whether `before` could go where it stands in `after` as `now`.
///
/// Whoever moved as well may have gone first, and is left out. So is whoever its base runs into: bases of card
/// overlap, and what stands on the table stands there.
[[nodiscard]] MoveQuestion move_question(const Piece& before, const Piece& now, const Field& after, const std::set<int>& moved);

/// Every gun against every enemy body; every infantry body against those within `kWatchedByInfantry`. Figures of no known unit are
/// no body: they only stand in the way.
[[nodiscard]] std::vector<JudgedAim> judge_aims(const Field& field, const House& house);
/// What is asked of one gun, or one body, against one enemy body: everybody else on the field stands round them.
[[nodiscard]] AimQuestion aim_question(const Field& field, const Piece& gun, const Body& target, const House& house);
[[nodiscard]] AimQuestion aim_question(const Field& field, const Body& firer, const Body& target);
/// Its answer.
[[nodiscard]] Aim judge_aim(const Field& field, const Piece& gun, const Body& target, const House& house);
[[nodiscard]] Aim judge_aim(const Field& field, const Body& firer, const Body& target, const House& house);

/// Who serves a gun: own foot near enough to it and in no contact (CG23), surely or as far as the camera can tell.
struct Served {
  std::vector<const Piece*> surely, maybe;
};
[[nodiscard]] Served crew_of(const Field& field, const Piece& gun, const House& house);

/// Whom a gun as it is served needs beyond its own crew to come to four: the nearest of those who surely serve it (CG23).
[[nodiscard]] std::vector<const Piece*> drafted(const Field& field, const Piece& gun, const House& house);

/// The gun as the army that serves it has it: its own, or, where nobody of its own does, the enemy's (CG41).
[[nodiscard]] Piece as_served(const Field& field, const Piece& gun, const House& house);

/// Enemies whose bases touch, as far as the camera can tell; each pair once, the smaller id first.
[[nodiscard]] std::vector<std::pair<int, int>> contacts(const Field& field);

}  // namespace rules::charge
