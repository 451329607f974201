#include "vision/discs/learned.h"

#include <utility>

namespace vision {
namespace {

// Paints nearer than this (see `paint_distance`) cannot be told apart.
constexpr float kOnePaint = 0.5f;

// An army of which this share stands there is all there but for its fallen and hidden. Smaller believes a wrong hint that finds a few.
constexpr double kMostOfArmy = 0.75;

// So many bases that a reading of the colours does not explain, or gives to two armies, are a reason to doubt it: as many as teach a
// colour. Fewer let one rider's coat turn over what the roster says, more believe a wrong hint.
constexpr auto kAFew = static_cast<std::ptrdiff_t>(kBasesToLearn);

// An army of at least so many men of whom less than this share is found again is not covered, but stands in another light. Smaller leaves
// an army lost until its light returns, larger learns anew whenever a sleeve lies over half of it.
constexpr std::size_t kAnArmy = 6;
constexpr double kFewFoundAgain = 0.5;

/// How many bases of each army were found; none where an army has more than the roster gives it, or claims a few of another's. A single
/// rider whose coat passes for another army's base is no reason to doubt either.
std::optional<std::vector<std::size_t>> counted(const std::vector<Found>& found, const std::vector<DiscArmy>& armies) {
  std::vector<std::size_t> count(armies.size());
  for (const Found& f : best_of(found)) ++count[f.army];
  for (std::size_t a = 0; a < armies.size(); ++a) {
    const auto claimed = std::ranges::count_if(found, [&](const Found& f) {
      return f.army == a && std::ranges::any_of(found, [&](const Found& o) { return o.army != a && collide(o.fit, f.fit); });
    });
    if (count[a] > armies[a].men || claimed >= kAFew) return std::nullopt;
  }
  return count;
}

bool lies_in(const cv::Rect& area, const DiscFit& fit) {
  return area.contains({static_cast<int>(fit.pixel.x()), static_cast<int>(fit.pixel.y())});
}

/// The base of an army's own list that looks like this one.
std::optional<std::size_t> base_of(const DiscArmy& army, const DiscBase& base) {
  const auto found = std::ranges::find(army.bases, base, [](const auto& b) { return b.second; });
  return found == army.bases.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - army.bases.begin()));
}

ArmySought as_sought(const DiscArmy& army, const Scene& scene) {
  ArmySought out{.hint = army.colour.hint, .men = army.men, .officers = {}};
  for (const Sighting& tag : scene.already)
    if (tag.tag && tag.army == army.colour.army) out.officers.push_back(tag.at);
  return out;
}

/// Every base in the list of any army, once.
std::vector<DiscBase> bases_of(const std::vector<DiscArmy>& armies) {
  std::vector<DiscBase> bases;
  for (const DiscArmy& army : armies)
    for (const auto& base : army.bases)
      if (std::ranges::find(bases, base.second) == bases.end()) bases.push_back(base.second);
  return bases;
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
    if (before.army == army.colour.army && base && lies_in(area, before.fit)) out.push_back({before.fit, index, *base, 0.0});
  }
  return out;
}

bool DiscDetector::Learned::lost_most(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const {
  for (std::size_t a = 0; a < all.size(); ++a) {
    const std::size_t before = stood(all[a], a, area).size();
    const auto again = static_cast<double>(std::ranges::count(found, a, &Found::army));
    if (before >= kAnArmy && again < kFewFoundAgain * static_cast<double>(before)) return true;
  }
  return false;
}

void DiscDetector::Learned::remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) {
  std::erase_if(last, [&](const LastSeen& before) { return lies_in(area, before.fit); });
  for (const Found& f : found) last.push_back({all[f.army].colour.army, f.fit});
}

/// Where the ground looks like the army, a bare rim, or one with a tag's paper for its wedge, may be the ground's own.
void DiscDetector::Learned::drop_doubtful(std::vector<Found>& found, const DiscPicture& picture, std::span<const TaggedBase> tagged,
                                          std::span<const DiscArmy> all) {
  std::erase_if(found, [&](const Found& f) {
    const auto beside_tag = [&](const TaggedBase& t) { return room_beyond(f.fit.pose, t) < f.fit.base.half_width; };
    const bool doubtful = f.fit.wedge < kLeastWhiteFront || std::ranges::any_of(tagged, beside_tag);
    return (doubtful && by_wedge.contains(all[f.army].colour.army)) || worn_by_another(picture, f, all);
  });
}

void DiscDetector::Learned::find_missing(std::vector<Found>& found, const DiscPicture& picture, const ReducedPicture& reduced,
                                         const Scene& scene, const cv::Rect& area, std::span<const TaggedBase> tagged,
                                         const std::vector<DiscArmy>& all) {
  std::vector<std::size_t> short_of_men;
  for (std::size_t a = 0; a < all.size(); ++a) {
    const std::size_t expected = last.empty() ? all[a].men : stood(all[a], a, area).size();
    if (static_cast<std::size_t>(std::ranges::count(found, a, &Found::army)) < expected && all[a].colour.learned) short_of_men.push_back(a);
  }
  if (short_of_men.empty()) return;
  std::vector<DiscFit> known;
  for (const Found& f : found)
    if (f.fit.heading_seen) known.push_back(f.fit);  // white on any other may be somebody else's front
  for (const std::size_t a : short_of_men) {
    const ArmyColour& colour = all[a].colour;
    const ColourTable& print = table_of(colour);
    const std::vector<DiscBase> bases = bases_of({all[a]});
    std::vector<Found> tries;
    for (const WedgeProposal& p : propose_by_wedges(picture, reduced, *white, bases, scene.tags, known, &print)) {
      DiscFit fit;
      fit.base = bases[p.base];
      fit.pose = p.pose;
      tries.push_back({fit, a, *base_of(all[a], fit.base), 0.0});
    }
    std::vector<Found> more = look_at(picture, all[a], a, {print, colour, *white, offsets[colour.army]}, tagged, tries, found);
    std::erase_if(more, [](const Found& f) { return !f.fit.heading_seen; });  // found by its wedge, it must show one
    drop_doubtful(more, picture, tagged, all);
    found.insert(found.end(), more.begin(), more.end());
  }
  found = best_of(std::move(found));
}

