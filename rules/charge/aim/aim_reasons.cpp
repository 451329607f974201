#include "rules/charge/aim/aim_reasons.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/charge/aim/aim.h"

namespace rules::charge {
namespace {

using measure::Inches;
using measure::Measured;
using measure::Verdict;

const char* kOpen = ": too close to call";

const char* tail(Verdict v) { return v == Verdict::TooCloseToCall ? kOpen : ""; }

Reason measured(std::string rule, std::string says, Measured m, Inches limit, std::string who) {
  return {.rule = std::move(rule),
          .says = std::move(says),
          .value = m.value.value,
          .limit = limit.value,
          .margin = m.margin.value,
          .who = std::move(who)};
}

/// What hides the target, by the number that is nearest to saying otherwise.
Reason hidden(const measure::Sight& sight, const std::string& rule, const Figure& target, const House& house) {
  if (sight.in_the_way.empty())
    return {.rule = rule, .says = "whether it is seen cannot be told", .value = {}, .limit = {}, .margin = {}, .who = target.name};
  const measure::SightBlocker& b = sight.in_the_way.front();
  const char* open = tail(sight.clear);
  const bool sideways_open = measure::at_least(b.clearance, Inches(0.0)) == Verdict::TooCloseToCall;
  const std::string name = b.name.empty() ? "something in the way" : b.name;
  if (sideways_open || !b.terrain)
    return measured(rule,
                    fmt::format("hidden by {}, which reaches {:.2f} in over the line of sight{}", name, -b.clearance.value.value, open),
                    b.clearance, Inches(0.0), b.name);
  if (b.terrain == measure::TerrainKind::Wood)
    return measured(rule,
                    fmt::format("hidden by {}: {:.2f} in of wood on the line, one sees through {:.2f} in{}", name, b.depth.value.value,
                                house.wood_depth, open),
                    b.depth, Inches(house.wood_depth), b.name);
  return measured(rule, fmt::format("hidden by {}, which rises {:.2f} in above the line of sight{}", name, b.rise.value.value, open),
                  b.rise, Inches(0.0), b.name);
}

std::string score(std::optional<int> needs) {
  if (!needs) return "no fire";
  return *needs == 1 ? std::string("automatic") : *needs == 6 ? std::string("6") : fmt::format("{}+", *needs);
}

}  // namespace

std::vector<Reason> reasons(const FireLine& line, Arm firer, const Figure& target, const House& house) {
  const bool gun = firer == Arm::Gun;
  std::vector<Reason> because, open;  // what surely forbids the shot comes first
  const auto list = [&](Verdict v) -> std::vector<Reason>& { return v == Verdict::No ? because : open; };
  if (line.sight.clear != Verdict::Yes) list(line.sight.clear).push_back(hidden(line.sight, gun ? "C-A2" : "C-I1", target, house));
  if (const Verdict v = line.bearing.in_arc; v != Verdict::Yes) {
    const double off = measure::degrees(line.bearing.off.value), limit = measure::degrees(kFireArc);
    list(v).push_back({.rule = gun ? "C-A3" : "C-I1",
                       .says = fmt::format("{:.1f} degrees off, allowed {:.0f}{}", off, limit, tail(v)),
                       .value = off,
                       .limit = limit,
                       .margin = measure::degrees(line.bearing.off.margin),
                       .who = target.name});
  }
  if (const Verdict v = line.friends.clear; v != Verdict::Yes) {
    const Measured m = line.friends.deciding;
    const std::string& name = line.friends.deciding_friend->name;
    list(v).push_back(measured(gun ? "C-A4" : "C-I1",
                               fmt::format("the line of fire passes {:.2f} in from {}, needs {:.0f} in{}", m.value.value,
                                           name.empty() ? "a friend" : name, kClearOfFriends.value, tail(v)),
                               m, kClearOfFriends, name));
  }
  if (const Verdict v = line.bearing.in_range; v != Verdict::Yes) {
    const Inches limit = farthest_range(firer, house);
    list(v).push_back(measured(
        gun ? "C-A5" : "C-I2",
        fmt::format("{:.2f} in away, {} reach {:.0f} in{}", line.bearing.range.value.value, gun ? "guns" : "muskets", limit.value, tail(v)),
        line.bearing.range, limit, target.name));
  }
  because.insert(because.end(), open.begin(), open.end());
  return because;
}

BandDoubt band_doubt(const Measured& range, const std::string& who, const House& house) {
  BandDoubt doubt;
  const auto needs = score_needed(range.value.value, house);
  const auto least = score_needed(range.value.value - range.margin.value, house);
  const auto most = score_needed(range.value.value + range.margin.value, house);
  if (least != needs || most != needs) {
    doubt.could_need = least != needs ? least : most;
    const std::optional<int> lower = least != needs ? least : needs, higher = least != needs ? needs : most;
    if (lower && higher)  // at the far end of the last band the range itself is the doubt, and has its own reason
      doubt.notes.push_back(measured("CG52", fmt::format("{:.2f} in: {} or {}{}", range.value.value, score(lower), score(higher), kOpen),
                                     range, range_bands(Arm::Gun, house)[static_cast<std::size_t>(*lower) - 1].until, who));
  }
  if (measure::at_most(range, kFullEffect) == Verdict::TooCloseToCall)
    doubt.notes.push_back(
        measured("CG52", fmt::format("{:.2f} in: full or half effect (C-A6){}", range.value.value, kOpen), range, kFullEffect, who));
  return doubt;
}

Reason too_few_crew(int crew, int maybe, Verdict manned) {
  const std::string may = maybe > 0 ? fmt::format(", {} more may", maybe) : std::string();
  return {.rule = "C-A1",
          .says = fmt::format("{} {} the gun{}; it takes {}{}", crew, crew == 1 ? "man serves" : "men serve", may, kCrew, tail(manned)),
          .value = crew,
          .limit = kCrew,
          .margin = maybe,
          .who = {}};
}

}  // namespace rules::charge
