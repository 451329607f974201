#include "rules/le_choc/house.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rules::le_choc {
namespace {

constexpr auto kRulebook = std::to_array<RuleText>({
    {"L-1", "Two players fight for the objective, the square in the centre of the board."},
    {"L-2", "A force has 23 pieces: four each of A, B, D and E, two each of C, F and G, and one H."},
    {"L-3", "A is the lowest value and H the highest, in the order of the letters."},
    {"L-4", "A value is shown only when its piece attacks or is attacked; then both are."},
    {"L-5", "The higher value takes the lower, attacking or attacked."},
    {"L-6", "Between equal values the attacker wins."},
    {"L-7", "Gas takes whatever it attacks, and whatever attacks it takes it."},
    {"L-8", "Each player has two bases at his end and begins with three pieces on each; 17 wait in reserve."},
    {"L-9", "The players act in turns, one action each."},
    {"L-10", "Putting a new piece on an own base is optional, and is the whole action."},
    {"L-11", "A and C move up to three squares, B, D and E up to two, F, G and H one."},
    {"L-12", "Pieces move in any of the eight directions."},
    {"L-13", "To attack a piece moves onto the enemy's square; the loser is removed, and if the attacked piece wins it stays there."},
    {"L-14", "Machine guns that win may move in or stay where they were; the attacked square is then empty."},
    {"L-15", "Who occupies the objective with a force that cannot be dislodged wins."},
    {"LG1", "The board is 11 x 11, its objective the centre, unless the real board is otherwise."},
    {"LG2", "A base is three squares of the back row, one piece each: columns b to d and h to j."},
    {"LG3", "One enters on an empty square of an own base; nobody enters by attack."},
    {"LG4", "A move of two or three squares is one straight line."},
    {"LG5", "Nobody jumps: every square passed is empty, and no two pieces share a square."},
    {"LG6", "An attack reaches as far as the piece moves."},
    {"LG7", "Machine guns that stay attack from the same distance as others; the squares between are empty."},
    {"LG8", "Machine guns that meant to stay and lose are removed."},
    {"LG9", "After a fight the survivor is hidden again."},
    {"LG10", "Gas is not used up by its own attack."},
    {"LG11", "Gas against gas: the attacker wins."},
    {"LG12", "A toss decides who begins; who can act must, who cannot passes, and if neither can the game is drawn."},
    {"LG13",
     "A force cannot be dislodged when no piece the enemy has left would win by attacking it; or when it has held on for some turns."},
    {"LG14", "That is tested after every action, for a piece that stands on the objective."},
    {"LG15", "Gas on the objective falls to anything: it wins only when the enemy has nothing left."},
    {"LG16", "A side without pieces loses at once."},
    {"LG17", "After 60 turns a side without capture or entry the game is drawn."},
    {"LG18", "The objective is passed and entered like any other square."},
});

using house::choice, house::flag, house::number, house::unverified;
using Key = HouseKey<House>;

constexpr int kNarrowestBoard = 3;  // fewer squares hold no base and no way round
constexpr int kLongestHold = 1000;  // turns; longer is a slip of the keyboard

/// A list of whole numbers from 0 up; `fits` says whether the list as a whole is a reading.
Key numbers(std::string name, std::string gap, std::vector<int> House::*member, std::string readings,
            bool (*fits)(const std::vector<int>&)) {
  const auto put = [=](House& house, const HouseValue& value) {
    const auto* words = std::get_if<std::vector<std::string>>(&value);  // an empty list is one of either
    const auto* given = std::get_if<std::vector<double>>(&value);
    if (!given && !(words && words->empty())) return false;
    std::vector<int> whole;
    for (const double each : given ? *given : std::vector<double>{}) {
      if (!(each >= 0.0 && each < kWidestBoard) || each != std::floor(each)) return false;
      whole.push_back(static_cast<int>(each));
    }
    if (!fits(whole)) return false;
    house.*member = std::move(whole);
    return true;
  };
  return house::key<House>(std::move(name), std::move(gap), std::move(readings), put, [=](const House& house) {
    return HouseValue(std::vector<double>((house.*member).begin(), (house.*member).end()));
  });
}

bool is_a_square_or_nothing(const std::vector<int>& list) { return list.empty() || list.size() == 2; }
bool rises(const std::vector<int>& list) { return std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end(); }

std::vector<Key> all_keys() {
  return {
      unverified(number("board.w", "LG1", &House::width, kNarrowestBoard, kWidestBoard)),
      unverified(number("board.h", "LG1", &House::height, kNarrowestBoard, kWidestBoard)),
      numbers("objective", "LG1", &House::objective, "[column, row], or [] for the centre square", is_a_square_or_nothing),
      unverified(
          numbers("base.squares", "LG2", &House::base_columns,
                  "columns of the own back row, rising, for instance [1, 2, 3, 7, 8, 9], or [] for the second to fourth from either corner",
                  rises)),
      unverified(choice("base.capacity", "LG2", &House::base_capacity, {"1_per_square", "unlimited"})),
      unverified(flag("entry.attack", "LG3", &House::entry_attack)),
      unverified(choice("move.path", "LG4", &House::path, {"straight", "any"})),
      flag("move.jump", "LG5", &House::jump),
      choice("attack.reach", "LG6", &House::attack_reach, {"mobility", "adjacent"}),
      flag("reveal.sticky", "LG9", &House::reveal_sticky),
      flag("gas.consumed", "LG10", &House::gas_consumed),
      unverified(choice("first", "LG12", &House::first, {"toss", "south", "north"})),
      unverified(choice("pass", "LG12", &House::passing, {"only_if_stuck", "allowed"})),
      unverified(choice("victory", "LG13", &House::victory, {"capability", "hold"})),
      unverified(number("victory.hold_turns", "LG13", &House::hold_turns, 1, kLongestHold)),
      unverified(flag("victory.elimination", "LG16", &House::elimination)),
      unverified(number("draw.quiet_turns", "LG17", &House::quiet_turns, 1, kLongestHold)),
  };
}

}  // namespace

std::span<const RuleText> rulebook() { return kRulebook; }

std::string_view rule_text(std::string_view id) { return rules::rule_text(kRulebook, id); }

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

std::vector<std::string> unverified(const House& house, std::span<const std::string_view> used) {
  static const House kDefaults;
  std::vector<std::string> out;
  for (const Key& key : house_keys())
    if (key.unverified && std::ranges::find(used, key.name) != used.end() && key.get(house) == key.get(kDefaults)) out.push_back(key.name);
  return out;
}

}  // namespace rules::le_choc
