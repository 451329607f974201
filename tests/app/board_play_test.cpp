// A board game as it is umpired, with letters entrusted to a sworn umpire: what is told to everybody, and what to one player alone.
#include "app/board/board_play.h"

#include <gmock/gmock.h>

#include <random>

#include "app/board/board_games.h"
#include "app/board/board_json.h"
#include "app/overlay/board.h"
#include "app/window/boards/words.h"
#include "tests/support/board_looks.h"

namespace board_play_test {
namespace {

using app::BoardLook;
using app::BoardPlay;
using measure::SquareName;
using measure::Verdict;
using support::look;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::size_t kRed = 0, kBlue = 1;  // red plays south

measure::Board board() {
  measure::Board out = support::board(measure::BoardGame::LeChoc, 11, 11, "south", "north");
  out.sworn = true;
  out.sides[kRed].name = "red";
  out.sides[kBlue].name = "blue";
  return out;
}

std::vector<std::string> log_of(const BoardPlay& play) {
  std::vector<std::string> out;
  for (const app::BoardLogLine& line : play.told().log) out.push_back(line.rule + " " + line.side + " " + line.says);
  return out;
}

/// What a player finds on his page: "c4D" for a D on c4, "c4?" for one that is not entered.
std::vector<std::string> page_of(const BoardPlay& play, std::size_t side, std::string_view secret = "") {
  const auto locked = play.page(side);
  const app::PrivatePage* const page = locked ? locked->open(secret) : nullptr;
  if (!page) return {"locked"};
  std::vector<std::string> out;
  for (const app::PrivatePiece& piece : page->pieces) {
    out.push_back(text(piece.at) + "?");
    if (piece.letter) out.back().back() = letter(*piece.letter);
  }
  return out;
}
app::PrivatePage open_page(const BoardPlay& play, std::size_t side, std::string_view secret = "") {
  return *play.page(side).value().open(secret);
}

/// Red on b1 and c3, blue on b11 and c6, nothing entered.
BoardPlay begun() {
  BoardPlay play(board(), {});
  EXPECT_TRUE(play.rule(look({{1, 0}, {2, 2}}, {{1, 10}, {2, 5}})));
  return play;
}
/// Red's D attacks from c4 on c6, where blue's `defender` stands.
BoardPlay before_a_fight(char attacker, char defender) {
  BoardPlay play = begun();
  play.enter(kRed, "", {2, 2}, attacker);
  play.enter(kRed, "", {1, 0}, 'A');
  play.enter(kBlue, "", {2, 5}, defender);
  play.enter(kBlue, "", {1, 10}, 'B');
  EXPECT_TRUE(play.rule(look({{1, 0}, {2, 3}}, {{1, 10}, {2, 5}})));
  EXPECT_TRUE(play.rule(look({{1, 0}, {2, 3}}, {{1, 9}, {2, 5}})));
  return play;
}

TEST(BoardPlay, LettersAreEnteredOnTheOwnPageAndStayThere) {
  BoardPlay play = begun();
  play.enter(kRed, "", {2, 2}, 'H');
  EXPECT_THAT(page_of(play, kRed), testing::ElementsAre("b1?", "c3H"));
  EXPECT_THAT(page_of(play, kBlue), testing::ElementsAre("b11?", "c6?"));
  EXPECT_EQ(play.told().entries[kRed].entered, 1);
  EXPECT_EQ(play.told().entries[kRed].pieces, 2);
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{2, 2}, "ABCDEFGH"})) << "everybody else knows nothing";
  play.enter(kRed, "", {2, 2}, std::nullopt);
  EXPECT_THAT(page_of(play, kRed), testing::ElementsAre("b1?", "c3?"));
}

