#include "rules/le_choc/position.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::le_choc {
namespace {

constexpr std::size_t kPerBase = 3;  // L-8

std::optional<Reason> broken_set_up(Side side, const std::vector<Placed>& placed, const Rules& rules) {
  const auto& bases = rules.board.bases[index(side)];
  for (const Placed& each : placed)
    if (!rules.board.is_base_of(side, each.at))
      return reason("L-8", fmt::format("{} is on no base of {}", text(each.at), word(side)), text(each.at));
  for (const Base& base : bases) {
    const auto on_it = std::ranges::count_if(placed, [&](const Placed& p) { return std::ranges::find(base, p.at) != base.end(); });
    if (on_it != static_cast<std::ptrdiff_t>(kPerBase)) {
      Reason why =
          reason("L-8", fmt::format("{} puts {} pieces on the base at {}; it takes {}", word(side), on_it, text(base.front()), kPerBase),
                 text(base.front()));
      why.value = static_cast<double>(on_it);
      why.limit = static_cast<double>(kPerBase);
      return why;
    }
  }
  return std::nullopt;
}

Reason too_many(Side side, int count, Value value, const Rules& rules, std::string who) {
  const int most = rules.force[index(value)];
  return reason("L-2", fmt::format("{} has {} pieces {}; a force has {}", word(side), count, letter(value), most), std::move(who));
}

}  // namespace

std::vector<Reason> set_up_faults(const Deployment& set_up, const Rules& rules) {
  std::vector<Reason> all;
  for (const Side side : kSides)
    if (auto broken = broken_set_up(side, set_up[index(side)], rules)) all.push_back(std::move(*broken));
  return all;
}

Side who_begins(Side toss, const House& house) {
  return house.first == First::Toss ? toss : house.first == First::South ? Side::South : Side::North;
}

measure::Result<Position> begin(const Deployment& set_up, Side toss, const Rules& rules) {
  Position position;
  position.to_move = who_begins(toss, rules.house);
  position.reserve = {rules.force, rules.force};
  for (const Side side : kSides) {
    if (auto broken = broken_set_up(side, set_up[index(side)], rules))
      return measure::fail(measure::ErrorCode::Usage, broken->rule + ": " + broken->says);
    auto by_square = set_up[index(side)];  // the order in which a player names his pieces tells nothing
    std::ranges::stable_sort(by_square, {}, &Placed::at);
    for (const Placed& placed : by_square) {
      --position.reserve[index(side)][index(placed.value)];
      position.pieces.push_back({side, placed.value, placed.at});
    }
  }
  if (const auto wrong = misplaced(position, rules))
    return measure::fail(measure::ErrorCode::Usage, wrong->why.rule + ": " + wrong->why.says);
  return position;
}

std::optional<Misplaced> misplaced(const Position& position, const Rules& rules) {
  std::array<Counts, 2> seen{};
  Ground ground(rules.board);
  for (std::size_t i = 0; i < position.pieces.size(); ++i) {
    const Piece& piece = position.pieces[i];
    const auto wrong = [&](const char* rule, std::string says) {
      return Misplaced{i, piece.side, reason(rule, std::move(says), text(piece.at))};
    };
    if (!rules.board.holds(piece.at))
      return wrong("LG1", fmt::format("{} is off the board of {} x {}", text(piece.at), rules.board.width, rules.board.height));
    const bool stacks = rules.house.base_capacity == Capacity::Unlimited && rules.board.is_base_of(piece.side, piece.at);
    if (const auto who = ground.who(piece.at); who && !(stacks && who == piece.side))
      return wrong("LG5", fmt::format("two pieces stand on {}", text(piece.at)));
    ground.stand(piece.side, piece.at);
    if (int& count = seen[index(piece.side)][index(piece.value)]; ++count > rules.force[index(piece.value)])
      return Misplaced{i, piece.side, too_many(piece.side, count, piece.value, rules, text(piece.at))};
  }
  for (const Side side : kSides)
    for (const Value value : kAllValues) {
      const int reserve = position.reserve[index(side)][index(value)], all = reserve + seen[index(side)][index(value)];
      if (reserve < 0 || all > rules.force[index(value)])
        return Misplaced{{}, side, too_many(side, all, value, rules, std::string(1, letter(value)))};
    }
  return std::nullopt;
}

Ground ground_of(const Position& position, const Rules& rules) {
  Ground ground(rules.board);
  for (const Piece& piece : position.pieces) ground.stand(piece.side, piece.at);
  return ground;
}

const Piece* piece_on(const Position& position, Square at) {
  for (std::size_t i = position.pieces.size(); i-- > 0;)
    if (position.pieces[i].at == at) return &position.pieces[i];
  return nullptr;
}

Counts left(const Position& position, Side side) {
  Counts counts = position.reserve[index(side)];
  for (const Piece& piece : position.pieces)
    if (piece.side == side) ++counts[index(piece.value)];
  return counts;
}

bool can_act(const Position& position, const Ground& ground, Side side, const Rules& rules) {
  if (std::ranges::any_of(position.pieces, [&](const Piece& piece) { return piece.side == side && has_room(ground, side, piece.at); }))
    return true;
  return total(position.reserve[index(side)]) > 0 && may_enter(ground, side, rules.house);
}

}  // namespace rules::le_choc
