#include "vision/discs/learned.h"

#include <utility>

namespace vision {
namespace {

// Paints nearer than this (see `paint_distance`) cannot be told apart.
constexpr float kOnePaint = 0.5f;

// An army of which less than this share looks as it is known to was mistaken before, or stands in another light.
constexpr double kMostAsKnown = 0.5;
// An army of which so many, or half, were found in one picture is known by its colour. Fewer may have been somebody else's.
constexpr std::size_t kEnoughToKnow = 6;
// A base found this near to where one stood, as a share of the half width, stood there.
constexpr double kSamePlace = 0.3;

bool lies_in(const cv::Rect& area, const DiscFit& fit) {
  return area.contains({static_cast<int>(fit.pixel.x()), static_cast<int>(fit.pixel.y())});
}

/// The base of an army's own list that looks like this one.
std::optional<std::size_t> base_of(const DiscArmy& army, const DiscBase& base) {
  const auto found = std::ranges::find(army.bases, base, [](const auto& b) { return b.second; });
  return found == army.bases.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - army.bases.begin()));
}

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
  if (old != tables.end() && old->second.of.learned == army.learned && old->second.of.hint == army.hint &&
      (old->second.of.mean - army.mean).norm() < kHardly && (old->second.of.spread - army.spread).norm() < 100.0f * kHardly)
    return old->second.table;
  return tables.insert_or_assign(army.army, Table{army, ColourTable(army)}).first->second.table;
}

void DiscDetector::Learned::take_paints(const DiscPicture& picture, const std::vector<Found>& found, std::span<const DiscArmy> all) {
  for (std::size_t a = 0; a < all.size(); ++a) {
    std::vector<Colour> shown;
    for (const Found& f : found)
      if (f.army == a)
        if (const auto paint = paint_of(picture, f.fit)) shown.push_back(*paint);
    if (!shown.empty()) paints[all[a].colour.army] = middle_paint(shown);
  }
}

bool DiscDetector::Learned::worn_by_another(const DiscPicture& picture, const Found& found, std::span<const DiscArmy> all) {
  const auto own = paints.find(all[found.army].colour.army);
  if (own == paints.end()) return false;
  std::optional<Colour> paint;
  for (const DiscArmy& army : all) {
    const auto its = paints.find(army.colour.army);
    if (its == paints.end() || paint_distance(its->second, own->second) < kOnePaint) continue;
    if (table_of(army.colour).fit(found.fit.colour) < kFitsArmy) continue;
    if (!paint) paint = paint_of(picture, found.fit).value_or(Colour(found.fit.colour.cwiseQuotient(*white)));
    if (paint_distance(*paint, its->second) < paint_distance(*paint, own->second)) return true;
  }
  return false;
}

std::vector<Found> DiscDetector::Learned::stood(const DiscArmy& army, std::size_t index, const cv::Rect& area) const {
  std::vector<Found> out;
  for (const LastSeen& before : last) {
    const auto base = base_of(army, before.fit.base);
    if (before.army == army.colour.army && base && lies_in(area, before.fit)) out.push_back({before.fit, index, *base, 0.0, {}});
  }
  return out;
}

std::vector<measure::TablePoint> DiscDetector::Learned::missing(const std::vector<Found>& found, const cv::Rect& area) const {
  std::vector<measure::TablePoint> out;
  for (const LastSeen& l : last) {
    const auto stands_there = [&](const Found& f) {
      return std::hypot(l.fit.pose.x - f.fit.pose.x, l.fit.pose.y - f.fit.pose.y) < kSamePlace * l.fit.base.half_width;
    };
    if (lies_in(area, l.fit) && std::ranges::none_of(found, stands_there))
      out.push_back({measure::Inches(l.fit.pose.x), measure::Inches(l.fit.pose.y)});
  }
  return out;
}

bool DiscDetector::Learned::short_of_men(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const {
  for (std::size_t a = 0; a < all.size(); ++a)
    if (static_cast<std::size_t>(std::ranges::count(found, a, &Found::army)) < stood(all[a], a, area).size()) return true;
  return false;
}

bool DiscDetector::Learned::knows(const DiscArmy& army) const {
  const auto most = most_seen.find(army.colour.army);
  return army.colour.learned && most != most_seen.end() && most->second >= std::min(kEnoughToKnow, (army.men + 1) / 2);
}

void DiscDetector::Learned::remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) {
  for (std::size_t a = 0; a < all.size(); ++a) {
    std::size_t& most = most_seen[all[a].colour.army];
    most = std::max(most, static_cast<std::size_t>(std::ranges::count(found, a, &Found::army)));
  }
  const auto again = [&](const LastSeen& before) {
    return std::ranges::any_of(found, [&](const Found& f) { return collide(f.fit, before.fit); });
  };
  std::erase_if(last, [&](const LastSeen& before) { return lies_in(area, before.fit) || again(before); });
  for (const Found& f : found) last.push_back({all[f.army].colour.army, f.fit});
}

Owners DiscDetector::Learned::owners(std::vector<SeenDisc>& seen, const Scene& scene, std::vector<DiscArmy>& sought) {
  std::vector<ArmySought> asked;
  for (const DiscArmy& army : sought) {
    const auto known = paints.find(army.colour.army);
    asked.push_back(as_sought(army, scene));
    if (known != paints.end()) asked.back().paint = known->second;
  }
  Owners out = owners_of(seen, asked);
  for (std::size_t a = 0; a < sought.size(); ++a) {
    if (out.paints[a]) paints[sought[a].colour.army] = *out.paints[a];
    std::vector<Colour> prints;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (out.of_base[i] == a && seen[i].evidence > 0.0) prints.push_back(seen[i].print);
    const auto as_known =
        std::ranges::count_if(prints, [&](const Colour& print) { return table_of(sought[a].colour).fit(print) >= kFitsArmy; });
    if (!sought[a].colour.learned || static_cast<double>(as_known) < kMostAsKnown * static_cast<double>(prints.size()))
      sought[a].colour = learned_from(sought[a].colour, prints, 1);
  }
  for (const auto& [a, b] : out.alike) {
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
