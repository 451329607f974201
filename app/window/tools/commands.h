// What a player wishes, and every command with its key.
//   Panels only look and hand back a list of wishes; the controller carries them out. One list of commands serves the keyboard, the help
//   page, the palette and the tool bar.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/window/tools/history.h"
#include "app/wire/dial.h"

namespace window {

struct Look;
struct UiState;

enum class Tool { Select, Ruler, Around, Arc, Clearance, Sight, Terrain, Proof, Judge, Intent };
enum class Mode { SetUp, Roster, Play };

struct ChooseTool {
  Tool tool = Tool::Select;
};
struct ChooseMode {
  Mode mode = Mode::Play;
};
struct LayTool {
  overlay::Laid laid;
};
struct TakeUp {
  std::size_t index = 0;  // of the laid tools
};
struct TakeUpAll {};
/// The document with this change; `touched` says which part.
struct ChangeDocument {
  Document document;
  Touched touched;
};
/// How far a rule counts at this table from now on.
struct TurnDial {
  std::string rule;
  app::Dial dial = app::Dial::Enforce;
};
struct CorrectPieces {
  std::vector<app::Correction> corrections;
};
struct OpenSource {
  std::string source;
};
struct LookForCameras {};
/// A lens file, or none: the lens is then estimated from the tags.
struct ChooseLens {
  std::optional<std::string> path;
};
struct TakeEmptyTable {};
struct ForgetEmptyTable {};
/// Two tags a known distance apart: kept with the table.
struct KeepProof {
  app::Proof proof;
};
/// Evidence of a ruling on the moment that is held: may `from` fire at `to`? Pieces by their names.
struct WriteEvidence {
  std::string from, to;
  std::optional<rules::charge::AimContact> contact = {};  // of the two bodies, where it decided
};
/// What the referee ruled or the players said of it, for the record.
struct NoteRuling {
  std::string kind;
  nlohmann::ordered_json body;
};
/// The recorded game that stopped goes on; or it stays as it is, and a new one begins.
struct GoOn {
  bool on = true;
};
/// Looks back at a record; without a name at the one of the game that is watched.
struct LookBack {
  std::string record;
};
/// Another table of the record that is looked at.
struct GoToTable {
  std::size_t table = 0;
};
/// The next table of the record with something worth finding again, or the one before.
struct GoToMark {
  bool forward = true;
};
/// The tables of the record follow one another.
struct PlayPast {
  bool on = true;
};
struct BackToNow {};
struct Freeze {
  bool on = true;
};
struct StepFrame {};
struct PlayAgain {};
struct SetUpMode {
  bool on = true;
};
struct Undo {};
struct Redo {};
/// Undo until the game's log is this long.
struct UndoGameTo {
  std::size_t lines = 0;
};
struct TurnTable {};
struct Cancel {};
struct ToggleHelp {};
struct Scale {
  double factor = 1.0;  // 0: back to 1
};
/// A part's own wish about the view.
struct TellWindow {
  std::function<void(UiState&)> what;
};

using Request = std::variant<ChooseTool, ChooseMode, LayTool, TakeUp, TakeUpAll, ChangeDocument, TurnDial, CorrectPieces, OpenSource,
                             LookForCameras, ChooseLens, TakeEmptyTable, ForgetEmptyTable, KeepProof, WriteEvidence, NoteRuling, GoOn,
                             LookBack, GoToTable, GoToMark, PlayPast, BackToNow, Freeze, StepFrame, PlayAgain, SetUpMode, Undo, Redo,
                             UndoGameTo, TurnTable, Cancel, ToggleHelp, Scale, TellWindow>;
using Requests = std::vector<Request>;

struct Command {
  std::string group, title, keys;  // keys as people read them: "Ctrl+Z"
  int key = 0;                     // GLFW's
  bool ctrl = false, shift = false;
  Request request;
};

struct CommandContext {
  bool frozen = false, set_up = false;
  std::optional<std::size_t> past = {};  // the table of a record that is looked at
  const Look* look = nullptr;            // what parts make their commands from; without it, none of theirs
};

/// All commands as they stand now; a toggle asks for the other state.
[[nodiscard]] std::vector<Command> commands(const CommandContext& context);

/// The commands whose title has all words of `text` in it, upper or lower case; all for an empty text.
[[nodiscard]] std::vector<Command> matching(std::span<const Command> commands, const std::string& text);

}  // namespace window
