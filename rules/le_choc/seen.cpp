#include "rules/le_choc/seen.h"

#include <fmt/format.h>
#include <algorithm>

namespace rules::le_choc {
namespace {

constexpr unsigned kSets = 1u << kValues;

/// For every set of letters: how many of them the force has, less the pieces that can be nothing else. Below zero nowhere: by Hall's
/// theorem the force can be told out.
std::array<int, kSets> slack_of(std::span<const LetterSet> evidence, const Counts& force) {
  std::array<int, kSets> bound{}, slack{};
  for (const LetterSet each : evidence) ++bound[each.bits];
  for (unsigned letter_bit = 1; letter_bit < kSets; letter_bit <<= 1u)  // sums over all subsets, one letter at a time
    for (unsigned set = 0; set < kSets; ++set)
      if (set & letter_bit) bound[set] += bound[set ^ letter_bit];
  for (unsigned set = 0; set < kSets; ++set) {
    for (const Value value : kAllValues)
      if (LetterSet{static_cast<std::uint8_t>(set)}.has(value)) slack[set] += force[index(value)];
    slack[set] -= bound[set];
  }
  return slack;
}

/// The letters of `own` that can be given to a piece of it: making it that letter claims one more of every set that holds the letter but
/// did not hold all the piece could be.
LetterSet fitting(LetterSet own, const std::array<int, kSets>& slack) {
  LetterSet out = LetterSet::none();
  for (const Value value : kAllValues) {
    if (!own.has(value)) continue;
    bool fits = true;
    for (unsigned set = 0; fits && set < kSets; ++set) {
      const bool claims_more = LetterSet{static_cast<std::uint8_t>(set)}.has(value) && (own.bits & ~set) != 0;
      fits = !claims_more || slack[set] > 0;
    }
    if (fits) out.add(value);
  }
  return out;
}

}  // namespace

LetterSet movers(int steps) {
  LetterSet out = LetterSet::none();
  for (const Value value : kAllValues)
    if (mobility(value) >= steps) out.add(value);
  return out;
}

bool explained(std::span<const LetterSet> evidence, const Counts& force) {
  return std::ranges::all_of(slack_of(evidence, force), [](int each) { return each >= 0; });
}

Deduction deduce(std::span<const LetterSet> evidence, const Counts& force) {
  const auto slack = slack_of(evidence, force);
  const int unseen = total(force) - static_cast<int>(evidence.size());
  Deduction out;
  out.possible.assign(evidence.begin(), evidence.end());
  out.in_reserve = unseen > 0 ? LetterSet{} : LetterSet::none();
  out.consistent = std::ranges::all_of(slack, [](int each) { return each >= 0; });
  if (!out.consistent) return out;
  std::array<std::optional<LetterSet>, kSets> known;  // pieces with the same evidence have the same answer
  for (LetterSet& each : out.possible) {
    auto& answer = known[each.bits];
    if (!answer) answer = fitting(each, slack);
    each = *answer;
  }
  if (unseen > 0) out.in_reserve = fitting(LetterSet{}, slack);
  return out;
}

namespace {

constexpr int kFarthestMove = 3;  // L-11

std::vector<LetterSet> evidence_of(const Seen& seen, Side side) {
  std::vector<LetterSet> evidence;
  for (const SeenPiece& piece : seen.pieces)
    if (piece.side == side) evidence.push_back(piece.evidence);
  return evidence;
}

std::string called(const SeenPiece& piece) { return fmt::format("{} {}", word(piece.side), piece.number); }

bool can_act(const Seen& seen, const Ground& ground, Side side, const Rules& rules) {
  const auto moves = [&](const SeenPiece& piece) { return piece.side == side && piece.at && has_room(ground, side, *piece.at); };
  return (seen.reserve[index(side)] > 0 && may_enter(ground, side, rules.house)) || std::ranges::any_of(seen.pieces, moves);
}

/// Takes one event in. Whatever makes it impossible is found before anything changes.
struct Observer {
  Observed& out;
  const Event& event;
  const Rules& rules;
  Seen& seen = out.seen;
  Ground ground = ground_of(seen, rules);  // as it was before the event

  std::optional<Reason> take() {
    if (event.side != seen.to_move) return reason("L-9", fmt::format("it is {}'s action", word(seen.to_move)));
    switch (event.kind) {
      case Event::Kind::Move: return move();
      case Event::Kind::Attack: return attack();
      case Event::Kind::Enter: return enter();
      case Event::Kind::Pass: return pass();
      case Event::Kind::Concede: seen.ending = Ending{other(event.side), "LG13"}; return std::nullopt;
    }
    return std::nullopt;
  }

