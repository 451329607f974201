// The few shapes all panels are made of.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/overlay/display_list.h"
#include "app/overlay/label_layout.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"
#include "calibration/finding.h"
#include "calibration/without_lens/standing.h"
#include "measure/measured.h"
#include "vision/sources/frame_source.h"

namespace window {

[[nodiscard]] inline ImVec2 vec(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }
[[nodiscard]] inline ImVec2 vec(ScreenPoint at) { return vec(at.x, at.y); }

/// A fixed panel; between `begin_panel` and `end_panel` comes its content. It scrolls when it must.
void begin_panel(const char* name, const overlay::Box& box, bool scrolls = true);
void end_panel();

/// Small capitals over a group.
void section(const Theme& theme, const char* title);
void quiet_text(const Theme& theme, const std::string& text);
void wrapped_text(const Theme& theme, const std::string& text, ImU32 colour);
void strong_text(const Theme& theme, const std::string& text);
void title_text(const Theme& theme, const std::string& text);
/// On one line, as long as it is.
void coloured_text(ImU32 colour, const std::string& text);

/// `text` cut to `width` pixels, with an ellipsis where it was cut.
[[nodiscard]] std::string fitted(const ImFont& font, const std::string& text, float width);

/// `text` in lines no wider than `width` pixels, broken between words.
[[nodiscard]] std::string in_lines(const ImFont& font, const std::string& text, float width);

/// A wide button whose label and note never leave it. True when pressed.
struct CardText {
  std::string title, note = {};
  std::string right = {};                        // at the right end
  std::optional<measure::Verdict> verdict = {};  // its sign at the left
  std::optional<overlay::Rgb> dot = {};          // a colour dot at the left
  bool selected = false;
};
bool card(const Theme& theme, const char* id, const CardText& text);

/// A button in the accent colour while it is on.
bool toggle_button(const Theme& theme, const char* label, bool on, float width = 0.0F);
/// The one button a step asks for.
bool main_button(const Theme& theme, const char* label, float width = 0.0F);

/// Buttons side by side that break into lines; the one that is on has the accent colour.
class Flow {
 public:
  explicit Flow(const Theme& theme) : theme_(theme), room_(ImGui::GetContentRegionAvail().x) {}
  bool button(const char* label, bool on);

 private:
  const Theme& theme_;
  float room_, x_ = 0.0F;
};

/// A number to type; what is typed is kept within bounds. True when it changed.
bool number_field(const char* id, double& value, double least, double most, float width);
/// A number with "-" and "+" for those who would rather not type; what it is stands behind it. True when it changed.
bool stepper(const Theme& theme, const char* what, double& value, double step, double least, double most);
/// The same of a length, in the units that were chosen: `inches` and its bounds are inches, `step` too where those are chosen. The unit
/// stands before `what`.
bool length_stepper(const Theme& theme, const char* what, double& inches, double step, double least, double most);

/// How wide a button has to be for its label, and at least `px` at scale 1.
[[nodiscard]] float as_wide_as(const Theme& theme, const char* label, double px);

/// A line with a sign: tick, waves or cross.
void sign_line(const Theme& theme, measure::Verdict verdict, const std::string& text);

// Which game the window is for: a button beside its name, and a list of the others.

/// The word is `vedette demo --game`'s.
struct GameName {
  const char *word, *title;
};
inline constexpr std::array kGames{GameName{"charge", "Charge!"}, GameName{"le_choc", "Le Choc"}, GameName{"les_allies", "Les Alliés"}};

/// Empty for another game than these.
[[nodiscard]] std::string word_of(std::string_view title);

/// The program's name and the game's at the left of a title line; returns where they end. A choice of another game is written to `wished`.
[[nodiscard]] float draw_title(const Theme& theme, std::string_view title, std::string& wished);

// What is watched, and what there is to say of it.

/// The cameras there are, that of `source` marked, and a button to look for others. Returns the path of the one that was pressed.
[[nodiscard]] std::optional<std::string> choose_camera(const Theme& theme, const std::vector<vision::CameraDevice>& cameras,
                                                       const std::string& source, bool& look_again);
/// The source, and whether a picture comes from it.
void source_line(const Theme& theme, const std::string& source, bool picture);
/// How the camera stands over what it sees, and where it would stand better.
void standing_lines(const Theme& theme, const calibration::StandingAdvice& advice);
/// The sign of a finding: a tick where all is well.
[[nodiscard]] measure::Verdict verdict_of(calibration::Finding::Severity severity);

}  // namespace window
