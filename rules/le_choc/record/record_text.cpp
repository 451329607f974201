// A record as text, and back.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rules/le_choc/record/record.h"

namespace rules::le_choc {
namespace {

constexpr int kLargestNumber = 1000000;  // of a house rule; larger is no reading of any

/// Words as a value of the kind that `like` is of.
HouseValue value_from(TextReader& reader, const HouseValue& like) {
  const auto number = [&] { return static_cast<double>(reader.whole("a number", 0, kLargestNumber)); };
  if (std::holds_alternative<std::vector<double>>(like)) {
    std::vector<double> list;
    while (!reader.line_done()) list.push_back(number());
    return list;
  }
  if (std::holds_alternative<double>(like)) return number();
  const std::string word(reader.word("a reading"));
  if (std::holds_alternative<std::string>(like)) return word;
  if (word != "true" && word != "false") reader.fail("must be true or false");
  return word == "true";
}

void read_house_line(TextReader& reader, House& house) {
  const std::string name(reader.word("a house rule"));
  const auto* key = find_key(house_keys(), name);
  if (!key) reader.fail(fmt::format("unknown house rule \"{}\"", name));
  if (const auto set = key->set(house, value_from(reader, key->get(house))); !set) reader.fail(set.error().message);
}

// ---- one action ----

/// The parts of a word such as "b4(A)xc5(D)", one by one.
class Parts {
 public:
  Parts(TextReader& reader, std::string_view word, const Board& board) : reader_(reader), word_(word), board_(board) {}

  [[nodiscard]] bool done() const { return at_ == word_.size(); }
  [[nodiscard]] bool next_is(char c) const { return !done() && word_[at_] == c; }
  bool take(char c) {
    if (done() || word_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) reader_.fail(fmt::format("'{}' is missing", c), at_);
  }
  Square square() {
    std::size_t end = at_ + 1;
    while (end < word_.size() && word_[end] >= '0' && word_[end] <= '9') ++end;
    const auto square = square_called(word_.substr(std::min(at_, word_.size()), end - at_));
    if (!square) reader_.fail("a square such as b4 is missing", at_);
    if (!board_.holds(*square)) reader_.fail(fmt::format("{} is off the board", text(*square)), at_);
    at_ = end;
    return *square;
  }
  /// "(A)".
  std::optional<Value> letter_if() {
    if (!take('(')) return std::nullopt;
    const auto value = value_called(word_.substr(at_, 1));
    if (!value) reader_.fail("a letter from A to H is missing", at_);
    ++at_;
    expect(')');
    return value;
  }
  Value letter() {
    const auto value = letter_if();
    if (!value) reader_.fail("a letter in brackets is missing: a fight shows both", at_);
    return *value;
  }
  void end() const {
    if (!done()) reader_.fail(fmt::format("\"{}\" is too much here", word_.substr(at_)), at_);
  }

