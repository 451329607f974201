// The melee: who is in contact, the combats as proposed or as the players pair them, one at a time with its two dice, its working,
// and where the survivors go.
// The step of the morale: every army's losses, body by body, the line it fights no more beyond, and who has won.
#include <fmt/format.h>
#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_play.h"
#include "app/window/charge/states.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Verdict;

const std::string kByHand = "by hand";

/// Which combat the player looks at, and the dice he has clicked.
struct MeleeState {
  std::optional<rules::charge::Pair> chosen;
  std::array<int, 2> clicked{};     // of a and b; 0: not yet
  std::array<std::string, 2> by{};  // how each came
  std::array<char, 16> typed{};
};

std::string names_of(const std::vector<int>& ids, const charge::Game& game) {
  std::string text;
  for (const int id : ids)
    if (const charge::Piece* const man = charge::find(game.field, id)) text += (text.empty() ? "" : tongue::tr(" and ")) + man->figure.name;
  return text;
}

std::string note_of(const app::CombatOptions& combat) {
  std::string note = combat.touching ? "" : tongue::tr("not all of them touch");
  const auto add = [&](const std::string& more) { note += (note.empty() ? "" : " · ") + more; };
  const auto &a = combat.reasons[0], &b = combat.reasons[1];
  if (a && b && a->rule == b->rule) {
    add(fmt::format("{} ({})", tongue::ruling(a->says), a->rule));
  } else {
    for (const std::size_t side : {0U, 1U})
      if (const auto& reason = combat.reasons[side])
        add(fmt::format("{} {} ({})", combat.names[side], tongue::ruling(reason->says), reason->rule));
  }
  return note.empty() ? tongue::tr("one die a side, higher by two wins") : note;
}

void draw_contacts(const Theme& theme, const app::MeleeOptions& legal) {
  for (const app::ContactOptions& contact : legal.contacts) {
    if (contact.fights_now) continue;
    const std::string came = contact.attacker.empty() ? "" : tongue::trf(", {} attacks", contact.attacker);
    sign_line(theme, Verdict::TooCloseToCall,
              tongue::trf("{} and {} came together this turn{}: they fight in the next (C-H1)", contact.bodies.first.second,
                          contact.bodies.second.second, came));
  }
}

void fight(const PartContext& on, const charge::Game& game, const app::CombatOptions& combat, const std::vector<int>& dice,
           const std::string& how) {
  auto& state = state_of<MeleeState>(on.ui);
  state.clicked = {};
  state.typed = {};
  play(on, app::fight(game, combat, dice, how, on.look.document.house_in_play()));
}

/// Each player throws his own die, on his page as well.
void take_from_page(const PartContext& on, const charge::Game& game, const app::CombatOptions& combat, std::size_t side,
                    MeleeState& state) {
  const auto& men = side == 0 ? combat.men.a : combat.men.b;
  const charge::Piece* const man = men.empty() ? nullptr : charge::find(game.field, men.front());
  if (!man || state.clicked[side] != 0) return;
  const auto entered =
      entered_on_page(on, man->army, fmt::format("{} against {}", combat.names[side], combat.names[1 - side]), {combat.names[side]});
  if (!entered) return;
  state.clicked[side] = entered->dice.front(), state.by[side] = entered->how;
  entered->done("");
}