  /// An own piece on `from`, and a way from there that some letter can go.
  std::optional<Reason> barred_start() const {
    for (const Square square : {event.from, event.to})
      if (!rules.board.holds(square)) return reason("LG1", fmt::format("{} is off the board", text(square)));
    if (ground.who(event.from) != event.side)
      return reason("L-9", fmt::format("{} has no piece on {}", word(event.side), text(event.from)));
    return barred_way(ground, event.from, event.to, kFarthestMove, rules.house);
  }

  std::optional<Reason> move() {
    if (auto bar = barred_start()) return bar;
    if (!ground.empty(event.to)) return reason("LG5", fmt::format("{} is not empty", text(event.to)));
    SeenPiece& piece = seen.pieces[seen_on(seen, event.from).value()];
    const int steps = steps_between(ground, event.from, event.to, rules.house).value_or(kFarthestMove);
    note(piece, movers(steps), "L-11", fmt::format("moves {} squares", steps));
    piece.at = event.to;
    return std::nullopt;
  }

  std::optional<Reason> attack() {  // L-13
    if (auto bar = barred_start()) return bar;
    if (ground.who(event.to) != other(event.side)) return reason("L-13", fmt::format("no enemy stands on {}", text(event.to)));
    if (!event.fight) return reason("L-4", "both values of a fight are shown");
    const int steps = steps_between(ground, event.from, event.to, rules.house).value_or(kFarthestMove);
    if (steps > attack_reach(kFarthestMove, rules.house)) return reason("LG6", "attacks reach one square");
    SeenPiece& attacker = seen.pieces[seen_on(seen, event.from).value()];
    if (!movers(steps).has(event.fight->attacker))
      flag("L-11", attacker,
           fmt::format("is declared {}, which does not attack from {} squares away", letter(event.fight->attacker), steps));
    if (event.stay && event.fight->attacker != kMachineGuns)
      flag("L-14", attacker, fmt::format("stays as {}; only machine guns do", letter(event.fight->attacker)));
    fight_out(attacker);
    return std::nullopt;
  }

  std::optional<Reason> enter() {  // L-10
    if (seen.reserve[index(event.side)] < 1) return reason("L-10", fmt::format("{} has nobody in reserve", word(event.side)));
    if (auto bar = barred_entry(ground, event.side, event.to, rules.house)) return bar;
    const bool by_attack = ground.who(event.to) == other(event.side);
    if (by_attack != event.fight.has_value()) return reason("L-4", "both values of a fight are shown, and none without a fight");
    --seen.reserve[index(event.side)];
    const auto before = std::ranges::count(seen.pieces, event.side, &SeenPiece::side);
    seen.pieces.push_back({event.side, static_cast<int>(before) + 1, event.to, {}, false});
    if (by_attack) fight_out(seen.pieces.back());
    return std::nullopt;
  }

  std::optional<Reason> pass() {  // LG12
    if (rules.house.passing == Passing::Allowed || !can_act(seen, ground, event.side, rules)) return std::nullopt;
    return reason("LG12", "a player who can act may not pass");
  }

  /// L-4, L-13, L-14: both letters are known now; who falls follows from them.
  void fight_out(SeenPiece& attacker) {
    const auto [attacks, defends] = *event.fight;
    const Side enemy = other(event.side);
    SeenPiece* defender = nullptr;
    int there = 0;
    for (SeenPiece& piece : seen.pieces)
      if (piece.side == enemy && piece.at == event.to) defender = &piece, ++there;
    const Fight fought = fight(attacks, defends, rules.house);
    note(attacker, LetterSet::only(attacks), "L-4", fmt::format("is declared {}", letter(attacks)));
    note(*defender, LetterSet::only(defends), "L-4", fmt::format("is declared {}", letter(defends)));
    attacker.shown = defender->shown = rules.house.reveal_sticky;  // LG9
    if (fought.defender_falls && !event.stay && there == 1) attacker.at = event.to;
    if (fought.defender_falls) defender->at.reset();
    if (fought.attacker_falls) attacker.at.reset();
  }

  void flag(const char* rule, const SeenPiece& piece, const std::string& says) {
    out.flags.push_back(reason(rule, fmt::format("{} {}", called(piece), says), called(piece)));
  }

