// Figures without any marker: bases that a learned network sees on the table as it is now beside the empty one, and of those the set of
// the roster's that explains the most.
#pragma once

#include <memory>
#include <vector>

#include "vision/detector.h"

namespace vision {

class BaseNet;
class Worn;

/// Finds the roster's unmarked pieces on the playing surface. Needs `Scene::empty`; without it, sees nothing.
/// A man wears what others wear: where a dozen are known, what is of one colour that nobody wears is none, and whose base hardly shows may
/// be one. `Scene::already` keeps it from finding marked pieces a second time. Headings are unknown to it.
class PlainDetector : public Detector {
 public:
  PlainDetector();
  ~PlainDetector() override;
  PlainDetector(PlainDetector&&) noexcept;
  PlainDetector& operator=(PlainDetector&&) noexcept;
  /// Forgets what it made of the picture of the empty table, and what men wear: another one, or another table, is looked at from now on.
  void forget();
  [[nodiscard]] measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene, const Region& region = {}) override;

 private:
  struct EmptyMap;
  std::unique_ptr<BaseNet> net_;     // read when there is something to look for
  std::unique_ptr<EmptyMap> empty_;  // as the last picture's camera needed it
  std::unique_ptr<Worn> worn_;       // by those who stood on the table when all of it was looked at
};

}  // namespace vision
