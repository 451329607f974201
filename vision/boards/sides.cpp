#include "vision/boards/sides.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>
#include <string>

#include "vision/boards/occlusion.h"

namespace vision {
namespace {

/// A rim seen all round, share: such things tell size and colours.
constexpr double kPlain = 0.7;
/// A rim seen so far is a piece's when size and colour are right, too; less takes corners of squares for pieces half under a hand.
constexpr double kPart = 0.5;
/// ... and its colour goes on outside over so much of the rim at most: under a hand it ends, on a square of the same colour it does not.
constexpr double kMostSpill = 0.25;
/// A ring or a figure on a piece is so much smaller, and reaches so little beyond it; shares of the piece's radius.
constexpr double kClearlySmaller = 0.8, kOnAnother = 1.2;
/// A disc's rim may be hidden so far, share, and of the rest so much must show.
constexpr double kMostHidden = 0.45, kOfSeen = 0.8;
/// Radii of one game's pieces lie so near to each other, share: a stack looks larger, a side wall widens a disc far from the camera's foot.
constexpr double kSameSize = 0.22;
/// ... and so near where they look smaller: one under the camera, among others that show their walls. More takes patches of ground between
/// lines and a hand for pieces.
constexpr double kSmaller = 0.15;
/// ... of a piece whose rim does not show all round: a circle drawn in a square is larger.
constexpr double kSameSizePart = 0.1;
/// How unlike two colours may be and still be one side's, as a share of how unlike the sides are, and its limits (units of Lab).
constexpr float kOneSide = 0.45f, kLeastGate = 12.0f, kMostGate = 38.0f;
/// ... of a piece that is hidden in part, this share of it.
constexpr float kPartGate = 0.5f;
/// Pieces stand at least so many radii apart: two, less what a stack leans over its neighbour.
constexpr double kApart = 1.5;
/// So far a hint may be from the colour it means, units of Lab: prints, paints and lamps differ.
constexpr float kHintReach = 60.0f;
/// Brightness counts so much: light differs across a board, and one side may be black, the other white.
constexpr float kBrightnessCounts = 0.5f;

using Lab = Eigen::Vector3f;

/// Colour as the eye orders it, with `white` taken for white.
Lab lab_of(const Colour& c, const Colour& white) {
  cv::Mat3f pixel(1, 1);
  for (int k = 0; k < 3; ++k) pixel(0, 0)[k] = std::min(1.2f, c[k] / std::max(white[k], 30.0f));
  cv::cvtColor(pixel, pixel, cv::COLOR_BGR2Lab);
  return {pixel(0, 0)[0] * kBrightnessCounts, pixel(0, 0)[1], pixel(0, 0)[2]};
}

/// Names of colours that sides are called by, where the file gives no hint.
const std::map<std::string, std::string>& named_colours() {
  static const std::map<std::string, std::string> names{
      {"white", "#f0ece0"},  {"black", "#282828"}, {"red", "#b3202a"},  {"green", "#2f8f4e"}, {"blue", "#2038b0"},   {"yellow", "#d8b020"},
      {"orange", "#d8701c"}, {"brown", "#6b4426"}, {"grey", "#808080"}, {"gray", "#808080"},  {"purple", "#6a2c8a"}, {"pink", "#e08aa0"}};
  return names;
}

std::optional<Lab> hint_of(const measure::BoardSide& side) {
  std::string hex = side.colour;
  if (const auto named = named_colours().find(side.name); hex.empty() && named != named_colours().end()) hex = named->second;
  const auto colour = parse_colour(hex);
  if (!colour) return std::nullopt;
  return lab_of(*colour, Colour::Constant(255.0f));
}

struct SideSeen {
  const RoundThing* thing;
  Lab colour;
};

double nearness(const SideSeen& seen, const std::vector<std::optional<Lab>>& hints) {
  double best = 0.05;  // the hint may be wrong
  for (const auto& hint : hints)
    if (hint) best = std::max(best, std::exp(-std::pow((seen.colour - *hint).norm() / kHintReach, 2.0)));
  return std::ranges::any_of(hints, [](const auto& h) { return h.has_value(); }) ? best : 1.0;
}

/// May a thing tell how large pieces are? Squares may not, nor may rings and figures on a piece: what is plain and larger tells it.
std::vector<const SideSeen*> telling_of_size(std::span<const SideSeen> seen) {
  std::vector<const SideSeen*> plain, out;
  for (const SideSeen& s : seen)
    if (s.thing->support >= kPlain && !s.thing->like_a_square) plain.push_back(&s);
  const auto on = [](const RoundThing& small, const RoundThing& large) {
    return small.radius < kClearlySmaller * large.radius && cv::norm(small.at - large.at) + small.radius < kOnAnother * large.radius;
  };
  for (const SideSeen* s : plain)
    if (std::ranges::none_of(plain, [&](const SideSeen* other) { return on(*s->thing, *other->thing); })) out.push_back(s);
  return out;
}

/// The radius most plain things have.
std::optional<double> common_radius(std::span<const SideSeen> seen, const std::vector<std::optional<Lab>>& hints) {
  const std::vector<const SideSeen*> telling = telling_of_size(seen);
  double best = 0.0;
  std::optional<double> radius;
  for (const SideSeen* middle : telling) {
    double weight = 0.0, sum = 0.0;
    for (const SideSeen* other : telling) {
      const double off = std::abs(other->thing->radius - middle->thing->radius) / middle->thing->radius;
      if (off > 0.4 * kSameSize) continue;
      const double w = std::pow(other->thing->support, 4.0) * std::max(0.0, 1.0 - other->thing->spill / kMostSpill) *
                       nearness(*other, hints) * (1.0 - off / kSameSize);
      weight += w;
      sum += w * other->thing->radius;
    }
    if (weight > best) best = weight, radius = sum / weight;
  }
  return radius;
}

/// Two colours to begin with where the file gives none: the two most unlike. The side listed first is the one nearer to row 0.
std::vector<Lab> farthest_apart(std::span<const SideSeen> seen) {
  const SideSeen *a = &seen.front(), *b = &seen.front();
  for (const SideSeen& one : seen)
    for (const SideSeen& other : seen)
      if ((one.colour - other.colour).norm() > (a->colour - b->colour).norm()) a = &one, b = &other;
  double rows_a = 0.0, rows_b = 0.0, count_a = 0.0, count_b = 0.0;
  for (const SideSeen& one : seen) {
    const bool like_a = (one.colour - a->colour).norm() < (one.colour - b->colour).norm();
    (like_a ? rows_a : rows_b) += one.thing->at.y;
    (like_a ? count_a : count_b) += 1.0;
  }
  if (count_b > 0.0 && rows_a / std::max(count_a, 1.0) > rows_b / count_b) std::swap(a, b);
  return {a->colour, b->colour};
}

/// The sides' colours in this light, and how far from them a piece may be.
class SideColours {
 public:
  SideColours(std::span<const SideSeen> plain, const std::vector<std::optional<Lab>>& hints) {
    if (hints[0] && hints[1])
      means_ = {*hints[0], *hints[1]};
    else
      means_ = farthest_apart(plain);
    gate_ = kHintReach;
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      std::array<std::vector<Lab>, 2> members;
      for (const SideSeen& seen : plain)
        if (const auto side = side_of(seen.colour)) members[*side].push_back(seen.colour);
      for (std::size_t s = 0; s < 2; ++s)
        if (!members[s].empty()) means_[s] = median_colour(members[s]);
      gate_ = std::clamp(kOneSide * (means_[0] - means_[1]).norm(), kLeastGate, kMostGate);
    }
  }

