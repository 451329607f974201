#include "app/window/tools/ui_state.h"

namespace window {
namespace {

/// A margin that fell by less than this share in `kWindowSeconds` has settled.
constexpr double kClearFall = 0.03;
constexpr double kWindowSeconds = 2.0;

}  // namespace

void watch_margins(UiState& ui, const vision::TableState& state, double now) {
  for (const vision::Piece& piece : state.pieces) {
    const double margin = measure::margin_of(piece.covariance).value;
    const auto [watch, added] = ui.margins.try_emplace(piece.id, MarginWatch{margin, now - kWindowSeconds});
    if (added) continue;
    if (margin > watch->second.margin_in) watch->second = {margin, now - kWindowSeconds};  // moved: begins anew
    if (margin < watch->second.margin_in * (1.0 - kClearFall)) watch->second = {margin, now};
  }
}

bool still_shrinking(const UiState& ui, int piece, double now) {
  const auto watch = ui.margins.find(piece);
  return watch != ui.margins.end() && now - watch->second.since < kWindowSeconds;
}

}  // namespace window
