#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/overlay/figures.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using measure::Verdict;

struct Step {
  const char* label;
  const char* key;
  Mode mode;
  bool done;
};

constexpr double kStepGap = 8.0;                 // pixels at scale 1
constexpr const char* kRoomForTick = "       ";  // before a step's word

/// Of each step: as wide as the widest needs, its tick before the word.
float step_width(const Theme& theme) {
  float widest = 0.0F;
  for (const char* label : {"Set up", "Roster", "Measure"})
    widest = std::max(widest, ImGui::CalcTextSize((std::string(kRoomForTick) + tongue::tr(label) + "  F4").c_str()).x);
  return std::max(theme.px(124), widest + theme.px(26));
}

void draw_steps(const Look& look, const UiState& ui, const Theme& theme, float left, float right, Requests& requests) {
  const bool registered = look.snapshot.state && look.snapshot.state->camera.registered;
  const Step steps[] = {{tongue::tr("Set up"), "F2", Mode::SetUp, registered},
                        {tongue::tr("Roster"), "F3", Mode::Roster, !look.document.roster.armies.empty()},
                        {tongue::tr("Measure"), "F4", Mode::Play, false}};
  const float width = step_width(theme), gap = theme.px(kStepGap);
  float x = std::max(left, 0.5F * (left + right) - 1.5F * width - gap);
  for (const Step& step : steps) {
    if (x + width > right) break;
    ImGui::SetCursorPos({x, theme.px(9)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool now = ui.mode == step.mode;
    const std::string label = (step.done && !now ? kRoomForTick : "") + std::string(step.label) + "  " + step.key;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme.px(16));
    if (toggle_button(theme, (label + "##" + step.key).c_str(), now, width)) requests.push_back(ChooseMode{step.mode});
    ImGui::PopStyleVar();
    if (step.done && !now)
      draw_sign(*ImGui::GetWindowDrawList(), overlay::Sign::Tick,
                {at.x + theme.px(15), at.y + theme.px(8), at.x + theme.px(27), at.y + theme.px(20)}, theme.ink(overlay::Ink::Yes));
    x += width + gap;
  }
}

struct Chip {
  std::string text;
  ImU32 colour;
};

[[nodiscard]] std::vector<Chip> state_chips(const Look& look, const Theme& theme) {
  std::vector<Chip> chips;
  const app::Snapshot& now = look.snapshot;
  if (now.frozen) chips.push_back({now.live ? tongue::tr("frozen") : tongue::tr("recording waits"), theme.accent});
  if (now.set_up) chips.push_back({tongue::tr("paused"), theme.accent});
  if (now.status == vision::SourceStatus::Gone)
    chips.push_back({tongue::tr("no picture"), theme.ink(overlay::Ink::No)});
  else if (now.status == vision::SourceStatus::Ended)
    chips.push_back({tongue::tr("recording ended"), theme.quiet});
  if (now.state) {
    if (!now.state->camera.registered)
      chips.push_back({tongue::tr("table not found"), theme.ink(overlay::Ink::No)});
    else if (now.state->settled)
      chips.push_back({tongue::tr("settled"), theme.ink(overlay::Ink::Yes)});
    else if (now.status == vision::SourceStatus::Running)
      chips.push_back({tongue::tr("moving"), theme.ink(overlay::Ink::TooClose)});
    else if (now.status != vision::SourceStatus::Ended)
      chips.push_back({tongue::tr("not settled"), theme.ink(overlay::Ink::TooClose)});
    const auto& table = look.document.table;
    if (!table.tags.empty())
      chips.push_back({tongue::trf("{}/{} tags", now.state->camera.tags_seen.size(), table.tags.size()), theme.text});
    if (!now.state->pieces.empty()) {
      std::vector<double> margins;
      for (const auto& piece : now.state->pieces) margins.push_back(measure::margin_of(piece.covariance).value);
      const auto middle = margins.begin() + static_cast<std::ptrdiff_t>(margins.size() / 2);
      std::ranges::nth_element(margins, middle);
      chips.push_back({tongue::margin(measure::Inches(*middle)), theme.text});
    }
  }
  if (now.frames_per_second > 0.05 && now.status == vision::SourceStatus::Running && !now.frozen)
    chips.push_back({tongue::trf("{:.0f} fps", now.frames_per_second), theme.text});
  return chips;
}

/// Right to left; what does not fit is left out, the least important first.
[[nodiscard]] float draw_chips(const std::vector<Chip>& chips, const Theme& theme, float right, float least) {
  const ImVec2 origin = ImGui::GetWindowPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImFont& font = *theme.fonts.strong;
  std::vector<float> widths;
  float total = 0.0F;
  std::size_t count = 0;
  for (; count < chips.size(); ++count) {
    const float width = font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, chips[count].text.c_str()).x + theme.px(18);
    if (right - total - width < least) break;
    widths.push_back(width);
    total += width;
  }
  float x = right - total;
  for (std::size_t i = 0; i < count; ++i) {
    draw.AddText(&font, font.FontSize, {origin.x + x + theme.px(9), origin.y + theme.px(16)}, chips[i].colour, chips[i].text.c_str());
    x += widths[i];
  }
  return right - total;
}

