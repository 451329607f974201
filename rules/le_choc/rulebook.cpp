#include "rules/le_choc/rulebook.h"

#include <algorithm>
#include <array>

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

}  // namespace

std::span<const RuleText> rulebook() { return kRulebook; }

std::string_view rule_text(std::string_view id) {
  const auto found = std::ranges::find(kRulebook, id, &RuleText::id);
  return found == kRulebook.end() ? std::string_view() : found->says;
}

}  // namespace rules::le_choc
