// What all readings are made of: ends resolved in a table state, and labels of one style.
// Needs overlay/readings.h.
#pragma once

#include <string>

#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "measure/footprint.h"
#include "measure/spot.h"

namespace overlay {

/// The piece with this track id; null when it is not on the table.
[[nodiscard]] const vision::Piece* find_piece(const vision::TableState& state, int id);

/// An end as it stands now.
struct Resolved {
  const vision::Piece* piece = nullptr;  // null for a bare point
  measure::Spot spot;
  measure::Inches z;
  std::string name;
};
/// Empty when the piece is gone.
[[nodiscard]] std::optional<Resolved> resolve(const End& end, const vision::TableState& state, const measure::Table& table);

/// The reading of a tool whose piece has left the table.
[[nodiscard]] Reading gone(std::string tool);

/// A result's label; it keeps off the pieces given.
[[nodiscard]] Label result_label(Spot anchor, std::string text, const std::optional<measure::Verdict>& verdict,
                                 std::initializer_list<const vision::Piece*> speaks_of);
/// The same for the length of a line: it sits on the line from `a` to `b`.
[[nodiscard]] Label line_label(Spot a, Spot b, std::string text, const std::optional<measure::Verdict>& verdict,
                               std::initializer_list<const vision::Piece*> speaks_of);

[[nodiscard]] Colour colour_of(const std::optional<measure::Verdict>& verdict);

}  // namespace overlay
