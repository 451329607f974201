// The table as it stands becomes the game's: who is gone, who came, who went back, and what of it the rules forbid.
#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "rules/charge/combat/dice.h"
#include "rules/charge/game/game_parts.h"
#include "rules/charge/game/umpire.h"

namespace rules::charge {
namespace {

std::set<BodyKey> bodies_moved(const Comparison& comparison, const Field& now) {
  std::set<BodyKey> moved;
  for (const Difference& difference : comparison.differences)
    if (const Piece* const piece = find(now, difference.id); piece && difference.kind == Difference::Kind::Moved)
      moved.insert(key_of(*piece));
  return moved;
}

/// Who came: of the two bodies the one that moved, where only one did, else whose movement it is (C-H1).
std::string attacker_of(const BodyPair& pair, const std::set<BodyKey>& moved, const Game& next) {
  const bool first = moved.contains(pair.first), second = moved.contains(pair.second);
  if (first != second) return first ? pair.first.first : pair.second.first;
  return mover(next).value_or("");
}

/// Who is in contact now; what was known of a contact stays known (C-H1).
std::map<BodyPair, ContactRecord> contacts_now(const Game& next, const Game& before, const std::set<BodyKey>& moved) {
  std::map<BodyPair, ContactRecord> contacts;
  for (const Touch& touch : touches(next.field)) {
    const Piece &a = *find(next.field, touch.a), &b = *find(next.field, touch.b);
    const BodyPair pair = std::minmax(key_of(a), key_of(b));
    const auto known = before.contacts.find(pair);
    contacts.try_emplace(pair, known != before.contacts.end() ? known->second : ContactRecord{next.turn, attacker_of(pair, moved, next)});
  }
  return contacts;
}

/// Forbidden moves of one body under one rule: how many, and the worst of them in words.
struct Forbidden {
  std::string unit, rule, worst;
  double by = 0.0;  // inches; the worst is the one with most
  int pieces = 0;
};

void forbid(std::vector<Forbidden>& all, const Piece& piece, const std::string& rule, double by, std::string says) {
  auto known = std::ranges::find_if(all, [&](const Forbidden& f) { return f.unit == piece.unit && f.rule == rule; });
  if (known == all.end()) known = all.insert(all.end(), {piece.unit, rule, {}, -1.0, 0});
  ++known->pieces;
  if (by > known->by) known->by = by, known->worst = std::move(says);
}

/// Moves in the army's own movement, each by its cheapest way from where the piece stood when the turn began.
void judge_movement(const Game& game, const AcceptTable& action, const std::vector<int>& moved, const House& house,
                    std::vector<Forbidden>& all) {
  const Field& now = action.field;
  const auto is_judged = [&](int id) { return std::ranges::find(action.judged, id, &JudgedMove::id) != action.judged.end(); };
  const bool known = std::ranges::all_of(moved, is_judged);
  for (const JudgedMove& move : known ? action.judged : judge_moves(game.turn_start, now, moved, house)) {
    if (move.ruling.verdict != measure::Verdict::No || std::ranges::find(moved, move.id) == moved.end()) continue;
    const Reason* const reason = move.ruling.because.empty() ? nullptr : &move.ruling.because.front();
    const double cost = move.ruling.cost ? move.ruling.cost->value.value : 0.0;
    const std::string length =
        move.ruling.cost ? fmt::format("{:.2f} in of {:.0f}", cost, move.ruling.allowance.value) : std::string("there is no way");
    // What is only too long says by how much; anything else says why.
    const std::string why = !reason                             ? ""
                            : reason->limit && move.ruling.cost ? fmt::format(", {:.2f} too far", cost - move.ruling.allowance.value)
                                                                : ": " + reason->says;
    forbid(all, *find(now, move.id), reason ? reason->rule : "C-T3", cost, fmt::format("{} moved {}{}", move.name, length, why));
  }
}

std::vector<Forbidden> forbidden_moves(const Game& game, const AcceptTable& action, const House& house) {
  const Field& now = action.field;
  std::vector<Forbidden> all;
  std::vector<int> in_turn;
  const auto moving = mover(game);
  for (const Difference& difference : compare(game, now).differences) {
    const Piece* const piece = find(now, difference.id);
    if (!piece) continue;
    const double by = difference.by.value;
    if (difference.kind == Difference::Kind::Astray)
      forbid(all, *piece, "C-H8", by, fmt::format("{} stands {:.2f} in from where he goes back to", difference.name, by));
    if (difference.kind != Difference::Kind::Moved) continue;
    if (moving != piece->army)
      forbid(all, *piece, "C-T3", by, fmt::format("{} moved {:.2f} in out of its own movement", difference.name, by));
    else if (is_soldier(*piece) && locked(game, key_of(*piece), house))
      forbid(all, *piece, "CG30", by, fmt::format("{} moved {:.2f} in, though its body is held in contact", difference.name, by));
    else
      in_turn.push_back(difference.id);
  }
  judge_movement(game, action, in_turn, house, all);
  return all;
}

void note_forbidden(Game& next, const std::vector<Forbidden>& all) {
  for (const Forbidden& f : all)
    note(next, f.rule, "not legal: " + f.worst + (f.pieces > 1 ? fmt::format(" (the worst of {} of {})", f.pieces, f.unit) : ""));
}

/// Whoever no longer stands where he fought has gone back; a new turn counts his way from where he stands now.
void settle_going_back(Game& next, const Comparison& comparison) {
  std::erase_if(next.going_back, [&](const auto& back) {
    const Piece* const now = find(next.field, back.first);
    const bool waits = std::ranges::any_of(comparison.differences, [&](const Difference& difference) {
      return difference.id == back.first && difference.kind == Difference::Kind::GoesBack;
    });
    if (waits && now) return false;
    for (Piece& start : next.turn_start.pieces)
      if (now && start.figure.id == back.first) start = *now;
    return true;
  });
}

void count_newcomers(Game& next, const Game& game) {
  for (const Piece& piece : next.field.pieces) {
    if (!is_soldier(piece)) continue;
    BodyRecord& record = next.bodies.try_emplace(key_of(piece), BodyRecord{arm_of(piece), 0, false, {}}).first->second;
    if (record.fallen.contains(piece.figure.id) && !game.to_lift.contains(piece.figure.id))
      record.fallen.erase(piece.figure.id);  // put back
    const bool known = find(game.field, piece.figure.id) || record.fallen.contains(piece.figure.id);
    if (known) continue;
    if (static_cast<int>(standing(next, key_of(piece)).size() + record.fallen.size()) <= record.original) continue;
    ++record.original;
    const auto army = std::ranges::find(next.armies, piece.army, &ArmyRecord::name);
    if (army == next.armies.end())
      next.armies.push_back({piece.army, 1, false});
    else
      ++army->original;
  }
}

/// Men lifted as the rules took them, in one line an army, and the others who are gone by name (C-K5).
void count_the_gone(Game& next, const Game& game) {
  std::map<std::string, std::string> lifted;
  for (const Piece& piece : game.field.pieces) {
    if (find(next.field, piece.figure.id)) continue;
    const bool owed = next.to_lift.erase(piece.figure.id) > 0;
    if (!is_soldier(piece)) continue;
    std::string& names = lifted[piece.army];
    if (owed) names += (names.empty() ? "" : ", ") + piece.figure.name;
    if (next.bodies[key_of(piece)].fallen.insert(piece.figure.id).second)
      note(next, "C-K5", piece.figure.name + " was taken off, though the rules had not taken him");
  }
  for (const auto& [army, names] : lifted)
    if (!names.empty()) note(next, "C-K5", fmt::format("{} lifted as owed: {}", army, names));
}

}  // namespace

Applied accept(const Game& game, const AcceptTable& action, const House& house) {
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  note_forbidden(next, forbidden_moves(game, action, house));
  next.field = action.field;
  const Comparison comparison = compare(game, action.field);
  settle_going_back(next, comparison);
  count_newcomers(next, game);
  count_the_gone(next, game);
  next.contacts = contacts_now(next, game, bodies_moved(comparison, next.field));
  if (!action.reason.empty()) note(next, "", action.reason);
  return out;
}

BodyKey key_of(const Piece& piece) { return {piece.army, piece.unit}; }

Applied refused(const Game& game, std::string rule, std::string says) {
  return {game, false, {reason(std::move(rule), std::move(says))}, nullptr};
}

void note(Game& game, std::string rule, std::string says) { game.log.push_back({game.turn, game.step, std::move(rule), std::move(says)}); }

// ---- casualties ----

void take(Game& game, const BodyKey& body, int id) {
  game.bodies[body].fallen.insert(id);
  if (find(game.field, id)) game.to_lift.insert(id);
}

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

/// By the die: which men fall, counted from the right.
constexpr std::array kCounted{"nobody",        "man after man", "every 2nd man", "every 3rd man",
                              "every 4th man", "every 5th man", "every 6th man"};

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
