// NAME.vedette: the record of one game, a SQLite file to which events are only ever added.
//   Each event carries a hash over itself and the one before (`chain`), so that a change, a gap or a swap anywhere shows, and where.
//   Another program is never waited for, and nothing that stands in a file is overwritten. Schema: docs/record.md.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/result.h"

namespace app {

/// What the files of this program hold. A higher number is a newer program's.
inline constexpr int kRecordVersion = 1;

struct RecordEvent {
  std::int64_t seq = 0;  // from 1, without gaps; given by the store
  double time_s = 0.0;   // seconds of the record: of a game that was taken up again they go on
  std::string kind;
  std::string body;                      // one JSON value
  std::vector<unsigned char> jpeg = {};  // of a picture; stored apart, and vouched for by the chain
};

using Chain = std::array<unsigned char, 32>;

class RecordStore {
 public:
  /// To add to: a new file, or one that is whole. `most_pages` limits the file (0: it is not). Errors (BadFile): the folder cannot be
  /// written, another program has the file open, it is no record, damaged, or of a newer program; it then stays as it is.
  [[nodiscard]] static measure::Result<RecordStore> open(const std::string& path, int most_pages = 0);
  /// To read, also while another program adds to it. Errors: BadFile.
  [[nodiscard]] static measure::Result<RecordStore> read(const std::string& path);
  RecordStore(RecordStore&&) noexcept;
  RecordStore& operator=(RecordStore&&) noexcept;
  ~RecordStore();

  /// All of them or, on an error, none. Errors (BadFile): the disk is full, the file has gone; the next call tries again.
  [[nodiscard]] measure::Result<void> append(std::span<const RecordEvent> events);
  /// Every event in order, without its picture, until `visit` returns false. Errors (BadFile): the first event that is damaged; what came
  /// before it has been visited and is whole.
  [[nodiscard]] measure::Result<void> each(const std::function<bool(const RecordEvent&)>& visit) const;
  /// The JPEG of event `seq`. Errors: NotSeen where there is none; BadFile.
  [[nodiscard]] measure::Result<std::vector<unsigned char>> picture(std::int64_t seq) const;
  /// What SQLite finds wrong with the file beside its events; empty: nothing.
  [[nodiscard]] std::string structure() const;
  [[nodiscard]] const std::string& path() const;

 private:
  struct State;
  explicit RecordStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// What an event that damage begins with is called: "damaged from event 17, 12:03 on; what is before it is whole".
[[nodiscard]] std::string damaged_from(std::int64_t seq, double time_s);
/// "12:03" or "1:02:03".
[[nodiscard]] std::string clock_of(double time_s);

}  // namespace app
