#include <fmt/format.h>
#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"
#include "measure/gap.h"

namespace window {
namespace {

/// A tool: its name, its key under it where there is room. The tool in hand has the accent colour.
[[nodiscard]] bool tool_button(const Theme& theme, const char* english, const std::string& key, bool on, float height) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(english);
  const bool pressed = ImGui::InvisibleButton("tool", {width, height});
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (on || hot) draw.AddRectFilled(at, {at.x + width, at.y + height}, on ? theme.accent : theme.card, theme.px(8));
  const ImFont& strong = *theme.fonts.strong;
  const ImFont& small_print = *theme.fonts.small_print;
  const std::string label = fitted(strong, tongue::tr(english), width);
  const float label_width = strong.CalcTextSizeA(strong.FontSize, 1e6F, 0.0F, label.c_str()).x;
  const float natural = small_print.CalcTextSizeA(small_print.FontSize, 1e6F, 0.0F, key.c_str()).x;
  const float key_size = small_print.FontSize * std::min(1.0F, width / std::max(natural, 1.0F));  // "Strg+Umschalt+Z" is wider than a thumb
  const float key_width = natural * key_size / small_print.FontSize;
  const float both = strong.FontSize + small_print.FontSize + theme.px(2);
  const bool low = both > height;  // many tools in a low window: the key is left to the tip
  const float y = at.y + 0.5F * (height - (low ? strong.FontSize : both));
  draw.AddText(&strong, strong.FontSize, {at.x + 0.5F * (width - label_width), y}, on ? theme.on_accent : theme.text, label.c_str());
  if (low) return pressed;
  draw.AddText(&small_print, key_size, {at.x + 0.5F * (width - key_width), y + strong.FontSize + theme.px(2)},
               on ? theme.on_accent : theme.quiet, key.c_str());
  return pressed;
}

/// The commands under the tools, by a name that fits there; null for all others.
[[nodiscard]] const char* short_name(const Request& request) {
  if (std::holds_alternative<Freeze>(request)) return tongue::tr_later("Freeze");
  if (std::holds_alternative<TurnTable>(request)) return tongue::tr_later("Turn");
  if (std::holds_alternative<Undo>(request)) return tongue::tr_later("Undo");
  if (std::holds_alternative<Redo>(request)) return tongue::tr_later("Redo");
  return nullptr;
}

using measure::Verdict, vision::Piece;

[[nodiscard]] const Piece* piece_with(const Look& look, int id) {
  return look.snapshot.state ? vision::find_piece(*look.snapshot.state, id) : nullptr;
}

[[nodiscard]] std::string name_of(const Look& look, int id) {
  const Piece* const piece = piece_with(look, id);
  return piece ? piece->name : tongue::trf("figure {}", id);
}

void facts(const Look& look, const UiState& ui, const Piece& piece, const Theme& theme) {
  const double margin = measure::margin_of(piece.covariance).value;
  ImGui::TextUnformatted(tongue::trf("at {}  {}", tongue::place(piece.at, 2), tongue::margin(measure::Inches(margin))).c_str());
  if (piece.heading) {
    ImGui::TextUnformatted(tongue::trf("faces {:.0f}° ±{:.1f}", measure::heading_degrees(*piece.heading),
                                       std::max(0.1, measure::degrees(piece.heading_margin)))
                               .c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("0° is to the right along the table, 90° straight away from you."));
  } else {
    quiet_text(theme, tongue::tr("its front cannot be seen"));
  }
  if (piece.ground.value > 0.0) ImGui::TextUnformatted(tongue::trf("stands {} up", tongue::length(piece.ground, 1)).c_str());
  switch (piece.seen) {
    case vision::Seen::Yes: sign_line(theme, Verdict::Yes, tongue::tr("in view")); break;
    case vision::Seen::Hidden: sign_line(theme, Verdict::TooCloseToCall, tongue::tr("hidden: it stood here when it was last seen")); break;
    case vision::Seen::Lost: sign_line(theme, Verdict::No, tongue::tr("lost: nobody saw where it went")); break;
  }
  if (still_shrinking(ui, piece.id, look.now))
    sign_line(theme, Verdict::TooCloseToCall, tongue::tr("margin still shrinks: measure again, longer"));
}

/// The nearest figure of another army, edge to edge: what a player asks first.
void nearest_enemy(const Look& look, const Piece& piece, const Theme& theme) {
  const Piece* nearest = nullptr;
  measure::Measured gap;
  for (const Piece& other : look.snapshot.state->pieces) {
    if (other.army == piece.army) continue;
    const auto between = measure::gap(vision::footprint_of(piece), vision::footprint_of(other));
    if (!nearest || between.value < gap.value) nearest = &other, gap = between;
  }
  if (nearest) quiet_text(theme, tongue::trf("nearest enemy {}: {}", nearest->name, overlay::text_of(gap)));
}

void doubts(const Look& look, const Piece& piece, const Theme& theme, Requests& requests) {
  if (!piece.doubtful) return;
  sign_line(theme, Verdict::TooCloseToCall, tongue::tr("May have been exchanged with another:"));
  for (const int other : piece.could_be) {
    if (other == piece.id) continue;
    const std::string label = tongue::trf("It is {}##{}", name_of(look, other), other);
    if (ImGui::Button(label.c_str())) requests.push_back(CorrectPieces{{app::Swap{piece.id, other}}});
  }
}

void draw_one(const Look& look, UiState& ui, const Piece& piece, const Theme& theme, Requests& requests) {
  strong_text(theme, piece.name);
  quiet_text(theme,
             fmt::format("{}{}{} · {}", piece.army, piece.unit.empty() ? "" : " · ", piece.unit, tongue::tr(measure::word(piece.kind))) +
                 (piece.tag ? tongue::trf(" · tag {}", *piece.tag) : ""));
  facts(look, ui, piece, theme);
  nearest_enemy(look, piece, theme);
  doubts(look, piece, theme, requests);
  if (ImGui::Button(tongue::tr("Remove"))) requests.push_back(CorrectPieces{{app::RemovePiece{piece.id}}});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Not a figure, or taken off the table. Ctrl+Z brings it back."));
}

void draw_several(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  std::set<std::string> units;
  double worst = 0.0;
  int hidden = 0;
  for (const int id : ui.selected) {
    const Piece* const piece = piece_with(look, id);
    if (!piece) continue;
    units.insert(piece->unit);
    worst = std::max(worst, measure::margin_of(piece->covariance).value);
    hidden += piece->seen != vision::Seen::Yes ? 1 : 0;
  }
  strong_text(theme, units.size() == 1 && !units.begin()->empty() ? tongue::trf("{}: {} figures", *units.begin(), ui.selected.size())
                                                                  : tongue::trf("{} figures", ui.selected.size()));
  ImGui::TextUnformatted(tongue::trf("each within {}", tongue::margin(measure::Inches(worst))).c_str());
  if (hidden > 0) sign_line(theme, Verdict::TooCloseToCall, tongue::trf("{} hidden", hidden));
  if (ui.selected.size() != 2) return;
  const int a = *ui.selected.begin(), b = *ui.selected.rbegin();
  if (ImGui::Button(tongue::tr("Exchange the two"))) requests.push_back(CorrectPieces{{app::Swap{a, b}}});
  ImGui::SameLine();
  if (ImGui::Button(tongue::tr("They are one"))) requests.push_back(CorrectPieces{{app::Merge{a, b}}});
}

/// A sheet of this width in the middle of the window, as high as what it shows; what is higher than the window scrolls.
void centred(ImVec2 window, float width) {
  ImGui::SetNextWindowPos({0.5F * window.x, 0.46F * window.y}, ImGuiCond_Always, {0.5F, 0.46F});
  ImGui::SetNextWindowSizeConstraints({width, 0.0F}, {width, 0.9F * window.y});
}

/// Dims what lies behind a sheet, and keeps the mouse off it.
void dim(ImVec2 window) {
  ImGui::SetNextWindowPos({0.0F, 0.0F});
  ImGui::SetNextWindowSize(window);
  ImGui::SetNextWindowBgAlpha(0.72F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::Begin("dim", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::End();
  ImGui::PopStyleVar();
}

constexpr ImGuiWindowFlags kSheet = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar;

}  // namespace

void draw_tool_panel(const UiState& ui, const overlay::Box& box, const Theme& theme, std::span<const Command> commands,
                     Requests& requests) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(8), theme.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(4), theme.px(5)});
  begin_panel("tools", box);
  const auto buttons = std::ranges::count_if(
      commands, [](const Command& c) { return std::holds_alternative<ChooseTool>(c.request) || short_name(c.request); });
  const float height =
      std::min(theme.px(54), (static_cast<float>(box.height()) - theme.px(40)) / static_cast<float>(buttons) - theme.px(5));
  for (const Command& command : commands) {
    const auto* const choice = std::get_if<ChooseTool>(&command.request);
    if (!choice) continue;
    const ToolFace& face = *part_of(choice->tool).tool;
    if (tool_button(theme, face.short_name, command.keys, ui.tool == choice->tool, height)) requests.push_back(*choice);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s (%s): %s", command.title.c_str(), command.keys.c_str(), face.hint({}).c_str());
  }
  ImGui::Separator();
  for (const Command& command : commands) {
    const char* const name = short_name(command.request);
    if (!name) continue;
    const auto* const freeze = std::get_if<Freeze>(&command.request);
    if (tool_button(theme, name, command.keys, freeze && !freeze->on, height)) requests.push_back(command.request);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s (%s)", command.title.c_str(), command.keys.c_str());
  }
  end_panel();
  ImGui::PopStyleVar(2);
}

