#include "vision/discs/wedge_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "measure/robust.h"
#include "vision/discs/samples.h"

namespace vision {
namespace {

using measure::Inches, std::numbers::pi;

// A white patch is at least this bright, as a share of white paper in full light, and tinted by at most this share. Darker or more
// colourful takes flesh and brown earth for white, the other way round loses wedges under trees.
constexpr float kLeastWedgeWhite = 0.4f, kMostTint = 0.25f;
// Around a wedge, this share of its base's half width away, at least this many of the places looked at are darker than this share of it.
constexpr double kAround = 0.65;
constexpr float kDarker = 0.8f;
constexpr int kPlacesAround = 16, kDarkerAround = 11;
// A wedge and what white stands on it end within this reach of their whitest place, as a share of the longest base's half length. Less
// loses white horses, more takes rivers' banks and walls for rows of wedges, which only costs time.
constexpr double kPatchReach = 1.2;
// Where the visible middle of a wedge lies, as a share of the half length: the figure stands on its tip.
constexpr double kWedgeMiddle = 0.78;
// Headings tried. Fewer and the fit no longer finds its way.
constexpr int kHeadings = 36;
// The rim is looked at on this many places from beside the wedge all round, this share of the way out to it, and outside it.
constexpr int kRimPlaces = 18;
constexpr double kBesideWedge = 42.0 * pi / 180.0, kUnderRim = 0.8, kOutside = 1.3;
// Colours nearer than this (grey levels, and share of the print) do not show an edge, and are one print.
constexpr float kNoEdge = 8.0f, kNoEdgeShare = 0.12f, kOnePrint = 1.3f;
// ... but noise alone makes no difference larger than this.
constexpr float kLeastEdge = 10.0f;
// A print this white has no wedge; a wedge is white at this many of the places looked at, as a share of the patch.
constexpr float kAlmostWhite = 0.8f, kWhiteEnough = 0.6f;
constexpr int kLeastWhitePlaces = 2;
constexpr double kNoWedge = 0.08;  // what each of the others takes from the score
// A proposal needs this score: a third of the rim in sight and clear.
constexpr double kLeastScore = 0.25;
// ... or this where the army's print is known: one place beside the white. Less tries every fleck, more loses men who show their front
// only.
constexpr double kLeastKnownScore = 0.05;
// So many readings of one patch are kept, as long as they score this share of the best; a smaller turn than this (radians) is the same.
constexpr std::size_t kReadings = 3;
constexpr double kNearlyAsGood = 0.6, kSameReading = 0.8;
// Where the army's print is known so many are kept, whatever the best one promises: a fit judges them, and of men under trees the true
// reading is seldom the one that shows most print. Fewer lose such men, more cost time where many are missing.
constexpr std::size_t kKnownReadings = 12;
constexpr double kSameKnownReading = 0.3;
// Paints this far apart are two: as a share of white, and of the paint itself. Smaller splits an army under mixed light, larger makes
// two blues one.
constexpr float kPaintNoise = 0.05f, kPaintSpread = 0.18f;
// A base confirms a paint when a fit finds this much of its rim and wedge, and little that contradicts it.
constexpr double kConfirmedRim = 0.5, kConfirmedWedge = 0.3, kMostAgainst = 0.2, kMostRaggedWedge = 0.45;
// Wedge places that are read for its white.
constexpr std::array kWhiteOut = {0.68, 0.78, 0.88};
constexpr std::array kWhiteOff = {-0.2, 0.0, 0.2};  // radians

/// How white a colour is: its darkest channel as a share of white, none for what is tinted.
float whiteness(const Colour& c, const Colour& white) {
  const Colour share = c.cwiseQuotient(white);
  const float most = share.maxCoeff(), least = share.minCoeff();
  return most - least > kMostTint * most ? 0.0f : least;
}

/// The whiteness of every reduced pixel, evened out over 3 x 3.
cv::Mat whiteness_of(const cv::Mat& bgr, const Colour& white) {
  cv::Mat out(bgr.size(), CV_32F), even;
  for (int y = 0; y < bgr.rows; ++y) {
    const auto* from = bgr.ptr<std::uint8_t>(y);
    auto* to = out.ptr<float>(y);
    for (int x = 0; x < bgr.cols; ++x) to[x] = whiteness({float(from[3 * x]), float(from[3 * x + 1]), float(from[3 * x + 2])}, white);
  }
  cv::blur(out, even, {3, 3});
  return even;
}

bool is_peak(const cv::Mat& map, int x, int y, double around_px) {
  const float here = map.at<float>(y, x);
  if (here < kLeastWedgeWhite * 0.75f) return false;  // evened out, a small patch is fainter
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const float other = map.at<float>(y + dy, x + dx);
      if (other > here || (other == here && (dy < 0 || (dy == 0 && dx < 0)))) return false;
    }
  int darker = 0;
  for (int i = 0; i < kPlacesAround; ++i) {
    const double angle = 2.0 * pi * i / kPlacesAround;
    const int u = cvRound(x + around_px * std::cos(angle)), v = cvRound(y + around_px * std::sin(angle));
    if (u < 0 || v < 0 || u >= map.cols || v >= map.rows) continue;
    darker += map.at<float>(v, u) < kDarker * here;
  }
  return darker >= kDarkerAround;
}

/// Does the white about a peak end within this reach? A wedge's does, a road's edge, a river's bank and a wall go on.
bool ends_within(const cv::Mat& map, cv::Point peak, int reach) {
  const float as_white = kDarker * map.at<float>(peak);
  const int side = 2 * reach + 1;
  std::vector<char> seen(static_cast<std::size_t>(side * side));
  std::vector<cv::Point> open{peak};
  while (!open.empty()) {
    const cv::Point at = open.back(), off = at - peak;
    open.pop_back();
    if (std::max(std::abs(off.x), std::abs(off.y)) > reach) return false;
    auto& here = seen[static_cast<std::size_t>((off.y + reach) * side + off.x + reach)];
    if (here) continue;
    here = 1;
    for (const cv::Point to : {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)}) {
      const cv::Point next = at + to;
      if (next.x >= 0 && next.y >= 0 && next.x < map.cols && next.y < map.rows && map.at<float>(next) >= as_white) open.push_back(next);
    }
  }
  return true;
}

