#include "rules/les_allies/rulebook.h"

#include <algorithm>
#include <array>

namespace rules::les_allies {
namespace {

constexpr auto kRulebook = std::to_array<RuleText>({
    {"D-1", "Four players fight in two zones: 36 soldiers against 36 in the west, 24 against 24 in the east."},
    {"D-2", "Players 1 and 3 are allies against 2 and 4. The fights are separate, and nobody crosses the border of the zones."},
    {"D-3", "The board is a map with a draughts pattern; only its coloured squares are used. A country has one or two fortresses."},
    {"D-4", "Soldiers begin on coloured squares of the territory they defend, one empty coloured square or more from the enemy's."},
    {"D-5", "Holland is closed. Switzerland and Belgium may be passed through, and started from."},
    {"D-6", "In the two zones opposite alliances begin."},
    {"D-7", "In each zone the players alternate, one man a turn."},
    {"D-8", "A soldier moves one square in any direction, from coloured square to coloured square."},
    {"D-9", "One may retreat, but not in face of an enemy who can be taken."},
    {"D-10", "A soldier takes by jumping an adjacent enemy onto the empty square directly behind, and goes on as long as he can take."},
    {"D-11", "A General takes at a distance and lands on any of the empty squares behind, and goes on, changing line where he can."},
    {"D-12", "Taken men leave the board when the whole sweep is over."},
    {"D-13", "In a sweep an empty square may be crossed again, but no man is jumped twice."},
    {"D-14", "A soldier who ends his turn on a fortress of the enemy becomes a General. Passing over it does nothing."},
    {"D-15", "Who does not take may be huffed, or made to take."},
    {"D-16", "The man who did not take all he could is removed, and the huffer then plays his own turn. It is a right, not a duty."},
    {"D-17", "A fight ends when one side has no men left, or none who can move: they are prisoners."},
    {"D-18", "A fight is null when a single General stands against one or two."},
    {"D-19", "If one fight is null the other decides the battle. If both are, one starts again."},
    {"D-20", "When one fight is over, the winner's partner commands his surviving men in the other, and the border may be crossed."},
    {"D-21", "If both fights end at the same time with hostile survivors, these fight on, each under his own player, the border open."},
    {"D-22", "An alliance that wins both fights, or one while the other is null, wins the battle. One fight each is a null battle."},
    {"D-23", "Two players play in one zone, or power against power with 12 soldiers each."},
    {"DG1", "What the board looks like: a file says which squares are coloured, and what they are."},
    {"DG2", "Where the fortresses stand: the board's file says it."},
    {"DG3", "How wide the gap at the border is: no man begins beside an enemy's square."},
    {"DG4", "Which neutral countries are closed, and whether one may begin in the others: only Holland is, and one may."},
    {"DG5", "Whether soldiers move backward: they do, but taking comes first."},
    {"DG6", "Whether soldiers take backward: they do."},
    {"DG7", "Whether taking is enforced: other moves are allowed, and punished."},
    {"DG8", "Whether the largest sweep must be taken: any will do, but it must be played out."},
    {"DG9", "Who is huffed: one man who could have taken, from where he stands now, or who broke off a sweep."},
    {"DG10", "What may be done about it, before one's own move: huff, have the turn taken back, or ignore it."},
    {"DG11", "Men jumped in a sweep that was broken off stay taken."},
    {"DG12", "A General moves any distance along an open diagonal."},
    {"DG13", "A new General does not go on taking: he is made by ending there."},
    {"DG14", "A plain move onto a fortress makes a General too."},
    {"DG15", "Which fortresses make Generals: any of the enemy's in the man's zone, and everywhere once the border is open."},
    {"DG16", "Where no man is left to cover a General he is marked on the screen."},
    {"DG17", "A lone General is null at once; while a soldier is left one plays on."},
    {"DG18", "25 turns a side with Generals only and no capture are null."},
    {"DG19", "Whether a side is prisoner is tested when it is about to move."},
    {"DG20", "Who may cross once a fight is over: everybody who is left."},
    {"DG21", "After a transfer it is still one man a turn, among one's own and the inherited."},
    {"DG22", "One fight each after a transfer: the battle is null."},
    {"DG23", "Fights that end at the same time, one each: the winner of the fight between the survivors wins the battle."},
    {"DG24", "The same time is the same round: one turn by each of the four."},
    {"DG25", "The men of a null fight leave play."},
    {"DG26", "Who begins in zone 1: they toss for it."},
    {"DG27", "Power against power: Belgium is open to both, other neutrals are closed."},
    {"DG28", "Russia against Austria: Russian Generals are made on the Austrian fortress nearest the border."},
    {"DG29", "40 turns a side without capture or promotion are null."},
});

}  // namespace

std::span<const RuleText> rulebook() { return kRulebook; }

std::string_view rule_text(std::string_view id) {
  const auto found = std::ranges::find(kRulebook, id, &RuleText::id);
  return found == kRulebook.end() ? std::string_view() : found->says;
}

}  // namespace rules::les_allies
