// Which actions are legal, listed (`legal`) and judged one by one (`why_not`).
// What an action does to a position.
#include <fmt/format.h>
#include <algorithm>

#include "rules/le_choc/position.h"

namespace rules::le_choc {
namespace {

Reason reason_at(const char* rule, std::string says, Square at) { return reason(rule, std::move(says), text(at)); }

/// What moving and attacking have in common: an own piece on `from`, both squares on the board.
std::optional<Reason> barred_start(const Position& position, Square from, Square to, const Rules& rules) {
  for (const Square square : {from, to})
    if (!rules.board.holds(square))
      return reason_at("LG1", fmt::format("{} is off the board of {} x {}", text(square), rules.board.width, rules.board.height), square);
  const Piece* piece = piece_on(position, from);
  if (!piece) return reason_at("L-9", fmt::format("nobody stands on {}", text(from)), from);
  if (piece->side != position.to_move) return reason_at("L-9", fmt::format("it is {}'s action", word(position.to_move)), from);
  return std::nullopt;
}

struct Judge {
  const Position& position;
  const Rules& rules;

  std::optional<Reason> operator()(const Move& move) const {
    if (auto barred = barred_start(position, move.from, move.to, rules)) return barred;
    const Piece& piece = *piece_on(position, move.from);
    if (const Piece* there = move.from == move.to ? nullptr : piece_on(position, move.to)) {
      if (there->side == piece.side) return reason_at("LG5", fmt::format("an own piece stands on {}", text(move.to)), move.from);
      return reason_at("L-13", fmt::format("an enemy stands on {}: going there is an attack", text(move.to)), move.from);
    }
    return barred_way(ground_of(position, rules), move.from, move.to, mobility(piece.value), rules.house);
  }

  std::optional<Reason> operator()(const Attack& attack) const {  // L-13
    if (auto barred = barred_start(position, attack.from, attack.to, rules)) return barred;
    const Piece& piece = *piece_on(position, attack.from);
    const Piece* there = piece_on(position, attack.to);
    if (!there || there->side == piece.side) return reason_at("L-13", fmt::format("no enemy stands on {}", text(attack.to)), attack.from);
    if (attack.stay && piece.value != kMachineGuns)
      return reason_at("L-14", fmt::format("only machine guns stay where they are; this is {}", letter(piece.value)), attack.from);
    const Ground ground = ground_of(position, rules);
    auto barred = barred_way(ground, attack.from, attack.to, mobility(piece.value), rules.house);
    if (barred || !barred_way(ground, attack.from, attack.to, attack_reach(mobility(piece.value), rules.house), rules.house)) return barred;
    return reason_at("LG6", fmt::format("{} is not adjacent, and attacks reach no farther", text(attack.to)), attack.from);
  }

  std::optional<Reason> operator()(const Enter& enter) const {  // L-10
    if (position.reserve[index(position.to_move)][index(enter.value)] < 1)
      return reason_at("L-10", fmt::format("{} has no {} in reserve", word(position.to_move), letter(enter.value)), enter.at);
    return barred_entry(ground_of(position, rules), position.to_move, enter.at, rules.house);
  }

  std::optional<Reason> operator()(const Pass&) const {  // LG12
    if (rules.house.passing == Passing::Allowed || !can_act(position, ground_of(position, rules), position.to_move, rules))
      return std::nullopt;
    return reason("LG12", "a player who can act may not pass", std::string(word(position.to_move)));
  }

  std::optional<Reason> operator()(const Concede&) const { return std::nullopt; }  // LG13
};

void list_moves_and_attacks(const Position& position, const Ground& ground, const Piece& piece, const Rules& rules,
                            std::vector<Action>& out) {
  const int most = mobility(piece.value), reach = attack_reach(most, rules.house);
  for (const Arrival& arrival : arrivals(ground, piece.at, most, rules.house)) {
    const auto who = ground.who(arrival.at);
    if (!who) {
      out.emplace_back(Move{piece.at, arrival.at});
    } else if (*who != position.to_move && arrival.steps <= reach) {
      out.emplace_back(Attack{piece.at, arrival.at, false});
      if (piece.value == kMachineGuns) out.emplace_back(Attack{piece.at, arrival.at, true});  // L-14, LG7
    }
  }
}

}  // namespace

std::vector<Action> legal(const Position& position, const Rules& rules) {
  const Ground ground = ground_of(position, rules);
  const std::size_t side = index(position.to_move);
  const bool stacks = rules.house.base_capacity == Capacity::Unlimited;
  std::vector<Action> out;
  for (const Piece& piece : position.pieces)
    if (piece.side == position.to_move && (!stacks || piece_on(position, piece.at) == &piece))
      list_moves_and_attacks(position, ground, piece, rules, out);
  if (total(position.reserve[side]) > 0)
    for (const Base& base : rules.board.bases[side])
      for (const Square at : base) {
        if (barred_entry(ground, position.to_move, at, rules.house)) continue;
        for (const Value value : kAllValues)
          if (position.reserve[side][index(value)] > 0) out.emplace_back(Enter{value, at});
      }
  if (out.empty() || rules.house.passing == Passing::Allowed) out.emplace_back(Pass{});
  return out;
}

std::optional<Reason> why_not(const Position& position, const Action& action, const Rules& rules) {
  if (position.ending) return reason(position.ending->rule, "the game is over");
  return std::visit(Judge{position, rules}, action);
}

namespace {

/// The place in `pieces` of the top piece on a square; somebody stands there.
std::size_t place_on(const Position& position, Square at) {
  return static_cast<std::size_t>(piece_on(position, at) - position.pieces.data());
}

void remove(Position& position, std::size_t place) { position.pieces.erase(position.pieces.begin() + static_cast<std::ptrdiff_t>(place)); }

std::optional<Side> occupant(const Position& position, const Rules& rules) {
  if (!rules.board.objective) return std::nullopt;
  const Piece* piece = piece_on(position, *rules.board.objective);
  return piece ? std::optional(piece->side) : std::nullopt;
}

/// LG14: tested after every action, for whoever stands on the objective.
std::optional<Ending> ending_of(const Position& position, const Rules& rules) {
  const Ground ground = ground_of(position, rules);
  const std::array<Counts, 2> counts{left(position, Side::South), left(position, Side::North)};
  Standing standing{.occupant = occupant(position, rules), .pieces = {}, .can_act = {}, .clocks = position.clocks};
  for (const Side side : kSides) {
    standing.pieces[index(side)] = total(counts[index(side)]);
    standing.can_act[index(side)] = can_act(position, ground, side, rules);
  }
  const bool undislodged =
      standing.occupant && cannot_be_dislodged(piece_on(position, *rules.board.objective)->value, counts[index(other(*standing.occupant))]);
  return ending_after(standing, undislodged, rules.house);
}

/// Carries an action out on `applied.position`; it is legal.
struct Doing {
  Applied& applied;
  const Rules& rules;
  Position& position = applied.position;

