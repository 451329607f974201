#include "app/window/tools/choices.h"

#include <imgui.h>
#include <algorithm>
#include <cctype>

#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

constexpr double kChoicesWidth = 460.0, kLanguageButton = 40.0;  // pixels at scale 1

void keep_choices(ChoicesView& view) {
  const std::string folder = app::state_folder();
  if (folder.empty()) return;
  const auto kept = app::write_window_choices(folder, view.chosen);
  view.trouble = kept ? "" : kept.error().message;
}

void choose_language(ChoicesView& view, const Theme& theme) {
  section(theme, tongue::tr("LANGUAGE"));
  Flow flow(theme);
  for (const tongue::LanguageName& each : tongue::kLanguages)
    if (flow.button(each.own_name, tongue::in_use() == each.language)) {
      tongue::use(each.language);
      view.chosen.language = each.code;
      keep_choices(view);
    }
}

void choose_units(ChoicesView& view, const Theme& theme) {
  section(theme, tongue::tr("LENGTHS"));
  Flow flow(theme);
  for (const tongue::UnitsName& each : tongue::kUnits)
    if (flow.button(tongue::tr(each.shown), tongue::units_in_use() == each.units)) {
      tongue::use(each.units);
      view.chosen.units = each.key;
      keep_choices(view);
    }
  quiet_text(theme, tongue::tr("Files, records and answers for programs stay in English and inches."));
}

void choose_speech(ChoicesView& view, const Theme& theme) {
  section(theme, tongue::tr("SPEECH"));
  const auto mute = why_mute();
  ImGui::BeginDisabled(mute.has_value());
  if (toggle_button(theme, tongue::tr("Read rulings out"), view.chosen.speech && !mute)) {
    view.chosen.speech = !view.chosen.speech;
    keep_choices(view);
  }
  ImGui::EndDisabled();
  quiet_text(theme,
             mute ? *mute : tongue::tr("What is not legal or too close to call on every table that settles, and what the referee rules."));
}

}  // namespace

ChoicesView kept_choices() { return {.chosen = app::read_window_choices(app::state_folder())}; }

float choices_button(ChoicesView& view, const Theme& theme, float right, float top) {
  std::string label = tongue::code_of(tongue::in_use());
  std::ranges::transform(label, label.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const float left = right - theme.px(kLanguageButton);
  ImGui::SetCursorPos({left, top});
  if (toggle_button(theme, (label + "##language").c_str(), false, theme.px(kLanguageButton))) view.open = !view.open;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Language, units, speech (F11)."));
  return left;
}

void draw_choices(ChoicesView& view, const Theme& theme, ScreenSize size) {
  if (!view.open) return;
  const ImVec2 corner = vec(size.width, size.height);
  ImGui::SetNextWindowPos({0.5F * corner.x, 0.5F * corner.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(theme.px(kChoicesWidth), 0.94F * corner.x), 0.0F}, ImGuiCond_Always);
  ImGui::SetNextWindowFocus();  // over the panels, which never come to the front
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(20), theme.px(18)});
  ImGui::Begin("choices", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  choose_language(view, theme);
  ImGui::Spacing();
  choose_units(view, theme);
  ImGui::Spacing();
  choose_speech(view, theme);
  if (!view.trouble.empty()) sign_line(theme, measure::Verdict::No, view.trouble);
  ImGui::Spacing();
  if (ImGui::Button(tongue::tr("Close  F11"))) view.open = false;
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace window
