#include "vision/boards/reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <set>
#include <string>
#include <utility>

#include "vision/boards/discs.h"
#include "vision/boards/grid.h"
#include "vision/boards/heights.h"
#include "vision/boards/occlusion.h"
#include "vision/boards/sides.h"
#include "vision/tags/detector.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::BoardGame, measure::ErrorCode, measure::Inches, measure::Result;
using measure::Verdict;

/// The ring inside a disc and the ring around it that are remembered, shares of its radius: off the rim, off most of a figure.
constexpr double kReadFrom = 0.45, kReadTo = 0.85, kAroundFrom = 1.15, kAroundTo = 1.4;
/// A sector has changed when its colour differs by more than this, grey levels: more takes a piece's ground for the piece where both are
/// of like colours, less takes compression and a lamp's flicker for changes.
constexpr float kChange = 10.0f;
/// So much of the inside must have changed, and so much of the surroundings must not have, shares: a piece's own shadow goes with it, and
/// a neighbour may have come or gone.
constexpr double kInsideChanged = 0.7, kAroundSame = 0.5;
/// Where so much of the place looks like the board beside it, share, nobody stands, whatever was seen there under a hand.
constexpr double kGround = 0.7;
/// A piece stands as it stood when it is no farther off than this, inches; fewer than so many do not tell the light.
constexpr double kSamePlaceOnBoard = 0.06;
constexpr std::size_t kFewestSquares = 3;

Colour mean_of_sector(const BoardView& view, cv::Point2d at, double radius, std::size_t sector, double from, double to) {
  constexpr int kSectorRays = 3, kOut = 4;
  Colour sum = Colour::Zero();
  for (int a = 0; a < kSectorRays; ++a) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(sector) + (a + 0.5) / kSectorRays) / PieceLook::kSectors;
    for (int o = 0; o < kOut; ++o)
      sum += colour_at(view.bgr, at + cv::Point2d(std::cos(angle), std::sin(angle)) * (radius * (from + (to - from) * (o + 0.5) / kOut)));
  }
  return sum / static_cast<float>(kSectorRays * kOut);
}

/// How far around the board pieces are looked for, share of its longer side: where captured men are put.
constexpr double kAround = 0.25;
/// Squares narrower than this are not read, pixels.
constexpr double kLeastSquarePx = 4.0;
/// Radii of pieces, shares of the narrowest square: from less than half of it to a little more than all (a printed board of 10 x 10 with
/// men for one of 8 x 8). More costs time.
constexpr double kLeastRadius = 0.2, kMostRadius = 0.56;
/// A man's height, shares of his diameter, before the picture tells: draughts are about a quarter as high as wide, bases of cardboard
/// soldiers a tenth.
constexpr double kDraughtHeight = 0.27, kBaseHeight = 0.1;
/// How well that is known, share; what a board file says of heights is trusted so far.
constexpr double kHeightSigma = 0.3, kToldHeightSigma = 0.1;
/// A rim seen all round as far as this, share, is a piece beyond doubt.
constexpr double kWhole = 0.7;
/// Log of how much likelier one rank is than the other, from which on it is told without doubt: as 19 is to 1, as margins hold. Less tells
/// ranks that noise made; more doubts men under the camera, where no wall shows.
constexpr double kSureOfRank = 2.94;
/// What a disc's place may be off by shadows and soft edges, one sigma, view pixels.
constexpr double kEdgeOff = 0.5;
/// Corners of squares are looked at so far out of the middle, share of the way.
constexpr double kIntoCorner = 0.76;
/// A round thing is looked at here, shares of its radius, and is ground where its mean differs no more than this from the empty board, grey
/// levels, nor each place by more than so much in the mean (a man with relief): less takes worn squares for pieces, more loses men who
/// hardly differ from their squares. 14 and 28 served board_photos 60 1 and 60 1001; they were raised when the grain of one 720p print made
/// squares men (TrackBoard.ABattleIsToldZoneByZone), and are not derived.
constexpr std::array kLookedAt = {0.2, 0.4, 0.55, 0.7};
constexpr float kLikeGround = 22.0f, kGroundVaries = 34.0f;
/// A thing of such a radius, so near to the middle of a square (shares of its width), may be the square unless its rim shows so far all
/// round.
constexpr double kLeastInSquare = 0.5, kMiddleOfSquare = 0.15, kSurelyRound = 0.92;
/// Fewer men than this do not tell which squares are played on.
constexpr std::ptrdiff_t kFewestToTell = 3;
/// Planes of the picture, as OpenCV orders them.
constexpr int kBlue = 0, kRed = 2;
/// A square whose corners differ from each other by more than this, grey levels, and from others of its kind by so much, share, has them
/// covered. What lies around the board is seen so far beside it and in such steps, shares of its side.
constexpr float kCornersAgree = 20.0f, kOtherTint = 0.25f;
constexpr double kAroundAt = 0.02, kAroundStep = 0.02;
/// Tags on pieces lie on top of a man, whose height is known so far, share.
constexpr double kTagHeightSigma = 0.3;
/// Who stands nearer than so many radii to where a piece stood has taken its place: two bases do not stand in each other.
constexpr double kTakesPlace = 1.5;
/// Who is seen beside a hand no farther off than this, radii, is who stood there: two bases are twice as far apart. Less forgets how men
/// looked whose rims a hand's shadow or a pale board blurs.
constexpr double kSamePiece = 1.0;

