// `vedette locate` and `vedette board`: a table's figures, or a board game's squares, every picture on its own.
#include <fmt/format.h>
#include <cmath>

#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/pictures.h"
#include "app/commands/setup.h"

namespace app {
namespace {

const char* rank_word(vision::BoardRank rank) {
  if (rank == vision::BoardRank::General) return "general";
  return rank == vision::BoardRank::Hidden ? "hidden" : "soldier";
}

Json json_of_square(measure::SquareName at) { return Json::array({at.column, at.row}); }

Json json_of_piece(const vision::BoardPiece& piece, const measure::Board& board) {
  Json out;
  if (piece.on) out["at"] = json_of_square(*piece.on);
  out["side"] = board.sides[piece.side].name;
  out["rank"] = rank_word(piece.rank);
  // Never 0: rounding must not promise more than was measured.
  out["margin_in"] = std::ceil(piece.margin.value * kPerInch) / kPerInch;
  out["sure"] = piece.sure;
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

Json json_of(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame) {
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

std::string text_of(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame) {
  std::string out = frame + (reading.registration ? "\n" : ": not registered\n");
  const auto line = [&](const vision::BoardPiece& piece) {
    const std::string where = piece.on ? fmt::format("[{}, {}]", piece.on->column, piece.on->row)
                                       : fmt::format("beside the board at {:.1f}, {:.1f}", piece.at.x.value, piece.at.y.value);
    out += fmt::format("  {} {} {}{}\n", board.sides[piece.side].name, rank_word(piece.rank), where, piece.sure ? "" : " (not sure)");
  };
  for (const vision::BoardPiece& piece : reading.pieces) line(piece);
  for (const vision::BoardPiece& piece : reading.off_board) line(piece);
  for (const measure::SquareName& at : reading.unseen) out += fmt::format("  [{}, {}] cannot be seen\n", at.column, at.row);
  for (const calibration::Finding& finding : reading.findings) out += "  " + line_of(finding, false) + "\n";
  return out;
}

int board(const BoardOptions& options) {
  const auto setup = load_board(options.board, options.lens, options.anchors);
  if (!setup) return complain(setup.error());
  return take_pictures(
      options.pictures, options.json, "board reads pictures, not a camera", [&](const vision::Frame& frame) -> measure::Result<bool> {
        const auto reading = vision::read_board_picture(*setup, frame);
        if (!reading) return tl::unexpected(reading.error());
        fmt::print(
            "{}", options.json ? line_of(json_of(*reading, setup->board, frame.name)) + "\n" : text_of(*reading, setup->board, frame.name));
        return reading->registration.has_value();
      });
}

int locate(const LocateOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  setup->tracking.stills = true;
  return take_pictures(options.pictures, options.json, "locate reads pictures; `vedette track` follows a camera",
                       [&](const vision::Frame& frame) -> measure::Result<bool> {
                         auto state = vision::Pipeline(*setup).step(frame);
                         if (!state) return tl::unexpected(state.error());
                         // A picture on its own has no before.
                         state->moves.clear();
                         state->added.clear();
                         state->removed.clear();
                         fmt::print("{}", options.json ? line_of(json_of(*state)) + "\n" : text_of(*state));
                         return state->camera.registered;
                       });
}

}  // namespace app
