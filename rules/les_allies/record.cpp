#include "rules/les_allies/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rules::les_allies {
namespace {

constexpr int kVersion = 1;
constexpr int kMostRounds = 10000000;
constexpr std::string_view kStands = "stands", kToMove = "to_move";
constexpr std::string_view kHuff = "huff:", kTakeBack = "take_back:", kGeneral = "=G";

// ---- house rules as words ----

std::string words_of(const HouseValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const auto* words = std::get_if<std::vector<std::string>>(&value);
  return words && !words->empty() ? fmt::format("[ {} ]", fmt::join(*words, " ")) : "[ ]";
}

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

// ---- turns as words ----

std::string text_of(const Play& turn, bool takes, bool promoted) {
  std::string out = les_allies::text_of(turn.from);
  for (const Square land : turn.lands) out += (takes ? "x" : "-") + les_allies::text_of(land);
  return out + std::string(promoted ? kGeneral : "");
}

Square square_in(std::string_view text, TextPlace at) {
  const auto square = square_of(text);
  if (!square) throw TextError{at, fmt::format("\"{}\" is no square; one is written COLUMN,ROW", text)};
  return *square;
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

/// Did the record say he takes? "-" is a plain move, "x" a sweep.
bool says_taking(std::string_view text) { return text.find('x') != std::string_view::npos; }

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
    head.number("the version", kVersion, kVersion);
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
      line.done();
      Interruption now{out_.record.actions.size(), {}, side};
      const TextPlace at = board_ ? board_->at : key.at;
      if (board_) now.men = take_board();
      out_.record.interruptions.push_back(std::move(now));
      out_.interruptions.push_back(at);
    } else {
      round(line, key);
    }
  }

  /// Who begins in zone 1, or, with a board that stands there, who moves first.
  void first(Line& line, const Word& key) {
    const Side side = line.side();
    if (!board_) return add(Toss{side}, key.at);
    if (out_.record.start || !out_.record.actions.empty() || !out_.record.interruptions.empty())
      throw TextError{key.at, fmt::format("the game has begun above; here \"{}\" belongs", kToMove)};
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
      out_.notes.back().taking = says_taking(turn.text);
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
  int rounds_ = 0;
};

// ---- writing ----

std::string lines_of_men(const std::vector<SeenMan>& men) {
  std::string out;
  for (const Side side : {Side::Allies, Side::Central}) {
    out += fmt::format("{} {}", kStands, word(side));
    for (const SeenMan& man : men)
      if (man.side == side) out += " " + les_allies::text_of(man.at) + std::string(man.rank == Rank::General ? kGeneral : "");
    out += "\n";
  }
  return out;
}

Game interrupted(const Game& game, const Interruption& by, const Board& board) {
  return turned_to(by.men ? accepted(game, board, {*by.men, {}}) : game, by.to_move);
}

measure::Result<Game> begun(const Record& record, const Board& board) {
  if (record.start) return game_from({record.start->men, {}}, board, record.start->to_move);
  return begin(board, record.variant, record.house);
}

/// Writes line by line; a line is ended when the next one begins.
class Writer {
 public:
  Writer(const Record& record, const Board& board, Game game) : record_(record), board_(board), game_(std::move(game)) {}

  std::string write() {
    if (record_.start) out_ += lines_of_men(record_.start->men) + fmt::format("first {}\n", word(record_.start->to_move));
    for (const RecordStep step : steps_of(record_))
      if (step.interruption)
        interruption(record_.interruptions[step.index]);
      else
        action(record_.actions[step.index]);
    end_line();
    return std::move(out_);
  }

