// Rulings as JSON: verdict, because, and numbers rounded far below any margin.
// Needs rules/answer.h, nlohmann-json.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "measure/point.h"
#include "rules/answer.h"

namespace app::ask {

using Json = nlohmann::ordered_json;

/// "yes", "too_close" or "no".
[[nodiscard]] const char* word(measure::Verdict verdict);
[[nodiscard]] Json json_of(const std::vector<rules::Reason>& because);
/// Rounded to a millionth of an inch or degree.
[[nodiscard]] double tidy(double value);
[[nodiscard]] Json json_of(measure::TablePoint point);

}  // namespace app::ask