/// One white patch: its place on top of a base, and pixels per inch there.
struct WhitePatch {
  Eigen::Vector2d pixel, table;
  Eigen::Matrix2d jacobian;
};

std::optional<WhitePatch> patch_at(const DiscPicture& picture, const Eigen::Vector2d& pixel, double height) {
  auto place = picture.camera.table_from_image({pixel.x(), pixel.y()}, Inches(height));
  if (!place) return std::nullopt;
  const Inches top = measure::ground_height(picture.table.terrain, *place) + Inches(height);
  place = picture.camera.table_from_image({pixel.x(), pixel.y()}, top);
  if (!place) return std::nullopt;
  return WhitePatch{pixel, {place->x.value, place->y.value}, picture.camera.image_jacobian(*place, top)};
}

/// Directions round a base and how far its rim is there.
struct Outline {
  std::array<Eigen::Vector2d, kRimPlaces> under, outside;  // inches, forward and left
  std::array<Eigen::Vector2d, 4> wedge;
  explicit Outline(const DiscBase& base) {
    std::size_t next = 0;
    for (const double out : {0.78, 0.9})
      for (const double off : {-0.22, 0.22}) wedge[next++] = out * rim_distance(base, off) * Eigen::Vector2d(std::cos(off), std::sin(off));
    for (int i = 0; i < kRimPlaces; ++i) {
      const double off = kBesideWedge + (2.0 * pi - 2.0 * kBesideWedge) * i / (kRimPlaces - 1), rim = rim_distance(base, off);
      const Eigen::Vector2d to(std::cos(off), std::sin(off));
      under[static_cast<std::size_t>(i)] = kUnderRim * rim * to;
      outside[static_cast<std::size_t>(i)] = (rim + (kOutside - 1.0) * base.half_width) * to;
    }
  }
};

