#include "rules/charge/rulebook.h"

#include <algorithm>
#include <array>

#include "rules/charge/house.h"

namespace rules::charge {
namespace {

struct RuleText {
  std::string_view id;  // "C-A4", "CG17"
  std::string_view says;
};

constexpr auto kRulebook = std::to_array<RuleText>({
    {"C-T1", "Play goes in turns of five phases."},
    {"C-T2", "The phases are movement, firing, casualties, melees and morale, in this order."},
    {"C-T3", "One player moves all he wants to move, then the other. Nothing has to be moved."},
    {"C-T4", "Both sides fire in the same phase: fire may be returned, and fractions wait until all firing is over."},
    {"C-T5", "All artillery fires before any infantry."},
    {"C-M1", "Infantry moves up to 6 in on normal going."},
    {"C-M2", "Cavalry moves up to 12 in (not found in the book: a house rule says how far)."},
    {"C-M3", "Guns move up to 6 in (not found in the book: a house rule says how far)."},
    {"C-M4", "Carriages, pontoons and the like move as infantry does."},
    {"C-M5", "On a hill every inch counts two, except on its flat top and directly downhill."},
    {"C-M6", "Woods: guns may not enter; cavalry passes in single file at half speed; infantry at half speed."},
    {"C-M7", "Marsh: closed to cavalry and guns; infantry at half speed, or not at all where the scenario says so."},
    {"C-M8", "A unit that crosses any other obstacle moves at half speed that turn."},
    {"C-A1", "A gun fires only if four men serve it."},
    {"C-A2", "The target must be visible from the gun."},
    {"C-A3", "The target must lie no more than 45 degrees left or right of where the gun points."},
    {"C-A4", "The shot must not pass closer than 1 in to other troops of its own side."},
    {"C-A5", "A gun throws to hit by its range: sure to 6 in, then 2, 3, 4, 5, 6 in bands of 6 in up to 36 in."},
    {"C-A6", "A hit throws an effect die: its number up to 9 in, half of it beyond."},
    {"C-A7", "When a gun's fire hits a gun's crew, a six destroys the gun. Nothing else can destroy one."},
    {"C-I1", "Infantry fires at what it sees, within 45 degrees of its front, no closer than 1 in to its own side."},
    {"C-I2", "Musketry is short up to 3 in, long up to 6 in, and reaches no farther."},
    {"C-I3", "One die for every 8 men able to fire: its number at short range, half of it at long range."},
    {"C-I4", "A remainder of 4 to 7 men throws one more die, halved, and halved again at long range. Fewer throw nothing."},
    {"C-I5", "Infantry returning fire may count the men just hit; they are taken off directly afterwards."},
    {"C-K1", "Infantry in the open loses the standard number; cavalry and gunners half of it."},
    {"C-K2", "Troops behind cover lose half."},
    {"C-K3", "A fraction under one half is dropped, one half or more is a man."},
    {"C-K4", "Fractions are claimed only when all firing is over and all of them have been added together."},
    {"C-K5", "Only men in reach of the fire fall. In doubt a die is thrown and every so-manieth man falls, counted from the right."},
    {"C-K6", "In a gun's crew the man behind the gun is number one, and the count goes on clockwise."},
    {"C-H1", "The attacker moves into contact; next turn the defender fires if he can, and then they fight."},
    {"C-H2", "Men fight one against one with a die each. More than one pip higher wins, and the loser is taken off."},
    {"C-H3", "Two men against one double their throw."},
    {"C-H4", "A horseman against a footman doubles his throw."},
    {"C-H5", "Odds never exceed two to one."},
    {"C-H6", "If neither wins, both live."},
    {"C-H7", "A horseman and a footman against one horseman add a quarter; if they are beaten the horseman falls."},
    {"C-H8", "After each combat the survivors go back: infantry 3 in, cavalry 6 in."},
    {"C-W1", "An army that has lost more than half of its soldiers is defeated and fights no more."},
    {"C-B1", "Blasthof Bridge: 32 infantry, 16 cavalry and 2 guns of the Imperials against 40, 12 and 2 of the Electorals."},
    {"C-B2", "The river Blast has a bridge in its middle, and fords for foot and horse; a farm and a hill lie by it."},
    {"C-B3", "The bridge decides: the Imperials have to keep it, the Electorals to deny it."},
    {"C-B4", "Infantry may fill the gaps in a gun's crew."},
    {"C-B5", "With four men to a gun the Imperials are 56 and beaten when 29 are lost, the Electorals 60 and beaten when 31 are."},
    {"CG1", "How far cavalry and guns move: 12 in and 6 in unless the house says otherwise."},
    {"CG2", "Which five phases a turn has."},
    {"CG3", "Who moves first: thrown for once, every turn, or in turns."},
    {"CG4", "Whether a gun, or infantry, may move and fire in the same turn."},
    {"CG5", "How the printed ranges of the guns' table are read: as the far edges of bands."},
    {"CG6", "Which die must show the six that destroys a gun: the effect die."},
    {"CG7", "Whether that six hits the crew as well: no."},
    {"CG8", "Whose fractions are added together: those of each body under fire."},
    {"CG9", "Whether anything is rounded before the end: no."},
    {"CG10", "When whole casualties are taken off: at the end of the exchange of fire."},
    {"CG11", "Who counts when fire is returned: the strengths before that exchange. Nobody fires twice a turn."},
    {"CG12", "In which order bodies fire: the player who moved first names one, then the other."},
    {"CG13", "Guns fire at the same moment: one that is destroyed this turn still fires."},
    {"CG14", "Dice are thrown by each unit for itself."},
    {"CG15", "Men at both ranges are counted in two bands, each man by his nearest target."},
    {"CG16", "Two ranks fire, through each other."},
    {"CG17", "Clearance is measured to the edge of a friend's base."},
    {"CG18", "Range is measured from centre to centre."},
    {"CG19", "The arc is measured to each man. A body is a target if one of its men is, and only such men can fall."},
    {"CG20", "Casualties beyond the men who can fall are lost."},
    {"CG21", "A die decides who falls, unless all who can fall do."},
    {"CG22", "Right is the body's own right: front rank from right to left, then the ranks behind, and round again."},
    {"CG23", "A gun is served by men on foot within 2 in of it who are in no contact."},
    {"CG24", "A man is covered by a wall or hedge within 1 in of him that the fire crosses, or by the place he stands in."},
    {"CG25", "Woods and houses give cover."},
    {"CG26", "An enemy base on the line of fire hides those behind it, from a hill as well."},
    {"CG27", "Fire at enemies in contact with one's own troops falls under the 1 in rule."},
    {"CG28", "In the turn in which two bodies come into contact they do not fire at each other."},
    {"CG29", "The attacker does not return the defender's fire before the melee."},
    {"CG30", "Bodies in contact stay there; others may join them."},
    {"CG31", "A gun that is attacked may fire at its attackers."},
    {"CG32", "Touching men are paired one to one, the nearest first; men left over join as seconds."},
    {"CG33", "Two footmen against one horseman are level."},
    {"CG34", "Two horsemen against one footman only double."},
    {"CG35", "A horseman and a footman against one footman double; if beaten, the horseman falls."},
    {"CG36", "A beaten pair loses one man."},
    {"CG37", "The added quarter is exact."},
    {"CG38", "More than one pip means a difference above one, quarters included."},
    {"CG39", "Survivors go straight back, shortened by impassable ground, figures and the table's edge."},
    {"CG40", "Gunners fight and go back as infantry."},
    {"CG41", "A gun without crew stays where it is; either side may serve it with four men."},
    {"CG42", "Every figure is a soldier, officers too; guns, horses and waggons are not."},
    {"CG43", "Morale is tested at the end of the turn; if both armies are beaten, nobody wins."},
    {"CG44", "Slow ground makes every inch on it count two; it does not halve the whole turn."},
    {"CG45", "Two kinds of slow ground in one place multiply."},
    {"CG46", "Directly downhill is within 22.5 degrees of the steepest line."},
    {"CG47", "Single file is a column one figure wide along one path."},
    {"CG48", "Turning, limbering and changing formation cost nothing."},
    {"CG49", "Figures pass through friends but do not stop on them; guns pass through nobody."},
    {"CG50", "Roads give nothing extra; a bridge is normal going; a ford is an obstacle."},
    {"CG51", "Which die is the halved one is said before the throw; here it is always the last."},
    {"CG52", "What lies within its margin of a limit is too close to call: the players decide."},
    {"CG53", "Terrain hides what lies behind it where it rises above the line of sight; one sees 2 in into a wood."},
    {"CG54", "Houses and rivers are impassable, but for fords and bridges; walls, hedges and fences are obstacles."},
    {"CG55", "Marsh is half speed for infantry unless the scenario closes it."},
    {"CG56", "One may tack on a slope: the cheapest way counts."},
});

}  // namespace

std::string_view rule_text(std::string_view id) {
  const auto* const rule = std::ranges::find(kRulebook, id, &RuleText::id);
  return rule != kRulebook.end() ? rule->says : std::string_view();
}

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  for (const RuleText& rule : kRulebook) ids.push_back(rule.id);
  return ids;
}

}  // namespace rules::charge
