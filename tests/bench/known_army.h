// Units as the simulated tables of the runners beside set them up.
#pragma once

#include <string>

#include "measure/roster.h"

namespace bench {

/// Foot on one-inch discs behind a leader with this tag.
[[nodiscard]] inline measure::Unit foot_unit(const std::string& army, int men, int tag) {
  using measure::Inches;
  measure::Unit foot;
  foot.name = army + " foot";
  foot.models = men;
  foot.leader = measure::Leader{.tag = tag, .mount = {}, .base = {measure::RectShape{Inches(2.4), Inches(1.4)}, Inches(0.1)}};
  foot.leader->mount.height = Inches(0.25);
  foot.leader->mount.offset = {Inches(-0.5), Inches(0.0)};
  return foot;
}

/// Horse on ovals of two inches by one.
[[nodiscard]] inline measure::Unit horse_unit(const std::string& army, int riders) {
  using measure::Inches;
  measure::Unit horse;
  horse.name = army + " horse";
  horse.arm = measure::Arm::Cavalry;
  horse.models = riders;
  horse.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  horse.figure_height = Inches(1.8);
  return horse;
}

}  // namespace bench
