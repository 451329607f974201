// Pages for a printer, in inches, as PDF, SVG or PNG.
#pragma once

#include <cairo.h>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "calibration/lens_calibration.h"
#include "measure/result.h"

namespace calibration {

/// One page. `paint` draws in inches from the top left, y down.
struct Sheet {
  double width_in = 0.0, height_in = 0.0;
  std::function<void(cairo_t*)> paint;
};

/// Writes pages to `path` (.pdf, .svg, .png); formats without pages get one file each, numbered. PNG files state
/// their resolution, so that they print at the right size. Returns the files written.
/// Errors: Usage for an unknown ending or a picture too large; BadFile when a file cannot be written.
[[nodiscard]] measure::Result<std::vector<std::string>> write_sheets(const std::vector<Sheet>& sheets, const std::string& path, double dpi);

/// ".pdf" of "Tags.PDF".
[[nodiscard]] std::string ending_of(const std::string& path);

// What is drawn on printed sheets: tags, discs, boards, the check ruler. Inches, y down.

/// Draws `pattern` (one pixel a cell, 0 black) with its top left at (x, y); `side` of the whole.
void draw_cells(cairo_t* context, const cv::Mat& pattern, double x, double y, double side);

/// Text with its baseline at y; `align` 0 starts at x, 0.5 centres on it, 1 ends there.
void draw_text(cairo_t* context, const std::string& text, double x, double y, double height, double align = 0.0);

/// The same from x to the right, smaller where it would be wider than `room`.
void draw_text_within(cairo_t* context, const std::string& text, double x, double y, double height, double room);

/// A scale of `inches` whole inches and the centimetres that fit under it, from (x, y) to the right; 0.5 in high.
void draw_ruler(cairo_t* context, double x, double y, int inches);

struct Colour {
  double red = 0.0, green = 0.0, blue = 0.0;  // 0..1
};
/// "#rrggbb". Empty for anything else.
[[nodiscard]] std::optional<Colour> colour_of(const std::string& text);

/// An army's base seen from above, its front up, with a white wedge of this full angle.
void draw_disc(cairo_t* context, Colour colour, double x, double y, double width, double length, double wedge_rad);

void draw_chessboard(cairo_t* context, const Chessboard& board, double x, double y);
void draw_charuco(cairo_t* context, const CharucoBoard& board, double x, double y);

/// Squares of a game board to be tinted, marked with a star, or both.
struct GameSquare {
  int column = 0, row = 0;  // row 0 is nearest to the first player: drawn at the bottom
  Colour tint;
  bool star = false;
};
struct GameBoard {
  std::string title;
  int columns = 0, rows = 0;
  double square_in = 0.0;
  std::vector<GameSquare> squares;
};
/// The playing area with its top left at (x, y).
void draw_game_board(cairo_t* context, const GameBoard& board, double x, double y);

}  // namespace calibration
