#include "tests/support/le_choc_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::le_choc {
namespace {

constexpr int kMostTurns = 1000000;  // quiet or held; more is a damaged file

template <class Game>
std::string head(const char* kind, const Game& game) {
  std::string out =
      fmt::format("le choc {} 1\nto move {}\nquiet {}\nheld {}\n", kind, word(game.to_move), game.clocks.quiet, game.clocks.held);
  if (game.ending) out += fmt::format("ending {}\n", text(*game.ending));
  return out;
}

void expect_line(TextReader& reader, std::string_view what) {
  if (!reader.next_line()) reader.fail(fmt::format("the text breaks off: the line \"{} ...\" is missing", what));
}

template <class Game>
void read_head(TextReader& reader, std::string_view kind, Game& game) {
  expect_line(reader, fmt::format("le choc {}", kind));
  for (const std::string_view each : {std::string_view("le"), std::string_view("choc"), kind}) reader.expect(each);
  static_cast<void>(reader.whole("the version", 1, 1));
  expect_line(reader, "to move");
  reader.expect("to");
  reader.expect("move");
  game.to_move = reader.side();
  expect_line(reader, "quiet");
  reader.expect("quiet");
  game.clocks.quiet = reader.whole("the quiet actions", 0, kMostTurns);
  expect_line(reader, "held");
  reader.expect("held");
  game.clocks.held = reader.whole("the turns held", 0, kMostTurns);
}

Value read_letter(TextReader& reader, std::string_view found, std::size_t offset = 0) {
  const auto value = value_called(found);
  if (!value) reader.fail(fmt::format("\"{}\" is no letter from A to H", found), offset);
  return *value;
}

LetterSet read_letters(TextReader& reader) {
  const std::string_view found = reader.word("the letters it may be");
  LetterSet letters = LetterSet::none();
  for (std::size_t i = 0; i < found.size(); ++i) letters.add(read_letter(reader, found.substr(i, 1), i));
  if (text(letters) != found) reader.fail("letters stand once, in their order");
  return letters;
}

/// "A4 B3": what a reserve holds.
Counts read_reserve(TextReader& reader, const Rules& rules) {
  Counts counts{};
  while (!reader.line_done()) {
    const std::string_view found = reader.word("a letter and a count");
    const Value value = read_letter(reader, found.substr(0, 1));
    if (found.size() != 2 || found[1] < '1' || found[1] > '0' + std::min(rules.force[index(value)], 9))
      reader.fail(fmt::format("\"{}\" must be a letter and how many, a force has {}", found, rules.force[index(value)]));
    counts[index(value)] = found[1] - '0';
  }
  return counts;
}

Square read_square_on(TextReader& reader, const Rules& rules) {
  const std::string_view found = reader.word("a square");
  const auto named = square_called(found);
  if (!named) reader.fail(fmt::format("\"{}\" is no square", found));
  const Square square = *named;
  if (!rules.board.holds(square)) reader.fail(fmt::format("{} is off the board", text(square)));
  return square;
}

Piece read_piece(TextReader& reader, const Rules& rules) {
  Piece piece;
  piece.side = reader.side();
  piece.value = read_letter(reader, reader.word("a letter"));
  piece.at = read_square_on(reader, rules);
  piece.shown = reader.take("shown");
  return piece;
}

void check(const TextReader& reader, const Position& position, const Rules& rules) {
  if (const auto wrong = misplaced(position, rules)) reader.fail(fmt::format("{} ({})", wrong->why.says, wrong->why.rule));
}

SeenPiece read_seen_piece(TextReader& reader, const Seen& seen, const Rules& rules) {
  SeenPiece piece;
  piece.side = reader.side();
  const auto before = std::ranges::count(seen.pieces, piece.side, &SeenPiece::side);
  if (before >= total(rules.force)) reader.fail(fmt::format("{} has more than {} pieces (L-2)", word(piece.side), total(rules.force)));
  piece.number = reader.whole("the number of a piece", static_cast<int>(before) + 1, static_cast<int>(before) + 1);
  if (!reader.take("fallen")) {
    piece.at = read_square_on(reader, rules);
    const auto there = seen_on(seen, *piece.at);
    const bool stacks = rules.house.base_capacity == Capacity::Unlimited && rules.board.is_base_of(piece.side, *piece.at);
    if (there && !(stacks && seen.pieces[*there].side == piece.side)) reader.fail(fmt::format("two pieces stand on {}", text(*piece.at)));
  }
  piece.evidence = read_letters(reader);
  piece.shown = reader.take("shown");
  return piece;
}

/// The lines after the head: an ending, reserves and pieces in any order.
template <class Ends, class Reserves, class Pieces>
void read_lines(TextReader& reader, Ends ends, Reserves reserves, Pieces pieces) {
  while (reader.next_line()) {
    if (reader.take("ending"))
      ends();
    else if (reader.take("reserve"))
      reserves(reader.side());
    else if (reader.take("piece"))
      pieces();
    else {
      const auto found = reader.word("");
      reader.fail(fmt::format("\"{}\" is none of: ending, reserve, piece", found));
    }
  }
}

template <class Parse>
auto caught(Parse parse) -> FromText<decltype(parse())> {
  try {
    return parse();
  } catch (const TextError& error) {
    return tl::unexpected(error);
  }
}

}  // namespace

