#include "vision/tags/candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "vision/tags/regions.h"

// A side may be interrupted (something lies across it) and a stray spur may stick out: the four sides are chosen among the straight
// stretches of an outline by how much of it they explain.
namespace vision {
namespace {

/// How far an outline pixel may lie off a straight side, px: the staircase of the pixel grid plus blur. Larger
/// swallows the corners of small tags; smaller breaks sides with a nick.
constexpr double kStraightPx = 1.15;
/// The same per pixel of outline: long sides are slightly bent by the lens.
constexpr double kStraightShare = 0.004;
/// Straight stretches shorter than this share of a quarter of the outline are left out.
constexpr double kMinStretchShare = 0.12;
constexpr std::size_t kMaxStretches = 12;  // 495 choices of four
/// An outline longer than the first may be that of a tag and of a wood or house that lies over it: corners are looked for in it as in one
/// of the second length, px. Shorter ones find texture, longer ones lose the tag in what covers it.
constexpr double kLongOutline = 400.0, kCoveredOutline = 120.0;
/// So many quadrilaterals of one outline are worth reading.
constexpr std::size_t kMaxQuads = 4;
/// Of the perimeter of the chosen quadrilateral at least this share must be outline.
constexpr double kMinExplained = 0.55;
constexpr double kMinSideExplained = 0.25;
/// A stretch much longer than the side it makes belongs to something else.
constexpr double kMaxOverhang = 1.3;
/// Longest side to shortest: beyond it the tag is seen at less than 15 degrees.
constexpr double kMaxSideRatio = 4.0;
/// A corner of two sides is a guess worth reading when the longer one has this many times the least side (texture is
/// full of small corners), the shorter one at least this share of it, and both reach the corner within that share.
constexpr double kMinGuessedSide = 1.2, kMinGuessedShare = 0.4, kMaxCornerGap = 0.25;
/// Sides of one square differ less than this by perspective.
constexpr double kAlikeShare = 0.75;
/// Sines of the angle between neighbouring sides (20 degrees) and of two stretches of one side (8 degrees).
constexpr double kMinCornerSine = 0.34, kSameSideSine = 0.14;

struct Stretch {
  cv::Point2d from, to;   // ends of the outline stretch
  cv::Point2d on, along;  // fitted line: a point on it and its direction
  double length = 0.0;    // outline explained, px
};

double cross(cv::Point2d a, cv::Point2d b) { return a.x * b.y - a.y * b.x; }

/// A closed outline, twice round: what runs over its end is read on without asking.
class Round {
 public:
  explicit Round(const std::vector<cv::Point>& outline) {
    twice_.reserve(2 * outline.size());
    twice_.insert(twice_.end(), outline.begin(), outline.end());
    twice_.insert(twice_.end(), outline.begin(), outline.end());
  }
  [[nodiscard]] std::size_t size() const { return twice_.size() / 2; }
  [[nodiscard]] cv::Point operator[](std::size_t i) const { return twice_[i]; }

