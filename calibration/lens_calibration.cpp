#include "calibration/lens_calibration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "calibration/lens_fit.h"
#include "calibration/target_corners.h"
#include "measure/robust.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

// Four views are the fewest that leave anything to check against; ten average out a bad habit of the hand.
constexpr std::size_t kFewestViews = 4, kEnoughViews = 10;
// Two views nearer than this, RMS over the corners, are the same picture twice: it would count its noise double.
constexpr double kSameView_px = 0.5;
// A view whose held-out error is this many times the median of the others is an outlier. Views differ by up to
// two because of blur and size; three throws out bent boards and refocused lenses and keeps far, blurred ones.
constexpr double kOutlierRatio = 3.0;
// A view no further than this from where the others put it does no harm, even where the others are better still: with few
// views the lens itself is not known better in the picture's corners.
constexpr double kHarmlessShare = 1.0 / 6400.0;  // of the picture's width: 0.3 px at 1920
// Only views above this share of the median are worth the refit that tells whether they are outliers.
constexpr double kSuspectRatio = 1.3;
// A radial term is kept when it is this many standard deviations from 0 (99 %): else it is noise that bends the
// picture's corners.
constexpr double kSignificant = 2.58;
// Relative 1-sigma error of the focal lengths. A point 2 in up and 30 in out under a camera 70 in high moves by
// 0.9 in x this error: above the second figure by more than 0.02 in.
constexpr double kFocalDoubtful = 0.003, kFocalUnknown = 0.02;
// Boards that span less than this between them say nothing about the focal length, whatever the residuals say.
constexpr double kParallel_rad = 3.0 * std::numbers::pi / 180.0;
// The picture in cells for the coverage; this share must hold a corner, else the distortion is extrapolated.
constexpr int kCellColumns = 8, kCellRows = 6;
constexpr double kCoverage = 0.5;
// A lens that leaves more than this 1-sigma error in a corner of the picture is not worth trusting there.
constexpr double kCornerSigma_px = 0.5;
// A lens that predicts unseen views this much worse than seen ones is fitted to their noise.
constexpr double kOverfitRatio = 1.5;

std::optional<ImageSize> commonest_size(const std::vector<TargetPicture>& pictures) {
  std::map<std::pair<int, int>, int> count;
  for (const TargetPicture& picture : pictures)
    if (!picture.luma.empty()) ++count[{picture.luma.cols, picture.luma.rows}];
  if (count.empty()) return std::nullopt;
  const auto most = std::ranges::max_element(count, [](const auto& a, const auto& b) { return a.second < b.second; });
  return ImageSize{most->first.first, most->first.second};
}

bool same_view(const TargetView& a, const TargetView& b) {
  if (a.on_target != b.on_target) return false;
  double squares = 0.0;
  for (std::size_t i = 0; i < a.in_picture.size(); ++i) {
    const cv::Point2f d = a.in_picture[i] - b.in_picture[i];
    squares += d.dot(d);
  }
  return std::sqrt(squares / static_cast<double>(a.in_picture.size())) < kSameView_px;
}

/// Why a picture cannot be used, or its view.
tl::expected<TargetView, Finding> usable_view(const Target& board, const TargetPicture& picture, ImageSize size,
                                              const std::vector<TargetView>& before) {
  const auto refused = [&](const char* code, const std::string& why, const char* fix) {
    return tl::unexpected(warning(code, fmt::format("{}: left out, {}", picture.name, why), fix));
  };
  const cv::Mat& luma = picture.luma;
  if (luma.empty()) return refused("lens-view-unreadable", "it could not be read", "take it again");
  if (luma.type() != CV_8UC1) return refused("lens-view-unreadable", "it is not an 8-bit grey picture", "take it again");
  if (luma.cols != size.width || luma.rows != size.height)
    return refused("lens-view-size", fmt::format("it is {}x{}, the others are {}x{}", luma.cols, luma.rows, size.width, size.height),
                   "use pictures of one camera at one resolution");
  Result<TargetView> view = find_target(board, picture);
  if (!view)
    return refused("lens-view-no-board", view.error().message,
                   "show the whole board, flat, sharp and evenly lit; check the board's numbers");
  for (const TargetView& other : before)
    if (same_view(other, *view))
      return refused("lens-view-duplicate", fmt::format("it shows the same as {}", other.name), "move the board between pictures");
  return *view;
}

std::vector<TargetView> usable_views(const Target& board, const std::vector<TargetPicture>& pictures, ImageSize size,
                                     std::vector<Finding>& findings) {
  std::vector<TargetView> views;
  for (const TargetPicture& picture : pictures) {
    auto view = usable_view(board, picture, size, views);
    if (view)
      views.push_back(*std::move(view));
    else
      findings.push_back(view.error());
  }
  return views;
}

measure::Error too_few(std::size_t usable, std::size_t given, const std::vector<Finding>& findings) {
  std::string message =
      fmt::format("no lens: {} of {} pictures are usable, at least {} are needed (15 are better)", usable, given, kFewestViews);
  for (const Finding& finding : findings) message += "; " + finding.says;
  return {ErrorCode::NotCalibrated, message};
}

