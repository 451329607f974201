#include "app/wire/reading_json.h"

#include <cmath>

#include "app/wire/table_json.h"

namespace app {

const char* rank_word(vision::BoardRank rank) {
  if (rank == vision::BoardRank::General) return "general";
  return rank == vision::BoardRank::Hidden ? "hidden" : "soldier";
}

namespace {

Json json_of_square(measure::SquareName at) { return Json::array({at.column, at.row}); }

Json json_of_piece(const vision::BoardPiece& piece, const measure::Board& board) {
  Json out;
  if (piece.on) out["at"] = json_of_square(*piece.on);
  out["side"] = board.sides[piece.side].name;
  out["rank"] = rank_word(piece.rank);
  // Never 0: rounding must not promise more than was measured.
  out["margin_in"] = std::ceil(piece.margin.value * kPerInch) / kPerInch;
  out["sure"] = piece.sure;
  if (!piece.sure && piece.sure_but_for_rank) out["unsure_of"] = "rank";
  out["place"] = json_of(piece.at);
  if (piece.tag) out["tag"] = *piece.tag;
  return out;
}

Json json_of_camera(const vision::BoardReading& reading) {
  if (!reading.registration) return Json{{"registered", false}};
  return Json{{"registered", true},
              {"tags_seen", reading.registration->tags_seen},
              {"reprojection_px", std::round(reading.registration->reprojection_px * kPerPixel) / kPerPixel},
              {"height_in", std::round(reading.registration->camera.height().value * kPerInch) / kPerInch}};
}

}  // namespace

Json json_of_reading(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame) {
  Json squares = Json::array(), off_board = Json::array(), unseen = Json::array(), findings = Json::array();
  for (const vision::BoardPiece& piece : reading.pieces) squares.push_back(json_of_piece(piece, board));
  for (const vision::BoardPiece& piece : reading.off_board) off_board.push_back(json_of_piece(piece, board));
  for (const measure::SquareName& at : reading.unseen) unseen.push_back(json_of_square(at));
  for (const calibration::Finding& finding : reading.findings) findings.push_back(json_of(finding));
  return Json{{"frame", frame},      {"registered", reading.registration.has_value()},
              {"squares", squares},  {"off_board", off_board},
              {"unseen", unseen},    {"camera", json_of_camera(reading)},
              {"findings", findings}};
}

}  // namespace app
