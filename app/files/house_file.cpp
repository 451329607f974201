#include "app/files/house_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "app/files/disk.h"
#include "app/files/toml.h"
#include "app/wire/words.h"

namespace app {
namespace {

using rules::HouseValue;

constexpr int kHouseVersion = 1;

/// A TOML value as the rules take it; none for what no house rule is.
std::optional<HouseValue> value_of(const toml::node& node) {
  if (node.is_boolean()) return HouseValue(node.value<bool>().value());
  if (node.is_number()) return HouseValue(node.value<double>().value());
  if (node.is_string()) return HouseValue(node.value<std::string>().value());
  const toml::array* list = node.as_array();
  if (!list) return std::nullopt;
  const auto all = [&](auto is) { return std::all_of(list->begin(), list->end(), is); };
  if (all([](const toml::node& each) { return each.is_number(); })) {
    std::vector<double> numbers;
    for (const toml::node& each : *list) numbers.push_back(each.value<double>().value());
    return numbers;
  }
  if (!all([](const toml::node& each) { return each.is_string(); })) return std::nullopt;
  std::vector<std::string> words;
  for (const toml::node& each : *list) words.push_back(each.value<std::string>().value());
  return words;
}

template <class Pack>
void read_pack(const Section& section, Pack& pack, std::span<const rules::HouseKey<Pack>> keys) {
  std::vector<std::string_view> names;
  for (const auto& key : keys) names.push_back(key.name);
  for (const auto& [key, node] : section.entries()) {
    const auto known = std::ranges::find(names, key);
    if (known == names.end()) {
      const auto meant = nearest_word(key, names);
      section.complain(key, "unknown house rule" + (meant ? fmt::format("; did you mean \"{}\"?", *meant) : std::string()));
      continue;
    }
    const auto value = value_of(*node);
    const auto& rule = keys[static_cast<std::size_t>(known - names.begin())];
    if (!value)
      section.complain(key, "is one of: " + rule.readings);
    else if (auto set = rule.set(pack, *value); !set)
      section.complain(key, set.error().message);
  }
}

Dials dials_of(const Section& section) {
  const std::vector<std::string_view> names = names_of_dials();
  Dials dials;
  for (const auto& [rule, node] : section.entries()) {
    if (std::ranges::find(names, rule) == names.end()) {
      const auto meant = nearest_word(rule, names);
      section.complain(rule, "there is no rule of Charge! and no group of rules of this name" +
                                 (meant ? fmt::format("; did you mean \"{}\"?", *meant) : std::string()));
      continue;
    }
    dials[rule] = static_cast<Dial>(section.choice(rule, kDials));
  }
  return dials;
}

Custom custom_of(const Section& section) {
  static constexpr std::string_view kTooClose[] = {"dice", "stands", "target"}, kMeasuring[] = {"free", "logged", "forbidden"};
  section.allow_only({"too_close", "measuring", "rules"});
  Custom custom;
  if (section.has("too_close")) custom.too_close = static_cast<Custom::TooClose>(section.choice("too_close", kTooClose));
  if (section.has("measuring")) custom.measuring = static_cast<Custom::Measuring>(section.choice("measuring", kMeasuring));
  custom.rules = dials_of(section.section("rules"));
  return custom;
}

/// Where line and column (both from 1, columns in code points) lie in `text`.
std::size_t offset_of(std::string_view text, toml::source_position at) {
  std::size_t offset = 0;
  for (toml::source_index line = 1; line < at.line; ++line) offset = text.find('\n', offset) + 1;
  for (toml::source_index column = 1; column < at.column; ++column) {
    ++offset;
    while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0U) == 0x80U) ++offset;
  }
  return offset;
}

std::string dials_text(const Dials& dials) {
  std::vector<std::string> pairs;
  for (const auto& [rule, dial] : dials)
    pairs.push_back(fmt::format("{} = \"{}\"", toml_text::toml_string(rule), kDials[static_cast<std::size_t>(dial)]));
  return pairs.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(pairs, ", "));
}

}  // namespace

measure::Result<HouseFile> parse_house(std::string_view text, const std::string& name) {
  return parse_with(text, name, [](const Section& root) {
    root.allow_only({"version", "charge", "le_choc", "les_allies", "referee"});
    root.integer("version", kHouseVersion, kHouseVersion);
    HouseFile file;
    read_pack(root.section("charge"), file.charge, rules::charge::house_keys());
    read_pack(root.section("le_choc"), file.le_choc, rules::le_choc::house_keys());
    read_pack(root.section("les_allies"), file.les_allies, rules::les_allies::house_keys());
    file.custom = custom_of(root.section("referee"));
    return file;
  });
}

measure::Result<std::string> with_dials(std::string_view text, const Dials& dials, const std::string& name) {
  std::string out = text.empty() ? fmt::format("version = {}\n", kHouseVersion) : std::string(text);
  const auto known = parse_house(out, name);
  if (!known) return tl::unexpected(known.error());
  if (!text.empty() && known->custom.rules == dials) return out;
  const std::string rules = dials_text(dials);
  const toml::table root = toml::parse(std::string_view(out));
  const toml::table* const referee = root["referee"].as_table();
  const toml::node* const before = referee ? referee->get("rules") : nullptr;
  if (before) {
    const toml::source_region& at = before->source();
    if (!before->as_table()->is_inline())
      return measure::fail(
          measure::ErrorCode::BadFile,
          fmt::format("{}:{}: [referee] rules: written as one line, rules = {{ .. }}, they can be changed here", name, at.begin.line));
    const std::size_t begin = offset_of(out, at.begin);
    out.replace(begin, offset_of(out, at.end) - begin, rules);
  } else if (referee && !referee->is_inline()) {
    const std::size_t header = offset_of(out, {referee->source().begin.line, 1}), end = std::min(out.find('\n', header), out.size());
    out.insert(end, "\nrules = " + rules);
  } else if (!referee) {
    out += fmt::format("{}\n[referee]\nrules = {}\n", out.ends_with('\n') ? "" : "\n", rules);
  }
  // Whatever way of writing was not thought of here: the file is then left alone.
  const auto now = parse_house(out, name);
  if (!now || now->custom.rules != dials)
    return measure::fail(measure::ErrorCode::BadFile,
                         fmt::format("{}: [referee] is written in a way that cannot be changed here: write a line [referee] and under it "
                                     "rules = {}",
                                     name, rules));
  return out;
}

measure::Result<HouseFile> read_house(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_house(text, path); });
}

std::string house_beside(const std::string& table) {
  if (table.empty()) return {};
  std::error_code ignored;
  const auto path = std::filesystem::path(table).parent_path() / "house-rules.toml";
  return std::filesystem::exists(path, ignored) ? path.string() : std::string();
}

}  // namespace app
