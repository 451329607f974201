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

void turn(Dials& dials, const std::string& rule, Dial dial) {
  dials.erase(rule);
  if (dial_of(dials, rule) != dial) dials[rule] = dial;
}

using measure::Verdict;

Verdict as_it_counts(Verdict verdict, Dial dial) {
  if (dial == Dial::Enforce) return verdict;
  return dial == Dial::Propose ? Verdict::TooCloseToCall : Verdict::Yes;
}

rules::charge::House in_play(rules::charge::House house, const Dials& dials) {
  if (dials.empty()) return house;
  for (const char* const rule : {"C-A1", "C-A2", "C-A3", "C-A4", "C-A5", "C-I1", "C-I2", "CG4", "CG11", "CG23", "CG28", "CG29", "CG31"})
    if (const Dial dial = dial_of(dials, rule); dial != Dial::Enforce) house.at_worst[rule] = as_it_counts(Verdict::No, dial);
  return house;
}

std::vector<std::string_view> names_of_dials() {
  std::vector<std::string_view> names = rules::charge::rule_ids();
  for (const std::string_view id : rules::charge::rule_ids())
    if (std::ranges::find(names, group_of(id)) == names.end()) names.push_back(group_of(id));
  return names;
}

}  // namespace app
