#include "app/tongue/rulings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "app/tongue/catalogue.h"
#include "app/tongue/length.h"

namespace tongue {
namespace {

/// Sentences whose translation is kept: far more than are shown at once, so that forgetting them all together costs nothing.
constexpr std::size_t kMostKept = 8192;
/// Longer texts are no sentence of ours, and would take long to be looked through.
constexpr std::size_t kLongestSentence = 1000;
/// Different readings of one phrase that are followed; a catalogue without contradictions has one.
constexpr std::size_t kMostReadings = 4;

// ---- patterns ----

/// A piece of a pattern: letters as they stand, or a place that something fills.
struct PatternPart {
  std::string letters;  // of a place: its kind, "n", "in", "word"; empty: a name
  int place = -1;       // -1: letters
  friend bool operator==(const PatternPart&, const PatternPart&) = default;
};

/// "{0:in} away" as a place and letters.
std::vector<PatternPart> parts_of(std::string_view text) {
  std::vector<PatternPart> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      const std::size_t next = std::min(text.find('{', at + 1), text.size());
      out.push_back({std::string(text.substr(at, next - at)), -1});
      at = next;
      continue;
    }
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    int place = -1;
    std::from_chars(inside.data(), inside.data() + colon, place);
    out.push_back({std::string(inside.substr(std::min(colon + 1, inside.size()))), place});
    at = end + 1;
  }
  return out;
}

struct Pattern {
  std::vector<PatternPart> english, translated;
};

/// The patterns of one context; those that begin with letters by their first word.
struct Phrases {
  std::unordered_map<std::string, std::vector<Pattern>> by_word;
  std::vector<Pattern> others;
};

std::string first_word(std::string_view text) { return std::string(text.substr(0, text.find(' '))); }

/// The letters before the first place hold a whole word.
bool begins_with_a_word(const std::vector<PatternPart>& english) {
  return !english.empty() && english.front().place < 0 && (english.size() == 1 || english.front().letters.find(' ') != std::string::npos);
}

class Catalogued {
 public:
  /// English has the patterns, too: they tell which numbers are lengths.
  explicit Catalogued(Language language) {
    for (const Message& message : messages_of("rulings", language == Language::English ? Language::French : language)) {
      Pattern pattern{parts_of(message.english), parts_of(language == Language::English ? message.english : message.translated)};
      Phrases& phrases = contexts_[message.context];
      if (begins_with_a_word(pattern.english))
        phrases.by_word[first_word(pattern.english.front().letters)].push_back(std::move(pattern));
      else
        phrases.others.push_back(std::move(pattern));
    }
  }
  [[nodiscard]] const Phrases* in(const std::string& context) const {
    const auto found = contexts_.find(context);
    return found == contexts_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Phrases> contexts_;
};

const Catalogued& catalogued(Language language) {
  static const Catalogued english(Language::English), french(Language::French), german(Language::German);
  return language == Language::French ? french : language == Language::German ? german : english;
}

// ---- what fills a place ----

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// How many characters from `at` on are a number: "-0.81", "11/8", "2+".
std::size_t number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  const auto digits = [&] {
    const std::size_t from = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end > from;
  };
  if (end < text.size() && text[end] == '-') ++end;
  if (!digits()) return 0;
  for (const char mark : {'.', '/'})
    if (end + 1 < text.size() && text[end] == mark && is_digit(text[end + 1])) ++end, digits();
  if (end < text.size() && text[end] == '+') ++end;
  return end - at;
}

/// A length with its unit, "0.81 in"; 0: none begins here.
std::size_t length_at(std::string_view text, std::size_t at) {
  static constexpr std::string_view kMargin = " ±";
  static constexpr std::string_view kUnit = " in";
  std::size_t end = at + number_at(text, at);
  if (end == at) return 0;
  if (text.substr(end).starts_with(kMargin)) end += kMargin.size() + number_at(text, end + kMargin.size());
  if (!text.substr(end).starts_with(kUnit)) return 0;
  end += kUnit.size();
  return end < text.size() && is_letter(text[end]) ? 0 : end - at;
}

/// "[3, 5]", "b1" or "3,5".
std::size_t square_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  const bool bracket = end < text.size() && text[end] == '[';
  if (bracket) ++end;
  if (!bracket && end < text.size() && text[end] >= 'a' && text[end] <= 'z') {
    const std::size_t row = number_at(text, end + 1);
    return row == 0 ? 0 : 1 + row;
  }
  for (const std::string_view after : {std::string_view(bracket ? ", " : ","), std::string_view(bracket ? "]" : "")}) {
    const std::size_t digits = number_at(text, end);
    if (digits == 0 || !text.substr(end + digits).starts_with(after)) return 0;
    end += digits + after.size();
  }
  return end - at;
}

