#include "app/window/tools/stage_overlay.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using measure::Inches;
using overlay::DisplayList;
using overlay::Ink;

constexpr int kTagPriority = 60;

/// The corner tags where the table file puts them: a tick on those that are seen, a cross on the others.
[[nodiscard]] DisplayList corner_tags(const Look& look) {
  DisplayList list;
  const auto& seen = look.snapshot.state->camera.tags_seen;
  for (const auto& tag : look.document.table.tags) {
    const bool found = std::ranges::find(seen, tag.id) != seen.end();
    const Ink ink = found ? Ink::Yes : Ink::No;
    const auto corners = calibration::corners_of(tag);
    const overlay::Mark itself{.footprint = {.shape = measure::RectShape{tag.side, tag.side},
                                             .centre = tag.centre,
                                             .heading = tag.heading,
                                             .covariance = {},
                                             .heading_margin = {}},
                               .z = Inches(0.0),
                               .grow = Inches(0.4),
                               .soft = {},
                               .style = {},
                               .front = false};
    list.push_back(overlay::Area{.outline = {corners.begin(), corners.end()}, .z = Inches(0.0), .style = {.colour = ink, .width = 3.0}});
    list.push_back(overlay::Label{.anchor = {tag.centre, Inches(0.0)},
                                  .text = fmt::format("tag {}", tag.id),
                                  .rim = ink,
                                  .sign = found ? overlay::Sign::Tick : overlay::Sign::Cross,
                                  .priority = kTagPriority,
                                  .speaks_of = {itself}});
  }
  return list;
}

/// Where a tool began, so that the first click shows.
[[nodiscard]] DisplayList first_end(const Look& look, const UiState& ui) {
  if (!ui.hand.first) return {};
  if (ui.hand.first->piece) {
    const auto piece = std::ranges::find(look.snapshot.state->pieces, *ui.hand.first->piece, &vision::Piece::id);
    if (piece == look.snapshot.state->pieces.end()) return {};
    overlay::Mark mark = overlay::mark_of(*piece, Inches(0.08));
    mark.style = {.colour = Ink::Accent, .width = 3.0};
    return {mark};
  }
  const auto at = ui.hand.first->point;
  return {overlay::Mark{
      .footprint = {.shape = measure::RoundShape{Inches(0.4)}, .centre = at, .heading = {}, .covariance = {}, .heading_margin = {}},
      .z = measure::ground_height(look.document.table.table.terrain, at),
      .grow = {},
      .soft = {},
      .style = {.colour = Ink::Accent, .width = 2.4}}};
}

}  // namespace

DisplayList stage_overlay(const Look& look, const UiState& ui) {
  DisplayList list;
  if (!look.snapshot.state) return list;
  const measure::Table& table = look.document.table.table;
  const bool sets_up = ui.mode == Mode::SetUp && !ui.hand.corners;  // whoever clicks corners looks for corners
  const bool terrain_matters = ui.tool == Tool::Terrain || ui.tool == Tool::Sight || sets_up;
  overlay::append(list, overlay::table_edge(table));
  overlay::append(list, overlay::terrain(table.terrain, terrain_matters));
  overlay::append(
      list,
      overlay::figures(
          *look.snapshot.state, look.document.roster,
          {.selected = ui.selected, .hovered = ui.hovered, .unit_names = true, .piece_names = ui.mode == Mode::Roster, .moves = true}));
  for (const Part& part : parts())
    if (part.overlay) overlay::append(list, part.overlay(look, ui));
  for (const overlay::Reading& reading : look.readings) overlay::append(list, reading.drawing);
  if (sets_up) overlay::append(list, corner_tags(look));
  overlay::append(list, first_end(look, ui));
  if (const Part& part = part_of(ui.tool); part.in_hand) overlay::append(list, part.in_hand(look, ui));
  const auto& already = look.document.laid;
  if (const auto laid = preview(ui.tool, ui.options, ui.hand, ui.cursor);
      laid && std::ranges::find(already, *laid) == already.end())  // once is enough
    overlay::append(list, overlay::read(*laid, *look.snapshot.state, table).drawing);
  return list;
}

}  // namespace window
