// One play, followed square by square: what it takes, whether it had to go on, or which rule forbids it.
#include <fmt/format.h>

#include <cstdlib>

#include "rules/les_allies/moves.h"
#include "rules/les_allies/scene.h"

namespace rules::les_allies {
namespace {

/// Who stands on the line between two squares of a diagonal.
std::vector<Square> between(Square from, Square to) {
  const int across = to.column > from.column ? 1 : -1, up = to.row > from.row ? 1 : -1;
  std::vector<Square> out;
  for (Square at{from.column + across, from.row + up}; at != to; at = {at.column + across, at.row + up}) out.push_back(at);
  return out;
}

bool behind(Side side, Square from, Square to) { return side == Side::Allies ? to.row < from.row : to.row > from.row; }

/// Why the man may not go from `at` to `to` now. Called where the generator has no such step.
struct Why {
  const Setting& setting;
  const Position& men;
  const Man& man;
  const std::vector<Square>& taken;  // men he has jumped on the way

  [[nodiscard]] Reason step(Square at, Square to) const {
    if (auto ground = bad_ground(at, to)) return *ground;
    const int distance = std::abs(to.row - at.row);
    const bool flying = man.rank == Rank::General && setting.house.general_flying;
    std::vector<Square> enemies;
    for (const Square square : between(at, to)) {
      const Man* other = square == man.at ? nullptr : man_at(men, square);
      if (!setting.board.find(square) || closed(*setting.board.find(square), setting.house))
        return reason("D-8", fmt::format("the way from {} to {} leaves the squares that may be crossed", text(at), text(to)), text(square));
      if (!other) continue;
      if (other->side == man.side) return reason("D-10", fmt::format("he may not jump his own man on {}", text(square)), text(square));
      if (std::ranges::find(taken, square) != taken.end())
        return reason("D-13", fmt::format("the man on {} has been jumped already", text(square)), text(square));
      enemies.push_back(square);
    }
    if (enemies.size() > 1) return reason(flying ? "D-11" : "D-10", fmt::format("two men stand between {} and {}", text(at), text(to)));
    if (enemies.empty()) return without_victim(at, to, distance, flying);
    if (flying) return reason("D-11", fmt::format("he cannot go from {} to {}", text(at), text(to)));
    if (distance != 2)
      return reason("D-10", fmt::format("a man who is no flying General lands directly behind the man he jumps, not on {}", text(to)));
    return reason("DG6", "soldiers do not take backward in this house");
  }

  [[nodiscard]] std::optional<Reason> bad_ground(Square at, Square to) const {
    const Place* place = setting.board.find(to);
    if (!place) return reason("D-8", fmt::format("{} is no coloured square", text(to)));
    if (closed(*place, setting.house)) return reason("D-5", fmt::format("{} lies in {}, which is closed", text(to), place->country));
    const bool bound = setting.border.zone != 0 && !(setting.border.transferred_cross && man.home != setting.border.zone);
    if (bound && place->zone != setting.border.zone) return reason("D-2", fmt::format("{} lies across the border of the zones", text(to)));
    if (at == to) return reason("D-8", fmt::format("he stands on {} already", text(to)));
    if (std::abs(to.column - at.column) != std::abs(to.row - at.row))
      return reason("D-8", fmt::format("{} and {} are on no diagonal", text(at), text(to)));
    if (to != man.at && man_at(men, to)) return reason("D-8", fmt::format("a man stands on {}", text(to)), text(to));
    return std::nullopt;
  }

