#include "tests/support/les_allies_games.h"

#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "rules/les_allies/record/record.h"
#include "tests/support/les_allies_text.h"

namespace support {

using namespace rules::les_allies;

namespace {

using Random = std::mt19937_64;

/// A game that takes longer than every rule that ends one allows is endless. Steps; the longest seen took about 8,000.
constexpr std::uint64_t kEndless = 100000;
constexpr std::uint64_t kKeepEvery = 64;  // steps between two looks at the kept text: it costs more than the step
constexpr int kBrokenOffPercent = 15, kNonsensePercent = 3;

std::size_t below(Random& random, std::size_t n) { return random() % n; }

/// Plays some turns only in part: sweeps broken off.
Action perhaps_broken_off(Action action, const Game& game, const Board& board, const House& house, Random& random) {
  auto* turn = std::get_if<Play>(&action);
  if (!turn || turn->lands.size() < 2 || house.capture == Capture::Strict || below(random, 100) >= kBrokenOffPercent) return action;
  const auto which = fight_at(game, board, turn->from);
  if (!which || game.fights[*which].fight.must_take) return action;
  turn->lands.resize(1 + below(random, turn->lands.size() - 1));
  return action;
}

Action nonsense(const Board& board, Random& random) {
  const auto square = [&] { return board.places()[below(random, board.places().size())].at; };
  switch (below(random, 5)) {
    case 0: return Huff{square()};
    case 1: return MakeTake{square()};
    case 2: return PlaceMan{static_cast<int>(below(random, 6)), square()};
    case 3: return Toss{Side::Allies};
    default: return Play{square(), {square(), square()}};
  }
}

class Run {
 public:
  Run(std::uint64_t steps, std::uint64_t seed) : wanted_(steps), random_(seed) {}

  LesAlliesRun play() {
    while (out_.steps < wanted_ && out_.failure.empty()) game();
    return out_;
  }

 private:
  void fail(const std::string& says) { out_.failure = fmt::format("{}\n{}", says, serialise(game_)); }

  void game() {
    house_ = random_house(random_());
    variant_ = below(random_, 2) == 0 ? Variant::FourPlayers : static_cast<Variant>(below(random_, variant_words().size()));
    board_ = board_for(synthetic_board(), variant_);
    auto begun = begin(board_, variant_, house_);
    if (!begun) {  // a gap too wide for the men is no game
      house_.setup_gap = 1;
      begun = begin(board_, variant_, house_);
    }
    game_ = begun.value();
    const bool skirmish = variant_ == Variant::FourPlayers && below(random_, 4) != 0;
    if (skirmish) game_ = few_men();
    const Game start = game_;
    history_.clear();
    actions_.clear();
    while (game_.stage != Stage::Over && out_.failure.empty()) {
      if (actions_.size() > kEndless) return fail("endless");
      step();
    }
    if (!out_.failure.empty()) return;
    ++out_.games;
    ++out_.results[fmt::format("{} {} {}", word(variant_), word(*game_.result), game_.rule)];
    check_undo(start);
    if (!skirmish) check_record();
  }

  /// A battle in its last stage: one to four men a side in each zone, so that fights end, often together.
  Game few_men() {
    Game game = game_;
    game.stage = Stage::Toss;
    for (ZoneFight& fight : game.fights) {
      const std::uint64_t generals = 1 + below(random_, 4);
      for (const Side side : {Side::Allies, Side::Central})
        for (std::size_t n = 1 + below(random_, 4); n > 0;) {
          const Place& place = board_.places()[below(random_, board_.places().size())];
          if (place.zone != fight.zone || man_at(fight.fight.men, place.at)) continue;
          fight.fight.men.push_back({place.at, side, below(random_, generals) == 0 ? Rank::General : Rank::Soldier, fight.zone});
          put_in_order(fight.fight.men);
          --n;
        }
    }
    return apply(game, Toss{below(random_, 2) == 0 ? Side::Allies : Side::Central}, board_, house_).game;
  }

  void step() {
    const std::vector<Action> all = legal_actions(game_, board_, house_);
    if (all.empty()) return fail("no legal action");
    if (below(random_, 100) < kNonsensePercent) try_nonsense();
    const Action action = perhaps_broken_off(choose(all), game_, board_, house_, random_);
    Applied did = apply(game_, action, board_, house_);
    if (!did.done) return fail("a legal action is refused: " + did.because[0].rule + " " + did.because[0].says);
    if (!did.before || !(*did.before == game_)) return fail("the state before is not kept");
    count(action, did);
    history_.push_back(did.before);
    actions_.push_back(action);
    game_ = std::move(did.game);
    if (++out_.steps % kKeepEvery == 0) {
      const auto again = parse_game(serialise(game_), board_);
      if (!again)
        return fail(
            fmt::format("the kept game does not read: {}:{} {}", again.error().at.line, again.error().at.column, again.error().says));
      if (!(*again == game_)) return fail("the kept game reads back as another");
    }
  }

