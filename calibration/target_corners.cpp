#include "calibration/target_corners.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <opencv2/aruco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "calibration/dictionaries.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

// Boards are looked for in a picture no longer than this; only the refinement sees every pixel. Larger: slower
// by the square, and large blurred squares are missed more often. Smaller: fine boards are missed.
constexpr int kSearchSide_px = 1600;
// The refinement window reaches this share of the way to the next corner. Nearer to 1 other corners spoil the
// saddle; smaller uses fewer pixels: on rendered boards 0.2 gives 0.054 px, 0.4 gives 0.049 px.
constexpr double kWindowShare = 0.4;
constexpr int kSmallestWindow_px = 2, kLargestWindow_px = 40;
// Fewer corners than this do not fix a pose well enough to judge a view.
constexpr std::size_t kFewestCorners = 12;
// A ChArUco layout must explain this share of the tags read; wrong layouts explain a few at most.
constexpr double kLayoutShare = 0.7;
// How far a tag's corner may lie from its layout, in shares of a square: lens distortion, not noise.
constexpr double kLayoutSlack = 0.25;
// Tags from which a ChArUco corner is predicted: the nearest few, because distortion bends the rest away.
constexpr std::size_t kNearTags = 4;

/// Refines one corner as a saddle point. Empty when the point wanders out of its window: no corner there.
std::optional<cv::Point2f> refined(const cv::Mat& luma, cv::Point2f start, double reach_px) {
  const int window = std::clamp(static_cast<int>(reach_px), kSmallestWindow_px, kLargestWindow_px);
  const cv::Rect2f inside(static_cast<float>(window), static_cast<float>(window), static_cast<float>(luma.cols - 2 * window - 1),
                          static_cast<float>(luma.rows - 2 * window - 1));
  if (!inside.contains(start)) return std::nullopt;
  std::vector<cv::Point2f> point{start};
  cv::cornerSubPix(luma, point, cv::Size(window, window), cv::Size(-1, -1),
                   cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-4));
  if (cv::norm(point[0] - start) > 0.75 * window || !inside.contains(point[0])) return std::nullopt;
  return point[0];
}

/// Half the size at a time until the long side fits; the scale that leads back.
std::pair<cv::Mat, double> searchable(const cv::Mat& luma) {
  cv::Mat small = luma;
  double scale = 1.0;
  while (std::max(small.cols, small.rows) > kSearchSide_px) {
    cv::Mat half;
    cv::resize(small, half, {}, 0.5, 0.5, cv::INTER_AREA);
    small = half;
    scale *= 2.0;
  }
  return {small, scale};
}

// ---- chessboard

std::optional<std::vector<cv::Point2f>> rough_chessboard(const cv::Mat& luma, cv::Size inner) {
  std::vector<cv::Point2f> corners;
  const int classic = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK;
  if (cv::findChessboardCorners(luma, inner, corners, classic)) return corners;
  if (cv::findChessboardCornersSB(luma, inner, corners, cv::CALIB_CB_NORMALIZE_IMAGE)) return corners;
  return std::nullopt;
}

/// Distance from a corner of the grid to its nearest neighbour in row or column.
double spacing_at(const std::vector<cv::Point2f>& corners, cv::Size inner, int row, int column) {
  double nearest = std::numeric_limits<double>::max();
  const auto at = [&](int r, int c) { return corners[r * inner.width + c]; };
  if (row > 0) nearest = std::min(nearest, cv::norm(at(row, column) - at(row - 1, column)));
  if (row + 1 < inner.height) nearest = std::min(nearest, cv::norm(at(row, column) - at(row + 1, column)));
  if (column > 0) nearest = std::min(nearest, cv::norm(at(row, column) - at(row, column - 1)));
  if (column + 1 < inner.width) nearest = std::min(nearest, cv::norm(at(row, column) - at(row, column + 1)));
  return nearest;
}

