// The program's commands, one function each.
//   Options come in as plain values, data goes to standard output, talk to standard error, and the exit
//   status comes back. How a command line is written only command_line.cpp knows.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/files/disk.h"
#include "app/hall/broker.h"

namespace app {

/// The table a command works on, as named on the command line.
struct TableOptions {
  std::string table = {}, roster = {}, lens = {}, empty = {};  // paths; an empty string: not given
  std::vector<std::string> anchors = {};                       // "U,V=X,Y"
};

/// Where a game is recorded.
struct RecordTo {
  std::string path = {};                     // NAME.vedette; empty: nowhere
  std::string program = {};                  // who records: the program with its version
  std::optional<double> video_minutes = {};  // of what the camera saw are kept beside it; none: as the command has it
  bool goes_on = false;                      // the game that is recorded there goes on, as it stopped
};

struct LocateOptions {
  TableOptions on;
  std::vector<std::string> pictures;
  bool json = false;
};
struct TrackOptions {
  TableOptions on;                  // of a board game: no table, but
  std::string board = {};           // board.toml
  std::string house = {};           // house-rules.toml; empty: the defaults
  std::vector<std::string> source;  // one source, or pictures in order
  bool set_up = false;
  bool json = false;
  RecordTo record = {};
};
struct UmpireOptions {
  TableOptions on;
  std::string house;     // house-rules.toml; empty: the defaults
  std::string scenario;  // scenario.toml; empty: none
  std::vector<std::string> source;
  bool json = false;
  RecordTo record = {};
};
struct RecordOptions {
  std::string what;  // "list", "show", "check"
  std::string path;  // the record; of `list` the folder, empty: the program's own
  bool json = false;
};
struct ReplayOptions {
  std::string path;
  double from_s = 0.0, to_s = std::numeric_limits<double>::infinity();  // of the record
  bool json = false;
};
struct ExportOptions {
  std::string path, to = "jsonl";  // jsonl, csv, text
};
struct BoardOptions {
  std::string board, lens;  // board.toml; lens.json, empty: not given
  std::vector<std::string> anchors;
  std::vector<std::string> pictures;
  bool json = false;
};
struct AskOptions {
  bool json = false;
};
struct MeasureOptions {
  TableOptions on;
  std::string from, to, picture;
  double height_in = 0.0;
  bool json = false;
};
struct CalibrateOptions {
  std::string board = "chessboard";
  std::string inner = "9x6", squares = "10x7";
  std::optional<double> square_in, marker_in;
  std::string dictionary = "DICT_4X4_50";
  std::string out;
  std::vector<std::string> pictures;
  bool json = false;
};
/// How people are spoken to: words of `tongue::kLanguages` and `tongue::kUnits`; empty: not given.
struct Speaking {
  std::string language = {}, units = {};
};

struct TargetsOptions {
  Speaking speaking;
  std::string kind, out, paper = "a4";
  std::optional<double> dpi, side_in, square_in, marker_in, diameter_in, length_in;
  std::string dictionary;  // empty: the kind's own
  std::string inner = "9x6", squares = "10x7";
  std::vector<int> ids;
  std::vector<std::string> colours;
  int count = 0;
  bool json = false;
};
struct DoctorOptions {
  TableOptions on;
  std::vector<std::string> pictures;
  bool json = false;
};
struct EvidenceOptions {
  TableOptions on;
  std::string house;    // house-rules.toml; empty: the defaults
  std::string picture;  // or "NAME.vedette@SECONDS"
  std::string from, to, ask = "fire", out;
  std::string key;  // the table's secret key; empty: the one in the configuration folder
  bool json = false;
};
struct VerifyOptions {
  std::string file;
  std::string key;  // the public key it must be signed by, or a file with it; empty: any
  bool json = false;
};
struct LiveOptions {
  LastUsed used = {};                     // house and scenario: an empty string, the defaults and none
  std::vector<std::string> anchors = {};  // "U,V=X,Y"
  RecordTo record = {};                   // without a path: one of its own in the program's data folder
  Speaking speaking = {};
  bool go_on = false;                          // a recorded game that was not ended goes on unasked
  hall::BrokerWords broker = {};               // of the hall this table is in; no broker: in none
  std::optional<std::string> table_name = {};  // there; none: this machine's
};

struct ServeOptions {
  LiveOptions live = {};
  int port = 8787;              // 0: one that is free
  bool share = false;           // beyond this machine
  bool only_the_table = false;  // --private: nobody is seen, and nothing is recorded
  double delay_minutes = 0.0;   // everybody sees it so much later
  std::string theme = {};       // theme.toml; empty: as it is
  std::string files = {};       // a folder of files for streaming programs; empty: none
};
struct HallOptions {
  hall::BrokerWords broker = {};
  int port = 8788;
  bool share = false;
  std::string results = {};  // the file it is kept in; empty: the program's own
};

struct DemoOptions {
  Speaking speaking = {};
  std::string game = "charge";
  std::string out;  // folder of the overlay pictures of a headless demo; empty: a fresh one
};

int locate(const LocateOptions& options);
int track(const TrackOptions& options);
int umpire(const UmpireOptions& options);
int board(const BoardOptions& options);
int record(const RecordOptions& options);
int replay_record(const ReplayOptions& options);
int export_record(const ExportOptions& options);
int ask_rules(const AskOptions& options);
int measure_between(const MeasureOptions& options);
int write_evidence(const EvidenceOptions& options);
int verify_evidence(const VerifyOptions& options);
int targets(const TargetsOptions& options);
int calibrate(const CalibrateOptions& options);
int doctor(const DoctorOptions& options);
int live(const LiveOptions& options);
int serve(const ServeOptions& options);
int watch_hall(const HallOptions& options);
int demo(const DemoOptions& options);

/// Runs the command the words name; returns the program's exit status. Wrong usage: 2, with a sentence on standard error. `version` is what
/// --version prints after the program's name.
[[nodiscard]] int run_command_line(int count, const char* const* words, const char* version);

}  // namespace app
