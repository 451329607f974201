#include "app/files/toml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>
#include <cmath>
#include <limits>

#include "app/wire/words.h"
#include "calibration/dictionaries.h"

namespace app::toml_text {

std::string number(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string degrees(measure::Radians angle) {
  constexpr double kSteps = 1e9;  // a degree: far below any margin, far above rounding
  return number(std::round(measure::degrees(angle) * kSteps) / kSteps);
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\u{:04x}", byte);
    else
      out += c;
  }
  return out + "\"";
}

std::string pair(double a, double b) { return fmt::format("[{}, {}]", number(a), number(b)); }
std::string point(measure::TablePoint p) { return pair(p.x.value, p.y.value); }

std::string points(std::span<const measure::TablePoint> points) {
  std::vector<std::string> parts;
  for (const measure::TablePoint& p : points) parts.push_back(point(p));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string words(std::span<const std::string> words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(toml_string(word));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string integers(std::span<const int> numbers) { return fmt::format("[{}]", fmt::join(numbers, ", ")); }

}  // namespace app::toml_text

namespace app {
namespace {

using measure::ErrorCode, measure::Inches, measure::TablePoint;

std::uint32_t line_of(const toml::node& node) { return static_cast<std::uint32_t>(node.source().begin.line); }

const char* allowed(Range range) {
  static constexpr std::array kWords{"a number", "a number that is not negative", "a number above 0"};
  return kWords[static_cast<std::size_t>(range)];
}

const char* type_word(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "text";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    default: return "a date or time";
  }
}

calibration::TableTag read_tag(const Section& section) {
  section.allow_only({"id", "dictionary", "centre", "side", "heading"});
  calibration::TableTag tag;
  tag.dictionary = section.text_or("dictionary", tag.dictionary);
  const auto dictionary = calibration::find_dictionary(tag.dictionary);
  if (!dictionary) section.complain("dictionary", fmt::format("unknown dictionary \"{}\"", tag.dictionary));
  tag.id = section.integer("id", 0, dictionary ? dictionary->ids - 1 : std::numeric_limits<int>::max());
  tag.centre = section.point("centre");
  tag.side = Inches(section.number("side", Range::Positive));
  if (section.has("heading")) tag.heading = measure::from_degrees(section.number("heading"));
  return tag;
}

calibration::Anchor read_anchor(const Section& section) {
  section.allow_only({"pixel", "at"});
  const auto [u, v] = section.pair("pixel");
  return {.pixel = {u, v}, .point = section.point("at")};
}

}  // namespace

measure::Result<Document> Document::parse(std::string_view text, std::string name) {
  Document document;
  document.name_ = std::move(name);
  try {
    document.table_ = toml::parse(text);
  } catch (const toml::parse_error& problem) {
    return measure::fail(ErrorCode::BadFile,
                         fmt::format("{}:{}: {}", document.name_, problem.source().begin.line, std::string(problem.description())));
  }
  return document;
}

Section Document::root() { return {*this, &table_, ""}; }

void Document::complain(std::string key, std::uint32_t line, const std::string& says) {
  if (problem_) return;
  const std::string where = line > 0 ? fmt::format("{}:{}", name_, line) : name_;
  problem_ =
      measure::Error{ErrorCode::BadFile, key.empty() ? fmt::format("{}: {}", where, says) : fmt::format("{}: {}: {}", where, key, says)};
}

std::string Section::path_of(std::string_view key) const {
  if (path_.empty() || key.empty()) return path_ + std::string(key);
  return path_ + "." + std::string(key);
}

void Section::complain_at(std::string_view key, const toml::node* node, const std::string& says) const {
  document_->complain(path_of(key), node ? line_of(*node) : table_ ? line_of(*table_) : 0, says);
}

std::vector<std::pair<std::string, const toml::node*>> Section::entries() const {
  std::vector<std::pair<std::string, const toml::node*>> all;
  if (!table_) return all;
  for (const auto& [key, value] : *table_) all.emplace_back(std::string(key.str()), &value);
  return all;
}

void Section::allow_only(std::initializer_list<std::string_view> keys) const {
  if (!table_) return;
  for (const auto& [key, value] : *table_) {
    if (std::ranges::find(keys, key.str()) != keys.end()) continue;
    const auto meant = nearest_word(key.str(), std::span(keys.begin(), keys.size()));
    const std::string hint = meant ? fmt::format("; did you mean `{}`?", *meant) : fmt::format("; known here: {}", fmt::join(keys, ", "));
    document_->complain(path_of(key.str()), static_cast<std::uint32_t>(key.source().begin.line), "unknown key" + hint);
  }
}

const toml::node* Section::require(std::string_view key, const std::string& what) const {
  const toml::node* node = find(key);
  if (!node) complain_at(key, nullptr, "is missing; it must be " + what);
  return node;
}

double Section::number_in(std::string_view key, const toml::node* node, Range range) const {
  if (!node) return 0.0;
  const bool is_number = node->is_integer() || node->is_floating_point();
  if (!is_number) return complain_at(key, node, fmt::format("must be {}, not {}", allowed(range), type_word(*node))), 0.0;
  const double value = *node->value<double>();
  if (!std::isfinite(value)) return complain_at(key, node, fmt::format("must be {}, not {}", allowed(range), value)), 0.0;
  const bool fits = range == Range::Any || value > 0.0 || (range == Range::NotNegative && value == 0.0);
  if (!fits) complain_at(key, node, fmt::format("must be {}, not {}", allowed(range), value));
  return value;
}

double Section::number(std::string_view key, Range range) const { return number_in(key, require(key, allowed(range)), range); }

int Section::integer_in(std::string_view key, const toml::node* node, int least, int most) const {
  if (!node) return least;
  const auto value = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
  if (value && *value >= least && *value <= most) return static_cast<int>(*value);
  const std::string got = value ? std::to_string(*value) : type_word(*node);
  complain_at(key, node, fmt::format("must be a whole number from {} to {}, not {}", least, most, got));
  return least;
}

int Section::integer(std::string_view key, int least, int most) const {
  return integer_in(key, require(key, "a whole number"), least, most);
}

std::string Section::text_in(std::string_view key, const toml::node* node) const {
  if (!node) return {};
  const auto value = node->is_string() ? node->value<std::string>() : std::nullopt;
  if (!value) complain_at(key, node, fmt::format("must be text, not {}", type_word(*node)));
  if (value && value->empty()) complain_at(key, node, "must not be empty");
  return value.value_or("");
}

bool Section::flag_or(std::string_view key, bool fallback) const {
  const toml::node* node = find(key);
  if (!node) return fallback;
  if (!node->is_boolean()) return complain_at(key, node, fmt::format("must be true or false, not {}", type_word(*node))), fallback;
  return *node->value<bool>();
}

std::string Section::label(std::string_view key) const {
  const toml::node* node = find(key);
  if (!node) return {};
  return node->is_integer() ? std::to_string(*node->value<std::int64_t>()) : text_in(key, node);
}

const toml::array* Section::array(std::string_view key, const toml::node* node, const std::string& what) const {
  if (!node) return nullptr;
  if (!node->is_array()) complain_at(key, node, fmt::format("must be {}, not {}", what, type_word(*node)));
  return node->as_array();
}

std::pair<double, double> Section::pair_in(std::string_view key, const toml::node* node, Range range) const {
  const toml::array* list = array(key, node, "two numbers [a, b]");
  if (!list) return {};
  if (list->size() != 2)
    return complain_at(key, node, fmt::format("must be two numbers [a, b], not {}", list->size())), std::pair{0.0, 0.0};
  return {number_in(key, list->get(0), range), number_in(key, list->get(1), range)};
}

std::pair<double, double> Section::pair(std::string_view key, Range range) const {
  return pair_in(key, require(key, "two numbers [a, b]"), range);
}

TablePoint Section::point(std::string_view key) const {
  const auto [x, y] = pair(key);
  return {Inches(x), Inches(y)};
}

std::vector<TablePoint> Section::points(std::string_view key, std::size_t least) const {
  const std::string what = "a list of points [[x, y], ...]";
  const toml::node* node = require(key, what);
  const auto out = each_of(key, node, what, [&](const std::string& at, const toml::node* each) {
    const auto [x, y] = pair_in(at, each, Range::Any);
    return TablePoint{Inches(x), Inches(y)};
  });
  if (node && node->is_array() && out.size() < least)
    complain_at(key, node, fmt::format("needs at least {} points, not {}", least, out.size()));
  return out;
}

std::size_t Section::choice(std::string_view key, std::span<const std::string_view> words) const {
  const std::string word = text(key);
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  complain(key, fmt::format("unknown word \"{}\"; it is one of {}", word, fmt::join(words, ", ")));
  return 0;
}

std::vector<std::string> Section::texts(std::string_view key) const {
  return each_of(key, find(key), "a list of words", [&](const std::string& at, const toml::node* node) { return text_in(at, node); });
}

std::vector<int> Section::integers(std::string_view key, int least, int most) const {
  return each_of(key, find(key), "a list of whole numbers",
                 [&](const std::string& at, const toml::node* node) { return integer_in(at, node, least, most); });
}

Section Section::section(std::string_view key) const {
  const toml::node* node = find(key);
  if (node && !node->is_table()) complain_at(key, node, fmt::format("must be a table, not {}", type_word(*node)));
  return {*document_, node ? node->as_table() : nullptr, path_of(key)};
}

std::vector<Section> Section::sections(std::string_view key) const {
  return each_of(key, find(key), fmt::format("written as [[{}]]", path_of(key)), [&](const std::string& at, const toml::node* node) {
    if (!node->is_table()) complain_at(at, node, fmt::format("must be a table, not {}", type_word(*node)));
    return Section(*document_, node->as_table(), path_of(at));
  });
}

std::vector<calibration::TableTag> read_tags(const Section& root) {
  std::vector<calibration::TableTag> tags;
  for (const Section& section : root.sections("tag")) {
    const calibration::TableTag tag = read_tag(section);
    const bool twice = std::ranges::any_of(tags, [&](const calibration::TableTag& other) {
      return other.id == tag.id && calibration::family_of(other.dictionary) == calibration::family_of(tag.dictionary);
    });
    if (twice) section.complain("id", fmt::format("tag {} of {} is listed twice", tag.id, tag.dictionary));
    tags.push_back(tag);
  }
  return tags;
}

std::vector<calibration::Anchor> read_anchors(const Section& root) {
  std::vector<calibration::Anchor> anchors;
  for (const Section& section : root.sections("anchor")) anchors.push_back(read_anchor(section));
  if (!anchors.empty() && anchors.size() < kFewestAnchors) root.complain("anchor", "at least four are needed");
  return anchors;
}

}  // namespace app