  /// Often one that goes farther than a step: else men shuffle about and hardly ever take.
  const Action& choose(const std::vector<Action>& all) {
    const Action& any = all[below(random_, all.size())];
    if (below(random_, 2) == 0) return any;
    std::vector<const Action*> far;
    for (const Action& each : all)
      if (const auto* turn = std::get_if<Play>(&each);
          turn && (turn->lands.size() > 1 || std::abs(turn->lands[0].row - turn->from.row) > 1))
        far.push_back(&each);
    return far.empty() ? any : *far[below(random_, far.size())];
  }

  void try_nonsense() {
    const Applied did = apply(game_, nonsense(board_, random_), board_, house_);
    if (did.done) return;
    ++out_.refused;
    if (!(did.game == game_) || did.because.empty()) fail("a refused action changes the game, or has no reason");
  }

  void count(const Action& action, const Applied& did) {
    out_.huffs += std::holds_alternative<Huff>(action);
    out_.taken_back += std::holds_alternative<MakeTake>(action);
    out_.takes += std::holds_alternative<Play>(action) && !did.taken.empty();
    if (const auto* turn = std::get_if<Play>(&action))
      for (const ZoneFight& fight : did.game.fights)
        out_.broken_off += !did.taken.empty() && fight.fight.last && fight.fight.last->after.at == turn->lands.back();
  }

  void check_undo(const Game& start) {
    Game back = game_;
    while (!history_.empty()) {
      back = *history_.back();
      history_.pop_back();
    }
    if (!(back == start)) fail("going back does not lead to the start");
  }

  void check_record() {
    const std::string text = write_record({variant_, house_, actions_}, board_);
    const auto read = read_record(text);
    if (!read)
      return fail(
          fmt::format("the record does not read: {}:{} {}\n{}", read.error().at.line, read.error().at.column, read.error().says, text));
    if (read->record.actions != actions_ || !(read->record.house == house_)) return fail("the record reads back as another\n" + text);
    const auto again = replay(*read, board_);
    if (!again)
      return fail(fmt::format("the record does not replay: {}:{} {}", again.error().at.line, again.error().at.column, again.error().says));
    if (!(again->states.back() == game_)) fail("the replayed game ends otherwise");
  }

  std::uint64_t wanted_;
  Random random_;
  LesAlliesRun out_;
  House house_;
  Variant variant_ = Variant::FourPlayers;
  Board board_ = international_board();
  Game game_;
  std::vector<std::shared_ptr<const Game>> history_;
  std::vector<Action> actions_;
};

}  // namespace

House random_house(std::uint64_t seed) {
  Random random(seed);
  const auto coin = [&] { return below(random, 2) == 0; };
  House house;
  house.setup_gap = static_cast<int>(below(random, 3));
  house.soldier_back_move = static_cast<BackMove>(below(random, 3));
  house.soldier_back_capture = coin();
  house.capture = coin() ? Capture::Huff : static_cast<Capture>(below(random, 3));
  house.capture_majority = coin();
  house.huff_options = {coin(), coin(), coin()};
  if (house.huff_options == HuffOptions{false, false, false}) house.huff_options = {};
  house.general_flying = coin();
  house.promote_scope = static_cast<PromoteScope>(below(random, 3));
  house.promote_on = coin() ? PromoteOn::Fortress : PromoteOn::LastRow;
  house.null_delay_turns = static_cast<int>(below(random, 3));
  house.null_quiet_turns = 1 + static_cast<int>(below(random, 30));
  house.null_quiet_moves = 1 + static_cast<int>(below(random, 400));
  house.border_open_to = static_cast<BorderOpenTo>(below(random, 2));
  house.battle_one_each = static_cast<OneEach>(below(random, 2));
  house.battle_simultaneous = static_cast<Simultaneous>(below(random, 2));
  house.first = static_cast<First>(below(random, 3));
  return house;
}

LesAlliesRun play_at_random(std::uint64_t steps, std::uint64_t seed) { return Run(steps, seed).play(); }

}  // namespace support
