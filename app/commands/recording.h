// The record that a command keeps of what it follows (--record), and the files of a set-up as a record holds them.
#pragma once

#include <memory>
#include <string>

#include "app/commands/commands.h"
#include "app/record/recorder.h"
#include "app/umpire/rulings_json.h"

namespace app {

struct StoppedGame;

/// The texts of the files that the options name, as a set-up; which game it is stands in the board's text. Errors: BadFile.
[[nodiscard]] measure::Result<RecordedSetup> setup_texts(const LastUsed& files, const std::vector<std::string>& anchors);

/// What a session of `live` or `serve` keeps: in the named file, else in one of its own among the program's records. None, said why,
/// where the set-up's files cannot be read: the game goes on.
[[nodiscard]] std::optional<RecordWanted> wanted_record(const LiveOptions& options);
/// The program's records: a folder.
[[nodiscard]] std::string records_folder();

/// The game that may go on: the one of the named file, else the program's newest record of such a game. None: there is no such, or it was
/// ended; a record that cannot be read is named on standard error.
[[nodiscard]] std::shared_ptr<const StoppedGame> stopped_game(const RecordTo& to, const RecordedSetup& texts);

/// What cannot be recorded is said, once, and the game goes on all the same.
class Recording {
 public:
  Recording(const RecordTo& to, const LastUsed& files, const std::vector<std::string>& anchors, bool ruled = true);

  /// Null: nothing is recorded.
  [[nodiscard]] Recorder* recorder() const { return recorder_.get(); }
  /// A table that is followed, frame by frame; `rulings` where it is a new settled one; `camera`: that of the last registered frame.
  void take(const vision::TableState& state, const std::optional<ChargeRulings>& rulings, const rules::charge::House& house,
            const vision::Frame& frame, const std::optional<calibration::Registration>& camera);
  /// Every frame of a board, which `take` is not told of.
  void see(const vision::Frame& frame);
  /// Between two frames: says what has gone wrong since.
  void look_after();
  /// Writes what waits. Returns `status`, or that of a record which is not whole.
  [[nodiscard]] int finish(int status);

 private:
  void complain_of(const std::optional<measure::Error>& trouble);

  std::unique_ptr<Recorder> recorder_;
  std::optional<std::string> told_;
  bool failed_ = false, told_unseen_ = false;
};

}  // namespace app