Colour middle_of(std::array<std::vector<float>, 3> channels) {
  Colour out;
  for (std::size_t k = 0; k < 3; ++k) out[static_cast<long>(k)] = measure::median_in_place(channels[k]);
  return out;
}

/// The median in each channel of what may be this army's print.
std::optional<Colour> print_of_army(const std::array<Colour, kRimPlaces>& seen, const ColourTable& army) {
  std::array<std::vector<float>, 3> channels;
  for (const Colour& c : seen)
    if (army.fit(c) >= kFitsArmy)
      for (std::size_t k = 0; k < 3; ++k) channels[k].push_back(c[static_cast<long>(k)]);
  return channels[0].empty() ? std::nullopt : std::optional(middle_of(std::move(channels)));
}

float median(std::array<float, kRimPlaces> values) { return measure::median_in_place(std::span<float>(values)); }

/// The white of a patch: the whitest pixel about its middle.
Colour white_of_patch(const DiscPicture& picture, const Eigen::Vector2d& pixel, const Colour& white, double reach) {
  Colour best = colour_at(picture.bgr, pixel);
  for (double v = -reach; v <= reach; v += 1.0)
    for (double u = -reach; u <= reach; u += 1.0) {
      const Colour c = colour_at(picture.bgr, pixel + Eigen::Vector2d(u, v));
      if (whiteness(c, white) > whiteness(best, white)) best = c;
    }
  return best;
}

bool on_a_tag(const Eigen::Vector2d& pixel, std::span<const calibration::TagObservation> tags) {
  constexpr double kWithPaper = 1.5;  // of the black square's size
  return std::ranges::any_of(tags, [&](const calibration::TagObservation& tag) {
    double u = 0.0, v = 0.0, reach = 0.0;
    for (const auto& corner : tag.corners) u += 0.25 * corner.u, v += 0.25 * corner.v;
    for (const auto& corner : tag.corners) reach = std::max(reach, std::hypot(corner.u - u, corner.v - v));
    return std::hypot(pixel.x() - u, pixel.y() - v) < kWithPaper * reach;
  });
}

