#include "tests/support/les_allies_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace rules::les_allies {
namespace {

constexpr std::string_view kHeader = "les_allies";
constexpr int kVersion = 1;
constexpr int kMost = std::numeric_limits<int>::max() / 4;  // of anything counted: a slip, or a damaged file
constexpr std::array<std::string_view, 4> kStages{"set_up", "toss", "play", "over"};
constexpr std::array<BattleResult, 4> kResults{BattleResult::Won, BattleResult::Lost, BattleResult::Null, BattleResult::Restart};

// ---- writing ----

std::string text_of(const Man& man) {
  return fmt::format("{} {} {} {}{}", les_allies::text_of(man.at), word(man.side), man.rank == Rank::General ? "general" : "soldier",
                     man.home, man.has_taken ? " has_taken" : "");
}

std::string text_of(const Quiet& quiet) { return fmt::format("{} {} {}", quiet.moves, quiet.generals, quiet.lone); }

std::string text_of(const ZoneFight& fight) {
  std::string out = fmt::format("fight {} border {}{} turns {} to_move {} quiet {}\n", fight.zone, fight.border.zone,
                                fight.border.transferred_cross ? " transferred_cross" : "", fight.turns, word(fight.fight.to_move),
                                text_of(fight.fight.quiet));
  if (fight.ended) out += fmt::format("ended {} {}\n", fight.ended->winner ? word(*fight.ended->winner) : "null", fight.ended->rule);
  if (fight.fight.must_take) out += fmt::format("must_take {}\n", les_allies::text_of(*fight.fight.must_take));
  for (const Square at : fight.fight.huffable) out += fmt::format("huffable {}\n", les_allies::text_of(at));
  if (const auto& last = fight.fight.last) {
    out += fmt::format("last_before {}\nlast_after {}\nlast_quiet {}\n", text_of(last->before), text_of(last->after), text_of(last->quiet));
    for (const Man& man : last->taken) out += fmt::format("last_taken {}\n", text_of(man));
  }
  for (const Man& man : fight.fight.men) out += fmt::format("man {}\n", text_of(man));
  for (const Man& man : fight.out_of_play) out += fmt::format("out_of_play {}\n", text_of(man));
  return out;
}

// ---- reading ----

template <std::size_t N>
std::size_t one_of(Line& line, std::string_view what, const std::array<std::string_view, N>& words) {
  const Word given = line.word(what);
  const auto found = std::ranges::find(words, given.text);
  if (found == words.end()) throw TextError{given.at, fmt::format("\"{}\" is none of: {}", given.text, fmt::join(words, ", "))};
  return static_cast<std::size_t>(found - words.begin());
}

class Reader {
 public:
  explicit Reader(const Board& board) : board_(board) {}

  Game read(std::string_view text) {
    std::vector<Line> lines = lines_of(text);
    if (lines.empty()) throw TextError{{1, 1}, "the text is empty"};
    Line& head = lines.front();
    const TextPlace top = head.here();
    if (!head.take(kHeader) || !head.take("game")) throw TextError{top, "a kept game begins with \"les_allies game 1\""};
    head.number("the version", kVersion, kVersion);
    head.done();
    for (std::size_t i = 1; i < lines.size(); ++i) {
      entry(lines[i]);
      lines[i].done();
    }
    check(lines.back().here());
    return std::move(game_);
  }

 private:
  Square square(Line& line) {
    const TextPlace at = line.here();
    const Square square = line.square();
    if (!board_.find(square)) throw TextError{at, fmt::format("{} is no square of this board", les_allies::text_of(square))};
    return square;
  }
  Man man(Line& line) {
    Man man;
    man.at = square(line);
    man.side = line.side();
    man.rank = one_of(line, "a rank", std::array<std::string_view, 2>{"soldier", "general"}) == 0 ? Rank::Soldier : Rank::General;
    man.home = line.number("the zone he began in", 1, 2);
    man.has_taken = line.take("has_taken");
    return man;
  }
  Quiet quiet(Line& line) {
    Quiet quiet;
    for (int* count : {&quiet.moves, &quiet.generals, &quiet.lone}) *count = line.number("a count of turns", 0, kMost);
    return quiet;
  }
  ZoneFight& fight(TextPlace at) {
    if (game_.fights.empty()) throw TextError{at, "this belongs to a fight, and none has begun"};
    return game_.fights.back();
  }
  LastTurn& last(TextPlace at) {
    auto& last = fight(at).fight.last;
    if (!last) last.emplace();
    return *last;
  }

