// A player's table file edited where it changed.
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "app/files/table_text.h"

namespace app {
namespace {

/// An entry's lines, from the comment that stands right above its header to its last key: [first, end).
struct Block {
  std::size_t first, end;
};

class Lines {
 public:
  explicit Lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
      lines_.emplace_back(text.substr(0, length));
      text.remove_prefix(length);
    }
    if (!lines_.empty() && !lines_.back().ends_with('\n')) lines_.back() += '\n';
  }

  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  [[nodiscard]] std::string& at(std::size_t line) { return lines_[line]; }
  [[nodiscard]] bool blank(std::size_t line) const { return first_letter(line) == '\0'; }
  [[nodiscard]] bool comment(std::size_t line) const { return first_letter(line) == '#'; }
  [[nodiscard]] bool header(std::size_t line) const { return line < count() && first_letter(line) == '['; }

  /// The block whose header is this line; `next`: the header after it, or the end of the file.
  [[nodiscard]] Block block(std::size_t header, std::size_t next) const {
    Block block{header, next};
    while (block.end > header + 1 && (blank(block.end - 1) || comment(block.end - 1))) --block.end;
    while (block.first > 0 && comment(block.first - 1)) --block.first;
    return block;
  }

  void insert_before(std::size_t line, const std::string& text) { inserted_[line] += text; }
  void take_out(const Block& block) {
    for (std::size_t line = block.first; line < block.end; ++line) gone_.insert(line);
    if (block.first > 0 && blank(block.first - 1)) gone_.insert(block.first - 1);
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (std::size_t line = 0; line <= count(); ++line) {
      const bool kept = line < count() && !gone_.contains(line);
      if (const auto text = inserted_.find(line); text != inserted_.end()) {
        out += text->second.substr(out.ends_with("\n\n") ? 1 : 0);
        if (kept && !blank(line)) out += '\n';
      }
      if (kept) out += lines_[line];
    }
    return out;
  }

 private:
  [[nodiscard]] char first_letter(std::size_t line) const {
    const auto letter = std::ranges::find_if(lines_[line], [](unsigned char c) { return std::isspace(c) == 0; });
    return letter == lines_[line].end() ? '\0' : *letter;
  }

  std::vector<std::string> lines_;
  std::map<std::size_t, std::string> inserted_;
  std::set<std::size_t> gone_;
};

/// The headers of all entries called `kind`, as line indices.
std::vector<std::size_t> headers_of(const toml::table& root, std::string_view kind) {
  std::vector<std::size_t> headers;
  if (const toml::array* const entries = root[kind].as_array())
    for (const toml::node& entry : *entries) headers.push_back(entry.source().begin.line - 1);
  return headers;
}

template <class Entries>
std::vector<std::string> texts_of(const Entries& entries) {
  std::vector<std::string> texts;
  for (const auto& entry : entries) texts.push_back(text_of(entry));
  return texts;
}

/// Makes the blocks of one kind say `now` instead of `before`, in that order.
void merge(Lines& lines, const std::vector<Block>& blocks, const std::vector<std::string>& before, const std::vector<std::string>& now) {
  std::size_t next = 0, place = blocks.empty() ? lines.count() : blocks.front().first;
  for (const std::string& entry : now) {
    const auto same = std::find(before.begin() + static_cast<std::ptrdiff_t>(next), before.end(), entry);
    if (same == before.end()) {
      lines.insert_before(place, entry);
      continue;
    }
    const auto kept = static_cast<std::size_t>(same - before.begin());
    for (; next < kept; ++next) lines.take_out(blocks[next]);
    place = blocks[next++].end;
  }
  for (; next < blocks.size(); ++next) lines.take_out(blocks[next]);
}

/// Writes another size over the one that stands there.
bool replace_size(Lines& lines, const toml::table& root, const measure::Table& table) {
  const toml::node* const size = root["table"]["size"].node();
  if (!size || size->source().begin.line != size->source().end.line) return false;
  std::string& line = lines.at(size->source().begin.line - 1);
  const std::size_t from = line.find('[', line.find('=')), to = line.find(']', from);
  if (from == std::string::npos || to == std::string::npos) return false;
  line.replace(from, to + 1 - from, size_text(table));
  return true;
}

std::optional<std::string> edited(std::string_view text, const TableFile& before, const TableFile& now) {
  const toml::table root = toml::parse(text);
  Lines lines(text);
  if (size_text(before.table) != size_text(now.table) && !replace_size(lines, root, now.table)) return std::nullopt;
  std::vector<std::size_t> all{lines.count()};
  if (const toml::node* const table = root["table"].node()) all.push_back(table->source().begin.line - 1);
  for (const char* kind : {"tag", "anchor", "terrain", "proof"})
    for (const std::size_t header : headers_of(root, kind)) {
      if (!lines.header(header)) return std::nullopt;
      all.push_back(header);
    }
  std::ranges::sort(all);
  const auto merge_kind = [&](const char* kind, const std::vector<std::string>& were, const std::vector<std::string>& are) {
    std::vector<Block> blocks;
    for (const std::size_t header : headers_of(root, kind)) blocks.push_back(lines.block(header, *std::ranges::upper_bound(all, header)));
    merge(lines, blocks, were, are);
  };
  merge_kind("tag", texts_of(before.tags), texts_of(now.tags));
  merge_kind("anchor", texts_of(before.anchors), texts_of(now.anchors));
  merge_kind("terrain", texts_of(before.table.terrain), texts_of(now.table.terrain));
  merge_kind("proof", texts_of(before.proofs), texts_of(now.proofs));
  return lines.text();
}

}  // namespace

std::optional<std::string> patched_table(std::string_view text, const TableFile& file) {
  const auto before = parse_table(text, "");
  if (!before) return std::nullopt;
  auto out = edited(text, *before, file);
  if (!out) return std::nullopt;
  const auto back = parse_table(*out, "");
  if (!back || table_text(*back) != table_text(file)) return std::nullopt;
  return out;
}

}  // namespace app
