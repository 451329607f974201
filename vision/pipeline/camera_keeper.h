// Keeps the table registered: where the camera stands, whether it was bumped, and a pose that hands cannot shake.
//   While the camera stands still its tags' corners are averaged over the frames and a tag that gets hidden keeps its
//   say, so the pose does not change with it. A bump starts anew.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "calibration/bump_watch.h"
#include "calibration/registration.h"

namespace vision {

enum class Keeping {
  Kept,    ///< the camera stands where it stood
  Fresh,   ///< registered for the first time
  Moved,   ///< registered anew after a bump
  Moving,  ///< it was bumped and still moves: nothing can be measured
  Failed,  ///< it cannot be registered; `error` says why
};

/// What a picture says of its camera before anything in it is looked at.
struct PictureOf {
  calibration::ImageSize size;
  std::optional<double> focal_px = {};  // see Frame
};

class CameraKeeper {
 public:
  /// `lens`: measured; where there is none, `told_before` is what earlier pictures of this camera told of it.
  CameraKeeper(std::vector<calibration::TableTag> tags, std::vector<calibration::Anchor> anchors, std::optional<calibration::Lens> lens,
               std::optional<calibration::Lens> told_before = {});

  /// What another picture of this camera told of its lens, where nothing else is known of it.
  void tell(const calibration::Lens& lens);

  /// Takes one frame's tags. `wait_for_rest`: after a bump register only when two frames agree (video).
  Keeping take(const PictureOf& picture, const std::vector<calibration::TagObservation>& seen, bool wait_for_rest);

  [[nodiscard]] const std::optional<calibration::Registration>& registration() const { return registration_; }
  [[nodiscard]] const std::optional<calibration::Lens>& lens() const { return lens_; }
  [[nodiscard]] bool measured() const { return measured_; }
  [[nodiscard]] const std::optional<calibration::BumpWatch>& watch() const { return watch_; }
  [[nodiscard]] const measure::Error& error() const { return error_; }
  [[nodiscard]] double shift_px() const { return shift_px_; }

 private:
  struct Mean {
    calibration::TagObservation tag;
    int frames = 0;
  };
  Keeping start(const PictureOf& picture, const std::vector<calibration::TagObservation>& seen);
  void average(const std::vector<calibration::TagObservation>& seen, const std::vector<int>& leave_out);
  /// Keeps the registration and goes on saying what an estimated lens costs, for as long as it is used.
  void adopt(calibration::Registration registration);
  [[nodiscard]] bool of_table(const calibration::TagObservation& tag) const;
  void note_seen(const std::vector<calibration::TagObservation>& seen, const std::vector<int>& moved);

  std::vector<calibration::TableTag> tags_;
  std::vector<calibration::Anchor> anchors_;
  bool measured_;                              // the lens is the file's
  std::optional<calibration::Lens> lens_;      // else estimated: by every place the camera has stood in
  std::vector<calibration::Finding> of_lens_;  // what was found when the lens was last estimated
  std::map<std::pair<std::string, int>, Mean> means_;
  std::optional<calibration::Registration> registration_;
  std::optional<calibration::BumpWatch> watch_, pending_;  // pending: where the tags were in the last frame of a bump
  measure::Error error_;
  double shift_px_ = 0.0;
};

}  // namespace vision
