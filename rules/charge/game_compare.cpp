#include "measure/spot.h"
#include "rules/charge/game_parts.h"

namespace rules::charge {

using measure::Inches;

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
    const auto back = game.going_back.find(piece.figure.id);
    const measure::Measured way = measure::centre_distance(piece.figure.footprint, now->figure.footprint, game.field.common);
    const bool stands_still = way.value - way.margin <= still;
    if (back != game.going_back.end() && !taken) {  // C-H8
      const StoodBack stood = stood_back(back->second, now->figure.footprint, game.field.common);
      const bool waits = stands_still && stood.verdict != measure::Verdict::Yes;
      if (!waits && stood.verdict != measure::Verdict::No) continue;
      const Inches by = waits ? measure::distance(back->second.from, back->second.to) : stood.off.value;
      out.differences.push_back({waits ? Difference::Kind::GoesBack : Difference::Kind::Astray, piece.figure.id, piece.figure.name, by});
      (waits ? behind : astray) = true;
      continue;
    }
    if (stands_still) continue;
    out.differences.push_back({Difference::Kind::Moved, piece.figure.id, piece.figure.name, way.value});
    astray = astray || moving != piece.army;
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