 private:
  TextReader& reader_;
  std::string_view word_;
  const Board& board_;
  std::size_t at_ = 0;
};

RecordedAction read_entry(Parts& parts, Event event) {
  event.kind = Event::Kind::Enter;
  event.to = parts.square();
  const auto entered = parts.letter_if();
  if (!parts.take('x')) return {event, entered};
  event.fight = ShownFight{.attacker = entered ? *entered : parts.letter(), .defender = parts.letter()};
  return {event, {}};
}

constexpr std::string_view kStays = "stays", kAttackerFalls = "attacker_falls", kDefenderFalls = "defender_falls";

/// What stands after an attack: the machine guns that stayed, and who fell, where the letters do not tell.
std::optional<Outcome> read_outcome(TextReader& reader, Event& event) {
  event.stay = reader.take(kStays);
  if (reader.take(kDefenderFalls)) return Outcome::DefenderFalls;
  if (!event.stay && reader.take(kAttackerFalls)) return Outcome::AttackerFalls;
  if (event.fight) return std::nullopt;
  if (event.stay) return Outcome::DefenderFalls;
  const std::string_view found = reader.word("who falls, attacker_falls or defender_falls,");
  reader.fail(fmt::format("\"{}\" stands where attacker_falls, defender_falls or stays belongs", found));
}

/// "b4(A)xc5(D)", "b4xc5 attacker_falls"; from the sign on.
RecordedAction read_attack(TextReader& reader, Parts& parts, Event event) {
  event.kind = Event::Kind::Attack;
  const std::optional<Value> attacker = parts.next_is('x') ? std::nullopt : std::optional(parts.letter());
  parts.expect('x');
  event.to = parts.square();
  if (attacker) event.fight = ShownFight{*attacker, parts.letter()};
  parts.end();
  const auto outcome = read_outcome(reader, event);
  return {event, {}, outcome};
}

RecordedAction read_action(TextReader& reader, Side side, const Board& board) {
  Event event{.kind = Event::Kind::Pass, .side = side};
  const std::string_view word = reader.word("an action");
  if (word == "pass") return {event, {}};
  event.kind = Event::Kind::Concede;
  if (word == "concedes") return {event, {}};
  Parts parts(reader, word, board);
  if (parts.take('+')) {
    RecordedAction entry = read_entry(parts, event);
    parts.end();
    return entry;
  }
  event.from = parts.square();
  if (!parts.take('-')) return read_attack(reader, parts, event);
  event.kind = Event::Kind::Move;
  event.to = parts.square();
  parts.end();
  return {event, {}};
}

// ---- the whole ----

void read_start(TextReader& reader, std::vector<RecordedPlace>& start, const Board& board) {
  if (!start.empty()) reader.fail("this side's set-up stands there already");
  while (!reader.line_done()) {
    Parts parts(reader, reader.word("a square"), board);
    const Square at = parts.square();
    start.push_back({at, parts.letter_if()});
    parts.end();
  }
}

constexpr std::string_view kStands = "stands", kToMove = "to_move";

std::vector<Square> read_squares(TextReader& reader, const Board& board, const std::vector<Square>& taken) {
  std::vector<Square> all;
  const auto among = [](const std::vector<Square>& squares, Square at) { return std::ranges::find(squares, at) != squares.end(); };
  while (!reader.line_done()) {
    Parts parts(reader, reader.word("a square"), board);
    const Square at = parts.square();
    if (among(all, at) || among(taken, at)) reader.fail(fmt::format("somebody stands on {} already", text(at)));
    all.push_back(at);
    parts.end();
  }
  return all;
}

void expect_line(TextReader& reader, std::string_view begins) {
  if (!reader.next_line()) reader.fail(fmt::format("the text breaks off: the line \"{} ...\" is missing", begins));
  reader.expect(begins);
}

/// "stands south ...", "stands north ...", "to_move south"; or the last of these lines alone.
Interruption read_interruption(TextReader& reader, bool with_board, std::size_t after, const Board& board) {
  Interruption out{.after = after, .stands = {}};
  if (with_board) {
    auto& stands = out.stands.emplace();
    for (const Side side : kSides) {
      if (side != kSides.front()) expect_line(reader, kStands);
      reader.expect(word(side));
      stands[index(side)] = read_squares(reader, board, stands[index(Side::South)]);
    }
    expect_line(reader, kToMove);
  }
  out.to_move = reader.side();
  return out;
}

/// The lines before the first action. Returns the board they are played on.
Board read_head(TextReader& reader, Record& record) {
  if (!reader.next_line()) reader.fail("nothing is written here");
  for (const char* each : {"le", "choc", "record"}) reader.expect(each);
  static_cast<void>(reader.whole("the version", 1, 1));
  bool more = reader.next_line();
  for (; more && reader.take("house"); more = reader.next_line()) read_house_line(reader, record.house);
  const Board board = board_of(record.house);
  for (; more && reader.take("base"); more = reader.next_line()) {
    const Side side = reader.side();
    auto& bases = record.bases[index(side)];
    std::vector<Square> told;
    for (const Base& base : bases) told.insert(told.end(), base.begin(), base.end());
    bases.push_back(read_squares(reader, board, told));
    if (bases.back().empty()) reader.fail("a base has squares: this line names none");
    std::ranges::sort(bases.back());
    std::ranges::sort(bases);
  }
  if (!more) reader.fail("the text breaks off: the line \"first ...\" is missing");
  reader.expect("first");
  record.first = reader.side();
  for (const Side side : kSides) {
    expect_line(reader, word(side));
    read_start(reader, record.start[index(side)], board);
  }
  return board;
}

void read_actions(TextReader& reader, ReadRecord& out, const Board& board) {
  Record& record = out.record;
  Side to_move = record.first;
  while (reader.next_line()) {
    if (record.ending) reader.fail("the game has ended above");
    if (reader.take("end:")) {
      record.ending = read_ending(reader);
      continue;
    }
    const bool with_board = reader.take(kStands);
    if (with_board || reader.take(kToMove)) {
      const TextPlace at = reader.place();
      record.interruptions.push_back(read_interruption(reader, with_board, record.actions.size(), board));
      out.interruptions.push_back(at);
      to_move = record.interruptions.back().to_move;
      continue;
    }
    reader.expect(fmt::format("{}.", record.actions.size() + 1));
    const TextPlace at = reader.next_place();
    record.actions.push_back(read_action(reader, to_move, board));
    out.actions.push_back(at);
    to_move = other(to_move);
  }
}

std::string with_letter(Square at, std::optional<Value> value) {
  return value ? fmt::format("{}({})", text(at), letter(*value)) : text(at);
}

std::string_view falls(std::optional<Outcome> outcome) { return outcome == Outcome::AttackerFalls ? kAttackerFalls : kDefenderFalls; }

}  // namespace

std::string text(const Interruption& interruption) {
  std::string out;
  if (interruption.stands)
    for (const Side side : kSides) {
      out += fmt::format("{} {}", kStands, word(side));
      for (const Square at : (*interruption.stands)[index(side)]) out += " " + text(at);
      out += "\n";
    }
  return out + fmt::format("{} {}\n", kToMove, word(interruption.to_move));
}

std::string text(const RecordedAction& action) {
  const Event& event = action.event;
  switch (event.kind) {
    case Event::Kind::Move: return text(event.from) + "-" + text(event.to);
    case Event::Kind::Attack:
      if (!event.fight) return fmt::format("{}x{} {}", text(event.from), text(event.to), event.stay ? kStays : falls(action.outcome));
      return fmt::format("{}x{}{}{}{}", with_letter(event.from, event.fight->attacker), with_letter(event.to, event.fight->defender),
                         event.stay ? " stays" : "", action.outcome ? " " : "", action.outcome ? falls(action.outcome) : "");
    case Event::Kind::Enter:
      if (event.fight) return fmt::format("+{}x({})", with_letter(event.to, event.fight->attacker), letter(event.fight->defender));
      return "+" + with_letter(event.to, action.entered);
    case Event::Kind::Pass: return "pass";
    case Event::Kind::Concede: return "concedes";
  }
  return {};
}

std::string text(const Record& record) {
  std::string out = "le choc record 1\n" + house_lines(record.house, house_keys());
  for (const Side side : kSides)
    for (const Base& base : record.bases[index(side)]) {
      out += fmt::format("base {}", word(side));
      for (const Square at : base) out += " " + text(at);
      out += "\n";
    }
  out += fmt::format("first {}\n", word(record.first));
  for (const Side side : kSides) {
    out += word(side);
    for (const RecordedPlace& place : record.start[index(side)]) out += " " + with_letter(place.at, place.value);
    out += "\n";
  }
  for (const RecordStep step : steps_of(record))
    out += step.interruption ? text(record.interruptions[step.index])
                             : fmt::format("{}. {}\n", step.index + 1, text(record.actions[step.index]));
  if (record.ending) out += fmt::format("end: {}\n", text(*record.ending));
  return out;
}

PartRead parse_record_as_far(std::string_view from) {
  PartRead out;
  try {
    TextReader reader(from);
    ReadRecord begun;
    const Board board = read_head(reader, begun.record);
    read_actions(reader, out.read.emplace(std::move(begun)), board);
  } catch (const TextError& error) {
    out.wrong = error;
  }
  return out;
}

}  // namespace rules::le_choc
