// Figures without any marker: where the picture differs from that of the empty table, as bases are seen to.
//   A learned network (tests/bench/bases) says where bases lie and where their centres are; the bases of the roster that explain it best
//   are chosen for the whole table at once. A base is placed at its own height, never at the hat of its figure.
#pragma once

#include <memory>
#include <vector>

#include "vision/detector.h"

namespace vision::by_network {

class BaseNet;

/// Finds the roster's unmarked pieces on the playing surface. Needs `Scene::empty`; without it, sees nothing.
/// `Scene::already` keeps it from finding marked pieces a second time. Headings are unknown to it.
class NetworkDetector : public Detector {
 public:
  NetworkDetector();
  ~NetworkDetector() override;
  [[nodiscard]] measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene, const Region& region = {}) override;

 private:
  std::unique_ptr<BaseNet> net_;  // read when it is first needed
};

}  // namespace vision::by_network
