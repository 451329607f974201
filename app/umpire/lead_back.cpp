#include "app/umpire/lead_back.h"

#include <fmt/format.h>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "measure/gap.h"
#include "vision/tracking/assignment.h"

namespace app {
namespace {

namespace charge = rules::charge;
using measure::Footprint, measure::Inches;

/// Bases that reach so far into each other, in inches, stand in each other's way: less is the margin of two that touch.
constexpr double kInTheWay = 0.05;
/// Places to wait at are looked for on rings so far apart, in inches, and in so many directions of each.
constexpr double kRing = 0.5;
constexpr int kDirections = 16, kRings = 200;
/// Inches. No way is so long that leaving a man where he is would cost less.
constexpr double kPriceOfNone = 1e4;

bool in_the_way(const Footprint& a, const Footprint& b) {
  const Inches reach = (measure::extent(a.shape) + measure::extent(b.shape)) * 0.75;  // more than half a diagonal each
  return measure::distance(a.centre, b.centre) < reach && measure::gap(a, b).value.value < -kInTheWay;
}

/// Who may stand in whose place.
auto likeness(const charge::Piece& piece) {
  return std::tuple(piece.army, piece.unit, piece.kind, measure::sides(piece.figure.footprint.shape));
}

WayBack way(WayBack::Kind kind, const charge::Piece& who, std::optional<Footprint> from, std::optional<Footprint> to) {
  return {.kind = kind, .id = who.figure.id, .name = who.figure.name, .from = std::move(from), .to = std::move(to)};
}

/// The nearest place where nobody stands or is going to.
Footprint free_place(const Footprint& from, const std::vector<Footprint>& taken, const std::optional<measure::Table>& table) {
  for (int ring = 1; ring < kRings; ++ring)
    for (int i = 0; i < kDirections; ++i) {
      Footprint there = from;
      const double angle = 2.0 * std::numbers::pi * i / kDirections;
      there.centre = from.centre + measure::one_inch_towards(measure::Radians(angle)) * (kRing * ring);
      const double x = there.centre.x.value, y = there.centre.y.value;
      const bool on_table = !table || (x > 0.0 && y > 0.0 && x < table->length.value && y < table->width.value);
      if (on_table && std::ranges::none_of(taken, [&](const Footprint& other) { return in_the_way(there, other); })) return there;
    }
  return from;
}

/// Moves in an order in which each finds its place free; where two or more wait for each other, one of them stands aside first.
std::vector<WayBack> in_order(std::vector<WayBack> moves, const std::vector<Footprint>& places, std::vector<Footprint> standing,
                              const std::optional<measure::Table>& table) {
  std::vector<WayBack> order;
  const auto waits_for = [&](const WayBack& a, const WayBack& b) { return &a != &b && in_the_way(*a.to, *b.from); };
  while (!moves.empty()) {
    const auto next = std::ranges::find_if(
        moves, [&](const WayBack& a) { return std::ranges::none_of(moves, [&](const WayBack& b) { return waits_for(a, b); }); });
    if (next != moves.end()) {
      order.push_back(*next);
      moves.erase(next);
      continue;
    }
    const auto blocker = std::ranges::find_if(moves, [&](const WayBack& b) { return waits_for(moves.front(), b); });
    std::vector<Footprint> taken = places;
    taken.insert(taken.end(), standing.begin(), standing.end());
    WayBack aside = *blocker;
    aside.kind = WayBack::Kind::StandAside;
    aside.to = free_place(*blocker->from, taken, table);
    standing.push_back(*aside.to);
    blocker->from = aside.to;
    order.push_back(std::move(aside));
  }
  return order;
}

}  // namespace

std::vector<WayBack> lead_back(const charge::Field& wanted, const charge::Field& seen, Inches back) {
  std::vector<const charge::Piece*> places, astray;
  std::vector<Footprint> standing;
  const auto home = [&](const charge::Piece& place, const charge::Piece& piece) {
    return measure::distance(place.figure.footprint.centre, piece.figure.footprint.centre) <= back;
  };
  for (const charge::Piece& place : wanted.pieces)
    if (const charge::Piece* const piece = charge::find(seen, place.figure.id); !piece || !home(place, *piece)) places.push_back(&place);
  for (const charge::Piece& piece : seen.pieces) {
    standing.push_back(piece.figure.footprint);
    if (const charge::Piece* const place = charge::find(wanted, piece.figure.id); !place || !home(*place, piece)) astray.push_back(&piece);
  }
  Eigen::MatrixXd cost(static_cast<Eigen::Index>(astray.size()), static_cast<Eigen::Index>(places.size()));
  for (Eigen::Index i = 0; i < cost.rows(); ++i)
    for (Eigen::Index k = 0; k < cost.cols(); ++k) {
      const charge::Piece &piece = *astray[static_cast<std::size_t>(i)], &place = *places[static_cast<std::size_t>(k)];
      cost(i, k) = likeness(piece) == likeness(place)
                       ? measure::distance(piece.figure.footprint.centre, place.figure.footprint.centre).value
                       : vision::kInfinity;
    }
  const auto assigned = vision::assign(cost, kPriceOfNone);
  std::vector<WayBack> ways, moves;
  std::vector<bool> filled(places.size(), false);
  for (std::size_t i = 0; i < astray.size(); ++i) {
    const charge::Piece& piece = *astray[i];
    if (!assigned[i]) {
      ways.push_back(way(WayBack::Kind::TakeOff, piece, piece.figure.footprint, std::nullopt));
      continue;
    }
    const charge::Piece& place = *places[*assigned[i]];
    filled[*assigned[i]] = true;
    if (home(place, piece)) continue;  // another man of his body stands in his place: they are alike
    moves.push_back(way(WayBack::Kind::Move, place, piece.figure.footprint, place.figure.footprint));
    moves.back().id = piece.figure.id;
  }
  std::vector<Footprint> all_places;
  for (const charge::Piece& place : wanted.pieces) all_places.push_back(place.figure.footprint);
  for (WayBack& move : in_order(std::move(moves), all_places, std::move(standing), seen.table)) ways.push_back(std::move(move));
  for (std::size_t k = 0; k < places.size(); ++k)
    if (!filled[k]) ways.push_back(way(WayBack::Kind::PutDown, *places[k], std::nullopt, places[k]->figure.footprint));
  return ways;
}

charge::Field where_all_belong(const charge::Game& game, const charge::Field& seen) {
  charge::Field field = game.field;
  const auto moving = charge::mover(game);
  for (charge::Piece& piece : field.pieces)
    if (const charge::Piece* const now = charge::find(seen, piece.figure.id); now && moving == piece.army) piece = *now;
  return field;
}

std::string difference_text(const WayBack& way) {
  switch (way.kind) {
    case WayBack::Kind::TakeOff: return way.name + " was not there";
    case WayBack::Kind::StandAside: return {};
    case WayBack::Kind::PutDown: return way.name + " is not there";
    case WayBack::Kind::Move: break;
  }
  return fmt::format("{} stands {:.2f} in from where it was", way.name, way.length().value);
}

std::string text_of(const WayBack& way) {
  switch (way.kind) {
    case WayBack::Kind::TakeOff: return "take off " + way.name;
    case WayBack::Kind::StandAside: return way.name + " aside first";
    case WayBack::Kind::PutDown: return "put " + way.name + " back";
    case WayBack::Kind::Move: break;
  }
  return fmt::format("{}: {:.2f} in", way.name, way.length().value);
}

}  // namespace app
