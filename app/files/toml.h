// Colours as files write them.
#pragma once

#include <toml++/toml.h>
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "calibration/registration.h"
#include "measure/length.h"
#include "measure/result.h"

namespace app {

/// Points that fix a plane's picture: three leave it open.
inline constexpr std::size_t kFewestAnchors = 4;

/// Is this "#rrggbb"?
[[nodiscard]] inline bool is_colour(std::string_view text) {
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  return text.size() == 7 && text[0] == '#' && std::ranges::all_of(text.substr(1), hex);
}

namespace toml_text {

// Writing TOML: the small pieces our writers are made of.

/// The shortest decimal that reads back as the same number; always with a point or an exponent.
[[nodiscard]] std::string number(double value);
/// An angle in degrees, to a billionth: what radians and back leaves behind is not written.
[[nodiscard]] std::string degrees(measure::Radians angle);
/// A quoted string; quotes, backslashes and control characters are escaped.
[[nodiscard]] std::string toml_string(std::string_view text);
[[nodiscard]] std::string point(measure::TablePoint point);
[[nodiscard]] std::string pair(double a, double b);
[[nodiscard]] std::string points(std::span<const measure::TablePoint> points);
[[nodiscard]] std::string words(std::span<const std::string> words);
[[nodiscard]] std::string integers(std::span<const int> numbers);

}  // namespace toml_text

// Reading TOML strictly: every mistake is named with its key and its line.
//   A Document is parsed once; a Section is one of its tables. Sections report into their document,
//   and the first problem wins: after it every accessor returns its fallback, so a reader is a plain
//   list of keys and one check at the end.

/// What a number may be.
enum class Range { Any, NotNegative, Positive };

class Section;

class Document {
 public:
  /// Errors: BadFile with the line where the text stops being TOML.
  [[nodiscard]] static measure::Result<Document> parse(std::string_view text, std::string name);

  [[nodiscard]] Section root();
  /// Notes a problem; only the first one is kept. Line 0: of the file as a whole.
  void complain(std::string key, std::uint32_t line, const std::string& says);
  [[nodiscard]] const std::optional<measure::Error>& problem() const { return problem_; }

 private:
  std::string name_;
  toml::table table_;
  std::optional<measure::Error> problem_;
};

class Section {
 public:
  Section(Document& document, const toml::table* table, std::string path) : document_(&document), table_(table), path_(std::move(path)) {}

  /// Any key but these is an error.
  void allow_only(std::initializer_list<std::string_view> keys) const;

  /// Every key with its value, in the order of the file's tables; empty for an absent section.
  [[nodiscard]] std::vector<std::pair<std::string, const toml::node*>> entries() const;

  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  /// True for a section that was there; one that is absent reads as empty.
  [[nodiscard]] bool exists() const { return table_ != nullptr; }

  // Required keys. A finite number; an integer within [least, most]; a string that is not empty.
  double number(std::string_view key, Range range = Range::Any) const;
  int integer(std::string_view key, int least, int most) const;
  std::string text(std::string_view key) const { return text_in(key, require(key, "text")); }
  measure::TablePoint point(std::string_view key) const;
  std::pair<double, double> pair(std::string_view key, Range range = Range::Any) const;
  std::vector<measure::TablePoint> points(std::string_view key, std::size_t least) const;
  /// One of `words`: its index.
  std::size_t choice(std::string_view key, std::span<const std::string_view> words) const;

  // Optional keys.
  double number_or(std::string_view key, double fallback, Range range = Range::Any) const {
    return has(key) ? number_in(key, find(key), range) : fallback;
  }
  double length_or(std::string_view key, double fallback) const { return number_or(key, fallback, Range::NotNegative); }
  std::string text_or(std::string_view key, std::string fallback) const { return has(key) ? text_in(key, find(key)) : fallback; }
  bool flag_or(std::string_view key, bool fallback) const;
  /// Text, or a whole number as it is written; empty where the key is absent.
  std::string label(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<int> integers(std::string_view key, int least, int most) const;
  /// A table under this one; absent when the key is.
  [[nodiscard]] Section section(std::string_view key) const;
  /// An array of tables; empty when the key is absent.
  [[nodiscard]] std::vector<Section> sections(std::string_view key) const;

  /// Notes a problem at a key of this section.
  void complain(std::string_view key, const std::string& says) const { complain_at(key, find(key), says); }

 private:
  const toml::node* find(std::string_view key) const { return table_ ? table_->get(key) : nullptr; }
  const toml::node* require(std::string_view key, const std::string& what) const;
  const toml::array* array(std::string_view key, const toml::node* node, const std::string& what) const;
  /// What `read` makes of every entry of a list, each under its own key: "polygon[2]".
  template <class Read>
  std::vector<std::invoke_result_t<Read, std::string, const toml::node*>> each_of(std::string_view key, const toml::node* node,
                                                                                  const std::string& what, Read read) const {
    const toml::array* list = array(key, node, what);
    std::vector<std::invoke_result_t<Read, std::string, const toml::node*>> out;
    for (std::size_t i = 0; list && i < list->size(); ++i)
      out.push_back(read(std::string(key) + "[" + std::to_string(i) + "]", list->get(i)));
    return out;
  }
  double number_in(std::string_view key, const toml::node* node, Range range) const;
  std::pair<double, double> pair_in(std::string_view key, const toml::node* node, Range range) const;
  int integer_in(std::string_view key, const toml::node* node, int least, int most) const;
  std::string text_in(std::string_view key, const toml::node* node) const;
  void complain_at(std::string_view key, const toml::node* node, const std::string& says) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;

  Document* document_;
  const toml::table* table_;  // null: absent
  std::string path_;          // "army[0].unit[1]"
};

/// Parses `text` and hands its root to `read`; the first problem of either is the error.
template <class Read>
[[nodiscard]] auto parse_with(std::string_view text, const std::string& name, Read read)
    -> measure::Result<std::invoke_result_t<Read, const Section&>> {
  auto document = Document::parse(text, name);
  if (!document) return tl::unexpected(document.error());
  auto value = read(document->root());
  if (document->problem()) return tl::unexpected(*document->problem());
  return value;
}

// The parts that table.toml and board.toml share: corner tags and anchors.

/// Every [[tag]] under `root`; none twice.
[[nodiscard]] std::vector<calibration::TableTag> read_tags(const Section& root);
/// Every [[anchor]] under `root`: none, or four and more.
[[nodiscard]] std::vector<calibration::Anchor> read_anchors(const Section& root);

}  // namespace app
