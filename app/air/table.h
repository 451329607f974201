// A table as it goes on air.
#pragma once

#include "app/air/look.h"
#include "app/session/session.h"

namespace app::air {

/// `before`: the snapshot that was looked at last; null: none was. `setup` must outlive what is made of it.
[[nodiscard]] Look look_of(const SharedSnapshot& before, const SharedSnapshot& now, const vision::Setup& setup);

}  // namespace app::air
