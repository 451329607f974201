#include "calibration/print/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "calibration/dictionaries.h"
#include "calibration/print/print_sheet.h"
#include "calibration/target_corners.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

// Inches of a page. Printers leave about a quarter of an inch white at the edges.
constexpr double kEdge_in = 0.25, kHeader_in = 0.25, kRuler_in = 0.5;
constexpr double kHeaderText_in = 0.11, kLabelText_in = 0.1;
constexpr double kGap_in = 0.15, kLabel_in = 0.2;
// Pages of a large board overlap by this much, for the glue.
constexpr double kOverlap_in = 0.25;
// White border of a game board: a tag of 1.5 in, 0.4 in from the squares, and its quiet zone.
constexpr double kBorder_in = 2.3, kTagGap_in = 0.4;
// The white wedge that tells the front of a base, full angle: what the table vision looks for.
constexpr measure::Radians kWedge = measure::from_degrees(50.0);
constexpr double kPageDpi = 300.0, kBoardDpi = 150.0;

constexpr std::array<std::pair<const char*, TargetKind>, 7> kKinds{{{"corner-tags", TargetKind::CornerTags},
                                                                    {"piece-tags", TargetKind::PieceTags},
                                                                    {"discs", TargetKind::Discs},
                                                                    {"board-chess", TargetKind::BoardChess},
                                                                    {"board-charuco", TargetKind::BoardCharuco},
                                                                    {"le-choc", TargetKind::LeChoc},
                                                                    {"les-allies", TargetKind::LesAllies}}};

struct Page {
  double width = 0.0, height = 0.0;
  [[nodiscard]] Page turned() const { return {height, width}; }
  [[nodiscard]] double room_across() const { return width - 2.0 * kEdge_in; }
  [[nodiscard]] double room_down() const { return height - 2.0 * kEdge_in - kHeader_in - kRuler_in; }
  [[nodiscard]] bool fits(double w, double h) const { return w <= room_across() + 1e-9 && h <= room_down() + 1e-9; }
};

Page page_of(Paper paper) { return paper == Paper::A4 ? Page{210.0 / 25.4, 297.0 / 25.4} : Page{8.5, 11.0}; }

/// A text of a sheet, in the language that was asked for.
template <class... T>
std::string said(const TargetRequest& request, fmt::format_string<T...> english, T&&... arguments) {
  const std::string key(fmt::string_view(english).data(), fmt::string_view(english).size());
  return fmt::vformat(request.translate ? request.translate(key.c_str()) : key, fmt::make_format_args(arguments...));
}

std::string how_to_print(const TargetRequest& request) {
  return said(request, "Print at 100 % (actual size), then check the scale with a ruler.");
}

/// What every page says: what it is, how to print it, and a scale to check the print against.
void draw_frame(cairo_t* context, const Page& page, const std::string& says) {
  draw_text_within(context, says, kEdge_in, kEdge_in + kHeaderText_in, kHeaderText_in, page.room_across());
  const int inches = static_cast<int>(std::min(6.0, std::floor(page.room_across() - 0.5)));
  draw_ruler(context, kEdge_in + 0.1, page.height - kEdge_in - kRuler_in, inches);
}

// ---- pages of many equal items

struct Items {
  std::size_t count = 0;
  double width = 0.0, height = 0.0;  // inches, of one with the gap around it
  std::string says;
  std::function<void(cairo_t*, std::size_t, double, double)> draw;  // item, x, y of its top left
};

Result<std::vector<Sheet>> pages_of(const Items& items, const Page& page) {
  const auto columns = static_cast<std::size_t>(std::max(0.0, std::floor(page.room_across() / items.width + 1e-9)));
  const auto rows = static_cast<std::size_t>(std::max(0.0, std::floor(page.room_down() / items.height + 1e-9)));
  const std::size_t on_page = columns * rows;
  if (on_page == 0)
    return fail(ErrorCode::Usage, fmt::format("{:.2f} x {:.2f} in does not fit on the paper, which has room for {:.2f} x {:.2f} in",
                                              items.width, items.height, page.room_across(), page.room_down()));
  std::vector<Sheet> sheets;
  for (std::size_t first = 0; first < items.count; first += on_page) {
    const std::size_t end = std::min(items.count, first + on_page);
    sheets.push_back({page.width, page.height, [=](cairo_t* context) {
                        draw_frame(context, page, items.says);
                        for (std::size_t i = first; i < end; ++i) {
                          const std::size_t place = i - first;
                          items.draw(context, i, kEdge_in + static_cast<double>(place % columns) * items.width,
                                     kEdge_in + kHeader_in + static_cast<double>(place / columns) * items.height);
                        }
                      }});
  }
  return sheets;
}

