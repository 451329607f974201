#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/overlay/figures.h"
#include "app/record/store.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/past_pictures.h"

namespace window {
namespace {

using measure::Verdict;

/// Two marks nearer than this on the strip, in pixels at scale 1, are told together by a hover.
constexpr double kNear = 6.0;

/// Where times lie on the strip.
struct Track {
  float left = 0.0F, right = 0.0F, middle = 0.0F;
  double from = 0.0, to = 1.0;

  [[nodiscard]] float x(double time_s) const {
    return left + (right - left) * static_cast<float>(std::clamp((time_s - from) / std::max(1e-9, to - from), 0.0, 1.0));
  }
  [[nodiscard]] double time_s(float at) const { return from + (to - from) * std::clamp((at - left) / (right - left), 0.0F, 1.0F); }
};

/// The table nearest to a place on the strip.
std::size_t nearest_table(const app::Timeline& timeline, double time_s) {
  const auto& tables = timeline.tables();
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < tables.size(); ++i)
    if (std::abs(tables[i].time_s - time_s) < std::abs(tables[nearest].time_s - time_s)) nearest = i;
  return nearest;
}

/// Speeds at which tables follow one another.
constexpr std::array kSpeeds{0.5, 1.0, 2.0, 4.0, 8.0};

/// Where a turn of the game begins, its number between two thin lines; where a step does, a tick on the lower side. True: it was one.
bool draw_turn_mark(const app::Bookmark& mark, const Track& track, const Theme& theme, float& next_number) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float x = track.x(mark.time_s);
  if (mark.kind == "step") {
    draw.AddLine({x, track.middle + theme.px(10)}, {x, track.middle + theme.px(16)}, theme.accent, theme.px(1.5));
    return true;
  }
  if (mark.kind != "turn") return false;
  draw.AddLine({x, track.middle - theme.px(18)}, {x, track.middle + theme.px(18)}, theme.accent, theme.px(1.5));
  const ImFont& font = *theme.fonts.body;
  const std::string number = fmt::format("{}", mark.turn);
  const float size = 0.8F * font.FontSize, width = font.CalcTextSizeA(size, 1e6F, 0.0F, number.c_str()).x;
  if (x < next_number) return true;  // numbers that would lie on each other are left out
  draw.AddText(&font, size, {x + theme.px(3), track.middle - theme.px(19)}, theme.accent, number.c_str());
  next_number = x + width + theme.px(6);
  return true;
}

/// Tables as strokes, the one that is shown as a disc; over them a sign for what was ruled, under them a dot for everything else.
void draw_marks(const app::Timeline& timeline, std::optional<std::size_t> shown, const Track& track, const Theme& theme) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({track.left, track.middle}, {track.right, track.middle}, theme.rim, theme.px(3));
  for (const app::RecordedTable& table : timeline.tables()) {
    const ImU32 ink = table.worst == Verdict::Yes ? theme.quiet : theme.ink(overlay::ink_of(table.worst));
    draw.AddLine({track.x(table.time_s), track.middle - theme.px(7)}, {track.x(table.time_s), track.middle + theme.px(7)}, ink,
                 theme.px(2.5));
  }
  float next_number = 0.0F;
  for (const app::Bookmark& mark : timeline.bookmarks()) {
    const float x = track.x(mark.time_s);
    if (draw_turn_mark(mark, track, theme, next_number)) continue;
    if (mark.kind == "judged")
      draw_sign(draw, overlay::sign_of(mark.verdict),
                {x - theme.px(6), track.middle - theme.px(19), x + theme.px(6), track.middle - theme.px(8)},
                theme.ink(overlay::ink_of(mark.verdict)));
    else
      draw.AddCircleFilled({x, track.middle + theme.px(14)}, theme.px(3),
                           mark.kind == "appealed" ? theme.ink(overlay::Ink::No) : theme.quiet);
  }
  if (shown) draw.AddCircleFilled({track.x(timeline.tables()[*shown].time_s), track.middle}, theme.px(8), theme.accent);
}

/// What lies under the mouse.
std::string told_at(const app::Timeline& timeline, const Track& track, float x, const Theme& theme) {
  const std::size_t table = nearest_table(timeline, track.time_s(x));
  std::string told = tongue::trf("{}  table {}", app::clock_of(timeline.tables()[table].time_s), table + 1);
  if (timeline.tables()[table].differs) told += tongue::tr("\nwhat was ruled then does not come out again");
  for (const app::Bookmark& mark : timeline.bookmarks())
    if (std::abs(track.x(mark.time_s) - x) < theme.px(kNear))
      told += fmt::format("\n{}  {}", app::clock_of(mark.time_s), tongue::ruling(mark.says));
  return told;
}