std::vector<std::string> dictionaries_of(const BoardSetup& setup) {
  std::set<std::string> names;
  for (const calibration::TableTag& tag : setup.tags) names.insert(tag.dictionary);
  for (const measure::BoardSide& side : setup.board.sides)
    if (!side.tags.empty() || !side.general_tags.empty()) names.insert(side.tag_dictionary);
  return {names.begin(), names.end()};
}

PieceLook look_at(const BoardView& view, measure::TablePoint at, double radius) {
  PieceLook look{.at = at, .radius = radius, .inside = {}, .around = {}};
  const cv::Point2d middle = view.from_board(at);
  for (std::size_t i = 0; i < PieceLook::kSectors; ++i) {
    look.inside[i] = mean_of_sector(view, middle, radius * view.per_inch, i, kReadFrom, kReadTo);
    look.around[i] = mean_of_sector(view, middle, radius * view.per_inch, i, kAroundFrom, kAroundTo);
  }
  return look;
}

/// Is its place seen empty now? `light`: by how much each channel is brighter than then.
bool seen_empty(const BoardView& view, const PieceLook& then, const Colour& light) {
  const PieceLook now = look_at(view, then.at, then.radius);
  std::size_t changed = 0, same = 0, ground = 0;
  for (std::size_t i = 0; i < PieceLook::kSectors; ++i) {
    changed += (now.inside[i] - then.inside[i].cwiseProduct(light)).norm() > kChange;
    ground += (now.inside[i] - now.around[i]).norm() <= kChange;
    same += (now.around[i] - then.around[i].cwiseProduct(light)).norm() <= kChange;
  }
  const auto share = [](std::size_t sectors) { return static_cast<double>(sectors) / PieceLook::kSectors; };
  return (share(changed) >= kInsideChanged && share(same) >= kAroundSame) || share(ground) >= kGround;
}

/// How much brighter a board is now, by the surroundings of pieces that stand as they stood.
Colour light_since(std::span<const PieceLook> then, std::span<const PieceLook> now) {
  std::vector<Colour> ratios;
  for (const PieceLook& before : then)
    for (const PieceLook& after : now) {
      if (measure::distance(before.at, after.at) > measure::Inches(kSamePlaceOnBoard)) continue;
      for (std::size_t i = 0; i < PieceLook::kSectors; ++i)
        ratios.emplace_back((after.around[i].array() + 1.0f) / (before.around[i].array() + 1.0f));
    }
  return ratios.size() < kFewestSquares * PieceLook::kSectors ? Colour(Colour::Ones()) : median_colour(ratios);
}