std::string dictionary_for(const TargetRequest& request) {
  if (!request.dictionary.empty()) return request.dictionary;
  return request.kind == TargetKind::PieceTags ? "DICT_4X4_250" : "DICT_APRILTAG_36h11";
}

std::vector<int> ids_for(const TargetRequest& request) {
  if (!request.ids.empty()) return request.ids;
  std::vector<int> ids(request.kind == TargetKind::PieceTags ? 10 : 4);
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

/// The patterns of the ids. Errors: Usage for what the dictionary does not have.
Result<std::vector<cv::Mat>> patterns_for(const std::string& dictionary, const std::vector<int>& ids) {
  if (!dictionary_number(dictionary)) return fail(ErrorCode::Usage, fmt::format("unknown tag dictionary \"{}\"", dictionary));
  std::vector<cv::Mat> patterns;
  for (const int id : ids) {
    patterns.push_back(tag_pattern(dictionary, id));
    if (patterns.back().empty()) return fail(ErrorCode::Usage, fmt::format("{} has no tag {}", dictionary, id));
  }
  return patterns;
}

Result<std::vector<Sheet>> tag_pages(const TargetRequest& request, const Page& page) {
  const std::string dictionary = dictionary_for(request);
  const std::vector<int> ids = ids_for(request);
  const double side = request.tag_side.value_or(measure::Inches(request.kind == TargetKind::PieceTags ? 1.0 : 2.5)).value;
  if (!(side > 0.0)) return fail(ErrorCode::Usage, "a tag's side must be longer than 0");
  auto patterns = patterns_for(dictionary, ids);
  if (!patterns) return tl::unexpected(patterns.error());
  const double quiet = side / patterns->front().cols;  // one cell of white all round, or readers miss the tag
  const double whole = side + 2.0 * quiet;
  const std::string says =
      said(request, "Tags {}, black square {:.4g} in. Keep the white edge.", dictionary, side) + "  " + how_to_print(request);
  std::vector<std::string> labels;
  for (const int id : ids) labels.push_back(said(request, "{}  {:.4g} in", id, side));
  return pages_of({ids.size(), whole + kGap_in, whole + kLabel_in + kGap_in, says,
                   [=, patterns = *std::move(patterns)](cairo_t* context, std::size_t i, double x, double y) {
                     draw_cells(context, patterns[i], x + quiet, y + quiet, side);
                     // Under the white edge; the text stands upright as the tag does, so it also names the top.
                     draw_text(context, labels[i], x + 0.5 * whole, y + whole + kLabelText_in, kLabelText_in, 0.5);
                   }},
                  page);
}

Result<std::vector<Sheet>> disc_pages(const TargetRequest& request, const Page& page) {
  std::vector<std::string> names = request.colours;
  if (names.empty()) names = {"#b3202a", "#1f4e9e"};
  const double width = request.diameter.value, length = request.length.value_or(request.diameter).value;
  if (!(width > 0.0) || !(length > 0.0)) return fail(ErrorCode::Usage, "a disc must be wider and longer than 0");
  std::vector<Sheet> sheets;
  for (const std::string& name : names) {
    const auto colour = colour_of(name);
    if (!colour) return fail(ErrorCode::Usage, fmt::format("\"{}\" is not a colour like #b3202a", name));
    const double across = width + kGap_in, down = length + kGap_in;
    const auto filled =
        static_cast<std::size_t>(std::max(1.0, std::floor(page.room_across() / across) * std::floor(page.room_down() / down)));
    const std::size_t count = request.count > 0 ? static_cast<std::size_t>(request.count) : filled;
    const std::string says =
        said(request, "Bases {}, {:.4g} x {:.4g} in, the white wedge to the front.", name, length, width) + "  " + how_to_print(request);
    auto pages = pages_of({count, across, down, says,
                           [=](cairo_t* context, std::size_t, double x, double y) {
                             draw_disc(context, *colour, x + 0.5 * width, y + 0.5 * length, width, length, kWedge.value);
                           }},
                          page);
    if (!pages) return tl::unexpected(pages.error());
    sheets.insert(sheets.end(), pages->begin(), pages->end());
  }
  return sheets;
}

// ---- calibration boards: one page each

Result<std::vector<Sheet>> board_page(const Target& board, double width, double height, const std::string& says, const Page& paper,
                                      const std::function<void(cairo_t*, double, double)>& draw) {
  if (const auto possible = check_target(board); !possible) return tl::unexpected(possible.error());
  const Page page = paper.fits(width, height) ? paper : paper.turned();
  if (!page.fits(width, height))
    return fail(
        ErrorCode::Usage,
        fmt::format("the board measures {:.2f} x {:.2f} in, the paper has room for {:.2f} x {:.2f} in: use smaller or fewer squares", width,
                    height, page.room_across(), page.room_down()));
  return std::vector<Sheet>{{page.width, page.height, [=](cairo_t* context) {
                               draw_frame(context, page, says);
                               draw(context, 0.5 * (page.width - width), kEdge_in + kHeader_in + 0.5 * (page.room_down() - height));
                             }}};
}

Result<std::vector<Sheet>> chess_page(const TargetRequest& request, const Page& page) {
  const Chessboard board = request.chessboard;
  return board_page(
      board, (board.inner_columns + 1) * board.square.value, (board.inner_rows + 1) * board.square.value,
      said(request, "Chessboard {}x{} inner corners, square {:.4g} in.", board.inner_columns, board.inner_rows, board.square.value) + "  " +
          how_to_print(request),
      page, [=](cairo_t* context, double x, double y) { draw_chessboard(context, board, x, y); });
}

Result<std::vector<Sheet>> charuco_page(const TargetRequest& request, const Page& page) {
  const CharucoBoard board = request.charuco;
  return board_page(board, board.squares_x * board.square.value, board.squares_y * board.square.value,
                    said(request, "ChArUco {}x{}, square {:.4g} in, marker {:.4g} in, {}.", board.squares_x, board.squares_y,
                         board.square.value, board.marker.value, board.dictionary) +
                        "  " + how_to_print(request),
                    page, [=](cairo_t* context, double x, double y) { draw_charuco(context, board, x, y); });
}

// ---- game boards

/// 11 x 11: three base squares left and right of each end, the objective in the middle.
GameBoard le_choc(double square) {
  GameBoard board{"Le Choc", 11, 11, square, {}};
  for (const int column : {1, 2, 3, 7, 8, 9}) {
    board.squares.push_back({column, 0, {0.96, 0.75, 0.72}, false});
    board.squares.push_back({column, 10, {0.74, 0.79, 0.95}, false});
  }
  board.squares.push_back({5, 5, {0.98, 0.89, 0.60}, true});
  return board;
}

/// 10 x 10, played on the coloured squares; two fortresses for each side.
GameBoard les_allies(double square) {
  GameBoard board{"Les Alliés", 10, 10, square, {}};
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column) {
      if ((column + row) % 2 != 0) continue;
      const bool fortress =
          (column == 3 && row == 3) || (column == 6 && row == 2) || (column == 2 && row == 6) || (column == 7 && row == 7);
      board.squares.push_back({column, row, row < 5 ? Colour{0.62, 0.76, 0.64} : Colour{0.85, 0.68, 0.60}, fortress});
    }
  return board;
}

