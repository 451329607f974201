#include "app/window/shell/theme.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "app/overlay/figures.h"

namespace window {
namespace {

/// Type sizes at scale 1, in pixels.
constexpr double kSmall = 14.0, kBody = 15.5, kTitle = 21.0;
constexpr double kNumber = 30.0, kVerdict = 84.0;

/// Latin-1, Latin Extended-A, dashes and dots, arrows, fractions.
constexpr ImWchar kLetters[] = {0x0020, 0x00FF, 0};
constexpr ImWchar kGlyphs[] = {0x0020, 0x017F, 0x2010, 0x2027, 0x2032, 0x2033, 0x2150, 0x215F, 0x2190, 0x2193, 0};

[[nodiscard]] std::string first_existing(std::initializer_list<const char*> paths) {
  for (const char* path : paths) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path;
  }
  return {};
}

[[nodiscard]] ImFont* load(const std::string& path, double size, const ImWchar* glyphs = kGlyphs) {
  ImGuiIO& io = ImGui::GetIO();
  ImFontConfig config;
  config.OversampleH = 2;
  config.PixelSnapH = true;
  if (path.empty()) return io.Fonts->AddFontDefault();
  ImFont* const font = io.Fonts->AddFontFromFileTTF(path.c_str(), static_cast<float>(size), &config, glyphs);
  return font ? font : io.Fonts->AddFontDefault();
}

/// Gives all digits one width, so that numbers do not dance while they are measured.
void make_figures_tabular(ImFont& font) {
  float widest = 0.0F;
  for (ImWchar digit = '0'; digit <= '9'; ++digit) widest = std::max(widest, font.FindGlyph(digit)->AdvanceX);
  for (ImWchar digit = '0'; digit <= '9'; ++digit) {
    auto* const glyph = const_cast<ImFontGlyph*>(font.FindGlyph(digit));  // the atlas has no other way to change one
    const float shift = 0.5F * (widest - glyph->AdvanceX);
    glyph->X0 += shift;
    glyph->X1 += shift;
    glyph->AdvanceX = widest;
    if (digit < font.IndexAdvanceX.Size) font.IndexAdvanceX[digit] = widest;
  }
}

[[nodiscard]] Fonts load_fonts(double scale) {
  const std::string regular =
      first_existing({"/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"});
  const std::string strong =
      first_existing({"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                      "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"});
  ImGui::GetIO().Fonts->Clear();
  Fonts fonts{.body = load(regular, kBody * scale),
              .strong = load(strong, kBody * scale),
              .small_print = load(regular, kSmall * scale),
              .title = load(strong, kTitle * scale),
              .number = load(strong, kNumber * scale),
              .verdict = load(strong, kVerdict * scale, kLetters)};
  ImGui::GetIO().Fonts->Build();
  for (ImFont* font : {fonts.body, fonts.strong, fonts.small_print, fonts.title, fonts.number}) make_figures_tabular(*font);
  return fonts;
}

[[nodiscard]] ImVec4 rgba(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void set_style(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  if (theme.light)
    ImGui::StyleColorsLight();
  else
    ImGui::StyleColorsDark();
  style.WindowRounding = theme.px(10);
  style.ChildRounding = style.FrameRounding = style.PopupRounding = theme.px(7);
  style.WindowPadding = {theme.px(16), theme.px(13)};
  style.FramePadding = {theme.px(11), theme.px(6)};
  style.ItemSpacing = {theme.px(8), theme.px(7)};
  style.ItemInnerSpacing = {theme.px(7), theme.px(6)};
  style.ScrollbarSize = theme.px(10);
  style.ScrollbarRounding = theme.px(5);
  style.WindowBorderSize = 1.0F;
  style.ChildBorderSize = 0.0F;
  style.Colors[ImGuiCol_WindowBg] = rgba(theme.panel);
  style.Colors[ImGuiCol_PopupBg] = rgba(theme.panel);
  style.Colors[ImGuiCol_ChildBg] = {0, 0, 0, 0};
  style.Colors[ImGuiCol_Border] = rgba(theme.rim);
  style.Colors[ImGuiCol_Text] = rgba(theme.text);
  style.Colors[ImGuiCol_TextDisabled] = rgba(theme.quiet);
  style.Colors[ImGuiCol_FrameBg] = style.Colors[ImGuiCol_Button] = style.Colors[ImGuiCol_Header] = rgba(theme.card);
  style.Colors[ImGuiCol_FrameBgHovered] = style.Colors[ImGuiCol_ButtonHovered] = style.Colors[ImGuiCol_HeaderHovered] =
      rgba(theme.card_hot);
  style.Colors[ImGuiCol_FrameBgActive] = style.Colors[ImGuiCol_ButtonActive] = style.Colors[ImGuiCol_HeaderActive] = rgba(theme.card_hot);
  style.Colors[ImGuiCol_CheckMark] = style.Colors[ImGuiCol_SliderGrab] = style.Colors[ImGuiCol_NavHighlight] = rgba(theme.accent);
  style.Colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
}

}  // namespace

ImU32 packed(overlay::Rgb colour, double opacity) {
  return IM_COL32(colour.r, colour.g, colour.b, static_cast<int>(255.0 * std::clamp(opacity, 0.0, 1.0) + 0.5));
}

ImU32 Theme::ink(const overlay::Colour& colour) const {
  if (!light) return packed(overlay::rgb_of(colour));
  // On white paper yellow, white and sky blue vanish: the same hues, darker.
  if (const auto* meaning = std::get_if<overlay::Ink>(&colour)) {
    switch (*meaning) {
      case overlay::Ink::TooClose: return IM_COL32(140, 122, 0, 255);
      case overlay::Ink::Accent: return IM_COL32(0, 100, 165, 255);
      case overlay::Ink::Yes: return IM_COL32(0, 120, 86, 255);
      case overlay::Ink::No: return IM_COL32(176, 68, 0, 255);
      case overlay::Ink::Selection: return text;
      case overlay::Ink::Quiet: return quiet;
    }
  }
  return packed(overlay::rgb_of(colour));
}

Theme make_theme(double scale, bool light) {
  Theme theme{.fonts = load_fonts(scale), .scale = scale, .light = light};
  const auto one_of = [&](ImU32 on_light, ImU32 on_dark) { return light ? on_light : on_dark; };
  theme.backdrop = one_of(IM_COL32(226, 229, 232, 255), IM_COL32(18, 18, 22, 255));
  theme.panel = one_of(IM_COL32(250, 250, 251, 255), IM_COL32(12, 15, 18, 255));
  theme.rim = one_of(IM_COL32(205, 210, 215, 255), IM_COL32(36, 40, 46, 255));
  theme.card = one_of(IM_COL32(234, 237, 240, 255), IM_COL32(26, 30, 35, 255));
  theme.card_hot = one_of(IM_COL32(219, 226, 233, 255), IM_COL32(42, 48, 55, 255));
  theme.text = one_of(IM_COL32(20, 24, 28, 255), IM_COL32(240, 243, 246, 255));
  theme.quiet = one_of(IM_COL32(88, 96, 104, 255), IM_COL32(150, 158, 166, 255));
  theme.accent = one_of(IM_COL32(0, 114, 178, 255), IM_COL32(86, 180, 233, 255));
  theme.on_accent = one_of(IM_COL32(255, 255, 255, 255), IM_COL32(6, 22, 34, 255));
  set_style(theme);
  return theme;
}

}  // namespace window