TEST(BoardPlay, L2ARefusedLetterSaysWhyAndLosesNothing) {
  BoardPlay play = begun();
  play.enter(kRed, "", {2, 2}, 'H');
  play.enter(kRed, "", {1, 0}, 'H');
  EXPECT_THAT(open_page(play, kRed).refused, HasSubstr("L-2"));
  EXPECT_THAT(page_of(play, kRed), testing::ElementsAre("b1?", "c3H"));
  play.enter(kRed, "", {5, 5}, 'A');
  EXPECT_THAT(open_page(play, kRed).refused, HasSubstr("no piece"));
  play.enter(kRed, "", {2, 5}, 'A');
  EXPECT_THAT(page_of(play, kBlue), testing::ElementsAre("b11?", "c6?")) << "nobody enters letters of the other's pieces";
  play.enter(kRed, "", {1, 0}, 'A');
  EXPECT_THAT(open_page(play, kRed).refused, IsEmpty());
}

TEST(BoardPlay, OnlyAPlayersKeysOpenHisPage) {
  BoardPlay play = begun();
  play.lock(kRed, "Q7ZZ");
  play.lock(kRed, "AAAA");  // too late
  play.enter(kRed, "AAAA", {2, 2}, 'B');
  EXPECT_THAT(page_of(play, kRed, "AAAA"), testing::ElementsAre("locked"));
  EXPECT_THAT(page_of(play, kRed), testing::ElementsAre("locked"));
  EXPECT_THAT(page_of(play, kRed, "Q7ZZ"), testing::ElementsAre("b1?", "c3?")) << "nothing was entered with other keys";
  play.enter(kRed, "Q7ZZ", {2, 2}, 'B');
  EXPECT_THAT(page_of(play, kRed, "Q7ZZ"), testing::ElementsAre("b1?", "c3B"));
  EXPECT_THAT(page_of(play, kBlue), testing::ElementsAre("b11?", "c6?"));
}

TEST(BoardPlay, LettersFollowTheirPiecesAlsoWhileTheBoardIsSetUp) {
  BoardPlay play = begun();
  play.enter(kRed, "", {2, 2}, 'C');
  ASSERT_TRUE(play.rule(look({{0, 0}, {1, 0}, {2, 2}}, {{1, 10}, {2, 5}})));  // another is put on the board before it
  EXPECT_THAT(page_of(play, kRed), testing::ElementsAre("a1?", "b1?", "c3C"));
  play.enter(kRed, "", {0, 0}, 'E');
  ASSERT_TRUE(play.rule(look({{0, 0}, {1, 0}, {2, 4}}, {{1, 10}, {2, 5}})));
  EXPECT_THAT(page_of(play, kRed), testing::UnorderedElementsAre("a1E", "b1?", "c5C"));
  play.undo();
  EXPECT_THAT(page_of(play, kRed), testing::UnorderedElementsAre("a1E", "b1?", "c3C"));
}

TEST(BoardPlay, L4AFightShowsBothLettersAndWhoWins) {
  BoardPlay play = before_a_fight('D', 'B');
  EXPECT_THAT(log_of(play), Not(Contains(HasSubstr("attacked"))));
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 5}}, {{1, 9}})));
  EXPECT_THAT(log_of(play), Contains(HasSubstr("L-5  D (two companies) attacked B (infantry company): the attacker wins")));
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{2, 5}, "D"}));
  EXPECT_FALSE(play.told().asks_letters);
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{1, 0}, "ABCDEFGH"})) << "the others stay hidden";
}

TEST(BoardPlay, L5ABoardThatContradictsTheLettersIsToldAndMayBePutRight) {
  BoardPlay play = before_a_fight('D', 'G');
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 5}}, {{1, 9}})));
  EXPECT_THAT(log_of(play), Contains(HasSubstr("D against G: the defender wins, but on the board he fell")));
  ASSERT_TRUE(play.rule(look({{1, 0}}, {{1, 9}, {2, 5}})));
  EXPECT_THAT(log_of(play), Not(Contains(HasSubstr("but on the board"))));
  EXPECT_THAT(log_of(play), Contains(HasSubstr("D (two companies) attacked G (battalion): the attacked wins")));
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{2, 5}, "G"}));
}

