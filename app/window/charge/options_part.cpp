// What is still possible in this step of the firing: every gun or company that may fire and has not. A click selects it.
// The inspector's section: what can this unit do now? Its strength, its reach, and every enemy body as a target.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/fire.h"
#include "app/overlay/readings.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_options.h"
#include "app/window/charge/states.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

using measure::Verdict;
namespace charge = rules::charge;

struct PossibleState {
  Asking<std::vector<app::MayFire>> asking;
};

void draw_possible(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game || (game->step != charge::Step::Artillery && game->step != charge::Step::Musketry)) return;
  auto& state = state_of<PossibleState>(on.ui).asking;
  keep_asking(on, state, app::may_still_fire);
  if (!state.answer || state.answered.game != game || !on.ui.selected.empty()) return;  // the room is the selected unit's
  section(on.theme, tongue::tr("MAY STILL FIRE"));
  if (state.answer->empty()) quiet_text(on.theme, tongue::tr("nobody in this step"));
  for (const app::MayFire& fire : *state.answer) {
    const bool pressed = card(on.theme, ("may fire " + fire.army + fire.unit).c_str(),
                              {.title = fire.unit,
                               .note = tongue::trf("at {}", fmt::join(fire.targets, ", ")),
                               .verdict = fire.verdict,
                               .dot = overlay::rim_colour(on.look.document.roster, fire.army)});
    if (pressed) on.requests.push_back(TellWindow{[ids = fire.ids](UiState& ui) { ui.selected = std::set<int>(ids.begin(), ids.end()); }});
  }
  ImGui::Separator();
}

/// Asks when something changed; what was said of others no longer holds.
void keep_asking(const PartContext& on, OptionsState& state) {
  const std::vector<int> ids(on.ui.selected.begin(), on.ui.selected.end());
  if (ids != state.answered.ids) state.answer = nullptr, state.hovered.clear();
  if (ids != state.answered.ids && ids != state.asked.ids) state.chosen.clear();
  keep_asking(on, state, ids, !ids.empty(), [](const Asked& now, const charge::House& house) {
    const auto answer = app::options_of({now.table->field, now.ids, now.game, house});
    return answer ? std::make_shared<const app::LegalOptions>(*answer) : nullptr;
  });
}

std::string dice_text(const app::TargetOptions& target) {
  const auto one = [](const char* band, int men, charge::DiceCount dice) {
    if (men == 0) return std::string();
    if (dice.full + dice.half == 0) return tongue::trf("{} {}: no die", men, band);
    const std::string half = dice.half == 0 ? "" : (dice.full > 0 ? " + " : "") + tongue::trf("{} halved", dice.half);
    const std::string full = dice.full == 0 && dice.half > 0 ? "" : std::to_string(dice.full);
    return fmt::format("{} {}: {}{} {}", men, band, full, half, tongue::trn("die", "dice", dice.full + dice.half));
  };
  const std::string near = one(tongue::trc("range", "short"), target.aim.men_short, target.dice_short),
                    far = one(tongue::trc("range", "long"), target.aim.men_long, target.dice_long);
  return near.empty() ? far : far.empty() ? near : near + " · " + far;
}

std::string note_of(const app::LegalOptions& legal, const app::TargetOptions& target) {
  const charge::AimAt* const man = target.man();
  if (target.aim.verdict != Verdict::Yes && !target.aim.because.empty())
    return target.aim.because.front().rule + " · " + tongue::ruling(target.aim.because.front().says);
  if (!man) return {};
  std::string note = legal.gun == 0     ? dice_text(target)
                     : !man->needs      ? std::string()
                     : *man->needs == 1 ? std::string(tongue::tr("a sure hit"))
                                        : tongue::trf("{}+ to hit", *man->needs);
  if (man->could_need) note += tongue::trf(" or {}+", *man->could_need);
  if (man->clearance && legal.gun != 0) note += tongue::trf(" · clear by {} ({})", tongue::length(man->clearance->value, 2), man->nearest);
  return note;
}