class PictureReader {
 public:
  PictureReader(const BoardSetup& setup, const Frame& frame, const BoardReading* before)
      : setup_(setup), board_(setup.board), frame_(frame), before_(before) {}

  Result<BoardReading> read() {
    const std::vector<std::string> dictionaries = dictionaries_of(setup_);
    auto tags = read_tags(frame_.luma, dictionaries);
    if (!tags) return tl::unexpected(tags.error());
    tags_ = std::move(*tags);
    const calibration::ImageSize size{frame_.luma.cols, frame_.luma.rows};
    if (setup_.lens && setup_.lens->image_size != size)
      return measure::fail(ErrorCode::NotCalibrated, "the lens is for pictures of " + std::to_string(setup_.lens->image_size.width) +
                                                         " x " + std::to_string(setup_.lens->image_size.height) + " pixels, this one has " +
                                                         std::to_string(size.width) + " x " + std::to_string(size.height));
    auto registered = setup_.lens ? register_table(*setup_.lens, setup_.tags, tags_, setup_.anchors)
                                  : register_table_without_lens(size, setup_.tags, tags_, setup_.anchors);
    const bool by_grid = !registered && may_go_by_grid();
    std::optional<int> plane;
    if (by_grid) {
      const auto* camera_before = before_ && before_->registration ? &before_->registration->camera : nullptr;
      registered = by_grid_of_any_colour({.tags = setup_.tags, .seen = tags_, .before = camera_before}, plane);
    } else if (registered && (!setup_.anchors.empty() || !setup_.lens)) {
      registered = refined(std::move(*registered), plane);
    }
    if (!registered) {
      BoardReading reading;
      reading.findings.push_back(
          calibration::fault("not-registered", registered.error().message,
                             by_grid ? "let the camera see the whole board and a little around it, or name four points with --anchor"
                                     : "let the camera see the corner tags, or name four points with --anchor"));
      return reading;
    }
    if (const auto fault = too_small(registered->camera)) {
      BoardReading reading;
      reading.findings.push_back(*fault);
      return reading;
    }
    BoardReading reading = placed(std::move(*registered));
    reading.plane = plane;
    if (by_grid && !before_ && stand_on_other_colour(reading))
      if (auto turned = by_grid_of_any_colour({.tags = setup_.tags, .seen = tags_, .other_colour = true}, plane)) {
        BoardReading again = placed(std::move(*turned));
        again.plane = plane;
        if (!stand_on_other_colour(again) && again.pieces.size() >= reading.pieces.size()) reading = std::move(again);
      }
    return reading;
  }

 private:
  /// By the squares as they differ in brightness, else in red or in blue: red and green squares may be equally bright. A board that is
  /// watched goes on as it was found.
  [[nodiscard]] Result<calibration::Registration> by_grid_of_any_colour(GridHints hints, std::optional<int>& plane) const {
    const bool known = before_ && before_->registration;
    if (!known || !before_->plane) {
      plane.reset();
      auto registered = register_by_grid(frame_.luma, board_, setup_.lens, hints);
      if (registered || known) return registered;
      if (auto in_red = in_plane(kRed, hints)) return plane = kRed, in_red;
      if (auto in_blue = in_plane(kBlue, hints)) return plane = kBlue, in_blue;
      return registered;
    }
    plane = before_->plane;
    return in_plane(*plane, hints);
  }

  [[nodiscard]] Result<calibration::Registration> in_plane(int channel, GridHints hints) const {
    cv::Mat plane;
    cv::extractChannel(frame_.bgr, plane, channel);
    hints.brightness = &frame_.luma;
    return register_by_grid(plane, board_, setup_.lens, hints);
  }