/// How much a base with this patch for its wedge looks like one. `known`: of the army whose print alone counts; none: any of one print.
WedgeProposal judged(const DiscPicture& picture, const WhitePatch& patch, const DiscBase& base, const Outline& outline, double heading,
                     const Colour& patch_white, const ColourTable* known) {
  const double c = std::cos(heading), s = std::sin(heading);
  Eigen::Matrix2d turn;
  turn << c, -s, s, c;
  const Eigen::Vector2d forward(c, s), to_centre = -kWedgeMiddle * base.half_length * forward;
  const Eigen::Matrix2d map = patch.jacobian * turn;
  const Eigen::Vector2d centre = patch.pixel + patch.jacobian * to_centre;
  WedgeProposal out;
  int white_places = 0;
  for (const Eigen::Vector2d& place : outline.wedge)
    white_places += whiteness(colour_at(picture.bgr, centre + map * place), patch_white) > kWhiteEnough;
  if (white_places < kLeastWhitePlaces) return out;
  out.pose = {patch.table.x() + to_centre.x(), patch.table.y() + to_centre.y(), heading};
  std::array<Colour, kRimPlaces> under;
  std::array<std::array<float, kRimPlaces>, 3> channels;
  for (std::size_t i = 0; i < kRimPlaces; ++i) {
    under[i] = colour_at(picture.bgr, centre + map * outline.under[i]);
    for (std::size_t k = 0; k < 3; ++k) channels[k][i] = under[i][static_cast<long>(k)];
  }
  const auto print =
      known ? print_of_army(under, *known) : std::optional(Colour(median(channels[0]), median(channels[1]), median(channels[2])));
  if (!print) return out;
  out.print = *print;
  out.paint = out.print.cwiseQuotient(patch_white);
  if (whiteness(out.print, patch_white) > kAlmostWhite) return out;
  const float clear_edge = kNoEdge + kNoEdgeShare * out.print.norm();
  const double no_wedge = kNoWedge * (static_cast<double>(outline.wedge.size()) - white_places);
  const auto of_one_print = std::ranges::count_if(under, [&](const Colour& u) { return (u - out.print).norm() <= kOnePrint * clear_edge; });
  if (static_cast<double>(of_one_print) / kRimPlaces - no_wedge < (known ? kLeastKnownScore : kLeastScore)) return out;
  std::array<Colour, kRimPlaces> beyond;
  for (std::size_t i = 0; i < kRimPlaces; ++i) {
    beyond[i] = colour_at(picture.bgr, centre + map * outline.outside[i]);
    for (std::size_t k = 0; k < 3; ++k) channels[k][i] = beyond[i][static_cast<long>(k)];
  }
  // Paint that is nearly the ground's shows its edge by less.
  const float step = (Colour(median(channels[0]), median(channels[1]), median(channels[2])) - out.print).norm();
  if (step < kLeastEdge) return out;
  const float no_edge = std::min(clear_edge, std::max(kLeastEdge, 0.5f * step));
  int clear = 0, against = 0;
  for (std::size_t i = 0; i < kRimPlaces; ++i) {
    if ((under[i] - out.print).norm() > std::max(kOnePrint * no_edge, 1.5f * kLeastEdge)) continue;
    ++((beyond[i] - out.print).norm() < no_edge ? against : clear);
  }
  const Colour ahead = colour_at(picture.bgr, centre + map * Eigen::Vector2d(base.half_length + 0.3 * base.half_width, 0.0));
  const double white_goes_on =
      (ahead - patch_white).norm() < (ahead - out.print).norm() && whiteness(ahead, patch_white) > kDarker ? 0.3 : 0.0;
  out.score = (clear - 0.5 * against) / double(kRimPlaces) - white_goes_on - no_wedge;
  return out;
}

/// The best few readings of one patch, none a mere turn of a better one.
void keep_best(std::vector<WedgeProposal>& readings, bool known, std::vector<WedgeProposal>& out) {
  const double least = known ? kLeastKnownScore : kLeastScore, same = known ? kSameKnownReading : kSameReading;
  const std::size_t most = known ? kKnownReadings : kReadings;
  std::ranges::stable_sort(readings, [](const WedgeProposal& a, const WedgeProposal& b) { return a.score > b.score; });
  std::vector<WedgeProposal> kept;
  for (const WedgeProposal& r : readings) {
    if (kept.size() == most || r.score < std::max(least, known ? 0.0 : kNearlyAsGood * readings.front().score)) break;
    const auto turned = [&](const WedgeProposal& k) {
      return k.base == r.base && std::abs(std::remainder(k.pose.theta - r.pose.theta, 2.0 * pi)) < same;
    };
    if (std::ranges::none_of(kept, turned)) kept.push_back(r);
  }
  out.insert(out.end(), kept.begin(), kept.end());
}

bool same_place(const WedgeProposal& a, const WedgeProposal& b, const DiscBase& base) {
  return std::hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) < base.half_width;
}

bool stands_among(const std::vector<WedgeProposal>& standing, const WedgeProposal& one, std::span<const DiscBase> bases) {
  return std::ranges::any_of(standing, [&](const WedgeProposal& other) { return same_place(other, one, bases[one.base]); });
}

std::vector<Colour> prints_of(const std::vector<WedgeProposal>& bases) {
  std::vector<Colour> out;
  for (const WedgeProposal& base : bases) out.push_back(base.print);
  return out;
}

