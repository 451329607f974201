// The table as it is watched: a thread that runs source and pipeline and hands out finished snapshots.
//   The caller never waits: `latest` swaps a shared pointer, wishes go into a queue. A source that goes
//   and comes back, a picture that cannot be read and a correction that is refused become findings.
//   The umpire rules on every settled table after its picture is handed out, so that nobody waits for it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/files/lens_memory.h"
#include "app/record/recorder.h"
#include "app/record/stopped.h"
#include "app/umpire/rulings_json.h"
#include "calibration/table_camera.h"
#include "vision/frame.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/frame_source.h"
#include "vision/table_state.h"

namespace app {

/// Everything one look at the table needs; nobody changes it after it is handed out.
struct Snapshot {
  std::shared_ptr<const vision::Frame> frame;              // null until the first picture
  vision::SharedTableState state;                          // null until the first step
  std::shared_ptr<const calibration::TableCamera> camera;  // null while the table is not registered
  std::vector<calibration::TagObservation> tags;           // every tag in this frame; filled while `watch_tags`
  std::shared_ptr<const RulingLog> rulings;                // of every settled table, the newest first; null before the first
  std::vector<calibration::Finding> findings;              // of source, corrections and frame together
  std::string source;                                      // what is being watched, in words
  vision::SourceStatus status = vision::SourceStatus::Running;
  std::shared_ptr<const rules::charge::Field> stopped_at;  // of a game that goes on: the table as it stood when it stopped
  bool live = false, frozen = false, set_up = false;
  double frames_per_second = 0.0;
  std::uint64_t serial = 0;  // changes with every snapshot
};
using SharedSnapshot = std::shared_ptr<const Snapshot>;

struct Rename {
  int id = 0;
  std::string name;
};
struct AssignUnit {
  std::vector<int> ids;
  std::string unit;
};
struct Merge {
  int keep = 0, drop = 0;
};
struct Swap {
  int a = 0, b = 0;
};
struct RemovePiece {
  int id = 0;
};
/// What a player corrects by hand.
using Correction = std::variant<Rename, AssignUnit, Merge, Swap, RemovePiece>;

class Session {
 public:
  /// Starts watching nothing: `open` gives it a source. The umpire rules by `house`, as far as `dials` enforce it.
  explicit Session(vision::Setup setup, rules::charge::House house = {}, Dials dials = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The newest snapshot; never null, never waits.
  [[nodiscard]] SharedSnapshot latest() const;

  // Wishes; carried out between two frames.
  void record(RecordWanted wanted);  ///< from the next source on; what cannot be kept is a finding, and the game goes on
  /// What stopped goes on with the next source: pieces are known again, and the umpire has seen what was recorded of them. Call `record`
  /// with its path and `goes_on` before, if it is to be recorded.
  void go_on(std::shared_ptr<const StoppedGame> stopped);
  void keep_lens(LensMemory memory);  ///< from the next source on: what a live camera's pictures tell of a lens that nobody measured
  void open(std::string source);      ///< camera, video, folder, picture or URL; a failure is a finding
  void open(std::unique_ptr<vision::FrameSource> source);
  void note(std::string kind, nlohmann::ordered_json body);  ///< what the referee ruled, and who agrees: into the record, if one is kept
  void play_scenario(std::optional<rules::charge::Scenario> scenario);  ///< the umpire also rules on who holds its place
  void replace_setup(vision::Setup setup);  ///< table, roster or lens changed; what still holds of the pieces is kept
  /// The house rules, and how far they count, from the next settled table on; what was ruled stands. `text` is what their file holds now.
  void replace_house(rules::charge::House house, Dials dials, std::string text);
  void replace_tracking(bool set_up);  ///< set-up mode: nothing that changes is a move
  void freeze(bool on);
  void hold_at_rest(bool on);  ///< a recording freezes whenever the table has come to rest: whoever plays it goes on in his own time
  void step();                 ///< one more frame of a frozen recording
  void restart();              ///< plays a recording again from its start
  void correct(Correction correction);
  void take_back(std::size_t corrections);  ///< so many, the last one first
  void watch_tags(bool on);                 ///< also list every tag in the frame (set-up wizard, known length)

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace app
