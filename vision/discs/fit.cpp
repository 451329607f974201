#include "vision/discs/fit.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "calibration/linear_algebra.h"
#include "measure/robust.h"
#include "vision/discs/samples.h"

namespace vision {
namespace {

using std::numbers::pi;

// Half-length of an edge profile, as a share of the base's half width: wide while searching, narrow for the result. Wider
// reaches under the figure and into neighbours, narrower does not clear the picture's blur.
constexpr double kWideReach = 0.36, kNarrowReach = 0.28;
constexpr double kLeastReachPx = 2.5;
// Spacing of rim samples in pixels: nearer ones repeat the same noise.
constexpr double kRimSpacingPx = 2.0, kWideSpacingPx = 3.0;
// An edge must stand out from the unevenness beside it by this factor, and by this many grey levels (quantisation, JPEG), fewer in a dark
// picture.
constexpr double kContrastOverRipple = 2.0, kLeastContrast = 12.0;
// The wedge's edges are read this far to each side (share of the half width), from this share of the way to the rim on, and no
// nearer to the rim than its blur reaches (pixels).
constexpr double kWedgeReach = 0.2, kWedgeFrom = 0.45, kOffRimPx = 1.5;
// A side is white from this whiteness on.
constexpr float kWhiteSide = 0.45f;
// An edge is a mixture of its two sides; something dark or bright between them (a hat, a musket) strays by more than this share.
constexpr double kMostStray = 0.4;
// Along the rim such things (the figure's own coat, a neighbour) push the edge outwards before they can be told from it: a rim sample that
// strays by this share counts half, and less beyond. Smaller throws good rim away, larger moves bases towards their figures.
constexpr double kHalfStray = 0.15;
// Steps of the search with wide and narrow profiles; it has converged to a hundredth of a pixel by then.
constexpr int kWideSteps = 3, kNarrowSteps = 3;
// Less of the rim than this carries no step, pixels of outline: shorter arcs slide and roll along themselves.
constexpr double kLeastRimPx = 10.0;
// A step shorter than this many pixels changes nothing any more.
constexpr double kStillPx = 0.02;
// Tukey's biweight ends at this many sigmas; what strays by a tenth of a pixel belongs to an edge. Quantisation alone scatters edges by a
// third of that.
constexpr double kTukey = 4.7, kLeastResidualPx = 0.15, kLeastScatterPx = 0.05;
// An edge farther than this from the fitted rim is not the rim: cutters keep to a fiftieth of an inch, blur and texture to a pixel.
constexpr double kRimTolerance = 0.03, kRimTolerancePx = 0.9;
// Neighbouring samples share texture and blur: the covariance grows by this factor.
constexpr double kCorrelation = 1.6;
// The side wall is as bright as this share of the print on top: dark print's passes for print on pale ground, pale print's for dark ground.
// So much of what is expected of that is seen. By regression of where bases were off on 38 rendered worlds, each army of a world one point.
constexpr float kWallLight = 0.7f;
constexpr double kWallCounts = 0.64;
// On the way from the ground's tint to the print's: what lies nearer the ground than the first is no print, neither under the rim nor
// beyond it, and print goes on beyond the rim only where that under it lies beyond the second. More loses rims into which compression has
// bled the ground, less believes the edges of leaves.
constexpr float kLeastOfPrint = 0.25f, kLeastGoingOn = 0.5f;
// An edge of a wedge is seen that shows in so many places.
constexpr int kAnEdge = 3;
// The light on a wedge is read off the print so many bearings to either side, from this many places on; and light this low is a shadow's,
// not a figure's. Reaching less finds no print beside a wedge, more mixes light and shade.
constexpr int kLightReach = kBearings * 60 / 360;
constexpr float kLeastLit = 6.0f, kLeastLight = 0.5f;

struct Direction {
  double angle, forward, left;
};
/// The bins' directions off the heading.
const std::array<Direction, kBearings>& directions() {
  static const std::array<Direction, kBearings> all = [] {
    std::array<Direction, kBearings> out{};
    for (int i = 0; i < kBearings; ++i) {
      const double angle = 2.0 * pi * i / kBearings;
      out[static_cast<std::size_t>(i)] = {angle, std::cos(angle), std::sin(angle)};
    }
    return out;
  }();
  return all;
}

constexpr int kUnknowns = 5;
using Step = Eigen::Matrix<double, kUnknowns, 1>;
using Information = Eigen::Matrix<double, kUnknowns, kUnknowns>;

struct Sample {
  Step slope;  // x, y, heading, rim offset, wedge offset
  double offset = 0.0;
  double weight = 1.0;
};

/// ... of the rim.
struct RimSample : Sample {
  Colour print;       // what lies under the rim there, or the base's print where that is white
  double wall = 0.0;  // see EdgePoint; none under white, where a middling share of it passes
};

struct Edges {
  std::vector<RimSample> rim;
  std::vector<Sample> wedge;
  int left = 0, right = 0;  // wedge edges by side
  int rim_tried = 0;
  double spacing_px = 0.0;         // of rim samples
  Colour ground = Colour::Zero();  // that shows beside the rim, times the samples
  int goes_on = 0;                 // places where print goes on beyond the rim
};

class Fitter {
 public:
  Fitter(const DiscPicture& picture, const DiscLook& look, const DiscBase& base, const DiscPose& start, const Facing& held)
      : picture_(picture), look_(look), base_(base), held_(held), pose_(start), rim_offset_px_(0.0) {
    for (std::size_t i = 0; i < kBearings; ++i) reach_[i] = rim_distance(base, directions()[i].angle);
  }

