// `vedette doctor`: what is wrong with files, camera and light, and how to mend it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <cstdlib>

#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/table_file.h"
#include "app/overlay/figures.h"
#include "calibration/print/print_check.h"
#include "calibration/without_lens/standing.h"
#include "vision/pipeline/setup_changes.h"
#include "vision/sources/frame_source.h"
#include "vision/tags/detector.h"

namespace app {
namespace {

using Findings = std::vector<calibration::Finding>;

using calibration::Finding, measure::Inches;

/// Views below this many leave the lens to chance: every parameter rests on two or three of them.
constexpr int kFewViews = 8;
/// Unseen views that err this much more than the fitted ones: the lens repeats its own pictures by heart.
constexpr double kOverfitted = 2.0;
/// Grey value from which a pixel says nothing any more, and the share of the picture that may be so.
constexpr int kWhite = 250;
constexpr double kMostWhite = 0.02;
/// Median grey below which noise rules the picture, and above which white and colours drown.
constexpr int kDark = 35, kBright = 215;
/// Pixels a cell of a tag needs to be read at a slant; fewer, and ids are missed.
constexpr double kPixelsPerCell = 2.5;
/// Cells across a piece tag: four of data and the black rim on both sides.
constexpr double kCellsAcross = 6.0;
/// Pixels across a disc needed to fit its rim and wedge beside a figure.
constexpr double kPixelsPerDisc = 14.0;
/// Share of the table that has to be in view before it is worth a warning.
constexpr double kInView = 0.995;

void check_light(const vision::Frame& frame, Findings& out) {
  std::array<int, 256> histogram{};
  for (int v = 0; v < frame.luma.rows; ++v) {
    const std::uint8_t* row = frame.luma.ptr<std::uint8_t>(v);
    for (int u = 0; u < frame.luma.cols; ++u) ++histogram[row[u]];
  }
  const auto total = static_cast<double>(frame.luma.total());
  double white = 0.0, seen = 0.0;
  int median = 0;
  for (int grey = 0; grey < 256; ++grey) {
    if (grey >= kWhite) white += histogram[static_cast<std::size_t>(grey)];
    if (seen < total / 2.0) median = grey;
    seen += histogram[static_cast<std::size_t>(grey)];
  }
  if (white / total > kMostWhite)
    out.push_back(calibration::warning("overexposed",
                                       fmt::format("{}: {:.0f} % of the picture is burnt out", frame.name, 100.0 * white / total),
                                       "lower the exposure, or turn away the lamp that is reflected"));
  if (median < kDark)
    out.push_back(calibration::warning("underexposed", fmt::format("{}: the picture is dark (middle grey {} of 255)", frame.name, median),
                                       "give the table more light, or raise the exposure"));
  if (median > kBright)
    out.push_back(calibration::warning("overexposed", fmt::format("{}: the picture is pale (middle grey {} of 255)", frame.name, median),
                                       "lower the exposure"));
}

void check_tags(const vision::Setup& setup, const std::vector<calibration::TagObservation>& seen, const std::string& picture,
                Findings& out) {
  std::vector<int> found, hidden;
  for (const calibration::TableTag& tag : setup.tags) {
    const bool here = std::ranges::any_of(seen, [&](const auto& s) { return s.id == tag.id && s.dictionary == tag.dictionary; });
    (here ? found : hidden).push_back(tag.id);
  }
  if (!setup.tags.empty())
    out.push_back(calibration::info("tags-seen", fmt::format("{}: corner tags seen: {}", picture, fmt::join(found, " "))));
  for (const int id : hidden)
    out.push_back(calibration::warning("tag-hidden", fmt::format("{}: corner tag {} is not seen", picture, id),
                                       "uncover it, straighten the camera, or correct the tag's id in the table file"));
}

/// The share of a 13 x 13 grid over the table whose points lie in the picture.
double share_in_view(const measure::Table& table, const calibration::TableCamera& camera) {
  constexpr int kSteps = 12;
  int inside = 0;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j) {
      const auto pixel = camera.image_from_table({table.length * (double(i) / kSteps), table.width * (double(j) / kSteps)}, Inches());
      const calibration::ImageSize size = camera.lens().image_size;
      if (pixel && pixel->u >= -0.5 && pixel->v >= -0.5 && pixel->u < size.width - 0.5 && pixel->v < size.height - 0.5) ++inside;
    }
  return inside / double((kSteps + 1) * (kSteps + 1));
}

Inches width_of(const measure::Shape& shape) {
  if (const auto* round = std::get_if<measure::RoundShape>(&shape)) return round->diameter;
  if (const auto* oval = std::get_if<measure::OvalShape>(&shape)) return std::min(oval->length, oval->width);
  return {};
}

void check_resolution(const vision::Setup& setup, const calibration::TableCamera& camera, const std::string& picture, Findings& out) {
  double worst = camera.pixels_per_inch({setup.table.length * 0.5, setup.table.width * 0.5}, Inches());
  const double middle = worst;
  for (const measure::TablePoint& corner : overlay::corners_of_area(setup.table.length, setup.table.width))
    worst = std::min(worst, camera.pixels_per_inch(corner, Inches()));
  out.push_back(calibration::info(
      "resolution", fmt::format("{}: {:.1f} pixels an inch in the middle, {:.1f} in the farthest corner", picture, middle, worst)));
  Inches smallest_tag(1e9), smallest_disc(1e9);
  for (const measure::PieceSpec& piece : measure::pieces_of(setup.roster)) {
    if (piece.tag) smallest_tag = std::min(smallest_tag, piece.mount.side);
    if (piece.marker == measure::MarkerType::Disc) smallest_disc = std::min(smallest_disc, width_of(piece.base.shape));
  }
  const Inches tag_needs(kPixelsPerCell * kCellsAcross / worst), disc_needs(kPixelsPerDisc / worst);
  if (smallest_tag < tag_needs)
    out.push_back(
        calibration::warning("tag-too-small",
                             fmt::format("{}: a {:.2f} in tag is only {:.0f} pixels wide in the farthest corner", picture,
                                         smallest_tag.value, smallest_tag.value * worst),
                             fmt::format("use a higher resolution, hang the camera lower, or print tags of {:.2f} in", tag_needs.value)));
  if (smallest_disc < disc_needs)
    out.push_back(
        calibration::warning("disc-too-small",
                             fmt::format("{}: a {:.2f} in disc is only {:.0f} pixels wide in the farthest corner", picture,
                                         smallest_disc.value, smallest_disc.value * worst),
                             fmt::format("use a higher resolution, hang the camera lower, or use discs of {:.2f} in", disc_needs.value)));
}

void check_registration(const vision::Setup& setup, const calibration::Registration& registration, const std::string& picture,
                        Findings& out) {
  out.insert(out.end(), registration.findings.begin(), registration.findings.end());
  const calibration::TableCamera& camera = registration.camera;
  const auto margin_at = [&](measure::TablePoint p) { return measure::margin_of(camera.registration_covariance(p, Inches())); };
  Inches worst = margin_at({setup.table.length * 0.5, setup.table.width * 0.5});
  const Inches middle = worst;
  for (const measure::TablePoint& corner : overlay::corners_of_area(setup.table.length, setup.table.width))
    worst = std::max(worst, margin_at(corner));
  Finding registered = calibration::info(
      "registered", fmt::format("{}: registered, reprojection {:.2f} px, camera {:.1f} in above the table; the table is known to "
                                "+-{:.3f} in in the middle, +-{:.3f} in in the worst corner",
                                picture, registration.reprojection_px, camera.height().value, middle.value, worst.value));
  registered.cost = worst;
  out.push_back(registered);
  const double share = share_in_view(setup.table, camera);
  if (share < kInView)
    out.push_back(calibration::warning("coverage", fmt::format("{}: only {:.0f} % of the table is in the picture", picture, 100.0 * share),
                                       "hang the camera higher, or move it over the middle of the table"));
  check_resolution(setup, camera, picture, out);
}

measure::Result<calibration::Registration> registered(const vision::Setup& setup, const vision::Frame& frame,
                                                      const std::vector<calibration::TagObservation>& seen) {
  const calibration::ImageSize size{frame.luma.cols, frame.luma.rows};
  if (!setup.lens) return calibration::register_table_without_lens(size, setup.tags, seen, setup.anchors, frame.focal_px);
  if (setup.lens->image_size != size)
    return measure::fail(measure::ErrorCode::NotCalibrated,
                         fmt::format("the lens file is for {} x {} pixels, the picture has {} x {}", setup.lens->image_size.width,
                                     setup.lens->image_size.height, size.width, size.height));
  return calibration::register_table(*setup.lens, setup.tags, seen, setup.anchors);
}

/// The lens file on its own, or that there is none.
Findings check_lens(const vision::Setup& setup) {
  if (!setup.lens)
    return {calibration::warning("lens-missing",
                                 "no lens file: focal length and distortion are estimated from the tags, with a wider margin",
                                 "print a board (`vedette targets board-chess`) and run `vedette calibrate`")};
  Findings out;
  const calibration::Lens& lens = *setup.lens;
  if (lens.images_used > 0 && lens.images_used < kFewViews)
    out.push_back(calibration::warning("lens-few-views", fmt::format("the lens rests on {} views only", lens.images_used),
                                       "calibrate again with ten or more views, tilted and in all corners"));
  if (lens.rms_px && lens.cross_validation_px && *lens.cross_validation_px > kOverfitted * *lens.rms_px)
    out.push_back(calibration::warning(
        "lens-doubtful",
        fmt::format("the lens errs {:.2f} px on views it has not seen, {:.2f} px on its own", *lens.cross_validation_px, *lens.rms_px),
        "calibrate again with more views, tilted and in all corners"));
  if (lens.covariance.isZero(0.0))
    out.push_back(calibration::info("lens-without-covariance", "the lens file does not say how well it is known; it is taken as exact",
                                    "calibrate again with `vedette calibrate`"));
  return out;
}

/// One picture: light, tags, registration, how much of the table is in view and how large things appear.
Findings check_picture(const vision::Setup& setup, const vision::Frame& frame) {
  Findings out;
  check_light(frame, out);
  const auto seen = vision::read_tags(frame.luma, vision::dictionaries_of(setup, measure::pieces_of(setup.roster)));
  if (!seen) {
    out.push_back(calibration::fault("tags-unreadable", frame.name + ": " + seen.error().message));
    return out;
  }
  check_tags(setup, *seen, frame.name, out);
  if (auto missing = vision::missing_in(setup)) {
    out.push_back(std::move(*missing));
    return out;
  }
  const auto registration = registered(setup, frame, *seen);
  if (registration) {
    check_registration(setup, *registration, frame.name, out);
    if (auto advice = finding_of(calibration::advise(registration->camera, setup.table.length, setup.table.width, setup.lens.has_value())))
      advice->says = frame.name + ": " + advice->says, out.push_back(std::move(*advice));
    const Findings print = calibration::check_print_scale(registration->camera, setup.tags, *seen);
    out.insert(out.end(), print.begin(), print.end());
    return out;
  }
  out.push_back(calibration::fault("not-registered", frame.name + ": " + registration.error().message,
                                   "show at least two corner tags, or give four --anchor points"));
  return out;
}

/// The known lengths measured on this table, one finding each. A file that cannot be read has none.
Findings check_proofs(const std::string& table) {
  Findings out;
  const auto file = read_table(table);
  if (!file) return out;
  for (const Proof& proof : file->proofs) out.push_back(finding_of(proof));
  return out;
}

/// Cameras and display of this machine.
Findings check_machine() {
  Findings out;
  for (const vision::CameraDevice& camera : vision::list_cameras())
    out.push_back(calibration::info("camera", fmt::format("camera {} ({})", camera.path, camera.name)));
  if (out.empty()) out.push_back(calibration::info("no-camera", "no camera is connected", "plug one in, or work on a recording"));
  const auto set = [](const char* name) { return std::getenv(name) != nullptr && *std::getenv(name) != '\0'; };
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY"))
    out.push_back(calibration::info("no-display", "there is no display: the window cannot open, everything else works"));
  return out;
}

void append(Findings& all, Findings more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Adds the findings of one picture, or of every picture of a folder; returns the status.
int examine(const vision::Setup& setup, const std::string& argument, Progress& progress, Findings& out) {
  auto source = vision::open_source(argument);
  if (!source) {
    out.push_back(calibration::fault("no-picture", source.error().message, "check the name"));
    return exit_status(source.error().code);
  }
  int status = kDone;
  if (const auto count = (*source)->count(); count && *count > 1) progress.expect(*count - 1);
  for (;;) {
    const vision::Delivery delivery = (*source)->next(std::chrono::seconds(5));
    if (delivery.bad_picture) {
      out.push_back(calibration::fault("bad-picture", delivery.bad_picture->message, "copy the picture again"));
      status = exit_status(delivery.bad_picture->code);
    }
    if (delivery.frame) append(out, check_picture(setup, *delivery.frame));
    if (delivery.frame) progress.step();
    if ((*source)->live() || (!delivery.frame && !delivery.bad_picture)) return status;
  }
}

Json json_of_findings(const Findings& findings) {
  Json out{{"findings", Json::array()}};
  for (const Finding& finding : findings) {
    Json one{{"code", finding.code}, {"severity", word(finding.severity)}, {"says", finding.says}};
    one["cost_in"] = finding.cost ? json_of(finding)["cost_in"] : Json(nullptr);
    one["fix"] = finding.fix;
    out["findings"].push_back(one);
  }
  return out;
}

void print(const Findings& findings, bool json) {
  if (json) return fmt::print("{}\n", line_of(json_of_findings(findings)));
  for (const Finding& finding : findings) fmt::print("{}\n", line_of(finding, may_colour(1)));
}

}  // namespace

int doctor(const DoctorOptions& options) {
  Findings findings;
  const auto setup = load_setup(options.on);
  if (!setup) {
    findings.push_back(calibration::fault("bad-file", setup.error().message, "mend the file; docs/formats.md has an example"));
    print(findings, options.json);
    return complain(setup.error());
  }
  int status = kDone;
  if (!options.on.table.empty()) {
    append(findings, check_lens(*setup));
    append(findings, check_proofs(options.on.table));
  }
  std::optional<Progress> progress(std::in_place, "pictures", options.pictures.size(), options.json);
  for (const std::string& picture : options.pictures) status = std::max(status, examine(*setup, picture, *progress, findings));
  progress.reset();
  if (options.pictures.empty()) append(findings, check_machine());
  print(findings, options.json);
  return status;
}

}  // namespace app