 private:
  std::vector<cv::Point> twice_;
};

/// Marks the corners of p[first..last] (Douglas and Peucker), without recursion.
void mark_corners(const Round& p, std::size_t first, std::size_t last, double tolerance, std::vector<char>& corner) {
  std::vector<std::pair<std::size_t, std::size_t>> open{{first, last}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const cv::Point origin = p[a], chord = p[b] - origin;
    int worst = static_cast<int>(tolerance * std::max(1e-9, std::sqrt(chord.dot(chord))));  // times the chord's length
    std::size_t at = a;
    for (std::size_t i = a + 1; i < b; ++i) {
      const cv::Point to = p[i] - origin;
      const int off = std::abs(chord.x * to.y - chord.y * to.x);
      if (off > worst) {
        worst = off;
        at = i;
      }
    }
    if (at == a) continue;
    corner[at % p.size()] = 1;
    open.push_back({a, at});
    open.push_back({at, b});
  }
}

std::size_t farthest_from(const Round& p, cv::Point from) {
  std::size_t best = 0;
  int most = -1;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const cv::Point d = p[i] - from;
    if (d.dot(d) > most) {
      most = d.dot(d);
      best = i;
    }
  }
  return best;
}

/// Line through p[a..b], without the rounded ends.
Stretch fitted(const Round& p, std::size_t a, std::size_t b) {
  const std::size_t trim = (b - a) / 8, first = a + trim, end = b - trim + 1;
  const cv::Point origin = p[a];
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t i = first; i < end; ++i) {
    const cv::Point2d d = p[i] - origin;
    x += d.x, y += d.y;
    xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
  }
  const auto n = static_cast<double>(end - first);
  xx -= x * x / n, xy -= x * y / n, yy -= y * y / n;
  const double angle = 0.5 * std::atan2(2.0 * xy, xx - yy);
  Stretch s{.from = p[a], .to = p[b], .on = cv::Point2d(origin) + cv::Point2d(x / n, y / n), .along = {std::cos(angle), std::sin(angle)}};
  if (s.along.dot(s.to - s.from) < 0.0) s.along = -s.along;
  s.length = cv::norm(s.to - s.from) + 1.0;
  return s;
}

/// Joins stretches of one side that something interrupts.
void join_interrupted(std::vector<Stretch>& stretches, double tolerance) {
  for (std::size_t i = 0; i < stretches.size(); ++i)
    for (std::size_t k = i + 1; k < stretches.size();) {
      Stretch &a = stretches[i], &b = stretches[k];
      const bool same = a.along.dot(b.along) > 0.0 && std::abs(cross(a.along, b.along)) < kSameSideSine &&
                        std::abs(cross(a.along, b.on - a.on)) < 1.5 * tolerance && std::abs(cross(b.along, a.on - b.on)) < 1.5 * tolerance;
      if (!same) {
        ++k;
        continue;
      }
      const double length = a.length + b.length;
      cv::Point2d across = b.on - a.on;
      if (across.dot(a.along) < 0.0) across = -across;
      a.on = (a.on * a.length + b.on * b.length) * (1.0 / length);
      a.along = across * (1.0 / std::max(1e-9, cv::norm(across)));
      a.length = length;
      if (a.along.dot(b.from - a.from) < 0.0) a.from = b.from;
      if (a.along.dot(b.to - a.to) > 0.0) a.to = b.to;
      stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(k));
    }
}

/// How far the sides of an outline so long may bend, px.
double tolerance_of(double length) { return kStraightPx + kStraightShare * length; }

/// `of`: how long the outline is whose sides are looked for, px.
std::vector<Stretch> stretches_of(const std::vector<cv::Point>& outline, double of) {
  const Round p(outline);
  const double tolerance = tolerance_of(of);
  const std::size_t a = farthest_from(p, p[0]);
  const std::size_t b = farthest_from(p, p[a]);
  std::vector<char> corner(p.size(), 0);
  corner[a] = corner[b] = 1;
  const std::size_t low = std::min(a, b), high = std::max(a, b);
  mark_corners(p, low, high, tolerance, corner);
  mark_corners(p, high, low + p.size(), tolerance, corner);

  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (corner[i] != 0) at.push_back(i);
  std::vector<std::pair<std::size_t, std::size_t>> long_enough;
  const double least = std::max(4.0, kMinStretchShare * 0.25 * of);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::size_t from = at[i], to = i + 1 < at.size() ? at[i + 1] : at[0] + p.size();
    if (static_cast<double>(to - from) >= least) long_enough.push_back({from, to});
  }
  if (long_enough.size() < 2) return {};  // one makes no corner
  std::vector<Stretch> out;
  for (const auto& [from, to] : long_enough) out.push_back(fitted(p, from, to));
  return out;
}