TEST(BoardPlay, AFightOfALetterThatIsMissingIsAskedFor) {
  BoardPlay play = begun();
  play.enter(kRed, "", {2, 2}, 'D');
  play.enter(kRed, "", {1, 0}, 'A');
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 3}}, {{1, 10}, {2, 5}})));
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 3}}, {{1, 9}, {2, 5}})));
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 5}}, {{1, 9}})));
  EXPECT_TRUE(play.told().asks_letters);
  EXPECT_THAT(log_of(play), Contains(HasSubstr("blue has not entered the letter")));
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{2, 5}, "ABCDE"})) << "nothing is shown by half";
  play.declare("D", "A");
  EXPECT_FALSE(play.told().asks_letters);
}

TEST(BoardPlay, WhatAPieceCannotHaveDoneIsToldToItsPlayerAlone) {
  BoardPlay play = begun();
  play.enter(kRed, "", {1, 0}, 'H');
  ASSERT_TRUE(play.rule(look({{1, 3}, {2, 2}}, {{1, 10}, {2, 5}})));  // three squares; H moves one
  EXPECT_THAT(log_of(play), testing::ElementsAre("L-11 red b1-b4"));
  ASSERT_EQ(open_page(play, kRed).doubts.size(), 1U);
  EXPECT_EQ(open_page(play, kRed).doubts[0].rule, "L-11");
  EXPECT_THAT(open_page(play, kBlue).doubts, IsEmpty());
}

TEST(BoardPlay, AFightWithOneOfSeveralShowsNothingBeforeThePlayersSayWithWhom) {
  BoardPlay play(board(), {});
  ASSERT_TRUE(play.rule(look({{4, 4}, {0, 0}}, {{3, 5}, {5, 5}, {10, 10}})));
  for (const SquareName at : {SquareName{4, 4}, SquareName{0, 0}}) play.enter(kRed, "", at, 'B');
  for (const SquareName at : {SquareName{3, 5}, SquareName{5, 5}, SquareName{10, 10}}) play.enter(kBlue, "", at, 'D');
  ASSERT_TRUE(play.rule(look({{4, 4}, {0, 1}}, {{3, 5}, {5, 5}, {10, 10}})));
  ASSERT_TRUE(play.rule(look({{4, 4}, {0, 1}}, {{3, 5}, {5, 5}, {10, 9}})));
  ASSERT_TRUE(play.rule(look({{0, 1}}, {{3, 5}, {5, 5}, {10, 9}})));
  ASSERT_TRUE(play.told().asks_which);
  EXPECT_THAT(log_of(play), Not(Contains(HasSubstr("attacked"))));
  const auto& could_be = play.told().last.could_be;
  ASSERT_EQ(could_be.size(), 1U);
  const std::string other = could_be[0][0].says;
  const SquareName at = could_be[0][0].way.back();
  play.choose(1);
  EXPECT_FALSE(play.told().asks_which);
  EXPECT_THAT(log_of(play), Contains(HasSubstr(other)));
  EXPECT_THAT(log_of(play), Contains(HasSubstr("B (infantry company) attacked D (two companies): the attacked wins")));
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{at, "D"}));
}

TEST(BoardPlay, TakingBackAFightHidesWhatItShowed) {
  BoardPlay play = before_a_fight('D', 'B');
  ASSERT_TRUE(play.rule(look({{1, 0}, {2, 5}}, {{1, 9}})));
  play.undo();
  EXPECT_THAT(play.told().letters, Contains(app::PieceLetters{{2, 3}, "ABCDEFGH"}));
  EXPECT_THAT(page_of(play, kRed), testing::UnorderedElementsAre("b1A", "c4D"));
  EXPECT_THAT(page_of(play, kBlue), testing::UnorderedElementsAre("b10B", "c6B"));
}

