// A game as it is being recorded: events and pictures in, never waiting; one thread writes them.
//   What cannot be written stays in memory and is tried again; when too much waits pictures go first, then events, and the record says so.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "app/board/letter_box.h"
#include "app/record/bodies.h"
#include "app/record/store.h"
#include "calibration/registration.h"
#include "measure/result.h"
#include "vision/frame.h"

namespace app {

/// A record that a session keeps of what it watches; what of the set-up only the files tell is in `texts`.
struct RecordWanted {
  std::string path;
  RecordedSetup texts;
  bool by_itself = false;      // nobody asked for it: where nothing was played it is taken away again
  double video_minutes = 0.0;  // of what the camera saw are kept beside it (VideoRing); 0: none
  std::string device = {};     // what only this machine knows, for the letters of a sworn game (LetterKey::make); may be empty
};

struct RecorderOptions {
  std::size_t most_waiting = 64u << 20;   // bytes of events that wait to be written; more are dropped
  std::size_t most_pictures = 4;          // pictures that wait; each may take 25 MB
  bool discard_empty = false;             // a new file without a table or a look is taken away again
  int most_pages = 0;                     // see RecordStore::open
  double video_minutes = 0.0;             // as of RecordWanted
  std::function<std::string()> now = {};  // the clock on the wall in words; empty: that of the machine
};

class Recorder {
 public:
  /// Begins a record, or goes on with one of the same game (`identity`), and notes how it began. Errors (BadFile): as of RecordStore::open,
  /// or a record of another game; the file stays as it is.
  [[nodiscard]] static measure::Result<std::unique_ptr<Recorder>> open(const std::string& path, RecordedSetup setup,
                                                                       RecorderOptions options = {});
  /// As `finish`.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// `time_s`: of the frame, in seconds since its source began. Never waits. False: it is dropped.
  bool put(double time_s, std::string kind, nlohmann::ordered_json body, const cv::Mat& picture = {});
  /// Table, roster or house rules were edited, or another source is watched: the whole set-up again. `anew`: its time begins at 0, and who
  /// rules knows nothing any more.
  void set_up(RecordedSetup setup, bool anew);

  /// Every frame as it comes: some are kept for the last minutes, beside the record. Never waits.
  void see(const vision::Frame& frame);

  // ---- what a table shows, frame by frame: kept where it is news ----
  /// The camera's registration and gaps between frames.
  void watch(const vision::TableState& state);
  /// A settled table, what was ruled on it (null: nobody did), how it looked, and the camera it was seen by: that is kept where it is
  /// another than at the table before.
  void settled(const vision::TableState& state, nlohmann::ordered_json rulings, const vision::Frame& frame,
               const std::optional<calibration::Registration>& camera = {});
  /// What a player corrected by hand: {"rename":{..}}, or how many corrections he took back.
  void corrected(nlohmann::ordered_json correction);
  /// The source delivers nothing any more, or does again; kept where that is news.
  void source(bool there);

  // ---- a board game: what BoardPlay was told, in that order ----
  /// A look that was ruled on: kept with its picture where it differs from the one before, or where something was told. `answer`: as of
  /// answer_of.
  void look(const BoardLook& look, nlohmann::ordered_json answer, bool told, const vision::Frame& frame, const ShownLetters& shown = {});
  /// A wish of the players: "undo", "declare", "choose", "begin_anew".
  void wish(const std::string& kind, nlohmann::ordered_json body = nlohmann::ordered_json::object(), const ShownLetters& shown = {});
  /// The letters of one side of a sworn game, as nobody reads them without their player's keys.
  void letters(std::size_t side, const LetterBox& box);

  /// What keeps the record from being written just now; none: nothing.
  [[nodiscard]] std::optional<measure::Error> trouble() const;
  /// Why what the camera saw is not kept; none: it is, or is not to be.
  [[nodiscard]] std::optional<measure::Error> video_trouble() const;
  /// Writes what waits and closes the file; nothing is put after that. Returns what could not be written, if anything.
  [[nodiscard]] std::optional<measure::Error> finish();
  [[nodiscard]] const std::string& path() const;

 private:
  struct State;
  explicit Recorder(std::unique_ptr<State> state);
  void put_now(std::string kind, nlohmann::ordered_json body);
  std::unique_ptr<State> state_;
};

}  // namespace app
