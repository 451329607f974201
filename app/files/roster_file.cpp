#include "app/files/roster_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "app/files/toml.h"
#include "calibration/dictionaries.h"

namespace app {
namespace {

using measure::Inches, toml_text::number, toml_text::toml_string;

constexpr std::array<std::string_view, 3> kArmWords{"infantry", "cavalry", "gun"};  // measure::Arm

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 does not deduce aggregates

std::string sized(std::string_view word, Inches along, Inches across) {
  return fmt::format("shape = \"{}\", size = {}", word, toml_text::pair(along.value, across.value));
}

std::string bounding_rect(const measure::PolygonShape& shape) {
  Inches forward, left;
  for (const measure::TableVector& p : shape.outline) {
    forward = std::max(forward, measure::abs(p.dx));
    left = std::max(left, measure::abs(p.dy));
  }
  return sized("rect", forward * 2.0, left * 2.0);
}

std::string base_text(const measure::Base& base) {
  const std::string shape =
      std::visit(Overloaded{
                     [](const measure::RoundShape& s) { return fmt::format("shape = \"round\", diameter = {}", number(s.diameter.value)); },
                     [](const measure::OvalShape& s) { return sized("oval", s.length, s.width); },
                     [](const measure::RectShape& s) { return sized("rect", s.length, s.width); },
                     [](const measure::PolygonShape& s) { return bounding_rect(s); },
                 },
                 base.shape);
  return fmt::format("{{ {}, height = {} }}", shape, number(base.height.value));
}

std::string mount_text(const measure::TagMount& mount) {
  const std::string dictionary =
      mount.dictionary == measure::TagMount{}.dictionary ? "" : fmt::format("dictionary = {}, ", toml_string(mount.dictionary));
  return fmt::format("{}side = {}, height = {}, offset = {}", dictionary, number(mount.side.value), number(mount.height.value),
                     toml_text::pair(mount.offset.dx.value, mount.offset.dy.value));
}

std::string leader_text(const measure::Leader& leader) {
  const std::string tag = leader.tag ? fmt::format("tag = {}, ", *leader.tag) : "";
  return fmt::format("{{ {}{}, base = {} }}", tag, mount_text(leader.mount), base_text(leader.base));
}

std::string crew_text(const measure::Crew& crew) {
  std::string tags;
  if (!crew.tags.empty()) tags = fmt::format(", tags = {}, tag = {{ {} }}", toml_text::integers(crew.tags), mount_text(crew.mount));
  return fmt::format("{{ men = {}, base = {}, marker = \"{}\", figure_height = {}{} }}", crew.men, base_text(crew.base), word(crew.marker),
                     number(crew.figure_height.value), tags);
}

std::string unit_text(const measure::Unit& unit) {
  std::string out = "\n[[army.unit]]\n";
  const auto key = [&](std::string_view name, const std::string& value) { out += fmt::format("{} = {}\n", name, value); };
  key("name", toml_string(unit.name));
  key("arm", toml_string(kArmWords[static_cast<std::size_t>(unit.arm)]));
  key("models", std::to_string(unit.models));
  key("base", base_text(unit.base));
  key("marker", toml_string(word(unit.marker)));
  key("figure_height", number(unit.figure_height.value));
  if (unit.leader) key("leader", leader_text(*unit.leader));
  if (!unit.tags.empty()) key("tags", toml_text::integers(unit.tags));
  if (!unit.tags.empty()) key("tag", fmt::format("{{ {} }}", mount_text(unit.mount)));
  if (unit.crew) key("crew", crew_text(*unit.crew));
  if (!unit.names.empty()) key("names", toml_text::words(unit.names));
  return out;
}

using measure::MarkerType, measure::Result;

constexpr int kRosterVersion = 1;
/// Figures in one unit. More is a slip of the finger, and would cost memory for every one of them.
constexpr int kMostModels = 1000;
constexpr std::array<std::string_view, 3> kMarkerWords{"tag", "disc", "none"};  // measure::MarkerType
constexpr std::array<std::string_view, 3> kShapeWords{"round", "oval", "rect"};

/// What must be unique in the whole roster, and who has it.
struct Taken {
  std::set<std::string> armies, units;
  std::map<std::pair<std::string, int>, std::string> tags;  // dictionary family and id
};

void claim(Taken& taken, const Section& section, std::string_view key, const std::string& dictionary, int id, const std::string& owner) {
  const auto [at, fresh] = taken.tags.try_emplace({std::string(calibration::family_of(dictionary)), id}, owner);
  if (!fresh) section.complain(key, fmt::format("tag {} of {} is already worn by {}", id, dictionary, at->second));
}

measure::Base read_base(const Section& section) {
  measure::Base base;
  const std::size_t shape = section.choice("shape", kShapeWords);
  if (shape == 0) {
    section.allow_only({"shape", "diameter", "height"});
    base.shape = measure::RoundShape{Inches(section.number("diameter", Range::Positive))};
  } else {
    section.allow_only({"shape", "size", "height"});
    const auto [along, across] = section.pair("size", Range::Positive);
    if (shape == 1) base.shape = measure::OvalShape{Inches(along), Inches(across)};
    if (shape == 2) base.shape = measure::RectShape{Inches(along), Inches(across)};
  }
  base.height = Inches(section.number_or("height", base.height.value, Range::NotNegative));
  return base;
}

measure::Base required_base(const Section& owner) {
  const Section base = owner.section("base");
  if (!base.exists()) owner.complain("base", "is missing; for instance { shape = \"round\", diameter = 1.0, height = 0.1 }");
  return read_base(base);
}

/// The keys that say how a tag is fixed. Without `height` it lies on the base.
measure::TagMount read_mount(const Section& section, const measure::Base& base) {
  measure::TagMount mount;
  mount.dictionary = section.text_or("dictionary", mount.dictionary);
  if (!calibration::find_dictionary(mount.dictionary))
    section.complain("dictionary", fmt::format("unknown dictionary \"{}\"", mount.dictionary));
  mount.side = Inches(section.number_or("side", mount.side.value, Range::Positive));
  mount.height = Inches(section.number_or("height", base.height.value, Range::NotNegative));
  if (section.has("offset")) {
    const auto [forward, left] = section.pair("offset");
    mount.offset = {Inches(forward), Inches(left)};
  }
  return mount;
}

int most_id(const std::string& dictionary) {
  const auto known = calibration::find_dictionary(dictionary);
  return known ? known->ids - 1 : std::numeric_limits<int>::max();
}

/// What a unit's models and a gun's crew have in common: base, marker and tags.
void read_group(const Section& section, int members, const std::string& owner, Taken& taken, auto& group) {
  group.base = required_base(section);
  group.marker = static_cast<MarkerType>(section.choice("marker", kMarkerWords));
  group.figure_height = Inches(section.number_or("figure_height", 1.35, Range::NotNegative));
  const Section tag = section.section("tag");
  tag.allow_only({"dictionary", "side", "height", "offset"});
  group.mount = read_mount(tag, group.base);
  group.tags = section.integers("tags", 0, most_id(group.mount.dictionary));
  if (group.marker != MarkerType::Tag && !group.tags.empty()) section.complain("tags", "are given, but `marker` is not \"tag\"");
  if (group.marker == MarkerType::Tag && group.tags.empty() && members > 0) section.complain("tags", "are missing; `marker` is \"tag\"");
  if (static_cast<int>(group.tags.size()) > members)
    section.complain("tags", fmt::format("{} ids for {} models (a leader's tag is not among them)", group.tags.size(), members));
  for (std::size_t i = 0; i < group.tags.size(); ++i)
    claim(taken, section, "tags", group.mount.dictionary, group.tags[i], fmt::format("{} (model {})", owner, i + 1));
}

measure::Leader read_leader(const Section& section, const measure::Unit& unit, Taken& taken) {
  section.allow_only({"tag", "dictionary", "side", "height", "offset", "base"});
  measure::Leader leader;
  leader.base = section.has("base") ? read_base(section.section("base")) : unit.base;
  leader.mount = read_mount(section, leader.base);
  if (!section.has("tag")) return leader;
  leader.tag = section.integer("tag", 0, most_id(leader.mount.dictionary));
  claim(taken, section, "tag", leader.mount.dictionary, *leader.tag, unit.name + "'s leader");
  return leader;
}

measure::Crew read_crew(const Section& section, const std::string& unit, Taken& taken) {
  section.allow_only({"men", "base", "marker", "figure_height", "tags", "tag"});
  measure::Crew crew;
  crew.men = section.integer("men", 0, kMostModels);
  read_group(section, crew.men, unit + "'s crew", taken, crew);
  return crew;
}

measure::Unit read_unit(const Section& section, Taken& taken) {
  section.allow_only({"name", "arm", "models", "base", "marker", "figure_height", "leader", "tags", "tag", "crew", "names"});
  measure::Unit unit;
  unit.name = section.text("name");
  if (!taken.units.insert(unit.name).second) section.complain("name", fmt::format("there are two units named \"{}\"", unit.name));
  unit.arm = static_cast<measure::Arm>(section.choice("arm", kArmWords));
  unit.models = section.integer("models", 1, kMostModels);
  const int led = section.has("leader") ? 1 : 0;
  read_group(section, unit.models - led, unit.name, taken, unit);
  if (led == 1) unit.leader = read_leader(section.section("leader"), unit, taken);
  if (section.has("crew") && unit.arm != measure::Arm::Gun) section.complain("crew", "only a unit of arm \"gun\" has a crew");
  if (section.has("crew")) unit.crew = read_crew(section.section("crew"), unit.name, taken);
  unit.names = section.texts("names");
  const int pieces = unit.models + (unit.crew ? unit.crew->men : 0);
  if (static_cast<int>(unit.names.size()) > pieces)
    section.complain("names", fmt::format("{} names for {} pieces", unit.names.size(), pieces));
  return unit;
}

measure::Army read_army(const Section& section, Taken& taken) {
  section.allow_only({"name", "colour", "unit"});
  measure::Army army;
  army.name = section.text("name");
  if (!taken.armies.insert(army.name).second) section.complain("name", fmt::format("there are two armies named \"{}\"", army.name));
  army.colour = section.text_or("colour", "");
  if (section.has("colour") && !is_colour(army.colour)) section.complain("colour", "must look like \"#b3202a\"");
  for (const Section& unit : section.sections("unit")) army.units.push_back(read_unit(unit, taken));
  return army;
}

}  // namespace

std::string roster_text(const measure::Roster& roster) {
  std::string out = "version = 1\n";
  for (const measure::Army& army : roster.armies) {
    out += fmt::format("\n[[army]]\nname = {}\n", toml_string(army.name));
    if (!army.colour.empty()) out += fmt::format("colour = {}\n", toml_string(army.colour));
    for (const measure::Unit& unit : army.units) out += unit_text(unit);
  }
  return out;
}

Result<measure::Roster> parse_roster(std::string_view text, const std::string& name) {
  return parse_with(text, name, [](const Section& root) {
    root.allow_only({"version", "army"});
    root.integer("version", kRosterVersion, kRosterVersion);
    measure::Roster roster;
    Taken taken;
    for (const Section& army : root.sections("army")) roster.armies.push_back(read_army(army, taken));
    std::set<std::string> seen;  // two pieces of one name could not be told apart in a question
    for (const measure::PieceSpec& piece : measure::pieces_of(roster))
      if (!seen.insert(piece.name).second) root.complain("army", fmt::format("two pieces are named \"{}\"", piece.name));
    return roster;
  });
}

Result<measure::Roster> read_roster(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_roster(text, path); });
}

Result<Replaced> write_roster(const std::string& path, const measure::Roster& roster) {
  const auto old = read_text(path);
  const auto known = old ? parse_roster(*old, path) : measure::fail(measure::ErrorCode::BadFile, "");
  const bool ours = known && roster_text(*known) == *old;  // nothing in it that would be lost
  if (!old || ours) return write_text(path, roster_text(roster)).transform([] { return Replaced{}; });
  return write_over(path, roster_text(roster));
}

}  // namespace app
