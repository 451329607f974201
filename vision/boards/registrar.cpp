#include "vision/boards/registrar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <string>
#include <utility>

#include "vision/boards/grid/lines.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::Inches, measure::Result;

/// Squares narrower than this are not read, pixels.
constexpr double kLeastSquarePx = 4.0;
/// Planes of the picture, as OpenCV orders them.
constexpr int kBlue = 0, kGreen = 1, kRed = 2;

[[nodiscard]] std::optional<calibration::Finding> too_small(const measure::Board& board, const calibration::TableCamera& camera) {
  const double square =
      measure::width_of_narrowest(board).value * camera.pixels_per_inch({board.length * 0.5, board.width * 0.5}, Inches(0.0));
  if (square >= kLeastSquarePx) return std::nullopt;
  return calibration::fault(
      "not-registered", "The board's squares would be " + std::to_string(std::lround(square)) + " px wide; nothing can be read of them.",
      "go nearer, or check the anchors: raw pixel = point of the board");
}

/// A warning where the picture ends before the board does.
[[nodiscard]] std::optional<calibration::Finding> cut_off(const measure::Board& board, const cv::Mat& picture,
                                                          const calibration::TableCamera& camera) {
  const auto seen = [&](measure::TablePoint point) {
    const auto at = camera.image_from_table(point, Inches(0.0));
    return at && at->u >= 0.0 && at->v >= 0.0 && at->u < picture.cols && at->v < picture.rows;
  };
  const auto cut =
      std::ranges::count_if(board.squares, [&](const measure::BoardSquare& square) { return !std::ranges::all_of(square.outline, seen); });
  if (cut == 0) return std::nullopt;
  return calibration::warning("board-cut-off",
                              "The picture ends before the board does: " + std::to_string(cut) + " of its " +
                                  std::to_string(board.squares.size()) + " squares are not whole in it.",
                              "let the camera see the whole board");
}

/// Do the corners of the board lie where two cameras have it, whichever way round?
[[nodiscard]] bool same_place(const measure::Board& board, const calibration::TableCamera& one, const calibration::TableCamera& other) {
  const measure::TablePoint corners[] = {
      {Inches(0.0), Inches(0.0)}, {board.length, Inches(0.0)}, {board.length, board.width}, {Inches(0.0), board.width}};
  const Inches near = 0.5 * measure::width_of_narrowest(board);
  return std::ranges::all_of(corners, [&](measure::TablePoint corner) {
    const auto seen = one.image_from_table(corner, Inches(0.0));
    const auto there = seen ? other.table_from_image(*seen, Inches(0.0)) : std::nullopt;
    return there && std::ranges::any_of(corners, [&](measure::TablePoint c) { return distance(*there, c) < near; });
  });
}

}  // namespace

tl::expected<BoardPlace, calibration::Finding> BoardRegistrar::find() const {
  auto registered = setup_.lens ? calibration::register_table(*setup_.lens, setup_.tags, tags_, setup_.anchors)
                                : calibration::register_table_without_lens({frame_.luma.cols, frame_.luma.rows}, setup_.tags, tags_,
                                                                           setup_.anchors, frame_.focal_px, told_before());
  const bool by_squares = !registered && may_go_by_grid();
  Result<BoardPlace> place = tl::unexpected(measure::Error{});
  if (by_squares) {
    const auto* camera = before_ ? &before_->registration.camera : nullptr;
    place = by_grid({.tags = setup_.tags, .seen = tags_, .before = camera});
  } else if (!registered) {
    place = tl::unexpected(registered.error());
  } else if (!setup_.anchors.empty() || !setup_.lens) {
    place = refined(std::move(*registered));
  } else {
    place = BoardPlace{std::move(*registered)};
  }
  if (!place)
    return tl::unexpected(
        calibration::fault("not-registered", place.error().message,
                           by_squares ? "let the camera see the whole board and a little around it, or name four points with --anchor"
                                      : "let the camera see the corner tags, or name four points with --anchor"));
  if (auto fault = too_small(board_, place->registration.camera)) return tl::unexpected(std::move(*fault));
  place->by_squares_alone = by_squares;
  return told(*std::move(place));
}

/// With a word on a board that the picture cuts off.
BoardPlace BoardRegistrar::told(BoardPlace place) const {
  auto warning = cut_off(board_, frame_.bgr, place.registration.camera);
  place.cut_off = warning.has_value();
  if (warning) place.registration.findings.push_back(std::move(*warning));
  return place;
}

