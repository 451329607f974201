#include "tests/support/random_moves.h"

#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/grid_paths.h"

namespace grid_paths {
namespace {

using measure::Inches;
using measure::TablePoint;
using measure::Terrain;
using measure::TerrainKind;
using rules::charge::Arm;
using rules::charge::MoveQuestion;

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0); }
  int upto(int n) { return static_cast<int>(between(0.0, n)); }

 private:
  std::mt19937 engine_;
};

std::vector<TablePoint> star(Dice& dice, TablePoint middle, double radius, double rough) {
  std::vector<TablePoint> out;
  const int n = 4 + dice.upto(6);
  const double start = dice.between(0.0, 6.28);
  for (int i = 0; i < n; ++i) {
    const double t = start + 2.0 * std::numbers::pi * (i + dice.between(-0.25, 0.25)) / n, r = radius * dice.between(1.0 - rough, 1.0);
    out.push_back(at(middle.x.value + r * std::cos(t), middle.y.value + r * std::sin(t)));
  }
  return out;
}

std::vector<TablePoint> box(TablePoint middle, double length, double width, double turn) {
  std::vector<TablePoint> out;
  for (const auto& [l, w] : {std::pair(0.5, 0.5), std::pair(-0.5, 0.5), std::pair(-0.5, -0.5), std::pair(0.5, -0.5)}) {
    const double x = l * length, y = w * width;
    out.push_back(at(middle.x.value + x * std::cos(turn) - y * std::sin(turn), middle.y.value + x * std::sin(turn) + y * std::cos(turn)));
  }
  return out;
}

void add_piece(Dice& dice, std::vector<Terrain>& terrain, TablePoint p, double scale) {
  Terrain t;
  t.name = "T" + std::to_string(terrain.size());
  const double turn = dice.between(0.0, 3.14);
  switch (dice.upto(10)) {
    case 0:
    case 1:
      t.kind = TerrainKind::Wood;
      t.polygon = star(dice, p, scale * dice.between(1.0, 2.5), 0.6);
      break;
    case 2:
      t.kind = TerrainKind::Marsh;
      t.polygon = star(dice, p, scale * dice.between(0.8, 2.0), 0.4);
      break;
    case 3:
    case 4: {
      t.kind = TerrainKind::Hill;
      t.polygon = star(dice, p, scale * dice.between(1.5, 3.0), 0.3);
      if (dice.upto(3) > 0)
        for (const TablePoint& c : t.polygon) t.top.push_back(p + (c - p) * 0.4);
      break;
    }
    case 5:
      t.kind = TerrainKind::Slope;
      t.polygon = box(p, scale * dice.between(1.5, 4.0), scale * dice.between(1.5, 3.0), turn);
      t.uphill = measure::Radians(dice.between(-3.1, 3.1));
      break;
    case 6:
      t.kind = TerrainKind::House;
      t.polygon = box(p, scale * dice.between(0.6, 1.5), scale * dice.between(0.6, 1.5), turn);
      break;
    case 7:
    case 8: {
      t.kind = dice.upto(2) == 0 ? TerrainKind::Wall : TerrainKind::Obstacle;
      const double l = scale * dice.between(1.0, 2.5);
      const TablePoint bend = at(p.x.value + 0.3 * dice.between(-l, l), p.y.value + 0.3 * dice.between(-l, l));
      t.line = {at(p.x.value - l * std::cos(turn), p.y.value - l * std::sin(turn)), bend,
                at(p.x.value + l * std::cos(turn), p.y.value + l * std::sin(turn))};
      t.width = Inches(dice.between(0.25, 0.5));
      break;
    }
    default: {
      t.kind = TerrainKind::River;
      t.polygon = box(p, scale * dice.between(5.0, 10.0), scale * dice.between(0.6, 1.2), turn);
      Terrain over;
      over.name = t.name + "b";
      over.kind = dice.upto(2) == 0 ? TerrainKind::Bridge : TerrainKind::Ford;
      over.polygon = box(at(p.x.value + dice.between(-1.5, 1.5) * std::cos(turn), p.y.value + dice.between(-1.5, 1.5) * std::sin(turn)),
                         dice.between(1.4, 2.5), scale * 2.0, turn);
      terrain.push_back(over);
    }
  }
  t.height = Inches(1.0 + 0.1 * static_cast<double>(terrain.size()));
  terrain.push_back(t);
}

rules::charge::Figure figure(const std::string& name, int id, TablePoint p, double diameter) {
  return {.id = id,
          .name = name,
          .footprint = {.shape = measure::RoundShape{Inches(diameter)}, .centre = p, .heading = {}, .covariance = {}, .heading_margin = {}},
          .height = Inches(1.35)};
}

}  // namespace

RandomMove random_move(unsigned seed, double size) {
  Dice dice(seed);
  RandomMove move;
  MoveQuestion& q = move.question;
  const int arm = dice.upto(6);
  q.arm = arm == 0 ? Arm::Gun : arm == 1 ? Arm::Cavalry : Arm::Infantry;
  q.base.shape = measure::RoundShape{Inches(dice.between(0.4, 1.0))};
  move.house.terrain_stack = dice.upto(5) > 0;
  const int pieces = 2 + dice.upto(4);
  for (int i = 0; i < pieces; ++i) add_piece(dice, q.terrain, at(dice.between(0.2, 0.8) * size, dice.between(0.2, 0.8) * size), 1.0);
  for (int i = dice.upto(4); i > 0; --i)
    q.enemies.push_back(figure("E" + std::to_string(i), i, at(dice.between(0.2, 0.8) * size, dice.between(0.2, 0.8) * size), 0.8));
  for (int i = dice.upto(4); i > 0; --i)
    q.friends.push_back(figure("F" + std::to_string(i), 10 + i, at(dice.between(0.2, 0.8) * size, dice.between(0.2, 0.8) * size), 0.8));
  for (int tries = 0; tries < 1000; ++tries) {
    q.base.centre = at(dice.between(0.1, 0.9) * size, dice.between(0.1, 0.9) * size);
    move.to = at(dice.between(0.1, 0.9) * size, dice.between(0.1, 0.9) * size);
    const double apart = measure::distance(q.base.centre, move.to).value;
    if (apart > 2.0 && apart < 7.0 && stands_free(q, q.base.centre, move.house) && stands_free(q, move.to, move.house)) break;
  }
  return move;
}

MoveQuestion random_table(unsigned seed, double length, double width, int pieces, Arm arm) {
  Dice dice(seed);
  MoveQuestion q;
  q.arm = arm;
  q.base.shape = measure::RoundShape{Inches(0.8)};
  q.base.centre = at(0.5 * length, 0.5 * width);
  q.table = measure::Table{.length = Inches(length), .width = Inches(width), .terrain = {}};
  while (static_cast<int>(q.terrain.size()) < pieces)
    add_piece(dice, q.terrain, at(dice.between(0.0, length), dice.between(0.0, width)), 2.0);
  return q;
}

}  // namespace grid_paths