Colour middle_paint(const std::vector<WedgeProposal>& bases) {
  std::array<std::vector<float>, 3> paints;
  for (const WedgeProposal& base : bases)
    for (std::size_t k = 0; k < 3; ++k) paints[k].push_back(base.paint[static_cast<long>(k)]);
  return middle_of(std::move(paints));
}

/// Which of some readings of one paint's colour shows most of its bases? Under a lamp print is paler, and that of some bases in the light
/// of others no print at all.
ArmyColour best_explaining(const std::vector<WedgeProposal>& bases, const std::vector<ArmyColour>& readings) {
  return *std::ranges::max_element(readings, {}, [&](const ArmyColour& reading) {
    const ColourTable table(reading);
    return std::ranges::count_if(bases, [&](const WedgeProposal& base) { return table.fit(base.print) >= kFitsArmy; });
  });
}

/// Does this place lie on one of the bases? Their wedges end at their rims.
bool on_a_base(const Eigen::Vector2d& table, std::span<const DiscFit> bases) {
  return std::ranges::any_of(bases, [&](const DiscFit& fit) { return covers(fit.base, fit.pose, table); });
}

}  // namespace

bool confirmed(const DiscFit& fit) {
  return fit.supported > kConfirmedRim && fit.wedge > kConfirmedWedge && fit.contradicted + fit.misplaced < kMostAgainst &&
         fit.ragged < kMostRaggedWedge && fit.heading_seen;
}

float paint_distance(const Colour& a, const Colour& b) {
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) {
    const float off = a[k] - b[k], sigma = kPaintNoise + kPaintSpread * 0.5f * (a[k] + b[k]);
    sum += off * off / (sigma * sigma);
  }
  return std::sqrt(sum / 3.0f);
}

std::optional<Colour> paint_of(const DiscPicture& picture, const DiscFit& fit) {
  const auto view = DiscView::at(picture.camera, fit.ground, fit.base, fit.pose);
  if (!view) return std::nullopt;
  const BaseColours colours(fit.colour, fit.white);
  Colour sum = Colour::Zero();
  float weight = 0.0f;
  for (const double out : kWhiteOut)
    for (const double off : kWhiteOff) {
      const double r = out * rim_distance(fit.base, off);
      const Colour c = colour_at(picture.bgr, view->top(r * std::cos(off), r * std::sin(off)));
      if (colours.whiteness(c) < 0.7f) continue;
      sum += c;
      weight += 1.0f;
    }
  if (weight < 2.0f) return std::nullopt;
  return Colour(fit.colour.cwiseQuotient(sum / weight));
}

std::vector<WedgeProposal> propose_by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Colour& white,
                                             std::span<const DiscBase> bases, std::span<const calibration::TagObservation> tags,
                                             std::span<const DiscFit> known, const ColourTable* print) {
  std::vector<WedgeProposal> out;
  if (bases.empty()) return out;
  const cv::Mat map = whiteness_of(reduced.bgr, white);
  std::vector<Outline> outlines;
  double narrow = 1e9, longest = 0.0;
  for (const DiscBase& base : bases) {
    outlines.emplace_back(base);
    narrow = std::min(narrow, base.half_width);
    longest = std::max(longest, base.half_length);
  }
  const double per_inch = reduced.pixels_per_inch / reduced.factor, around_px = kAround * narrow * per_inch;
  const int reach_px = static_cast<int>(kPatchReach * longest * per_inch) + 1;
  for (int y = 1; y < map.rows - 1; ++y)
    for (int x = 1; x < map.cols - 1; ++x) {
      if (!is_peak(map, x, y, around_px) || !ends_within(map, {x, y}, reach_px)) continue;
      const Eigen::Vector2d pixel(reduced.origin.x + (x + 0.5) * reduced.factor - 0.5, reduced.origin.y + (y + 0.5) * reduced.factor - 0.5);
      if (on_a_tag(pixel, tags)) continue;
      const auto patch = patch_at(picture, pixel, bases.front().height);
      if (!patch || on_a_base(patch->table, known)) continue;
      const Colour patch_white = white_of_patch(picture, pixel, white, reduced.factor);
      std::vector<WedgeProposal> here;
      for (std::size_t b = 0; b < bases.size(); ++b)
        for (int i = 0; i < kHeadings; ++i) {
          here.push_back(judged(picture, *patch, bases[b], outlines[b], 2.0 * pi * i / kHeadings, patch_white, print));
          here.back().base = b;
        }
      keep_best(here, print != nullptr, out);
    }
  std::ranges::stable_sort(out, [](const WedgeProposal& a, const WedgeProposal& b) { return a.score > b.score; });
  return out;
}