void draw_inspector(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  std::erase_if(ui.selected, [&](int id) { return look.snapshot.state && !piece_with(look, id); });
  if (ui.selected.empty() && ui.tool != Tool::Select) return;  // a click is the tool's
  section(theme, tongue::tr("SELECTED"));
  if (ui.selected.empty()) return quiet_text(theme, tongue::tr("Nothing. Click a figure, or a unit in the list below."));
  if (ui.selected.size() > 1) return draw_several(look, ui, theme, requests);
  if (const Piece* const piece = piece_with(look, *ui.selected.begin())) draw_one(look, ui, *piece, theme, requests);
}

void draw_help(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands) {
  if (!ui.help) return;
  dim(window);
  centred(window, std::min(theme.px(940), 0.94F * window.x));
  ImGui::Begin("help", &ui.help, kSheet);
  title_text(theme, tongue::tr("Keys and mouse"));
  const float close = ImGui::CalcTextSize(tongue::tr("Close")).x + 2.0F * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);  // in sight even where the sheet is higher than the window
  if (main_button(theme, tongue::tr("Close"))) ui.help = false;
  quiet_text(theme, tongue::tr("Wheel zooms, the right button drags the picture. Every number says how sure it is: 7.50 ±0.03 in.\n"
                               "A tick means yes, waves too close to call, a cross no."));
  ImGui::Columns(2, "keys", false);
  std::string group;
  std::size_t rows = 0;
  bool right = false;
  for (const Command& command : commands) {
    if (command.group != group) {
      if (!right && 2 * rows >= commands.size()) ImGui::NextColumn(), right = true, rows = 0;
      if (rows > 0) ImGui::Dummy({0.0F, theme.px(4)});
      group = command.group;
      section(theme, group.c_str());
    }
    ImGui::TextUnformatted(command.keys.c_str());
    ImGui::SameLine(theme.px(140));  // from the column's own edge
    coloured_text(theme.quiet, fitted(*theme.fonts.body, command.title, ImGui::GetContentRegionAvail().x));
    ++rows;
  }
  ImGui::Columns(1);
  ImGui::End();
}

void draw_palette(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands, Requests& requests) {
  if (!ui.palette) return;
  dim(window);
  centred(window, std::min(theme.px(520), 0.9F * window.x));
  const float list = std::min(theme.px(420), 0.7F * window.y);
  ImGui::Begin("palette", &ui.palette, kSheet);
  char text[128] = {};
  ui.palette_text.copy(text, sizeof text - 1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1.0F);
  const bool entered =
      ImGui::InputTextWithHint("##command", tongue::tr("type a command"), text, sizeof text, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.palette_text = text;
  const auto found = matching(commands, ui.palette_text);
  bool first = true;
  ImGui::BeginChild("found", {0.0F, list});
  for (const Command& command : found) {
    if (card(theme, command.title.c_str(), {.title = command.title, .right = command.keys, .selected = first}) || (first && entered)) {
      requests.push_back(command.request);
      ui.palette = false;
      break;
    }
    first = false;
  }
  ImGui::EndChild();
  ImGui::End();
  if (!ui.palette) ui.palette_text.clear();
}

}  // namespace window
