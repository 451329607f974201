// The record that a session keeps on its thread, whatever game it watches.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/record/recorder.h"
#include "calibration/finding.h"
#include "vision/sources/frame_source.h"

namespace app {

struct SessionRecord {
  std::optional<RecordWanted> wanted;
  std::unique_ptr<Recorder> recorder;        // null: nothing is recorded
  std::optional<RecordedGame> game;          // the set-up as the record has it
  std::optional<measure::Error> not_opened;  // why nothing is

  /// What the files tell of the set-up, with what is watched.
  [[nodiscard]] RecordedSetup begin(std::string source) const {
    RecordedSetup texts = wanted ? wanted->texts : RecordedSetup{};
    texts.source = std::move(source);
    return texts;
  }
  /// The whole set-up, of another source (`anew`) or of the same. The record begins with the first source.
  void set_up(RecordedSetup texts, bool anew) {
    if (!wanted || (!recorder && !anew)) return;
    auto read = read_setup(texts);
    if (!read) return fail(read.error());
    game = std::move(*read);
    if (recorder) return recorder->set_up(std::move(texts), anew);
    if (not_opened) return;
    wanted->texts.goes_on = false;  // that was this source; another one begins anew
    auto opened =
        Recorder::open(wanted->path, std::move(texts), {.discard_empty = wanted->by_itself, .video_minutes = wanted->video_minutes});
    if (!opened) return fail(opened.error());
    recorder = std::move(*opened);
  }
  void see(const vision::Frame& frame) const {
    if (recorder) recorder->see(frame);
  }
  /// After each frame: notes a source that has gone, and says what is not recorded.
  void look_after(vision::SourceStatus status, std::vector<calibration::Finding>& findings) {
    std::optional<measure::Error> trouble = not_opened;
    if (recorder) {
      recorder->source(status != vision::SourceStatus::Gone);
      trouble = recorder->trouble();
    }
    if (const auto unseen = recorder ? recorder->video_trouble() : std::nullopt)
      findings.push_back(calibration::warning("no-video", unseen->message, "The game and its record go on."));
    if (trouble)
      findings.push_back(
          calibration::fault("not-recorded", trouble->message, "The game goes on; the record does not, until that is mended."));
  }

 private:
  void fail(const measure::Error& error) {
    not_opened = error;
    recorder.reset();
    game.reset();
  }
};

}  // namespace app
