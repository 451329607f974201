// Fits how printed cells look and what hides them (vision/tags/covered.h).
//   fit_covered WORLD...
// Worlds as scripts/learn reads them; those without tags of DICT_4X4_250 tell nothing of print. Over each tag that lies in full sight a
// piece of the same picture is laid, a half of the time of where a wood is, with a ragged edge that hides a fifth to four fifths of the
// paper, or a shadow with such an edge; a twentieth of them are not among the tags that are sought. What else looks like a square of a
// tag's size is looked at, too. Coordinate by coordinate it looks for the looks by which most covered tags are read at 0.99, each thing
// that is read wrongly at 0.97 costing ten of them and fifty where there is no print, and prints them, with how many of each sort are read
// as what at 0.99.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <random>
#include <vector>

#include "tests/bench/bases/worlds.h"
#include "vision/tags/covered.h"
#include "vision/tags/known_squares.h"

namespace {

using measure::Inches, vision::CoverLooks, vision::Quad;

constexpr double kSure = 0.99, kNearlySure = 0.97, kWrongCosts = 10.0, kTextureCosts = 50.0, kLeastSide = 12.0;
constexpr int kCovers = 3;  // of each tag
/// So many of them are shadows, whose light is this share of the full one, grey levels.
constexpr double kOfShadows = 0.3, kDarkest = 0.25, kBrightest = 0.65;
/// So soft are the edges of what is laid, px: leaves dim the cells beside them.
constexpr double kSoft = 1.0;

enum Sort { Covered, Shaded, Stranger, Texture };

/// A square that is looked at, in a piece of its picture.
struct Case {
  Sort sort;
  cv::Mat luma;
  Quad quad;
  std::vector<int> sought;
  int id = -1;
};

Quad moved(Quad quad, cv::Point2d by) {
  for (cv::Point2d& corner : quad) corner += by;
  return quad;
}

std::optional<Quad> square_of(const truth::State& state, const truth::Piece& piece) {
  const measure::TagMount& mount = piece.spec.mount;
  const calibration::TableTag lying{
      .centre = piece.at + rotated(mount.offset, piece.heading), .side = mount.side, .heading = piece.heading};
  const Inches z = measure::ground_height(state.table.terrain, piece.at) + mount.height;
  Quad out;
  const auto corners = corners_of(lying);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto pixel = state.camera.image_from_table(corners[i], z);
    if (!pixel) return std::nullopt;
    out[i] = {pixel->u, pixel->v};
  }
  return out;
}

cv::Rect about(const Quad& quad, cv::Size picture) {
  const cv::Point2d middle = 0.5 * (quad[0] + quad[2]);
  const double reach = 1.5 * cv::norm(quad[1] - quad[0]);
  return cv::Rect(cv::Point(middle - cv::Point2d(reach, reach)), cv::Point(middle + cv::Point2d(reach, reach))) & cv::Rect({}, picture);
}

/// How much of each pixel of a piece lies beyond a ragged edge across the square, 0 to 1.
cv::Mat beyond_an_edge(std::mt19937& random, const Quad& quad, cv::Size size) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const double turn = 2.0 * std::numbers::pi * unit(random), side = cv::norm(quad[1] - quad[0]);
  const cv::Point2d away(std::cos(turn), std::sin(turn)), along(-away.y, away.x), middle = 0.5 * (quad[0] + quad[2]);
  const double edge = side * (unit(random) - 0.5) * 0.8, bends = unit(random) < 0.5 ? 0.0 : 0.15 * side;
  const std::array<double, 3> phases{6.3 * unit(random), 6.3 * unit(random), 6.3 * unit(random)};
  cv::Mat out(size, CV_64F);
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column) {
      const cv::Point2d off = cv::Point2d(column, row) - middle;
      const double t = off.dot(along) / side;
      const double ragged =
          bends * (std::sin(4.0 * t + phases[0]) + 0.6 * std::sin(11.0 * t + phases[1]) + 0.4 * std::sin(23.0 * t + phases[2]));
      const double beyond = off.dot(away) - edge - ragged;
      out.at<double>(row, column) = std::clamp(0.5 + beyond / (2.0 * kSoft), 0.0, 1.0);
    }
  return out;
}

