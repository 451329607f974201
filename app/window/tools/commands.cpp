#include "app/window/tools/commands.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cctype>
#include <sstream>

#include "app/tongue/tongue.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/past_pictures.h"

namespace window {
namespace {

[[nodiscard]] std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::vector<Command> commands(const CommandContext& now) {
  std::vector<Command> all;
  for (const Part& part : parts())
    if (part.tool)
      all.push_back(
          {tongue::tr("Tools"), tongue::tr(part.tool->title), part.tool->keys, part.tool->key, false, false, ChooseTool{part.tool->tool}});
  const std::vector<Command> fixed{
      {tongue::tr("Tools"), tongue::tr("Put the tool down, select nothing"), tongue::tr("Esc"), GLFW_KEY_ESCAPE, false, false, Cancel{}},
      {tongue::tr("Tools"), tongue::tr("Take up all readings"), tongue::tr("Delete"), GLFW_KEY_DELETE, false, false, TakeUpAll{}},
      {tongue::tr("Edit"), tongue::tr("Undo"), tongue::tr("Ctrl+Z"), GLFW_KEY_Z, true, false, Undo{}},
      {tongue::tr("Edit"), tongue::tr("Redo"), tongue::tr("Ctrl+Shift+Z"), GLFW_KEY_Z, true, true, Redo{}},
      {tongue::tr("Table"), now.frozen ? tongue::tr("Go on watching") : tongue::tr("Freeze the picture"), "H", GLFW_KEY_H, false, false,
       Freeze{!now.frozen}},
      {tongue::tr("Table"), tongue::tr("Next picture of a recording"), "N", GLFW_KEY_N, false, false, StepFrame{}},
      {tongue::tr("Table"), tongue::tr("Play the recording again"), tongue::tr("Home"), GLFW_KEY_HOME, false, false, PlayAgain{}},
      {tongue::tr("Table"),
       now.set_up ? tongue::tr("End the pause: moves count again") : tongue::tr("Pause the game: changes are not moves"), "P", GLFW_KEY_P,
       false, false, SetUpMode{!now.set_up}},
      now.past ? Command{tongue::tr("Past"), tongue::tr("Back to now"), "B", GLFW_KEY_B, false, false, BackToNow{}}
               : Command{tongue::tr("Past"), tongue::tr("Look back at the record"), "B", GLFW_KEY_B, false, false, LookBack{}},
      {tongue::tr("Window"), tongue::tr("Set up"), "F2", GLFW_KEY_F2, false, false, ChooseMode{Mode::SetUp}},
      {tongue::tr("Window"), tongue::tr("Roster"), "F3", GLFW_KEY_F3, false, false, ChooseMode{Mode::Roster}},
      {tongue::tr("Window"), tongue::tr("Measure"), "F4", GLFW_KEY_F4, false, false, ChooseMode{Mode::Play}},
      {tongue::tr("Window"), tongue::tr("Other side of the table"), "U", GLFW_KEY_U, false, false, TurnTable{}},
      {tongue::tr("Window"), tongue::tr("Whole picture"), "F", GLFW_KEY_F, false, false,
       TellWindow{[](UiState& ui) { ui.view = {.turned = ui.view.turned}; }}},
      {tongue::tr("Window"), tongue::tr("Clean window for capture"), "F9", GLFW_KEY_F9, false, false,
       TellWindow{[](UiState& ui) { ui.capture = !ui.capture; }}},
      {tongue::tr("Window"), tongue::tr("Light or dark"), "F8", GLFW_KEY_F8, false, false,
       TellWindow{[](UiState& ui) { ui.light = !ui.light; }}},
      {tongue::tr("Window"), tongue::tr("On air: pages for streams and phones"), "F10", GLFW_KEY_F10, false, false,
       TellWindow{[](UiState& ui) { ui.air.open = !ui.air.open; }}},
      {tongue::tr("Window"), tongue::tr("Language, units, speech"), "F11", GLFW_KEY_F11, false, false,
       TellWindow{[](UiState& ui) { ui.choices.open = !ui.choices.open; }}},
      {tongue::tr("Window"), tongue::tr("Larger"), tongue::tr("Ctrl +"), GLFW_KEY_EQUAL, true, false, Scale{1.1}},
      {tongue::tr("Window"), tongue::tr("Smaller"), tongue::tr("Ctrl -"), GLFW_KEY_MINUS, true, false, Scale{1.0 / 1.1}},
      {tongue::tr("Window"), tongue::tr("Normal size"), tongue::tr("Ctrl 0"), GLFW_KEY_0, true, false, Scale{0.0}},
      {tongue::tr("Window"), tongue::tr("All commands"), tongue::tr("Ctrl+P"), GLFW_KEY_P, true, false,
       TellWindow{[](UiState& ui) { ui.palette = !ui.palette; }}},
      {tongue::tr("Window"), tongue::tr("Help"), "?", GLFW_KEY_F1, false, false, ToggleHelp{}},
      {tongue::tr("Window"), tongue::tr("Quit"), tongue::tr("Ctrl+Q"), GLFW_KEY_Q, true, false,
       TellWindow{[](UiState& ui) { ui.quit = true; }}},
  };
  all.insert(all.end(), fixed.begin(), fixed.end());
  if (now.past) {
    const std::size_t before = *now.past > 0 ? *now.past - 1 : 0;
    all.push_back({tongue::tr("Past"), tongue::tr("The table before"), tongue::tr("Left"), GLFW_KEY_LEFT, false, false, GoToTable{before}});
    all.push_back(
        {tongue::tr("Past"), tongue::tr("What happened before this table"), "W", GLFW_KEY_W, false, false, TellWindow{play_passage}});
    all.push_back(
        {tongue::tr("Past"), tongue::tr("The next table"), tongue::tr("Right"), GLFW_KEY_RIGHT, false, false, GoToTable{*now.past + 1}});
    all.push_back(
        {tongue::tr("Past"), tongue::tr("The bookmark before"), tongue::tr("Page Up"), GLFW_KEY_PAGE_UP, false, false, GoToMark{false}});
    all.push_back(
        {tongue::tr("Past"), tongue::tr("The next bookmark"), tongue::tr("Page Down"), GLFW_KEY_PAGE_DOWN, false, false, GoToMark{true}});
  }
  if (!now.look) return all;
  for (const Part& part : parts()) {
    if (!part.commands) continue;
    const std::vector<Command> more = part.commands(*now.look);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<Command> matching(std::span<const Command> commands, const std::string& text) {
  std::vector<Command> found;
  for (const Command& command : commands) {
    const std::string title = lower(command.title);
    std::istringstream words(lower(text));
    std::string word;
    bool all = true;
    while (words >> word) all = all && title.find(word) != std::string::npos;
    if (all) found.push_back(command);
  }
  return found;
}

}  // namespace window
