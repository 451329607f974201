#include "app/wire/dial.h"

#include <algorithm>
#include <cctype>

#include "rules/charge/rulebook.h"

namespace app {
namespace {

/// "C-A" of "C-A4": what stands before the number.
std::string_view group_of(std::string_view id) {
  while (!id.empty() && std::isdigit(static_cast<unsigned char>(id.back()))) id.remove_suffix(1);
  return id;
}

}  // namespace

Dial dial_of(const Dials& dials, std::string_view rule) {
  for (const std::string_view name : {rule, group_of(rule)})
    if (const auto found = dials.find(std::string(name)); found != dials.end()) return found->second;
  return Dial::Enforce;
}

std::vector<std::string_view> names_of_dials() {
  std::vector<std::string_view> names = rules::charge::rule_ids();
  for (const std::string_view id : rules::charge::rule_ids())
    if (std::ranges::find(names, group_of(id)) == names.end()) names.push_back(group_of(id));
  return names;
}

}  // namespace app