/// All of it, for the mouse that rests on a card.
std::string whole_of(const app::LegalOptions& legal, const app::TargetOptions& target) {
  std::string text = fmt::format("{}: {}", target.unit, verdict_word(target.aim.verdict));
  if (const charge::AimAt* const man = target.man()) {
    text += tongue::trf("\n{} at {}, {:.1f}° ±{:.1f} off", man->name, overlay::text_of(man->range), measure::degrees(man->off.value),
                        measure::degrees(man->off.margin));
    if (man->clearance) text += tongue::trf("\nthe line and {}, the nearest friend: {}", man->nearest, overlay::clear_by(*man->clearance));
    if (man->covered) text += tongue::tr("\nin cover");
  }
  if (legal.gun == 0 && target.aim.verdict != Verdict::No) text += "\n" + dice_text(target);
  if (target.aim.men_too_close > 0) text += tongue::trf("\n{} men too close to call", target.aim.men_too_close);
  for (const rules::Reason& reason : target.aim.because) text += fmt::format("\n{}: {}", reason.rule, tongue::ruling(reason.says));
  for (const std::string& key : target.aim.unverified) text += tongue::trf("\nunverified: {}", key);
  return text;
}

void draw_targets(const PartContext& on, OptionsState& state) {
  const app::LegalOptions& legal = *state.answer;
  state.hovered.clear();
  if (legal.targets.empty()) return;
  const bool one = state.chosen_target() != nullptr;
  section(on.theme, one ? tongue::tr("TARGET · CLICK IT FOR ALL") : tongue::tr("TARGETS"));
  for (const app::TargetOptions& target : legal.targets) {
    if (one && target.unit != state.chosen) continue;  // the room is the fire's
    const charge::AimAt* const man = target.man();
    const std::string right =
        man ? tongue::trf("{} · {:.0f}° off", tongue::length(man->range.value, 1), measure::degrees(man->off.value)) : "";
    const bool pressed = card(on.theme, target.unit.c_str(),
                              {.title = tongue::trf("{} · {} · {} men", target.unit, verdict_word(target.aim.verdict), target.men),
                               .note = note_of(legal, target),
                               .right = right,
                               .verdict = target.aim.verdict,
                               .selected = state.chosen == target.unit});
    if (ImGui::IsItemHovered()) {
      state.hovered = target.unit;
      tooltip_beside(on.theme, whole_of(legal, target));
    }
    if (pressed) state.chosen = state.chosen == target.unit ? std::string() : target.unit;
  }
}

void draw_unverified(const Theme& theme, const app::LegalOptions& legal) {
  if (legal.unverified.empty()) return;
  const std::string keys = fmt::format("{}", fmt::join(legal.unverified, ", "));
  const float room = ImGui::GetContentRegionAvail().x - theme.px(26);
  sign_line(theme, Verdict::TooCloseToCall, fitted(*theme.fonts.body, tongue::trf("unverified house rules: {}", keys), room));
  if (ImGui::IsItemHovered()) wide_tooltip(theme, tongue::trf("{}: house rules whose default no source settles. Agree on them.", keys));
}

