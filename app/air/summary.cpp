#include "app/air/summary.h"

#include <algorithm>
#include <map>
#include <vector>

#include "app/wire/question.h"

namespace app::air {
namespace {

constexpr std::size_t kRulings = 5;

Json turn_of(const Caption& caption) {
  if (!caption.to_move.empty()) return caption.to_move + " to move";
  if (caption.turn.empty() && caption.phase.empty()) return nullptr;
  return caption.turn + (caption.turn.empty() || caption.phase.empty() ? "" : ", ") + caption.phase;
}

/// How many of each army, or side, are in sight.
std::map<std::string, int> seen_in(const Json& state) {
  std::map<std::string, int> seen;
  for (const auto& [list, whose] : {std::pair("pieces", "army"), {"squares", "side"}})
    for (const Json& each : state.value(list, Json::array())) {
      const Json& name = each.contains(whose) ? each[whose] : Json();
      if (name.is_string() && !name.get<std::string>().empty() && each.value("seen", "yes") == "yes") ++seen[name.get<std::string>()];
    }
  return seen;
}

std::vector<Json> rulings_of(const Json& state) {
  const Json rulings = state.value("rulings", Json());
  if (!rulings.is_object()) return {};
  std::vector<Json> lines;
  for (const char* const list : {"lines", "log"})
    for (Json each : rulings.value(list, Json::array())) {
      each.erase("ids");
      lines.push_back(std::move(each));
    }
  if (rulings.contains("lines"))
    std::ranges::stable_partition(lines, [](const Json& each) { return each["verdict"] != ask::word(measure::Verdict::Yes); });
  lines.resize(std::min(lines.size(), kRulings));
  return lines;
}

}  // namespace

Json summary_of(const std::string& game, const Json& state, const Caption& caption) {
  const Json camera = state.value("camera", Json());
  Json out{{"game", game},
           {"turn", turn_of(caption)},
           {"settled", state.value("settled", false)},
           {"camera", camera.is_object() ? camera.value("registered", false) : state.value("registered", false)}};
  std::map<std::string, int> seen = seen_in(state);
  out["armies"] = Json::array();
  for (const Caption::Losses& each : caption.losses) {
    out["armies"].push_back(
        {{"name", each.army}, {"seen", seen[each.army]}, {"lost", each.lost}, {"original", each.of > 0 ? Json(each.of) : Json()}});
    seen.erase(each.army);
  }
  for (const auto& [name, men] : seen) out["armies"].push_back({{"name", name}, {"seen", men}, {"lost", nullptr}, {"original", nullptr}});
  out["rulings"] = rulings_of(state);
  return out;
}

}  // namespace app::air