/// Rolled, typed, or clicked face by face.
void draw_dice(const PartContext& on, const charge::Game& game, const app::CombatOptions& combat) {
  const Theme& theme = on.theme;
  auto& state = state_of<MeleeState>(on.ui);
  if (main_button(theme, tongue::tr("Fight: roll 2"))) {
    const auto dice = roller_of(on.ui).roll(2);
    fight(on, game, combat, dice, rolled(roller_of(on.ui)));
  }
  if (ImGui::IsItemHovered()) tooltip_beside(theme, tongue::trf("One die for each side. Seed {}.", roller_of(on.ui).seed()));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##dice", tongue::tr("or type both dice, Enter"), state.typed.data(), state.typed.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue))
    fight(on, game, combat, app::dice_typed(state.typed.data()), "by hand");
  for (const std::size_t side : {0U, 1U}) {
    take_from_page(on, game, combat, side, state);
    if (const int face = die_buttons(theme, side == 0 ? "a" : "b", state.clicked[side]))
      state.clicked[side] = face, state.by[side] = kByHand;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fitted(*theme.fonts.body, combat.names[side], ImGui::GetContentRegionAvail().x).c_str());
    if (state.clicked[side] != 0 && state.by[side] != kByHand) quiet_text(theme, state.by[side]);
  }
  if (state.clicked[0] == 0 || state.clicked[1] == 0) return;
  const std::string how = state.by[0] == state.by[1] ? state.by[0] : state.by[0] + " and " + state.by[1];
  fight(on, game, combat, {state.clicked[0], state.clicked[1]}, how);
}

void draw_pairing(const PartContext& on, const charge::Game& game, const app::MeleeOptions& legal) {
  const charge::House& house = on.look.document.house_in_play();
  if (const auto pair = app::pair_of(game, on.ui.selected, house)) {
    if (ImGui::Button(fitted(*on.theme.fonts.body, tongue::trf("Pair {} with {}", names_of(pair->a, game), names_of(pair->b, game)),
                             ImGui::GetContentRegionAvail().x - on.theme.px(20))
                          .c_str()))
      play(on, charge::apply(game, charge::PairUp{pair->a, pair->b}, house));
  }
  const bool paired = std::ranges::any_of(
      legal.combats, [&](const app::CombatOptions& combat) { return std::ranges::find(game.paired, combat.men) != game.paired.end(); });
  if (!paired) return;
  if (ImGui::Button(tongue::tr("Pair as proposed"))) play(on, charge::apply(game, charge::PairUp{}, house));
  if (ImGui::IsItemHovered())
    tooltip_beside(on.theme, tongue::tr("Forgets how the players paired their men; what was fought stays fought."));
}

void draw_combats(const PartContext& on, const charge::Game& game, const app::MeleeOptions& legal) {
  auto& state = state_of<MeleeState>(on.ui);
  const auto before = state.chosen;
  if (const auto selected = app::combat_with(legal, on.ui.selected)) state.chosen = selected;
  const bool known = std::ranges::any_of(legal.combats, [&](const app::CombatOptions& c) { return c.men == state.chosen; });
  if (!known) state.chosen = legal.combats.empty() ? std::nullopt : std::optional(legal.combats.front().men);
  if (state.chosen != before) state.clicked = {};
  section(on.theme, legal.combats.empty() ? tongue::tr("MELEE") : tongue::trf("MELEE · {} TO FIGHT", legal.combats.size()).c_str());
  draw_contacts(on.theme, legal);
  draw_pairing(on, game, legal);
  if (legal.combats.empty()) {
    quiet_text(on.theme, game.combats.empty() ? tongue::tr("Nobody fights now: no bodies have been in contact since an earlier turn.")
                                              : tongue::tr("All combats are fought."));
    return;
  }
  for (std::size_t i = 0; i < legal.combats.size(); ++i) {
    const app::CombatOptions& combat = legal.combats[i];
    const bool chosen = combat.men == state.chosen;
    const bool pressed = card(on.theme, fmt::format("combat {}", i).c_str(),
                              {.title = tongue::trf("{} against {}", combat.names[0], combat.names[1]),
                               .note = note_of(combat),
                               .right = fmt::format("×{} : ×{}", rules::text(combat.factors[0]), rules::text(combat.factors[1])),
                               .verdict = combat.touching ? std::nullopt : std::optional(Verdict::TooCloseToCall),
                               .selected = chosen});
    if (ImGui::IsItemHovered())
      tooltip_beside(on.theme, tongue::trf("{}.\nOther men: select them (Shift and click) and press Pair.", note_of(combat)));
    if (pressed) {
      if (!chosen) state.clicked = {};
      state.chosen = combat.men;
      on.requests.push_back(TellWindow{[](UiState& ui) { ui.selected.clear(); }});
    }
    if (chosen) draw_dice(on, game, combat);
  }
}

