// Which actions are legal, listed (`legal`) and judged one by one (`why_not`).
#include <fmt/format.h>

#include "rules/le_choc/position.h"

namespace rules::le_choc {
namespace {

Reason reason(const char* rule, std::string says, Square at) { return {rule, std::move(says), {}, {}, {}, text(at)}; }

/// What moving and attacking have in common: an own piece on `from`, both squares on the board.
std::optional<Reason> barred_start(const Position& position, Square from, Square to, const Rules& rules) {
  for (const Square square : {from, to})
    if (!rules.board.holds(square))
      return reason("LG1", fmt::format("{} is off the board of {} x {}", text(square), rules.board.width, rules.board.height), square);
  const Piece* piece = piece_on(position, from);
  if (!piece) return reason("L-9", fmt::format("nobody stands on {}", text(from)), from);
  if (piece->side != position.to_move) return reason("L-9", fmt::format("it is {}'s action", word(position.to_move)), from);
  return std::nullopt;
}

struct Judge {
  const Position& position;
  const Rules& rules;

  std::optional<Reason> operator()(const Move& move) const {
    if (auto barred = barred_start(position, move.from, move.to, rules)) return barred;
    const Piece& piece = *piece_on(position, move.from);
    if (const Piece* there = move.from == move.to ? nullptr : piece_on(position, move.to)) {
      if (there->side == piece.side) return reason("LG5", fmt::format("an own piece stands on {}", text(move.to)), move.from);
      return reason("L-13", fmt::format("an enemy stands on {}: going there is an attack", text(move.to)), move.from);
    }
    return barred_way(ground_of(position, rules), move.from, move.to, mobility(piece.value), rules.house);
  }

  std::optional<Reason> operator()(const Attack& attack) const {  // L-13
    if (auto barred = barred_start(position, attack.from, attack.to, rules)) return barred;
    const Piece& piece = *piece_on(position, attack.from);
    const Piece* there = piece_on(position, attack.to);
    if (!there || there->side == piece.side) return reason("L-13", fmt::format("no enemy stands on {}", text(attack.to)), attack.from);
    if (attack.stay && piece.value != kMachineGuns)
      return reason("L-14", fmt::format("only machine guns stay where they are; this is {}", letter(piece.value)), attack.from);
    const Ground ground = ground_of(position, rules);
    auto barred = barred_way(ground, attack.from, attack.to, mobility(piece.value), rules.house);
    if (barred || !barred_way(ground, attack.from, attack.to, attack_reach(mobility(piece.value), rules.house), rules.house)) return barred;
    return reason("LG6", fmt::format("{} is not adjacent, and attacks reach no farther", text(attack.to)), attack.from);
  }

  std::optional<Reason> operator()(const Enter& enter) const {  // L-10
    if (position.reserve[index(position.to_move)][index(enter.value)] < 1)
      return reason("L-10", fmt::format("{} has no {} in reserve", word(position.to_move), letter(enter.value)), enter.at);
    return barred_entry(ground_of(position, rules), position.to_move, enter.at, rules.house);
  }

  std::optional<Reason> operator()(const Pass&) const {  // LG12
    if (rules.house.passing == Passing::Allowed || !can_act(position, ground_of(position, rules), position.to_move, rules))
      return std::nullopt;
    return Reason{"LG12", "a player who can act may not pass", {}, {}, {}, std::string(word(position.to_move))};
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
  if (position.ending) return Reason{position.ending->rule, "the game is over", {}, {}, {}, {}};
  return std::visit(Judge{position, rules}, action);
}

}  // namespace rules::le_choc
