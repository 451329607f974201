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

}  // namespace

std::span<const RuleText> rulebook() { return kRulebook; }

std::string_view rule_text(std::string_view id) {
  const auto found = std::ranges::find(kRulebook, id, &RuleText::id);
  return found == kRulebook.end() ? std::string_view() : found->says;
}

namespace {

using house::choice, house::flag, house::not_a_reading, house::number, house::unverified;
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
  const std::string readings = "a list of countries as the board names them, for instance [\"NL\"]";
  return {"neutral.closed",
          "DG4",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* words = listed_words_of(value);
            if (!words) return not_a_reading("neutral.closed", readings);
            house.neutral_closed = *words;
            return {};
          },
          [](const House& house) { return HouseValue(house.neutral_closed); }};
}

/// DG5: a flag, or the third reading: a soldier who has taken moves backward no more.
Key back_move() {
  const std::string readings = "true | false | \"until_he_takes\"";
  return {"soldier.back_move",
          "DG5",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* word = std::get_if<std::string>(&value);
            if (const bool* flag = std::get_if<bool>(&value))
              house.soldier_back_move = *flag ? BackMove::Always : BackMove::Never;
            else if (word && *word == "until_he_takes")
              house.soldier_back_move = BackMove::UntilHeTakes;
            else
              return not_a_reading("soldier.back_move", readings);
            return {};
          },
          [](const House& house) {
            if (house.soldier_back_move == BackMove::UntilHeTakes) return HouseValue(std::string("until_he_takes"));
            return HouseValue(house.soldier_back_move == BackMove::Always);
          }};
}

/// DG10: one or more of the three.
Key huff_options() {
  const std::string readings = "a list of one or more of \"huff\", \"make_take\", \"ignore\"";
  return {"huff.options",
          "DG10",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* words = listed_words_of(value);
            if (!words || words->empty()) return not_a_reading("huff.options", readings);
            HuffOptions options{false, false, false};
            for (const std::string& word : *words) {
              bool* option = word == "huff"        ? &options.huff
                             : word == "make_take" ? &options.make_take
                             : word == "ignore"    ? &options.ignore
                                                   : nullptr;
              if (!option || *option) return not_a_reading("huff.options", readings);
              *option = true;
            }
            house.huff_options = options;
            return {};
          },
          [](const House& house) {
            std::vector<std::string> words;
            if (house.huff_options.huff) words.emplace_back("huff");
            if (house.huff_options.make_take) words.emplace_back("make_take");
            if (house.huff_options.ignore) words.emplace_back("ignore");
            return HouseValue(words);
          }};
}

std::vector<Key> all_keys() {
  return {
      number<House, int>("setup.gap", "DG3", &House::setup_gap, 0, kWidestGap),
      neutral_closed(),
      flag("neutral.setup", "DG4", &House::neutral_setup),
      back_move(),
      flag("soldier.back_capture", "DG6", &House::soldier_back_capture),
      choice<House, Capture>("capture", "DG7", &House::capture,
                             {{"huff", Capture::Huff}, {"strict", Capture::Strict}, {"optional", Capture::Optional}}),
      flag("capture.majority", "DG8", &House::capture_majority),
      huff_options(),
      flag("general.flying", "DG12", &House::general_flying),
      choice<House, PromoteScope>(
          "promote.scope", "DG15", &House::promote_scope,
          {{"zone", PromoteScope::Zone}, {"home_zone", PromoteScope::HomeZone}, {"nearest", PromoteScope::Nearest}}),
      choice<House, PromoteOn>("promote.on", "DG15", &House::promote_on,
                               {{"fortress", PromoteOn::Fortress}, {"last_row", PromoteOn::LastRow}}),
      number<House, int>("null.delay_turns", "DG17", &House::null_delay_turns, 0, kMostTurns),
      unverified(number<House, int>("null.quiet_turns", "DG18", &House::null_quiet_turns, 1, kMostTurns)),
      choice<House, BorderOpenTo>("border.open_to", "DG20", &House::border_open_to,
                                  {{"all", BorderOpenTo::All}, {"transferred", BorderOpenTo::Transferred}}),
      choice<House, OneEach>("battle.one_each", "DG22", &House::battle_one_each,
                             {{"null", OneEach::Null}, {"last_wins", OneEach::LastWins}}),
      choice<House, Simultaneous>("battle.simultaneous", "DG23", &House::battle_simultaneous,
                                  {{"continue", Simultaneous::Continue}, {"null", Simultaneous::Null}}),
      unverified(choice<House, First>("first", "DG26", &House::first,
                                      {{"toss", First::Toss}, {"allies", First::Allies}, {"central", First::Central}})),
      unverified(number<House, int>("null.quiet_moves", "DG29", &House::null_quiet_moves, 1, kMostTurns)),
  };
}

}  // namespace

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

bool is_unverified(std::string_view key) {
  const auto keys = house_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == key; });
  return found != keys.end() && found->unverified;
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