void DiscDetector::Learned::name_paints(const std::vector<PaintedBases>& all, const Scene& scene, std::vector<DiscArmy>& sought) {
  std::vector<PaintedBases> open;  // paints of armies not yet known
  for (const PaintedBases& paint : all)
    if (std::ranges::none_of(paints, [&](const auto& known) { return paint_distance(known.second, paint.paint) < 1.0f; }))
      open.push_back(paint);
  std::vector<ArmySought> asked;
  std::vector<std::size_t> who;
  for (std::size_t a = 0; a < sought.size(); ++a) {
    if (sought[a].colour.learned) continue;
    asked.push_back(as_sought(sought[a], scene));
    who.push_back(a);
  }
  const auto named = armies_of_paints(asked, open);
  for (std::size_t k = 0; k < named.size(); ++k) {
    if (!named[k].paint) continue;
    ArmyColour& colour = sought[who[k]].colour;
    const PaintedBases& paint = open[*named[k].paint];
    const ArmyColour before = colour;
    colour = paint.colour;
    colour.army = before.army;
    colour.hint = before.hint;
    colour.exposure = before.exposure;
    paints[colour.army] = paint.paint;
    if (!named[k].like) continue;
    const std::string& other = sought[who[*named[k].like]].colour.army;
    alike.insert({colour.army, other});
    findings.push_back(calibration::warning(
        "armies-alike",
        "The bases of " + other + " and " + colour.army + " look alike; who belongs to which army is judged by where the officers stand.",
        "give one army's bases another colour, or give men tags"));
  }
}

std::vector<ByWedge> DiscDetector::Learned::by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                                      std::vector<DiscArmy>& sought) {
  std::vector<ByWedge> out(sought.size());
  const std::vector<DiscBase> bases = bases_of(sought);
  const auto proposals = propose_by_wedges(picture, reduced, *white, bases, scene.tags);
  const auto shared = shared_paints(picture, *white, bases, proposals);
  name_paints(shared, scene, sought);
  for (std::size_t a = 0; a < sought.size(); ++a) {
    const auto paint = paints.find(sought[a].colour.army);
    if (paint == paints.end()) continue;
    const auto add = [&](const WedgeProposal& p, std::vector<Found>& to) {
      const auto base = base_of(sought[a], bases[p.base]);
      if (!base || paint_distance(p.paint, paint->second) > 1.0f) return;
      DiscFit fit;
      fit.base = bases[p.base];
      fit.pose = p.pose;
      to.push_back({fit, a, *base, 0.0});
    };
    for (const WedgeProposal& p : proposals) add(p, out[a].proposed);
    for (const PaintedBases& one : shared)
      for (const WedgeProposal& p : one.bases) add(p, out[a].confirmed);
  }
  return out;
}

/// They do when every army is there with about its number. Where men are missing, little else on the table may look like a base with
/// its wedge, and nobody may be better named after another army's paint.
bool DiscDetector::Learned::explained_by_hints(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                               const std::vector<DiscArmy>& hinted, const std::vector<DiscArmy>& learned,
                                               const std::vector<Found>& found) {
  const auto count = counted(found, hinted);
  if (!count) return false;
  bool all_there = true;
  for (std::size_t a = 0; a < hinted.size(); ++a)
    all_there = all_there && static_cast<double>((*count)[a]) >= kMostOfArmy * static_cast<double>(hinted[a].men);
  if (all_there) return true;

  std::vector<ArmySought> asked;
  std::vector<std::optional<std::size_t>> own;  // in which of the paints each of them was found
  std::vector<PaintedBases> seen;
  std::vector<std::size_t> wearer;  // of each paint
  std::vector<DiscFit> fits;
  for (std::size_t a = 0; a < hinted.size(); ++a) {
    const std::size_t before = fits.size();
    for (const Found& f : found)
      if (f.army == a) fits.push_back(f.fit);
    if (hinted[a].colour.learned) continue;
    asked.push_back(as_sought(hinted[a], scene));
    own.emplace_back();
    if (auto paint = paint_shared_by(picture, std::span(fits).subspan(before))) {
      own.back() = seen.size();
      seen.push_back(std::move(*paint));
      wearer.push_back(a);
    }
  }
  const auto named = armies_of_paints(asked, seen);
  for (std::size_t k = 0; k < named.size(); ++k)
    if (named[k].paint != own[k]) return false;

  const std::vector<DiscBase> bases = bases_of(hinted);
  const auto others = propose_by_wedges(picture, reduced, *white, bases, scene.tags, fits);
  if (!shared_paints(picture, *white, bases, others).empty()) return false;
  std::vector<Found> missed;
  for (const WedgeProposal& p : others)
    for (std::size_t k = 0; k < seen.size(); ++k) {
      if (paint_distance(seen[k].paint, p.paint) > 1.0f) continue;
      const ArmyColour& colour = learned[wearer[k]].colour;
      const auto fit = fit_disc(picture, {table_of(colour), colour, *white, {}}, bases[p.base], p.pose);
      if (fit && confirmed(*fit)) missed.push_back({*fit, wearer[k], p.base, 0.0});
    }
  return std::ssize(best_of(std::move(missed))) < kAFew;  // one or two are looked for once more, see find_missing
}

}  // namespace vision
