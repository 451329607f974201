#include "app/air/turn.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>

#include "app/wire/table_json.h"
#include "rules/charge/game/game.h"

namespace app::air {
namespace {

constexpr int kMostTurns = 999;

std::vector<std::string> phases() {
  std::vector<std::string> out;
  for (int step = 0; step < rules::charge::kSteps; ++step) out.emplace_back(rules::charge::word(static_cast<rules::charge::Step>(step)));
  return out;
}

}  // namespace

web::Answer SaidTurn::say(const std::string& text) {
  const auto malformed = [](const std::string& at, const std::string& says) {
    return web::answer_of(web::Refusal{400, at + ": " + says, R"(send {"turn":3,"phase":"artillery"})"});
  };
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.empty()) return malformed("/", "an object with \"turn\" or \"phase\" is wanted");
  Said said = now();
  for (const auto& [key, value] : json.items()) {
    if (key == "turn") {
      if (!value.is_number_integer() || value < 0 || value > kMostTurns) return malformed("/turn", "a whole number up to 999 is wanted");
      said.turn = value == 0 ? "" : fmt::format("Turn {}", value.get<int>());
    } else if (key == "phase") {
      const auto known = phases();
      const bool is_known = value.is_string() && (value == "" || std::ranges::find(known, value.get<std::string>()) != known.end());
      if (!is_known) return malformed("/phase", fmt::format("one of \"{}\" or \"\" is wanted", fmt::join(known, "\", \"")));
      said.phase = value.get<std::string>();
    } else {
      return malformed("/" + key, "there is no such key");
    }
  }
  const std::scoped_lock lock(mutex_);
  said_ = said;
  return {.body = line_of({{"turn", said.turn}, {"phase", said.phase}}) + "\n"};
}

SaidTurn::Said SaidTurn::now() const {
  const std::scoped_lock lock(mutex_);
  return said_;
}

}  // namespace app::air
