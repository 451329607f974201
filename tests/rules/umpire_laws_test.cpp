// What holds for every ruling of a whole table: where it lies, how it is turned, or seen in a mirror, changes none of them.
//   Orders counted from the right-hand man (CG22, C-K6) are the only thing that a mirror turns round; no ruling here has one.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "rules/charge/game/umpire.h"
#include "tests/rules/field_builders.h"

namespace rules::charge::umpire_laws_test {
namespace {

using measure::Inches;
using measure::PieceKind;
using measure::Radians;
using measure::TablePoint;
using measure::TerrainKind;
using measure::Verdict;

const House kBook;
constexpr double kLength = 40.0, kWidth = 30.0;  // inches
/// Of 1: bent paths are found well within it, so costs this near a limit may fall to either side.
constexpr double kSearch = 0.01;
constexpr double kShortest = 0.02;  // inches: a bend on the first half inch errs by more of it
/// Of some hundred rulings on a table so many may lie so near the edge of a margin that rounding decides for or against doubt.
constexpr int kOnEdges = 2;

/// A table before and after some of its pieces moved.
struct Turn {
  Field before, after;
  std::vector<int> moved;
};

class Dealer {
 public:
  explicit Dealer(unsigned seed) : random_(seed) {}
  double between(double least, double most) { return std::uniform_real_distribution<>(least, most)(random_); }

  /// `engaged`: every man of B touches one of R, as nearly as a camera sees it.
  Turn turn(bool engaged = false) {
    Turn out;
    company(out.before, "R", "red", PieceKind::Infantry, 6, 90.0);
    company(out.before, "RC", "red", PieceKind::Cavalry, 3, 90.0);
    company(out.before, "B", "blue", PieceKind::Infantry, 8, 270.0);
    battery(out.before, "RG", "red", 90.0);
    battery(out.before, "BG", "blue", 270.0);
    if (engaged) engage(out.before);
    for (const TerrainKind kind : {TerrainKind::Wood, TerrainKind::House, TerrainKind::Marsh, TerrainKind::Hill, TerrainKind::Hedge})
      out.before.terrain.push_back(ground(kind));
    const double margin = between(0.0, 0.05);
    for (Piece& piece : out.before.pieces) piece.figure.footprint.covariance = measure::covariance_of(Inches(margin));
    out.after = out.before;
    const double dx = between(-3.0, 3.0), dy = between(-6.0, 6.0);
    for (Piece& piece : out.after.pieces) {
      if (piece.unit != "R" && piece.unit != "RC" && piece.kind != PieceKind::Gun) continue;
      out.moved.push_back(piece.figure.id);
      TablePoint& centre = piece.figure.footprint.centre;
      centre = {centre.x + Inches(dx + between(-0.3, 0.3)), centre.y + Inches(dy + between(-0.3, 0.3))};
    }
    return out;
  }