std::optional<cv::Point2d> crossing(const Stretch& a, const Stretch& b) {
  const double sine = cross(a.along, b.along);
  if (sine < kMinCornerSine) return std::nullopt;  // clockwise in the picture: v runs down, so the cross product is positive
  return a.on + a.along * (cross(b.on - a.on, b.along) / sine);
}

/// Four stretches that make a quadrilateral.
struct Choice {
  Quad quad;
  double explained = 0.0;            // share of its perimeter that is outline
  std::array<std::size_t, 4> sides;  // in outline order
};

std::optional<Choice> choice_of(const std::vector<Stretch>& s, const std::array<std::size_t, 4>& sides, double min_side_px) {
  Choice out{.quad = {}, .explained = 0.0, .sides = sides};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto corner = crossing(s[sides[(i + 3) % 4]], s[sides[i]]);
    if (!corner) return std::nullopt;
    out.quad[i] = *corner;
  }
  double perimeter = 0.0, explained = 0.0, shortest = 1e9, longest = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Stretch& side = s[sides[i]];
    const cv::Point2d edge = out.quad[(i + 1) % 4] - out.quad[i];
    const double length = cv::norm(edge);
    if (edge.dot(side.along) <= 0.0 || side.length < kMinSideExplained * length || side.length > kMaxOverhang * length + 3.0)
      return std::nullopt;
    perimeter += length;
    explained += std::min(length, side.length);
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  if (shortest < min_side_px || longest > kMaxSideRatio * shortest || explained < kMinExplained * perimeter) return std::nullopt;
  out.explained = explained / perimeter;
  return out;
}

std::vector<Choice> choices_of(const std::vector<Stretch>& s, double min_side_px) {
  std::vector<Choice> out;
  const auto turns = [&](std::size_t a, std::size_t b) { return cross(s[a].along, s[b].along) >= kMinCornerSine; };
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = i + 1; j < s.size(); ++j) {
      if (!turns(i, j)) continue;
      for (std::size_t k = j + 1; k < s.size(); ++k) {
        if (!turns(j, k)) continue;
        for (std::size_t l = k + 1; l < s.size(); ++l)
          if (turns(k, l) && turns(l, i))
            if (const auto found = choice_of(s, {i, j, k, l}, min_side_px)) out.push_back(*found);
      }
    }
  return out;
}

std::size_t shared_sides(const Choice& a, const Choice& b) {
  std::size_t n = 0;
  for (const std::size_t side : a.sides) n += static_cast<std::size_t>(std::ranges::count(b.sides, side));
  return n;
}

bool has_side(const Choice& c, std::size_t side) { return std::ranges::find(c.sides, side) != c.sides.end(); }

/// The parallelogram of two neighbouring sides: begin of the first, their corner, end of the second, and the rest.
std::optional<Quad> guess_of(const Stretch& a, const Stretch& b, double min_side_px) {
  const auto corner = crossing(a, b);
  if (!corner) return std::nullopt;
  double first = a.along.dot(*corner - a.from), second = b.along.dot(b.to - *corner);
  const double longest = std::max(first, second), shortest = std::min(first, second);
  if (longest < kMinGuessedSide * min_side_px || shortest < kMinGuessedShare * longest) return std::nullopt;
  if (a.along.dot(*corner - a.to) > kMaxCornerGap * longest || b.along.dot(b.from - *corner) > kMaxCornerGap * longest) return std::nullopt;
  if (shortest < kAlikeShare * longest) first = second = longest;  // the shorter one is covered in part: tags are square
  const cv::Point2d begin = *corner - a.along * first, end = *corner + b.along * second;
  return Quad{begin, *corner, end, begin + end - *corner};
}

/// Moves all sides outwards.
void grow(Quad& quad, double px) {
  Quad grown;
  for (std::size_t i = 0; i < 4; ++i) {
    cv::Point2d in = quad[i] - quad[(i + 3) % 4], out = quad[i] - quad[(i + 1) % 4];
    in *= 1.0 / cv::norm(in), out *= 1.0 / cv::norm(out);
    grown[i] = quad[i] + (in + out) * (px / std::max(0.3, std::abs(cross(in, out))));
  }
  quad = grown;
}

