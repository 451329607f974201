#include "vision/pipeline/pipeline.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/background/change.h"
#include "vision/discs/discs.h"
#include "vision/pipeline/camera_keeper.h"
#include "vision/pipeline/picture_evidence.h"
#include "vision/pipeline/setup_changes.h"
#include "vision/tags/detector.h"
#include "vision/unmarked/plain.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::ErrorCode, measure::fail;

/// Above this share of changed blocks the whole picture is worked on: picking parts no longer pays.
constexpr double kMostlyChanged = 0.4;
/// Blocks around a change that are worked on with it: a base reaches out of the block where it changed.
constexpr int kGrowRegion = 3;
/// Blocks around a change within which a piece may have been changes.touched: a shadow's rim falls below the threshold.
constexpr int kGrowTouched = 1;
/// How far the corner tags are looked for from where they were, as a share of the picture's width: a nudge, not a fall.
constexpr double kBumpReach = 0.02;
/// A still table is measured again after this many seconds, and then each time after twice as long, up to ...
constexpr double kFirstRefresh = 0.5;
/// ... this long: what averaging can win is won early, and a lamp's slow drift is still followed.
constexpr double kSlowestRefresh = 60.0;
/// After this many seconds without motion what reaches over the table's edge is scenery, not a hand.
constexpr double kSceneryAfter = 10.0;
/// ... and in stills where less than this share of it changed since the picture before: men come and go beside it, shadows fall on it.
constexpr double kSceneryChanged = 0.25;
/// Pieces are drawn this much larger where the background is learned, so that nothing of them is taken for ground.
constexpr double kLearnSwell = 1.35;
/// ... and this much where their hats and shadows are explained away.
constexpr double kExplainSwell = 1.5;

bool any(std::span<const measure::PieceSpec> specs, measure::MarkerType marker) {
  return std::ranges::any_of(specs, [&](const measure::PieceSpec& s) { return s.marker == marker; });
}

calibration::Finding moved_finding(double shift_px, bool moving) {
  const std::string by = std::to_string(static_cast<int>(std::lround(shift_px))) + " pixels";
  return calibration::warning("camera-moved",
                              moving ? "The camera is moving (" + by + " so far); nothing is measured until it stands still."
                                     : "The camera was moved by about " + by + "; the table has been registered again.",
                              moving ? "let the camera come to rest" : "nothing to do; fix the camera more firmly if this happens often");
}

}  // namespace

struct Pipeline::State {
  explicit State(Setup s)
      : setup(std::move(s)),
        specs(pieces_of(setup.roster)),
        dictionaries(dictionaries_of(setup, specs)),
        tracker(specs, setup.tracking),
        keeper(setup.tags, setup.anchors, setup.lens, setup.lens_before) {}

  Setup setup;
  std::vector<measure::PieceSpec> specs;
  std::vector<std::string> dictionaries;
  Tracker tracker;
  CameraKeeper keeper;
  /// What is looked for in a picture.
  struct Detectors {
    TagDetector tags;
    DiscDetector discs;
    PlainDetector plain;
    std::vector<DarkQuad> dark_quads;  // of this frame, where tags were read
  } detectors;
  /// The picture of the empty table.
  struct Empty {
    bool tried = false;
    std::optional<std::vector<TagObservation>> tags;  // once they have been read
    std::optional<calibration::Lens> lens;            // as it tells it, where there is no lens file
    std::optional<calibration::TableCamera> camera;
  } empty;
  Background background;
  Likenesses likenesses;
  /// What of the picture has changed, and when all of it is read again.
  struct Changes {
    ChangeDetector since_settled, since_last;
    BlockMask touched, table_blocks;
    double moved_at = 0.0, settled_at = 0.0, refresh_after = kFirstRefresh;  // seconds
    bool refreshing = false;
    bool look_again = false;  // the set-up changed: the whole picture is read, though nothing in it changed
  } changes;
  std::optional<calibration::TableCamera> measured_by;  // the camera as the old set-up registered it, until the new one has
  TableState last;
  struct Settled {
    cv::Mat bgr;
    std::vector<Piece> pieces;
    cv::Mat occluders;
    calibration::TableCamera camera;
  };
  std::optional<Settled> unlearned;  // the last settled picture, until it is learned from

