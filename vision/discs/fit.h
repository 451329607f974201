// The known base laid over the picture: place, heading and covariance from its visible rim and wedge.
//   Edge profiles across the expected rim and across the wedge's two straight edges give offsets in pixels; a
//   robust Gauss-Newton step moves the base until they vanish. Each sample decides for itself whether it sees
//   print, white, or something that stands in the way.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "vision/discs/army_colours.h"
#include "vision/discs/facing.h"
#include "vision/discs/outline.h"

namespace vision {

/// How far outside the drawn outline the rim is seen, in inches: blur, contact shadow and the cutter's
/// tolerance move it evenly all round. Learned from whole bases, it keeps half-hidden ones from shifting.
struct RimOffset {
  double mean = 0.0, sigma = 0.02;
};

/// How far outside its drawn outline the wedge is seen, in inches: overexposed white spills over. Learned from wedges seen whole, it
/// keeps the heading of those seen from one side.
struct WedgeOffset {
  double mean = 0.0, sigma = 0.015;
};

/// Where the edges of an army's bases appear.
struct EdgeOffsets {
  RimOffset rim;
  WedgeOffset wedge;
};

/// A base that stands somewhere.
struct NeighbourDisc {
  DiscBase base;
  DiscPose pose;
};

/// What the bases of one army look like in this picture.
struct DiscLook {
  const ColourTable& colour;
  const ArmyColour& army;
  Colour white;
  EdgeOffsets offsets;
  std::span<const NeighbourDisc> neighbours = {};  // print that goes on into one of them speaks against nobody
};

/// A base fitted to the picture. Shares are of the outline, 0..1.
struct DiscFit {
  DiscBase base;
  DiscPose pose;
  double ground = 0.0;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();  // x, y (in), heading (rad): this frame's noise
  bool heading_seen = false;                             // wedge and network carried the heading
  double supported = 0.0;                                // rim found where it should be
  double contradicted = 0.0;                             // print goes on where the rim should be, and into no neighbour
  double misplaced = 0.0;                                // an edge, but not where it should be
  double wedge = 0.0;                                    // white share of the wedge's place, less that beside it
  double ragged = 0.0;                                   // how far its edges scatter, as a share of what a rim may stray
  double rim_offset = 0.0;                               // inches
  double wedge_offset = 0.0;                             // inches
  bool both_edges = false;                               // both straight edges of the wedge were seen
  Whites whites{};
  struct ByEdges {
    double heading = 0.0, variance = 0.0;  // radians
    bool enough = false;                   // were enough of the wedge's edges seen?
  } by_edges;                              // which way rim and wedge's edges say it faces; `whites` begin there
  double pixels_per_inch = 0.0;
  Eigen::Vector2d pixel = Eigen::Vector2d::Zero();  // centre of the top
  Colour colour = Colour::Zero(), white = Colour::Zero();
};

/// What a fit looks at.
struct DiscPicture {
  const cv::Mat& bgr;
  const calibration::TableCamera& camera;
  const measure::Table& table;
  double blur = 0.0;  // pixels, 1 sigma
};

/// Fits a base near `start`. An oval's heading in `start` may be off by half a turn, a round one's by anything. `held`: which way it faces
/// before its wedge is looked at. Empty when there is no such print there.
[[nodiscard]] std::optional<DiscFit> fit_disc(const DiscPicture& picture, const DiscLook& look, const DiscBase& base, const DiscPose& start,
                                              const Facing& held = {});

/// Tells which way a base faces: where the wedge's edges lie where it is likeliest they tell it, else the belief does.
void tell_heading(const Belief& belief, DiscFit& fit);

}  // namespace vision
