// A table as it goes on air.
#pragma once

#include "app/air/look.h"
#include "app/session/session.h"

namespace app::air {

/// `before`: the snapshot that was looked at last; null: none was. `setup`: what the table is set up with.
[[nodiscard]] Look look_of(const SharedSnapshot& before, const SharedSnapshot& now, std::shared_ptr<const vision::Setup> setup);

}  // namespace app::air