  /// Notes what changed; true when there is nothing to do for this frame.
  /// A game that goes on waits until nothing moves: who is hidden by a hand in the first picture is not gone.
  [[nodiscard]] bool rests_before_it_settled(const Frame& frame, bool registered) {
    if (!tracker.waits() || setup.tracking.stills || !registered || !last.camera.registered || !changes.since_last.has_reference())
      return false;
    BlockMask moving = changes.since_last.compare(frame.luma);
    if (changes.table_blocks.size() == moving.size()) moving &= changes.table_blocks;
    return cv::countNonZero(moving) == 0;
  }

  bool nothing_new(const Frame& frame) {
    changes.refreshing = false;
    const bool registered = keeper.registration() || measured_by;
    if (setup.tracking.stills || !registered || !last.camera.registered || !changes.since_settled.has_reference()) {
      changes.touched = no_blocks(frame.luma.size());
      changes.touched.setTo(255);
      if (!rests_before_it_settled(frame, registered)) changes.moved_at = frame.captured_at;
      return false;
    }
    BlockMask changed = changes.since_settled.compare(frame.luma);
    if (changes.table_blocks.size() == changed.size()) changed &= changes.table_blocks;
    const bool still_table = last.settled && cv::countNonZero(changed) == 0;
    if (!still_table) {
      BlockMask moving = changes.since_last.compare(frame.luma);
      if (changes.table_blocks.size() == moving.size()) moving &= changes.table_blocks;
      if (cv::countNonZero(moving) > 0) changes.moved_at = frame.captured_at;
      cv::dilate(changed | moving, changed, cv::Mat::ones(2 * kGrowTouched + 1, 2 * kGrowTouched + 1, CV_8U));
      changes.touched |= changed;
      changes.since_last.set_reference(frame.luma);
      return false;
    }
    changes.since_last.set_reference(frame.luma);
    changes.refreshing = changes.look_again || frame.captured_at - changes.settled_at >= changes.refresh_after;
    return !changes.refreshing;
  }

  TableState still(const Frame& frame) {
    TableState state = last;
    state.frame = frame.name;
    state.time = frame.captured_at;
    state.camera.moved = false;
    state.pieces = tracker.pieces();
    state.moves.clear();
    state.added.clear();
    state.removed.clear();
    std::erase_if(state.findings, [](const calibration::Finding& f) { return f.code == "camera-moved"; });
    last = state;
    return state;
  }

  Region region_of_work(const Frame& frame) const {
    if (changes.refreshing || changes.look_again || setup.tracking.stills || share_of(changes.touched) > kMostlyChanged)
      return std::nullopt;
    return rectangles_of(changes.touched, frame.luma.size(), kGrowRegion);
  }

  measure::Result<std::vector<TagObservation>> read(const Frame& frame, const Region& region) {
    Region where = region;
    if (where && keeper.watch())
      for (const cv::Rect& rect : keeper.watch()->regions(kBumpReach * frame.luma.cols))
        where->push_back(rect & cv::Rect({0, 0}, frame.luma.size()));
    detectors.dark_quads.clear();
    return read_tags(frame.luma, dictionaries, where, &detectors.dark_quads);
  }

  /// Reads the tags of the picture of the empty table, once; false where that cannot be.
  bool read_empty() {
    if (empty.tags) return true;
    cv::Mat luma;
    cv::cvtColor(setup.empty, luma, cv::COLOR_BGR2GRAY);
    auto tags = read_tags(luma, dictionaries);
    if (tags) empty.tags = std::move(*tags);
    return empty.tags.has_value();
  }

  /// Where there is no lens file the picture of the empty table tells of the lens before the first picture does: no hand hides a tag there.
  void ask_empty_for_lens(calibration::ImageSize size) {
    if (keeper.lens() || setup.empty.cols != size.width || setup.empty.rows != size.height) return;
    if (!empty.lens && read_empty())
      if (const auto found = register_table_without_lens(size, setup.tags, *empty.tags)) empty.lens = found->camera.lens();
    if (empty.lens) keeper.tell(*empty.lens);
  }

