#include "app/air/table.h"

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/ruled_fire.h"
#include "app/umpire/rulings_json.h"
#include "app/wire/question.h"
#include "app/wire/table_json.h"

namespace app::air {
namespace {

std::vector<Json> lines_of(const RuledTable& table) {
  std::vector<Json> lines;
  for (const RulingLine& said : table.lines)
    lines.push_back({{"verdict", ask::word(said.verdict)}, {"rule", said.rule}, {"says", said.says}, {"ids", said.ids}});
  return lines;
}

const RuledTable* newest(const Snapshot& now) { return now.rulings && !now.rulings->empty() ? now.rulings->front().get() : nullptr; }

Json state_of(const Snapshot& now) {
  Json line = json_of(*now.state);
  line["rulings"] = Json();
  if (const RuledTable* const ruled = newest(now)) {
    line["rulings"] = ruled->json;
    line["rulings"]["lines"] = lines_of(*ruled);
  }
  return line;
}

Drawing drawing_of(const Snapshot& now, const vision::Setup& setup) {
  Drawing out{.area = overlay::TableArea{setup.table.length, setup.table.width}};
  if (!now.camera || !now.state) return out;
  out.camera = *now.camera;
  const auto corners = overlay::corners_of_area(setup.table.length, setup.table.width);
  out.outline.assign(corners.begin(), corners.end());
  for (const vision::Piece& piece : now.state->pieces)
    if (piece.seen == vision::Seen::Yes) out.standing.push_back(overlay::mark_of(piece));
  out.list = overlay::terrain(setup.table.terrain);
  overlay::append(out.list, overlay::figures(*now.state, setup.roster));
  if (const RuledTable* const ruled = newest(now)) overlay::append(out.list, shots_that_may_be(*ruled, setup.table));
  return out;
}

/// Of what was ruled that which a spectator wants to hear of: a defeat, else of what was done the worst. Null: nothing was done.
const RulingLine* that_matters(const std::vector<RulingLine>& lines) {
  const RulingLine* out = nullptr;
  for (const RulingLine& line : lines) {
    if (line.rule == "C-W1" && line.verdict == measure::Verdict::No) return &line;
    if (line.happened && (!out || line.verdict > out->verdict)) out = &line;  // from best to worst
  }
  return out;
}

Caption caption_of(const Snapshot& now, const measure::Roster& roster) {
  Caption out;
  if (!newest(now)) return out;
  for (const Json& army : newest(now)->json.at("armies"))
    out.losses.push_back({.army = army.at("name").get<std::string>(),
                          .lost = army.at("removed").get<int>(),
                          .of = army.at("original").get<int>(),
                          .colour = hex_of(overlay::rim_colour(roster, army.at("name").get<std::string>()))});
  for (const auto& table : *now.rulings)
    if (const RulingLine* const line = that_matters(table->lines)) {
      out.ruling = {.verdict = line->verdict, .rule = line->rule, .says = line->says, .number = table->number};
      break;
    }
  return out;
}

}  // namespace

Look look_of(const SharedSnapshot& before, const SharedSnapshot& now, std::shared_ptr<const vision::Setup> setup) {
  Look out{.frame = now->frame, .next_picture = now->frame && (!before || now->frame != before->frame), .findings = now->findings};
  out.drawing = [now, setup] { return drawing_of(*now, *setup); };
  out.caption = caption_of(*now, setup->roster);
  if (!now->state) return out;
  out.state = [now] { return state_of(*now); };
  out.at_rest = now->state->settled &&
                std::ranges::all_of(now->state->pieces, [](const vision::Piece& piece) { return piece.seen == vision::Seen::Yes; });
  const bool ruled = newest(*now) && (!before || now->rulings != before->rulings);
  out.news = ruled || (before && before->state && before->state->camera.registered != now->state->camera.registered);
  if ((!before || now->state != before->state) && !now->state->moves.empty())
    for (const Json& move : json_of(*now->state)["moves"]) out.events.push_back({"move", move});
  if (!ruled) return out;
  for (Json& said : lines_of(*newest(*now))) {
    said["frame"] = newest(*now)->frame;
    out.events.push_back({"ruling", std::move(said)});
  }
  return out;
}

}  // namespace app::air
