#include "tests/support/les_allies_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>

#include "tests/support/les_allies_games.h"

namespace support {

using namespace rules::les_allies;

namespace {

constexpr int kJudgeEvery = 20;  // positions: judging every pair of squares costs far more than both generators

struct Simple {
  std::set<Square> squares;  // that the man who moves may stand upon
  std::map<Square, Man> men;
  House house;

  static Square next(Square at, int across, int up) { return {at.column + across, at.row + up}; }
  bool free(Square at, Square start) const { return squares.contains(at) && (at == start || !men.contains(at)); }
  static bool forward(const Man& man, int up) { return man.side == Side::Allies ? up > 0 : up < 0; }

  void moves(const Man& man, std::set<Step>& out) const {
    for (const int across : {-1, 1})
      for (const int up : {-1, 1}) {
        const bool soldier = man.rank == Rank::Soldier;
        if (soldier && !forward(man, up)) {
          if (house.soldier_back_move == BackMove::Never) continue;
          if (house.soldier_back_move == BackMove::UntilHeTakes && man.has_taken) continue;
        }
        Square to = next(man.at, across, up);
        while (squares.contains(to) && !men.contains(to)) {
          out.insert({man.at, to});
          if (soldier || !house.general_flying) break;
          to = next(to, across, up);
        }
      }
  }