Result<TargetView> find_chessboard(const Chessboard& board, const TargetPicture& picture) {
  const cv::Size inner(board.inner_columns, board.inner_rows);
  const auto [small, scale] = searchable(picture.luma);
  auto corners = rough_chessboard(small, inner);
  if (!corners) return fail(ErrorCode::NotSeen, fmt::format("no {}x{} chessboard found in it", inner.width, inner.height));
  // Halving puts the centre of the first pixel half a pixel further out.
  for (cv::Point2f& corner : *corners) corner = (corner + cv::Point2f(0.5F, 0.5F)) * scale - cv::Point2f(0.5F, 0.5F);
  TargetView view{picture.name, {}, {}};
  for (int row = 0; row < inner.height; ++row) {
    for (int column = 0; column < inner.width; ++column) {
      const double reach = kWindowShare * spacing_at(*corners, inner, row, column);
      const auto corner = refined(picture.luma, (*corners)[row * inner.width + column], reach);
      if (!corner) continue;
      view.on_target.emplace_back(static_cast<float>(column * board.square.value), static_cast<float>(row * board.square.value), 0.0F);
      view.in_picture.push_back(*corner);
    }
  }
  if (view.in_picture.size() < kFewestCorners) return fail(ErrorCode::NotSeen, "too few of its corners are sharp");
  return view;
}

// ---- ChArUco

struct ReadTag {
  int id = 0;
  std::array<cv::Point2f, 4> picture, board;  // board: inches, y down
};

/// Column and row of tag `id`: tags fill the light squares row by row. The first square is black or carries a tag.
std::pair<int, int> square_of(const CharucoBoard& board, int id, bool first_black) {
  int left = id;
  for (int row = 0; row < board.squares_y; ++row) {
    const int first = ((row % 2 == 0) == first_black) ? 1 : 0;
    const int here = (board.squares_x - first + 1) / 2;
    if (left < here) return {first + 2 * left, row};
    left -= here;
  }
  return {-1, -1};
}

std::vector<ReadTag> placed(std::vector<ReadTag> tags, const CharucoBoard& board, bool first_black) {
  const float side = static_cast<float>(board.marker.value), square = static_cast<float>(board.square.value);
  const float edge = 0.5F * (square - side);
  std::vector<ReadTag> out;
  for (ReadTag& tag : tags) {
    const auto [column, row] = square_of(board, tag.id, first_black);
    if (column < 0) continue;
    const cv::Point2f first(static_cast<float>(column) * square + edge, static_cast<float>(row) * square + edge);
    tag.board = {first, first + cv::Point2f(side, 0), first + cv::Point2f(side, side), first + cv::Point2f(0, side)};
    out.push_back(tag);
  }
  return out;
}

/// The tags that agree with one homography of this layout.
std::vector<ReadTag> agreeing(const std::vector<ReadTag>& tags, double square_in) {
  std::vector<cv::Point2f> picture, board;
  for (const ReadTag& tag : tags) {
    picture.insert(picture.end(), tag.picture.begin(), tag.picture.end());
    board.insert(board.end(), tag.board.begin(), tag.board.end());
  }
  if (tags.size() < 2) return {};
  const cv::Mat board_from_picture = cv::findHomography(picture, board, cv::RANSAC, kLayoutSlack * square_in);
  if (board_from_picture.empty()) return {};
  std::vector<cv::Point2f> mapped;
  cv::perspectiveTransform(picture, mapped, board_from_picture);
  std::vector<ReadTag> good;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    double worst = 0.0;
    for (std::size_t c = 0; c < 4; ++c) worst = std::max(worst, cv::norm(mapped[4 * i + c] - board[4 * i + c]));
    if (worst < kLayoutSlack * square_in) good.push_back(tags[i]);
  }
  return good;
}

std::vector<ReadTag> read_board_tags(const cv::Mat& luma, const CharucoBoard& board) {
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->minMarkerPerimeterRate = 0.01;  // boards far away: tags of 10 px in a 4K picture
  cv::aruco::detectMarkers(luma, cv::aruco::getPredefinedDictionary(*dictionary_number(board.dictionary)), corners, ids, parameters);
  std::vector<ReadTag> tags;
  for (std::size_t i = 0; i < ids.size(); ++i) tags.push_back({ids[i], {corners[i][0], corners[i][1], corners[i][2], corners[i][3]}, {}});
  return tags;
}

double distance_to(const ReadTag& tag, cv::Point2f board_point) {
  return cv::norm(0.25F * (tag.board[0] + tag.board[1] + tag.board[2] + tag.board[3]) - board_point);
}

struct Predicted {
  cv::Point2f at;
  double px_per_inch = 0.0;
};