  /// The picture of the empty table may be from another day: it is registered by its own tags.
  void take_up_empty() {
    if (empty.tried) return;
    empty.tried = true;
    if (setup.empty.empty() || !read_empty()) return;
    const calibration::TableCamera& here = keeper.registration()->camera;
    if (const auto found = register_table(*keeper.lens(), setup.tags, *empty.tags)) {
      empty.camera = found->camera;
      background.know(setup.empty);
      if (keeper.watch()->check(*empty.tags).motion == calibration::CameraMotion::Moved)
        background.carry_over(found->camera, here, setup.table);
    } else if (setup.empty.cols == here.lens().image_size.width && setup.empty.rows == here.lens().image_size.height) {
      background.know(setup.empty);  // no tags to go by: taken to be the same view
    }
  }

  /// The blocks of the picture in which the table may show something.
  void find_table_blocks(cv::Size picture) {
    const calibration::TableCamera& now = keeper.registration()->camera;
    changes.table_blocks = no_blocks(picture);
    for (int r = 0; r < changes.table_blocks.rows; ++r)
      for (int c = 0; c < changes.table_blocks.cols; ++c) {
        const calibration::ImagePoint centre{(c + 0.5) * kChangeBlock, (r + 0.5) * kChangeBlock};
        const auto p = now.table_from_image(centre, measure::Inches(0.0));
        if (p && p->x.value > -1.0 && p->y.value > -1.0 && p->x < setup.table.length + measure::Inches(1.0) &&
            p->y < setup.table.width + measure::Inches(1.0))
          changes.table_blocks.at<std::uint8_t>(r, c) = 255;
      }
  }

  /// Every track moves to where its pixels lie on the table as it is measured now.
  void carry_over(const calibration::TableCamera& from) {
    const calibration::TableCamera& to = keeper.registration()->camera;
    tracker.carry_over([&](measure::TablePoint at, measure::Inches ground, measure::Inches above) {
      return carried(from, to, setup.table, at, ground, above);
    });
  }

  bool take_up(Setup next) {
    const SetupChanges edited = changes_between(setup, next);
    next.tracking = setup.tracking;
    next.lens_before = setup.lens_before;
    std::swap(setup, next);
    const Setup& before = next;
    if (edited.roster) {
      specs = pieces_of(setup.roster);
      tracker.replace_roster(specs);
    }
    dictionaries = dictionaries_of(setup, specs);
    if (edited.empty) background = {};
    if (edited.empty || edited.view) empty = {};
    if (edited.view) {
      if (keeper.registration()) measured_by = keeper.registration()->camera;
      keeper = CameraKeeper(setup.tags, setup.anchors, setup.lens, setup.lens_before);
    } else if (edited.ground && keeper.registration()) {
      const calibration::TableCamera& camera = keeper.registration()->camera;
      tracker.carry_over([&](measure::TablePoint at, measure::Inches ground, measure::Inches above) -> std::optional<Carried> {
        const bool same = measure::ground_height(before.table.terrain, at) == measure::ground_height(setup.table.terrain, at);
        return same ? Carried{at, ground} : carried(camera, camera, setup.table, at, ground, above);
      });
      if (!changes.table_blocks.empty()) find_table_blocks({keeper.lens()->image_size.width, keeper.lens()->image_size.height});
    }
    const bool otherwise = edited.view || edited.ground || edited.empty || edited.looks;
    if (otherwise) {
      detectors.discs.forget();  // it learned colours that may no longer be the roster's
      detectors.plain.forget();
      changes.look_again = true;
    }
    return otherwise;
  }

  /// What it was before the first picture, but for what takes long to read and no picture changes. Leaves nothing of itself.
  [[nodiscard]] std::unique_ptr<State> anew() {
    auto out = std::make_unique<State>(std::move(setup));
    out->detectors = std::move(detectors);
    out->detectors.discs.forget();
    out->empty.tags = std::move(empty.tags);
    out->empty.lens = std::move(empty.lens);
    return out;
  }

  measure::Result<std::vector<Sighting>> detect(const Frame& frame, std::span<const TagObservation> tags, const Region& region) {
    Scene scene{.camera = keeper.registration()->camera,
                .table = setup.table,
                .pieces = specs,
                .tags = tags,
                .empty = setup.empty.empty() ? nullptr : &setup.empty,
                .empty_camera = empty.camera ? &*empty.camera : nullptr,
                .already = {},
                .dark_quads = &detectors.dark_quads};
    std::vector<Sighting> all;
    const auto run = [&](Detector& detector) -> measure::Result<void> {
      scene.already = all;
      auto found = detector.detect(frame, scene, region);
      if (!found) return tl::unexpected(found.error());
      all.insert(all.end(), found->begin(), found->end());
      return {};
    };
    measure::Result<void> done = run(detectors.tags);
    if (done && (specs.empty() || any(specs, measure::MarkerType::Disc))) done = run(detectors.discs);
    if (done && any(specs, measure::MarkerType::None)) done = run(detectors.plain);
    if (!done) return tl::unexpected(done.error());
    return all;
  }

