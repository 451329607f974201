#include "app/files/roster_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files/toml_text.h"

namespace app {
namespace {

using measure::Inches;
using toml_text::number;
using toml_text::toml_string;

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

const char* arm_word(measure::Arm arm) {
  if (arm == measure::Arm::Cavalry) return "cavalry";
  return arm == measure::Arm::Gun ? "gun" : "infantry";
}

std::string unit_text(const measure::Unit& unit) {
  std::string out = "\n[[army.unit]]\n";
  const auto key = [&](std::string_view name, const std::string& value) { out += fmt::format("{} = {}\n", name, value); };
  key("name", toml_string(unit.name));
  key("arm", toml_string(arm_word(unit.arm)));
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

}  // namespace app