void draw_last(const Theme& theme, const charge::Game& game) {
  if (game.combats.empty()) return;
  const charge::Fought& last = game.combats.back();
  section(theme, tongue::tr("LAST COMBAT"));
  for (const std::size_t side : {0U, 1U}) {
    quiet_text(theme, names_of(side == 0 ? last.men.a : last.men.b, game));
    for (const charge::WorkingLine& line : last.combat.working[side]) working_line(theme, line);
  }
  const std::string scores = tongue::trf("{} against {}", rules::text(last.combat.scores[0]), rules::text(last.combat.scores[1]));
  strong_text(theme,
              last.combat.loser ? tongue::trf("{}: {} falls", scores, names_of(last.fell, game)) : tongue::trf("{}: nobody falls", scores));
}

void draw_backs(const Theme& theme, const app::MeleeOptions& legal) {
  if (legal.backs.empty()) return;
  section(theme, tongue::tr("GO BACK (C-H8)"));
  for (const app::BackOptions& back : legal.backs) {
    const std::string way = tongue::length(measure::distance(back.way.from, back.way.to), 1);
    const std::string why = back.way.shortened_by.empty() ? "" : tongue::trf(", {} is in the way", back.way.shortened_by);
    const std::string says = back.waits                     ? tongue::trf("{} goes back {}{}", back.name, way, why)
                             : back.verdict == Verdict::Yes ? tongue::trf("{} stands where he goes back to", back.name)
                                                            : tongue::trf("{} stands {} from there", back.name, overlay::text_of(back.off));
    sign_line(theme, back.waits ? Verdict::TooCloseToCall : back.verdict, says);
  }
}

app::MeleeOptions legal_options(const Look& look, const charge::Game& game) {
  const app::RuledTable* const settled = settled_table(look);
  return app::melee_options(game, settled ? settled->field : game.field, look.document.house_in_play());
}

/// In its own step, and until everybody has gone back.
bool matters(const charge::Game& game) { return game.step == charge::Step::Melee || !game.going_back.empty(); }

void draw_melee(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game || !matters(*game)) return;
  const app::MeleeOptions legal = legal_options(on.look, *game);
  if (game->step == charge::Step::Melee) {
    draw_combats(on, *game, legal);
    draw_last(on.theme, *game);
  }
  draw_backs(on.theme, legal);
  ImGui::Separator();
}

overlay::DisplayList draw_melee_over_table(const Look& look, const UiState& ui) {
  const auto& game = look.document.game;
  if (!game || !matters(*game) || ui.mode != Mode::Play) return {};
  const app::RuledTable* const settled = settled_table(look);
  const auto* const state = state_in<MeleeState>(ui);
  app::MeleeOptions legal = legal_options(look, *game);
  if (game->step != charge::Step::Melee) legal.combats.clear();
  return melee_overlay(legal, state ? state->chosen : std::nullopt, settled ? settled->field : game->field, look.document.table.table);
}

void draw_army(const PartContext& on, const app::Strength& army) {
  const Theme& theme = on.theme;
  sign_line(theme, army.defeated ? Verdict::No : Verdict::Yes, tongue::ruling(app::text_of(army)));
  const float height = theme.px(12), above = theme.px(4);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  strength_bar(theme, army, packed(overlay::rim_colour(on.look.document.roster, army.name)), {at.x, at.y + above}, width, height);
  ImGui::Dummy({width, height + 2.0F * above});
  if (ImGui::IsItemHovered())
    tooltip_beside(theme, tongue::tr("The mark is the half: an army that has lost more than half fights no more (C-W1)."));
  std::string units;
  for (const app::UnitLoss& unit : army.units)
    units += (units.empty() ? "" : " · ") + tongue::trf("{} {} of {}", unit.unit, unit.original - unit.lost, unit.original);
  quiet_text(theme, tongue::trf("{} stand", units));
}

