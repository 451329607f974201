// A player's table file edited where it changed.
#include "app/files/table_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <set>

#include "app/files/toml.h"
#include "app/wire/terrain.h"
#include "app/wire/words.h"

namespace app {
namespace {

using measure::Inches, measure::Result, measure::TablePoint;

/// A margin is never shown as 0.00.
constexpr double kLeastShownInches = 0.01;
/// Steps an inch that a kept proof is rounded to: a hundredth of the best margin.
constexpr double kPerInch = 1e4;
constexpr std::size_t kDayLength = 10;  // of "2026-11-21"

std::string size_text(const measure::Table& table) { return toml_text::pair(table.length.value, table.width.value); }

Proof read_proof(const Section& section) {
  section.allow_only({"at", "stated", "measured", "margin", "when"});
  Proof proof;
  const std::vector<TablePoint> ends = section.points("at", 2);
  if (ends.size() == 2)
    proof.at = {ends[0], ends[1]};
  else
    section.complain("at", "must be the two ends of the known length");
  proof.stated = Inches(section.number("stated", Range::Positive));
  proof.measured = {.value = Inches(section.number("measured", Range::NotNegative)),
                    .margin = Inches(section.number("margin", Range::NotNegative))};
  proof.when = section.text("when");
  if (!is_day(proof.when)) section.complain("when", "must be a day such as \"2026-11-21\"");
  return proof;
}

TableFile read_all(const Section& root) {
  root.allow_only({"version", "table", "tag", "anchor", "terrain", "proof"});
  root.integer("version", kTableVersion, kTableVersion);
  TableFile file;
  const Section table = root.section("table");
  if (!table.exists()) root.complain("table", "is missing; it gives the size: [table] size = [72.0, 48.0]");
  table.allow_only({"size"});
  const auto [length, width] = table.pair("size", Range::Positive);
  file.table.length = Inches(length);
  file.table.width = Inches(width);
  file.tags = read_tags(root);
  file.anchors = read_anchors(root);
  for (const Section& section : root.sections("terrain")) {
    section.allow_only({"name", "kind", "polygon", "line", "height", "base_height", "width", "top", "uphill_deg", "impassable_to"});
    file.table.terrain.push_back(read_terrain(section));
  }
  for (const Section& section : root.sections("proof")) file.proofs.push_back(read_proof(section));
  return file;
}

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

std::vector<std::string> texts_of(const auto& entries) {
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

Inches error_of(const Proof& proof) { return proof.measured.value - proof.stated; }

Proof rounded(Proof proof) {
  const auto nearest = [](Inches value) { return Inches(std::round(value.value * kPerInch) / kPerInch); };
  for (measure::TablePoint& end : proof.at) end = {nearest(end.x), nearest(end.y)};
  proof.measured.value = nearest(proof.measured.value);
  proof.measured.margin = Inches(std::ceil(proof.measured.margin.value * kPerInch) / kPerInch);
  return proof;
}

bool holds(const Proof& proof) { return std::abs(error_of(proof).value) <= proof.measured.margin.value; }

calibration::Finding finding_of(const Proof& proof) {
  using Severity = calibration::Finding::Severity;
  const bool good = holds(proof);
  return {.code = "known-length",
          .severity = good ? Severity::Info : Severity::Warn,
          .says = fmt::format("known length of {:.2f} in measured {:.2f} ±{:.2f} in on {}: off by {:+.2f} in{}", proof.stated.value,
                              proof.measured.value.value, std::max(kLeastShownInches, proof.measured.margin.value), proof.when,
                              error_of(proof).value, good ? "" : ", more than its margin"),
          .fix = good ? "" : "check the corner tags' places and the lens, then lay the known length again",
          .cost = Inches(std::abs(error_of(proof).value))};
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

bool is_day(const std::string& text) {
  if (text.size() != kDayLength || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t count) {
    const std::string part = text.substr(from, count);
    return std::ranges::all_of(part, [](unsigned char c) { return std::isdigit(c) != 0; }) ? std::stoi(part) : 0;
  };
  const std::chrono::year_month_day day{std::chrono::year(number(0, 4)), std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return number(0, 4) > 0 && day.ok();
}

Result<TableFile> parse_table(std::string_view text, const std::string& name) {
  return parse_with(text, name, [](const Section& root) { return read_all(root); });
}

Result<TableFile> read_table(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_table(text, path); });
}

Result<Replaced> write_table(const std::string& path, const TableFile& file) {
  const auto old = read_text(path);
  if (const auto text = old ? patched_table(*old, file) : std::nullopt) return write_text(path, *text).transform([] { return Replaced{}; });
  return write_over(path, table_text(file));
}

std::string text_of(const calibration::TableTag& tag) {
  return fmt::format("\n[[tag]]\nid = {}\ndictionary = {}\ncentre = {}\nside = {}\nheading = {}\n", tag.id,
                     toml_text::toml_string(tag.dictionary), toml_text::point(tag.centre), toml_text::number(tag.side.value),
                     toml_text::degrees(tag.heading));
}

std::string text_of(const measure::Terrain& terrain) {
  std::string out = "\n[[terrain]]\n";
  const auto key = [&](std::string_view name, const std::string& value) { out += fmt::format("{} = {}\n", name, value); };
  const auto length = [&](std::string_view name, Inches value) {
    if (value != Inches(0.0)) key(name, toml_text::number(value.value));
  };
  if (!terrain.name.empty()) key("name", toml_text::toml_string(terrain.name));
  key("kind", toml_text::toml_string(word(terrain.kind)));
  if (!terrain.polygon.empty()) key("polygon", toml_text::points(terrain.polygon));
  if (!terrain.line.empty()) key("line", toml_text::points(terrain.line));
  length("height", terrain.height);
  length("base_height", terrain.base_height);
  length("width", terrain.width);
  if (!terrain.top.empty()) key("top", toml_text::points(terrain.top));
  if (terrain.uphill) key("uphill_deg", toml_text::degrees(*terrain.uphill));
  if (!terrain.impassable_to.empty()) key("impassable_to", toml_text::words(terrain.impassable_to));
  return out;
}

std::string text_of(const Proof& proof) {
  return fmt::format("\n[[proof]]\nat = {}\nstated = {}\nmeasured = {}\nmargin = {}\nwhen = {}\n", toml_text::points(proof.at),
                     toml_text::number(proof.stated.value), toml_text::number(proof.measured.value.value),
                     toml_text::number(proof.measured.margin.value), toml_text::toml_string(proof.when));
}

std::string text_of(const calibration::Anchor& anchor) {
  return fmt::format("\n[[anchor]]\npixel = {}\nat = {}\n", toml_text::pair(anchor.pixel.u, anchor.pixel.v),
                     toml_text::point(anchor.point));
}

measure::Result<calibration::Anchor> parse_anchor(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto pixel = parse_pair(std::string_view(text).substr(0, equals), ',');
  const auto point = equals == std::string::npos ? std::nullopt : parse_pair(std::string_view(text).substr(equals + 1), ',');
  if (!pixel || !point)
    return measure::fail(measure::ErrorCode::Usage, "--anchor " + text + ": must look like U,V=X,Y, for instance 633.5,210=12.0,36.0");
  return calibration::Anchor{.pixel = {pixel->first, pixel->second},
                             .point = {measure::Inches(point->first), measure::Inches(point->second)}};
}

measure::Result<void> read_anchors(const std::vector<std::string>& texts, std::vector<calibration::Anchor>& anchors) {
  if (!texts.empty()) anchors.clear();
  for (const std::string& text : texts) {
    const auto anchor = parse_anchor(text);
    if (!anchor) return tl::unexpected(anchor.error());
    anchors.push_back(*anchor);
  }
  if (!texts.empty() && anchors.size() < kFewestAnchors)
    return measure::fail(measure::ErrorCode::Usage, "--anchor: at least four are needed, not " + std::to_string(anchors.size()));
  return {};
}

std::string table_text(const TableFile& file) {
  std::string out = fmt::format("version = {}\n\n[table]\nsize = {}\n", kTableVersion, size_text(file.table));
  const auto append = [&](const auto& entries) {
    for (const auto& entry : entries) out += text_of(entry);
  };
  append(file.tags);
  append(file.anchors);
  append(file.table.terrain);
  append(file.proofs);
  return out;
}

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