/// A recording is held and goes on by the button before its name; lit while it waits. Returns the room it took.
[[nodiscard]] float draw_recording_button(const Look& look, const Theme& theme, float left, Requests& requests) {
  const app::Snapshot& now = look.snapshot;
  if (now.live || !now.frame || now.status != vision::SourceStatus::Running) return 0.0F;
  const float width = theme.px(86);
  ImGui::SetCursorPos({left, theme.px(9)});
  const bool pressed = now.frozen ? main_button(theme, tongue::tr("Go on  H"), width) : ImGui::Button(tongue::tr("Hold  H"), {width, 0.0F});
  if (pressed) requests.push_back(Freeze{!now.frozen});
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", now.frozen ? tongue::tr("The recording goes on, in a game to the next table at rest.")
                                       : tongue::tr("The recording stops here."));
  return width + theme.px(12);
}

using measure::Inches;

/// The rulings are whole sentences; the rest are short ones.
constexpr double kRulingsShare = 0.66;

void draw_cursor(const Look& look, const UiState& ui, const Theme& theme) {
  section(theme, tongue::tr("AT THE CURSOR"));
  if (!look.snapshot.camera || !ui.cursor_ground) return quiet_text(theme, tongue::tr("not over the table"));
  const auto point = *ui.cursor_ground;
  const Inches z = measure::ground_height(look.document.table.table.terrain, point);
  const auto margin = measure::margin_of(look.snapshot.camera->registration_covariance(point, z));
  const std::string at = tongue::place(point, 2);
  const std::string how = tongue::trf("{}  {:.1f} px/in", tongue::margin(margin), look.snapshot.camera->pixels_per_inch(point, z));
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(at.c_str());
  if (ImGui::CalcTextSize((at + "  " + how).c_str()).x < room) ImGui::SameLine();
  wrapped_text(theme, how, theme.quiet);
}

/// What was found, and what helps: "... (check cable and power)".
[[nodiscard]] std::string sentence_of(const calibration::Finding& finding) {
  const std::string says = tongue::ruling(finding.says);
  const bool stops = says.ends_with('.');
  return finding.fix.empty() ? says : says.substr(0, says.size() - (stops ? 1U : 0U)) + " (" + tongue::ruling(finding.fix) + ")";
}

void draw_findings(const Look& look, const UiState& ui, const Theme& theme) {
  section(theme, tongue::tr("FINDINGS"));
  if (!ui.notice.empty()) sign_line(theme, Verdict::No, ui.notice);
  if (!ui.told.empty()) sign_line(theme, Verdict::Yes, ui.told);
  const auto& proofs = look.document.table.proofs;
  const bool proved = proofs.empty() || app::holds(proofs.back());
  if (look.snapshot.findings.empty() && ui.notice.empty() && proved) sign_line(theme, Verdict::Yes, tongue::tr("nothing to report"));
  for (const auto& finding : look.snapshot.findings) sign_line(theme, verdict_of(finding.severity), sentence_of(finding));
  if (!proofs.empty()) sign_line(theme, proved ? Verdict::Yes : Verdict::TooCloseToCall, sentence_of(app::finding_of(proofs.back())));
}

/// The inspector's share of the side, more where it has much to say, up to a limit; the units have the rest.
constexpr double kLeastShare = 0.46, kMostShare = 0.7;

/// How high the inspector's text was in the frame before, in pixels.
struct InspectorHeight {
  double pixels = 0.0;
};

/// Share of the width the names have; the numbers begin behind them.
constexpr float kNamesShare = 0.4F;

