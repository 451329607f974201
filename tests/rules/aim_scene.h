// Small builders of aim questions, and generators of random ones.
#pragma once

#include <string>
#include <vector>

#include "rules/charge/aim/aim.h"
#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace aim_scene {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::Terrain;
using measure::TerrainKind;
using measure::Verdict;
using rules::charge::Aim;
using rules::charge::AimQuestion;
using rules::charge::Arm;
using rules::charge::Figure;
using rules::charge::House;

inline Figure figure(std::string name, Footprint footprint, int id = 0) {
  return {.id = id, .name = std::move(name), .footprint = std::move(footprint), .height = rules::charge::kFigureHeight};
}
/// A man on a disc, facing +y unless told otherwise.
inline Figure man(std::string name, double x, double y, double heading_deg = 90.0, double diameter = 0.8) {
  return figure(std::move(name), standing(measure::RoundShape{Inches(diameter)}, at(x, y), measure::from_degrees(heading_deg)));
}
/// A row of men from the right to the left of a body that faces +y: "p1" is its right-hand man.
inline std::vector<Figure> row(const std::string& prefix, int men, double right_x, double y, double apart = 1.2,
                               double heading_deg = 90.0) {
  std::vector<Figure> out;
  for (int i = 0; i < men; ++i) {
    out.push_back(man(prefix + std::to_string(i + 1), right_x - apart * i, y, heading_deg));
    out.back().id = i + 1;
  }
  return out;
}
inline std::vector<Figure> operator+(std::vector<Figure> a, const std::vector<Figure>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
/// A gun at a place, pointing along +y.
inline Figure gun(double x = 0.0, double y = 0.0, double heading_deg = 90.0) {
  return figure("gun", rect(2.5, 1.5, at(x, y), measure::from_degrees(heading_deg)));
}
inline AimQuestion gun_aims_at(std::vector<Figure> target) {
  AimQuestion q;
  q.firer = {.arm = Arm::Gun, .figures = {gun()}, .crew = 5, .crew_maybe = 0};
  q.target = std::move(target);
  return q;
}
inline AimQuestion foot_aim_at(std::vector<Figure> men, std::vector<Figure> target) {
  AimQuestion q;
  q.firer = {.arm = Arm::Infantry, .figures = std::move(men), .crew = {}, .crew_maybe = 0};
  q.target = std::move(target);
  return q;
}
/// Everybody's place known to within `margin`, every heading to within `margin_deg`.
inline AimQuestion known_to(AimQuestion q, double margin, double margin_deg = 0.0) {
  for (auto* figures : {&q.firer.figures, &q.target, &q.friends, &q.enemies})
    for (Figure& f : *figures) f.footprint = unsure(std::move(f.footprint), Inches(margin), measure::from_degrees(margin_deg));
  return q;
}
inline Terrain area(TerrainKind kind, double x0, double y0, double x1, double y1, double height, std::string name = "it") {
  Terrain t;
  t.name = std::move(name);
  t.kind = kind;
  t.polygon = {at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)};
  t.height = Inches(height);
  return t;
}
inline Terrain wall(double x0, double y0, double x1, double y1, double height, TerrainKind kind = TerrainKind::Wall) {
  Terrain t;
  t.name = "the wall";
  t.kind = kind;
  t.line = {at(x0, y0), at(x1, y1)};
  t.height = Inches(height);
  t.width = Inches(0.2);
  return t;
}
inline std::vector<std::string> rules_of(const std::vector<rules::Reason>& because) {
  std::vector<std::string> out;
  for (const auto& r : because) out.push_back(r.rule);
  return out;
}

/// Of these what is too close to call.
inline std::vector<rules::Reason> doubts_in(std::vector<rules::Reason> because) {
  std::erase_if(because, [](const rules::Reason& r) { return r.rule != "CG52"; });
  return because;
}

// RapidCheck.

inline Figure any_man(const std::string& name, double size) {
  Figure f = man(name, between(-size, size), between(-size, size), between(0.0, 360.0));
  f.footprint.covariance = any_covariance(0.03);
  f.footprint.heading_margin = Radians(between(0.0, 0.02));
  if (*rc::gen::inRange(0, 4) == 0) f.footprint.shape = any_convex_shape();
  return f;
}
inline std::vector<Figure> any_men(const std::string& prefix, int most, double size) {
  std::vector<Figure> out;
  const int n = *rc::gen::inRange(0, most + 1);
  for (int i = 0; i < n; ++i) {
    out.push_back(any_man(prefix + std::to_string(i), size));
    out.back().id = i + 1;
  }
  return out;
}
/// A crowded table: a gun or a body of a few men, and enough others to stand in the way.
inline AimQuestion any_question() {
  AimQuestion q;
  const bool is_gun = *rc::gen::inRange(0, 2) == 0;
  const double size = is_gun ? 12.0 : 4.0;
  q.firer.arm = is_gun ? Arm::Gun : Arm::Infantry;
  q.firer.figures = is_gun ? std::vector<Figure>{any_man("gun", size)} : any_men("f", 4, size);
  if (q.firer.figures.empty()) q.firer.figures.push_back(any_man("f0", size));
  q.target = any_men("t", 6, size);
  if (q.target.empty()) q.target.push_back(any_man("t0", size));
  q.friends = any_men("friend", 4, size);
  q.enemies = any_men("enemy", 4, size);
  if (*rc::gen::inRange(0, 2) == 0) {
    const double x = between(-size, size), y = between(-size, size);
    q.terrain.push_back(area(*rc::gen::inRange(0, 2) ? TerrainKind::Wood : TerrainKind::House, x, y, x + 3, y + 3, 3.0));
  }
  return q;
}

}  // namespace aim_scene
