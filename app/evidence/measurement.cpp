#include "app/evidence/measurement.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "measure/gap.h"

namespace app {

using measure::ErrorCode, measure::fail, measure::Result;

MeasureEnd end_of(const vision::Piece& piece) {
  const measure::Footprint footprint = vision::footprint_of(piece);
  return {.name = piece.name, .spot = measure::centre_of(footprint), .footprint = footprint, .heading = piece.heading};
}

std::optional<int> tag_called(const std::string& word) {
  int id = -1;
  if (!word.starts_with("tag:")) return std::nullopt;
  const auto [end, problem] = std::from_chars(word.data() + 4, word.data() + word.size(), id);
  return problem == std::errc() && end == word.data() + word.size() && id >= 0 ? std::optional(id) : std::nullopt;
}

Result<const vision::Piece*> piece_called(const std::string& word, const vision::TableState& state,
                                          const std::vector<measure::PieceSpec>& roster) {
  // A piece may have any name, so names come first.
  auto piece = std::ranges::find(state.pieces, word, &vision::Piece::name);
  auto spec = std::ranges::find(roster, word, &measure::PieceSpec::name);
  const auto tag = tag_called(word);
  if (tag && piece == state.pieces.end() && spec == roster.end()) {
    piece = std::ranges::find(state.pieces, tag, &vision::Piece::tag);
    spec = std::ranges::find(roster, tag, &measure::PieceSpec::tag);
  }
  if (piece != state.pieces.end() && piece->seen == vision::Seen::Yes) return &*piece;
  if (piece == state.pieces.end() && spec == roster.end()) return nullptr;
  const std::string name = piece != state.pieces.end() ? piece->name : spec->name;
  return fail(ErrorCode::NotSeen, (name == word ? word : fmt::format("{} ({})", word, name)) + ": not seen in this picture");
}

Measurement measurement_of(const MeasureEnd& from, const MeasureEnd& to) {
  Measurement out{.from = from, .to = to, .centre = measure::distance_between(from.spot, to.spot)};
  if (from.footprint && to.footprint) out.gap = measure::gap(*from.footprint, *to.footprint);
  if (from.footprint && from.heading) out.bearing = measure::bearing_off(*from.footprint, to.spot);
  return out;
}

Json json_of(const Measurement& m) {
  const auto end = [](const MeasureEnd& e) {
    return Json{{"name", e.name ? Json(*e.name) : Json(nullptr)},
                {"at", json_of(e.spot.at)},
                {"margin_in", margin_up(measure::margin_of(e.spot.covariance).value, kPerInch)}};
  };
  return {{"from", end(m.from)},
          {"to", end(m.to)},
          {"gap_in", m.gap ? json_of(*m.gap) : Json(nullptr)},
          {"centre_in", json_of(m.centre)},
          {"bearing_deg", m.bearing ? json_of(*m.bearing) : Json(nullptr)}};
}

std::string text_of(const Measurement& m) {
  std::string out;
  if (m.gap) out += fmt::format("edge to edge     {:.3f} in +-{:.3f}\n", m.gap->value.value, m.gap->margin.value);
  out += fmt::format("centre to centre {:.3f} in +-{:.3f}\n", m.centre.value.value, m.centre.margin.value);
  if (m.bearing)
    out += fmt::format("bearing          {:.1f} deg +-{:.1f} (left of the front is positive)\n", measure::degrees(m.bearing->value),
                       measure::degrees(m.bearing->margin));
  return out;
}

}  // namespace app
