#include "app/window/panels/roster_edit.h"

#include <fmt/format.h>

#include <algorithm>

namespace window {

using measure::Inches;

std::string free_name(const std::string& stem, const std::vector<std::string>& taken) {
  std::string name = stem;
  for (int n = 2; std::ranges::find(taken, name) != taken.end(); ++n) name = fmt::format("{} {}", stem, n);
  return name;
}

measure::Unit usual_unit(const std::string& name, measure::Arm arm) {
  measure::Unit unit;
  unit.name = name;
  unit.arm = arm;
  unit.models = arm == measure::Arm::Gun ? 1 : arm == measure::Arm::Cavalry ? 6 : 12;
  unit.base.shape = measure::RoundShape{Inches(1.0)};
  if (arm == measure::Arm::Cavalry) unit.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  if (arm == measure::Arm::Gun) unit.base.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
  return unit;
}

measure::Roster with_new_army(measure::Roster roster) {
  std::vector<std::string> taken;
  for (const auto& army : roster.armies) taken.push_back(army.name);
  static constexpr const char* kColours[] = {"#b3202a", "#2448b8", "#2f8f4e", "#e69f00"};
  roster.armies.push_back({.name = free_name("army", taken), .colour = kColours[roster.armies.size() % std::size(kColours)], .units = {}});
  return roster;
}

measure::Roster with_new_unit(measure::Roster roster, std::size_t army, measure::Arm arm) {
  std::vector<std::string> taken;  // unit names are told apart across armies: piece names begin with them
  for (const auto& a : roster.armies) {
    for (const auto& unit : a.units) taken.push_back(unit.name);
  }
  const char* const stem = arm == measure::Arm::Gun ? "gun" : arm == measure::Arm::Cavalry ? "squadron" : "company";
  roster.armies.at(army).units.push_back(usual_unit(free_name(stem, taken), arm));
  return roster;
}

measure::Roster without_unit(measure::Roster roster, std::size_t army, std::size_t unit) {
  auto& units = roster.armies.at(army).units;
  units.erase(units.begin() + static_cast<std::ptrdiff_t>(unit));
  return roster;
}

measure::Roster without_army(measure::Roster roster, std::size_t army) {
  roster.armies.erase(roster.armies.begin() + static_cast<std::ptrdiff_t>(army));
  return roster;
}

}  // namespace window