  std::optional<DiscFit> run();

 private:
  bool take_view();
  void look();
  bool take_colours();
  [[nodiscard]] Belief belief() const { return {white_, pose_.theta, base_.round(), held_}; }
  void find_heading();
  [[nodiscard]] std::array<float, kBearings> light_about() const;
  void find_white();
  enum class Shapes { Ignored, Weighed };
  [[nodiscard]] Edges edges(double reach_share, double spacing_px, Shapes shapes = Shapes::Ignored) const;
  [[nodiscard]] bool surely_army() const;
  [[nodiscard]] Eigen::Vector2d beyond_rim(double c, double s, double by) const;
  [[nodiscard]] bool on_neighbour(const Eigen::Vector2d& place) const;
  [[nodiscard]] double wall_share(const Colour& ground) const;
  [[nodiscard]] float print_in_tint(const Colour& c, const Colour& ground) const;
  [[nodiscard]] bool hopeless(const Edges& seen) const;
  bool step(const Edges& edges);
  [[nodiscard]] DiscFit result(const Edges& edges);

  const DiscPicture& picture_;
  const DiscLook& look_;
  DiscBase base_;
  Facing held_;
  DiscPose pose_;
  double ground_ = 0.0;
  std::optional<DiscView> view_;
  std::optional<BaseColours> colours_;
  std::array<double, kBearings> reach_{};                           // inches from the centre to the rim
  std::array<std::array<Colour, kRings.size()>, kBearings> under_;  // colours under the rim, by direction off the current heading
  Whites white_{};                                                  // how white they are
  double wedge_offset_px_ = 0.0;
  double rim_offset_px_, residual_ = 1.0, scatter_ = 1.0, last_step_px_ = 0.0;
  Information information_ = Information::Identity();
};

bool Fitter::take_view() {
  ground_ = measure::ground_height(picture_.table.terrain, {measure::Inches(pose_.x), measure::Inches(pose_.y)}).value;
  view_ = DiscView::at(picture_.camera, ground_, base_, pose_);
  if (!view_) return false;
  const Eigen::Vector2d& c = view_->centre();
  return c.x() > 2.0 && c.y() > 2.0 && c.x() < picture_.bgr.cols - 3.0 && c.y() < picture_.bgr.rows - 3.0;
}

/// Samples the ring under the rim.
void Fitter::look() {
  for (std::size_t i = 0; i < kBearings; ++i)
    for (std::size_t k = 0; k < kRings.size(); ++k) {
      const double out = kRings[k] * reach_[i];
      under_[i][k] = colour_at(picture_.bgr, view_->top(out * directions()[i].forward, out * directions()[i].left));
    }
}

/// The print's colour is the median of what looks like print between figure and rim; white follows the same light. Where earth or a roof
/// may pass for print, print itself looks clearly more like it.
bool Fitter::take_colours() {
  constexpr std::size_t kPlaces = kBearings / 2 * kRings.size();
  std::array<std::uint8_t, kPlaces> fits{};
  std::size_t place = 0, count = 0;
  for (std::size_t i = 0; i < kBearings; i += 2)
    for (const Colour& c : under_[i]) count += (fits[place++] = look_.colour.fit(c)) >= kFitsArmy;
  if (count == 0) return false;
  std::array<std::uint8_t, kPlaces> best = fits;
  std::ranges::nth_element(best, best.begin() + static_cast<long>(count / 4), std::ranges::greater());
  const int least = (kFitsArmy + best[count / 4]) / 2;
  std::array<std::array<float, kPlaces>, 3> print;
  place = count = 0;
  for (std::size_t i = 0; i < kBearings; i += 2)
    for (const Colour& c : under_[i]) {
      if (fits[place++] < least) continue;
      for (std::size_t channel = 0; channel < 3; ++channel) print[channel][count] = c[static_cast<long>(channel)];
      ++count;
    }
  Colour median;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    median[static_cast<long>(channel)] = measure::median_in_place(std::span(print[channel]).first(count));
  }
  const float shade = look_.army.learned && !look_.army.shared ? std::clamp(median.norm() / look_.army.mean.norm(), 0.4f, 1.2f) : 1.0f;
  colours_.emplace(median, Colour(shade * look_.white));
  return true;
}

/// The light on each part of the base, as a share of its median, by the print about it.
std::array<float, kBearings> Fitter::light_about() const {
  std::array<float, kBearings> sum{}, count{};
  for (std::size_t i = 0; i < kBearings; ++i)
    for (const Colour& c : under_[i])
      if (colours_->is_print(c)) {
        sum[i] += c.dot(colours_->print()) / colours_->print().squaredNorm();
        count[i] += 1.0f;
      }
  std::array<float, kBearings> out{};
  float light = 0.0f, places = 0.0f;
  const auto take = [&](int bin, float sign) {
    const auto at = static_cast<std::size_t>((bin + kBearings) % kBearings);
    light += sign * sum[at], places += sign * count[at];
  };
  for (int i = -kLightReach; i <= kLightReach; ++i) take(i, 1.0f);
  for (int i = 0; i < kBearings; ++i) {
    out[static_cast<std::size_t>(i)] = places >= kLeastLit ? std::clamp(light / places, kLeastLight, 1.0f) : 1.0f;
    take(i - kLightReach, -1.0f);
    take(i + kLightReach + 1, 1.0f);
  }
  return out;
}

/// A wedge in the shade of a tree is white in the light that falls on the print beside it.
void Fitter::find_white() {
  const std::array<float, kBearings> light = light_about();
  for (std::size_t i = 0; i < kBearings; ++i) {
    float white = 0.0f;
    for (const Colour& c : under_[i]) white += colours_->whiteness_in(light[i], c);
    white_[i] = white / static_cast<float>(kRings.size());
  }
}

void Fitter::find_heading() {
  find_white();
  if (const int bearing = belief().bearing(); bearing != 0) {
    pose_.theta = std::remainder(pose_.theta + directions()[static_cast<std::size_t>(bearing)].angle, 2.0 * pi);
    take_view();
  }
}

/// Does more speak against a rim here than for it?
bool Fitter::hopeless(const Edges& seen) const { return seen.goes_on > static_cast<int>(seen.rim.size()); }

bool Fitter::surely_army() const { return look_.army.learned && look_.colour.fit(colours_->print()) >= kSurelyArmy; }

/// How far the tint of a colour lies on the way from the ground that shows beside the rim, 0, to the print, 1; 1 where both are of one
/// tint.
float Fitter::print_in_tint(const Colour& c, const Colour& ground) const {
  const Colour way = colours_->print().normalized() - ground.normalized();
  return way.squaredNorm() > 0.0f ? (c.normalized() - ground.normalized()).dot(way) / way.squaredNorm() : 1.0f;
}

/// How much of the side wall passes for the print on top where such a ground shows beside it.
double Fitter::wall_share(const Colour& ground) const {
  const double share = share_of_inner(colours_->print(), kWallLight * colours_->print(), ground);
  return std::isfinite(share) ? kWallCounts * std::clamp(share, -1.0, 1.0) : EdgePoint::kMiddlingWall;
}

bool Fitter::on_neighbour(const Eigen::Vector2d& place) const {
  return std::ranges::any_of(look_.neighbours, [&](const NeighbourDisc& other) { return covers(other.base, other.pose, place); });
}

/// The place so many inches beyond the rim, on the table. `c`, `s`: as for DiscView::rim.
Eigen::Vector2d Fitter::beyond_rim(double c, double s, double by) const {
  const Eigen::Vector2d own((base_.half_length + by) * c, (base_.half_width + by) * s);
  return Eigen::Vector2d(pose_.x, pose_.y) + Eigen::Rotation2Dd(pose_.theta) * own;
}

Edges Fitter::edges(double reach_share, double spacing_px, Shapes shapes) const {
  Edges out;
  const double ppi = view_->pixels_per_inch();
  const double reach = std::max(kLeastReachPx, reach_share * base_.half_width * ppi);
  const double girth = pi * (base_.half_length + base_.half_width) * ppi;
  const int count = std::clamp(static_cast<int>(girth / spacing_px), 20, 96);
  out.spacing_px = girth / count;
  const double turn_cos = std::cos(2.0 * pi / count), turn_sin = std::sin(2.0 * pi / count), wedge_slope = std::tan(kWedgeHalfAngle);
  double c = std::cos(pi / count), s = std::sin(pi / count);
  const double least_contrast = kLeastContrast * exposure_of(look_.white);
  out.rim.reserve(static_cast<std::size_t>(count));
  struct NoEdge {
    Colour inner, outer;  // both pass for print
  };
  std::vector<NoEdge> no_edge;
  for (int i = 0; i < count; ++i, std::tie(c, s) = std::pair(c * turn_cos - s * turn_sin, s * turn_cos + c * turn_sin)) {
    const EdgePoint edge = view_->rim(c, s);
    const bool in_wedge = std::abs(base_.half_width * s) < wedge_slope * base_.half_length * c;
    ++out.rim_tried;
    EdgeReader reader(picture_.bgr, edge, reach);
    const bool print = colours_->is_print(reader.inner()), white = in_wedge && !print && colours_->whiteness(reader.inner()) > kWhiteSide;
    if (!print && !white) continue;
    const EdgeProfile profile = reader.read();
    if (profile.contrast < std::max(least_contrast, kContrastOverRipple * profile.ripple)) {
      if (!print || !colours_->is_print(profile.outer)) continue;
      if (!on_neighbour(beyond_rim(c, s, reach / ppi))) no_edge.push_back({reader.inner(), profile.outer});
      continue;
    }
    if (std::abs(profile.offset) > 0.8 * reach) continue;
    RimSample sample{{Step{edge.slope[0], edge.slope[1], edge.slope[2], 1.0, 0.0}, profile.offset, 1.0},
                     print ? reader.inner() : colours_->print(),
                     print ? edge.wall : 0.0};
    if (shapes == Shapes::Weighed) {
      const double stray = reader.stray() / kHalfStray;
      sample.weight = 1.0 / (1.0 + stray * stray);
    }
    out.rim.push_back(sample);
    out.ground += profile.outer;
  }
  if (!out.rim.empty()) {
    const double of_print = wall_share(out.ground / static_cast<float>(out.rim.size()));
    for (RimSample& sample : out.rim) sample.offset -= sample.wall * (of_print - EdgePoint::kMiddlingWall);
  }
  // Where the print is surely the army's, leaves and earth that pass for it in shade speak neither for nor against the base.
  const bool sure = !out.rim.empty() && surely_army();
  if (sure) std::erase_if(out.rim, [&](const RimSample& seen) { return print_in_tint(seen.print, out.ground) < kLeastOfPrint; });
  const auto goes_on = [&](const NoEdge& seen) {
    return print_in_tint(seen.inner, out.ground) >= kLeastGoingOn && print_in_tint(seen.outer, out.ground) >= kLeastOfPrint;
  };
  for (const NoEdge& seen : no_edge) out.goes_on += !sure || goes_on(seen);
  for (int side : {-1, 1}) {
    const double rim = rim_distance(base_, kWedgeHalfAngle);
    const double spacing = 1.5 / ppi, wedge_reach = std::max(kLeastReachPx, kWedgeReach * base_.half_width * ppi);
    for (double r = rim - kOffRimPx / ppi; r > kWedgeFrom * rim; r -= spacing) {
      const EdgePoint edge = view_->wedge_edge(side, r);
      EdgeReader reader(picture_.bgr, edge, wedge_reach);
      if (colours_->whiteness(reader.inner()) < kWhiteSide) continue;
      const EdgeProfile profile = reader.read();
      if (colours_->whiteness(profile.outer) > kWhiteSide || !colours_->is_print(profile.outer) || reader.stray() > kMostStray) continue;
      ++(side > 0 ? out.left : out.right);
      out.wedge.push_back({Step{edge.slope[0], edge.slope[1], edge.slope[2], 0.0, 1.0}, profile.offset, 1.0});
    }
  }
  return out;
}

/// One robust Gauss-Newton step. False when too little is seen.
bool Fitter::step(const Edges& seen) {
  if (static_cast<double>(seen.rim.size()) * seen.spacing_px < kLeastRimPx) return false;
  Step move = Step::Zero();
  move[3] = rim_offset_px_;
  move[4] = wedge_offset_px_;
  const double ppi = view_->pixels_per_inch();
  std::vector<double> off;
  off.reserve(seen.rim.size() + seen.wedge.size());
  for (int pass = 0; pass < 3; ++pass) {
    off.clear();
    const auto residual = [&](const Sample& s) { return s.offset - s.slope.dot(move); };
    for (const Sample& s : seen.rim) off.push_back(std::abs(residual(s)));
    for (const Sample& s : seen.wedge) off.push_back(std::abs(residual(s)));
    scatter_ = std::max(kLeastScatterPx, measure::kSigmaOfMedian * measure::median_in_place(off));
    residual_ = std::max(kLeastResidualPx, scatter_);
    Information normal = Information::Zero();  // its lower half
    Step right = Step::Zero();
    const auto add = [&](const Sample& s) {
      const double t = residual(s) / (kTukey * residual_);
      if (std::abs(t) >= 1.0) return;
      const double w = s.weight * (1.0 - t * t) * (1.0 - t * t) / (residual_ * residual_);
      const Step weighted = w * s.slope;
      for (int column = 0; column < kUnknowns; ++column)
        for (int row = column; row < kUnknowns; ++row) normal(row, column) += weighted[row] * s.slope[column];
      right += s.offset * weighted;
    };
    for (const Sample& s : seen.rim) add(s);
    for (const Sample& s : seen.wedge) add(s);
    const auto expect = [&](int unknown, double mean, double sigma) {
      normal(unknown, unknown) += kCorrelation / (sigma * sigma);
      right[unknown] += kCorrelation / (sigma * sigma) * mean;
    };
    expect(3, look_.offsets.rim.mean * ppi, look_.offsets.rim.sigma * ppi);
    expect(4, look_.offsets.wedge.mean * ppi, look_.offsets.wedge.sigma * ppi);
    // Step limits: a quarter of the base and a sixth of a radian hold a hidden direction still without biasing a seen one.
    const double far = 0.5 * base_.half_width;
    normal(0, 0) += 1.0 / (far * far);
    normal(1, 1) += 1.0 / (far * far);
    normal(2, 2) += 1.0 / (0.16 * 0.16);
    move = calibration::solve_symmetric(normal, right);
    if (pass == 2) information_ = normal.selfadjointView<Eigen::Lower>();
  }
  if (!move.allFinite()) return false;
  const double length = std::hypot(move[0], move[1]), most = 0.4 * base_.half_width;
  const double shrink = length > most ? most / length : 1.0;
  pose_.x += shrink * move[0];
  pose_.y += shrink * move[1];
  pose_.theta = std::remainder(pose_.theta + shrink * std::clamp(move[2], -0.3, 0.3), 2.0 * pi);
  rim_offset_px_ = move[3];
  wedge_offset_px_ = move[4];
  last_step_px_ = ppi * (length + base_.half_length * std::abs(move[2]));
  return take_view();
}

/// What speaks for and against the base is judged as it was searched for; its place is then settled with the clean edges foremost.
DiscFit Fitter::result(const Edges& seen) {
  DiscFit fit;
  const double tolerance = std::max(kRimTolerance * view_->pixels_per_inch(), kRimTolerancePx);
  fit.ragged = residual_ / tolerance;
  fit.both_edges = seen.left >= kAnEdge && seen.right >= kAnEdge;
  double good = 0.0;
  for (const Sample& s : seen.rim) {
    const double off = (s.offset - rim_offset_px_) / tolerance;
    good += std::max(0.0, 1.0 - off * off);
  }
  const double tried = std::max(1, seen.rim_tried);
  fit.supported = good / tried;
  fit.misplaced = (static_cast<double>(seen.rim.size()) - good) / tried;
  fit.contradicted = seen.goes_on / tried;
  step(seen);
  fit.base = base_;
  fit.pose = pose_;
  fit.ground = ground_;
  fit.pixel = view_->centre();
  fit.pixels_per_inch = view_->pixels_per_inch();
  fit.colour = colours_->print();
  fit.white = colours_->white();
  fit.rim_offset = rim_offset_px_ / fit.pixels_per_inch;
  fit.wedge_offset = wedge_offset_px_ / fit.pixels_per_inch;
  const Information inverse = calibration::inverse_of(information_);
  fit.covariance = kCorrelation * (scatter_ * scatter_) / (residual_ * residual_) * inverse.topLeftCorner<3, 3>();
  look();
  find_white();
  fit.wedge = wedge_score(white_, 0);
  constexpr std::size_t kFewest = 2;  // places of edges
  fit.whites = white_;
  fit.by_edges = {pose_.theta, fit.covariance(2, 2), seen.wedge.size() >= kFewest};
  tell_heading(belief(), fit);
  return fit;
}

std::optional<DiscFit> Fitter::run() {
  if (!take_view()) return std::nullopt;
  look();
  if (!take_colours()) return std::nullopt;
  find_heading();
  for (int i = 0; i < kWideSteps; ++i) {
    const Edges seen = edges(kWideReach, kWideSpacingPx);
    if (hopeless(seen) || !step(seen)) return std::nullopt;
    if (i < 2) {
      look();
      if (!take_colours()) return std::nullopt;
      find_heading();
    }
    if (last_step_px_ < 0.5) break;
  }
  for (int i = 0; i < kNarrowSteps; ++i) {
    const Edges seen = edges(kNarrowReach, kRimSpacingPx);
    if (hopeless(seen) || !step(seen)) return std::nullopt;
    if (last_step_px_ < kStillPx) break;
  }
  return result(edges(kNarrowReach, kRimSpacingPx, Shapes::Weighed));
}

}  // namespace

void tell_heading(const Belief& belief, DiscFit& fit) {
  const auto& [heading, variance, enough] = fit.by_edges;
  fit.heading_seen = belief.sure() >= kTold;
  fit.pose.theta = heading, fit.covariance(2, 2) = variance;
  const int bearing = std::min(belief.bearing(), kBearings - belief.bearing());
  if (!fit.base.round()) {
    if (bearing > 0) fit.pose.theta = std::remainder(heading + pi, 2.0 * pi);
  } else if (bearing > kOneWay || !enough) {
    fit.pose.theta = std::remainder(heading + belief.turn(), 2.0 * pi);
    fit.covariance(2, 2) = belief.variance();
  }
}

std::optional<DiscFit> fit_disc(const DiscPicture& picture, const DiscLook& look, const DiscBase& base, const DiscPose& start,
                                const Facing& held) {
  return Fitter(picture, look, base, start, held).run();
}

}  // namespace vision
