// Carries out what the panels ask for: keeps the document, its files and the session in step.
//   Every edit is saved at once, beside and then renamed; what could not be saved is said and tried again.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/evidence/keep.h"
#include "app/record/game_events.h"
#include "app/session/session.h"
#include "app/window/game_keeper.h"
#include "app/window/tools/ui_state.h"
#include "app/window/window.h"

namespace window {

/// Where edits go.
struct Paths {
  std::string table, roster, empty, house;
};

/// Reads the files named in the options. Errors: BadFile.
[[nodiscard]] measure::Result<Document> read_document(const LiveOptions& options);

class Controller {
 public:
  Controller(const LiveOptions& options, Document document);

  /// The newest snapshot and what the laid tools read in it.
  [[nodiscard]] const app::Snapshot& snapshot() const { return *snapshot_; }
  [[nodiscard]] const app::SharedSnapshot& newest() const { return snapshot_; }
  /// What the table is watched with.
  [[nodiscard]] vision::Setup setup() const;
  [[nodiscard]] const std::vector<overlay::Reading>& readings() const { return readings_; }
  [[nodiscard]] const History& history() const { return history_; }

  /// The recorded game that the players are asked about; null: none, or they have said. Until then nothing is watched.
  [[nodiscard]] const app::StoppedGame* stopped() const { return stopped_.get(); }

  /// Takes the newest snapshot. True when it is a new one.
  bool refresh(UiState& ui, double now);
  void carry_out(const Requests& requests, UiState& ui);
  /// Tries again to save what could not be saved.
  void save_pending(UiState& ui);
  /// The window closes: the game is kept with its clocks as they stand.
  void save_at_end(UiState& ui);
  /// The source and the files there are.
  [[nodiscard]] app::LastUsed in_use() const;
  /// Evidence that was written since this was last asked.
  [[nodiscard]] std::vector<app::evidence::KeptEvidence> take_kept() { return std::exchange(kept_, {}); }
  /// Where this game is recorded; empty: nowhere.
  [[nodiscard]] const std::string& record() const { return record_; }
  [[nodiscard]] bool anything_unsaved() const { return unsaved_.table || unsaved_.roster || unsaved_.game || unsaved_.house; }

 private:
  void carry_out(const Request& request, UiState& ui);
  void change(Document next, Touched touched, UiState& ui);
  void follow(Touched touched, UiState& ui);
  void undo(UiState& ui);
  void redo(UiState& ui);
  void restart();
  void save(Touched touched, UiState& ui);
  void choose_lens(const std::optional<std::string>& path, UiState& ui);
  void turn_dial(const TurnDial& turned, UiState& ui);
  /// What the file of the house rules holds by the document as it is.
  [[nodiscard]] measure::Result<std::string> house_text(const Document& document) const;
  [[nodiscard]] measure::Result<void> write_house();
  void take_empty(UiState& ui);
  void look_back(const std::string& record, UiState& ui);
  /// The game of a record with its steps back.
  void take_up_recorded(const app::StoppedGame& stopped, UiState& ui);
  /// Watches and records, where wanted; what stopped goes on, or stays as it is.
  void begin(bool go_on, UiState* ui);
  /// The game as it stands now, and how it came to that, into the record.
  void note_game(app::GameStep how, const std::shared_ptr<const rules::charge::Game>& before, const UiState& ui);
  void open(const std::string& source);
  /// Tells who opened the window what is in use, so that the next start takes it up again.
  void note_what_is_used();
  /// What was declared, on the table that has settled: where the answer is another than was told last, it is noted in log and record.
  void check_intents(UiState& ui);
  /// A game that was kept goes on when the table is settled for the first time.
  void take_up_game(UiState& ui);
  [[nodiscard]] measure::Result<void> keep_game(const UiState& ui);
  /// The game that is played, with its clocks as they stand.
  [[nodiscard]] app::SavedGame saved(const UiState& ui) const;
  void read_again(const UiState& ui);
  /// Reads this game's record beside the window, which goes on.
  void read_record();
  /// Has the record been read? Then the referee's strip shows it, or the past where the players look back. True: something changed.
  bool take_record(UiState& ui);
  void show_past(const std::shared_ptr<const app::Timeline>& timeline, UiState& ui);

  Paths paths_;
  std::function<void(const app::LastUsed&)> note_;
  app::LastUsed opened_, told_;                  // as they were opened, and what was last told of them
  std::shared_ptr<const vision::Frame> before_;  // the last picture of the source before
  std::optional<app::RecordWanted> record_wanted_;
  std::shared_ptr<const app::StoppedGame> stopped_;
  std::string record_;                                   // where this game is recorded; empty: nowhere
  std::shared_ptr<const app::Timeline> recorded_;        // as it was read last
  std::future<measure::Result<app::Timeline>> reading_;  // of a long evening it takes seconds
  bool looks_back_ = false;                              // the past is shown once the record is read, unless something else is chosen
  bool edits_kept_apart_ = false;                        // the recorded game is shown: what is edited goes elsewhere
  bool again_ = false;
  bool holding_ = false;            // the recording stops at every settled table, for a game is played
  std::optional<double> ended_at_;  // when the recording came to its end
  cv::Mat empty_;
  std::string house_text_;  // of the house rules' file, as it was last read or written; empty: there is none
  History history_;
  GameKeeper games_;
  double now_ = 0.0;  // seconds of the window's clock, when it was last told
  Touched unsaved_;
  std::unique_ptr<app::Session> session_;
  app::SharedSnapshot snapshot_;
  std::vector<overlay::Reading> readings_;
  std::vector<app::evidence::KeptEvidence> kept_;
  std::vector<std::pair<overlay::Intent, overlay::IntentNow>> intents_told_;
};

}  // namespace window
