#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/charge/combat/allocation.h"
#include "rules/charge/game/game_parts.h"

namespace rules::charge {
namespace {

/// By the die: which men fall, counted from the right.
constexpr std::array kCounted{"nobody",        "man after man", "every 2nd man", "every 3rd man",
                              "every 4th man", "every 5th man", "every 6th man"};

}  // namespace

BodyKey key_of(const Piece& piece) { return {piece.army, piece.unit}; }

Applied refused(const Game& game, std::string rule, std::string says) {
  return {game, false, {{std::move(rule), std::move(says), std::nullopt, std::nullopt, std::nullopt, {}}}, nullptr};
}

void note(Game& game, std::string rule, std::string says) { game.log.push_back({game.turn, game.step, std::move(rule), std::move(says)}); }

// ---- casualties ----

/// Takes a man: he stands on the table until he is lifted.
void take(Game& game, const BodyKey& body, int id) {
  game.bodies[body].fallen.insert(id);
  if (find(game.field, id)) game.to_lift.insert(id);
}

/// Owes men of a body. When all of those who may fall do, nobody needs a die (CG21).
void owe(Game& game, const BodyKey& body, int men, const std::vector<int>& among) {
  std::vector<int> open;
  for (const int id : among)
    if (!game.bodies[body].fallen.contains(id)) open.push_back(id);
  men = std::min(men, static_cast<int>(open.size()));
  if (men <= 0) return;
  if (men == static_cast<int>(open.size())) {
    for (const int id : open) take(game, body, id);
    return;
  }
  game.owed.push_back({body, men, std::move(open)});
}

int owed_by(const Game& game, const BodyKey& body) {
  int men = 0;
  for (const Owed& owed : game.owed)
    if (owed.body == body) men += owed.men;
  return men;
}

namespace {

/// CG21: by the die, the nearest (who come first), or as the owner picks.
std::optional<std::vector<int>> told_apart(const Owed& owed, const Allocate& action, const House& house) {
  const auto men = static_cast<std::size_t>(owed.men);
  if (house.allocation_mode == AllocationMode::Nearest) return std::vector(owed.among.begin(), owed.among.begin() + owed.men);
  if (house.allocation_mode == AllocationMode::Owner) {
    std::vector<int> chosen = action.chosen;
    std::ranges::sort(chosen);
    const bool sound = chosen.size() == men && std::ranges::adjacent_find(chosen) == chosen.end() &&
                       std::ranges::all_of(chosen, [&](int id) { return std::ranges::find(owed.among, id) != owed.among.end(); });
    return sound ? std::optional(std::move(chosen)) : std::nullopt;
  }
  std::vector<int> fallen;
  for (const int man : count_out(static_cast<int>(owed.among.size()), action.die, owed.men, house.allocation_wrap))
    fallen.push_back(owed.among[static_cast<std::size_t>(man - 1)]);
  return fallen;
}

}  // namespace

Applied allocate(const Game& game, const Allocate& action, const House& house) {
  if (action.which >= game.owed.size()) return refused(game, "C-K5", "nobody is owed there");
  if (action.die < 1 || action.die > kFaces) return refused(game, "C-K5", "a die shows 1 to 6");
  Applied out{game, true, {}, nullptr};
  const Owed owed = game.owed[action.which];
  out.game.owed.erase(out.game.owed.begin() + static_cast<std::ptrdiff_t>(action.which));
  const auto fallen = told_apart(owed, action, house);
  if (!fallen) return refused(game, "CG21", fmt::format("the owner picks {} of the men who may fall", owed.men));
  for (const int id : *fallen) take(out.game, owed.body, id);
  const char* const fall = owed.men == 1 ? "falls" : "fall";
  const bool by_die = house.allocation_mode == AllocationMode::Dice;
  note(out.game, "C-K5",
       by_die
           ? fmt::format("{}: {} from the right, {} {}", owed.body.second, kCounted[static_cast<std::size_t>(action.die)], owed.men, fall)
           : fmt::format("{}: {} {}", owed.body.second, owed.men, fall));
  // What others owe of the same men shrinks with them.
  std::vector<Owed> rest;
  rest.swap(out.game.owed);
  for (const Owed& other : rest) owe(out.game, other.body, other.men, other.among);
  return out;
}

std::vector<const Piece*> standing(const Game& game, const BodyKey& body) {
  std::vector<const Piece*> men;
  const auto record = game.bodies.find(body);
  for (const Piece& piece : game.field.pieces)
    if (is_soldier(piece) && key_of(piece) == body && (record == game.bodies.end() || !record->second.fallen.contains(piece.figure.id)))
      men.push_back(&piece);
  return men;
}

}  // namespace rules::charge