  /// Pieces explain what is not table: those sighted just now. One that is not sighted may lie under a hand.
  Occluders occluders_in(const Frame& frame, std::span<const Sighting> sightings) const {
    const calibration::TableCamera& camera = keeper.registration()->camera;
    std::vector<Piece> explaining;
    for (const Sighting& s : sightings) {
      Piece piece;
      piece.at = s.at;
      piece.ground = s.ground;
      piece.base = s.base;
      explaining.push_back(piece);
    }
    return find_occluders(frame.bgr, background, silhouettes(frame.bgr.size(), camera, explaining, kExplainSwell), camera, setup.table);
  }

  /// Of stills: does what reaches in over the table's edge lie as it lay in the picture before? A tape measure does, no hand.
  [[nodiscard]] bool lay_there_before(const Frame& frame, const Occluders& occluders) {
    if (!occluders.intruder || !changes.since_last.has_reference()) return false;
    cv::Mat changed;
    cv::resize(changes.since_last.compare(frame.luma), changed, occluders.arms.size(), 0.0, 0.0, cv::INTER_NEAREST);
    return cv::countNonZero(changed & occluders.arms) < kSceneryChanged * cv::countNonZero(occluders.arms);
  }

  TableState unregistered(const Frame& frame, calibration::Finding finding) {
    TableState state{.frame = frame.name, .time = frame.captured_at, .pieces = tracker.pieces(), .findings = {std::move(finding)}};
    for (Piece& piece : state.pieces) piece.seen = Seen::Hidden;
    last.camera.registered = false;
    last.settled = false;
    return state;
  }

  /// Keeps a settled picture; what is to be learned from it waits until somebody needs it.
  void remember(const Frame& frame, const TableState& state, const Occluders& occluders) {
    last = state;
    changes.since_last.set_reference(frame.luma);
    if (!state.settled) return;
    unlearned.emplace(Settled{frame.bgr, state.pieces, occluders.mask, keeper.registration()->camera});
    changes.since_settled.set_reference(frame.luma);
    changes.touched.setTo(0);
    changes.refresh_after = changes.refreshing ? std::min(2.0 * changes.refresh_after, kSlowestRefresh) : kFirstRefresh;
    changes.settled_at = frame.captured_at;
  }

  /// Learns the bare table and the pieces' looks from the last settled picture.
  void learn() {
    if (!unlearned) return;
    const Settled& from = *unlearned;
    cv::Mat bare = ~silhouettes(from.bgr.size(), from.camera, from.pieces, kLearnSwell);
    if (!from.occluders.empty()) {
      cv::Mat covered;
      cv::dilate(from.occluders, covered, cv::Mat::ones(3, 3, CV_8U));
      cv::resize(covered, covered, bare.size(), 0, 0, cv::INTER_NEAREST);
      bare.setTo(0, covered);
    }
    background.learn(from.bgr, bare);
    std::erase_if(likenesses, [&](const auto& entry) {
      return std::ranges::none_of(from.pieces, [&](const Piece& p) { return p.id == entry.first; });
    });
    for (const Piece& piece : from.pieces)
      if (piece.seen == Seen::Yes) likenesses[piece.id] = looks_of(piece, from.bgr, from.camera);
    unlearned.reset();
  }

