#include "app/commands/headless.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <opencv2/imgcodecs.hpp>
#include <set>

#include "app/commands/state_output.h"
#include "app/files/disk.h"
#include "app/overlay/figures.h"
#include "app/overlay/picture_renderer.h"
#include "app/overlay/readings.h"
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"
#include "measure/gap.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using vision::Piece;

/// Longest wait for a live frame.
constexpr std::chrono::milliseconds kHeadlessPatience{200};
/// A recording is followed at least this many times faster than it was made. When the machine cannot, frames are
/// left out, as they are with a camera: a smaller number makes the demo long, a larger one leaves out more.
constexpr double kHaste = 2.3;
/// Seconds the first frame may take before anything is left out: everything is looked for in it.
constexpr double kHeadStart = 1.0;
/// Rulers drawn on one picture. More hide the table.
constexpr std::size_t kRulers = 5;
/// JPEG quality of the pictures, 0..100.
constexpr int kQuality = 90;

/// The first folder of those that can be written.
std::string writable_folder(const std::string& out) {
  std::vector<fs::path> folders{out.empty() ? fs::path("vedette-demo") : fs::path(out)};
  std::error_code problem;
  if (out.empty()) folders.push_back(fs::temp_directory_path(problem) / fmt::format("vedette-demo-{}", ::getpid()));
  for (const fs::path& folder : folders) {
    fs::create_directories(folder, problem);
    if (write_text((folder / ".writable").string(), "").has_value()) {
      fs::remove(folder / ".writable", problem);
      return folder.string();
    }
  }
  return {};
}

const Piece* nearest_enemy(const Piece& piece, const vision::TableState& state) {
  const Piece* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Piece& other : state.pieces) {
    if (other.army == piece.army || other.seen != vision::Seen::Yes) continue;
    const double gap = measure::gap(vision::footprint_of(piece), vision::footprint_of(other)).value.value;
    if (gap < least) {
      least = gap;
      nearest = &other;
    }
  }
  return nearest;
}

/// From guns and officers to the nearest enemy, the shortest first; one for each pair of units.
std::vector<overlay::Ruler> rulers(const vision::TableState& state) {
  struct Candidate {
    double length;
    const Piece *from, *to;
    [[nodiscard]] std::pair<std::string, std::string> units() const { return std::minmax(from->unit, to->unit); }
  };
  std::vector<Candidate> all;
  for (const Piece& piece : state.pieces) {
    const bool asks = piece.kind == measure::PieceKind::Gun || piece.kind == measure::PieceKind::Officer;
    const Piece* enemy = asks && piece.seen == vision::Seen::Yes ? nearest_enemy(piece, state) : nullptr;
    if (enemy) all.push_back({measure::distance(piece.at, enemy->at).value, &piece, enemy});
  }
  std::ranges::sort(all, {}, &Candidate::length);
  std::set<std::pair<std::string, std::string>> measured;
  std::vector<overlay::Ruler> out;
  for (const Candidate& c : all)
    if (out.size() < kRulers && measured.insert(c.units()).second)
      out.push_back({.from = {.piece = c.from->id}, .to = {.piece = c.to->id}});
  return out;
}

class Showing {
 public:
  Showing(const vision::Setup& setup, const rules::charge::House& house, std::string folder)
      : setup_(setup), pipeline_(setup), umpire_(setup.roster, setup.table, house), folder_(std::move(folder)) {}

  void play(const std::optional<rules::charge::Scenario>& scenario) { umpire_.play(scenario); }

  void take(const vision::Frame& frame) {
    auto state = pipeline_.step(frame);
    if (!state) return (void)(status_ = complain(state.error()));
    ++frames_;
    if (state->camera.registered) ++registered_;
    if (auto rulings = umpire_.look(*state)) rulings_ = std::move(rulings);
    const bool changed = !state->moves.empty() || !state->added.empty() || !state->removed.empty();
    if (state->settled && (changed || pictures_ == 0)) show(*state, frame);
    last_frame_ = frame;
    last_ = std::move(*state);
    shown_last_ = last_.settled && (changed || (pictures_ == 1 && frames_ == 1));
  }

  /// The table as it stands when the recording ends.
  void finish() {
    if (frames_ > 0 && !shown_last_) show(last_, last_frame_);
    if (pictures_ > 0) say(fmt::format("{} overlay pictures are in {}", pictures_, folder_));
  }

  [[nodiscard]] int status() const {
    if (status_ != kDone) return status_;
    return frames_ > 0 && registered_ == 0 ? kNotCalibrated : kDone;
  }

 private:
  void show(const vision::TableState& state, const vision::Frame& frame) {
    fmt::print("\n{:.1f} s  {}", state.time, changes_of(state));
    overlay::DisplayList list = overlay::terrain(setup_.table.terrain, false);
    overlay::append(list, overlay::figures(state, setup_.roster));
    for (const overlay::Ruler& ruler : rulers(state)) {
      overlay::Reading reading = overlay::read(ruler, state, setup_.table);
      fmt::print("  {:<30} {}\n", reading.headline.who, reading.headline.value);
      overlay::append(list, std::move(reading.drawing));
    }
    if (rulings_) fmt::print("{}", text_of(ruling_lines(*rulings_)));
    rulings_.reset();
    std::fflush(stdout);
    draw(list, frame);
  }

  void draw(const overlay::DisplayList& list, const vision::Frame& frame) {
    if (folder_.empty() || !pipeline_.registration()) return;
    const overlay::PictureOptions options{.table = overlay::TableArea{setup_.table.length, setup_.table.width}};
    const cv::Mat picture = overlay::draw_on_picture(frame.bgr, list, pipeline_.registration()->camera, options);
    const fs::path path = fs::path(folder_) / fmt::format("{:02}.jpg", pictures_);
    std::vector<unsigned char> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, kQuality});
    const auto written = write_text(path.string(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!written) return (void)(status_ = complain(written.error()));
    ++pictures_;
    say(fmt::format("written: {}", path.string()));
  }

  const vision::Setup& setup_;
  vision::Pipeline pipeline_;
  ChargeUmpire umpire_;
  std::optional<ChargeRulings> rulings_;  // of the last settled table, until they are shown
  std::string folder_;
  int frames_ = 0, registered_ = 0, pictures_ = 0, status_ = kDone;
  bool shown_last_ = false;
  vision::TableState last_;
  vision::Frame last_frame_;
};

}  // namespace

int play_headless(const vision::Setup& setup, const rules::charge::House& house, vision::FrameSource& source, Interrupt& interrupt,
                  const std::string& out, const std::optional<rules::charge::Scenario>& scenario) {
  const std::string folder = writable_folder(out);
  if (folder.empty()) return complain({measure::ErrorCode::BadFile, out + ": no picture can be written there"});
  say("Following " + source.describe() + "; there is no display, so measurements are printed and pictures written.");
  Showing showing(setup, house, folder);
  showing.play(scenario);
  const Clock::time_point began = Clock::now();
  bool first = true;
  while (!interrupt.asked()) {
    const vision::Delivery delivery = source.next(kHeadlessPatience);
    if (delivery.bad_picture) (void)complain(*delivery.bad_picture);
    if (delivery.status == vision::SourceStatus::Ended) break;
    if (!delivery.frame) continue;
    const double spent = std::chrono::duration<double>(Clock::now() - began).count();
    const bool late = !source.live() && !source.stills() && spent > kHeadStart + delivery.frame->captured_at / kHaste;
    if (first || !late) showing.take(*delivery.frame);
    first = false;
  }
  showing.finish();
  return showing.status();
}

}  // namespace app