/// Things of one kind with blanks between them.
template <class One>
std::size_t several_at(std::string_view text, std::size_t at, One one) {
  std::size_t end = at;
  while (true) {
    const std::size_t from = end == at ? end : end + 1;
    if (end != at && (end >= text.size() || text[end] != ' ')) break;
    const std::size_t more = one(text, from);
    if (more == 0) break;
    end = from + more;
  }
  return end - at;
}

/// "a1xb2", "3,4x5,6=G", "+b1": how an action on a board is written.
std::size_t action_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  bool has_digit = false;
  const auto of_an_action = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || std::string_view("+-=,G").find(c) != std::string_view::npos;
  };
  for (; end < text.size() && of_an_action(text[end]); ++end) has_digit |= is_digit(text[end]);
  if (end > at && text[end - 1] == ',') --end;
  const std::string_view action = text.substr(at, end - at);
  return has_digit && action.find_first_of("-x+") != std::string_view::npos ? end - at : 0;
}

/// "C-A4", "CG52", "D-8, D-14".
std::size_t rule_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && text[end] >= 'A' && text[end] <= 'Z') ++end;
  if (end == at || end > at + 2) return 0;
  if (end < text.size() && text[end] == '-') ++end;
  if (end < text.size() && text[end] >= 'A' && text[end] <= 'Z') ++end;
  const std::size_t digits = number_at(text, end);
  return digits == 0 ? 0 : end + digits - at;
}

using Extent = std::size_t (*)(std::string_view text, std::size_t at);
/// Kinds that are told by their letters alone: there is one way to read them.
constexpr std::array<std::pair<std::string_view, Extent>, 9> kExtents{{
    {"n", number_at},
    {"bare", number_at},
    {"in", length_at},
    {"letter", [](std::string_view text, std::size_t at) { return std::size_t{at < text.size() && text[at] >= 'A' && text[at] <= 'H'}; }},
    {"square", square_at},
    {"squares", [](std::string_view text, std::size_t at) { return several_at(text, at, square_at); }},
    {"dicelist", [](std::string_view text, std::size_t at) { return several_at(text, at, number_at); }},
    {"action", action_at},
    {"rule", rule_at},
}};
constexpr std::array<std::string_view, 3> kTexts{"", "p", "list"};  // a name; a known word or a name; several names

Extent extent_of(std::string_view kind) {
  const auto* const found = std::ranges::find(kExtents, kind, &std::pair<std::string_view, Extent>::first);
  return found == kExtents.end() ? nullptr : found->second;
}

/// What is no name: more than a name. A comma is in one only between brackets, "[3, 5]".
bool can_be_a_name(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  for (const std::string_view mark : {"; ", ": ", ". ", "("})
    if (text.find(mark) != std::string_view::npos) return false;
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (open == 0 && text.substr(i).starts_with(", ")) return false;
  }
  return true;
}

int decimals_of(std::string_view number) {
  const std::size_t point = number.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(number.size() - point - 1);
}

/// A length as it is read in the units in use; `unit`: with its unit.
std::string length_text(std::string_view digits, bool unit) {
  double inches = 0.0;
  std::from_chars(digits.data(), digits.data() + digits.size(), inches);
  std::string out = decimals_of(digits) == 0 ? exact(measure::Inches(inches)) : length(measure::Inches(inches), decimals_of(digits));
  if (!unit) out.resize(out.rfind(' '));
  return out;
}

/// What the program read of a sentence: how many letters of it the patterns have, and what it is in the other language.
struct Reading {
  std::size_t letters = 0;
  std::string text;
};

/// One sentence being read.
class Reader {
 public:
  explicit Reader(const Catalogued& patterns) : patterns_(patterns) {}

  /// The readings of most letters, each text once.
  const std::vector<Reading>& read(const std::string& context, std::string_view text) {
    const auto [known, fresh] = known_.try_emplace(std::pair(context, std::string(text)));
    if (!fresh) return known->second;  // of what is being read: nothing, so that no pattern stands for itself for ever
    std::vector<Reading> best;
    if (const Phrases* const phrases = patterns_.in(context)) {
      if (const auto own = phrases->by_word.find(first_word(text)); own != phrases->by_word.end())
        for (const Pattern& pattern : own->second) match(pattern, text, best);
      for (const Pattern& pattern : phrases->others) match(pattern, text, best);
    }
    return known_[std::pair(context, std::string(text))] = std::move(best);
  }

