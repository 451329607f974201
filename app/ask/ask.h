// One question to the rules, as JSON, without a camera: what `vedette ask` and the web page answer.
//   Questions and answers: docs/formats.md, "Questions".
// Needs rules, nlohmann-json.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace app::ask {

using Json = nlohmann::ordered_json;

struct Reply {
  Json json;       // the answer, or {"error":{"at":..,"says":..}}
  int status = 0;  // 0 yes, legal, or an answer without verdict; 1 no; 2 malformed; 3 too close to call
};

/// Answers one question. Never throws on what the question holds.
[[nodiscard]] Reply answer(std::string_view question);
/// The same for a question that is JSON already.
[[nodiscard]] Reply answer_json(const Json& question);

}  // namespace app::ask