  [[nodiscard]] std::optional<calibration::Finding> too_small(const calibration::TableCamera& camera) const {
    const double square =
        measure::width_of_narrowest(board_).value * camera.pixels_per_inch({board_.length * 0.5, board_.width * 0.5}, Inches(0.0));
    if (square >= kLeastSquarePx) return std::nullopt;
    return calibration::fault(
        "not-registered", "The board's squares would be " + std::to_string(std::lround(square)) + " px wide; nothing can be read of them.",
        "go nearer, or check the anchors: raw pixel = point of the board");
  }

  /// A warning where the picture ends before the board does.
  [[nodiscard]] std::optional<calibration::Finding> cut_off(const calibration::TableCamera& camera) const {
    const auto seen = [&](measure::TablePoint point) {
      const auto at = camera.image_from_table(point, Inches(0.0));
      return at && at->u >= 0.0 && at->v >= 0.0 && at->u < frame_.bgr.cols && at->v < frame_.bgr.rows;
    };
    const auto cut = std::ranges::count_if(board_.squares,
                                           [&](const measure::BoardSquare& square) { return !std::ranges::all_of(square.outline, seen); });
    if (cut == 0) return std::nullopt;
    return calibration::warning("board-cut-off",
                                "The picture ends before the board does: " + std::to_string(cut) + " of its " +
                                    std::to_string(board_.squares.size()) + " squares are not whole in it.",
                                "let the camera see the whole board");
  }

  [[nodiscard]] BoardReading placed(calibration::Registration registration) const {
    BoardReading reading;
    reading.findings = registration.findings;
    if (const auto warning = cut_off(registration.camera)) reading.findings.push_back(*warning);
    reading.registration = std::move(registration);
    place_pieces(reading);
    return reading;
  }

  /// Men stand on the squares that are played on: which of two colours that is nobody knows of red and green ones.
  [[nodiscard]] bool stand_on_other_colour(const BoardReading& reading) const {
    if (board_.coloured == measure::Coloured::All) return false;
    const auto off = std::ranges::count_if(reading.pieces, [&](const BoardPiece& piece) {
      const measure::BoardSquare* square = measure::find_square(board_, *piece.on);
      return square && !square->playable;
    });
    return std::ssize(reading.pieces) >= kFewestToTell && 2 * off > std::ssize(reading.pieces);
  }

  /// Points that somebody has named are right to a few pixels, and a lens that nobody measured is a guess; a board's own lines tell both
  /// better. While a hand hides them the board lies where they last showed it.
  [[nodiscard]] calibration::Registration refined(calibration::Registration about, std::optional<int>& plane) const {
    const bool known_before = before_ && before_->registration, named = !setup_.anchors.empty();
    auto by_lines = by_grid_of_any_colour({.tags = named ? std::span<const calibration::TableTag>() : std::span(setup_.tags),
                                           .seen = tags_,
                                           .before = known_before ? &before_->registration->camera : nullptr,
                                           .named = setup_.anchors,
                                           .about = &about.camera},
                                          plane);
    if (by_lines) {
      by_lines->tags_seen = about.tags_seen, by_lines->tags_used = about.tags_used;
      for (calibration::Finding& finding : about.findings) {  // but for what the lines tell better
        const bool said = std::ranges::find(by_lines->findings, finding.code, &calibration::Finding::code) != by_lines->findings.end();
        if (!said && finding.code != "anchors-disagree") by_lines->findings.push_back(std::move(finding));
      }
      return *std::move(by_lines);
    }
    if (!known_before || !named) return about;
    if (before_->plane) plane = before_->plane;
    calibration::Registration last = *before_->registration;
    last.findings = {calibration::info("board-lines-hidden",
                                       "The board is taken to lie where its lines last showed it; now " + by_lines.error().message + ".",
                                       "if it has been moved, name its corners anew")};
    return last;
  }