  [[nodiscard]] Reason without_victim(Square at, Square to, int distance, bool flying) const {
    if (!taken.empty() || at != man.at) return reason("D-10", fmt::format("nobody is taken between {} and {}", text(at), text(to)));
    if (distance == 1 && behind(man.side, at, to))
      return reason("D-9", setting.house.soldier_back_move == BackMove::Never
                               ? "soldiers do not move backward in this house"
                               : "a soldier who has taken moves backward no more in this house");
    if (flying) return reason("D-11", fmt::format("he cannot go from {} to {}", text(at), text(to)));
    return reason("D-8", fmt::format("a man moves one square, not {}, unless he takes", distance));
  }
};

/// The play followed through the generator.
struct Walked {
  std::vector<Square> takes;
  bool plain = false, complete = true;
  std::optional<Reason> wrong;
};

template <int W>
Walked walk(const Setting& setting, const Position& men, const Man& man, const Generator<W>& generator, const Play& play) {
  const Board& board = setting.board;
  Walked out;
  if (play.lands.size() == 1 && board.find(play.lands[0])) {
    const int from = board.bit(play.from), land = board.bit(play.lands[0]);
    generator.moves([&](int a, int b) { out.plain = out.plain || (a == from && b == land); });
    if (out.plain) return out;
  }
  Bits<W> taken;
  Square at = play.from;
  for (const Square to : play.lands) {
    std::optional<int> victim;
    if (board.find(to))
      generator.next_jumps(board.bit(play.from), board.bit(at), taken, [&](int jumped, int land) {
        if (land == board.bit(to)) victim = jumped;
      });
    if (!victim) {
      out.wrong = Why{setting, men, man, out.takes}.step(at, to);
      return out;
    }
    taken.set(*victim);
    out.takes.push_back(board.square(*victim));
    at = to;
  }
  generator.next_jumps(board.bit(play.from), board.bit(at), taken, [&](int, int) { out.complete = false; });
  return out;
}

Walked walk(const Setting& setting, const Position& men, const Man& man, const Play& play) {
  return with_words(setting.board, [&]<int W>() {
    const Scene<W> scene(setting, men);
    const bool crosses = scene.kinds == 2 && man.home != setting.border.zone;
    return walk<W>(setting, men, man, Generator<W>(scene.ways[crosses ? 1 : 0], scene.men, index(man.side)), play);
  });
}

}  // namespace

Judged judge(const Setting& setting, const Position& men, Side side, const Play& play, std::optional<Square> must_take) {
  Judged out;
  const auto refuse = [&](Reason why) {
    out.because.push_back(std::move(why));
    return out;
  };
  const Man* man = man_at(men, play.from);
  if (!man) return refuse(reason("D-7", fmt::format("nobody stands on {}", text(play.from))));
  if (man->side != side) return refuse(reason("D-7", fmt::format("the man on {} is the opponent's", text(play.from)), text(play.from)));
  if (must_take && *must_take != play.from)
    return refuse(reason("D-15", fmt::format("the man on {} has been told to take", text(*must_take)), text(*must_take)));
  if (play.lands.empty()) return refuse(reason("D-8", "he goes nowhere"));
  const Walked walked = walk(setting, men, *man, play);
  if (walked.wrong) return refuse(*walked.wrong);

  const House& house = setting.house;
  const bool made_to = house.capture == Capture::Strict || must_take.has_value();
  const std::vector<Taker> able = made_to || house.capture == Capture::Huff ? takers(setting, men, side, must_take) : std::vector<Taker>{};
  const int most = most_of(able);
  const bool fewer = house.capture_majority && static_cast<int>(walked.takes.size()) < most;
  if (made_to) {
    if (walked.plain && !able.empty()) {
      out.because.push_back(reason("D-15", fmt::format("the man on {} can take, and has to", text(able[0].at)), text(able[0].at)));
      out.because.push_back(reason("DG7", "taking is enforced in this house"));
      return out;
    }
    if (!walked.complete) return refuse(reason("D-10", fmt::format("he has to go on taking from {}", text(play.lands.back()))));
    if (fewer)
      return refuse({"DG8", fmt::format("the largest sweep takes {} men", most), static_cast<double>(walked.takes.size()), most, {}, {}});
  }
  out.takes = walked.takes;
  out.complete = walked.complete;
  out.promoted = promotes(setting, *man, play.lands.back());
  if (house.capture != Capture::Huff || !(house.huff_options.huff || house.huff_options.make_take)) return out;
  const Square to = play.lands.back();  // who could have taken, and who broke off a sweep, from where he stands now (DG9)
  if (walked.plain || fewer)
    for (const Taker& taker : able)
      if (taker.most == most) out.huff.push_back(taker.at == play.from ? to : taker.at);
  if (!walked.complete && std::ranges::find(out.huff, to) == out.huff.end()) out.huff.push_back(to);
  std::ranges::sort(out.huff);
  return out;
}

}  // namespace rules::les_allies