  void entry(Line& line) {
    const Word key = line.word("a key");
    if (key.text == "variant") {
      const Word given = line.word("a variant");
      const auto variant = variant_called(given.text);
      if (!variant) throw TextError{given.at, fmt::format("\"{}\" is none of: {}", given.text, fmt::join(variant_words(), ", "))};
      game_.variant = *variant;
    } else if (key.text == "stage") {
      game_.stage = static_cast<Stage>(one_of(line, "a stage", kStages));
    } else if (key.text == "first") {
      game_.first = line.side();
    } else if (key.text == "round") {
      game_.round = line.number("the round", 0, kMost);
    } else if (key.text == "own_pace") {
      game_.own_pace = true;
    } else if (key.text == "decided_first") {
      game_.decided_first = line.number("a zone", 1, 2);
    } else if (key.text == "result") {
      game_.result =
          kResults[one_of(line, "a result", std::array{word(kResults[0]), word(kResults[1]), word(kResults[2]), word(kResults[3])})];
      game_.rule = line.word("the rule").text;
    } else if (key.text == "fight") {
      begin_fight(line, key.at);
    } else {
      fight_entry(line, key);
    }
  }

  void begin_fight(Line& line, TextPlace at) {
    ZoneFight fight;
    fight.zone = line.number("a zone", 0, 2);
    if (std::ranges::find(game_.fights, fight.zone, &ZoneFight::zone) != game_.fights.end())
      throw TextError{at, fmt::format("the fight of zone {} is there twice", fight.zone)};
    expect(line, "border");
    fight.border.zone = line.number("a zone", 0, 2);
    fight.border.transferred_cross = line.take("transferred_cross");
    expect(line, "turns");
    fight.turns = line.number("a count of turns", 0, kMost);
    expect(line, "to_move");
    fight.fight.to_move = line.side();
    expect(line, "quiet");
    fight.fight.quiet = quiet(line);
    game_.fights.push_back(std::move(fight));
  }

  void fight_entry(Line& line, const Word& key) {
    Fight& on = fight(key.at).fight;
    if (key.text == "man") {
      const TextPlace at = line.here();
      const Man stands = man(line);
      if (!on.men.empty() && !(on.men.back().at < stands.at))
        throw TextError{at, fmt::format("men stand in the order of their squares; {} comes after {}", les_allies::text_of(stands.at),
                                        les_allies::text_of(on.men.back().at))};
      on.men.push_back(stands);
    } else if (key.text == "out_of_play") {
      fight(key.at).out_of_play.push_back(man(line));
    } else if (key.text == "ended") {
      Ending ended;
      if (!line.take("null")) ended.winner = line.side();
      ended.rule = line.word("the rule").text;
      fight(key.at).ended = ended;
    } else if (key.text == "must_take") {
      on.must_take = square(line);
    } else if (key.text == "huffable") {
      on.huffable.push_back(square(line));
    } else if (key.text == "last_before") {
      last(key.at).before = man(line);
    } else if (key.text == "last_after") {
      last(key.at).after = man(line);
    } else if (key.text == "last_quiet") {
      last(key.at).quiet = quiet(line);
    } else if (key.text == "last_taken") {
      last(key.at).taken.push_back(man(line));
    } else {
      throw TextError{key.at, fmt::format("unknown key \"{}\"", key.text)};
    }
  }

  static void expect(Line& line, std::string_view word) {
    const TextPlace at = line.here();
    if (!line.take(word)) throw TextError{at, fmt::format("\"{}\" is missing", word)};
  }