 private:
  /// What has been found so far of a pattern.
  struct Found {
    std::size_t letters = 0;
    std::vector<std::string_view> filled;  // by place, as it stands
    std::vector<std::string> translated;   // by place
  };

  void match(const Pattern& pattern, std::string_view text, std::vector<Reading>& best) {
    const PatternPart& last = pattern.english.back();
    if (last.place < 0 && !text.ends_with(last.letters)) return;
    Found found;
    go_on(pattern, 0, text, 0, found, best);
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as the pattern has parts
  void go_on(const Pattern& pattern, std::size_t part, std::string_view text, std::size_t at, Found& found, std::vector<Reading>& best) {
    if (part == pattern.english.size()) {
      if (at == text.size()) take({found.letters, put_in(pattern, found)}, best);
      return;
    }
    const PatternPart& now = pattern.english[part];
    if (now.place < 0) {
      if (!text.substr(at).starts_with(now.letters)) return;
      found.letters += now.letters.size();
      go_on(pattern, part + 1, text, at + now.letters.size(), found, best);
      found.letters -= now.letters.size();
      return;
    }
    if (const Extent extent = extent_of(now.letters)) {
      if (const std::size_t length = extent(text, at); length > 0) fill(pattern, part, text, at, at + length, found, best);
      return;
    }
    if (part + 1 == pattern.english.size()) return fill(pattern, part, text, at, text.size(), found, best);
    const std::string& next = pattern.english[part + 1].letters;
    for (std::size_t end = text.find(next, at + 1); end != std::string_view::npos; end = text.find(next, end + 1))
      fill(pattern, part, text, at, end, found, best);
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  void fill(const Pattern& pattern, std::size_t part, std::string_view text, std::size_t at, std::size_t end, Found& found,
            std::vector<Reading>& best) {
    const PatternPart& now = pattern.english[part];
    const auto place = static_cast<std::size_t>(now.place);
    if (found.filled.size() <= place) found.filled.resize(place + 1), found.translated.resize(place + 1);
    const std::string_view inside = text.substr(at, end - at);
    for (const Reading& reading : filling(now.letters, inside)) {
      found.filled[place] = inside;
      found.translated[place] = reading.text;
      found.letters += reading.letters;
      go_on(pattern, part + 1, text, end, found, best);
      found.letters -= reading.letters;
    }
  }

  /// How a place of this kind may be read.
  // NOLINTNEXTLINE(misc-no-recursion)
  std::vector<Reading> filling(const std::string& kind, std::string_view text) {
    if (kind == "in") {
      const std::string_view number = text.substr(0, text.find(' '));
      const std::size_t margin = text.find("±");
      if (margin == std::string_view::npos) return {{3, length_text(number, true)}};
      const std::string_view more = text.substr(margin + 2, text.rfind(' ') - margin - 2);
      return {{3, length_text(number, false) + " ±" + length_text(more, true)}};
    }
    if (kind == "bare") return {{0, length_text(text, false)}};
    if (extent_of(kind)) return {{0, std::string(text)}};
    if (kind.empty()) return can_be_a_name(text) ? std::vector<Reading>{{0, std::string(text)}} : std::vector<Reading>{};
    if (kind == "list") return listed(text);
    if (kind == "p") {
      if (const auto& known = read("word", text); !known.empty()) return known;
      return filling("", text);
    }
    return read(kind == "s" ? "" : kind, text);
  }

  /// "a, b and c": each a word or a name.
  // NOLINTNEXTLINE(misc-no-recursion)
  std::vector<Reading> listed(std::string_view text) {
    for (const std::string_view joint : {" and ", " or "}) {
      const std::size_t at = text.rfind(joint);
      if (at == std::string_view::npos) continue;
      const auto before = listed(text.substr(0, at)), after = filling("p", text.substr(at + joint.size()));
      const Phrases* const phrases = patterns_.in("list");
      if (before.empty() || after.empty() || !phrases) continue;
      for (const Pattern& pattern : phrases->others)
        if (pattern.english.size() == 3 && pattern.english[1].letters == joint) {
          Found found{0, {text, text}, {before.front().text, after.front().text}};
          return {{joint.size() + before.front().letters + after.front().letters, put_in(pattern, found)}};
        }
    }
    if (const auto whole = filling("p", text); !whole.empty()) return whole;
    for (std::size_t comma = text.rfind(", "); comma != std::string_view::npos && comma > 0; comma = text.rfind(", ", comma - 1)) {
      const auto before = listed(text.substr(0, comma)), after = filling("p", text.substr(comma + 2));
      if (!before.empty() && !after.empty())
        return {{2 + before.front().letters + after.front().letters, before.front().text + ", " + after.front().text}};
    }
    return {};
  }

  static std::string put_in(const Pattern& pattern, const Found& found) {
    std::string out;
    for (const PatternPart& part : pattern.translated) {
      const auto place = static_cast<std::size_t>(part.place);
      if (part.place < 0)
        out += part.letters;
      else if (place < found.translated.size())
        out += part.letters == "in" && found.filled[place].find(' ') == std::string_view::npos ? length_text(found.filled[place], true)
                                                                                               : found.translated[place];
    }
    return out;
  }

  static void take(Reading reading, std::vector<Reading>& best) {
    if (!best.empty() && reading.letters < best.front().letters) return;
    if (!best.empty() && reading.letters > best.front().letters) best.clear();
    if (best.size() < kMostReadings && std::ranges::find(best, reading.text, &Reading::text) == best.end())
      best.push_back(std::move(reading));
  }

  const Catalogued& patterns_;
  std::map<std::pair<std::string, std::string>, std::vector<Reading>> known_;
};

// ---- capitals and full stops ----

/// The first letter in capitals, also of two bytes as French and German have them.
std::string with_capital(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (text.size() > 1 && text[0] == '\xC3' && static_cast<unsigned char>(text[1]) >= 0xA0) text[1] = static_cast<char>(text[1] - 0x20);
  return text;
}

std::vector<std::string> readings(std::string_view english, const Catalogued& patterns) {
  if (english.size() > kLongestSentence) return {};
  Reader reader(patterns);
  const auto texts = [](const std::vector<Reading>& found) {
    std::vector<std::string> out;
    for (const Reading& each : found) out.push_back(each.text);
    return out;
  };
  if (auto found = texts(reader.read("", english)); !found.empty()) return found;
  const bool stop = english.ends_with('.'), capital = !english.empty() && english[0] >= 'A' && english[0] <= 'Z';
  std::string plain(english.substr(0, english.size() - (stop ? 1 : 0)));
  std::vector<std::string> found = stop ? texts(reader.read("", plain)) : std::vector<std::string>();
  const bool lowered = found.empty() && capital;
  if (lowered) {
    plain[0] = static_cast<char>(plain[0] - 'A' + 'a');
    found = texts(reader.read("", plain));
  }
  for (std::string& each : found) each = (lowered ? with_capital(each) : each) + (stop ? "." : "");
  return found;
}

// ---- what has been read before ----

struct Kept {
  std::mutex mutex;
  std::map<std::pair<Language, Units>, std::unordered_map<std::string, std::string>> texts;
};
Kept& kept() {
  static Kept all;
  return all;
}

}  // namespace

std::string ruling(std::string_view english) {
  const Language language = in_use();
  const Units units = units_in_use();
  std::string key(english);
  if (english.empty() || (language == Language::English && units == Units::Inches)) return key;
  Kept& all = kept();
  {
    const std::scoped_lock lock(all.mutex);
    const auto& texts = all.texts[{language, units}];
    if (const auto known = texts.find(key); known != texts.end()) return known->second;
  }
  const auto found = readings(english, catalogued(language));
  const std::scoped_lock lock(all.mutex);
  auto& texts = all.texts[{language, units}];
  if (texts.size() >= kMostKept) texts.clear();
  return texts[key] = found.empty() ? key : found.front();
}

std::vector<std::string> readings_of(std::string_view english, Language language) {
  const Within within(language);
  return readings(english, catalogued(language));
}

std::vector<std::string> faults_of_rulings(Language language) {
  std::vector<std::string> out;
  const std::vector<Message> messages = messages_of("rulings", language);
  std::set<std::string> contexts;
  for (const Message& message : messages) contexts.insert(message.context);
  for (const Message& message : messages) {
    const auto fault = [&](const std::string& what) { out.push_back(message.english + ": " + what); };
    std::set<int> asked, told;
    const auto english = parts_of(message.english);
    for (std::size_t i = 0; i < english.size(); ++i) {
      if (english[i].place < 0) continue;
      asked.insert(english[i].place);
      const std::string& kind = english[i].letters;
      if (!extent_of(kind) && kind != "s" && std::ranges::find(kTexts, kind) == kTexts.end() && !contexts.contains(kind))
        fault("no kind of place is called " + kind);
      if (i > 0 && english[i - 1].place >= 0) fault("two places stand side by side");
    }
    for (const PatternPart& part : parts_of(message.translated))
      if (part.place >= 0) told.insert(part.place);
    if (asked != told) fault("the translation has other places: " + message.translated);
    if (message.translated.empty()) fault("is not translated");
  }
  return out;
}

}  // namespace tongue