/// Red's H goes to the objective after red has taken blue's gas and, with his own, blue's H: nothing is left that takes it.
BoardPlay with_h_on_the_objective(rules::le_choc::Victory victory) {
  app::BoardHouses houses;
  houses.le_choc.victory = victory;
  BoardPlay play(board(), houses);
  const auto rule = [&](const std::vector<SquareName>& red, const std::vector<SquareName>& blue) {
    EXPECT_TRUE(play.rule(look(red, blue)));
    EXPECT_EQ(play.told().last.verdict, Verdict::Yes);
  };
  rule({{0, 8}, {3, 8}, {6, 8}, {5, 4}}, {{0, 9}, {3, 9}, {6, 9}, {10, 9}});
  for (const auto& [at, letter] : {std::pair(SquareName{0, 8}, 'A'), {{3, 8}, 'A'}, {{6, 8}, 'F'}, {{5, 4}, 'H'}})
    play.enter(kRed, "", at, letter);
  for (const auto& [at, letter] : {std::pair(SquareName{0, 9}, 'F'), {{3, 9}, 'F'}, {{6, 9}, 'H'}, {{10, 9}, 'B'}})
    play.enter(kBlue, "", at, letter);
  rule({{0, 9}, {3, 8}, {6, 8}, {5, 4}}, {{3, 9}, {6, 9}, {10, 9}});
  rule({{0, 9}, {3, 8}, {6, 8}, {5, 4}}, {{3, 9}, {6, 9}, {10, 8}});
  rule({{0, 9}, {3, 9}, {6, 8}, {5, 4}}, {{6, 9}, {10, 8}});
  rule({{0, 9}, {3, 9}, {6, 8}, {5, 4}}, {{6, 9}, {10, 7}});
  rule({{0, 9}, {3, 9}, {6, 9}, {5, 4}}, {{10, 7}});
  rule({{0, 9}, {3, 9}, {6, 9}, {5, 4}}, {{10, 6}});
  EXPECT_FALSE(play.told().last.over);
  rule({{0, 9}, {3, 9}, {6, 9}, {5, 5}}, {{10, 6}});
  return play;
}

TEST(BoardPlay, L15WhoCannotBeDislodgedIsAnnounced) {
  BoardPlay play = with_h_on_the_objective(rules::le_choc::Victory::Capability);
  EXPECT_TRUE(play.told().last.over);
  EXPECT_EQ(play.told().last.winner, kRed);
  EXPECT_THAT(log_of(play), Contains(HasSubstr("red has won: ")));
  EXPECT_THAT(play.told().letters, Not(Contains(app::PieceLetters{{5, 5}, "H"}))) << "as what is not said";
  play.undo();
  EXPECT_FALSE(play.told().last.over);
  EXPECT_EQ(play.told().to_move, kRed);
}

TEST(BoardPlay, LG13WhereTheHouseHoldsTheObjectiveNoHiddenLetterEndsTheGame) {
  EXPECT_FALSE(with_h_on_the_objective(rules::le_choc::Victory::Hold).told().last.over);
}

TEST(BoardPlay, AnOpenUmpireJudgesTheObjectiveByHowLongItIsHeld) {
  measure::Board open = board();
  open.sworn = false;
  BoardPlay play(open, {});
  ASSERT_TRUE(play.rule(look({{5, 4}, {0, 0}}, {{10, 10}})));
  ASSERT_TRUE(play.rule(look({{5, 5}, {0, 0}}, {{10, 10}})));
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_FALSE(play.told().last.over) << turn;
    ASSERT_TRUE(play.rule(look({{5, 5}, {0, turn}}, {{10, 9 - turn}})));
    if (turn == 2) break;
    ASSERT_TRUE(play.rule(look({{5, 5}, {0, turn + 1}}, {{10, 9 - turn}})));
  }
  EXPECT_TRUE(play.told().last.over);
  EXPECT_THAT(log_of(play), Contains(HasSubstr("red has won: ")));
  EXPECT_FALSE(play.page(kRed)) << "nothing is hidden from an open umpire";
}

// ---- two games that differ only in what is hidden ----