struct Suspect {
  std::size_t view = 0;
  double ratio = 0.0, rms_px = 0.0;
};

/// How badly a lens from the other views predicts this one, against how well it fits them.
std::optional<Suspect> judged(const std::vector<TargetView>& views, std::size_t index, ImageSize size) {
  std::vector<TargetView> others = views;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
  const auto fit = fit_lens(others, size, {.k2 = true, .k3 = false});
  if (!fit) return std::nullopt;
  const auto rms = view_rms(views[index], fit->lens);
  if (!rms) return std::nullopt;
  return Suspect{index, *rms / measure::median(fit->view_rms_px), *rms};
}

std::optional<Suspect> worst_outlier(const std::vector<TargetView>& views, ImageSize size) {
  const auto fit = fit_lens(views, size, {.k2 = true, .k3 = false});
  std::optional<Suspect> worst;
  for (std::size_t v = 0; v < views.size(); ++v) {
    if (fit && fit->view_rms_px[v] < kSuspectRatio * measure::median(fit->view_rms_px)) continue;
    const auto suspect = judged(views, v, size);
    if (suspect && suspect->rms_px > kHarmlessShare * size.width && suspect->ratio > kOutlierRatio &&
        (!worst || suspect->ratio > worst->ratio))
      worst = suspect;
  }
  return worst;
}

void drop_outliers(std::vector<TargetView>& views, ImageSize size, std::vector<Finding>& findings) {
  while (views.size() >= kFewestViews) {
    const auto worst = worst_outlier(views, size);
    if (!worst) return;
    const std::string why =
        fmt::format("its corners lie {:.2f} px from where the other views' lens puts them, {:.0f} times the others' error", worst->rms_px,
                    worst->ratio);
    if (views.size() == kFewestViews) {
      findings.push_back(warning("lens-view-doubtful",
                                 fmt::format("{}: {}; kept, because too few views would remain", views[worst->view].name, why),
                                 "take more views with a flat board and a locked focus"));
      return;
    }
    findings.push_back(warning("lens-view-outlier", fmt::format("{}: left out, {}", views[worst->view].name, why),
                               "take it again with a flat, still board and a locked focus"));
    views.erase(views.begin() + static_cast<std::ptrdiff_t>(worst->view));
  }
}

bool significant(const LensFit& fit, IntrinsicParameter parameter, std::size_t term) {
  return std::abs(fit.lens.distortion[term]) > kSignificant * std::sqrt(fit.lens.covariance(parameter, parameter));
}

Finding fixed_term(const char* name, double value, double sigma) {
  return info(fmt::format("lens-{}-fixed", name),
              fmt::format("{} is fixed at 0: these views give {:.3f} +- {:.3f}, which cannot be told from 0", name, value, sigma),
              "show the board in the very corners of the picture if the lens is a wide one");
}

struct Chosen {
  LensFit fit;
  FreeTerms free;
};

/// The model with the radial terms these views can tell from nothing.
Result<Chosen> best_model(const std::vector<TargetView>& views, ImageSize size, std::vector<Finding>& findings) {
  FreeTerms free;
  Result<LensFit> fit = fit_lens(views, size, free);
  if (fit && !significant(*fit, kK3, 4)) {
    findings.push_back(fixed_term("k3", fit->lens.distortion[4], std::sqrt(fit->lens.covariance(kK3, kK3))));
    free.k3 = false;
    fit = fit_lens(views, size, free);
    if (fit && !significant(*fit, kK2, 1)) {
      findings.push_back(fixed_term("k2", fit->lens.distortion[1], std::sqrt(fit->lens.covariance(kK2, kK2))));
      free.k2 = false;
      fit = fit_lens(views, size, free);
    }
  }
  if (!fit) return tl::unexpected(fit.error());
  return Chosen{*std::move(fit), free};
}

double focal_error(const Lens& lens) {
  return std::max(std::sqrt(lens.covariance(kFx, kFx)) / lens.fx, std::sqrt(lens.covariance(kFy, kFy)) / lens.fy);
}

std::vector<std::string> names_of(const std::vector<TargetView>& views) {
  std::vector<std::string> names;
  for (const TargetView& view : views) names.push_back(view.name);
  return names;
}

/// Are the boards tilted enough against each other to tell the focal length from the distance?
Result<void> judge_tilt(const LensFit& fit, const std::vector<TargetView>& views, std::vector<Finding>& findings) {
  const double error = focal_error(fit.lens), spread = tilt_spread(fit);
  const std::string says =
      fmt::format("the boards of {} are too parallel (they differ by at most {:.0f} degrees): the focal length is uncertain by {:.1f} %",
                  fmt::join(names_of(views), ", "), spread * 180.0 / std::numbers::pi, std::min(100.0, 100.0 * error));
  const std::string fix = "tilt the board by 20 to 40 degrees, to a different side in each picture";
  if (!(error < kFocalUnknown) || spread < kParallel_rad) return fail(ErrorCode::NotCalibrated, fmt::format("no lens: {}; {}", says, fix));
  if (error > kFocalDoubtful) findings.push_back(warning("lens-views-parallel", says, fix));
  return {};
}

