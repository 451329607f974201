#include "app/window/boards/replay_view.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>

#include "app/overlay/figures.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/boards/replay_drawing.h"
#include "app/window/boards/words.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

using app::BoardReplay, app::ReplayStep, measure::Verdict;

/// Of a wrong line so many letters are shown on either side of the mistake.
constexpr std::size_t kAround = 22;

std::string step_of(const BoardReplay& replay) {
  if (replay.steps().size() == 1) return tongue::tr("nothing follows");
  return tongue::trf("step {} of {}", replay.at(), replay.steps().size() - 1);
}

void headline(const BoardReplay& replay, const Theme& theme, const overlay::Box& box) {
  const ReplayStep* const step = replay.now();
  ImGui::SetCursorScreenPos(vec(box.left, box.top));
  strong_text(theme, step ? tongue::trf("Replay: {}", tongue::ruling(step->says)) : tongue::tr("Replay: the text holds no game"));
  if (!step) return;
  ImGui::SetCursorScreenPos(vec(box.left, box.top + 1.35 * theme.fonts.strong->FontSize));
  quiet_text(theme, fmt::format("{}   {}", step_of(replay), step->whose));
}

void hover(const BoardReplay& replay, std::optional<measure::SquareName> at) {
  if (!at || !replay.now() || !ImGui::IsWindowHovered()) return;
  std::string text = square_name(replay.board(), *at);
  for (const app::ReplayedPiece& piece : replay.now()->standing)
    if (piece.at == *at)
      text += fmt::format(": {}{}{}", replay.board().sides[piece.side].name, piece.general ? tongue::tr(", General") : "",
                          piece.letters.empty() ? "" : ", " + piece.letters);
  for (const measure::BoardMark& mark : replay.board().marks)
    if (mark.at == *at)
      text += fmt::format("{}{}{}", mark.country.empty() ? "" : ", " + mark.country, mark.objective ? tongue::tr(", objective") : "",
                          mark.fortress_of.empty() ? "" : tongue::trf(", fortress of {}", mark.fortress_of));
  ImGui::SetTooltip("%s", text.c_str());
}

void draw_stage(BoardReplayUi& ui, const overlay::Box& box, const Theme& theme) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.backdrop);
  begin_panel("replay stage", box, false);
  ImGui::PopStyleColor();
  const double pad = theme.px(12), head = 2.9 * theme.fonts.strong->FontSize;
  headline(*ui.replay, theme, {box.left + pad, box.top + pad, box.right - pad, box.top + head});
  if (ui.replay->now())
    hover(*ui.replay, draw_replayed_board(*ImGui::GetWindowDrawList(), *ui.replay, ui.turned,
                                          {box.left + pad, box.top + head, box.right - pad, box.bottom}, theme));
  end_panel();
}

void buttons(BoardReplayUi& ui, const Theme& theme) {
  BoardReplay& replay = *ui.replay;
  const float room = ImGui::GetContentRegionAvail().x, gap = theme.px(6), width = (room - 3.0F * gap) / 4.0F;
  if (toggle_button(theme, tongue::tr("first"), false, width)) replay.first();
  ImGui::SameLine(0.0F, gap);
  if (toggle_button(theme, tongue::tr("back"), false, width)) replay.back();
  ImGui::SameLine(0.0F, gap);
  if (toggle_button(theme, tongue::tr("next"), false, width)) replay.forward();
  ImGui::SameLine(0.0F, gap);
  if (toggle_button(theme, tongue::tr("last"), false, width)) replay.last();
  quiet_text(theme, tongue::tr("Keys: Home, Left, Right, End. U turns the board."));
  if (main_button(theme, tongue::tr("to the board that is watched  Esc"), room)) ui.replay.reset();
}