void draw_legal_options(const PartContext& on) {
  auto& state = state_of<OptionsState>(on.ui);
  keep_asking(on, state);
  if (!state.answer || on.ui.selected.empty()) return;
  const app::LegalOptions& legal = *state.answer;
  const Theme& theme = on.theme;
  section(theme, tongue::tr("WHAT IT CAN DO NOW"));
  const std::string stand = legal.standing > legal.original  // men appeared who are not the game's yet
                                ? tongue::trf("{} stand, {} when it began", legal.standing, legal.original)
                                : tongue::trf("{} of {} stand", legal.standing, legal.original);
  strong_text(theme, fmt::format("{} · {} · {}", legal.unit.empty() ? legal.name : legal.unit,
                                 arm_word(legal.gun != 0 ? charge::Arm::Gun : legal.arm), stand));
  if (legal.crew) {
    const Verdict served = *legal.crew >= charge::kMenToServeAGun                      ? Verdict::Yes
                           : *legal.crew + legal.crew_maybe >= charge::kMenToServeAGun ? Verdict::TooCloseToCall
                                                                                       : Verdict::No;
    const std::string taken = legal.taken_from.empty() ? "" : tongue::trf("taken by {} (CG41), ", legal.army);
    sign_line(theme, served, tongue::trf("{}crew of {}, {} needed (C-A1)", taken, *legal.crew, charge::kMenToServeAGun));
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tongue::trf("moves {}", tongue::exact(legal.allowance)).c_str());
  if (legal.reach) {
    ImGui::SameLine();
    if (toggle_button(theme, tongue::tr("show its reach"), state.reach_shown)) state.reach_shown = !state.reach_shown;
    if (ImGui::IsItemHovered())
      wide_tooltip(theme, tongue::trf("Where it can stand after one move: {}.", tongue::area(legal.reach->area_in2)));
  } else {
    ImGui::SameLine();
    quiet_text(theme, tongue::tr("select one figure for its reach"));
  }
  draw_targets(on, state);
  draw_unverified(theme, legal);
  ImGui::Separator();
}

using measure::Inches, overlay::DisplayList, overlay::Ink;

/// Everywhere the figure's middle can be this turn.
DisplayList reach_overlay(const charge::Reach& reach) {
  DisplayList list;
  for (const auto& outline : reach.outline) {
    const bool hole = measure::signed_area(outline) < 0.0;
    const overlay::Style inside{.colour = Ink::Accent, .width = 2.6, .fill = 0.16};
    const overlay::Style barred{.colour = Ink::No, .width = 1.6, .dashed = true};
    list.push_back(overlay::Area{.outline = outline, .z = Inches(0.0), .style = hole ? barred : inside});
  }
  return list;
}

/// The line of fire to a target on the table: arc with its bands, corridor, the nearest friend.
DisplayList line_of_fire(const app::LegalOptions& legal, const app::TargetOptions& target, const measure::Table& table,
                         const charge::House& house) {
  const charge::AimAt* const man = target.man();
  if (!man || !target.from || !target.at) return {};
  return overlay::line_of_fire({target.from->footprint, target.at->footprint, *man, target.aim.verdict,
                                target.nearest ? std::optional(target.nearest->footprint) : std::nullopt},
                               legal.gun != 0 ? charge::Arm::Gun : charge::Arm::Infantry, table, house);
}

overlay::DisplayList draw_over_table(const Look& look, const UiState& ui) {
  overlay::DisplayList list;
  const auto* const state = state_in<OptionsState>(ui);
  if (!state || !state->answer || ui.selected.empty() || ui.mode != Mode::Play) return list;
  const app::TargetOptions* const target = state->shown();
  if (target) return line_of_fire(*state->answer, *target, look.document.table.table, look.document.house_in_play());
  if (ui.tool == Tool::Select && state->reach_shown && state->answer->reach) overlay::append(list, reach_overlay(*state->answer->reach));
  return list;
}

}  // namespace

Part charge_possible_part() { return {.selected = draw_possible}; }

const app::TargetOptions* OptionsState::chosen_target() const {
  if (!answer || chosen.empty()) return nullptr;
  const auto found = std::ranges::find(answer->targets, chosen, &app::TargetOptions::unit);
  return found == answer->targets.end() ? nullptr : &*found;
}

const app::TargetOptions* OptionsState::shown() const {
  if (!answer || hovered.empty()) return chosen_target();
  const auto found = std::ranges::find(answer->targets, hovered, &app::TargetOptions::unit);
  return found == answer->targets.end() ? chosen_target() : &*found;
}

Part charge_options_part() { return {.overlay = draw_over_table, .selected = draw_legal_options}; }

}  // namespace window