/// The quadrilaterals an outline runs round clockwise, best explained first: usually one, more where something touches a tag. Corners whose
/// two sides make no whole quadrilateral follow, guessed. Their sides are moved out by `grow_px`: from pixel centres to where the shade
/// changes.
std::vector<DarkQuad> quads_of(const std::vector<cv::Point>& outline, double min_side_px, double grow_px) {
  if (static_cast<double>(outline.size()) < 2.5 * min_side_px) return {};
  const auto length = static_cast<double>(outline.size());
  std::vector<Stretch> s = stretches_of(outline, length);
  join_interrupted(s, tolerance_of(length));
  while (s.size() > kMaxStretches) s.erase(std::ranges::min_element(s, {}, &Stretch::length));
  std::vector<Choice> choices = choices_of(s, min_side_px);
  std::ranges::sort(choices, std::greater{}, &Choice::explained);
  std::vector<Choice> taken;
  for (const Choice& c : choices) {
    if (taken.size() == kMaxQuads) break;
    if (std::ranges::any_of(taken, [&](const Choice& t) { return shared_sides(t, c) >= 3; })) continue;
    taken.push_back(c);
  }
  std::vector<DarkQuad> quads;
  for (const Choice& c : taken) quads.push_back({c.quad, false});
  const auto guess = [&](const std::vector<Stretch>& in, auto&& known) {
    for (std::size_t i = 0; i < in.size() && in.size() > 1; ++i) {
      const std::size_t next = (i + 1) % in.size();
      if (known(i, next)) continue;
      if (const auto quad = guess_of(in[i], in[next], min_side_px)) quads.push_back({*quad, true});
    }
  };
  guess(s, [&](std::size_t i, std::size_t next) {
    return std::ranges::any_of(taken, [&](const Choice& t) { return has_side(t, i) && has_side(t, next); });
  });
  if (length > kLongOutline) guess(stretches_of(outline, kCoveredOutline), [](std::size_t, std::size_t) { return false; });
  for (DarkQuad& quad : quads) grow(quad.corners, grow_px);
  return quads;
}

/// Of a ring one pixel thick around a box w x h about 2 (w + h) pixels are dark; thinner is a scratch.
constexpr double kMinRingPixels = 1.6;
constexpr double kMaxAspect = 6.0;

bool may_be_tag(const PixelRegion& r, double min_side_px) {
  const double w = r.right - r.left + 1, h = r.bottom - r.top + 1;
  const double longest = std::max(w, h), shortest = std::min(w, h);
  return shortest >= 0.7 * min_side_px && longest >= min_side_px && longest <= kMaxAspect * shortest &&
         r.pixels >= kMinRingPixels * (w + h);
}

}  // namespace

std::vector<DarkQuad> find_dark_quads(const cv::Mat& luma, const cv::Rect& window, double min_side_px) {
  const Shades shades = shades_of(luma(window));
  std::vector<DarkQuad> quads;
  const auto search = [&](const BitPlane& plane, Touching touching, bool dark) {
    for (const PixelRegion& region : regions_of(plane, touching)) {
      if (!may_be_tag(region, min_side_px)) continue;
      std::vector<cv::Point> outline = outline_of(plane, {region.first_x, region.top}, touching);
      // A white margin that something cuts open runs round the tag on the inside: walked backwards, it is the tag's.
      if (!dark) std::ranges::reverse(outline);
      for (DarkQuad& quad : quads_of(outline, min_side_px, dark ? 0.5 : -0.5)) {
        for (cv::Point2d& corner : quad.corners) corner += cv::Point2d(window.tl());
        quads.push_back(quad);
      }
    }
  };
  // A white margin one pixel wide keeps dark apart from dark even across a slant, and holds together there itself.
  search(shades.dark, Touching::Sides, true);
  search(shades.bright, Touching::Corners, false);
  return quads;
}

}  // namespace vision