/// The whole board with its corner tags on one sheet of its own size.
Result<Sheet> board_sheet(const TargetRequest& request) {
  const bool choc = request.kind == TargetKind::LeChoc;
  const double square = request.square.value_or(measure::Inches(choc ? 1.6 : 1.5)).value,
               side = request.tag_side.value_or(measure::Inches(1.5)).value;
  if (!(square > 0.0) || !(side > 0.0) || side > 1.5)
    return fail(ErrorCode::Usage, "squares must be longer than 0, and the board's tags at most 1.5 in");
  const std::vector<int> ids = ids_for(request);
  if (ids.size() != 4) return fail(ErrorCode::Usage, "a board has four corner tags");
  auto patterns = patterns_for(dictionary_for(request), ids);
  if (!patterns) return tl::unexpected(patterns.error());
  const GameBoard board = choc ? le_choc(square) : les_allies(square);
  const double width = board.columns * square, height = board.rows * square;
  const Page page{width + 2.0 * kBorder_in, height + 2.0 * kBorder_in};
  return Sheet{page.width, page.height, [=, how = how_to_print(request), patterns = *std::move(patterns)](cairo_t* context) {
                 draw_game_board(context, board, kBorder_in, kBorder_in);
                 const double low = kBorder_in - kTagGap_in - side, right = kBorder_in + width + kTagGap_in,
                              bottom = kBorder_in + height + kTagGap_in;
                 const std::array<std::pair<double, double>, 4> places{{{low, bottom}, {right, bottom}, {right, low}, {low, low}}};
                 for (std::size_t i = 0; i < 4; ++i) draw_cells(context, patterns[i], places[i].first, places[i].second, side);
                 draw_ruler(context, 0.5 * page.width - 3.0, page.height - 1.2, 6);
                 draw_text(context, how, 0.5 * page.width, page.height - 0.4, 0.14, 0.5);
               }};
}

