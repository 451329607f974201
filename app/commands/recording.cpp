#include "app/commands/recording.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>

#include "app/commands/report.h"
#include "app/evidence/seal.h"
#include "app/files/board_file.h"
#include "app/files/disk.h"
#include "app/record/stopped.h"
#include "app/record/video_ring.h"

namespace app {
namespace {

/// What the window keeps of what the camera saw: longer than a turn is disputed.
constexpr double kVideoMinutes = 10.0;
/// Of so many games before this one the pictures are kept; of earlier ones the record alone. More, and the folder takes gigabytes.
constexpr std::size_t kVideosKept = 2;

/// What this machine alone knows, for the letters of a sworn game; empty, said why, where it can keep no key.
std::string secret_of_device() {
  const auto key = evidence::TableKey::open(evidence::key_file());
  if (key) return key->secret_for("letters");
  (void)complain(key.error());
  return "";
}

}  // namespace

measure::Result<RecordedSetup> setup_texts(const LastUsed& files, const std::vector<std::string>& anchors) {
  RecordedSetup setup{.game = "charge", .anchors = anchors, .source = files.source};
  const std::array<std::pair<const std::string*, std::string*>, 6> texts{{{&files.table, &setup.table},
                                                                          {&files.roster, &setup.roster},
                                                                          {&files.lens, &setup.lens},
                                                                          {&files.house, &setup.house},
                                                                          {&files.scenario, &setup.scenario},
                                                                          {&files.board, &setup.board}}};
  for (const auto& [path, text] : texts)
    if (const auto read = read_into(*text, *path, [](const std::string& of) { return read_text(of); }); !read)
      return tl::unexpected(read.error());
  if (setup.board.empty()) return setup;
  return parse_board(setup.board, files.board).transform([&](const BoardFile& file) {
    static constexpr std::array kGames{"le_choc", "les_allies", "draughts"};
    setup.game = kGames[static_cast<std::size_t>(file.board.game)];
    return setup;
  });
}

std::string records_folder() { return data_folder() + "/records"; }

std::optional<RecordWanted> wanted_record(const LiveOptions& options) {
  auto texts = setup_texts(options.used, options.anchors);
  if (!texts) return (void)complain(texts.error()), std::nullopt;
  const std::string& path = options.record.path;
  RecordWanted wanted{.path = path,
                      .texts = std::move(*texts),
                      .by_itself = path.empty(),
                      .video_minutes = options.record.video_minutes.value_or(kVideoMinutes)};
  wanted.texts.program = options.record.program;
  if (wanted.texts.game == "le_choc") wanted.device = secret_of_device();
  if (!wanted.by_itself) return wanted;
  std::error_code ignored;  // a folder that cannot be made shows when the record is opened
  std::filesystem::create_directories(records_folder(), ignored);
  if (wanted.video_minutes > 0.0) remove_old_videos(records_folder(), kVideosKept);
  wanted.path = fmt::format("{}/{:%Y-%m-%d-%H%M%S}-{}.vedette", records_folder(), fmt::localtime(std::time(nullptr)), wanted.texts.game);
  return wanted;
}

std::shared_ptr<const StoppedGame> stopped_game(const RecordTo& to, const RecordedSetup& texts) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::string path = to.path;
  if (path.empty())
    for (const auto& entry : fs::directory_iterator(records_folder(), ignored))
      if (entry.path().filename().string().ends_with("-" + texts.game + ".vedette")) path = std::max(path, entry.path().string());
  if (path.empty() || !fs::is_regular_file(path, ignored)) return nullptr;
  auto stopped = read_setup(texts).and_then([&](const RecordedGame& now) { return stopped_in(path, now); });
  if (!stopped) say("vedette: " + stopped.error().message);
  return stopped && *stopped ? std::make_shared<const StoppedGame>(std::move(**stopped)) : nullptr;
}

Recording::Recording(const RecordTo& to, const LastUsed& files, const std::vector<std::string>& anchors, bool ruled) {
  if (to.path.empty()) return;
  auto opened = setup_texts(files, anchors).and_then([&](RecordedSetup texts) {
    texts.ruled = ruled;
    texts.program = to.program;
    texts.goes_on = to.goes_on;
    return Recorder::open(to.path, std::move(texts), {.video_minutes = to.video_minutes.value_or(0.0)});
  });
  if (opened)
    recorder_ = std::move(*opened);
  else
    complain_of(opened.error());
}

void Recording::complain_of(const std::optional<measure::Error>& trouble) {
  if (!trouble || told_ == trouble->message) return;
  told_ = trouble->message;
  failed_ = true;
  (void)complain(*trouble);
  say("The game goes on without its record.");
}

void Recording::take(const vision::TableState& state, const std::optional<ChargeRulings>& rulings, const rules::charge::House& house,
                     const vision::Frame& frame, const std::optional<calibration::Registration>& camera) {
  if (!recorder_) return;
  see(frame);
  recorder_->source(true);
  recorder_->watch(state);
  if (!rulings) return;
  Json ruled;
  add_rulings(ruled, *rulings, house);
  recorder_->settled(state, std::move(ruled), frame, camera);
}

void Recording::see(const vision::Frame& frame) {
  if (!recorder_) return;
  look_after();
  recorder_->see(frame);
  const auto unseen = recorder_->video_trouble();
  if (unseen && !std::exchange(told_unseen_, true)) say(unseen->message + "\nThe game and its record go on.");
}

void Recording::look_after() {
  if (!recorder_) return;
  const auto trouble = recorder_->trouble();
  complain_of(trouble);
  if (trouble || !failed_) return;
  failed_ = false;
  told_.reset();
  say(recorder_->path() + ": is recorded again");
}

int Recording::finish(int status) {
  if (recorder_) {
    look_after();
    complain_of(recorder_->finish());
    failed_ = recorder_->trouble().has_value();
  }
  return failed_ && status == kDone ? kBadFile : status;
}

}  // namespace app