  /// What a piece shows now. Where it contradicts what was seen it is flagged and believed.
  void note(SeenPiece& piece, LetterSet learned, const char* rule, const std::string& does) {
    const LetterSet both = piece.evidence & learned;
    if (both == piece.evidence) return;
    if (both.empty()) {
      const bool declared = piece.evidence.size() == 1;
      flag(rule, piece, fmt::format("{}, but {} {}", does, declared ? "was declared" : "what it showed leaves", text(piece.evidence)));
    }
    const bool was_explained = explained(evidence_of(seen, piece.side), rules.force);
    piece.evidence = both.empty() ? learned : both;
    if (was_explained && !explained(evidence_of(seen, piece.side), rules.force))
      flag("L-2", piece, fmt::format("{}: no force has all the pieces that {} has shown", does, word(piece.side)));
  }
};

std::optional<Ending> public_ending(const Seen& seen, const Rules& rules) {
  const Ground ground = ground_of(seen, rules);
  Standing standing{.occupant = occupant(seen, rules), .pieces = seen.reserve, .can_act = {}, .clocks = seen.clocks};
  for (const SeenPiece& piece : seen.pieces)
    if (piece.at) ++standing.pieces[index(piece.side)];
  for (const Side side : kSides) standing.can_act[index(side)] = can_act(seen, ground, side, rules);
  return ending_after(standing, false, rules.house);
}

}  // namespace

Seen begin_seen(std::array<std::vector<Square>, 2> squares, Side first, const Rules& rules) {
  Seen seen;
  seen.to_move = first;
  for (const Side side : kSides) {
    auto& placed = squares[index(side)];
    std::ranges::sort(placed);
    int number = 0;
    for (const Square at : placed) seen.pieces.push_back({side, ++number, at, {}, false});
    seen.reserve[index(side)] = total(rules.force) - number;
  }
  return seen;
}

Rules without_values(Rules rules) {
  rules.house.victory = Victory::Hold;
  return rules;
}

Observed observe(const Seen& seen, const Event& event, const Rules& rules, const std::optional<Ending>& announced) {
  Observed observed{.seen = seen, .done = true, .flags = {}};
  auto bar =
      seen.ending ? std::optional(reason(seen.ending->rule.c_str(), "the game is over", {})) : Observer{observed, event, rules}.take();
  if (bar) return {.seen = seen, .done = false, .flags = {std::move(*bar)}};
  Seen& after = observed.seen;
  const bool stirred = event.fight || event.kind == Event::Kind::Enter;
  after.clocks = ticked(after.clocks, event.side, stirred, occupant(seen, rules), occupant(after, rules));
  after.to_move = other(event.side);
  if (announced)
    after.ending = announced;
  else if (!after.ending)
    after.ending = public_ending(after, rules);
  return observed;
}

Deduction deduce(const Seen& seen, Side side, const Rules& rules) { return deduce(evidence_of(seen, side), rules.force); }

std::vector<LetterSet> possible_letters(const Seen& seen, const Rules& rules) {
  const std::array<Deduction, 2> known{deduce(seen, Side::South, rules), deduce(seen, Side::North, rules)};
  std::array<std::size_t, 2> next{};
  std::vector<LetterSet> all;
  for (const SeenPiece& piece : seen.pieces) all.push_back(known[index(piece.side)].possible[next[index(piece.side)]++]);
  return all;
}

std::optional<std::size_t> seen_on(const Seen& seen, Square at) {
  for (std::size_t i = seen.pieces.size(); i-- > 0;)
    if (seen.pieces[i].at == at) return i;
  return std::nullopt;
}

std::optional<Side> occupant(const Seen& seen, const Rules& rules) {
  if (!rules.board.objective) return std::nullopt;
  const auto place = seen_on(seen, *rules.board.objective);
  return place ? std::optional(seen.pieces[*place].side) : std::nullopt;
}

Ground ground_of(const Seen& seen, const Rules& rules) {
  Ground ground(rules.board);
  for (const SeenPiece& piece : seen.pieces)
    if (piece.at) ground.stand(piece.side, *piece.at);
  return ground;
}

std::vector<PossibleArrival> possible_arrivals(const Seen& seen, Square from, const Rules& rules) {
  std::vector<PossibleArrival> out;
  const auto place = seen_on(seen, from);
  if (!place) return out;
  const Side side = seen.pieces[*place].side;
  const auto before = std::count_if(seen.pieces.begin(), seen.pieces.begin() + static_cast<std::ptrdiff_t>(*place),
                                    [&](const SeenPiece& piece) { return piece.side == side; });
  const LetterSet could_be = deduce(seen, side, rules).possible[static_cast<std::size_t>(before)];
  const Ground ground = ground_of(seen, rules);
  for (const Arrival& arrival : arrivals(ground, from, mobility(could_be), rules.house)) {
    const auto who = ground.who(arrival.at);
    if (who == side || (who && arrival.steps > attack_reach(mobility(could_be), rules.house))) continue;
    out.push_back({arrival.at, who.has_value(), could_be & movers(arrival.steps)});
  }
  return out;
}

}  // namespace rules::le_choc
