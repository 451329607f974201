// The settled tables of a recorded game, each as a snapshot: what the players see when they look back, while the game goes on or years
// later.
//   Everything is computed again from what was recorded; nothing is watched.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/record/bodies.h"
#include "app/record/store.h"
#include "app/session/session.h"
#include "measure/measured.h"
#include "measure/result.h"

namespace app {

/// Something that happened between two tables or was said of one, worth finding again.
struct Bookmark {
  double time_s = 0.0;  // of the record
  std::string kind;     // as the record names it: "judged", "called", "appealed", "camera", "correction", "resumed", "game" (it was
                        // taken back or ended); "turn" and "step" where one begins
  std::string says;
  measure::Verdict verdict = measure::Verdict::Yes;  // of "judged"
  int turn = 0;                                      // of the game of Charge! that is played; 0: of anything else
};

/// A settled table; its picture is read when it is looked at.
struct RecordedTable {
  std::int64_t seq = 0;
  double time_s = 0.0;                       // of the record
  std::shared_ptr<const RecordedGame> game;  // the set-up it was ruled by
  vision::SharedTableState state;
  std::shared_ptr<const calibration::TableCamera> camera;  // null: the record does not hold it
  std::shared_ptr<const RulingLog> rulings;                // of this table and those before it, the newest first
  measure::Verdict worst = measure::Verdict::Yes;          // of the moves that led to it
  bool differs = false;                                    // what was ruled then does not come out again
};

class Timeline {
 public:
  /// Errors (BadFile): a record that is damaged or cannot be understood, or holds no settled table; Usage: that of a board game.
  [[nodiscard]] static measure::Result<Timeline> read(const std::string& path);

  /// Of the record.
  [[nodiscard]] const std::string& path() const { return store_.path(); }
  [[nodiscard]] const std::vector<RecordedTable>& tables() const { return tables_; }
  [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return bookmarks_; }
  /// The nearest table after this one (or before it) at which something stands that is worth finding again: the one that had settled last
  /// when it happened. None: there is no such.
  [[nodiscard]] std::optional<std::size_t> marked(std::size_t table, bool forward) const;
  /// A table as it was seen. Errors (NotSeen): its picture could not be kept.
  [[nodiscard]] measure::Result<SharedSnapshot> snapshot(std::size_t table) const;

 private:
  explicit Timeline(RecordStore store) : store_(std::move(store)) {}

  RecordStore store_;
  std::vector<RecordedTable> tables_;
  std::vector<Bookmark> bookmarks_;
};

}  // namespace app