/// How fast the tables follow one another; a click makes it faster, after the fastest the slowest comes.
void draw_speed(UiState& ui, const Theme& theme) {
  double& speed = ui.back->speed;
  const auto now = std::ranges::find(kSpeeds, speed);
  const std::string says = speed < 1.0 ? "1/2 x" : fmt::format("{:g} x", speed);
  if (ImGui::Button((says + "###speed").c_str(), {theme.px(46), 0.0F}))
    speed = now == kSpeeds.end() || now + 1 == kSpeeds.end() ? kSpeeds.front() : *(now + 1);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("How fast Play goes: 1/2, 1, 2, 4 or 8 times."));
}

/// From one bookmark to the next: turns, steps, rulings, appeals.
void draw_mark_buttons(const app::Timeline& timeline, Requests& requests) {
  if (timeline.bookmarks().empty()) return;
  if (ImGui::Button("|<")) requests.push_back(GoToMark{false});
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tongue::tr("The bookmark before (Page Up): a turn, a step, a ruling, an appeal, a bump."));
  ImGui::SameLine();
  if (ImGui::Button(">|")) requests.push_back(GoToMark{true});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("The next bookmark (Page Down)."));
  ImGui::SameLine();
}

/// The tables on their line, `width` wide; a click or a drag goes there. `shown`: the one that is looked at.
void draw_track(const app::Timeline& timeline, std::optional<std::size_t> shown, float width, const Theme& theme, Requests& requests) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  ImGui::InvisibleButton("track", {width, height});
  const Track track{
      .left = at.x + theme.px(12),
      .right = at.x + width - theme.px(4),
      .middle = at.y + 0.5F * height,
      .from = timeline.tables().front().time_s,
      .to = std::max(timeline.tables().back().time_s, timeline.bookmarks().empty() ? 0.0 : timeline.bookmarks().back().time_s)};
  draw_marks(timeline, shown, track, theme);
  const float x = ImGui::GetIO().MousePos.x;
  if (ImGui::IsItemActive()) {
    const std::size_t wanted = nearest_table(timeline, track.time_s(x));
    if (wanted != shown) requests.push_back(GoToTable{wanted});
  } else if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("%s", told_at(timeline, track, x, theme).c_str());
  }
}

/// How the record is shown, and which of its tables.
void draw_player(UiState& ui, const Theme& theme, Requests& requests) {
  const LookingBack& back = *ui.back;
  const app::Timeline& timeline = *back.timeline;
  const bool plays = back.playing_since.has_value();
  if (ImGui::Button("<") && back.table > 0) requests.push_back(GoToTable{back.table - 1});
  ImGui::SameLine();
  if (ImGui::Button(">")) requests.push_back(GoToTable{back.table + 1});
  ImGui::SameLine();
  if (toggle_button(theme, plays ? tongue::tr("Hold") : tongue::tr("Play"), plays)) requests.push_back(PlayPast{!plays});
  ImGui::SameLine();
  if (toggle_button(theme, tongue::tr("What happened  W"), back.passage != nullptr)) requests.push_back(TellWindow{play_passage});
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tongue::tr("The pictures between the table before and this one, as far as they were kept."));
  ImGui::SameLine();
  draw_speed(ui, theme);
  ImGui::SameLine();
  draw_mark_buttons(timeline, requests);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(back.passage ? tongue::trf("{} · before table {}", back.passage->words(), back.table + 1).c_str()
                                      : tongue::trf("{} · table {} of {}", app::clock_of(timeline.tables()[back.table].time_s),
                                                    back.table + 1, timeline.tables().size())
                                            .c_str());
}

}  // namespace

void draw_timeline_panel(UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  begin_panel("timeline", box, false);
  ImGui::SetCursorPosY(0.5F * (static_cast<float>(box.height()) - ImGui::GetFrameHeight()));
  const bool may_leave = ui.back && !ui.back->alone;
  if (ui.back) {
    draw_player(ui, theme, requests);
  } else {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ui.recorded ? tongue::tr("Now. An earlier table:") : tongue::tr("Now. No earlier table has been read yet."));
  }
  ImGui::SameLine();
  const char* const leave = tongue::tr("Back to now  B");
  const float leave_width = may_leave ? ImGui::CalcTextSize(leave).x + 2.0F * ImGui::GetStyle().FramePadding.x : 0.0F;
  const float room = ImGui::GetContentRegionAvail().x - leave_width - theme.px(28);
  if (room > theme.px(40) && (ui.back || ui.recorded)) {
    draw_track(ui.back ? *ui.back->timeline : *ui.recorded, ui.back ? std::optional(ui.back->table) : std::nullopt, room, theme, requests);
    ImGui::SameLine();
  }
  if (may_leave) {
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - leave_width);
    if (main_button(theme, leave)) requests.push_back(BackToNow{});
  }
  end_panel();
}

}  // namespace window