[[nodiscard]] ImU32 ink_of(const Theme& theme, const overlay::Row& row) {
  return row.verdict ? theme.ink(overlay::ink_of(*row.verdict)) : theme.text;
}

/// Sign and name on the left, cut to `width`; the whole name under the mouse.
void name(const Theme& theme, const overlay::Row& row, const ImFont& font, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (row.verdict) sign_line(theme, *row.verdict, "");
  const float left = at.x + theme.px(22);
  const std::string shown = fitted(font, row.who, width - theme.px(22));
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {left, at.y}, theme.text, shown.c_str());
  if (shown != row.who && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + font.FontSize}))
    ImGui::SetTooltip("%s", row.who.c_str());
  ImGui::SetCursorScreenPos(at);
}

/// How much and why, from `left` on.
void number(const Theme& theme, const overlay::Row& row, float left) {
  const float from = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(left);
  ImGui::BeginGroup();
  wrapped_text(theme, row.value, ink_of(theme, row));
  if (!row.note.empty()) quiet_text(theme, row.note);
  ImGui::EndGroup();
  ImGui::SetCursorPosX(from);
}

/// What it measures and between whom, the way to take it up at the right; then the result.
void headline(const Theme& theme, const overlay::Reading& reading, std::size_t index, Requests& requests) {
  const float from = ImGui::GetCursorPosX(), button = theme.px(26);
  const float width = ImGui::GetContentRegionAvail().x;
  overlay::Row row = reading.headline;
  row.who = row.who.empty() ? reading.tool : reading.tool + " · " + row.who;
  const float top = ImGui::GetCursorPosY();
  name(theme, row, *theme.fonts.strong, width - button - theme.px(6));
  ImGui::SetCursorPosX(from + width - button);
  if (ImGui::SmallButton("×")) requests.push_back(TakeUp{index});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Take this up"));
  ImGui::SetCursorPosY(top + theme.fonts.strong->FontSize + theme.px(5));
  ImGui::PushFont(theme.fonts.strong);
  number(theme, row, from + theme.px(22));
  ImGui::PopFont();
}

void draw_tool_card(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  const Part& part = part_of(ui.tool);
  title_text(theme, tongue::tr(part.tool->title));
  quiet_text(theme, part.tool->hint(ui.hand));
  if (part.card) part.card({look, ui, theme, requests});
}

void draw_unit_list(const Look& look, UiState& ui, const Theme& theme) {
  if (!look.snapshot.state) return;
  for (const auto& army : look.document.roster.armies) {
    section(theme, army.name.c_str());
    for (const auto& unit : army.units) {
      std::vector<int> ids;
      int hidden = 0, doubtful = 0;
      for (const auto& piece : look.snapshot.state->pieces) {
        if (piece.army != army.name || piece.unit != unit.name) continue;
        ids.push_back(piece.id);
        hidden += piece.seen != vision::Seen::Yes ? 1 : 0;
        doubtful += piece.doubtful ? 1 : 0;
      }
      const std::size_t men = static_cast<std::size_t>(unit.models) + (unit.crew ? static_cast<std::size_t>(unit.crew->men) : 0U);
      std::string note = unit.arm == measure::Arm::Gun       ? tongue::tr("gun")
                         : unit.arm == measure::Arm::Cavalry ? tongue::tr("cavalry")
                                                             : tongue::tr("infantry");
      if (hidden > 0) note += tongue::trf(" · {} hidden", hidden);
      if (doubtful > 0) note += tongue::trf(" · {} doubtful", doubtful);
      const bool selected = !ids.empty() && std::ranges::all_of(ids, [&](int id) { return ui.selected.contains(id); });
      if (card(theme, (army.name + unit.name).c_str(),
               {.title = unit.name,
                .note = note,
                .right = tongue::trf("{} of {}", ids.size(), men),
                .dot = overlay::rim_colour(look.document.roster, army.name),
                .selected = selected})) {
        ui.selected = std::set<int>(ids.begin(), ids.end());
      }
    }
  }
  const auto strangers = std::ranges::count_if(look.snapshot.state->pieces, [](const auto& piece) { return piece.unit.empty(); });
  if (strangers > 0) quiet_text(theme, tongue::trnf("{} figure without a unit", "{} figures without a unit", strangers));
}

