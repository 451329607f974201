// The inspector's section: what can this unit do now? Its strength, its reach, and every enemy body as a target.
#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/readings.h"
#include "app/window/charge/counsel_state.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"

namespace window {

namespace charge = rules::charge;
using measure::Verdict;

const app::TargetCounsel* CounselState::chosen_target() const {
  if (!answer || chosen.empty()) return nullptr;
  const auto found = std::ranges::find(answer->targets, chosen, &app::TargetCounsel::unit);
  return found == answer->targets.end() ? nullptr : &*found;
}

const app::TargetCounsel* CounselState::shown() const {
  if (!answer || hovered.empty()) return chosen_target();
  const auto found = std::ranges::find(answer->targets, hovered, &app::TargetCounsel::unit);
  return found == answer->targets.end() ? chosen_target() : &*found;
}

namespace {

/// Asks when something changed, one question at a time, and takes the answer when it is there.
void keep_asking(const PartContext& on, CounselState& state) {
  const auto& log = on.look.snapshot.rulings;
  CounselAsked now{{on.ui.selected.begin(), on.ui.selected.end()}, log && !log->empty() ? log->front() : nullptr, on.look.document.game};
  if (now.ids != state.answered.ids) state.answer = nullptr, state.hovered.clear();
  if (now.ids != state.answered.ids && now.ids != state.asked.ids) state.chosen.clear();
  if (state.running.valid() && state.running.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    if (state.asked.ids == now.ids) state.answer = state.running.get();
    state.answered = state.asked;
    state.running = {};
  }
  if (!state.running.valid() && !(state.answered == now) && now.table && !now.ids.empty()) {
    state.asked = now;
    app::CounselQuestion question{now.table->field, now.ids, now.game, on.look.document.house};
    state.running = std::async(std::launch::async, [question = std::move(question)] {
                      const auto answer = app::counsel(question);
                      return answer ? std::make_shared<const app::Counsel>(*answer) : CounselState::Answer();
                    }).share();
  }
  if (state.running.valid()) on.requests.push_back(TellWindow{[](UiState&) {}});  // keeps the window drawing until the answer is there
}

std::string dice_text(const app::TargetCounsel& target) {
  const auto one = [](const char* band, int men, charge::DiceCount dice) {
    if (men == 0) return std::string();
    if (dice.full + dice.half == 0) return fmt::format("{} {}: no die", men, band);
    const std::string half = dice.half == 0 ? "" : fmt::format("{}{} halved", dice.full > 0 ? " + " : "", dice.half);
    const std::string full = dice.full == 0 && dice.half > 0 ? "" : std::to_string(dice.full);
    return fmt::format("{} {}: {}{} {}", men, band, full, half, dice.full + dice.half == 1 ? "die" : "dice");
  };
  const std::string near = one("short", target.aim.men_short, target.dice_short), far = one("long", target.aim.men_long, target.dice_long);
  return near.empty() ? far : far.empty() ? near : near + " · " + far;
}

std::string note_of(const app::Counsel& counsel, const app::TargetCounsel& target) {
  const charge::AimAt* const man = target.man();
  if (target.aim.verdict != Verdict::Yes && !target.aim.because.empty())
    return target.aim.because.front().rule + " · " + target.aim.because.front().says;
  if (!man) return {};
  std::string note = counsel.gun == 0   ? dice_text(target)
                     : !man->needs      ? std::string()
                     : *man->needs == 1 ? std::string("a sure hit")
                                        : fmt::format("{}+ to hit", *man->needs);
  if (man->could_need) note += fmt::format(" or {}+", *man->could_need);
  if (man->clearance && counsel.gun != 0) note += fmt::format(" · clear by {:.2f} in ({})", man->clearance->value.value, man->nearest);
  return note;
}

/// All of it, for the mouse that rests on a card.
std::string whole_of(const app::Counsel& counsel, const app::TargetCounsel& target) {
  std::string text = fmt::format("{}: {}", target.unit, verdict_word(target.aim.verdict));
  if (const charge::AimAt* const man = target.man()) {
    text += fmt::format("\n{} at {}, {:.1f}° ±{:.1f} off", man->name, overlay::text_of(man->range), measure::degrees(man->off.value),
                        measure::degrees(man->off.margin));
    if (man->clearance) text += fmt::format("\nnearest friend {}: {} off the line", man->nearest, overlay::text_of(*man->clearance));
    if (man->covered) text += "\nin cover";
  }
  if (counsel.gun == 0 && target.aim.verdict != Verdict::No) text += "\n" + dice_text(target);
  if (target.aim.men_too_close > 0) text += fmt::format("\n{} men too close to call", target.aim.men_too_close);
  for (const rules::Reason& reason : target.aim.because) text += fmt::format("\n{}: {}", reason.rule, reason.says);
  for (const std::string& key : target.aim.unverified) text += "\nunverified: " + key;
  return text;
}

void draw_targets(const PartContext& on, CounselState& state) {
  const app::Counsel& counsel = *state.answer;
  state.hovered.clear();
  if (counsel.targets.empty()) return;
  const bool one = state.chosen_target() != nullptr;
  section(on.theme, one ? "TARGET · CLICK IT FOR ALL" : "TARGETS");
  for (const app::TargetCounsel& target : counsel.targets) {
    if (one && target.unit != state.chosen) continue;  // the room is the fire's
    const charge::AimAt* const man = target.man();
    const std::string right = man ? fmt::format("{:.1f} in · {:.0f}° off", man->range.value.value, measure::degrees(man->off.value)) : "";
    const bool pressed = card(on.theme, target.unit.c_str(),
                              {.title = fmt::format("{} · {} · {} men", target.unit, verdict_word(target.aim.verdict), target.men),
                               .note = note_of(counsel, target),
                               .right = right,
                               .verdict = target.aim.verdict,
                               .dot = {},
                               .selected = state.chosen == target.unit});
    if (ImGui::IsItemHovered()) {
      state.hovered = target.unit;
      tooltip_beside(on.theme, whole_of(counsel, target));
    }
    if (pressed) state.chosen = state.chosen == target.unit ? std::string() : target.unit;
  }
}

void draw_unverified(const Theme& theme, const app::Counsel& counsel) {
  if (counsel.unverified.empty()) return;
  std::string keys;
  for (const std::string& key : counsel.unverified) keys += (keys.empty() ? "" : ", ") + key;
  const float room = ImGui::GetContentRegionAvail().x - theme.px(26);
  sign_line(theme, Verdict::TooCloseToCall, fitted(*theme.fonts.body, "unverified house rules: " + keys, room));
  if (ImGui::IsItemHovered()) wide_tooltip(theme, keys + ": house rules whose default no source settles. Agree on them.");
}

void draw_counsel(const PartContext& on) {
  auto& state = state_of<CounselState>(on.ui);
  keep_asking(on, state);
  if (!state.answer || on.ui.selected.empty()) return;
  const app::Counsel& counsel = *state.answer;
  const Theme& theme = on.theme;
  section(theme, "WHAT IT CAN DO NOW");
  const std::string stand = counsel.standing > counsel.original  // men appeared who are not the game's yet
                                ? fmt::format("{} stand, {} when it began", counsel.standing, counsel.original)
                                : fmt::format("{} of {} stand", counsel.standing, counsel.original);
  strong_text(theme, fmt::format("{} · {} · {}", counsel.unit.empty() ? counsel.name : counsel.unit,
                                 charge::word(counsel.gun != 0 ? charge::Arm::Gun : counsel.arm), stand));
  if (counsel.crew) {
    const Verdict served = *counsel.crew >= charge::kMenToServeAGun                        ? Verdict::Yes
                           : *counsel.crew + counsel.crew_maybe >= charge::kMenToServeAGun ? Verdict::TooCloseToCall
                                                                                           : Verdict::No;
    const std::string taken = counsel.taken_from.empty() ? "" : fmt::format("taken by {} (CG41), ", counsel.army);
    sign_line(theme, served, fmt::format("{}crew of {}, {} needed (C-A1)", taken, *counsel.crew, charge::kMenToServeAGun));
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(fmt::format("moves {:g} in", counsel.allowance.value).c_str());
  if (counsel.reach) {
    ImGui::SameLine();
    if (toggle_button(theme, "show its reach", state.reach_shown)) state.reach_shown = !state.reach_shown;
    if (ImGui::IsItemHovered())
      wide_tooltip(theme, fmt::format("Where it can stand after one move: {:.0f} square inches.", counsel.reach->area_in2));
  } else {
    ImGui::SameLine();
    quiet_text(theme, "select one figure for its reach");
  }
  draw_targets(on, state);
  draw_unverified(theme, counsel);
  ImGui::Separator();
}

overlay::DisplayList draw_over_table(const Look& look, const UiState& ui) {
  overlay::DisplayList list;
  const auto* const state = state_in<CounselState>(ui);
  if (!state || !state->answer || ui.selected.empty() || ui.mode != Mode::Play) return list;
  const app::TargetCounsel* const target = state->shown();
  if (target) return line_of_fire(*state->answer, *target, look.document.table.table, look.document.house);
  if (ui.tool == Tool::Select && state->reach_shown && state->answer->reach) overlay::append(list, reach_overlay(*state->answer->reach));
  return list;
}

}  // namespace

Part charge_counsel_part() { return {.overlay = draw_over_table, .selected = draw_counsel}; }

}  // namespace window