 private:
  /// Armies begin apart, with the ground that bars between them: nobody starts wedged in enemies or houses.
  double depth(double heading) { return heading < 180.0 ? between(4.0, 11.0) : between(19.0, 26.0); }
  void put(Field& field, const std::string& unit, const std::string& army, PieceKind kind, double x, double y, double heading) {
    const int id = static_cast<int>(field.pieces.size()) + 1;
    field.pieces.push_back(piece(id, unit + "/" + std::to_string(id), unit, army, kind, x, y, heading + between(-8.0, 8.0)));
    measure::Shape& shape = field.pieces.back().figure.footprint.shape;
    if (kind == PieceKind::Gun) shape = measure::RectShape{Inches(2.5), Inches(1.5)};
    if (kind == PieceKind::Cavalry) shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  }
  void company(Field& field, const std::string& unit, const std::string& army, PieceKind kind, int men, double heading) {
    const double x = between(4.0, kLength - 16.0), y = depth(heading);
    for (int i = 0; i < men; ++i)
      put(field, unit, army, kind, x + 1.3 * (i % 4) + between(-0.1, 0.1), y - 1.4 * (i / 4) + between(-0.1, 0.1), heading);
  }
  void engage(Field& field) {
    const auto men = [&](const std::string& unit) {
      std::vector<Piece*> all;
      for (Piece& piece : field.pieces)
        if (piece.unit == unit) all.push_back(&piece);
      return all;
    };
    const auto red = men("R"), blue = men("B");
    for (std::size_t i = 0; i < blue.size(); ++i) {
      const double bearing = between(0.2, 2.9), apart = 1.0 + between(-0.03, 0.03);  // bases of an inch
      const TablePoint& at = red[i % red.size()]->figure.footprint.centre;
      blue[i]->figure.footprint.centre = {at.x + Inches(apart * std::cos(bearing)), at.y + Inches(apart * std::sin(bearing))};
    }
  }
  void battery(Field& field, const std::string& unit, const std::string& army, double heading) {
    const double x = between(kLength - 9.0, kLength - 4.0), y = depth(heading);
    put(field, unit, army, PieceKind::Gun, x, y, heading);
    for (int i = 0; i < 5; ++i) put(field, unit, army, PieceKind::Gunner, x - 1.5 + 0.7 * i, y + (heading > 180.0 ? 2.2 : -2.2), heading);
  }
  measure::Terrain ground(TerrainKind kind) {
    measure::Terrain out;
    out.kind = kind;
    out.height = Inches(kind == TerrainKind::Marsh ? 0.0 : between(0.5, 3.0));
    const double x = between(6.0, kLength - 6.0), y = 0.5 * kWidth + between(-0.5, 0.5), start = between(0.0, 6.0);
    const auto ring = [&](double radius, int corners) {
      std::vector<TablePoint> points;
      for (int i = 0; i < corners; ++i) {
        const double angle = start + 2.0 * std::numbers::pi * i / corners;
        points.push_back({Inches(x + radius * std::cos(angle)), Inches(y + radius * std::sin(angle))});
      }
      return points;
    };
    if (kind == TerrainKind::Hedge) {
      out.line = {ring(3.0, 2)[0], ring(3.0, 2)[1]};
      out.width = Inches(0.4);
    } else {
      out.polygon = ring(between(1.0, 1.5), 7);
    }
    if (kind == TerrainKind::Hill) out.polygon = ring(5.0, 7), out.top = ring(2.5, 7);
    return out;
  }

  std::mt19937 random_;
};

struct Moved {
  std::function<TablePoint(TablePoint)> place;
  std::function<Radians(Radians)> direction;
};

Field moved(Field field, const Moved& how) {
  for (Piece& piece : field.pieces) {
    piece.figure.footprint.centre = how.place(piece.figure.footprint.centre);
    piece.figure.footprint.heading = how.direction(piece.figure.footprint.heading);
  }
  for (measure::Terrain& terrain : field.terrain)
    for (auto* points : {&terrain.polygon, &terrain.line, &terrain.top})
      for (TablePoint& point : *points) point = how.place(point);
  return field;
}

/// Counts rulings on an edge; a yes that becomes a no is never one.
class Alike {
 public:
  bool operator()(Verdict here, Verdict there) {
    if (here == there) return true;
    ++on_edges_;
    return here == Verdict::TooCloseToCall || there == Verdict::TooCloseToCall;
  }
  [[nodiscard]] int on_edges() const { return on_edges_; }

