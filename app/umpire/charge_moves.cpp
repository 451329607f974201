#include "app/umpire/charge_moves.h"

#include <fmt/format.h>

#include <algorithm>

namespace app {
namespace {

namespace charge = rules::charge;

/// Inches. A leg that costs what it is long needs no price.
constexpr double kSamePrice = 0.005;
/// Inches. Who has gone less far has turned.
constexpr double kTurned = 0.005;

double cost_of(const MovedPiece& piece) { return piece.move.ruling.cost ? piece.move.ruling.cost->value.value : 1e9; }

}  // namespace

measure::Inches MovedPiece::left() const {
  return move.ruling.cost ? move.ruling.allowance - move.ruling.cost->value : measure::Inches(0.0);
}

std::vector<MovedBody> moves_so_far(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  const auto moving = charge::mover(game);
  if (!moving) return {};
  charge::Game now = game;
  now.field = seen;
  std::vector<int> moved;
  for (const charge::Piece& piece : seen.pieces)
    if (piece.army == *moving && charge::moved_this_turn(now, piece.figure.id) != charge::Moved::No) moved.push_back(piece.figure.id);
  std::vector<MovedBody> bodies;
  for (charge::JudgedMove& move : charge::judge_moves(game.turn_start, seen, moved, house)) {
    auto body = std::ranges::find(bodies, move.unit, &MovedBody::unit);
    if (body == bodies.end()) body = bodies.insert(bodies.end(), MovedBody{move.unit, {}, 0});
    body->not_legal += move.ruling.verdict == measure::Verdict::No ? 1 : 0;
    const charge::Figure start = charge::find(game.turn_start, move.id)->figure;
    body->pieces.push_back({std::move(move), start});
  }
  for (MovedBody& body : bodies)
    std::ranges::stable_sort(body.pieces, [](const MovedPiece& a, const MovedPiece& b) {
      return std::pair(a.move.ruling.verdict, cost_of(a)) > std::pair(b.move.ruling.verdict, cost_of(b));
    });
  return bodies;
}

std::string length_text(const MovedPiece& piece) {
  const charge::MoveRuling& ruling = piece.move.ruling;
  if (!ruling.cost) return "there is no way";
  if (ruling.cost->value.value < kTurned) return "turned on the spot";
  const double left = piece.left().value;
  return fmt::format("{:.2f} in of {:g}, {:.2f} {}", ruling.cost->value.value, ruling.allowance.value, std::abs(left),
                     left < 0.0 ? "too far" : "left");
}

std::vector<std::string> leg_texts(const MovedPiece& piece) {
  std::vector<std::string> texts;
  for (const charge::MoveRuling::Leg& leg : piece.move.ruling.legs) {
    const std::string price = std::abs(leg.cost - leg.inches) < kSamePrice ? "" : fmt::format(" costs {:.2f}", leg.cost);
    texts.push_back(fmt::format("{} {:.2f} in{}", leg.ground, leg.inches, price));
  }
  return texts;
}

}  // namespace app