std::optional<PaintedBases> paint_shared_by(const DiscPicture& picture, std::span<const DiscFit> bases) {
  PaintedBases out;
  std::array<std::vector<float>, 3> paints;
  for (const DiscFit& fit : bases) {
    const auto paint = confirmed(fit) ? paint_of(picture, fit) : std::nullopt;
    if (!paint) continue;
    out.bases.push_back({.base = 0, .pose = fit.pose, .print = fit.colour, .paint = *paint, .score = 0.0});
    for (std::size_t k = 0; k < 3; ++k) paints[k].push_back((*paint)[static_cast<long>(k)]);
  }
  if (out.bases.size() < kBasesToLearn) return std::nullopt;
  out.paint = middle_of(std::move(paints));
  return out;
}

std::vector<PaintedBases> shared_paints(const DiscPicture& picture, const Colour& white, std::span<const DiscBase> bases,
                                        const std::vector<WedgeProposal>& proposals) {
  std::vector<PaintedBases> out;
  std::vector<WedgeProposal> open = proposals;
  while (open.size() >= kBasesToLearn) {
    const auto like = [&](const WedgeProposal& one) {
      return std::ranges::count_if(open, [&](const WedgeProposal& p) { return paint_distance(p.paint, one.paint) < 1.0f; });
    };
    const auto centre = std::ranges::max_element(open, {}, like);
    const Colour paint = centre->paint;
    std::vector<WedgeProposal> members, others;
    for (const WedgeProposal& p : open) (paint_distance(p.paint, paint) < 1.0f ? members : others).push_back(p);
    if (members.size() < kBasesToLearn) break;
    open = std::move(others);
    const ArmyColour guess = learned_from({}, prints_of(members));
    const ColourTable table(guess);
    PaintedBases painted;
    for (WedgeProposal& p : members) {
      const auto fit = fit_disc(picture, {table, guess, white, {}}, bases[p.base], p.pose);
      if (!fit || !confirmed(*fit)) continue;
      p.pose = fit->pose;
      p.print = fit->colour;
      if (stands_among(painted.bases, p, bases)) continue;
      if (const auto seen = paint_of(picture, *fit)) p.paint = *seen;
      painted.bases.push_back(p);
    }
    if (painted.bases.size() < kBasesToLearn) continue;
    painted.colour = learned_from({}, prints_of(painted.bases));
    painted.paint = middle_paint(painted.bases);
    const auto same = std::ranges::find_if(out, [&](const PaintedBases& o) { return paint_distance(o.paint, painted.paint) < 1.0f; });
    if (same == out.end()) {
      out.push_back(std::move(painted));
      continue;
    }
    // One paint in two lights.
    for (const WedgeProposal& p : painted.bases)
      if (!stands_among(same->bases, p, bases)) same->bases.push_back(p);
    same->colour = best_explaining(same->bases, {same->colour, painted.colour, learned_from({}, prints_of(same->bases))});
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.bases.size() > b.bases.size(); });
  return out;
}

}  // namespace vision