  void operator()(const Move& move) const {
    position.pieces[place_on(position, move.from)].at = move.to;
    applied.event = Event{Event::Kind::Move, position.to_move, move.from, move.to};
  }

  void operator()(const Attack& attack) const {
    const std::size_t place = place_on(position, attack.from);
    const bool wins = fight_out(place, attack.from, attack.to, attack.stay);
    applied.event->kind = Event::Kind::Attack;
    applied.event->from = attack.from;
    applied.event->stay = attack.stay && wins;  // a loser's choice does not show (LG8)
  }

  void operator()(const Enter& enter) const {
    --position.reserve[index(position.to_move)][index(enter.value)];
    const Piece* there = piece_on(position, enter.at);
    const bool by_attack = there && there->side != position.to_move;
    position.pieces.push_back({position.to_move, enter.value, enter.at});
    if (by_attack)
      fight_out(position.pieces.size() - 1, enter.at, enter.at, false);
    else
      applied.event = Event{Event::Kind::Enter, position.to_move, {}, enter.at};
  }

  void operator()(const Pass&) const { applied.event = Event{Event::Kind::Pass, position.to_move}; }

  void operator()(const Concede&) const {
    applied.event = Event{Event::Kind::Concede, position.to_move};
    position.ending = Ending{other(position.to_move), "LG13"};
  }

 private:
  /// L-4, L-13, L-14, LG8: both are shown, the loser is removed; an attacker that wins moves in unless it stays or others are left
  /// there. Returns whether it wins.
  bool fight_out(std::size_t attacker, Square from, Square to, bool stay) const {
    const std::size_t defender = defender_on(to, attacker);
    const ShownFight values{position.pieces[attacker].value, position.pieces[defender].value};
    const Fight fought = fight(values.attacker, values.defender, rules.house);
    applied.shown = {{from, values.attacker}, {to, values.defender}};
    applied.event = Event{Event::Kind::Enter, position.to_move, {}, to, values};
    for (const std::size_t each : {attacker, defender}) position.pieces[each].shown = rules.house.reveal_sticky;  // LG9
    const Side enemy = other(position.to_move);
    const auto more_there = std::ranges::count_if(position.pieces, [&](const Piece& p) { return p.side == enemy && p.at == to; }) > 1;
    if (fought.defender_falls && !stay && !more_there) position.pieces[attacker].at = to;
    const std::size_t later = std::max(attacker, defender), earlier = std::min(attacker, defender);
    for (const std::size_t each : {later, earlier})
      if (each == attacker ? fought.attacker_falls : fought.defender_falls) remove(position, each);
    return fought.attacker_wins;
  }

  /// The top enemy on a square; an entering piece is on it already.
  [[nodiscard]] std::size_t defender_on(Square at, std::size_t attacker) const {
    std::size_t found = attacker;
    for (std::size_t i = 0; i < position.pieces.size(); ++i)
      if (position.pieces[i].at == at && position.pieces[i].side != position.to_move) found = i;
    return found;
  }
};

}  // namespace

Applied apply(const Position& position, const Action& action, const Rules& rules) {
  Applied applied{.position = position, .done = true, .because = {}, .shown = {}, .event = {}, .before = {}};
  if (auto barred = why_not(position, action, rules)) {
    applied.done = false;
    applied.because.push_back(std::move(*barred));
    return applied;
  }
  applied.before = std::make_shared<const Position>(position);
  const auto before = occupant(position, rules);
  std::visit(Doing{applied, rules}, action);
  Position& after = applied.position;
  const bool stirred = applied.event->fight || applied.event->kind == Event::Kind::Enter;
  after.clocks = ticked(after.clocks, position.to_move, stirred, before, occupant(after, rules));
  after.to_move = other(position.to_move);  // L-9
  if (!after.ending) after.ending = ending_of(after, rules);
  return applied;
}

}  // namespace rules::le_choc