/// Hides a part of the square under another part of the picture.
void hide(std::mt19937& random, const cv::Mat& luma, cv::Point from, const Quad& quad, cv::Mat& piece) {
  const cv::Mat hidden = beyond_an_edge(random, quad, piece.size());
  const cv::Rect source = cv::Rect(from - cv::Point(piece.cols / 2, piece.rows / 2), piece.size()) & cv::Rect({}, luma.size());
  for (int row = 0; row < source.height; ++row)
    for (int column = 0; column < source.width; ++column) {
      const double share = hidden.at<double>(row, column);
      uchar& pixel = piece.at<uchar>(row, column);
      pixel = cv::saturate_cast<uchar>((1.0 - share) * pixel + share * luma.at<uchar>(source.tl() + cv::Point(column, row)));
    }
}

/// Lays a part of the square into a shadow.
void shade(std::mt19937& random, const Quad& quad, cv::Mat& piece) {
  const double light = std::uniform_real_distribution<double>(kDarkest, kBrightest)(random);
  const cv::Mat shaded = beyond_an_edge(random, quad, piece.size());
  for (int row = 0; row < piece.rows; ++row)
    for (int column = 0; column < piece.cols; ++column)
      piece.at<uchar>(row, column) =
          cv::saturate_cast<uchar>(piece.at<uchar>(row, column) * (1.0 - (1.0 - light) * shaded.at<double>(row, column)));
}

void add_cases(const bench::WorldPicture& picture, const vision::TagDictionary& dictionary, std::mt19937& random,
               std::vector<Case>& cases) {
  const truth::State& state = picture.truth;
  cv::Mat luma;
  cv::cvtColor(picture.now, luma, cv::COLOR_BGR2GRAY);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::normal_distribution<double> normal(0.0, 1.0);
  std::vector<cv::Point> covers;  // trees
  for (const measure::Terrain& terrain : state.table.terrain)
    if (terrain.kind == measure::TerrainKind::Wood)
      if (const auto at = state.camera.image_from_table(measure::mean_corner(terrain.polygon), Inches(1.0)))
        covers.emplace_back(cvRound(at->u), cvRound(at->v));
  std::vector<cv::Point2d> tags;
  double side = 0.0;
  for (const truth::Piece& piece : state.pieces) {
    if (piece.spec.marker != measure::MarkerType::Tag || !piece.spec.tag) continue;
    const auto quad = square_of(state, piece);
    if (!quad || piece.spec.mount.dictionary != dictionary.name()) continue;
    tags.push_back(0.5 * ((*quad)[0] + (*quad)[2]));
    side = cv::norm((*quad)[1] - (*quad)[0]);
    const cv::Rect part = about(*quad, luma.size());
    if (piece.visible_fraction < 0.97 || side < kLeastSide || part.width < 2.9 * side || part.height < 2.9 * side) continue;
    for (int i = 0; i < kCovers; ++i) {
      const bool shadow = unit(random) < kOfShadows;
      Case one{.sort = unit(random) < 0.05 ? Stranger
                       : shadow            ? Shaded
                                           : Covered,
               .luma = luma(part).clone(),
               .quad = {},
               .sought = {},
               .id = *piece.spec.tag};
      const Quad here = moved(*quad, -cv::Point2d(part.tl()));
      const bool of_a_tree = !covers.empty() && unit(random) < 0.5;
      const cv::Point from =
          of_a_tree ? covers[random() % covers.size()] + cv::Point(cvRound(15.0 * normal(random)), cvRound(15.0 * normal(random)))
                    : cv::Point(static_cast<int>(unit(random) * luma.cols), static_cast<int>(unit(random) * luma.rows));
      if (shadow)
        shade(random, here, one.luma);
      else
        hide(random, luma, from, here, one.luma);
      one.quad = moved(here, {0.3 * normal(random), 0.3 * normal(random)});
      std::ranges::rotate(one.quad, one.quad.begin() + static_cast<std::ptrdiff_t>(random() % 4));
      if (one.sort != Stranger) one.sought.push_back(one.id);
      for (std::size_t others = one.sought.empty() + random() % 8; others > 0; --others) {
        const int other = static_cast<int>(random() % 250);
        if (other != one.id && dictionary.holds(other)) one.sought.push_back(other);
      }
      if (!one.sought.empty()) cases.push_back(std::move(one));
    }
  }
  if (tags.empty()) return;
  const auto axes = [&](cv::Point2d) { return cv::Matx22d(side, 0.0, 0.0, side); };
  for (const Quad& square : vision::find_known_squares(luma, cv::Rect({}, luma.size()), axes, 6, cv::Mat::zeros(luma.size(), CV_8U))) {
    const cv::Point2d middle = 0.5 * (square[0] + square[2]);
    const auto is_near = [&](cv::Point2d tag) { return cv::norm(tag - middle) < 2.0 * side; };
    const auto at = state.camera.table_from_image({middle.x, middle.y}, Inches(0.0));
    const auto inside = [&](Inches v, Inches end) { return v.value > 5.0 && v.value < end.value - 5.0; };  // no registration tags
    if (std::ranges::any_of(tags, is_near) || !at || !inside(at->x, state.table.length) || !inside(at->y, state.table.width)) continue;
    const cv::Rect part = about(square, luma.size());
    Case one{.sort = Texture, .luma = luma(part).clone(), .quad = moved(square, -cv::Point2d(part.tl())), .sought = {}};
    for (std::size_t others = 1 + random() % 8; others > 0; --others) one.sought.push_back(static_cast<int>(random() % 250));
    cases.push_back(std::move(one));
  }
}

