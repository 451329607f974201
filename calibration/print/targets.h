// Sheets to print: corner tags, piece tags, discs, calibration boards and game boards.
//   Every page carries a check ruler in inches and centimetres, because a print at 97 % measures 3 % wrong.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibration/lens_calibration.h"
#include "measure/length.h"
#include "measure/result.h"

namespace calibration {

enum class TargetKind { CornerTags, PieceTags, Discs, BoardChess, BoardCharuco, LeChoc, LesAllies };
enum class Paper { A4, Letter };

/// What to print. A field that its kind does not name is ignored.
struct TargetRequest {
  TargetKind kind = TargetKind::CornerTags;
  std::string out;  // ends in .pdf, .svg or .png
  /// What is written on the sheet, from the English text, a format with the same {}; null: it is English.
  std::function<std::string(const char* english)> translate = {};
  Paper paper = Paper::A4;
  std::optional<double> dpi;  // of PNG: 300, for whole game boards 150

  // CornerTags, PieceTags, LeChoc, LesAllies
  std::string dictionary;                   // empty: DICT_4X4_250 for pieces, DICT_APRILTAG_36h11 else
  std::vector<int> ids;                     // empty: 0..3; of pieces 0..9. Boards: exactly four, at (0,0) (w,0) (w,h) (0,h)
  std::optional<measure::Inches> tag_side;  // of the black square; 2.5 at corners, 1.0 on pieces, 1.5 on boards

  // Discs: a white wedge points to the front
  std::vector<std::string> colours;       // "#rrggbb" of each army; empty: red and blue
  int count = 0;                          // of each colour; 0 fills a page
  measure::Inches diameter{1.0};          // of an oval: its width
  std::optional<measure::Inches> length;  // of an oval, along the heading

  std::optional<measure::Inches> square;  // LeChoc 1.6, LesAllies 1.5
  Chessboard chessboard;                  // BoardChess
  CharucoBoard charuco;                   // BoardCharuco
};

/// "corner-tags", "piece-tags", "discs", "board-chess", "board-charuco", "le-choc", "les-allies".
[[nodiscard]] std::optional<TargetKind> target_kind(const std::string& name);

/// Draws a request to its file and returns the files written: one, or `F-1.png`, `F-2.png` ... where a format
/// has no pages. A game board is one sheet of its own size in SVG and PNG, and pages to glue together in PDF.
/// Files are written beside and then renamed. Errors: Usage when something does not fit the paper, or is unknown;
/// BadFile when a file cannot be written.
[[nodiscard]] measure::Result<std::vector<std::string>> write_targets(const TargetRequest& request);

}  // namespace calibration
