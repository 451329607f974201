#include "app/air/board.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/overlay/board.h"
#include "app/overlay/figures.h"
#include "app/wire/question.h"
#include "app/wire/reading_json.h"

namespace app::air {
namespace {

/// Share of a square's width that a man takes up.
constexpr double kManOnSquare = 0.8;

std::string words_of(const BoardLogLine& line) { return (line.side.empty() ? "" : line.side + " ") + line.says; }

Json json_of_line(const BoardLogLine& line) {
  return {{"verdict", ask::word(line.verdict)}, {"rule", line.rule}, {"says", words_of(line)}};
}

Json state_of(const BoardSnapshot& now, const measure::Board& board) {
  Json line = json_of_reading(*now.reading, board, now.frame ? now.frame->name : "");
  line["settled"] = now.settled;
  Json log = Json::array();
  for (const BoardLogLine& each : now.log) log.push_back(json_of_line(each));
  line["rulings"] = {{"to_move", now.to_move ? Json(board.sides[*now.to_move].name) : Json()}, {"log", log}};
  return line;
}

Drawing drawing_of(const BoardSnapshot& now, const measure::Board& board) {
  Drawing out;
  if (!now.reading || !now.reading->registration) return out;
  out.camera = now.reading->registration->camera;
  out.list = board_overlay(now, board, {});
  const auto corners = overlay::corners_of_area(board.length, board.width);
  out.outline.assign(corners.begin(), corners.end());
  for (const vision::BoardPiece& piece : now.reading->pieces)
    out.standing.push_back(
        {.footprint = {.shape = measure::RoundShape{measure::width_of_narrowest(board) * kManOnSquare}, .centre = piece.at}});
  return out;
}

std::string phase_of(const BoardSnapshot& now) {
  if (now.forces.empty()) return "";
  const bool over = now.last.over || (!now.zones.empty() && std::ranges::all_of(now.zones, &BoardZone::over));
  return over ? "over" : now.log.empty() ? "setting up" : "in play";
}

Caption caption_of(const BoardSnapshot& now, const measure::Board& board) {
  Caption out{.phase = phase_of(now), .to_move = now.to_move ? board.sides[*now.to_move].name : ""};
  for (std::size_t side = 0; side < now.forces.size() && side < board.sides.size(); ++side) {
    const BoardForce& force = now.forces[side];
    out.losses.push_back({.army = board.sides[side].name, .lost = force.lost, .of = force.men + force.reserve + force.lost});
    if (const auto colour = overlay::parse_rgb(board.sides[side].colour)) out.losses.back().colour = hex_of(overlay::ring_colour(*colour));
  }
  if (now.log.empty()) return out;
  const std::size_t look = now.log.front().look;
  out.turn = fmt::format("Move {}", look);
  const BoardLogLine* worst = nullptr;  // of those that the last look was told with; Yes comes before "too close to call", that before No
  for (const BoardLogLine& line : now.log)
    if (line.look == look && (!worst || line.verdict > worst->verdict)) worst = &line;
  out.ruling = {.verdict = worst->verdict, .rule = worst->rule, .says = words_of(*worst), .number = static_cast<int>(look)};
  return out;
}

}  // namespace

Look look_of(const SharedBoardSnapshot& before, const SharedBoardSnapshot& now, const measure::Board& board) {
  Look out{.frame = now->frame, .next_picture = now->frame && (!before || now->frame != before->frame), .findings = now->findings};
  out.drawing = [now, &board] { return drawing_of(*now, board); };
  out.caption = caption_of(*now, board);
  if (!now->reading) return out;
  out.state = [now, &board] { return state_of(*now, board); };
  out.at_rest = now->settled && !now->moving && now->reading->unseen.empty();
  // The newest lines come first; what was told anew or taken back changes the lines before, and is told with the state.
  const std::size_t had = before ? before->log.size() : 0;
  const std::size_t more = now->log.size() > had ? now->log.size() - had : 0;
  out.news = more > 0 || !before || now->log != before->log || now->settled != before->settled;
  for (std::size_t i = more; i-- > 0;) out.events.push_back({"ruling", json_of_line(now->log[i])});
  return out;
}

}  // namespace app::air