struct Score {
  std::array<int, 4> of{}, read{}, wrong{};
  double worth = 0.0;
};

Score score(const std::vector<Case>& cases, const vision::TagDictionary& dictionary, const CoverLooks& looks) {
  Score out;
  for (const Case& one : cases) {
    ++out.of[one.sort];
    const auto print = vision::read_covered(one.luma, one.quad, dictionary, one.sought, looks);
    if (!print) continue;
    const bool right = (one.sort == Covered || one.sort == Shaded) && print->tag.id == one.id;
    if (!right && print->sure > kNearlySure) out.worth -= one.sort == Texture ? kTextureCosts : kWrongCosts;  // there is more texture
    if (print->sure <= kSure) continue;
    if (right) {
      ++out.read[one.sort], out.worth += 1.0;
    } else {
      ++out.wrong[one.sort];
    }
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto dictionary = vision::TagDictionary::named("DICT_4X4_250");
  std::mt19937 random(1);
  std::vector<Case> cases;
  for (int i = 1; i < argc; ++i)
    for (const bench::WorldPicture& picture : bench::load_world(argv[i])) add_cases(picture, *dictionary, random, cases);
  CoverLooks best;
  Score most = score(cases, *dictionary, best);
  const auto say = [&] {
    fmt::print(
        "black {:.3f} white {:.3f} dark {:.2f} ends {:.3f} strangers {:.3f} shaded {:.4f} shade {:.2f}: worth {:.0f}, covered {} of {} "
        "read "
        "and {} wrong, shaded {} of {} and {}, strangers {} of {}, texture {} of {}\n",
        best.black_sigma, best.white_sigma, best.dark_share, best.ends, best.strangers, best.shaded, best.shade_sigma, most.worth,
        most.read[Covered], most.of[Covered], most.wrong[Covered], most.read[Shaded], most.of[Shaded], most.wrong[Shaded],
        most.wrong[Stranger], most.of[Stranger], most.wrong[Texture], most.of[Texture]);
    std::fflush(stdout);
  };
  say();
  for (double step = 1.4; step > 1.05; step = std::sqrt(step))
    for (bool better = true; better;) {
      better = false;
      for (double CoverLooks::*which : {&CoverLooks::black_sigma, &CoverLooks::white_sigma, &CoverLooks::dark_share, &CoverLooks::ends,
                                        &CoverLooks::strangers, &CoverLooks::shaded, &CoverLooks::shade_sigma})
        for (const double times : {step, 1.0 / step}) {
          CoverLooks other = best;
          other.*which = std::min(other.*which * times, 0.95);
          const Score here = score(cases, *dictionary, other);
          if (here.worth > most.worth) best = other, most = here, better = true, say();
        }
    }
  return 0;
}