  void sweeps(const Man& man, Square at, Sweep& so_far, std::set<Sweep>& out) const {
    bool more = false;
    for (const int across : {-1, 1})
      for (const int up : {-1, 1}) {
        const bool soldier = man.rank == Rank::Soldier, far = !soldier && house.general_flying;
        if (soldier && !house.soldier_back_capture && !forward(man, up)) continue;
        Square victim = next(at, across, up);
        while (far && free(victim, man.at)) victim = next(victim, across, up);
        const auto stands = men.find(victim);
        if (stands == men.end() || stands->second.side == man.side) continue;
        if (std::find(so_far.takes.begin(), so_far.takes.end(), victim) != so_far.takes.end()) continue;
        for (Square to = next(victim, across, up); free(to, man.at); to = next(to, across, up)) {
          more = true;
          so_far.lands.push_back(to);
          so_far.takes.push_back(victim);
          sweeps(man, to, so_far, out);
          so_far.lands.pop_back();
          so_far.takes.pop_back();
          if (!far) break;
        }
      }
    if (!more && !so_far.takes.empty()) out.insert(so_far);
  }
};

/// One of the three borders: open, closed, or open to men whose home is the other zone.
Border random_border(std::mt19937_64& random) {
  if (random() % 2 == 0) return {};
  return {1 + static_cast<int>(random() % 2), random() % 2 == 0};
}

/// Men all over the board; where the border binds a man he stands in its zone.
Position random_men(std::mt19937_64& random, const Board& board, const House& house, const Border& border) {
  const std::uint64_t crowd = 2 + random() % 8, generals = 1 + random() % 12;
  Position men;
  for (const Place& place : board.places()) {
    if (random() % crowd != 0 || closed(place, house)) continue;
    men.push_back({place.at, random() % 2 ? Side::Allies : Side::Central, random() % generals == 0 ? Rank::General : Rank::Soldier,
                   1 + static_cast<int>(random() % 2), random() % 4 == 0});
    if (place.zone != border.zone && border.zone != 0) men.back().home = 3 - border.zone;
  }
  return men;
}

/// Whom the opponent may huff after this: everybody who could have taken, if nobody did; the man himself, if he broke off (DG9).
std::set<Square> simple_huff(const Step& step, const House& house, const SimpleLegal& theirs) {
  std::set<Square> out;
  if (house.capture != Capture::Huff || !(house.huff_options.huff || house.huff_options.make_take)) return out;
  if (theirs.moves.contains(step)) {
    for (const Sweep& sweep : theirs.sweeps) out.insert(sweep.from == step.from ? step.to : sweep.from);
  } else {
    const bool complete = std::any_of(theirs.sweeps.begin(), theirs.sweeps.end(), [&](const Sweep& sweep) {
      return sweep.from == step.from && sweep.lands.size() == 1 && sweep.lands[0] == step.to;
    });
    if (!complete) out.insert(step.to);
  }
  return out;
}

/// Every pair of squares: the judge lets a man go where the simple generator has him go, and nowhere else.
std::string judge_differs(const Setting& setting, const Position& men, Side side, const SimpleLegal& theirs) {
  std::set<Step> first;  // moves, and first jumps of sweeps
  const bool strict = setting.house.capture == Capture::Strict;
  for (const Step& step : theirs.moves) first.insert(step);
  for (const Sweep& sweep : theirs.sweeps)
    if (!strict || sweep.lands.size() == 1) first.insert({sweep.from, sweep.lands[0]});
  for (const Man& man : men)
    for (const Place& place : setting.board.places()) {
      const Judged judged = judge(setting, men, side, {man.at, {place.at}});
      if (judged.because.empty() != first.contains({man.at, place.at}))
        return fmt::format("judging {},{} to {},{}: {}", man.at.column, man.at.row, place.at.column, place.at.row,
                           judged.because.empty() ? "allowed" : judged.because[0].rule);
      if (judged.because.empty() &&
          std::set(judged.huff.begin(), judged.huff.end()) != simple_huff({man.at, place.at}, setting.house, theirs))
        return fmt::format("huffing after {},{} to {},{}", man.at.column, man.at.row, place.at.column, place.at.row);
    }
  return "";
}

std::vector<Place> random_places(std::mt19937_64& random, int columns, int rows) {
  std::vector<Place> places = grid(columns, rows, static_cast<Colouring>(random() % 3));
  const bool holes = random() % 3 == 0;
  std::erase_if(places, [&](const Place&) { return holes && random() % 8 == 0; });
  const bool countries = random() % 3 == 0;
  for (Place& place : places) place.zone = 2 * place.at.column < columns ? 1 : 2;
  for (Place& place : places)
    if (countries && random() % 6 == 0) {
      place.neutral = true;
      place.country = random() % 2 ? "NL" : "BE";
    }
  return places;
}

std::string told(const Position& men, const House& house) {
  std::string out;
  for (const auto& key : house_keys())
    if (key.get(house) != key.get({})) out += key.name + " ";
  for (const Man& man : men)
    out += fmt::format("\n{},{} {} {}", man.at.column, man.at.row, word(man.side), man.rank == Rank::General ? "general" : "soldier");
  return out;
}

}  // namespace

SimpleLegal simple_legal(const Setting& setting, const Position& men, Side side) {
  const House& house = setting.house;
  Simple simple{{}, {}, house};
  for (const Man& man : men) simple.men[man.at] = man;
  SimpleLegal out;
  for (const Man& man : men) {
    if (man.side != side) continue;
    const Border& border = setting.border;
    const bool bound = border.zone != 0 && !(border.transferred_cross && man.home != border.zone);
    simple.squares.clear();
    for (const Place& place : setting.board.places())
      if (!closed(place, house) && (!bound || place.zone == border.zone)) simple.squares.insert(place.at);
    simple.moves(man, out.moves);
    Sweep sweep{man.at, {}, {}};
    simple.sweeps(man, man.at, sweep, out.sweeps);
  }
  std::size_t most = 0;
  for (const Sweep& sweep : out.sweeps) most = std::max(most, sweep.takes.size());
  if (house.capture_majority) std::erase_if(out.sweeps, [&](const Sweep& sweep) { return sweep.takes.size() < most; });
  if (house.capture == Capture::Strict && !out.sweeps.empty()) out.moves.clear();
  return out;
}

std::string compare_generators(int positions, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < positions; ++i) {
    const int columns = 2 + static_cast<int>(random() % 14), rows = 2 + static_cast<int>(random() % 20);
    const Board board = Board::make(columns, rows, random_places(random, columns, rows)).value();
    const House house = random_house(random());
    const Border border = random_border(random);
    const Setting setting{board, house, border};
    Position men = random_men(random, board, house, border);
    if (border.zone != 0 && !border.transferred_cross)
      std::erase_if(men, [&](const Man& man) { return board.find(man.at)->zone != border.zone; });
    for (const Side side : {Side::Allies, Side::Central}) {
      const Legal ours = legal(setting, men, side);
      if (ours.cut_short) continue;  // more sweeps than anybody lists
      const SimpleLegal theirs = simple_legal(setting, men, side);
      const bool same = std::set(ours.moves.begin(), ours.moves.end()) == theirs.moves && ours.moves.size() == theirs.moves.size() &&
                        std::set(ours.sweeps.begin(), ours.sweeps.end()) == theirs.sweeps && ours.sweeps.size() == theirs.sweeps.size();
      if (!same) return fmt::format("position {} ({} x {}), {} to move: {}", i, columns, rows, word(side), told(men, house));
      if (can_move(setting, men, side) != !(theirs.moves.empty() && theirs.sweeps.empty()))
        return fmt::format("position {}: can {} move? {}", i, word(side), told(men, house));
      if (house.capture_majority || i % kJudgeEvery != 0) continue;
      if (const std::string differs = judge_differs(setting, men, side, theirs); !differs.empty())
        return fmt::format("position {} ({} x {}): {}, {}", i, columns, rows, differs, told(men, house));
    }
  }
  return "";
}

}  // namespace support