 private:
  int on_edges_ = 0;
};

/// Is the cost nearer to the limit than the search is exact?
bool at_the_limit(const MoveRuling& ruling) {
  if (!ruling.cost) return false;
  const double limit = ruling.allowance.value, off = std::abs(ruling.cost->value.value - limit), margin = ruling.cost->margin.value;
  return std::min(off, std::abs(off - margin)) < kSearch * limit;
}

void expect_same_moves(const Turn& turn, const Moved& how, Alike& alike) {
  const auto here = judge_moves(turn.before, turn.after, turn.moved, kBook);
  const auto there = judge_moves(moved(turn.before, how), moved(turn.after, how), turn.moved, kBook);
  RC_ASSERT(here.size() == there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    RC_ASSERT(here[i].name == there[i].name);
    const MoveRuling &a = here[i].ruling, &b = there[i].ruling;
    RC_ASSERT(at_the_limit(a) || alike(a.verdict, b.verdict));
    RC_ASSERT(a.cost.has_value() == b.cost.has_value() || a.verdict != b.verdict);  // whether there is a way was too close to call
    if (!a.cost || !b.cost) continue;
    const double one = a.cost->value.value, other = b.cost->value.value;
    RC_ASSERT(std::abs(one - other) <= kSearch * std::max(one, other) + kShortest);
  }
}

void expect_same_aims(const Field& field, const Moved& how, Alike& alike) {
  const auto here = judge_aims(field, kBook), there = judge_aims(moved(field, how), kBook);
  RC_ASSERT(here.size() == there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    RC_ASSERT(here[i].firer == there[i].firer);
    RC_ASSERT(here[i].target == there[i].target);
    const Aim &a = here[i].aim, &b = there[i].aim;
    const int before = alike.on_edges();
    for (std::size_t k = 0; k < a.men.size(); ++k) RC_ASSERT(alike(a.men[k].verdict, b.men[k].verdict));
    if (alike.on_edges() > before) continue;  // counted once; what follows from that man differs too
    RC_ASSERT(alike(a.verdict, b.verdict));
    RC_ASSERT(std::abs(a.men_short - b.men_short) + std::abs(a.men_long - b.men_long) <= 1);
    RC_ASSERT(a.eligible == b.eligible);
    RC_ASSERT(a.cover == b.cover);
  }
}

void expect_nothing_changes(const Turn& turn, const Moved& how) {
  Alike alike;
  expect_same_moves(turn, how, alike);
  for (const Field* field : {&turn.before, &turn.after}) {
    expect_same_aims(*field, how, alike);
    RC_ASSERT(contacts(*field) == contacts(moved(*field, how)));
  }
  RC_ASSERT(alike.on_edges() <= kOnEdges);
}

Turn any_turn(bool engaged = false) { return Dealer(*rc::gen::arbitrary<unsigned>()).turn(engaged); }

RC_GTEST_PROP(UmpireLaw, AShiftedTableIsJudgedAlike, ()) {
  const double dx = *rc::gen::inRange(-500, 500) * 0.1, dy = *rc::gen::inRange(-500, 500) * 0.1;
  expect_nothing_changes(any_turn(), {[=](TablePoint p) {
                                        return TablePoint{p.x + Inches(dx), p.y + Inches(dy)};
                                      },
                                      [](Radians heading) { return heading; }});
}

RC_GTEST_PROP(UmpireLaw, ATurnedTableIsJudgedAlike, ()) {
  const double by = *rc::gen::inRange(1, 6283) * 0.001;
  expect_nothing_changes(any_turn(), {[=](TablePoint p) {
                                        return TablePoint{p.x * std::cos(by) - p.y * std::sin(by), p.x * std::sin(by) + p.y * std::cos(by)};
                                      },
                                      [=](Radians heading) { return heading + Radians(by); }});
}

RC_GTEST_PROP(UmpireLaw, MovesOutOfAContactAreJudgedAlikeOnATurnedTable, ()) {
  const Turn turn = any_turn(true);
  const double by = *rc::gen::inRange(1, 6283) * 0.001;
  Alike alike;
  expect_same_moves(turn,
                    {[=](TablePoint p) {
                       return TablePoint{p.x * std::cos(by) - p.y * std::sin(by), p.x * std::sin(by) + p.y * std::cos(by)};
                     },
                     [=](Radians heading) { return heading + Radians(by); }},
                    alike);
}

RC_GTEST_PROP(UmpireLaw, ATableInAMirrorIsJudgedAlike, ()) {
  expect_nothing_changes(any_turn(), {[](TablePoint p) {
                                        return TablePoint{Inches(kLength) - p.x, p.y};
                                      },
                                      [](Radians heading) { return Radians(std::numbers::pi) - heading; }});
}

}  // namespace
}  // namespace rules::charge::umpire_laws_test