/// The wrong line, or the part of it round the mistake, and an arrow under the place.
void wrong_place(const BoardReplay& replay, const rules::TextError& trouble, const Theme& theme) {
  const auto number = static_cast<std::size_t>(trouble.at.line);
  if (number == 0 || number > replay.lines().size()) return;
  const std::string& line = replay.lines()[number - 1];
  const std::size_t at = std::min(static_cast<std::size_t>(std::max(trouble.at.column, 1)) - 1, line.size());
  const std::size_t begin = at > kAround ? at - kAround : 0;
  const std::string before = line.substr(begin, at - begin), shown = line.substr(begin, at - begin + kAround);
  ImGui::Indent(theme.px(22));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::TextUnformatted(fitted(*ImGui::GetFont(), shown, ImGui::GetContentRegionAvail().x).c_str());
  const float x = from.x + ImGui::CalcTextSize(before.c_str()).x, y = from.y + ImGui::GetFontSize() + theme.px(2), s = theme.px(5);
  ImGui::GetWindowDrawList()->AddTriangleFilled({x - s, y + 1.6F * s}, {x + s, y + 1.6F * s}, {x, y},
                                                theme.ink(overlay::ink_of(Verdict::No)));
  ImGui::Dummy({1.0F, 2.0F * s});
  ImGui::Unindent(theme.px(22));
}

void what_is_wrong(const BoardReplay& replay, const Theme& theme) {
  if (!replay.notice().empty()) sign_line(theme, Verdict::TooCloseToCall, replay.notice());
  if (!replay.trouble()) return;
  const rules::TextError& trouble = *replay.trouble();
  sign_line(theme, Verdict::No, tongue::trf("line {}, column {}: {}", trouble.at.line, trouble.at.column, tongue::ruling(trouble.says)));
  wrong_place(replay, trouble, theme);
  if (replay.now()) quiet_text(theme, tongue::tr("What precedes it is replayed."));
}

void who_is_who(const BoardReplay& replay, const Theme& theme) {
  const measure::Board& board = replay.board();
  section(theme, tongue::tr("ON THE BOARD"));
  for (std::size_t side = 0; side < board.sides.size(); ++side) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float radius = theme.px(9);
    draw_replayed_man(*ImGui::GetWindowDrawList(), board, side, {at.x + radius, at.y + 0.5F * ImGui::GetFrameHeight()}, radius);
    ImGui::Dummy({2.0F * radius + theme.px(4), ImGui::GetFrameHeight()});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        fmt::format("{}: {}", board.sides[side].name, std::ranges::count(replay.now()->standing, side, &app::ReplayedPiece::side)).c_str());
  }
}

/// The step a line of the text leads to: the first of those on it.
std::optional<std::size_t> step_on(const BoardReplay& replay, int line) {
  for (std::size_t i = 1; i < replay.steps().size(); ++i)
    if (replay.steps()[i].place.line == line) return i;
  return std::nullopt;
}

/// Marks the step among several on one line.
void underline_word(const ReplayStep& step, const std::string& line, ImVec2 at, const Theme& theme) {
  const auto begin = static_cast<std::size_t>(step.place.column - 1);
  if (step.kind != ReplayStep::Kind::Action || begin >= line.size()) return;
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  const auto width = [&](std::size_t upto) { return ImGui::CalcTextSize(line.c_str(), line.c_str() + upto).x; };
  const float y = at.y + ImGui::GetFontSize() + theme.px(1);
  ImGui::GetWindowDrawList()->AddLine({at.x + width(begin), y}, {at.x + width(end), y}, theme.accent, theme.px(2));
}

