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
  double spread = 0.0;    // of its place along either axis, 1 sigma
  double turn = 0.0;      // of its heading, 1 sigma
  double evidence = 0.0;  // log-odds that it stands there against that nothing does
  /// A colour that its ring shows in this picture's light, the same as a share of its own wedge's white, which is alike in sun and shade,
  /// and the share of the ring that shows it, 0..1.
  struct Shown {
    Colour print, paint;
    float share;
  };
  std::vector<Shown> shows;                               // the commonest first: print, but a horse's flank or the table as well
  Colour print = Colour::Zero(), paint = Colour::Zero();  // of its army's print, once that is known
};

/// What the network sees of one picture, or of the parts of it about some places.
class DiscSight {
 public:
  /// `kinds`: the bases that may stand there. Throws cv::Exception.
  DiscSight(const BaseNet& net, const DiscPicture& picture, const Scene& scene, std::span<const measure::Base> kinds, const Colour& white);

  /// Looks at the whole table.
  void look();
  /// Looks about these places, or at the whole table when they are many.
  void look(std::span<const measure::TablePoint> places);

  [[nodiscard]] bool saw_all() const { return saw_all_; }
  /// The bases that explain what was looked at best, none inside another.
  [[nodiscard]] std::vector<SeenDisc>& bases() { return bases_; }
  /// Has it looked there, and does the network hold that no base stands within this reach of the place, inches?
  [[nodiscard]] bool denies(const measure::TablePoint& at, double reach) const;

 private:
  struct Part {
    cv::Rect where;  // map pixels
    cv::Mat centres;
  };
  void look_at(const cv::Rect& part);
  [[nodiscard]] bool asked_for(const measure::TablePoint& at) const;
  [[nodiscard]] SeenDisc seen_as(const BaseHypothesis& found, const cv::Rect& part, double evidence) const;

  const BaseNet& net_;
  const DiscPicture& picture_;
  const Scene& scene_;
  std::vector<measure::Base> kinds_of_;
  std::vector<BaseKind> kinds_;
  Colour white_;
  GroundMap map_;
  bool saw_all_ = false;
  std::vector<measure::TablePoint> places_;
  std::vector<Part> parts_;
  std::vector<SeenDisc> bases_;
};

}  // namespace vision
