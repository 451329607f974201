// Bases with a wedge as the learned network sees them, whatever colour they are painted in, and the paint that each shows.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/detector.h"
#include "vision/discs/army_colours.h"
#include "vision/discs/fit.h"
#include "vision/discs/outline.h"

namespace vision {

/// A base that the network sees. Lengths are inches, angles radians.
struct SeenDisc {
  DiscBase base;  // the likeliest of those asked for
  DiscPose pose;
  double spread = 0.0;         // of its place along either axis, 1 sigma
  double sure_of_front = 0.0;  // the length of the mean of where its places see its front, 0..1
  double evidence = 0.0;       // log-odds that it stands there against that nothing does
  bool supposed = false;       // the network does not see it: it would stand in line with comrades
  /// A colour that its ring shows in this picture's light, the same as a share of its own wedge's white, which is alike in sun and shade,
  /// and the share of the ring that shows it, 0..1.
  struct Shown {
    Colour print, paint;
    float share;
  };
  std::vector<Shown> shows;                               // the commonest first: print, but a horse's flank or the table as well
  Colour print = Colour::Zero(), paint = Colour::Zero();  // of its army's print, once that is known
};

/// What the network sees of one picture, or of parts of it.
class DiscSight {
 public:
  /// `kinds`: the bases that may stand there. Throws cv::Exception.
  DiscSight(const BaseNet& net, const DiscPicture& picture, const Scene& scene, std::span<const measure::Base> kinds, const Colour& white);

  /// Looks at the whole table, or at what these rectangles of the picture show and a little around them.
  void look(const Region& region = {});

  /// The bases that explain what was looked at best, none inside another.
  [[nodiscard]] std::vector<SeenDisc>& bases() { return bases_; }

  /// The share of a base's place on which the network sees that some base lies, 0..1; nowhere where it was not looked.
  [[nodiscard]] double share_on_bases(const DiscBase& base, const DiscPose& pose) const;

 private:
  void look_at(const cv::Rect& part);
  [[nodiscard]] SeenDisc seen_as(const BaseHypothesis& found, const cv::Rect& part, double evidence) const;

  const BaseNet& net_;
  const DiscPicture& picture_;
  const Scene& scene_;
  std::vector<measure::Base> kinds_of_;
  std::vector<BaseKind> kinds_;
  Colour white_;
  GroundMap map_;
  cv::Mat lies_;  // 32FC1: as BaseMaps::base, of the whole map
  std::vector<SeenDisc> bases_;
};

}  // namespace vision
