#include "app/window/shell/widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/view.h"

namespace window {
namespace {

constexpr double kSignSize = 14.0;

void sign_at(const Theme& theme, measure::Verdict verdict, ImVec2 at, float size) {
  draw_sign(*ImGui::GetWindowDrawList(), overlay::sign_of(verdict), {at.x, at.y, at.x + size, at.y + size},
            theme.ink(overlay::ink_of(verdict)));
}

/// Cuts whole letters, never half a byte sequence.
[[nodiscard]] std::size_t letter_before(const std::string& text, std::size_t end) {
  while (end > 0 && (static_cast<unsigned char>(text[--end]) & 0xC0U) == 0x80U) {
  }
  return end;
}

/// At the cursor, in a panel's title line.
void draw_game_choice(const Theme& theme, std::string_view title, std::string& wished) {
  const std::string label = std::string(title) + "   ##game";  // room for the arrow
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (toggle_button(theme, label.c_str(), false)) ImGui::OpenPopup("games");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Another game"));
  const ImVec2 size = ImGui::GetItemRectSize();
  const float half = theme.px(4);
  const ImVec2 tip(from.x + size.x - theme.px(13), from.y + 0.5F * size.y + theme.px(3));
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - half, tip.y - half}, {tip.x + half, tip.y - half}, tip, theme.quiet);
  ImGui::SetNextWindowPos({from.x, from.y + size.y + theme.px(6)});
  if (!ImGui::BeginPopup("games")) return;
  for (const GameName& game : kGames)
    if (toggle_button(theme, game.title, title == game.title, theme.px(160))) {
      if (title != game.title) wished = game.word;
      ImGui::CloseCurrentPopup();
    }
  ImGui::EndPopup();
}

}  // namespace

void begin_panel(const char* name, const overlay::Box& box, bool scrolls) {
  ImGui::SetNextWindowPos({static_cast<float>(box.left), static_cast<float>(box.top)});
  ImGui::SetNextWindowSize({static_cast<float>(box.width()), static_cast<float>(box.height())});
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
  if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin(name, nullptr, flags);
}

void end_panel() { ImGui::End(); }

void section(const Theme& theme, const char* title) {
  ImGui::PushFont(theme.fonts.small_print);
  coloured_text(theme.quiet, title);
  ImGui::PopFont();
}

void quiet_text(const Theme& theme, const std::string& text) {
  ImGui::PushFont(theme.fonts.small_print);
  wrapped_text(theme, text, theme.quiet);
  ImGui::PopFont();
}

void wrapped_text(const Theme& /*theme*/, const std::string& text, ImU32 colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0.0F);
  // A pixel less than there is: ImGui rounds, and would break once more before the last word of a line that just fits.
  ImGui::TextUnformatted(in_lines(*ImGui::GetFont(), text, ImGui::GetContentRegionAvail().x - 1.0F).c_str());
  ImGui::PopTextWrapPos();  // of a word that is wider than the panel
  ImGui::PopStyleColor();
}

