// Frame in, table out: detection, registration and tracking composed.
//   Only what changed in the picture is worked on: a still frame costs about as much as reading it once.
#pragma once

#include <memory>
#include <optional>

#include "calibration/registration.h"
#include "vision/frame.h"
#include "vision/setup.h"
#include "vision/table_state.h"
#include "vision/tracking/tracker.h"

namespace vision {

class Pipeline {
 public:
  explicit Pipeline(Setup setup);
  ~Pipeline();
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;

  /// One frame. A frame that cannot be registered gives a state with `camera.registered == false`, the
  /// pieces as they were last known marked hidden, and a finding that says why.
  /// Errors: NotCalibrated when the lens does not fit the picture; BadFile for a picture of the wrong format.
  [[nodiscard]] measure::Result<TableState> step(const Frame& frame);

  /// Forgets every picture so far: the next one is read as the first, and tells the same as one on its own.
  void restart();

  /// Takes up another table, roster, lens or empty picture without forgetting the pieces: those that still exist keep track,
  /// identity and corrections, and their averages where nothing changed about how they are measured. `tracking` stays as it
  /// was. True when pictures are now read otherwise, so that the last one is worth another look.
  bool replace_setup(Setup setup);

  /// The registration of the last registered frame.
  [[nodiscard]] const std::optional<calibration::Registration>& registration() const;
  /// What the pictures so far tell of a lens that was not measured; none before the first is registered.
  [[nodiscard]] std::optional<calibration::Lens> estimated_lens() const;
  /// For corrections by hand.
  [[nodiscard]] Tracker& tracker();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace vision