  /// `share` of the gate: who is not plainly a piece by its rim must be it by its colour.
  [[nodiscard]] std::optional<std::size_t> side_of(const Lab& colour, float share = 1.0f) const {
    const float a = (colour - means_[0]).norm(), b = (colour - means_[1]).norm();
    if (std::min(a, b) > share * gate_) return std::nullopt;
    return a <= b ? 0 : 1;
  }

 private:
  std::vector<Lab> means_;
  float gate_ = 0.0f;
};

}  // namespace

std::vector<SidedDisc> pieces_among(const cv::Mat& bgr, const cv::Mat& empty, std::span<const RoundThing> things,
                                    const measure::Board& board, const Colour& white, std::optional<double> known_radius) {
  std::vector<std::optional<Lab>> hints;
  for (const measure::BoardSide& side : board.sides) hints.push_back(hint_of(side));
  hints.resize(2);
  std::vector<SideSeen> seen;
  for (const RoundThing& thing : things) seen.push_back({&thing, lab_of(thing.colour, white)});
  const auto radius = known_radius ? known_radius : common_radius(seen, hints);
  if (!radius) return {};
  const auto fits = [&](const RoundThing& t) {
    const double larger = t.radius / *radius - 1.0;
    return t.support >= kPlain ? larger <= kSameSize && larger >= -kSmaller : std::abs(larger) <= kSameSizePart;
  };
  std::vector<SideSeen> plain;
  for (const SideSeen& s : seen)
    if (s.thing->support >= kPlain && fits(*s.thing) && !s.thing->like_a_square) plain.push_back(s);
  if (plain.empty()) return {};
  const SideColours colours(plain, hints);
  const ColourSamples picture(bgr);
  std::optional<ColourSamples> ground;
  if (!empty.empty()) ground.emplace(empty);
  std::vector<SidedDisc> found;
  for (const SideSeen& s : seen) {
    RoundThing thing = *s.thing;
    const bool coloured = colours.side_of(s.colour, kPartGate).has_value();
    if (!fits(thing)) {
      // The right colour with the wrong rim (a shadow's, a ring's): again with the size that is known by now.
      if (!coloured) continue;
      thing = fit_round_thing(picture, thing.at, *radius);
      thing.like_a_square = s.thing->like_a_square;
    }
    const auto plainly_round = [&] { return fits(thing) && thing.support >= kPlain && !thing.like_a_square; };
    if ((coloured || thing.like_a_square) && !plainly_round()) {
      // ... and with the colour, past what hides the rim, within a square that was taken for it.
      const Colour colour = colour_inside(picture, s.thing->at, *radius);
      const KnownDisc known = fit_known_disc(picture, s.thing->at, *radius, colour, ground ? &*ground : nullptr);
      const bool rim = known.hidden <= kMostHidden && known.thing.support >= kOfSeen * (1.0 - known.hidden);
      if (rim && fits(known.thing) && (!fits(thing) || thing.like_a_square || known.thing.support > thing.support)) thing = known.thing;
    }
    if (!fits(thing)) continue;
    if (thing.support < kPart || (thing.support < kPlain && thing.spill > kMostSpill)) continue;
    const auto side = colours.side_of(lab_of(thing.colour, white), plainly_round() ? 1.0f : kPartGate);
    if (side) found.push_back({thing, *side});
  }
  std::ranges::stable_sort(found, std::greater(), [](const SidedDisc& d) { return d.thing.support; });
  std::vector<SidedDisc> pieces;
  for (const SidedDisc& disc : found) {
    const auto in_the_way = [&](const SidedDisc& p) { return cv::norm(p.thing.at - disc.thing.at) < kApart * *radius; };
    if (std::ranges::none_of(pieces, in_the_way)) pieces.push_back(disc);
  }
  return pieces;
}

}  // namespace vision
