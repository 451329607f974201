#include "app/commands/recording.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>

#include "app/commands/report.h"
#include "app/files/board_file.h"
#include "app/files/disk.h"
#include "app/record/stopped.h"

namespace app {

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

RecordWanted wanted_record(const RecordTo& to, RecordedSetup texts) {
  RecordWanted wanted{.path = to.path, .texts = std::move(texts), .by_itself = to.path.empty()};
  wanted.texts.program = to.program;
  if (!wanted.by_itself) return wanted;
  std::error_code ignored;  // a folder that cannot be made shows when the record is opened
  std::filesystem::create_directories(records_folder(), ignored);
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
    return Recorder::open(to.path, std::move(texts));
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
  look_after();
  recorder_->source(true);
  recorder_->watch(state);
  if (!rulings) return;
  Json ruled;
  add_rulings(ruled, *rulings, house);
  recorder_->settled(state, std::move(ruled), frame, camera);
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
