// The way back: ghosts where figures belong and arrows that lead them there, while the table is out of step with the game - after an undo
// or a bump - and when a game is taken up again, until everybody stands as he did when it stopped. Who is back has a tick.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/overlay/figures.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/lead_back.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches, overlay::DisplayList, overlay::Ink;

constexpr int kNextPriority = 90, kLaterPriority = 60;
/// The list names so many; more would not be read.
constexpr std::size_t kMostNamed = 6;
/// Sides of an arrow's head, in inches, and how far they open.
constexpr double kHead = 0.6, kOpening = 0.45;

struct LeadBackState {
  std::shared_ptr<const app::RuledTable> table;  // what the ways were found for
  std::shared_ptr<const charge::Game> game;
  std::shared_ptr<const charge::Field> stopped_at;  // of a game that goes on, until everybody stands as then
  std::shared_ptr<const charge::Field> settled;     // the same once they did, or the players said that it may stay so
  std::vector<app::WayBack> ways;
  std::set<int> led;  // who was on the list since the game was last changed
  bool hidden = false;
};

/// What is owed by the rules is told elsewhere: the fallen who still stand, and those who go back after a combat.
std::vector<app::WayBack> ways_of(const charge::Game& game, const charge::Field& seen) {
  const charge::Comparison now = charge::compare(game, seen);
  if (now.agreement != charge::Agreement::OutOfStep) return {};
  auto ways = app::lead_back(app::where_all_belong(game, seen), seen);
  std::erase_if(ways, [&](const app::WayBack& way) {
    const auto owed = std::ranges::find(now.differences, way.id, &charge::Difference::id);
    return owed != now.differences.end() &&
           (owed->kind == charge::Difference::Kind::StillStands || owed->kind == charge::Difference::Kind::GoesBack);
  });
  return ways;
}

void follow(const Look& look, LeadBackState& state) {
  const auto& log = look.snapshot.rulings;
  const auto table = log && !log->empty() ? log->front() : nullptr;
  const auto& game = look.document.game;
  const auto& stopped_at = look.snapshot.stopped_at;
  const auto as_then = stopped_at == state.settled ? nullptr : stopped_at;
  if (state.table == table && state.game == game && state.stopped_at == as_then) return;
  if (state.game != game) state.led.clear();
  state.table = table;
  state.game = game;
  state.stopped_at = as_then;
  state.ways.clear();
  if (state.stopped_at && table) {
    state.ways = app::lead_back(*state.stopped_at, table->field);
    if (state.ways.empty()) state.settled = std::exchange(state.stopped_at, nullptr);
  }
  if (!state.stopped_at && game && table) state.ways = ways_of(*game, table->field);
  for (const app::WayBack& way : state.ways) state.led.insert(way.id);
}

void draw_list(const PartContext& on) {
  auto& state = state_of<LeadBackState>(on.ui);
  follow(on.look, state);
  if (state.ways.empty()) return;
  section(on.theme, state.stopped_at ? tongue::tr("NOT AS IT STOPPED: LEAD THEM BACK") : tongue::tr("LEAD THEM BACK, IN THIS ORDER"));
  for (std::size_t i = 0; i < std::min(state.ways.size(), kMostNamed); ++i) {
    const std::string differs = state.stopped_at ? app::difference_text(state.ways[i]) : std::string();
    const std::string line =
        fmt::format("{}. {}", i + 1, differs.empty() ? tongue::ruling(app::text_of(state.ways[i])) : tongue::ruling(differs));
    if (i == 0)
      strong_text(on.theme, line);
    else
      quiet_text(on.theme, line);
  }
  if (state.ways.size() > kMostNamed) quiet_text(on.theme, tongue::trf("and {} more", state.ways.size() - kMostNamed));
  if (toggle_button(on.theme, tongue::tr("ghosts on the table"), !state.hidden)) state.hidden = !state.hidden;
  if (state.stopped_at) {
    ImGui::SameLine();
    if (ImGui::Button(tongue::tr("It stays as it stands"))) state.settled = state.stopped_at;
    if (ImGui::IsItemHovered()) wide_tooltip(on.theme, tongue::tr("The game goes on with the table as it is now."));
  }
  ImGui::Separator();
}

overlay::Line arrow(const overlay::Spot& from, const overlay::Spot& to, const overlay::Style& style) {
  const auto way = from.at - to.at;
  const measure::Radians back(std::atan2(way.dy.value, way.dx.value));
  const auto barb = [&](double side) {
    return overlay::Spot{to.at + measure::one_inch_towards(back + measure::Radians(side * kOpening)) * kHead, to.z};
  };
  return {.points = {from, to, barb(1.0), to, barb(-1.0)}, .style = style};
}

void add_way(DisplayList& list, const app::WayBack& way, std::size_t number, const measure::Table& table) {
  const bool next = number == 1;
  const Ink ink = way.kind == app::WayBack::Kind::TakeOff ? Ink::No : next ? Ink::Accent : Ink::Selection;
  const overlay::Style line{.colour = ink, .width = next ? 3.2 : 1.6, .opacity = next ? 1.0 : 0.8};
  const auto mark = [&](const measure::Footprint& at, bool ghost) {
    overlay::Style style = line;
    style.dashed = ghost;
    return overlay::Mark{
        .footprint = at, .z = overlay::spot_at(table, at.centre).z, .grow = Inches(ghost ? 0.0 : 0.1), .style = style, .front = ghost};
  };
  std::vector<overlay::Mark> marks;
  if (way.from) marks.push_back(mark(*way.from, false));
  if (way.to) marks.push_back(mark(*way.to, true));
  for (const overlay::Mark& each : marks) list.push_back(each);
  if (way.from && way.to) list.push_back(arrow(overlay::spot_at(table, way.from->centre), overlay::spot_at(table, way.to->centre), line));
  const measure::Footprint& end = way.to ? *way.to : *way.from;
  list.push_back(overlay::Label{.anchor = overlay::spot_at(table, end.centre),
                                .text = next ? fmt::format("1  {}", tongue::ruling(app::text_of(way))) : fmt::format("{}", number),
                                .rim = ink,
                                .priority = next ? kNextPriority : kLaterPriority,
                                .speaks_of = marks,
                                .leader = true});
}

DisplayList draw_ways(const Look& look, const UiState& ui) {
  DisplayList list;
  const auto* const state = state_in<LeadBackState>(ui);
  if (!state || state->hidden || !state->table || state->game != look.document.game || ui.mode != Mode::Play) return list;
  const measure::Table& table = look.document.table.table;
  for (std::size_t i = state->ways.size(); i-- > 0;) add_way(list, state->ways[i], i + 1, table);  // the next one over all others
  for (const int id : state->led) {
    const charge::Piece* const piece = charge::find(state->table->field, id);
    if (!piece || std::ranges::find(state->ways, id, &app::WayBack::id) != state->ways.end()) continue;
    const overlay::Spot at = overlay::spot_at(table, piece->figure.footprint.centre);
    const overlay::Mark ring{
        .footprint = piece->figure.footprint, .z = at.z, .grow = Inches(0.1), .style = {.colour = Ink::Yes, .width = 2.6}};
    list.push_back(ring);
    list.push_back(overlay::Label{.anchor = at,
                                  .text = piece->figure.name,
                                  .rim = Ink::Yes,
                                  .sign = overlay::Sign::Tick,
                                  .priority = kLaterPriority,
                                  .speaks_of = {ring},
                                  .leader = true});
  }
  return list;
}

}  // namespace

Part charge_lead_back_part() { return {.overlay = draw_ways, .selected = draw_list}; }

}  // namespace window
