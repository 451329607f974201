// Round and oval bases in army colours with a white wedge at the front.
//   The figure hides part of its base and neighbours touch, so the known outline of the base is fitted
//   to the visible rim with a covariance; heading comes from the wedge. Colours are learned from roster
//   and picture; the roster's are hints and may be wrong or missing.
#pragma once

#include <memory>
#include <vector>

#include "vision/detector.h"

namespace vision {

class BaseNet;

class DiscDetector : public Detector {
 public:
  DiscDetector();
  ~DiscDetector() override;
  DiscDetector(DiscDetector&&) noexcept;
  DiscDetector& operator=(DiscDetector&&) noexcept;
  [[nodiscard]] measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene, const Region& region = {}) override;
  /// Forgets what pictures so far taught it of the armies' colours.
  void forget();
  /// What it noticed about the armies' colours so far.
  [[nodiscard]] std::span<const calibration::Finding> findings() const;

 private:
  struct Learned;
  class Looking;                      // at one picture
  std::unique_ptr<Learned> learned_;  // army colours, kept from frame to frame
  std::unique_ptr<BaseNet> net_;      // read when there is something to look for
};

}  // namespace vision
