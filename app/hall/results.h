// What a hall has heard, in one SQLite file: tables, their events, and every dispute with how it ended.
//   One program at a time has it open. An event that is there already is not added again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/hall/table_link.h"
#include "measure/result.h"

namespace app::hall {

/// A table as it was last heard of.
struct HallTable {
  std::string name;
  bool available = false;
  HallJson state = nullptr;   // as the table tells it; null: it has told none
  std::int64_t heard_ms = 0;  // when something came from it last, since 1970; 0: never
  std::uint64_t last_event = 0;
  std::int64_t gaps = 0;  // how often events of it were lost on the way
};

struct HallDispute {
  std::int64_t number = 0;  // the hall's own
  std::string table;
  Dispute said;
  std::int64_t heard_ms = 0;
  std::int64_t closed_ms = 0;  // 0: it is open
  std::string closed_by;       // "judge", or "table": the players went on
};

struct HallEvent {
  std::string table;
  std::uint64_t id = 0;
  std::string name;
  std::string data;  // one JSON value
  std::int64_t at_ms = 0, heard_ms = 0;
};

/// A file of evidence that a table has told of, in the order it was heard.
struct HallEvidence {
  std::string table, file, of, verdict, sha256;
  std::int64_t at_ms = 0;  // by the table's clock
  std::string address;     // where the table gives it out, with the watcher's token of it; empty: it cannot be reached
};
/// Of what an event "evidence" holds; `file` is empty where that makes no sense.
[[nodiscard]] HallEvidence evidence_in(const std::string& table, std::uint64_t at_ms, const HallJson& data);

class Results {
 public:
  /// A new file, or one of a hall. Errors (BadFile): it is another program's, of a newer one, open elsewhere, or cannot be written.
  [[nodiscard]] static measure::Result<std::unique_ptr<Results>> open(const std::string& path);
  ~Results();
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;

  /// Of the broker's session: as old as the file.
  [[nodiscard]] const std::string& session() const;
  [[nodiscard]] std::vector<HallTable> tables() const;
  [[nodiscard]] std::vector<HallDispute> disputes() const;  // all of them, by number
  [[nodiscard]] std::vector<HallEvidence> evidence() const;
  [[nodiscard]] std::int64_t events(const std::string& table) const;

  // What is put between `begin` and `commit` is on the disk together. Errors (BadFile): the disk is full or has gone.
  void begin();
  [[nodiscard]] measure::Result<void> commit();
  /// What SQLite threw, as an error (BadFile); what was put since `begin` is forgotten.
  [[nodiscard]] measure::Result<void> failed(int code);
  void put(const HallTable& table);
  [[nodiscard]] bool add(const HallEvent& event);  // false: it was there
  /// The dispute as it is kept; the number of one that is there already stays.
  void put(HallDispute& dispute);

 private:
  struct State;
  explicit Results(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A field of a table for spreadsheets (RFC 4180): quoted where it must be; what would be taken for a formula has a ' before it.
[[nodiscard]] std::string csv_field(const std::string& text);
/// Armies of every table, every dispute and every file of evidence, a line each, under one heading.
[[nodiscard]] std::string results_csv(const std::vector<HallTable>& tables, const std::vector<HallDispute>& disputes,
                                      const std::vector<HallEvidence>& evidence);

}  // namespace app::hall