/// Where a target point should appear, from the nearest tags. Empty when no tag touches it.
std::optional<Predicted> predicted(std::vector<ReadTag> tags, cv::Point2f point, double square_in) {
  std::ranges::sort(tags, [&](const ReadTag& a, const ReadTag& b) { return distance_to(a, point) < distance_to(b, point); });
  if (tags.empty() || distance_to(tags.front(), point) > square_in) return std::nullopt;
  tags.resize(std::min(tags.size(), kNearTags));
  std::vector<cv::Point2f> picture, board;
  for (const ReadTag& tag : tags) {
    picture.insert(picture.end(), tag.picture.begin(), tag.picture.end());
    board.insert(board.end(), tag.board.begin(), tag.board.end());
  }
  const cv::Mat picture_from_board = cv::findHomography(board, picture);
  if (picture_from_board.empty()) return std::nullopt;
  const float step = 0.1F * static_cast<float>(square_in);
  std::vector<cv::Point2f> mapped;
  cv::perspectiveTransform(std::vector<cv::Point2f>{point, point + cv::Point2f(step, 0), point + cv::Point2f(0, step)}, mapped,
                           picture_from_board);
  return Predicted{mapped[0], std::min(cv::norm(mapped[1] - mapped[0]), cv::norm(mapped[2] - mapped[0])) / step};
}

Result<TargetView> find_charuco(const CharucoBoard& board, const TargetPicture& picture) {
  const std::vector<ReadTag> read = read_board_tags(picture.luma, board);
  if (read.size() < 2) return fail(ErrorCode::NotSeen, fmt::format("fewer than two tags of {} found in it", board.dictionary));
  const auto black = agreeing(placed(read, board, true), board.square.value);
  const auto light = agreeing(placed(read, board, false), board.square.value);
  const auto& tags = black.size() >= light.size() ? black : light;
  if (static_cast<double>(tags.size()) < kLayoutShare * static_cast<double>(read.size()) || tags.size() < 2)
    return fail(ErrorCode::NotSeen,
                fmt::format("its {} tags do not lie as on a {}x{} ChArUco board", read.size(), board.squares_x, board.squares_y));
  TargetView view{picture.name, {}, {}};
  // The window stays in the white gap between square and tag: the tag's own edges would pull the saddle.
  const double reach_in = std::min(kWindowShare * board.square.value, 0.5 * (board.square.value - board.marker.value));
  for (int row = 1; row < board.squares_y; ++row) {
    for (int column = 1; column < board.squares_x; ++column) {
      const cv::Point2f point(static_cast<float>(column * board.square.value), static_cast<float>(row * board.square.value));
      const auto where = predicted(tags, point, board.square.value);
      if (!where) continue;
      const auto corner = refined(picture.luma, where->at, reach_in * where->px_per_inch);
      if (!corner) continue;
      view.on_target.emplace_back(point.x, point.y, 0.0F);
      view.in_picture.push_back(*corner);
    }
  }
  if (view.in_picture.size() < kFewestCorners)
    return fail(ErrorCode::NotSeen, fmt::format("only {} corners of the ChArUco board are in free sight", view.in_picture.size()));
  return view;
}

}  // namespace

Result<void> check_target(const Target& board) {
  if (const auto* chess = std::get_if<Chessboard>(&board)) {
    if (chess->inner_columns < 3 || chess->inner_rows < 3)
      return fail(ErrorCode::Usage, "a chessboard needs at least 3x3 inner corners: they are one fewer than its squares");
    if (!(chess->square.value > 0.0)) return fail(ErrorCode::Usage, "the chessboard's square must be longer than 0");
    return {};
  }
  const auto& charuco = std::get<CharucoBoard>(board);
  const auto number = dictionary_number(charuco.dictionary);
  if (!number) return fail(ErrorCode::Usage, fmt::format("unknown tag dictionary \"{}\"", charuco.dictionary));
  if (charuco.squares_x < 4 || charuco.squares_y < 4) return fail(ErrorCode::Usage, "a ChArUco board needs at least 4x4 squares");
  if (!(charuco.marker.value > 0.0) || !(charuco.square > charuco.marker))
    return fail(ErrorCode::Usage, "a ChArUco board's marker must be longer than 0 and shorter than its square");
  if (cv::aruco::getPredefinedDictionary(*number)->bytesList.rows < charuco.squares_x * charuco.squares_y / 2)
    return fail(ErrorCode::Usage,
                fmt::format("{} has too few tags for {}x{} squares", charuco.dictionary, charuco.squares_x, charuco.squares_y));
  return {};
}

Result<TargetView> find_target(const Target& board, const TargetPicture& picture) try {
  if (const auto* chess = std::get_if<Chessboard>(&board)) return find_chessboard(*chess, picture);
  return find_charuco(std::get<CharucoBoard>(board), picture);
} catch (const cv::Exception& e) {
  return fail(ErrorCode::Internal, fmt::format("OpenCV could not search it ({})", e.err));
}

}  // namespace calibration
