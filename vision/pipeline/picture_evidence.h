// The evidence of one picture: what is missing, covered, touched, and whether a hand is over the table.
//   See vision/evidence.h for what is asked; this answers from pixels, the background and what each piece looked like.
#pragma once

#include <map>

#include "vision/background/background.h"
#include "vision/background/change.h"
#include "vision/background/occluder.h"
#include "vision/evidence.h"
#include "vision/frame.h"

namespace vision {

/// What each piece looked like when it was last sighted on a settled table, by track id.
using Likenesses = std::map<int, Patch>;
/// The looks of `piece` in this picture: its base and the figure on it.
[[nodiscard]] Patch looks_of(const Piece& piece, const cv::Mat& bgr, const calibration::TableCamera& camera);

/// Everything one picture's evidence is drawn from. Referred to, not copied.
struct PictureFacts {
  const Frame& frame;
  const calibration::TableCamera& camera;
  const measure::Table& table;
  const Background& background;
  const Likenesses& likenesses;
  std::span<const Piece> pieces;  // as last known
  const BlockMask& touched;       // blocks that changed since the last settled table
  const BlockMask* looked_at;     // blocks the detectors worked on; null: all
  Occluders occluders;
  double quiet_for = 0.0;
};

class PictureEvidence : public Evidence {
 public:
  explicit PictureEvidence(PictureFacts facts);
  [[nodiscard]] Presence look(const Piece& piece) const override;
  [[nodiscard]] bool may_hide(measure::TablePoint at, measure::Inches ground) const override;
  [[nodiscard]] bool touched(measure::TablePoint at, measure::Inches reach) const override;
  [[nodiscard]] bool looked_at(measure::TablePoint at) const override;
  [[nodiscard]] bool intruder() const override { return facts_.occluders.intruder; }
  [[nodiscard]] double quiet_for() const override { return facts_.quiet_for; }

 private:
  [[nodiscard]] bool shows_ground(const Piece& piece) const;
  [[nodiscard]] bool is_more_like_bare_table(const Piece& piece, const Patch& now, double alike) const;
  [[nodiscard]] bool occluded_at(measure::TablePoint at, measure::Inches ground) const;

  PictureFacts facts_;
  double noise_;
};

}  // namespace vision
