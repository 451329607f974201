#include "vision/discs/learned.h"

#include <utility>

namespace vision {
namespace {

// An army of which less than this share looks as it is known to was mistaken before, or stands in another light.
constexpr double kMostAsKnown = 0.5;

ArmySought as_sought(const DiscArmy& army, const Scene& scene) {
  ArmySought out{.hint = army.colour.hint, .men = army.men, .officers = {}, .bases = {}, .paint = {}};
  for (const auto& base : army.bases) out.bases.push_back(base.second);
  for (const Sighting& tag : scene.already)
    if (tag.tag && tag.army == army.colour.army) out.officers.push_back(tag.at);
  return out;
}

}  // namespace

const ColourTable& DiscDetector::Learned::table_of(const ArmyColour& army) {
  constexpr float kHardly = 3.0f;  // grey levels; rebuilding costs a millisecond
  const auto old = tables.find(army.army);
  if (old != tables.end() && old->second.of.learned == army.learned && (old->second.of.mean - army.mean).norm() < kHardly &&
      (old->second.of.spread - army.spread).norm() < 100.0f * kHardly)
    return old->second.table;
  return tables.insert_or_assign(army.army, Table{army, ColourTable(army)}).first->second.table;
}

Owners DiscDetector::Learned::owners(std::vector<SeenDisc>& seen, const Scene& scene, std::vector<DiscArmy>& sought) {
  std::vector<ArmySought> asked;
  for (const DiscArmy& army : sought) {
    const auto known = paints.find(army.colour.army);
    asked.push_back(as_sought(army, scene));
    if (known != paints.end()) asked.back().paint = known->second;
  }
  Owners out = owners_of(seen, asked);
  // Whose paint cannot be told apart may be either's, on either's bases.
  for (const auto& [a, b] : out.alike)
    for (std::vector<float>& costs : out.costs) costs[a] = costs[b] = std::min(costs[a], costs[b]);
  const auto may_be_of = [&](std::size_t base, std::size_t army) {
    const auto owner = out.of_base[base];
    return owner && (*owner == army || std::ranges::count(out.alike, std::pair(std::min(*owner, army), std::max(*owner, army))) > 0);
  };
  for (std::size_t a = 0; a < sought.size(); ++a) {
    if (out.paints[a]) paints[sought[a].colour.army] = *out.paints[a];
    std::vector<Colour> prints;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (may_be_of(i, a) && seen[i].evidence > 0.0) prints.push_back(seen[i].print);
    const auto as_known =
        std::ranges::count_if(prints, [&](const Colour& print) { return table_of(sought[a].colour).fit(print) >= kFitsArmy; });
    if (!sought[a].colour.learned || static_cast<double>(as_known) < kMostAsKnown * static_cast<double>(prints.size()))
      sought[a].colour = learned_from(sought[a].colour, prints, 1);
  }
  for (const auto& [a, b] : out.alike) {
    sought[a].colour.shared = sought[b].colour.shared = true;
    const std::string &one = sought[a].colour.army, &other = sought[b].colour.army;
    if (alike.contains(one) && alike.contains(other)) continue;
    alike.insert({one, other});
    findings.push_back(calibration::warning(
        "armies-alike",
        "The bases of " + one + " and " + other + " look alike; who belongs to which army is judged by where the officers stand.",
        "give one army's bases another colour, or give men tags"));
  }
  return out;
}

}  // namespace vision
