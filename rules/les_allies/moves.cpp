#include "rules/les_allies/moves.h"

#include "rules/les_allies/scene.h"

namespace rules::les_allies {
namespace {

/// Follows the sweeps of one man and writes them down.
template <int W>
struct Listing {
  const Board& board;
  Legal& into;
  int from = 0;
  std::vector<Square> lands{}, takes{};
  std::size_t landings = 0;

  bool land(int victim, int to) {
    if (into.sweeps.size() >= kMostSweeps || landings >= kMostLandings) {
      into.cut_short = true;
      return false;
    }
    lands.push_back(board.square(to));
    takes.push_back(board.square(victim));
    return true;
  }
  void back() {
    lands.pop_back();
    takes.pop_back();
  }
  void end(int, const Bits<W>&, int) {
    into.sweeps.push_back({board.square(from), lands, takes});
    landings += lands.size();
  }
};

void keep_the_largest(std::vector<Sweep>& sweeps) {
  std::size_t most = 0;
  for (const Sweep& sweep : sweeps) most = std::max(most, sweep.takes.size());
  std::erase_if(sweeps, [&](const Sweep& sweep) { return sweep.takes.size() < most; });
}

/// How many men one man can take at most.
template <int W>
struct Most {
  int most = 0, jumps = 0;
  bool land(int, int) { return ++jumps <= kMostJumps; }
  void back() {}
  void end(int, const Bits<W>&, int count) { most = std::max(most, count); }
};

}  // namespace

Legal legal(const Setting& setting, const Position& men, Side side, std::optional<Square> must_take) {
  Legal out;
  with_words(setting.board, [&]<int W>() {
    const Board& board = setting.board;
    const Scene<W> scene(setting, men);
    scene.each(side, [&](const Generator<W>& generator) {
      generator.takers().each([&](int from) {
        if (must_take && *must_take != board.square(from)) return;
        Listing<W> listing{board, out, from};
        generator.sweeps(from, listing);
      });
      if (!must_take) generator.moves([&](int from, int to) { out.moves.push_back({board.square(from), board.square(to)}); });
    });
  });
  if (setting.house.capture_majority) keep_the_largest(out.sweeps);
  if (setting.house.capture == Capture::Strict && !out.sweeps.empty()) out.moves.clear();
  const HuffOptions& options = setting.house.huff_options;
  if (setting.house.capture == Capture::Huff && (options.huff || options.make_take))
    for (const Sweep& sweep : out.sweeps) out.huffable.push_back(sweep.from);
  std::ranges::sort(out.moves);
  std::ranges::sort(out.sweeps);
  std::ranges::sort(out.huffable);
  out.huffable.erase(std::unique(out.huffable.begin(), out.huffable.end()), out.huffable.end());
  return out;
}

std::vector<Taker> takers(const Setting& setting, const Position& men, Side side, std::optional<Square> of) {
  std::vector<Taker> out;
  with_words(setting.board, [&]<int W>() {
    Scene<W>(setting, men).each(side, [&](const Generator<W>& generator) {
      generator.takers().each([&](int from) {
        Taker taker{setting.board.square(from)};
        if (of && *of != taker.at) return;
        if (setting.house.capture_majority) {
          Most<W> his;
          generator.sweeps(from, his);
          taker.most = his.most;
        }
        out.push_back(taker);
      });
    });
  });
  std::ranges::sort(out, {}, &Taker::at);
  return out;
}

int most_of(const std::vector<Taker>& takers) { return takers.empty() ? 0 : std::ranges::max(takers, {}, &Taker::most).most; }

std::vector<Square> men_who_can_take(const Setting& setting, const Position& men, Side side) {
  const std::vector<Taker> all = takers(setting, men, side);
  const int most = most_of(all);
  std::vector<Square> out;
  for (const Taker& taker : all)
    if (taker.most == most) out.push_back(taker.at);
  return out;
}

bool can_move(const Setting& setting, const Position& men, Side side) {
  return with_words(setting.board, [&]<int W>() {
    bool can = false;
    Scene<W>(setting, men).each(side, [&](const Generator<W>& generator) {
      can = can || generator.takers().any() || generator.count_moves() > 0;
    });
    return can;
  });
}

}  // namespace rules::les_allies