void strong_text(const Theme& theme, const std::string& text) {
  ImGui::PushFont(theme.fonts.strong);
  ImGui::TextUnformatted(fitted(*theme.fonts.strong, text, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopFont();
}

void title_text(const Theme& theme, const std::string& text) {
  ImGui::PushFont(theme.fonts.title);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void coloured_text(ImU32 colour, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

std::string fitted(const ImFont& font, const std::string& text, float width) {
  const auto wide = [&](const std::string& t) { return font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, t.c_str()).x; };
  if (wide(text) <= width) return text;
  std::size_t end = text.size();
  while (end > 0) {
    end = letter_before(text, end);
    const std::string cut = text.substr(0, end) + "\xE2\x80\xA6";
    if (wide(cut) <= width) return cut;
  }
  return {};
}

std::string in_lines(const ImFont& font, const std::string& text, float width) {
  return in_lines(std::string_view(text), width, [&font](std::string_view part) {
    return font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, part.data(), part.data() + part.size()).x;
  });
}

bool card(const Theme& theme, const char* id, const CardText& text) {
  const float width = ImGui::GetContentRegionAvail().x, pad = theme.px(10);
  const ImFont& strong = *theme.fonts.strong;
  const ImFont& small_print = *theme.fonts.small_print;
  const float height = 2.0F * theme.px(7) + strong.FontSize + (text.note.empty() ? 0.0F : theme.px(3) + small_print.FontSize);
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("card", {width, height});
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + width, at.y + height);
  draw.AddRectFilled(at, end, hot || text.selected ? theme.card_hot : theme.card, theme.px(7));
  if (text.selected) draw.AddRect(at, end, theme.accent, theme.px(7), ImDrawFlags_None, theme.px(1.5));
  float x = at.x + pad;
  if (text.verdict) {
    sign_at(theme, *text.verdict, {x, at.y + theme.px(7) + 0.5F * (strong.FontSize - theme.px(kSignSize))}, theme.px(kSignSize));
    x += theme.px(kSignSize + 9);
  }
  if (text.dot) {
    draw.AddCircleFilled({x + theme.px(5), at.y + theme.px(7) + 0.5F * strong.FontSize}, theme.px(5), packed(*text.dot));
    x += theme.px(19);
  }
  const float right = small_print.CalcTextSizeA(small_print.FontSize, 1e6F, 0.0F, text.right.c_str()).x;
  const float room = end.x - pad - x - (right > 0.0F ? right + theme.px(8) : 0.0F);
  draw.AddText(&strong, strong.FontSize, {x, at.y + theme.px(7)}, theme.text, fitted(strong, text.title, room).c_str());
  if (!text.right.empty())
    draw.AddText(&small_print, small_print.FontSize, {end.x - pad - right, at.y + theme.px(8.5)}, theme.quiet, text.right.c_str());
  if (!text.note.empty()) {
    draw.AddText(&small_print, small_print.FontSize, {x, at.y + theme.px(10) + strong.FontSize}, theme.quiet,
                 fitted(small_print, text.note, end.x - pad - x).c_str());
  }
  return pressed;
}

bool toggle_button(const Theme& theme, const char* label, bool on, float width) {
  if (on) {
    ImGui::PushStyleColor(ImGuiCol_Button, theme.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, theme.on_accent);
  }
  const bool pressed = ImGui::Button(label, {width, 0.0F});
  if (on) ImGui::PopStyleColor(3);
  return pressed;
}

bool main_button(const Theme& theme, const char* label, float width) { return toggle_button(theme, label, true, width); }

bool Flow::button(const char* label, bool on) {
  const float width = ImGui::CalcTextSize(label, nullptr, true).x + theme_.px(22);
  if (x_ > 0.0F && x_ + width <= room_)
    ImGui::SameLine();
  else
    x_ = 0.0F;
  x_ += width + theme_.px(8);
  return toggle_button(theme_, label, on, width);
}

bool number_field(const char* id, double& value, double least, double most, float width) {
  double typed = value;
  ImGui::SetNextItemWidth(width);
  ImGui::InputDouble(id, &typed, 0.0, 0.0, "%.6g");
  if (!ImGui::IsItemDeactivatedAfterEdit() || !std::isfinite(typed)) return false;
  const double before = std::exchange(value, std::clamp(typed, least, most));
  return value != before;
}

bool stepper(const Theme& theme, const char* what, double& value, double step, double least, double most) {
  const double before = value;
  ImGui::PushID(what);
  ImGui::PushButtonRepeat(true);  // held down it goes on
  const ImVec2 button(theme.px(32), 0.0F);
  if (ImGui::Button("-", button)) value = std::max(least, value - step);
  ImGui::SameLine();
  if (ImGui::Button("+", button)) value = std::min(most, value + step);
  ImGui::PopButtonRepeat();
  ImGui::SameLine();
  number_field("##number", value, least, most, theme.px(66));
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  wrapped_text(theme, what, theme.quiet);
  ImGui::PopID();
  return value != before;
}

bool length_stepper(const Theme& theme, const char* what, double& inches, double step, double least, double most) {
  const auto shown_of = [](double in) { return tongue::in_units(measure::Inches(in)); };
  const bool metric = tongue::units_in_use() == tongue::Units::Centimetres;
  double shown = shown_of(inches);
  const std::string says = fmt::format("{} {}", tongue::unit(), what);
  // In centimetres a step is whole or half of one.
  const double shown_step = metric ? std::max(0.5, std::round(shown_of(step))) : step;
  const double before = shown;
  stepper(theme, says.c_str(), shown, shown_step, shown_of(least), shown_of(most));
  if (shown == before) return false;  // else what was chosen in inches would be rounded
  inches = tongue::from_units(shown).value;
  return true;
}

float as_wide_as(const Theme& theme, const char* label, double px) {
  return std::max(theme.px(px), ImGui::CalcTextSize(label, nullptr, true).x + 2.0F * ImGui::GetStyle().FramePadding.x);
}

void sign_line(const Theme& theme, measure::Verdict verdict, const std::string& text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float size = theme.px(kSignSize);
  sign_at(theme, verdict, {at.x, at.y + 0.5F * (ImGui::GetFontSize() - size)}, size);
  ImGui::Indent(size + theme.px(8));
  wrapped_text(theme, text, theme.text);
  ImGui::Unindent(size + theme.px(8));
}

std::string word_of(std::string_view title) {
  for (const GameName& game : kGames)
    if (title == game.title) return game.word;
  return {};
}

float draw_title(const Theme& theme, std::string_view title, std::string& wished) {
  ImGui::SetCursorPos({theme.px(18), theme.px(12)});
  title_text(theme, "Vedette");
  const float name_end = theme.px(18) + ImGui::GetItemRectSize().x + theme.px(14);
  ImGui::SetCursorPos({name_end, theme.px(9)});
  draw_game_choice(theme, title, wished);
  return name_end + ImGui::GetItemRectSize().x + theme.px(14);
}

std::optional<std::string> choose_camera(const Theme& theme, const std::vector<vision::CameraDevice>& cameras, const std::string& source,
                                         bool& look_again) {
  std::optional<std::string> chosen;
  for (const auto& camera : cameras)
    if (card(theme, camera.path.c_str(),
             {.title = camera.name.empty() ? camera.path : camera.name,
              .note = camera.path,
              .selected = source.find(camera.path) != std::string::npos}))
      chosen = camera.path;
  if (cameras.empty())
    quiet_text(theme,
               tongue::tr("No camera is plugged in. Plug one in and look again, or drop a video or a folder of pictures on this window."));
  look_again = ImGui::Button(tongue::tr("Look for cameras"));
  return chosen;
}

void source_line(const Theme& theme, const std::string& source, bool picture) {
  if (!source.empty()) sign_line(theme, picture ? measure::Verdict::Yes : measure::Verdict::TooCloseToCall, source);
}

void standing_lines(const Theme& theme, const calibration::StandingAdvice& advice) {
  quiet_text(theme, advice.now.sees_all
                        ? tongue::trf("It looks {:.0f}° from straight down.", advice.now.tilt_deg)
                        : tongue::trf("It looks {:.0f}° from straight down and does not see the whole.", advice.now.tilt_deg));
  if (advice.better)
    quiet_text(theme, tongue::trf("At a height of {} and {:.0f}°, its view on the middle, margins would be {:.0f} % of what they are.",
                                  tongue::length(advice.better->height, 0), advice.better->tilt_deg,
                                  100.0 * (advice.better->margin / advice.now.margin)));
}

measure::Verdict verdict_of(calibration::Finding::Severity severity) {
  return static_cast<measure::Verdict>(severity);  // both from best to worst
}

}  // namespace window
