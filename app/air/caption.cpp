#include "app/air/caption.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/tongue/rulings.h"
#include "app/wire/question.h"

namespace app::air {
namespace {

std::string file_name_of(const std::string& army) {
  std::string out = army;
  std::ranges::replace_if(
      out, [](unsigned char c) { return c < 128 && std::isalnum(c) == 0 && c != '-' && c != '_'; }, '_');
  return out;
}

}  // namespace

std::string hex_of(overlay::Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b); }

std::string_view spoken(measure::Verdict verdict) {
  if (verdict == measure::Verdict::TooCloseToCall) return "too close to call";
  return verdict == measure::Verdict::Yes ? "yes" : "no";
}

Json caption_json(const Caption& caption) {
  Json losses = Json::array();
  for (const Caption::Losses& each : caption.losses)
    losses.push_back({{"army", each.army},
                      {"name", each.name.empty() ? each.army : each.name},
                      {"colour", each.colour},
                      {"lost", each.lost},
                      {"of", each.of}});
  Json ruling;
  if (const auto& said = caption.ruling)
    ruling = {{"verdict", ask::word(said->verdict)}, {"rule", said->rule}, {"says", said->says}, {"number", said->number}};
  return {{"turn", caption.turn}, {"phase", caption.phase}, {"to_move", caption.to_move}, {"losses", losses}, {"ruling", ruling}};
}

std::map<std::string, std::string> texts_of(const Caption& caption) {
  std::map<std::string, std::string> out{{"turn.txt", tongue::ruling(caption.turn)},
                                         {"phase.txt", tongue::ruling(caption.phase)},
                                         {"to-move.txt", caption.to_move},
                                         {"ruling.txt", ""},
                                         {"verdict.txt", ""}};
  for (const Caption::Losses& each : caption.losses) {
    std::string name = file_name_of(each.army);
    while (out.contains("losses-" + name + ".txt")) name += "-2";
    out["losses-" + name + ".txt"] = tongue::ruling(fmt::format("{} of {} lost", each.lost, each.of));
  }
  if (const auto& said = caption.ruling) {
    out["ruling.txt"] = said->rule.empty() ? tongue::ruling(said->says) : fmt::format("{} ({})", tongue::ruling(said->says), said->rule);
    out["verdict.txt"] = tongue::ruling(spoken(said->verdict));
  }
  for (auto& [name, text] : out) {
    std::ranges::replace(text, '\n', ' ');
    text += '\n';
  }
  return out;
}

}  // namespace app::air
