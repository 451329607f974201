// A second opinion on one question, from its JSON alone: may this body fire at that one? Written from docs/measuring.md and
// docs/rules-charge.md; it shares no line with `measure` and `rules`, and knows the default house rules and the simplest others.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <string>
#include <vector>
namespace checker {
using nlohmann::json;
using Point = std::complex<double>;
constexpr double kPi = std::numbers::pi, kSigmas = 1.959963984540054;  // of a 95 % half-width
inline double dot(Point a, Point b) { return (std::conj(a) * b).real(); }
inline double cross(Point a, Point b) { return (std::conj(a) * b).imag(); }
inline Point point(const json& at) { return {at[0].get<double>(), at[1].get<double>()}; }

struct Body {
  Point at = {};
  double heading = 0, turn = 0, height = 1.35;  // radians; `turn` is the margin of the heading
  std::array<double, 3> error{};                // covariance: xx, xy, yy
  std::string shape = "round";
  double length = 1, width = 1;
  std::vector<Point> corners = {};  // of terrain, instead of a shape
  [[nodiscard]] double variance(Point u) const {
    return error[0] * u.real() * u.real() + 2 * error[1] * u.real() * u.imag() + error[2] * u.imag() * u.imag();
  }
  /// The farthest point in the direction u, the body turned by `by`.
  [[nodiscard]] Point farthest(Point u, double by = 0) const {
    if (!corners.empty()) return *std::ranges::max_element(corners, {}, [&](Point p) { return dot(p, u); });
    const Point front = std::polar(1.0, heading + by), own = std::conj(front) * u;
    const double l = length / 2, w = width / 2, n = std::hypot(l * own.real(), w * own.imag());
    if (shape == "rect") return at + front * Point(std::copysign(l, own.real()), std::copysign(w, own.imag()));
    return n > 0 ? at + front * Point(l * l * own.real() / n, w * w * own.imag() / n) : at;
  }
};

inline Body body_of(const json& from, const json& all) {
  Body b{.at = point(from["at"]), .heading = from.value("heading_deg", 0.0) * kPi / 180};
  b.turn = from.value("margin_deg", all.value("margin_deg", 0.0)) * kPi / 180;
  b.height = from.value("figure_height", 1.35);
  const double variance = std::pow(from.value("margin_in", all.value("margin_in", 0.0)) / kSigmas, 2);
  b.error = from.value("covariance_in2", std::array{variance, 0.0, variance});
  const json& base = from["base"];
  b.shape = base["shape"];
  b.length = base.contains("diameter") ? base["diameter"].get<double>() : base["size"][0].get<double>();
  b.width = base.contains("diameter") ? b.length : base["size"][1].get<double>();
  return b;
}

/// The direction in which two convex bodies are farthest apart, or overlap least; `far(u)`: by how much.
std::pair<double, Point> widest(const auto& far) {
  double best = 0, most = -INFINITY, step = kPi / 90;
  const auto look = [&](double a) {
    if (const double value = far(std::polar(1.0, a)); value > most) most = value, best = a;
  };
  for (int i = 0; i < 180; ++i) look(i * step);
  for (; step > 1e-10; step /= 2)  // the separation falls off on both sides
    for (const double share : {-0.5, 0.5}) look(best + share * step);
  return {most, std::polar(1.0, best)};
}

struct Gap {
  double value = 0, margin = 0;  // of `gap` the part that the margins of the headings make
  Point u;
};
inline Gap gap(const Body& a, const Body& b) {
  const auto turned = [&](double of_a, double of_b) {
    return widest([&](Point u) { return dot(b.farthest(-u, of_b), u) - dot(a.farthest(u, of_a), u); });
  };
  const auto [value, u] = turned(0, 0);
  double by_a = 0, by_b = 0;
  for (const double k : {-1.0, -0.5, 0.5, 1.0}) {
    if (a.turn > 0) by_a = std::max(by_a, std::abs(turned(k * a.turn, 0).first - value));
    if (b.turn > 0) by_b = std::max(by_b, std::abs(turned(0, k * b.turn).first - value));
  }
  return {value, std::hypot(by_a, by_b), u};
}

/// From the line p-q, whose ends err, to the edge of a body; an end counts by its share of the line.
inline Gap beside(const Body& p, const Body& q, const Body& b) {
  const Gap g = gap(Body{.corners = {p.at, q.at}}, b);
  const double length = std::abs(q.at - p.at), lean = dot(q.at - p.at, g.u) / length, at = dot(b.farthest(-g.u) - p.at, q.at - p.at);
  const double t = std::abs(lean) > 1e-6 ? lean > 0 : std::clamp(at / length / length, 0.0, 1.0);
  const double variance = (1 - t) * (1 - t) * p.variance(g.u) + t * t * q.variance(g.u) + b.variance(g.u);
  return {g.value, std::hypot(g.margin, kSigmas * std::sqrt(variance)), g.u};
}
enum Verdict { Yes, TooClose, No };
inline Verdict at_most(double value, double margin, double limit) {
  return value + margin <= limit + 1e-9 ? Yes : value - margin > limit + 1e-9 ? No : TooClose;
}
inline Verdict at_least(const Gap& gap, double limit) { return at_most(-gap.value, gap.margin, -limit); }

inline bool convex(const std::vector<Point>& c) {
  int left = 0, right = 0;
  for (std::size_t i = 0, n = c.size(); i < n; ++i) (cross(c[(i + 1) % n] - c[i], c[(i + 2) % n] - c[i]) > 0 ? left : right)++;
  return left == 0 || right == 0;
}

/// The verdict of a question of `aim` whose figures all have bases; limits moved by `lenient`, inches or radians, in favour of the shot.
/// None where sight is not simple: over woods, hills, bent outlines, or terrain that is neither above nor below the whole line.
inline std::optional<std::string> verdict_of(const json& question, double lenient = 0) {
  const json &from = question["firer"], house = question.value("house", json::object()), bands = house.value("gun.bands", json());
  const bool gun = from["arm"] == "gun";
  const double limit = !gun ? 6 : bands.is_array() ? bands.back().get<double>() : 36;
  const auto bodies = [&](const json& list) {
    std::vector<Body> out;
    for (const json& each : list) out.push_back(body_of(each, question));
    return out;
  };
  const std::vector<Body> firers = gun ? std::vector{body_of(from, question)} : bodies(from["men"]), target = bodies(question["target"]);
  std::vector<Body> friends = bodies(question.value("friends", json())), enemies = bodies(question.value("enemies", json()));
  if (house.value("clear.to", "edge") == "center")
    for (Body& each : friends) each.shape = "round", each.length = each.width = 0;
  if (!house.value("los.figures_block", true)) enemies.clear();
  bool simple = !house.value("clear.by_height", false) && !house.value("los.figures_by_height", false);
  Verdict best = No;
  for (const Body& a : firers)
    for (const Body& b : target) {
      const Point to = b.at - a.at, n = to / std::abs(to), across = n * Point(0, 1);
      const double off = std::abs(std::remainder(std::arg(to) - a.heading, 2 * kPi));
      const double aside = kSigmas * std::sqrt(a.variance(across) + b.variance(across)) / std::abs(to);
      const Gap range = house.value("range.from", "center") == "edge" ? gap(a, b) : Gap{std::abs(to), 0, n};
      const double error = kSigmas * std::sqrt(a.variance(range.u) + b.variance(range.u));
      Verdict line = at_most(range.value, std::hypot(range.margin, error), limit + lenient);
      line = std::max(line, at_most(off, std::hypot(aside < 1 ? std::asin(aside) : kPi, a.turn), kPi / 4 + lenient));
      for (const Body& each : friends) line = std::max(line, at_least(beside(a, b, each), 1 - lenient));
      for (const Body& each : enemies) line = std::max(line, at_least(beside(a, b, each), -lenient));
      for (const json& terrain : question.value("terrain", json())) {
        const double top = terrain.value("height", 0.0), middle = b.height / 2;
        if (line == No || (top <= std::min(a.height, middle) && terrain["kind"] != "hill" && terrain["kind"] != "slope")) continue;
        Body solid;
        for (const json& corner : terrain.value("polygon", terrain.value("line", json()))) solid.corners.push_back(point(corner));
        const Verdict clear = at_least(beside(a, b, solid), terrain.value("width", 0.0) / 2 - lenient);
        simple = simple && (clear == Yes || (terrain["kind"] == "house" && top > std::max(a.height, middle) && convex(solid.corners)));
        line = std::max(line, clear);
      }
      best = std::min(best, line);
    }
  const json touch = question.value("contact", json::object());
  if (touch.value("since", "") == "this_turn" || touch.value("attacker", "") == "firer") best = No;  // CG28, CG29
  const int crew = from.value("crew", 4), all = crew + from.value("crew_maybe", 0);
  if (gun && crew < 4) best = std::max(best, all < 4 ? No : TooClose);
  return simple ? std::optional(std::array{"yes", "too_close", "no"}[best]) : std::nullopt;
}
}  // namespace checker