  measure::Result<TableState> step(const Frame& frame) {
    if (frame.bgr.empty() || frame.bgr.type() != CV_8UC3 || frame.luma.size() != frame.bgr.size())
      return fail(ErrorCode::BadFile, frame.name + ": not an 8-bit colour picture");
    const calibration::ImageSize size{frame.bgr.cols, frame.bgr.rows};
    if (setup.lens && setup.lens->image_size != size)
      return fail(ErrorCode::NotCalibrated, frame.name + " is " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                                                " pixels but the lens file is for " + std::to_string(setup.lens->image_size.width) + "x" +
                                                std::to_string(setup.lens->image_size.height) +
                                                "; calibrate the lens at the picture's own size, or set the camera to the lens file's");
    if (nothing_new(frame)) return still(frame);

    learn();
    const Region region = region_of_work(frame);
    const auto tags = read(frame, region);
    if (!tags) return tl::unexpected(tags.error());
    std::optional<calibration::TableCamera> before;
    if (keeper.registration()) before = keeper.registration()->camera;
    ask_empty_for_lens(size);
    const Keeping keeping = keeper.take({size, frame.focal_px}, *tags, !setup.tracking.stills);
    if (keeping == Keeping::Moving) return unregistered(frame, moved_finding(keeper.shift_px(), true));
    if (keeping == Keeping::Failed && missing_in(setup)) return unregistered(frame, *missing_in(setup));
    if (keeping == Keeping::Failed)
      return unregistered(frame,
                          calibration::fault("not-registered", keeper.error().message,
                                             setup.anchors.empty() ? "clear the view of the corner tags"
                                                                   : "check the anchors: each a raw pixel and the table point seen there"));
    const bool moved = keeping == Keeping::Moved;
    if (keeping != Keeping::Kept) {
      if (before) background.carry_over(*before, keeper.registration()->camera, setup.table);
      find_table_blocks(frame.luma.size());
      if (measured_by)
        carry_over(*std::exchange(measured_by, std::nullopt));
      else
        changes.touched.setTo(255);
    }
    take_up_empty();
    const Region where = keeping == Keeping::Kept ? region : std::nullopt;
    const auto sightings = detect(frame, *tags, where);
    if (!sightings) return tl::unexpected(sightings.error());

    BlockMask looked;
    if (where) {
      looked = no_blocks(frame.luma.size());
      for (const cv::Rect& r : *where)
        looked(cv::Rect(r.x / kChangeBlock, r.y / kChangeBlock, r.width / kChangeBlock, r.height / kChangeBlock)).setTo(255);
    }
    const std::vector<Piece> known = tracker.pieces();
    const double quiet_for = changes.refreshing ? setup.tracking.settle_after : frame.captured_at - changes.moved_at;
    Occluders occluders = occluders_in(frame, *sightings);
    if (setup.tracking.stills ? lay_there_before(frame, occluders) : quiet_for > kSceneryAfter) occluders.intruder = false;
    const PictureEvidence evidence({.frame = frame,
                                    .camera = keeper.registration()->camera,
                                    .table = setup.table,
                                    .background = background,
                                    .likenesses = likenesses,
                                    .pieces = known,
                                    .touched = changes.touched,
                                    .looked_at = where ? &looked : nullptr,
                                    .occluders = occluders,
                                    .quiet_for = quiet_for});
    const Scene scene{.camera = keeper.registration()->camera, .table = setup.table, .pieces = specs, .tags = *tags};
    TableState state = tracker.update({.frame = frame,
                                       .scene = scene,
                                       .sightings = *sightings,
                                       .registration = *keeper.registration(),
                                       .camera_moved = moved,
                                       .evidence = &evidence});
    const auto& of_discs = detectors.discs.findings();
    state.findings.insert(state.findings.end(), of_discs.begin(), of_discs.end());
    if (moved) state.findings.push_back(moved_finding(keeper.shift_px(), false));
    remember(frame, state, occluders);
    changes.look_again = false;
    return state;
  }
};

Pipeline::Pipeline(Setup setup) : state_(std::make_unique<State>(std::move(setup))) {}
Pipeline::~Pipeline() = default;
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;

measure::Result<TableState> Pipeline::step(const Frame& frame) {
  try {
    return state_->step(frame);
  } catch (const cv::Exception& problem) {
    return fail(ErrorCode::Internal, frame.name + ": " + problem.what());
  }
}

void Pipeline::restart() { state_ = state_->anew(); }

bool Pipeline::replace_setup(Setup setup) { return state_->take_up(std::move(setup)); }

std::optional<calibration::Lens> Pipeline::estimated_lens() const {
  if (state_->keeper.measured() || !state_->keeper.registration()) return std::nullopt;
  return state_->keeper.lens();
}
const std::optional<calibration::Registration>& Pipeline::registration() const { return state_->keeper.registration(); }
Tracker& Pipeline::tracker() { return state_->tracker; }

}  // namespace vision