struct Tiling {
  Page page;
  int columns = 0, rows = 0;
};

Tiling tiling_of(const Sheet& whole, const Page& page) {
  const auto count = [](double length, double room) {
    return static_cast<int>(std::ceil((length - kOverlap_in) / (room - kOverlap_in) - 1e-9));
  };
  return {page, count(whole.width_in, page.room_across()), count(whole.height_in, page.room_down())};
}

/// Pages to be glued together, upright or turned, whichever are fewer.
std::vector<Sheet> tiles_of(const TargetRequest& request, const Sheet& whole, const Page& paper) {
  const Tiling upright = tiling_of(whole, paper), lying = tiling_of(whole, paper.turned());
  const Tiling& best = upright.columns * upright.rows <= lying.columns * lying.rows ? upright : lying;
  const Page page = best.page;
  std::vector<Sheet> sheets;
  for (int row = 0; row < best.rows; ++row)
    for (int column = 0; column < best.columns; ++column) {
      const std::string says = said(request, "Row {} of {}, column {} of {}: glue over the {:.2f} in that repeat.", row + 1, best.rows,
                                    column + 1, best.columns, kOverlap_in) +
                               "  " + how_to_print(request);
      sheets.push_back({page.width, page.height, [=](cairo_t* context) {
                          draw_frame(context, page, says);
                          cairo_save(context);
                          cairo_translate(context, kEdge_in, kEdge_in + kHeader_in);
                          cairo_rectangle(context, 0.0, 0.0, page.room_across(), page.room_down());
                          cairo_clip(context);
                          cairo_translate(context, -column * (page.room_across() - kOverlap_in), -row * (page.room_down() - kOverlap_in));
                          whole.paint(context);
                          cairo_restore(context);
                        }});
    }
  return sheets;
}

Result<std::vector<Sheet>> board_sheets(const TargetRequest& request, const Page& page) {
  auto whole = board_sheet(request);
  if (!whole) return tl::unexpected(whole.error());
  if (ending_of(request.out) == ".pdf") return tiles_of(request, *whole, page);
  return std::vector<Sheet>{*whole};
}

Result<std::vector<Sheet>> sheets_for(const TargetRequest& request) {
  const Page page = page_of(request.paper);
  switch (request.kind) {
    case TargetKind::CornerTags:
    case TargetKind::PieceTags: return tag_pages(request, page);
    case TargetKind::Discs: return disc_pages(request, page);
    case TargetKind::BoardChess: return chess_page(request, page);
    case TargetKind::BoardCharuco: return charuco_page(request, page);
    case TargetKind::LeChoc:
    case TargetKind::LesAllies: return board_sheets(request, page);
  }
  return fail(ErrorCode::Usage, "unknown target");
}

}  // namespace

std::optional<TargetKind> target_kind(const std::string& name) {
  const auto found = std::ranges::find(kKinds, name, [](const auto& entry) { return entry.first; });
  if (found == kKinds.end()) return std::nullopt;
  return found->second;
}

Result<std::vector<std::string>> write_targets(const TargetRequest& request) {
  const auto sheets = sheets_for(request);
  if (!sheets) return tl::unexpected(sheets.error());
  const bool board = request.kind == TargetKind::LeChoc || request.kind == TargetKind::LesAllies;
  const double dpi = request.dpi.value_or(board ? kBoardDpi : kPageDpi);
  if (!(dpi >= 36.0)) return fail(ErrorCode::Usage, "fewer than 36 dots per inch cannot show a tag");
  return write_sheets(*sheets, request.out, dpi);
}

}  // namespace calibration