std::optional<BoardPlace> BoardRegistrar::find_by_other_colour(const BoardPlace& found) const {
  const GridHints hints{
      .tags = setup_.tags, .seen = tags_, .focal_px = frame_.focal_px, .told_before = told_before(), .other_colour = true};
  auto place = in_plane(found.plane, hints);
  if (!place || !same_place(board_, place->registration.camera, found.registration.camera)) return std::nullopt;
  return told(*std::move(place));
}

/// By the squares as they differ in brightness, else in red, green or blue: red and green squares may be equally bright, and then edges of
/// other things may make up a grid of the brightness. Where squares of two colours are seen in turn the board truly lies. A board that is
/// watched goes on as it was found.
Result<BoardPlace> BoardRegistrar::by_grid(GridHints hints) const {
  hints.focal_px = frame_.focal_px, hints.told_before = told_before();
  if (before_) return in_plane(before_->plane, hints);
  Result<BoardPlace> best = in_plane(std::nullopt, hints);
  if (best && (hints.about != nullptr || shows_its_colours(best->registration.camera))) return best;
  for (const int plane : {kRed, kGreen, kBlue}) {
    auto there = in_plane(plane, hints);
    if (there && (hints.about != nullptr || shows_its_colours(there->registration.camera))) return there;
    if (there && !best) best = std::move(there);
  }
  return best;
}

/// In some plane of the picture, squares of the one colour are darker than their neighbours nearly everywhere.
bool BoardRegistrar::shows_its_colours(const calibration::TableCamera& camera) const {
  const auto grid = grid_of(board_);
  if (!grid || board_.coloured == measure::Coloured::All) return true;
  if (chequer(frame_.luma, camera, *grid) != 0.0) return true;
  return std::ranges::any_of(std::array{kRed, kGreen, kBlue}, [&](int channel) {
    cv::Mat plane;
    cv::extractChannel(frame_.bgr, plane, channel);
    return chequer(plane, camera, *grid) != 0.0;
  });
}

Result<BoardPlace> BoardRegistrar::in_plane(std::optional<int> channel, GridHints hints) const {
  cv::Mat plane = frame_.luma;
  if (channel) {
    cv::extractChannel(frame_.bgr, plane, *channel);
    hints.brightness = &frame_.luma;
  }
  auto registered = register_by_grid(plane, board_, setup_.lens, hints);
  if (!registered) return tl::unexpected(registered.error());
  return BoardPlace{*std::move(registered), channel};
}

/// Points that somebody has named are right to a few pixels, and a lens that nobody measured is a guess; a board's own lines tell both
/// better. While a hand hides them the board lies where they last showed it.
BoardPlace BoardRegistrar::refined(calibration::Registration about) const {
  const bool named = !setup_.anchors.empty();
  auto by_lines = by_grid({.tags = named ? std::span<const calibration::TableTag>() : std::span(setup_.tags),
                           .seen = tags_,
                           .before = before_ ? &before_->registration.camera : nullptr,
                           .named = setup_.anchors,
                           .about = &about.camera});
  if (by_lines) {
    calibration::Registration& registration = by_lines->registration;
    registration.tags_seen = about.tags_seen, registration.tags_used = about.tags_used;
    for (calibration::Finding& finding : about.findings) {  // but for what the lines tell better
      const bool said = std::ranges::find(registration.findings, finding.code, &calibration::Finding::code) != registration.findings.end();
      if (!said && finding.code != "anchors-disagree") registration.findings.push_back(std::move(finding));
    }
    return *std::move(by_lines);
  }
  if (!before_ || !named) return {.registration = std::move(about), .plane = before_ ? before_->plane : std::nullopt};
  BoardPlace last = *before_;
  last.registration.findings = {calibration::info(
      "board-lines-hidden", "The board is taken to lie where its lines last showed it; now " + by_lines.error().message + ".",
      "if it has been moved, name its corners anew")};
  return last;
}

/// A board that has tags goes by its squares only when one of them, or where it lay before, tells which way round it lies.
bool BoardRegistrar::may_go_by_grid() const {
  const auto is_seen = [&](const calibration::TableTag& tag) {
    return std::ranges::any_of(tags_, [&](const TagObservation& s) { return shows(s, tag); });
  };
  return setup_.anchors.empty() && (before_ || setup_.tags.empty() || std::ranges::any_of(setup_.tags, is_seen));
}

}  // namespace vision
