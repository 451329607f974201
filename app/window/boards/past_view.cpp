#include "app/window/boards/past_view.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>

#include "app/overlay/figures.h"
#include "app/record/store.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

using measure::Verdict;

/// Of a record that plays each moment is shown so long.
constexpr double kMomentSeconds = 1.5;

/// Where the moments lie on the strip: side by side, for a board may rest for an hour and then see three actions in a minute.
struct MomentTrack {
  float left = 0.0F, right = 0.0F, middle = 0.0F;
  std::size_t count = 1;

  [[nodiscard]] float x(std::size_t moment) const {
    return count < 2 ? left : left + (right - left) * static_cast<float>(moment) / static_cast<float>(count - 1);
  }
  [[nodiscard]] std::size_t at(float where) const {
    const double share = std::clamp((where - left) / std::max(1.0F, right - left), 0.0F, 1.0F);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(count - 1)));
  }
};

void draw_moments(const BoardPast& past, const MomentTrack& track, const Theme& theme) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({track.left, track.middle}, {track.right, track.middle}, theme.rim, theme.px(3));
  const auto& moments = past.timeline().moments();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const app::RecordedBoard& moment = moments[i];
    const float x = track.x(i);
    if (moment.wish) {
      draw.AddCircleFilled({x, track.middle + theme.px(14)}, theme.px(3), theme.quiet);
      continue;
    }
    const ImU32 ink = moment.verdict == Verdict::Yes ? theme.quiet : theme.ink(overlay::ink_of(moment.verdict));
    draw.AddLine({x, track.middle - theme.px(7)}, {x, track.middle + theme.px(7)}, ink, theme.px(2.5));
    if (moment.verdict != Verdict::Yes)
      draw_sign(draw, overlay::sign_of(moment.verdict),
                {x - theme.px(6), track.middle - theme.px(19), x + theme.px(6), track.middle - theme.px(8)}, ink);
  }
  draw.AddCircleFilled({track.x(past.at()), track.middle}, theme.px(8), theme.accent);
}

std::string told_of(const app::RecordedBoard& moment, std::size_t number) {
  std::string out = tongue::trf("{}  moment {}", app::clock_of(moment.time_s), number + 1);
  if (!moment.says.empty()) out += "\n" + tongue::ruling(moment.says);
  if (moment.differs) out += tongue::tr("\nwhat was told then does not come out again");
  return out;
}

std::string where(const BoardPast& past) {
  if (past.passage()) return tongue::trf("{} · before moment {}", past.passage()->words(), past.at() + 1);
  const auto& moments = past.timeline().moments();
  return tongue::trf("{} · moment {} of {}", app::clock_of(moments[past.at()].time_s), past.at() + 1, moments.size());
}

}  // namespace

measure::Result<BoardPast> BoardPast::open(const std::string& record, bool alone) {
  return app::BoardTimeline::read(record).transform([&](app::BoardTimeline timeline) {
    BoardPast past(std::move(timeline), alone);
    past.go_to(past.timeline().moments().size() - 1);
    return past;
  });
}

void BoardPast::go_to(std::size_t moment) {
  at_ = std::min(moment, timeline_->moments().size() - 1);
  moment_ = timeline_->snapshot(at_);
  passage_.reset(), passing_.reset();
  told_.clear();
}

void BoardPast::play(bool on) {
  begin_playing_ = on;
  playing_since_.reset();
}

void BoardPast::what_happened() {
  if (passage_) return go_to(at_);
  play(false);
  const auto& moments = timeline_->moments();
  auto pictures = app::Passage::read(timeline_->path(), at_ > 0 ? moments[at_ - 1].time_s : -1.0, moments[at_].time_s);
  told_ = pictures ? "" : pictures.error().message;
  if (pictures) passage_.emplace(std::move(*pictures));
}

bool BoardPast::follow(double now) {
  if (std::exchange(begin_playing_, false)) playing_since_ = now;
  if (passage_ && passage_->follow(now)) {
    if (passage_->ended()) return go_to(at_), true;
    auto snapshot = std::make_shared<app::BoardSnapshot>();  // a picture alone: nothing is known of it
    snapshot->frame = passage_->frame();
    snapshot->source = timeline_->path();
    passing_ = std::move(snapshot);
    return true;
  }
  if (!playing_since_ || now - *playing_since_ < kMomentSeconds) return false;
  const bool last = at_ + 1 >= timeline_->moments().size();
  playing_since_ = last ? std::nullopt : std::optional(now);
  if (!last) go_to(at_ + 1);
  return true;
}

bool BoardPast::take_key(int key) {
  switch (key) {
    case GLFW_KEY_LEFT: go_to(at_ - std::min<std::size_t>(at_, 1)); return true;
    case GLFW_KEY_RIGHT: go_to(at_ + 1); return true;
    case GLFW_KEY_HOME: go_to(0); return true;
    case GLFW_KEY_END: go_to(timeline_->moments().size()); return true;
    case GLFW_KEY_SPACE: play(!plays()); return true;
    case GLFW_KEY_W: what_happened(); return true;
    default: return false;
  }
}

bool draw_past_strip(BoardPast& past, const overlay::Box& box, const Theme& theme) {
  bool stays = true;
  begin_panel("timeline", box, false);
  ImGui::SetCursorPosY(0.5F * (static_cast<float>(box.height()) - ImGui::GetFrameHeight()));
  if (ImGui::Button("<")) past.take_key(GLFW_KEY_LEFT);
  ImGui::SameLine();
  if (ImGui::Button(">")) past.take_key(GLFW_KEY_RIGHT);
  ImGui::SameLine();
  if (toggle_button(theme, past.plays() ? tongue::tr("Hold") : tongue::tr("Play"), past.plays())) past.play(!past.plays());
  ImGui::SameLine();
  if (toggle_button(theme, tongue::tr("What happened  W"), past.passage().has_value())) past.what_happened();
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tongue::tr("The pictures between the moment before and this one, as far as they were kept."));
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(where(past).c_str());
  ImGui::SameLine();
  const char* const leave = tongue::tr("Back to now  B");
  const float leave_width = past.alone() ? 0.0F : ImGui::CalcTextSize(leave).x + 2.0F * ImGui::GetStyle().FramePadding.x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - leave_width - theme.px(28), height = ImGui::GetFrameHeight();
  if (room > theme.px(40)) {
    ImGui::InvisibleButton("track", {room, height});
    const auto& moments = past.timeline().moments();
    const MomentTrack track{
        .left = at.x + theme.px(12), .right = at.x + room - theme.px(4), .middle = at.y + 0.5F * height, .count = moments.size()};
    draw_moments(past, track, theme);
    const std::size_t wanted = track.at(ImGui::GetIO().MousePos.x);
    if (ImGui::IsItemActive() && wanted != past.at()) past.go_to(wanted);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) ImGui::SetTooltip("%s", told_of(moments[wanted], wanted).c_str());
    ImGui::SameLine();
  }
  if (!past.alone()) {
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - leave_width);
    stays = !main_button(theme, leave);
  }
  end_panel();
  return stays;
}

}  // namespace window