/// Everything that is told, and what is drawn over the board, as text.
std::string public_text(const BoardPlay& play, const BoardLook& seen, const measure::Board& on) {
  app::BoardSnapshot snapshot;
  static_cast<app::PublicBoard&>(snapshot) = play.told();
  auto reading = std::make_shared<vision::BoardReading>();
  for (const app::Standing& standing : seen.standing) {
    vision::BoardPiece piece;
    piece.side = standing.side;
    piece.on = standing.at;
    piece.at = app::middle_of(on, standing.at);
    piece.sure = true;
    reading->pieces.push_back(piece);
  }
  snapshot.reading = reading;
  const app::PublicBoard& told = snapshot;
  std::string out = app::json_of(told.last, on).dump();
  for (const app::BoardLogLine& line : told.log)
    out += fmt::format("\n{} {} {} {}", static_cast<int>(line.verdict), line.side, line.says, line.rule);
  for (const app::BoardAction& option : told.options) out += "\n" + app::json_of(option, on).dump();
  out += told.record;
  for (const app::PieceLetters& piece : told.letters) out += fmt::format("\n{},{} {}", piece.at.column, piece.at.row, piece.letters);
  for (const std::optional<SquareName> hand : {std::optional<SquareName>(), std::optional(seen.standing.front().at)})
    for (const window::BoardSection& section : window::board_sections(snapshot, on, {.selected = hand, .hovered = {}}))
      for (const window::BoardLine& line : section.lines) out += fmt::format("\n{}: {}", section.title, line.text);
  for (const app::BoardEntries& side : told.entries) out += fmt::format("\n{} {} {}", side.entered, side.pieces, side.locked);
  out += fmt::format("\n{} {} {} {}", told.sworn, told.asks_letters, told.asks_which, told.to_move ? static_cast<int>(*told.to_move) : -1);
  for (const overlay::Primitive& primitive : app::board_overlay(snapshot, on, {})) {
    out += fmt::format("\n{}", primitive.index());
    if (const auto* label = std::get_if<overlay::Label>(&primitive)) out += " " + label->text;
  }
  return out;
}

using Random = std::mt19937;

/// A game as hands play it: mostly legal, now and then against the rules, with fights that end either way.
class Hands {
 public:
  explicit Hands(unsigned seed) : random_(seed) {
    for (const int column : {1, 2, 7}) {
      look_.standing.push_back({{column, 3}, kRed});  // near enough to fight soon
      look_.standing.push_back({{column, 6}, kBlue});
    }
  }
  [[nodiscard]] const BoardLook& look() const { return look_; }
  [[nodiscard]] std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  void act(const app::PublicBoard& told) {
    if (below(50) == 0) return wander();
    if (below(8) == 0) return enter(told.to_move.value_or(kRed));
    if (told.options.empty()) return wander();
    // Toward each other, or nobody ever fights.
    const app::BoardAction* best = &told.options[below(told.options.size())];
    for (int i = 0; i < 6; ++i)
      if (const app::BoardAction& other = told.options[below(told.options.size())]; other.kind == app::BoardAction::Kind::Attack)
        best = &other;
    if (best->kind == app::BoardAction::Kind::Enter) return enter(best->side);
    const SquareName from = best->way.front(), to = best->way.back();
    if (best->kind != app::BoardAction::Kind::Attack) return put(from, to);
    const auto outcome = below(5);
    if (outcome == 0) return lift(to);  // as machine guns that stay
    if (outcome < 3) return lift(from);
    lift(to);
    put(from, to);
  }

 private:
  void lift(SquareName at) {
    std::erase_if(look_.standing, [&](const app::Standing& piece) { return piece.at == at; });
  }
  [[nodiscard]] bool stands(SquareName at) const {
    return std::ranges::find(look_.standing, at, &app::Standing::at) != look_.standing.end();
  }
  void put(SquareName from, SquareName to) {
    for (app::Standing& piece : look_.standing)
      if (piece.at == from) piece.at = to;
  }
  void wander() {
    const SquareName to{static_cast<int>(below(11)), static_cast<int>(below(11))};
    if (!stands(to)) put(look_.standing[below(look_.standing.size())].at, to);
  }
  void enter(std::size_t side) {
    const SquareName at{static_cast<int>(1 + below(3) + 6 * below(2)), side == kRed ? 0 : 10};
    if (!stands(at)) look_.standing.push_back({at, side});
  }

  Random random_;
  BoardLook look_;
};

