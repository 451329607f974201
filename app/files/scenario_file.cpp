#include "app/files/scenario_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

#include "app/files/disk.h"
#include "app/files/toml.h"
#include "app/wire/words.h"

namespace app {
namespace {

using measure::Inches, rules::charge::kByDice, rules::charge::Objective, rules::charge::Scenario;

constexpr int kScenarioVersion = 1;
/// More turns than any evening has, and more men than stand on a table: a larger number is a slip.
constexpr int kMostTurns = 1000, kMostMen = 1000;
/// Minutes: a day.
constexpr double kLongestClock = 24.0 * 60.0;

/// Says that `word` is none of `known`, and which was perhaps meant.
void complain_unknown(const Section& section, std::string_view key, const std::string& what, const std::string& word,
                      const std::vector<std::string_view>& known, const char* empty) {
  if (known.empty()) return section.complain(key, fmt::format("no {} is called \"{}\": {}", what, word, empty));
  const auto meant = nearest_word(word, known);
  std::string hint;
  for (const std::string_view each : known) hint += fmt::format("{}\"{}\"", hint.empty() ? "; there is " : ", ", each);
  section.complain(key, fmt::format("no {} is called \"{}\"{}", what, word, meant ? fmt::format("; did you mean \"{}\"?", *meant) : hint));
}

std::vector<std::string_view> armies_of(const measure::Roster& roster) {
  std::vector<std::string_view> names;
  for (const measure::Army& army : roster.armies) names.push_back(army.name);
  return names;
}

/// An army of the roster.
std::string read_army(const Section& section, std::string_view key, const measure::Roster& roster) {
  std::string name = section.text(key);
  const auto armies = armies_of(roster);
  if (!name.empty() && std::ranges::find(armies, name) == armies.end())
    complain_unknown(section, key, "army", name, armies, "the roster has no armies; give one with --roster");
  return name;
}

std::string read_first(const Section& section, const measure::Roster& roster) {
  if (!section.has("first")) return {};
  return section.text("first") == kByDice ? std::string(kByDice) : read_army(section, "first", roster);
}

std::string read_terrain(const Section& section, const measure::Table& table) {
  std::string name = section.text("terrain");
  std::vector<std::string_view> names;
  for (const measure::Terrain& terrain : table.terrain)
    if (!terrain.name.empty() && std::ranges::find(names, terrain.name) == names.end()) names.push_back(terrain.name);
  if (!name.empty() && std::ranges::find(names, name) == names.end())
    complain_unknown(section, "terrain", "terrain", name, names,
                     "the table has no terrain with a name; give one with --table, or `polygon`");
  return name;
}

void read_place(const Section& section, const measure::Table& table, Objective& objective) {
  const bool polygon = section.has("polygon");
  if (polygon && section.has("terrain")) return section.complain("polygon", "give either `terrain` or `polygon`, not both");
  if (!polygon && !section.has("terrain"))
    return section.complain("terrain", "is missing; name a piece of terrain of the table, or give `polygon`");
  if (!polygon) {
    objective.terrain = read_terrain(section, table);
    return;
  }
  objective.area = section.points("polygon", 3);
  if (objective.area.size() < 3) return;
  if (measure::enclosed_area(objective.area) < measure::kSmallestArea)
    return section.complain("polygon", "encloses no area: its points lie on one line");
  if (measure::crossing_edges(objective.area)) return section.complain("polygon", "crosses itself: give its corners in order, going round");
  const auto off = [&](measure::TablePoint p) { return p.x < Inches(0.0) || p.y < Inches(0.0) || p.x > table.length || p.y > table.width; };
  if (std::ranges::all_of(objective.area, off)) section.complain("polygon", "lies off the table");
}

Objective read_objective(const Section& section, const measure::Table& table, const measure::Roster& roster) {
  section.allow_only({"name", "terrain", "polygon", "within", "men", "keeper"});
  Objective objective;
  read_place(section, table, objective);
  objective.name = section.text_or("name", objective.terrain.empty() ? "the objective" : objective.terrain);
  objective.within = Inches(section.number_or("within", 0.0, Range::NotNegative));
  if (section.has("men")) objective.men = section.integer("men", 1, kMostMen);
  if (section.has("keeper")) objective.keeper = read_army(section, "keeper", roster);
  return objective;
}

void read_clocks(const Section& root, const measure::Roster& roster, Scenario& scenario) {
  for (const Section& section : root.sections("clock")) {
    section.allow_only({"army", "minutes"});
    const std::string army = read_army(section, "army", roster);
    const double minutes = section.number("minutes", Range::Positive);
    if (minutes > kLongestClock) section.complain("minutes", fmt::format("must be at most {:.0f}: a day", kLongestClock));
    if (!scenario.minutes.emplace(army, minutes).second) section.complain("army", fmt::format("\"{}\" has a clock already", army));
  }
}

Scenario read_all(const Section& root, const measure::Table& table, const measure::Roster& roster) {
  root.allow_only({"version", "scenario", "objective", "clock"});
  root.integer("version", kScenarioVersion, kScenarioVersion);
  const Section section = root.section("scenario");
  if (!section.exists()) root.complain("scenario", "is missing; it gives the name: [scenario] name = \"...\"");
  section.allow_only({"name", "turns", "first"});
  Scenario scenario;
  scenario.name = section.text("name");
  if (section.has("turns")) scenario.turns = section.integer("turns", 1, kMostTurns);
  scenario.first = read_first(section, roster);
  const Section place = root.section("objective");
  if (place.exists()) scenario.objective = read_objective(place, table, roster);
  if (place.exists() && !scenario.turns) section.complain("turns", "is missing; who holds the objective is asked when the turns are over");
  read_clocks(root, roster, scenario);
  return scenario;
}

}  // namespace

measure::Result<Scenario> parse_scenario(std::string_view text, const std::string& name, const measure::Table& table,
                                         const measure::Roster& roster) {
  return parse_with(text, name, [&](const Section& root) { return read_all(root, table, roster); });
}

measure::Result<Scenario> read_scenario(const std::string& path, const measure::Table& table, const measure::Roster& roster) {
  return read_text(path).and_then([&](const std::string& text) { return parse_scenario(text, path, table, roster); });
}

}  // namespace app