std::string text(const Position& position) {
  std::string out = head("position", position);
  for (const Side side : kSides) {
    out += fmt::format("reserve {}", word(side));
    for (const Value value : kAllValues)
      if (const int count = position.reserve[index(side)][index(value)]; count > 0) out += fmt::format(" {}{}", letter(value), count);
    out += "\n";
  }
  for (const Piece& piece : position.pieces)
    out += fmt::format("piece {} {} {}{}\n", word(piece.side), letter(piece.value), text(piece.at), piece.shown ? " shown" : "");
  return out;
}

FromText<Position> parse_position(std::string_view from, const Rules& rules) {
  return caught([&] {
    TextReader reader(from);
    Position position;
    read_head(reader, "position", position);
    read_lines(
        reader, [&] { position.ending = read_ending(reader); },
        [&](Side side) { position.reserve[index(side)] = read_reserve(reader, rules); },
        [&] {
          position.pieces.push_back(read_piece(reader, rules));
          check(reader, position, rules);
        });
    check(reader, position, rules);  // the reserves may come last
    return position;
  });
}

std::string text(const Seen& seen) {
  std::string out = head("seen", seen);
  for (const Side side : kSides) out += fmt::format("reserve {} {}\n", word(side), seen.reserve[index(side)]);
  for (const SeenPiece& piece : seen.pieces)
    out += fmt::format("piece {} {} {} {}{}\n", word(piece.side), piece.number, piece.at ? text(*piece.at) : "fallen", text(piece.evidence),
                       piece.shown ? " shown" : "");
  return out;
}

FromText<Seen> parse_seen(std::string_view from, const Rules& rules) {
  return caught([&] {
    TextReader reader(from);
    Seen seen;
    read_head(reader, "seen", seen);
    read_lines(
        reader, [&] { seen.ending = read_ending(reader); },
        [&](Side side) { seen.reserve[index(side)] = reader.whole("the reserve", 0, total(rules.force)); },
        [&] { seen.pieces.push_back(read_seen_piece(reader, seen, rules)); });
    for (const Side side : kSides)
      if (const auto all = std::ranges::count(seen.pieces, side, &SeenPiece::side) + seen.reserve[index(side)]; all != total(rules.force))
        reader.fail(fmt::format("{} has {} pieces; a force has {} (L-2)", word(side), all, total(rules.force)));
    return seen;
  });
}

Record begin_record(const SwornGame& start, const Rules& rules) {
  Record record = begin_record(start.seen, rules);
  record.start = {};
  for (const Piece& piece : start.position.pieces) record.start[index(piece.side)].push_back({piece.at, piece.value});
  return record;
}

void add(Record& record, const Event& event, const std::optional<Ending>& ending) {
  record.actions.push_back({event, {}});
  record.ending = ending;
}

void add(Record& record, const Action& action, const Applied& applied) {
  const auto* enter = std::get_if<Enter>(&action);
  add(record, *applied.event, applied.position.ending);
  if (enter && !applied.event->fight) record.actions.back().entered = enter->value;
}

Record seen_by(Record record, std::optional<Side> watcher) {
  for (const Side side : kSides)
    if (side != watcher)
      for (RecordedPlace& place : record.start[index(side)]) place.value.reset();
  for (RecordedAction& action : record.actions)
    if (action.event.side != watcher) action.entered.reset();
  return record;
}

FromText<ReadRecord> parse_record(std::string_view from) {
  PartRead part = parse_record_as_far(from);
  if (part.wrong) return tl::unexpected(*std::move(part.wrong));
  return *std::move(part.read);
}

tl::expected<std::vector<SwornGame>, ReplayError> replay(const Record& record) {
  Played<SwornGame> played = play_as_far(record, rules_for(record));
  if (played.stopped) return tl::unexpected(*std::move(played.stopped));
  return std::move(played.games);
}

tl::expected<std::vector<Seen>, ReplayError> replay_seen(const Record& record) {
  Played<Seen> played = watch_as_far(record, rules_for(record));
  if (played.stopped) return tl::unexpected(*std::move(played.stopped));
  return std::move(played.games);
}

}  // namespace rules::le_choc