void draw_morale(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game) return;
  const std::string outcome = tongue::ruling(app::outcome_text(*game));
  if (game->step != charge::Step::Morale && outcome.empty()) return;
  section(on.theme, tongue::tr("MORALE (C-W1)"));
  if (!outcome.empty()) title_text(on.theme, outcome);
  if (game->step == charge::Step::Morale)
    for (const app::Strength& army : app::strengths(*game)) draw_army(on, army);
  ImGui::Separator();
}

using measure::Inches, overlay::DisplayList, overlay::Ink, overlay::Spot;

constexpr int kGhostPriority = 75;
/// Ring round the men of the chosen combat, beyond their bases.
constexpr Inches kCombatRing{0.14};
/// Inches. A ghost nearer to its man than this would only blur his base.
constexpr double kHardlyBack = 0.05;

/// Between every two men who fight each other.
void draw_combat(DisplayList& list, const charge::Pair& men, bool chosen, const charge::Field& seen, const measure::Table& table) {
  const auto figure = [&](int id) { return charge::find(seen, id); };
  for (const int a : men.a)
    for (const int b : men.b) {
      if (!figure(a) || !figure(b)) continue;
      const Spot from = overlay::spot_at(table, figure(a)->figure.footprint.centre),
                 to = overlay::spot_at(table, figure(b)->figure.footprint.centre);
      list.push_back(overlay::Line{.points = {from, to}, .style = {.colour = Ink::Accent, .width = chosen ? 5.0 : 3.0}});
    }
  if (!chosen) return;
  for (const auto* side : {&men.a, &men.b})
    for (const int id : *side)
      if (const charge::Piece* const man = figure(id)) {
        const measure::Footprint& base = man->figure.footprint;
        list.push_back(overlay::Mark{.footprint = base,
                                     .z = overlay::spot_at(table, base.centre).z,
                                     .grow = kCombatRing,
                                     .style = {.colour = Ink::Accent, .width = 3.0}});
      }
}

[[nodiscard]] std::string words_of(const app::BackOptions& back) {
  const std::string way = tongue::length(measure::distance(back.way.from, back.way.to), 1);
  const std::string why = back.way.shortened_by.empty() ? "" : ": " + back.way.shortened_by;
  if (back.waits) return tongue::trf("{} back {}{}", back.name, way, why);
  if (back.verdict == measure::Verdict::Yes) return back.name;
  return tongue::trf("{} {} off", back.name, tongue::length(back.off.value, 1));
}

/// The place he goes back to, the way there, and whether he stands there.
void draw_back(DisplayList& list, const app::BackOptions& back, const measure::Table& table) {
  if (measure::distance(back.way.from, back.way.to).value < kHardlyBack) return;
  const Ink ink = back.waits ? Ink::Selection : overlay::ink_of(back.verdict);
  overlay::Mark ghost{.footprint = back.figure.footprint,
                      .z = overlay::spot_at(table, back.way.to).z,
                      .style = {.colour = ink, .width = 2.6, .dashed = true},
                      .front = true};
  ghost.footprint.centre = back.way.to;
  list.push_back(ghost);
  list.push_back(overlay::Line{.points = {overlay::spot_at(table, back.way.from), overlay::spot_at(table, back.way.to)},
                               .style = {.colour = ink, .width = 1.8, .dashed = true}});
  list.push_back(overlay::Label{.anchor = {back.way.to, ghost.z},
                                .text = words_of(back),
                                .rim = ink,
                                .sign = back.waits ? overlay::Sign::None : overlay::sign_of(back.verdict),
                                .priority = kGhostPriority,
                                .speaks_of = {ghost},
                                .leader = true});
}

}  // namespace

Part charge_melee_part() { return {.overlay = draw_melee_over_table, .selected = draw_melee}; }

Part charge_morale_part() { return {.selected = draw_morale}; }

DisplayList melee_overlay(const app::MeleeOptions& legal, const std::optional<charge::Pair>& chosen, const charge::Field& seen,
                          const measure::Table& table) {
  DisplayList list;
  for (const app::CombatOptions& combat : legal.combats) draw_combat(list, combat.men, chosen == combat.men, seen, table);
  for (const app::BackOptions& back : legal.backs) draw_back(list, back, table);
  return list;
}

}  // namespace window
