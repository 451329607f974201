#include "measure/spot.h"
#include "rules/charge/game_parts.h"

namespace rules::charge {

Comparison compare(const Game& game, const Field& seen, measure::Inches still) {
  Comparison out;
  bool behind = false, astray = false;
  const auto moving = mover(game);
  for (const Piece& piece : game.field.pieces) {
    const Piece* now = find(seen, piece.figure.id);
    const bool taken = game.to_lift.contains(piece.figure.id);
    if (!now) {
      if (taken) continue;  // lifted as owed
      out.differences.push_back({Difference::Kind::Gone, piece.figure.id, piece.figure.name, {}});
      astray = true;
      continue;
    }
    if (taken) {
      out.differences.push_back({Difference::Kind::StillStands, piece.figure.id, piece.figure.name, {}});
      behind = true;
    }
    const measure::Measured way = measure::centre_distance(piece.figure.footprint, now->figure.footprint, game.field.common);
    if (way.value - way.margin <= still) continue;
    out.differences.push_back({Difference::Kind::Moved, piece.figure.id, piece.figure.name, way.value});
    // After a combat men are pushed back (C-H8); in a movement the mover's pieces move.
    const bool expected = moving == piece.army || game.step == Step::Melee;
    astray = astray || !expected;
  }
  for (const Piece& piece : seen.pieces)
    if (!find(game.field, piece.figure.id)) {
      out.differences.push_back({Difference::Kind::Appeared, piece.figure.id, piece.figure.name, {}});
      astray = true;
    }
  out.agreement = astray ? Agreement::OutOfStep : behind ? Agreement::Behind : Agreement::InStep;
  return out;
}

}  // namespace rules::charge
