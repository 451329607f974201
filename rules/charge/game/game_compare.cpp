#include <algorithm>

#include "measure/spot.h"
#include "rules/charge/game/game_parts.h"

namespace rules::charge {

using measure::Inches;

std::map<int, PushBack> as_they_stand(const std::map<int, PushBack>& backs, const Field& seen, Inches still) {
  struct Near {
    Inches off;
    int man, place;
  };
  std::vector<Near> nearest;
  std::map<int, PushBack> out;
  std::set<int> taken;
  for (const auto& [id, back] : backs) {
    const Piece* const man = find(seen, id);
    if (!man) continue;
    const measure::Measured gone =
        measure::distance_between({back.from, seen.common}, measure::centre_of(man->figure.footprint), seen.common);
    if (gone.value - gone.margin <= still) {
      out[id] = back;
      taken.insert(id);
    }
    for (const auto& [place, other] : backs)
      if (const Piece* const owner = find(seen, place); owner && key_of(*owner) == key_of(*man) && arm_of(*owner) == arm_of(*man))
        nearest.push_back({measure::distance(man->figure.footprint.centre, other.to), id, place});
  }
  std::ranges::stable_sort(nearest, {}, &Near::off);
  for (const Near& near : nearest)
    if (!out.contains(near.man) && taken.insert(near.place).second) out[near.man] = backs.at(near.place);
  return out;
}

Comparison compare(const Game& game, const Field& seen, measure::Inches still) {
  Comparison out;
  bool behind = false;
  const auto moving = mover(game);
  const auto backs = as_they_stand(game.going_back, seen, still);
  for (const Piece& piece : game.field.pieces) {
    const Piece* now = find(seen, piece.figure.id);
    const bool taken = game.to_lift.contains(piece.figure.id);
    if (!now) {
      if (taken) continue;  // lifted as owed
      out.differences.push_back({Difference::Kind::Gone, piece.figure.id, piece.figure.name, {}});
      ++out.astray;
      continue;
    }
    if (taken) {
      out.differences.push_back({Difference::Kind::StillStands, piece.figure.id, piece.figure.name, {}});
      behind = true;
    }
    const auto back = backs.find(piece.figure.id);
    const measure::Measured way = measure::centre_distance(piece.figure.footprint, now->figure.footprint, game.field.common);
    const bool stands_still = way.value - way.margin <= still;
    if (back != backs.end() && !taken) {  // C-H8
      const StoodBack stood = stood_back(back->second, now->figure.footprint, game.field.common);
      const bool waits = stands_still && stood.verdict != measure::Verdict::Yes;
      if (!waits && stood.verdict != measure::Verdict::No) continue;
      const Inches by = waits ? measure::distance(back->second.from, back->second.to) : stood.off.value;
      out.differences.push_back({waits ? Difference::Kind::GoesBack : Difference::Kind::Astray, piece.figure.id, piece.figure.name, by});
      if (waits)
        behind = true;
      else
        ++out.astray;
      continue;
    }
    if (stands_still) continue;
    out.differences.push_back({Difference::Kind::Moved, piece.figure.id, piece.figure.name, way.value});
    if (moving != piece.army) ++out.astray;
  }
  for (const Piece& piece : seen.pieces)
    if (!find(game.field, piece.figure.id)) {
      out.differences.push_back({Difference::Kind::Appeared, piece.figure.id, piece.figure.name, {}});
      ++out.astray;
    }
  out.agreement = out.astray > 0 ? Agreement::OutOfStep : behind ? Agreement::Behind : Agreement::InStep;
  return out;
}

}  // namespace rules::charge
