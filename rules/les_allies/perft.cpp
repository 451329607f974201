#include "rules/les_allies/perft.h"

#include <fmt/format.h>

#include "rules/les_allies/scene.h"

namespace rules::les_allies {
namespace {

template <int W>
class Counter {
 public:
  Counter(const Setting& setting, const Position& position, int depth, std::int64_t work)
      : work_(work),
        deepest_(depth),
        ways_(ways_in<W>(setting, setting.border.zone)),
        start_(men_of<W>(setting.board, position)),
        forced_(setting.house.capture == Capture::Strict),
        majority_(setting.house.capture_majority),
        blood_counts_(setting.house.soldier_back_move == BackMove::UntilHeTakes),
        sweeps_(static_cast<std::size_t>(std::min(depth, kLongestLine)) + 1) {
    for (const Place& place : setting.board.places())
      for (const Side side : {Side::Allies, Side::Central})
        if (promotes(setting, {place.at, side, Rank::Soldier, place.zone, false}, place.at))
          crowning_[index(side)].set(setting.board.bit(place.at));
  }

  std::uint64_t count(const Men<W>& men, int side, int depth) {
    if (depth == 0) return 1;
    work_ -= kPositionWork + (ways_.flying && men.generals.any() ? kGeneralWork * (men.generals & men.of[side]).count() : 0);
    const int line = deepest_ - depth;
    too_long_ = too_long_ || line >= kLongestLine;
    if (work_ <= 0 || too_long_) return 0;
    const Generator<W> generator(ways_, men, side);
    const Bits<W> takers = generator.takers();
    const std::uint64_t sweeps = takers.any() ? count_sweeps(generator, takers, men, side, depth) : 0;
    return takers.any() && forced_ ? sweeps : sweeps + count_moves(generator, men, side, depth);
  }

  const Men<W>& start() const { return start_; }
  [[nodiscard]] bool used_up() const { return work_ <= 0; }
  [[nodiscard]] bool too_long() const { return too_long_; }

 private:
  std::uint64_t count_sweeps(const Generator<W>& generator, const Bits<W>& takers, const Men<W>& men, int side, int depth) {
    Sweeps<W>& sweeps = sweeps_[static_cast<std::size_t>(deepest_ - depth)];
    sweeps.collect(generator, takers, majority_, work_);
    if (depth == 1) return sweeps.found().size();
    std::uint64_t nodes = 0;
    for (const Jump<W>& jump : sweeps.found()) {
      Men<W> after = men;
      after.of[1 - side] = after.of[1 - side] - jump.taken;
      after.generals = after.generals - jump.taken;
      after.blooded = after.blooded - jump.taken;
      step(after, side, jump.from, jump.to);
      if (blood_counts_) after.blooded.set(jump.to);
      nodes += count(after, 1 - side, depth - 1);
    }
    return nodes;
  }

  std::uint64_t count_moves(const Generator<W>& generator, const Men<W>& men, int side, int depth) {
    std::uint64_t nodes = 0;
    if (depth == 1) {
      nodes = static_cast<std::uint64_t>(generator.count_moves());
      work_ -= static_cast<std::int64_t>(nodes);
      return nodes;
    }
    generator.moves([&](int from, int to) {
      Men<W> after = men;
      step(after, side, from, to);
      nodes += count(after, 1 - side, depth - 1);
    });
    return nodes;
  }

  void step(Men<W>& men, int side, int from, int to) const {
    men.of[side].clear(from);
    men.of[side].set(to);
    const bool general = men.generals.test(from) || crowning_[side].test(to);
    men.generals.clear(from);
    if (general) men.generals.set(to);
    if (!blood_counts_) return;
    const bool blooded = men.blooded.test(from);
    men.blooded.clear(from);
    if (blooded) men.blooded.set(to);
  }

  // In nanoseconds or so, as measured on boards of 50 and 880 squares; see kPerftWork.
  static constexpr std::int64_t kPositionWork = 30 * W - 6, kGeneralWork = 25;
  std::int64_t work_;
  int deepest_;
  bool too_long_ = false;
  Ways<W> ways_;
  Men<W> start_;
  bool forced_, majority_, blood_counts_;
  std::array<Bits<W>, 2> crowning_;
  std::vector<Sweeps<W>> sweeps_;  // by the turns before: their room is used again
};

}  // namespace

measure::Result<std::uint64_t> perft(const Setting& setting, const Position& men, Side to_move, int depth, std::int64_t work) {
  return with_words(setting.board, [&]<int W>() -> measure::Result<std::uint64_t> {
    Counter<W> counter(setting, men, depth, work);
    const std::uint64_t nodes = counter.count(counter.start(), index(to_move), depth);
    if (counter.too_long())
      return measure::fail(measure::ErrorCode::Usage,
                           fmt::format("a line goes on for more than {} turns, the longest that is followed", kLongestLine));
    if (counter.used_up())
      return measure::fail(
          measure::ErrorCode::Usage,
          fmt::format("so many turns are more work than the limit of {} million steps of counting, some two seconds: ask for "
                      "fewer turns",
                      work / 1'000'000));
    return nodes;
  });
}

Position international_start() {
  constexpr int kRowsOfMen = 4;
  const Board board = international_board();
  Position men;
  for (const Place& place : board.places()) {
    if (place.at.row < kRowsOfMen) men.push_back({place.at, Side::Allies});
    if (place.at.row >= board.rows() - kRowsOfMen) men.push_back({place.at, Side::Central});
  }
  return men;
}

}  // namespace rules::les_allies