void text_of(BoardReplayUi& ui, const Theme& theme) {
  BoardReplay& replay = *ui.replay;
  section(theme, tongue::tr("TEXT"));
  // Whole pixels: ImGui rounds the place of a line, and above the window's edge another way than below it.
  const float height = std::ceil(ImGui::GetFontSize()), spacing = std::floor(theme.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, spacing});
  ImGui::BeginChild("text");
  const int now = replay.now() && replay.at() > 0 ? replay.now()->place.line : 0;
  const int wrong = replay.trouble() ? replay.trouble()->at.line : 0;
  const float digits = ImGui::CalcTextSize("0000").x;
  for (std::size_t i = 0; i < replay.lines().size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(line);
    if (ImGui::Selectable("##line", line == now, ImGuiSelectableFlags_None, {0.0F, height}))
      if (const auto step = step_on(replay, line)) replay.go_to(*step);
    ImGui::PopID();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddText(at, theme.quiet, std::to_string(line).c_str());
    const std::string text = fitted(*ImGui::GetFont(), replay.lines()[i], ImGui::GetContentRegionAvail().x - digits);
    draw.AddText({at.x + digits, at.y}, line == wrong ? theme.ink(overlay::ink_of(Verdict::No)) : theme.text, text.c_str());
    if (line == now) underline_word(*replay.now(), text, {at.x + digits, at.y}, theme);
    if (line == wrong) draw.AddText({at.x + digits - ImGui::CalcTextSize("x ").x, at.y}, theme.ink(overlay::ink_of(Verdict::No)), "x");
  }
  if (ui.scrolled_to != replay.at()) ImGui::SetScrollY(static_cast<float>(now) * (height + spacing) - 0.5F * ImGui::GetWindowHeight());
  ui.scrolled_to = replay.at();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void draw_side(BoardReplayUi& ui, const overlay::Box& box, const Theme& theme) {
  begin_panel("replay side", box);
  section(theme, tongue::tr("REPLAY"));
  buttons(ui, theme);
  if (ui.replay) {
    what_is_wrong(*ui.replay, theme);
    if (ui.replay->now()) who_is_who(*ui.replay, theme);
    text_of(ui, theme);
  }
  end_panel();
}

}  // namespace

void copy_record(BoardReplayUi& ui, const std::string& record) {
  if (record.empty()) {
    ui.told = tongue::tr("nothing to copy yet");
    return;
  }
  ImGui::SetClipboardText(record.c_str());
  ui.told = tongue::trnf("copied, {} line", "copied, {} lines", std::ranges::count(record, '\n'));
}

void paste_record(BoardReplayUi& ui, const measure::Board& here) {
  const char* const text = ImGui::GetClipboardText();
  ui.replay.emplace(text ? text : "", here);
  ui.scrolled_to.reset();
  ui.told.clear();
}

bool take_replay_key(BoardReplayUi& ui, int key) {
  if (!ui.replay) return false;
  switch (key) {
    case GLFW_KEY_LEFT: ui.replay->back(); return true;
    case GLFW_KEY_RIGHT: ui.replay->forward(); return true;
    case GLFW_KEY_HOME: ui.replay->first(); return true;
    case GLFW_KEY_END: ui.replay->last(); return true;
    case GLFW_KEY_U: ui.turned = !ui.turned; return true;
    case GLFW_KEY_ESCAPE: ui.replay.reset(); return true;
    default: return false;
  }
}

void draw_record_buttons(BoardReplayUi& ui, const std::string& record, const measure::Board& here, const Theme& theme) {
  const float width = theme.px(118), gap = theme.px(6), right = ImGui::GetWindowContentRegionMax().x;
  const float told = ui.told.empty() ? 0.0F : ImGui::CalcTextSize(ui.told.c_str()).x + 2.0F * gap;
  ImGui::SameLine(std::max(theme.px(90), right - 2.0F * width - gap - told));
  if (!ui.told.empty()) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ui.told.c_str());
    ImGui::SameLine(0.0F, 2.0F * gap);
  }
  if (toggle_button(theme, tongue::tr("copy  Ctrl+C"), false, width)) copy_record(ui, record);
  ImGui::SameLine(0.0F, gap);
  if (toggle_button(theme, tongue::tr("paste  Ctrl+V"), false, width)) paste_record(ui, here);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Replays a copied record. The board is watched all the while."));
}

void draw_board_replay(BoardReplayUi& ui, const overlay::Box& stage, const overlay::Box& side, const Theme& theme) {
  draw_stage(ui, stage, theme);
  draw_side(ui, side, theme);
}

}  // namespace window