 private:
  void end_line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }
  void interruption(const Interruption& by) {
    end_line();
    if (by.men) out_ += lines_of_men(*by.men);
    out_ += fmt::format("{} {}\n", kToMove, word(by.to_move));
    game_ = interrupted(game_, by, board_);
    round_.reset();
  }
  void action(const Action& action) {
    Applied did = apply(game_, action, board_, record_.house);
    if (const auto* man = std::get_if<PlaceMan>(&action)) {
      if (man->player != player_) end_line(), out_ += fmt::format("men {}", man->player);
      player_ = man->player;
      out_ += " " + les_allies::text_of(man->at);
    } else if (const auto* coin = std::get_if<Toss>(&action)) {
      end_line();
      out_ += fmt::format("first {}", word(coin->first));
    } else {
      if (round_ != game_.round) end_line(), out_ += fmt::format("{}.", ++lines_);
      round_ = game_.round;
      if (const auto* huff = std::get_if<Huff>(&action)) out_ += fmt::format(" {}{}", kHuff, les_allies::text_of(huff->man));
      if (const auto* take = std::get_if<MakeTake>(&action)) out_ += fmt::format(" {}{}", kTakeBack, les_allies::text_of(take->man));
      if (const auto* turn = std::get_if<Play>(&action)) out_ += " " + text_of(*turn, !did.taken.empty(), did.promoted);
    }
    game_ = std::move(did.game);
  }

  const Record& record_;
  const Board& board_;
  Game game_;
  std::string out_;
  int player_ = 0, lines_ = 0;
  std::optional<int> round_;  // the one the present line tells
};

/// Why an action is not what the record says.
std::optional<std::string> refused(const Applied& did, bool turn, const ReadRecord::Note& note) {
  if (!did.done) return fmt::format("{}: {}", did.because[0].rule, did.because[0].says);
  if (!turn) return std::nullopt;
  if (did.promoted != note.general) return did.promoted ? "he becomes a General here (\"=G\" is missing)" : "nobody becomes a General here";
  if (did.taken.empty() == note.taking) return note.taking ? "he takes nobody here" : "he takes here";
  return std::nullopt;
}

}  // namespace

std::vector<SeenMan> standing(const Game& game) {
  std::vector<SeenMan> all;
  for (const ZoneFight& zone : game.fights)
    for (const Man& man : zone.fight.men) all.push_back({man.at, man.side, man.rank});
  std::ranges::sort(all, {}, &SeenMan::at);
  return all;
}

std::vector<RecordStep> steps_of(const Record& record) {
  std::vector<RecordStep> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i <= record.actions.size(); ++i) {
    for (; next < record.interruptions.size() && record.interruptions[next].after <= i; ++next) all.push_back({true, next});
    if (i < record.actions.size()) all.push_back({false, i});
  }
  return all;
}

std::string write_record(const Record& record, const Board& board) {
  std::string out = fmt::format("les_allies record {}\n", kVersion);
  if (!record.start) out += fmt::format("variant {}\n", word(record.variant));
  for (const auto& key : house_keys())
    if (key.get(record.house) != key.get({})) out += fmt::format("house {} {}\n", key.name, words_of(key.get(record.house)));
  auto game = begun(record, board);
  return game ? out + Writer(record, board, *std::move(game)).write() : out;
}

PartRead read_record_as_far(std::string_view text) {
  PartRead out;
  try {
    Reader(out.read).read(text);
  } catch (const TextError& error) {
    out.wrong = error;
  }
  return out;
}

tl::expected<ReadRecord, TextError> read_record(std::string_view text) {
  PartRead part = read_record_as_far(text);
  if (part.wrong) return tl::unexpected(*std::move(part.wrong));
  return std::move(part.read);
}

Replayed replay_as_far(const ReadRecord& read, const Board& board) {
  auto game = begun(read.record, board);
  if (!game) return {{}, TextError{{1, 1}, game.error().message}};
  Replayed out{{*std::move(game)}};
  for (const RecordStep step : steps_of(read.record)) {
    if (step.interruption) {
      out.states.push_back(interrupted(out.states.back(), read.record.interruptions[step.index], board));
      continue;
    }
    Applied did = apply(out.states.back(), read.record.actions[step.index], board, read.record.house);
    const ReadRecord::Note& note = read.notes[step.index];
    if (const auto wrong = refused(did, std::holds_alternative<Play>(read.record.actions[step.index]), note)) {
      out.stopped = TextError{note.at, *wrong};
      break;
    }
    out.states.push_back(std::move(did.game));
  }
  return out;
}

tl::expected<Replayed, TextError> replay(const ReadRecord& read, const Board& board) {
  Replayed all = replay_as_far(read, board);
  if (all.stopped) return tl::unexpected(*std::move(all.stopped));
  return all;
}

}  // namespace rules::les_allies