  /// A board that has tags goes by its squares only when one of them, or where it lay before, tells which way round it lies.
  [[nodiscard]] bool may_go_by_grid() const {
    const auto is_seen = [&](const calibration::TableTag& tag) {
      return std::ranges::any_of(tags_, [&](const TagObservation& s) { return shows(s, tag); });
    };
    return setup_.anchors.empty() && (before_ != nullptr || setup_.tags.empty() || std::ranges::any_of(setup_.tags, is_seen));
  }

  void place_pieces(BoardReading& reading) const {
    const calibration::TableCamera& camera = reading.registration->camera;
    const Inches around = std::max(board_.length, board_.width) * kAround;
    const BoardView view = view_from_above(frame_.bgr, camera, board_, around);
    const double square = measure::width_of_narrowest(board_).value * view.per_inch;
    std::vector<RoundThing> things = find_round_things(view, kLeastRadius * square, kMostRadius * square);
    std::erase_if(things, [&](const RoundThing& thing) { return on_corner_tag(view, thing); });
    const cv::Mat empty = view_without_pieces(view);
    std::erase_if(things, [&](const RoundThing& thing) { return is_ground(view, empty, thing); });
    for (RoundThing& thing : things) thing.like_a_square = is_like_a_square(view, thing, square);
    const std::vector<SidedDisc> discs = pieces_among(view.bgr, things, board_, white_of(frame_.bgr), known_radius(view));
    const std::vector<StandingDisc> standing = stand(view, discs, height_guess(view, empty, discs));
    std::vector<BoardPiece> found = tagged_pieces(camera, discs, view);
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const BoardPiece piece = piece_of(view, camera, discs[i], standing[i]);
      const double radius = discs[i].thing.radius / view.per_inch;
      if (std::ranges::none_of(found, [&](const BoardPiece& f) { return f.tag && distance(f.at, piece.at).value < radius; }))
        found.push_back(piece);
    }
    reading.unseen = unseen_squares(view, board_, discs);
    sort_out(reading, std::move(found));
    if (!reading.unseen.empty()) keep_looks(reading);
    if (before_) remember(reading, view);
  }

  /// While something lies over the board, how pieces and their surroundings looked without it is remembered; who appears beside a hand is
  /// not: it may be a patch of board between a line and a finger.
  void keep_looks(BoardReading& reading) const {
    const std::vector<BoardPiece> stood = before_ ? who_stood() : std::vector<BoardPiece>{};
    for (BoardPiece& piece : reading.pieces) {
      const auto look = std::exchange(piece.look, std::nullopt);
      if (!look) continue;
      for (const BoardPiece& same : stood)
        if (same.look && same.side == piece.side && distance(same.look->at, look->at) < Inches(kSamePiece * look->radius))
          piece.look = same.look;
    }
  }

  /// In the reading before, in sight or not.
  [[nodiscard]] std::vector<BoardPiece> who_stood() const {
    std::vector<BoardPiece> all = before_->pieces;
    all.insert(all.end(), before_->hidden.begin(), before_->hidden.end());
    return all;
  }

  /// Pieces of the reading before that are not in sight, on squares that are not seen empty.
  void remember(BoardReading& reading, const BoardView& view) const {
    std::vector<PieceLook> then, now;
    for (const BoardPiece& piece : before_->pieces)
      if (piece.look) then.push_back(*piece.look);
    for (const BoardPiece& piece : reading.pieces)
      if (piece.look) now.push_back(*piece.look);
    const Colour light = light_since(then, now);
    for (const BoardPiece& piece : who_stood()) {
      const auto takes_its_place = [&](const BoardPiece& p) {
        return p.on == piece.on || (piece.look && distance(p.at, piece.at) < Inches(kTakesPlace * piece.look->radius));
      };
      const auto same_square = [&](const BoardPiece& p) { return p.on == piece.on; };
      if (std::ranges::any_of(reading.pieces, takes_its_place) || std::ranges::any_of(reading.hidden, same_square)) continue;
      const bool covered = std::ranges::find(reading.unseen, *piece.on) != reading.unseen.end();
      if (!covered && (!piece.look || seen_empty(view, *piece.look, light))) continue;
      reading.hidden.push_back(piece);
      if (covered) continue;
      reading.unseen.push_back(*piece.on);
      reading.open.push_back(*piece.on);
    }
  }

  [[nodiscard]] std::optional<double> known_radius(const BoardView& view) const {
    for (const measure::BoardSide& side : board_.sides)
      if (side.diameter) return 0.5 * side.diameter->value * view.per_inch;
    return std::nullopt;
  }

  [[nodiscard]] HeightGuess height_guess(const BoardView& view, const cv::Mat& empty, const std::vector<SidedDisc>& discs) const {
    const bool soldiers = board_.game == BoardGame::LeChoc;
    HeightGuess guess{.height = 0.0, .sigma = kHeightSigma, .may_stack = !soldiers};
    if (!discs.empty()) guess.height = (soldiers ? kBaseHeight : kDraughtHeight) * 2.0 * discs.front().thing.radius / view.per_inch;
    if (!soldiers) guess.ground = empty;
    for (const measure::BoardSide& side : board_.sides)
      if (side.height) guess.height = side.height->value, guess.sigma = kToldHeightSigma;
    return guess;
  }

  /// The view as it would be without pieces: each square as its corners are, where pieces seldom reach, and what lies around the board as
  /// it is for the most part.
  [[nodiscard]] cv::Mat view_without_pieces(const BoardView& view) const {
    const auto seen_at = [&](measure::TablePoint point) -> std::optional<Colour> {
      const cv::Point2d at = view.from_board(point);
      const cv::Point pixel(static_cast<int>(at.x), static_cast<int>(at.y));
      if (!cv::Rect({}, view.known.size()).contains(pixel) || !view.known.at<std::uint8_t>(pixel)) return std::nullopt;
      return colour_at(view.bgr, at);
    };
    // Draughts have squares of two tints and men who may cover their corners; other boards have painted squares.
    const bool chequered = board_.game == BoardGame::Draughts;
    const auto kind = [](const measure::BoardSquare& square) { return static_cast<std::size_t>(square.at.column + square.at.row) % 2; };
    std::array<std::vector<Colour>, 2> tints;
    std::vector<std::optional<Colour>> own(board_.squares.size());
    std::vector<bool> clear(board_.squares.size(), false);  // its corners agree: nothing lies over them
    for (std::size_t i = 0; i < own.size(); ++i) {
      const measure::BoardSquare& square = board_.squares[i];
      const measure::TablePoint middle = measure::mean_corner(square.outline);
      std::vector<Colour> corners;
      for (const measure::TablePoint corner : square.outline)
        if (const auto colour = seen_at(middle + (corner - middle) * kIntoCorner)) corners.push_back(*colour);
      if (corners.empty()) continue;
      own[i] = median_colour(corners);
      clear[i] = std::ranges::all_of(corners, [&](const Colour& c) { return (c - *own[i]).norm() <= kCornersAgree; });
      tints[kind(square)].push_back(*own[i]);
    }
    std::vector<Colour> around;
    for (double t = 0.0; t < 1.0; t += kAroundStep)
      for (const double beyond : {-kAroundAt, 1.0 + kAroundAt})
        for (const measure::TablePoint point :
             {measure::TablePoint{board_.length * t, board_.width * beyond}, measure::TablePoint{board_.length * beyond, board_.width * t}})
          if (const auto colour = seen_at(point)) around.push_back(*colour);
    const auto level = [](const Colour& c) { return cv::Scalar(c[0], c[1], c[2]); };
    cv::Mat out(view.bgr.size(), CV_8UC3, around.empty() ? cv::Scalar() : level(median_colour(around)));
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!own[i]) continue;
      const Colour usual = median_colour(tints[kind(board_.squares[i])]);
      const bool like_others = (*own[i] - usual).norm() < kOtherTint * usual.norm();
      std::vector<cv::Point> outline;
      for (const measure::TablePoint corner : board_.squares[i].outline) outline.emplace_back(view.from_board(corner));
      cv::fillPoly(out, outline, level(like_others || (clear[i] && !chequered) ? *own[i] : usual));
    }
    return out;
  }

  [[nodiscard]] bool on_corner_tag(const BoardView& view, const RoundThing& thing) const {
    return std::ranges::any_of(setup_.tags, [&](const calibration::TableTag& tag) {
      const cv::Point2d off = thing.at - view.from_board(tag.centre);
      return std::max(std::abs(off.x), std::abs(off.y)) < 0.75 * tag.side.value * view.per_inch;
    });
  }

  /// Is this nothing but the board, the circle in one of its squares?
  [[nodiscard]] static bool is_ground(const BoardView& view, const cv::Mat& empty, const RoundThing& thing) {
    Colour sum = Colour::Zero();
    float sizes = 0.0f, count = 0.0f;
    for (const cv::Point2d& ray : rays())
      for (const double share : kLookedAt) {
        const cv::Point2d at = thing.at + ray * (share * thing.radius);
        const Colour off = colour_at(view.bgr, at) - colour_at(empty, at);
        sum += off, sizes += off.norm(), count += 1.0f;
      }
    return sum.norm() <= kLikeGround * count && sizes <= kGroundVaries * count;
  }

  /// May this be the circle in a square rather than a disc? Such things do not teach what pieces look like.
  [[nodiscard]] bool is_like_a_square(const BoardView& view, const RoundThing& thing, double width) const {
    if (thing.support > kSurelyRound || thing.radius < kLeastInSquare * width) return false;
    return std::ranges::any_of(board_.squares, [&](const measure::BoardSquare& square) {
      return cv::norm(thing.at - view.from_board(measure::mean_corner(square.outline))) < kMiddleOfSquare * width;
    });
  }

  [[nodiscard]] BoardRank rank_of(bool general) const {
    return board_.game == BoardGame::LeChoc ? BoardRank::Hidden : general ? BoardRank::General : BoardRank::Soldier;
  }

  [[nodiscard]] BoardPiece piece_of(const BoardView& view, const calibration::TableCamera& camera, const SidedDisc& disc,
                                    const StandingDisc& standing) const {
    BoardPiece piece;
    piece.side = disc.side;
    piece.rank = rank_of(standing.stacked);
    piece.at = view.to_board(standing.foot);
    // The height is known to a third at first; the wall, where it shows, has told its part already.
    const double away = cv::norm(standing.foot - view.foot) / view.per_inch;
    const double slant = (standing.stacked ? 0.15 : 0.1) * standing.height.value * away / view.camera_height;
    const double soft = kEdgeOff / view.per_inch;
    const measure::PointCovariance own = standing.noise * (1.0 / (view.per_inch * view.per_inch));
    const measure::PointCovariance model{slant * slant + soft * soft, 0.0, slant * slant + soft * soft};
    piece.margin = measure::margin_of(own + model + camera.registration_covariance(piece.at, standing.height));
    const bool ranked = board_.game == BoardGame::LeChoc || standing.evidence > kSureOfRank;
    piece.sure = std::max(disc.thing.support, standing.support) >= kWhole && ranked;
    piece.look = look_at(view, view.to_board(disc.thing.at), disc.thing.radius / view.per_inch);
    return piece;
  }

  /// Pieces that wear a tag of their own.
  [[nodiscard]] std::vector<BoardPiece> tagged_pieces(const calibration::TableCamera& camera, const std::vector<SidedDisc>& discs,
                                                      const BoardView& view) const {
    const double diameter =
        discs.empty() ? 0.7 * measure::width_of_narrowest(board_).value : 2.0 * discs.front().thing.radius / view.per_inch;
    std::vector<BoardPiece> pieces;
    for (const TagObservation& seen : tags_)
      for (std::size_t s = 0; s < board_.sides.size(); ++s) {
        const measure::BoardSide& side = board_.sides[s];
        const bool general = std::ranges::find(side.general_tags, seen.id) != side.general_tags.end();
        if (seen.dictionary != side.tag_dictionary || (!general && std::ranges::find(side.tags, seen.id) == side.tags.end())) continue;
        const double man = side.height ? side.height->value : kDraughtHeight * diameter;
        const Inches height(general ? 2.0 * man : man);
        const auto at = camera.table_from_image(centre_of(seen), height);
        if (!at) continue;
        const double slant = kTagHeightSigma * height.value * distance(*at, camera.nadir()).value / camera.height().value;
        const double off_middle = 0.1 * diameter;  // tags are laid on by hand
        const double variance = slant * slant + off_middle * off_middle;
        const measure::PointCovariance own{variance, 0.0, variance};
        pieces.push_back({.side = s,
                          .rank = rank_of(general),
                          .at = *at,
                          .margin = measure::margin_of(camera.registration_covariance(*at, height) + own),
                          .sure = true,
                          .tag = seen.id});
      }
    return pieces;
  }

  /// Each to its square, or beside the board.
  void sort_out(BoardReading& reading, std::vector<BoardPiece> found) const {
    for (BoardPiece& piece : found) {
      const measure::SquareReading square = measure::read_square(board_, piece.at, piece.margin);
      piece.on = square.at;
      piece.sure = piece.sure && (!square.at || square.inside == Verdict::Yes);
      (piece.on ? reading.pieces : reading.off_board).push_back(piece);
    }
    const auto place = [](const BoardPiece& p) { return std::tuple(p.on->row, p.on->column, p.at.y, p.at.x); };
    std::ranges::sort(reading.pieces, {}, place);
    std::ranges::sort(reading.off_board, {}, [](const BoardPiece& p) { return std::pair(p.at.y, p.at.x); });
    for (std::size_t i = 1; i < reading.pieces.size(); ++i)
      if (reading.pieces[i].on == reading.pieces[i - 1].on) {  // two on one square: one of them is not
        reading.pieces[i].sure = reading.pieces[i - 1].sure = false;
        const measure::SquareName at = *reading.pieces[i].on;
        reading.findings.push_back(calibration::warning(
            "two-on-a-square", "Two pieces stand on square [" + std::to_string(at.column) + ", " + std::to_string(at.row) + "].",
            "put each in the middle of its square"));
      }
    std::erase_if(reading.unseen, [&](const measure::SquareName& at) {
      return std::ranges::any_of(reading.pieces, [&](const BoardPiece& p) { return p.on == at; });
    });
  }

  const BoardSetup& setup_;
  const measure::Board& board_;
  const Frame& frame_;
  const BoardReading* before_ = nullptr;
  std::vector<TagObservation> tags_;
};

}  // namespace

Result<BoardReading> read_board_picture(const BoardSetup& setup, const Frame& frame, const BoardReading* before) {
  return PictureReader(setup, frame, before).read();
}

measure::Result<BoardState> BoardWatch::step(const Frame& frame) {
  if (stills_ || !reading_) return read(frame);
  const bool moving = cv::countNonZero(since_last_frame_.compare(frame.luma)) > 0;
  since_last_frame_.set_reference(frame.luma);
  if (moving) return BoardState{reading_, true};
  if (cv::countNonZero(since_read_.compare(frame.luma)) == 0) return BoardState{reading_, false};
  return read(frame);
}

measure::Result<BoardState> BoardWatch::read(const Frame& frame) {
  auto reading = read_board_picture(setup_, frame, stills_ ? nullptr : registered_.get());
  if (!reading) return tl::unexpected(reading.error());
  since_last_frame_.set_reference(frame.luma);
  since_read_.set_reference(frame.luma);
  reading_ = std::make_shared<const BoardReading>(std::move(*reading));
  if (reading_->registration) registered_ = reading_;
  return BoardState{reading_, false};
}

}  // namespace vision