/// A sworn game whose players enter the letters of their force in some order, as their pieces come.
struct Table {
  Table(const measure::Board& on, const app::BoardHouses& houses, std::array<std::string, 2> letters)
      : play(on, houses), order(std::move(letters)) {}

  void enter_what_is_missing() {
    for (const std::size_t side : {kRed, kBlue})
      for (const app::PrivatePiece& piece : open_page(play, side).pieces)
        if (!piece.letter && next[side] < order[side].size())
          play.enter(side, "", {piece.at.column, piece.at.row}, order[side][next[side]++]);
  }

  BoardPlay play;
  std::array<std::string, 2> order;
  std::array<std::size_t, 2> next{};
};

std::ptrdiff_t shown(const BoardPlay& play) {
  return std::ranges::count_if(play.told().log, [](const app::BoardLogLine& line) {
    return line.says.find(") attacked ") != std::string::npos || line.rule == "L-15";
  });
}

constexpr int kSteps = 25;

struct Compared {
  int steps = 0;
  std::size_t fights = 0;  // whose letters were shown
};

/// Two such games side by side until they show different things, which the rules must have shown.
Compared compare_twins(unsigned seed, rules::le_choc::Victory victory) {
  Hands hands(seed);
  const measure::Board on = board();
  app::BoardHouses houses;
  houses.le_choc.victory = victory;
  std::array<std::string, 2> letters{"AAAABBBBCCDDDDEEEEFFGGH", "AAAABBBBCCDDDDEEEEFFGGH"};
  Random shuffle(seed + 1);
  for (std::string& each : letters) std::ranges::shuffle(each, shuffle);
  Table one(on, houses, letters);
  std::string& changed = letters[hands.below(2)];
  std::swap(changed[hands.below(3)], changed[hands.below(changed.size())]);  // one that is on the board from the start
  Table two(on, houses, letters);
  std::size_t fights = 0;
  for (int step = 0; step < kSteps; ++step) {
    for (Table* table : {&one, &two}) {
      EXPECT_TRUE(table->play.rule(hands.look()));
      table->enter_what_is_missing();
    }
    const std::string a = public_text(one.play, hands.look(), on), b = public_text(two.play, hands.look(), on);
    fights = std::max(fights, static_cast<std::size_t>(shown(one.play)));
    if (a != b) {
      EXPECT_GT(shown(one.play) + shown(two.play), 0) << "seed " << seed << " step " << step << "\n" << a << "\n---\n" << b;
      const auto& log = one.play.told().log;
      const auto& other = two.play.told().log;
      EXPECT_TRUE(log != other) << "what differs has been said, seed " << seed << " step " << step;
      return {step, fights};
    }
    if (one.play.told().asks_which) {
      const std::size_t which = hands.below(one.play.told().last.could_be.size() + 1);
      for (Table* table : {&one, &two}) table->play.choose(which);
    } else if (hands.below(40) == 0) {
      for (Table* table : {&one, &two}) table->play.undo();
    }
    hands.act(one.play.told());
  }
  return {kSteps, fights};
}

TEST(BoardPlay, GamesThatDifferInHiddenLettersLookTheSameUntilTheRulesShowThem) {
  int steps = 0, whole = 0;
  std::size_t fights = 0;
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const Compared compared = compare_twins(seed, seed % 2 ? rules::le_choc::Victory::Capability : rules::le_choc::Victory::Hold);
    steps += compared.steps;
    fights += compared.fights;
    whole += compared.steps == kSteps;
  }
  EXPECT_GT(steps, 150);
  EXPECT_GT(whole, 2) << "or nothing much was compared";
  EXPECT_LT(whole, 16) << "some letters have been shown";
  EXPECT_GT(fights, 20U);
}

static_assert(!std::is_copy_constructible_v<app::SealedValues> && !std::is_copy_assignable_v<app::SealedValues>);
static_assert(!std::equality_comparable<app::SealedValues> && !std::equality_comparable<app::LockedPage>);
static_assert(!std::is_convertible_v<app::SealedValues, app::PublicBoard> && !std::is_base_of_v<app::SealedValues, app::BoardSnapshot>);

}  // namespace
}  // namespace board_play_test