/// Share of the picture's cells that hold a corner, and the ninths that hold none.
std::pair<double, std::vector<std::string>> coverage(const std::vector<TargetView>& views, ImageSize size) {
  std::array<bool, kCellColumns * kCellRows> cells{};
  std::array<bool, 9> ninths{};
  const auto index = [](float at, int length, int parts) {
    return std::clamp(static_cast<int>((at + 0.5F) * static_cast<float>(parts) / static_cast<float>(length)), 0, parts - 1);
  };
  for (const TargetView& view : views)
    for (const cv::Point2f& corner : view.in_picture) {
      cells[index(corner.y, size.height, kCellRows) * kCellColumns + index(corner.x, size.width, kCellColumns)] = true;
      ninths[index(corner.y, size.height, 3) * 3 + index(corner.x, size.width, 3)] = true;
    }
  constexpr std::array<const char*, 9> kNames{"top left", "top",         "top right", "left",        "middle",
                                              "right",    "bottom left", "bottom",    "bottom right"};
  std::vector<std::string> empty;
  for (std::size_t i = 0; i < 9; ++i)
    if (!ninths[i]) empty.emplace_back(kNames[i]);
  return {static_cast<double>(std::ranges::count(cells, true)) / static_cast<double>(cells.size()), empty};
}

void judge_coverage(const Lens& lens, const std::vector<TargetView>& views, std::vector<Finding>& findings) {
  const auto [share, empty] = coverage(views, lens.image_size);
  if (share < kCoverage || !empty.empty()) {
    const std::string where = empty.empty() ? std::string() : fmt::format(", none of them in the {}", fmt::join(empty, ", "));
    findings.push_back(
        warning("lens-coverage",
                fmt::format("the board's corners cover {:.0f} % of the picture{}: the distortion there is a guess", 100.0 * share, where),
                "add views with the board in the corners and edges of the picture"));
  }
  double worst = 0.0;
  const double right = lens.image_size.width - 1.0, bottom = lens.image_size.height - 1.0;
  for (const ImagePoint corner : {ImagePoint{0, 0}, ImagePoint{right, 0}, ImagePoint{0, bottom}, ImagePoint{right, bottom}})
    worst = std::max(worst, lens_sigma_px(lens, corner));
  if (worst > kCornerSigma_px)
    findings.push_back(warning("lens-corners",
                               std::isfinite(worst)
                                   ? fmt::format("in the corners of the picture the lens is uncertain by {:.1f} px (1 sigma)", worst)
                                   : std::string("the fitted distortion folds over before it reaches the corners of the picture"),
                               "add views with the board in the corners of the picture"));
}

Result<void> judge_prediction(Chosen& chosen, const std::vector<TargetView>& views, std::vector<Finding>& findings) {
  Lens& lens = chosen.fit.lens;
  const auto held_out = cross_validate(views, lens.image_size, chosen.free, lens);
  if (!held_out) return tl::unexpected(held_out.error());
  lens.cross_validation_px = rms_of(*held_out, views);
  if (*lens.cross_validation_px > kOverfitRatio * *lens.rms_px)
    findings.push_back(warning("lens-overfit",
                               fmt::format("the lens fits its views to {:.2f} px but misses views it has not seen by {:.2f} px",
                                           *lens.rms_px, *lens.cross_validation_px),
                               "take more views, tilted differently and all over the picture"));
  return {};
}

}  // namespace

Result<LensReport> calibrate_lens(const Target& board, const std::vector<TargetPicture>& pictures) {
  if (const auto possible = check_target(board); !possible) return tl::unexpected(possible.error());
  LensReport report;
  const auto size = commonest_size(pictures);
  if (!size) return fail(ErrorCode::NotCalibrated, fmt::format("no lens: none of the {} pictures could be read", pictures.size()));
  std::vector<TargetView> views = usable_views(board, pictures, *size, report.findings);
  if (views.size() < kFewestViews) return tl::unexpected(too_few(views.size(), pictures.size(), report.findings));
  drop_outliers(views, *size, report.findings);
  if (views.size() < kEnoughViews)
    report.findings.push_back(
        warning("lens-few-views", fmt::format("only {} views are usable", views.size()), "take about 15, tilted differently"));

  Result<Chosen> chosen = best_model(views, *size, report.findings);
  if (!chosen) return tl::unexpected(chosen.error());
  if (const auto tilted = judge_tilt(chosen->fit, views, report.findings); !tilted) return tl::unexpected(tilted.error());
  if (const auto predicted = judge_prediction(*chosen, views, report.findings); !predicted) return tl::unexpected(predicted.error());
  judge_coverage(chosen->fit.lens, views, report.findings);
  report.lens = chosen->fit.lens;
  report.used = names_of(views);
  return report;
}

}  // namespace calibration
