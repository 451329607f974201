#include "app/wire/table_json.h"

#include <array>

namespace app {
namespace {

constexpr double kPerSecond = 1e3;

double inches(measure::Inches value) { return rounded(value.value, kPerInch); }

/// In [0, 360), also after rounding.
double heading(measure::Radians angle) {
  const double value = rounded(measure::heading_degrees(angle), kPerDegree);
  return value >= 360.0 ? 0.0 : value;
}

Json heading_or_null(const std::optional<measure::Radians>& angle) { return angle ? Json(heading(*angle)) : Json(nullptr); }

const char* seen_word(vision::Seen seen) {
  if (seen == vision::Seen::Hidden) return "hidden";
  return seen == vision::Seen::Lost ? "lost" : "yes";
}

Json json_of_piece(const vision::Piece& piece) {
  Json out{{"id", piece.id}, {"name", piece.name}, {"army", piece.army}, {"unit", piece.unit}, {"kind", word(piece.kind)}};
  out["at"] = json_of(piece.at);
  out["heading_deg"] = heading_or_null(piece.heading);
  out["margin_in"] = margin_up(measure::margin_of(piece.covariance).value, kPerInch);
  out["margin_deg"] = piece.heading ? Json(margin_up(measure::degrees(piece.heading_margin), kPerDegree)) : Json(nullptr);
  out["seen"] = seen_word(piece.seen);
  out["identity"] = piece.doubtful ? "doubtful" : "sure";
  if (piece.doubtful) out["could_be"] = piece.could_be;
  out["marker"] = Json{{"type", word(piece.marker)}};
  if (piece.tag) out["marker"]["id"] = *piece.tag;
  return out;
}

Json json_of_move(const vision::Move& move) {
  return {{"id", move.id},
          {"from", json_of(move.from)},
          {"to", json_of(move.to)},
          {"from_deg", heading_or_null(move.heading_from)},
          {"to_deg", heading_or_null(move.heading_to)}};
}

Json json_of_camera(const vision::CameraState& camera) {
  return {{"registered", camera.registered},
          {"moved", camera.moved},
          {"tags_seen", camera.tags_seen},
          {"reprojection_px", rounded(camera.reprojection_px, kPerPixel)},
          {"height_in", inches(camera.height)}};
}

}  // namespace

const char* word(calibration::Finding::Severity severity) {
  static constexpr std::array kWords{"info", "warn", "fault"};
  return kWords[static_cast<std::size_t>(severity)];
}

Json json_of(const calibration::Finding& finding) {
  Json out{{"code", finding.code}, {"severity", word(finding.severity)}, {"says", finding.says}};
  if (finding.cost) out["cost_in"] = margin_up(finding.cost->value, kPerInch);
  if (!finding.fix.empty()) out["fix"] = finding.fix;
  return out;
}

Json json_of(const vision::TableState& state) {
  Json out{{"frame", state.frame}, {"time_s", rounded(state.time, kPerSecond)}, {"camera", json_of_camera(state.camera)}};
  out["pieces"] = Json::array();
  for (const vision::Piece& piece : state.pieces) out["pieces"].push_back(json_of_piece(piece));
  out["settled"] = state.settled;
  out["moves"] = Json::array();
  for (const vision::Move& move : state.moves) out["moves"].push_back(json_of_move(move));
  out["added"] = state.added;
  out["removed"] = state.removed;
  out["findings"] = Json::array();
  for (const calibration::Finding& finding : state.findings) out["findings"].push_back(json_of(finding));
  return out;
}

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace app
