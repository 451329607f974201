// The window's own small state: what is selected, what the tool holds, how the picture lies. Nothing here
// is part of the game; losing it loses no work.
#pragma once

#include <any>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <typeindex>
#include <vector>

#include "app/player/dice_desk.h"
#include "app/session/passage.h"
#include "app/session/session.h"
#include "app/session/timeline.h"
#include "app/window/shell/view.h"
#include "app/window/tools/choices.h"
#include "app/window/tools/commands.h"
#include "vision/sources/frame_source.h"

namespace window {

/// A tag by what is printed on it: the order in which tags are found changes from picture to picture.
struct TagName {
  std::string dictionary;
  int id = 0;
  friend bool operator==(const TagName&, const TagName&) = default;
};

/// What a tool holds in the hand before it is laid.
struct Hand {
  std::optional<overlay::End> first;           // of a two-ended tool
  std::vector<measure::TablePoint> outline;    // of terrain being drawn
  std::vector<calibration::ImagePoint> lasso;  // of a selection being drawn
  bool lassoing = false;
  std::optional<TagName> first_tag;                             // of a known length
  std::optional<std::vector<calibration::ImagePoint>> corners;  // of the table, while they are clicked on the picture
};

struct ToolOptions {
  bool centres = false;  // ruler
  double around_in = 12.0, arc_half_deg = 45.0, arc_reach_in = 36.0, clearance_in = 1.0;
  measure::TerrainKind terrain = measure::TerrainKind::Wood;
  double terrain_height_in = 3.0;
  double known_length_in = 10.0;
  bool intent_beyond = true, intent_of_units = false;
  double intent_in = 6.0;
};

/// How long a piece's margin has been going down.
struct MarginWatch {
  double margin_in = 0.0, since = 0.0;  // when it was last clearly larger, in seconds of the window's clock
};

/// A moment that stays on the screen while the table is watched on, and how the picture lay before.
struct Held {
  app::SharedSnapshot moment;
  View before;
  bool closed_in = false;  // the picture shows what the screen speaks of
};

/// The players look at a recorded moment instead of at the table.
struct LookingBack {
  std::shared_ptr<const app::Timeline> timeline;
  std::size_t table = 0;
  app::SharedSnapshot moment;
  std::shared_ptr<const Document> document;  // what this table was played with; no game stands on it
  bool alone = false;                        // there is no now to go back to
  std::optional<double> playing_since;       // seconds of the window's clock at which this table came, while they follow one another
  std::shared_ptr<app::PlayedPassage> passage = {};  // what happened before this table, while it is shown
  app::SharedSnapshot passing = {};                  // its picture
  double speed = 1.0;                                // at which they do
};

struct UiState {
  Mode mode = Mode::Play;
  Tool tool = Tool::Select;
  ToolOptions options;
  Hand hand;
  View view;
  std::set<int> selected;
  std::optional<int> hovered;
  std::optional<overlay::End> cursor;  // what the cursor points at
  std::optional<measure::TablePoint> cursor_ground;
  std::map<int, MarginWatch> margins;
  bool help = false, palette = false, light = false, capture = false, quit = false;
  AirView air;
  ChoicesView choices;
  std::vector<std::string> to_say;  // by the speaker, where rulings are read out
  std::string other_game;           // chosen: a word of kGames
  bool ticking = false;             // a clock on screen counts seconds
  double zoom = 1.0;                // of the interface
  std::string palette_text;
  std::string selected_unit;                     // in the roster editor
  std::optional<int> wizard_step;                // chosen by hand; without it, the first that is not done; -1: none
  std::map<std::type_index, std::any> of_parts;  // see state_of in window/parts.h
  std::vector<vision::CameraDevice> cameras;
  std::optional<std::string> lens_path;
  bool has_empty = false;
  std::shared_ptr<app::player::DiceDesk> dice = std::make_shared<app::player::DiceDesk>();  // what is thrown on the players' own pages
  std::optional<LookingBack> back;                                                          // null: now
  bool recording = false;                         // a screen that takes its time is open on now, of a game that is recorded
  std::shared_ptr<const app::Timeline> recorded;  // its tables so far, once they are read
  std::optional<Held> held;                       // while a screen that takes its time is open
  std::optional<app::Proof> proof;                // just measured, not yet kept
  std::string notice;                             // the last thing that went wrong with a file
  std::string told;                               // what else became of a file, or of an action of the game
  bool told_of_the_game = false;
};

/// Everything a panel may look at.
struct Look {
  const app::Snapshot& snapshot;
  const Document& document;
  const std::vector<overlay::Reading>& readings;  // of document.laid, in order
  double now = 0.0;                               // seconds of the window's clock
};

/// Wishes for the document with one change, which `how` makes.
void change_document(const Look& look, Requests& requests, Touched touched, auto how) {
  Document next = look.document;
  how(next);
  requests.push_back(ChangeDocument{std::move(next), touched});
}

/// Is the margin of this piece still going down? Then measuring again, longer, is worth while.
[[nodiscard]] bool still_shrinking(const UiState& ui, int piece, double now);
/// Notes today's margins.
void watch_margins(UiState& ui, const vision::TableState& state, double now);

}  // namespace window
