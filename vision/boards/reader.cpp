#include "vision/boards/reader.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "vision/boards/discs.h"
#include "vision/boards/exposure.h"
#include "vision/boards/ground.h"
#include "vision/boards/heights.h"
#include "vision/boards/looks.h"
#include "vision/boards/occlusion.h"
#include "vision/boards/sides.h"
#include "vision/boards/solids.h"
#include "vision/tags/detector.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::BoardGame, measure::ErrorCode, measure::Inches, measure::Result;
using measure::TablePoint, measure::Verdict;

/// How far around the board pieces are looked for, share of its longer side: where captured men are put.
constexpr double kAround = 0.25;
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
/// Fewer men than this do not tell beyond doubt which squares are played on.
constexpr std::ptrdiff_t kFewestToTell = 3;
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
    std::optional<BoardPlace> lay_before;
    if (before_ && before_->registration) lay_before = BoardPlace{*before_->registration, before_->plane};
    const BoardRegistrar registrar(setup_, frame_, tags_, lay_before ? &*lay_before : nullptr);
    auto place = registrar.find();
    if (!place) {
      BoardReading reading;
      reading.findings.push_back(std::move(place.error()));
      return reading;
    }
    const bool may_be_turned = place->by_squares_alone && !before_;
    BoardReading reading = read_at(*place);
    if (place->by_squares_alone && place->cut_off) doubt_all(reading);  // where it begins and ends is not seen
    if (!may_be_turned || !stand_on_other_colour(reading)) return reading;
    if (auto turned = registrar.find_by_other_colour(*place)) {
      BoardReading again = read_at(*turned);
      if (turned->cut_off) doubt_all(again);
      if (!stand_on_other_colour(again) && 2 * again.pieces.size() >= reading.pieces.size()) {
        if (std::ssize(again.pieces) >= kFewestToTell) return again;
        reading = std::move(again);
      }
    }
    doubt_all(reading);
    reading.findings.push_back(calibration::warning(
        "board-may-be-turned", "As its lines lie, most men stand on squares that are not played on: the board may be turned by a quarter.",
        "name its corners with --anchor, or lay out the corner tags"));
    return reading;
  }

 private:
  [[nodiscard]] BoardReading read_at(BoardPlace place) const {
    BoardReading reading;
    reading.findings = place.registration.findings;
    reading.registration = std::move(place.registration);
    reading.plane = place.plane;
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
    return 2 * off > std::ssize(reading.pieces);
  }

  /// Of nobody it is sure where he stands, nor what he is.
  static void doubt_all(BoardReading& reading) {
    for (BoardPiece& piece : reading.pieces) piece.sure = piece.sure_but_for_rank = false;
  }

  void place_pieces(BoardReading& reading) const {
    const calibration::TableCamera& camera = reading.registration->camera;
    const Inches around = std::max(board_.length, board_.width) * kAround;
    BoardView view = view_from_above(frame_.bgr, camera, board_, around);
    const Exposure exposure(view, board_);
    view.bgr = exposure.of(view.bgr);
    const double square = measure::width_of_narrowest(board_).value * view.per_inch;
    std::vector<RoundThing> things = find_round_things(view, kLeastRadius * square, kMostRadius * square);
    std::erase_if(things, [&](const RoundThing& thing) { return on_corner_tag(view, thing); });
    const cv::Mat empty = view_without_pieces(view, board_);
    std::erase_if(things, [&](const RoundThing& thing) { return is_ground(view, empty, thing); });
    const ColourSamples picture(view.bgr), ground(empty);
    for (RoundThing& thing : things) {
      thing.like_a_square = is_like_a_square(view, board_, thing);
      if (thing.like_a_square) thing = disc_within_square(picture, ground, thing);
    }
    std::vector<SidedDisc> discs = pieces_among(view.bgr, empty, things, board_, exposure.of(white_of(frame_.bgr)), known_radius(view));
    std::vector<StandingDisc> standing = stand(view, discs, height_guess(view, empty, discs));
    reading.unseen = unseen_squares(view, board_, discs);
    const bool hand_over_a_game = before_ && !reading.unseen.empty();  // a finger covers a hull as a man does
    if (board_.game != BoardGame::LeChoc && !hand_over_a_game) find_solids(view, empty, discs, standing);
    if (board_.game != BoardGame::LeChoc) doubt_tops(view, board_, discs, standing);
    std::vector<BoardPiece> found = tagged_pieces(camera, discs, view);
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const BoardPiece piece = piece_of(view, camera, discs[i], standing[i]);
      const double radius = discs[i].thing.radius / view.per_inch;
      if (std::ranges::none_of(found, [&](const BoardPiece& f) { return f.tag && distance(f.at, piece.at).value < radius; }))
        found.push_back(piece);
    }
    sort_out(reading, std::move(found));
    if (!reading.unseen.empty()) keep_looks(reading);
    if (before_) remember(reading, view);
  }

  /// Adds men who are not seen as circles, and takes two circles on one square for the foot and the top of a stack where that explains
  /// them. What covers its hull is a man though his rim does not show.
  void find_solids(const BoardView& view, const cv::Mat& empty, std::vector<SidedDisc>& discs, std::vector<StandingDisc>& standing) const {
    std::vector<std::size_t> doubled;
    const auto square = [&](std::size_t i) { return measure::read_square(board_, view.to_board(standing[i].foot), Inches(0.0)).at; };
    for (std::size_t i = 0; i < discs.size(); ++i)
      for (std::size_t j = 0; j < discs.size(); ++j)
        if (i != j && discs[i].side == discs[j].side && square(i) && square(i) == square(j)) doubled.push_back(i);
    Solids solids(view, empty, board_, discs, standing);
    for (std::size_t i = 0; i < discs.size(); ++i)
      if (!discs[i].thing.like_a_square) standing[i].support = std::max(standing[i].support, solids.support(i));
    if (!seen_from_the_side(view, discs)) return;
    const std::vector<Solid> more = solids.find(doubled);
    std::vector<SidedDisc> kept;
    std::vector<StandingDisc> kept_standing;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const auto holds = [&](const Hull& hull) { return hull.outside(discs[i].thing.at) < 0.0; };
      const auto is_of = [&](const Solid& solid) { return solid.top.side == discs[i].side && holds(solid.hull); };
      const auto is_his_foot = [&](std::size_t j) {
        return discs[j].side == discs[i].side && square(j) == square(i) && standing[j].stacked && !standing[i].stacked &&
               holds(solids.hull(j));
      };
      const bool part =
          std::ranges::find(doubled, i) != doubled.end() && (std::ranges::any_of(more, is_of) || std::ranges::any_of(doubled, is_his_foot));
      if (!part) kept.push_back(discs[i]), kept_standing.push_back(standing[i]);
    }
    for (const Solid& solid : more) kept.push_back(solid.top), kept_standing.push_back(solid.standing);
    discs = std::move(kept), standing = std::move(kept_standing);
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

  [[nodiscard]] bool on_corner_tag(const BoardView& view, const RoundThing& thing) const {
    return std::ranges::any_of(setup_.tags, [&](const calibration::TableTag& tag) {
      const cv::Point2d off = thing.at - view.from_board(tag.centre);
      return std::max(std::abs(off.x), std::abs(off.y)) < 0.75 * tag.side.value * view.per_inch;
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
    piece.sure_but_for_rank = !standing.may_be_a_top && std::max(disc.thing.support, standing.support) >= kWhole;
    piece.sure = piece.sure_but_for_rank && ranked;
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
                          .sure_but_for_rank = true,
                          .tag = seen.id});
      }
    return pieces;
  }

  /// Each to its square, or beside the board.
  void sort_out(BoardReading& reading, std::vector<BoardPiece> found) const {
    for (BoardPiece& piece : found) {
      const measure::SquareReading square = measure::read_square(board_, piece.at, piece.margin);
      piece.on = square.at;
      const bool inside = !square.at || square.inside == Verdict::Yes;
      piece.sure = piece.sure && inside;
      piece.sure_but_for_rank = piece.sure_but_for_rank && inside;
      (piece.on ? reading.pieces : reading.off_board).push_back(piece);
    }
    const auto place = [](const BoardPiece& p) { return std::tuple(p.on->row, p.on->column, p.at.y, p.at.x); };
    std::ranges::sort(reading.pieces, {}, place);
    std::ranges::sort(reading.off_board, {}, [](const BoardPiece& p) { return std::pair(p.at.y, p.at.x); });
    for (std::size_t i = 1; i < reading.pieces.size(); ++i)
      if (reading.pieces[i].on == reading.pieces[i - 1].on) {  // two on one square: one of them is not
        for (BoardPiece* piece : {&reading.pieces[i], &reading.pieces[i - 1]}) piece->sure = piece->sure_but_for_rank = false;
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
  if (reading && !stills_ && moved(*reading)) {  // from another place the lens is told anew, and better with what the last one told
    setup_.lens_before = told_here_;
    reading = read_board_picture(setup_, frame, registered_.get());
    told_here_.reset();
  }
  if (!reading) return tl::unexpected(reading.error());
  since_last_frame_.set_reference(frame.luma);
  since_read_.set_reference(frame.luma);
  reading_ = std::make_shared<const BoardReading>(std::move(*reading));
  if (reading_->registration) {
    registered_ = reading_;
    if (!setup_.lens && !told_here_) told_here_ = reading_->registration->camera.lens();
  }
  return BoardState{reading_, false};
}

/// Does the board lie elsewhere than it did when its lens was told, one that nobody measured?
bool BoardWatch::moved(const BoardReading& reading) const {
  if (!told_here_ || !registered_ || !reading.registration) return false;
  const Inches length = setup_.board.length, width = setup_.board.width;
  const std::array<TablePoint, 4> corners{{{Inches(0.0), Inches(0.0)}, {length, Inches(0.0)}, {length, width}, {Inches(0.0), width}}};
  return have_moved(corners, registered_->registration->camera, reading.registration->camera);
}

std::optional<calibration::Lens> BoardWatch::estimated_lens() const { return told_here_; }

}  // namespace vision
