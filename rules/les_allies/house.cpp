#include "rules/les_allies/house.h"

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

using house::choice, house::flag, house::key, house::number, house::unverified;
using Key = HouseKey<House>;

constexpr int kWidestGap = 50;       // squares: more than half a board is a slip of the keyboard
constexpr int kMostTurns = 1000000;  // of a side

/// A list of words; an empty list has no type in a file, and reads as numbers.
const std::vector<std::string>* listed_words_of(const HouseValue& value) {
  static const std::vector<std::string> none;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value); numbers && numbers->empty()) return &none;
  return std::get_if<std::vector<std::string>>(&value);
}

/// DG4: countries by their codes, as the board names them.
Key neutral_closed() {
  const auto put = [](House& house, const HouseValue& value) {
    const auto* words = listed_words_of(value);
    if (words) house.neutral_closed = *words;
    return words != nullptr;
  };
  return key<House>("neutral.closed", "DG4", "a list of countries as the board names them, for instance [\"NL\"]", put,
                    [](const House& house) { return HouseValue(house.neutral_closed); });
}

/// DG5: a flag, or the third reading: a soldier who has taken moves backward no more.
Key back_move() {
  const HouseValue until_he_takes = std::string("until_he_takes");
  const auto put = [=](House& house, const HouseValue& value) {
    const bool* flag = std::get_if<bool>(&value);
    if (!flag && value != until_he_takes) return false;
    house.soldier_back_move = !flag ? BackMove::UntilHeTakes : *flag ? BackMove::Always : BackMove::Never;
    return true;
  };
  return key<House>("soldier.back_move", "DG5", "true | false | \"until_he_takes\"", put, [=](const House& house) {
    return house.soldier_back_move == BackMove::UntilHeTakes ? until_he_takes : HouseValue(house.soldier_back_move == BackMove::Always);
  });
}

constexpr std::array<std::pair<std::string_view, bool HuffOptions::*>, 3> kHuffOptions{
    {{"huff", &HuffOptions::huff}, {"make_take", &HuffOptions::make_take}, {"ignore", &HuffOptions::ignore}}};

/// DG10: one or more of the three.
Key huff_options() {
  const auto put = [](House& house, const HouseValue& value) {
    const auto* words = listed_words_of(value);
    if (!words || words->empty()) return false;
    HuffOptions options{false, false, false};
    for (const std::string& word : *words) {
      const auto option = std::ranges::find(kHuffOptions, word, [](const auto& each) { return each.first; });
      if (option == kHuffOptions.end() || options.*option->second) return false;
      options.*option->second = true;
    }
    house.huff_options = options;
    return true;
  };
  const auto get = [](const House& house) {
    std::vector<std::string> words;
    for (const auto& [word, option] : kHuffOptions)
      if (house.huff_options.*option) words.emplace_back(word);
    return HouseValue(words);
  };
  return key<House>("huff.options", "DG10", "a list of one or more of \"huff\", \"make_take\", \"ignore\"", put, get);
}

std::vector<Key> all_keys() {
  return {
      number("setup.gap", "DG3", &House::setup_gap, 0, kWidestGap),
      neutral_closed(),
      flag("neutral.setup", "DG4", &House::neutral_setup),
      back_move(),
      flag("soldier.back_capture", "DG6", &House::soldier_back_capture),
      choice("capture", "DG7", &House::capture, {"huff", "strict", "optional"}),
      flag("capture.majority", "DG8", &House::capture_majority),
      huff_options(),
      flag("general.flying", "DG12", &House::general_flying),
      choice("promote.scope", "DG15", &House::promote_scope, {"zone", "home_zone", "nearest"}),
      choice("promote.on", "DG15", &House::promote_on, {"fortress", "last_row"}),
      number("null.delay_turns", "DG17", &House::null_delay_turns, 0, kMostTurns),
      unverified(number("null.quiet_turns", "DG18", &House::null_quiet_turns, 1, kMostTurns)),
      choice("border.open_to", "DG20", &House::border_open_to, {"all", "transferred"}),
      choice("battle.one_each", "DG22", &House::battle_one_each, {"null", "last_wins"}),
      choice("battle.simultaneous", "DG23", &House::battle_simultaneous, {"continue", "null"}),
      unverified(choice("first", "DG26", &House::first, {"toss", "allies", "central"})),
      unverified(number("null.quiet_moves", "DG29", &House::null_quiet_moves, 1, kMostTurns)),
  };
}

}  // namespace

std::span<const RuleText> rulebook() { return kRulebook; }

std::string_view rule_text(std::string_view id) { return rules::rule_text(kRulebook, id); }

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

House international() {
  House house;
  house.capture = Capture::Strict;
  house.capture_majority = true;
  house.soldier_back_move = BackMove::Never;
  house.soldier_back_capture = true;
  house.general_flying = true;
  house.promote_on = PromoteOn::LastRow;
  return house;
}

}  // namespace rules::les_allies
