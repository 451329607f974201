// A record from text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "rules/les_allies/record/record.h"

namespace rules::les_allies {
namespace {

HouseValue value_of(Line& line) {
  if (line.take("[")) {
    std::vector<std::string> words;
    while (!line.take("]")) words.emplace_back(line.word("\"]\"").text);
    return words;
  }
  const std::string_view text = line.word("a value").text;
  if (text == "true" || text == "false") return text == "true";
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return std::string(text);
}

Action turn_of(std::string_view text, TextPlace at, bool& general) {
  const auto after = [&](std::size_t n) { return TextPlace{at.line, at.column + static_cast<int>(n)}; };
  if (text.starts_with(kHuff)) return Huff{square_in(text.substr(kHuff.size()), after(kHuff.size()))};
  if (text.starts_with(kTakeBack)) return MakeTake{square_in(text.substr(kTakeBack.size()), after(kTakeBack.size()))};
  general = text.ends_with(kGeneral);
  if (general) text.remove_suffix(kGeneral.size());
  const char sign = text.find('x') != std::string_view::npos ? 'x' : '-';
  Play turn;
  std::size_t from = 0;
  for (bool first = true; from <= text.size(); first = false) {
    const std::size_t end = std::min(text.find(sign, from), text.size());
    const Square square = square_in(text.substr(from, end - from), after(from));
    if (first)
      turn.from = square;
    else
      turn.lands.push_back(square);
    from = end + 1;
  }
  if (turn.lands.empty()) throw TextError{after(text.size()), fmt::format("\"{}\" says where he comes from, not where he goes", text)};
  if (sign == '-' && turn.lands.size() > 1) throw TextError{at, "a move without taking goes from one square to one other"};
  return turn;
}

class Reader {
 public:
  /// What is read stands in `out`, also when the rest throws.
  explicit Reader(ReadRecord& out) : out_(out) {}

  void read(std::string_view text) {
    std::vector<Line> lines = lines_of(text);
    if (lines.empty()) throw TextError{{1, 1}, "the text is empty"};
    Line& head = lines.front();
    const TextPlace top = head.here();
    if (!head.take("les_allies") || !head.take("record")) throw TextError{top, "a record begins with \"les_allies record 1\""};
    head.number("the version", kRecordVersion, kRecordVersion);
    head.done();
    for (std::size_t i = 1; i < lines.size(); ++i) entry(lines[i]);
    if (board_) throw TextError{lines.back().here(), fmt::format("the text breaks off: the line \"{} ...\" is missing", kToMove)};
  }

 private:
  void add(Action action, TextPlace at, bool general = false) {
    out_.record.actions.push_back(std::move(action));
    out_.notes.push_back({at, general});
  }

  void entry(Line& line) {
    const Word key = line.word("a key");
    if (told_at_ && !tells_of_board(key.text)) {
      if (const auto board = board_of(*out_.record.board); !board) throw TextError{*told_at_, board.error().message};
      told_at_.reset();
    }
    if (key.text == "variant") {
      const Word given = line.word("a variant");
      const auto variant = variant_called(given.text);
      if (!variant) throw TextError{given.at, fmt::format("\"{}\" is none of: {}", given.text, fmt::join(variant_words(), ", "))};
      out_.record.variant = *variant;
      line.done();
    } else if (key.text == "house") {
      const Word name = line.word("a house rule");
      const TextPlace at = line.here();
      const HouseValue value = value_of(line);
      if (auto set = set_house_rule(out_.record.house, house_keys(), name.text, value); !set)
        throw TextError{set.error().message.starts_with("unknown") ? name.at : at, set.error().message};
      line.done();
    } else if (tells_of_board(key.text)) {
      board_line(line, key);
    } else if (key.text == "men") {
      const int player = line.number("a player", 1, 4);
      while (line.more()) {
        const TextPlace at = line.here();
        add(PlaceMan{player, line.square()}, at);
      }
    } else if (key.text == "first") {
      first(line, key);
      line.done();
    } else if (key.text == kStands) {
      stands(line, key);
    } else if (key.text == kToMove) {
      const Side side = line.side();
      const int zone = line.more() ? line.number("a zone", 1, 2) : 0;
      line.done();
      Interruption now{out_.record.actions.size(), {}, side, zone};
      const TextPlace at = board_ ? board_->at : key.at;
      if (board_) now.men = take_board();
      out_.record.interruptions.push_back(std::move(now));
      out_.interruptions.push_back(at);
    } else {
      round(line, key);
    }
  }

  void board_line(Line& line, const Word& key) {
    if (board_ || out_.record.start || !out_.record.actions.empty())
      throw TextError{key.at, "the board is told before anybody stands on it"};
    read_board_line(line, key, out_.record.board);
    if (!told_at_) told_at_ = key.at;
  }

  /// Who begins in zone 1, or, with a board that stands there, who moves first.
  void first(Line& line, const Word& key) {
    const Side side = line.side();
    if (!board_) return add(Toss{side}, key.at);
    if (out_.record.start || !out_.record.actions.empty() || !out_.record.interruptions.empty())
      throw TextError{key.at, fmt::format("the game has begun above; here \"{}\" belongs", kToMove)};
    out_.start = board_->at;
    out_.record.start = Standing{take_board(), side};
  }

  void stands(Line& line, const Word& key) {
    if (!board_) board_ = PendingBoard{{}, {}, key.at};
    const TextPlace at = line.here();
    const Side side = line.side();
    if (std::ranges::find(board_->told, side) != board_->told.end())
      throw TextError{at, fmt::format("the men of {} stand there already", word(side))};
    board_->told.push_back(side);
    while (line.more()) {
      const Word given = line.word("a square");
      std::string_view text = given.text;
      const bool general = text.ends_with(kGeneral);
      if (general) text.remove_suffix(kGeneral.size());
      const Square square = square_in(text, given.at);
      if (std::ranges::find(board_->men, square, &SeenMan::at) != board_->men.end())
        throw TextError{given.at, fmt::format("somebody stands on {} already", text)};
      board_->men.push_back({square, side, general ? Rank::General : Rank::Soldier});
    }
  }

  std::vector<SeenMan> take_board() {
    std::vector<SeenMan> men = std::move(board_->men);
    board_.reset();
    std::ranges::sort(men, {}, &SeenMan::at);
    return men;
  }

  void round(Line& line, const Word& key) {
    if (board_) throw TextError{key.at, fmt::format("the line \"{} ...\" is missing: whose turn is it?", kToMove)};
    if (key.text != fmt::format("{}.", rounds_ + 1))
      throw TextError{key.at, fmt::format("\"{}\" is no key, and round {} is written \"{}.\"", key.text, rounds_ + 1, rounds_ + 1)};
    ++rounds_;
    while (line.more()) {
      const Word turn = line.word("a turn");
      bool general = false;
      Action action = turn_of(turn.text, turn.at, general);
      add(std::move(action), turn.at, general);
      out_.notes.back().taking = turn.text.find('x') != std::string_view::npos;
    }
  }

  /// A board on the way through the text, until it is told who moves.
  struct PendingBoard {
    std::vector<SeenMan> men;
    std::vector<Side> told;
    TextPlace at;
  };

  ReadRecord& out_;
  std::optional<PendingBoard> board_;
  std::optional<TextPlace> told_at_;  // of a board that is being told
  int rounds_ = 0;
};

}  // namespace

PartRead read_record_as_far(std::string_view text) {
  PartRead out;
  try {
    Reader(out.read).read(text);
  } catch (const TextError& error) {
    out.wrong = error;
  }
  return out;
}

}  // namespace rules::les_allies