/// What every laid tool reads just now, the newest first.
void draw_readings(const Look& look, const Theme& theme, Requests& requests) {
  if (look.readings.empty()) return;
  section(theme, tongue::tr("READINGS"));
  const float names = kNamesShare * ImGui::GetContentRegionAvail().x;
  for (std::size_t i = look.readings.size(); i-- > 0;) {
    const overlay::Reading& reading = look.readings[i];
    ImGui::PushID(static_cast<int>(i));
    headline(theme, reading, i, requests);
    for (const overlay::Row& row : reading.rows) {
      name(theme, row, *theme.fonts.body, names);
      number(theme, row, ImGui::GetCursorPosX() + names);
    }
    ImGui::PopID();
    ImGui::Spacing();
  }
  ImGui::Separator();
}

}  // namespace

void draw_top_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  begin_panel("top", box, false);
  const auto width = static_cast<float>(box.width());
  const float steps_half = std::max(theme.px(204), 1.5F * step_width(theme) + theme.px(kStepGap));
  const float steps_left = 0.5F * width - steps_half, steps_right = 0.5F * width + steps_half;

  const float title_end = draw_title(theme, kGames[0].title, ui.other_game);
  const std::string frame = look.snapshot.frame ? look.snapshot.frame->name : "";
  const std::string source = std::filesystem::path(look.snapshot.source).filename().string();
  const std::string about = source.empty() ? tongue::tr("no source") : frame.empty() || frame == source ? source : source + " · " + frame;
  const float about_at = title_end + draw_recording_button(look, theme, title_end, requests);
  ImGui::SetCursorPos({about_at, theme.px(17)});
  coloured_text(theme.quiet, fitted(*theme.fonts.body, about, steps_left - about_at));

  draw_steps(look, ui, theme, steps_left, steps_right, requests);

  const float help = width - theme.px(54);
  ImGui::SetCursorPos({help, theme.px(9)});
  if (toggle_button(theme, "?", ui.help, theme.px(36))) requests.push_back(ToggleHelp{});
  const float air_width = as_wide_as(theme, tongue::tr("Air"), 44), air = help - theme.px(6) - air_width;
  ImGui::SetCursorPos({air, theme.px(9)});
  if (toggle_button(theme, tongue::tr("Air"), ui.air.on, air_width)) ui.air.open = !ui.air.open;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("On air (F10): pages for streams and phones."));
  const float language = choices_button(ui.choices, theme, air - theme.px(6), theme.px(9));
  (void)draw_chips(state_chips(look, theme), theme, language - theme.px(6), steps_right + theme.px(6));
  end_panel();
}

void draw_bottom_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  const double middle = box.left + kRulingsShare * box.width();
  begin_panel("rulings", {box.left, box.top, middle, box.bottom});
  for (const Part& part : parts())
    if (part.log) part.log({look, ui, theme, requests});
  if (!look.snapshot.rulings || look.snapshot.rulings->empty()) {
    section(theme, tongue::tr("RULINGS"));
    quiet_text(theme, tongue::tr("None yet: the umpire rules on every table that has settled."));
  }
  end_panel();
  begin_panel("findings", {middle + theme.px(10), box.top, box.right, box.bottom});
  draw_cursor(look, ui, theme);
  draw_findings(look, ui, theme);
  end_panel();
}

void draw_play_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  const bool measures = ui.tool != Tool::Select;  // then what it read comes first
  double& wanted = state_of<InspectorHeight>(ui).pixels;
  const double split = std::clamp(wanted, kLeastShare * box.height(), kMostShare * box.height());
  begin_panel("inspector", {box.left, box.top, box.right, box.top + split});
  draw_tool_card(look, ui, theme, requests);
  ImGui::Separator();
  if (measures) draw_readings(look, theme, requests);
  for (const Part& part : parts())
    if (part.selected) part.selected({look, ui, theme, requests});
  draw_inspector(look, ui, theme, requests);
  if (!measures) draw_readings(look, theme, requests);
  const double before = std::exchange(wanted, ImGui::GetCursorPosY() + theme.px(8));
  if (std::abs(wanted - before) > 1.0) requests.push_back(TellWindow{[](UiState&) {}});  // draws once more, at that height
  end_panel();
  begin_panel("units", {box.left, box.top + split + theme.px(10), box.right, box.bottom});
  draw_unit_list(look, ui, theme);
  end_panel();
}

}  // namespace window
