#include "rules/les_allies/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rules::les_allies {
namespace {

constexpr int kVersion = 1;
constexpr int kMostRounds = 10000000;
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
  ReadRecord read(std::string_view text) {
    std::vector<Line> lines = lines_of(text);
    if (lines.empty()) throw TextError{{1, 1}, "the text is empty"};
    Line& head = lines.front();
    const TextPlace top = head.here();
    if (!head.take("les_allies") || !head.take("record")) throw TextError{top, "a record begins with \"les_allies record 1\""};
    head.number("the version", kVersion, kVersion);
    head.done();
    for (std::size_t i = 1; i < lines.size(); ++i) entry(lines[i]);
    return std::move(out_);
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
      add(Toss{line.side()}, key.at);
      line.done();
    } else {
      round(line, key);
    }
  }

  void round(Line& line, const Word& key) {
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

  ReadRecord out_;
  int rounds_ = 0;
};

}  // namespace

std::string write_record(const Record& record, const Board& board) {
  std::string out = fmt::format("les_allies record {}\nvariant {}\n", kVersion, word(record.variant));
  for (const auto& key : house_keys())
    if (key.get(record.house) != key.get({})) out += fmt::format("house {} {}\n", key.name, words_of(key.get(record.house)));
  auto begun = begin(board, record.variant, record.house);
  if (!begun) return out;
  Game game = *std::move(begun);
  int player = 0, round = 0, lines = 0;
  for (const Action& action : record.actions) {
    Applied did = apply(game, action, board, record.house);
    if (const auto* man = std::get_if<PlaceMan>(&action)) {
      if (man->player != player) out += fmt::format("{}men {}", player == 0 ? "" : "\n", man->player);
      player = man->player;
      out += " " + les_allies::text_of(man->at);
    } else if (const auto* coin = std::get_if<Toss>(&action)) {
      out += fmt::format("\nfirst {}", word(coin->first));
    } else {
      if (lines == 0 || game.round != round) out += fmt::format("\n{}.", ++lines);
      round = game.round;
      if (const auto* huff = std::get_if<Huff>(&action)) out += fmt::format(" {}{}", kHuff, les_allies::text_of(huff->man));
      if (const auto* take = std::get_if<MakeTake>(&action)) out += fmt::format(" {}{}", kTakeBack, les_allies::text_of(take->man));
      if (const auto* turn = std::get_if<Play>(&action)) out += " " + text_of(*turn, !did.taken.empty(), did.promoted);
    }
    game = std::move(did.game);
  }
  return record.actions.empty() ? out : out + "\n";
}

tl::expected<ReadRecord, TextError> read_record(std::string_view text) {
  return reading([&] { return Reader().read(text); });
}

tl::expected<Replayed, TextError> replay(const ReadRecord& read, const Board& board) {
  auto begun = begin(board, read.record.variant, read.record.house);
  if (!begun) return tl::unexpected(TextError{{1, 1}, begun.error().message});
  Replayed out{{*std::move(begun)}};
  for (std::size_t i = 0; i < read.record.actions.size(); ++i) {
    const ReadRecord::Note& note = read.notes[i];
    Applied did = apply(out.states.back(), read.record.actions[i], board, read.record.house);
    if (!did.done) return tl::unexpected(TextError{note.at, fmt::format("{}: {}", did.because[0].rule, did.because[0].says)});
    if (std::holds_alternative<Play>(read.record.actions[i])) {
      if (did.promoted != note.general)
        return tl::unexpected(
            TextError{note.at, did.promoted ? "he becomes a General here (\"=G\" is missing)" : "nobody becomes a General here"});
      if (did.taken.empty() == note.taking)
        return tl::unexpected(TextError{note.at, note.taking ? "he takes nobody here" : "he takes here"});
    }
    out.states.push_back(std::move(did.game));
  }
  return out;
}

}  // namespace rules::les_allies