  /// What no single line shows.
  void check(TextPlace end) const {
    std::vector<int> zones;
    for (const Player& player : players(game_.variant))
      if (zones.empty() || zones.back() != player.zone) zones.push_back(player.zone);
    std::vector<int> kept;
    for (const ZoneFight& fight : game_.fights) kept.push_back(fight.zone);
    std::vector<int> with_survivors = zones;
    with_survivors.push_back(0);
    if (kept != zones && (zones.size() < 2 || kept != with_survivors)) throw TextError{end, "the fights are not those of the variant"};
    if ((game_.stage == Stage::Play || game_.stage == Stage::Over) && !game_.first)
      throw TextError{end, "who began is missing (\"first\")"};
    if ((game_.stage == Stage::Over) != game_.result.has_value()) throw TextError{end, "a battle that is over has a result, and no other"};
    if (game_.fights.size() > 2 && !(game_.fights[0].ended && game_.fights[1].ended))
      throw TextError{end, "survivors fight on only when both zones are decided"};
    if (game_.stage == Stage::Play && std::ranges::all_of(game_.fights, [](const ZoneFight& fight) { return fight.ended.has_value(); }))
      throw TextError{end, "all fights are over, and the battle is not"};
    for (const ZoneFight& fight : game_.fights) check_last_turn(fight.fight, end);
    check_one_man_a_square(end);
  }
  /// The last turn can be taken back: its man stands where he went, and the squares it left are free.
  static void check_last_turn(const Fight& fight, TextPlace end) {
    const auto refuse = [&](std::string_view says, Square at) {
      throw TextError{end, fmt::format("{} {}", says, les_allies::text_of(at))};
    };
    for (const Square at : fight.huffable)
      if (const Man* man = man_at(fight.men, at); !man || man->side == fight.to_move) refuse("nobody can be huffed on", at);
    if (fight.must_take)
      if (const Man* man = man_at(fight.men, *fight.must_take); !man || man->side != fight.to_move)
        refuse("nobody has to take on", *fight.must_take);
    if (!fight.last) return;
    const LastTurn& last = *fight.last;
    const Man* after = man_at(fight.men, last.after.at);
    if (fight.huffable.empty() || !after || !(*after == last.after)) refuse("nobody went last to", last.after.at);
    std::vector<Square> left{last.before.at};
    for (const Man& man : last.taken) left.push_back(man.at);
    std::ranges::sort(left);
    if (const auto twice = std::ranges::adjacent_find(left); twice != left.end()) refuse("two men of the last turn stood on", *twice);
    for (const Square at : left)
      if (at != last.after.at && man_at(fight.men, at)) refuse("of the last turn nobody can go back to", at);
  }
  void check_one_man_a_square(TextPlace end) const {
    std::vector<Square> taken;
    for (const ZoneFight& fight : game_.fights)
      for (const Man& man : fight.fight.men) taken.push_back(man.at);
    std::ranges::sort(taken);
    if (const auto twice = std::ranges::adjacent_find(taken); twice != taken.end())
      throw TextError{end, fmt::format("two men stand on {}", les_allies::text_of(*twice))};
  }

  const Board& board_;
  Game game_;
};

}  // namespace

std::string serialise(const Game& game) {
  std::string out = fmt::format("{} game {}\nvariant {}\nstage {}\nround {}\n", kHeader, kVersion, word(game.variant),
                                kStages[static_cast<std::size_t>(game.stage)], game.round);
  if (game.first) out += fmt::format("first {}\n", word(*game.first));
  if (game.own_pace) out += "own_pace\n";
  if (game.decided_first) out += fmt::format("decided_first {}\n", *game.decided_first);
  if (game.result) out += fmt::format("result {} {}\n", word(*game.result), game.rule);
  for (const ZoneFight& fight : game.fights) out += text_of(fight);
  return out;
}

tl::expected<Game, TextError> parse_game(std::string_view text, const Board& board) {
  try {
    return Reader(board).read(text);
  } catch (const TextError& error) {
    return tl::unexpected(error);
  }
}

tl::expected<ReadRecord, TextError> read_record(std::string_view text) {
  PartRead part = read_record_as_far(text);
  if (part.wrong) return tl::unexpected(*std::move(part.wrong));
  return std::move(part.read);
}

tl::expected<Replayed, TextError> replay(const ReadRecord& read, const Board& board) {
  Replayed all = replay_as_far(read, board);
  if (all.stopped) return tl::unexpected(*std::move(all.stopped));
  return all;
}

}  // namespace rules::les_allies
