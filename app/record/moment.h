// One moment of a recorded game: the last table that had settled, with all that was recorded of it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/record/bodies.h"
#include "app/record/store.h"
#include "app/wire/registration_json.h"

namespace app {

struct RecordedMoment {
  std::int64_t seq = 0;  // of the table's event
  double time_s = 0.0;   // seconds of the record
  RecordedSetup setup;   // as it was then
  vision::TableState state;
  std::optional<SeenBy> camera = {};    // none: the record does not hold it
  std::string jpeg = {};                // the picture's bytes
  nlohmann::ordered_json rulings = {};  // what was ruled on it then; null: nobody did
};

/// The last settled table at or before these seconds of the record.
/// Errors: NotSeen before the first settled table, and for one without its picture; Usage for the record of a board game; BadFile for a
/// record that is damaged, wherever that is.
[[nodiscard]] measure::Result<RecordedMoment> moment_at(const RecordStore& store, double seconds);

}  // namespace app
