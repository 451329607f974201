// The umpire's rulings, the newest table first: sign and word, the rule, what is said. A click selects the pieces it speaks of.
#include "app/window/charge/widgets.h"

#include <fmt/format.h>
#include <algorithm>
#include <random>

#include "app/overlay/fire.h"
#include "app/overlay/readings.h"
#include "app/overlay/ruled_fire.h"
#include "app/player/seat.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/charge/states.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "rules/charge/house.h"

namespace window {
namespace {

constexpr double kSignSize = 14.0, kTooltipWidth = 420.0;  // pixels at scale 1

namespace charge = rules::charge;

/// In a narrower panel the sign must say it alone; the words would leave no room for the sentence.
constexpr double kRoomForWords = 480.0;

void heading(const Theme& theme, const app::RuledTable& table, bool newest) {
  const std::string frame = table.frame.empty() ? "" : tongue::trf(" · PICTURE {}", table.frame);
  section(theme,
          (newest ? tongue::trf("RULINGS · TABLE {}{}", table.number, frame) : tongue::trf("TABLE {}{}", table.number, frame)).c_str());
  ImGui::Dummy({0.0F, theme.px(2)});
}

std::string reasons_of(const charge::Applied& applied) {
  std::string says;
  for (const rules::Reason& reason : applied.because) says += (says.empty() ? "" : "; ") + reason.says + " (" + reason.rule + ")";
  return says;
}

const char* word_before(const app::RulingLine& line) {
  if (line.dial == app::Dial::Propose) return tongue::tr("proposed");
  return line.dial == app::Dial::Enforce ? verdict_word(line.verdict) : "";
}

enum class OnLine { Nothing, Rests, Undoes };

/// `ruled`: it has a verdict, which stands before it. Else it is the game's, and there is "undo" while the mouse is on it. Says whether the
/// mouse rests on it, or pressed that.
OnLine draw_line(const PartContext& on, const app::RulingLine& line, int index, bool ruled = true) {
  const Theme& theme = on.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImFont& body = *theme.fonts.body;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool roomy = width > theme.px(kRoomForWords);
  const float word = at.x + theme.px(23), rule = word + (roomy ? theme.px(74) : ruled ? 0.0F : theme.px(44)), says = rule + theme.px(50);
  const float room = std::max(theme.px(60), at.x + width - says);  // a sentence that is longer goes on in the next line
  const std::string lines = in_lines(body, tongue::ruling(line.says), room);
  const float height = body.CalcTextSizeA(body.FontSize, 1e6F, 0.0F, lines.c_str()).y + theme.px(4);
  ImGui::PushID(index);
  const bool pressed = ImGui::InvisibleButton("line", {width, height});
  ImGui::PopID();
  if (!ImGui::IsItemVisible()) return OnLine::Nothing;
  const bool hot = ImGui::IsItemHovered();
  const float mouse = ImGui::GetIO().MousePos.x;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hot && !line.ids.empty()) draw.AddRectFilled(at, {at.x + width, at.y + height}, theme.card, theme.px(4));
  const ImU32 ink = theme.ink(overlay::ink_of(line.verdict));
  const float text_y = at.y + theme.px(1);
  if (ruled) {
    const bool counts = line.dial == app::Dial::Enforce || line.dial == app::Dial::Propose;
    if (counts) draw_verdict(theme, line.verdict, {at.x, at.y});
    if (roomy) draw.AddText(&body, body.FontSize, {word, text_y}, counts ? ink : theme.quiet, word_before(line));
  }
  const bool on_undo = !ruled && hot && mouse < rule;
  if (!ruled && hot) draw.AddText(&body, body.FontSize, {word, text_y}, on_undo ? theme.text : theme.accent, tongue::tr("undo"));
  const bool on_rule = hot && mouse >= rule && mouse < says;
  draw.AddText(&body, body.FontSize, {rule, text_y}, on_rule ? theme.text : theme.accent, line.rule.c_str());
  draw.AddText(&body, body.FontSize, {says, text_y}, theme.text, lines.c_str());
  if (on_undo)
    wide_tooltip(theme, tongue::tr("Takes back this and everything after it. Ctrl+Shift+Z brings it back step by step."));
  else if (on_rule)
    rule_tooltip(theme, line.rule);
  if (pressed && !line.ids.empty())
    on.requests.push_back(TellWindow{[ids = line.ids](UiState& ui) { ui.selected = std::set<int>(ids.begin(), ids.end()); }});
  return pressed && on_undo ? OnLine::Undoes : hot ? OnLine::Rests : OnLine::Nothing;
}

/// What the game noted this turn, the last thing first: dice, working, who fell, tables accepted.
void draw_game_log(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game || game->log.empty() || game->log.back().turn != game->turn) return;
  section(on.theme, tongue::trf("GAME · TURN {}", game->turn).c_str());
  ImGui::PushID("game");
  for (std::size_t i = game->log.size(); i-- > 0 && game->log[i].turn == game->turn;) {
    const charge::LogLine& line = game->log[i];
    const app::RulingLine shown{.verdict = measure::Verdict::Yes, .rule = line.rule, .says = line.says};
    if (draw_line(on, shown, static_cast<int>(i), false) == OnLine::Undoes) on.requests.push_back(UndoGameTo{i});
  }
  ImGui::PopID();
}

/// What is newest stands first: the game's own lines once something was done in it, or the table that settled since.
struct LogState {
  std::size_t lines = 0;  // of the game's log
  int table = 0;
  bool game_first = false;
  std::optional<std::pair<int, std::size_t>> under_mouse = {};  // number of the table, and which of its lines
};

bool game_comes_first(const PartContext& on, int newest_table) {
  auto& state = state_of<LogState>(on.ui);
  const auto& game = on.look.document.game;
  const std::size_t lines = game ? game->log.size() : 0;
  if (lines != state.lines) state.game_first = true;
  if (newest_table != state.table) state.game_first = false;
  state.lines = lines;
  state.table = newest_table;
  return state.game_first;
}

/// What the players made of proposals, by table and line.
struct DecidedState {
  std::map<std::pair<int, std::size_t>, bool> stands;
};

/// Under a proposal: does it stand? What is decided goes into the record, and into the game's log where one is played.
void draw_proposal(const PartContext& on, const app::RuledTable& table, std::size_t which) {
  const app::RulingLine& line = table.lines[which];
  auto& decided = state_of<DecidedState>(on.ui).stands;
  const auto known = decided.find({table.number, which});
  const float under_text = on.theme.px(ImGui::GetContentRegionAvail().x > on.theme.px(kRoomForWords) ? 147 : 73);
  ImGui::PushID(static_cast<int>(which));
  ImGui::Indent(under_text);
  if (known != decided.end()) {
    quiet_text(on.theme, known->second ? tongue::tr("It stands, the players say.") : tongue::tr("It does not stand, the players say."));
  } else if (!on.ui.back) {
    const bool stands = ImGui::SmallButton(tongue::tr("it stands"));
    ImGui::SameLine();
    const bool falls = ImGui::SmallButton(tongue::tr("it does not"));
    if (stands || falls) {
      decided[{table.number, which}] = stands;
      on.requests.push_back(NoteRuling{"decided", {{"frame", table.frame}, {"rule", line.rule}, {"says", line.says}, {"stands", stands}}});
      if (on.look.document.game)
        change_document(on.look, on.requests, {.game = true}, [&](Document& next) {
          auto game = std::make_shared<charge::Game>(*next.game);
          game->log.push_back({game->turn, game->step, line.rule, line.says + (stands ? ": it stands" : ": it does not stand")});
          next.game = std::move(game);
        });
    }
  }
  ImGui::Unindent(under_text);
  ImGui::Dummy({0.0F, on.theme.px(3)});
  ImGui::PopID();
}

void draw_log(const PartContext& on) {
  const auto& log = on.look.snapshot.rulings;
  if (!log || log->empty()) return;
  ImGui::BeginChild("rulings");  // it scrolls within the panel's rim
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {on.theme.px(8), on.theme.px(1)});
  auto& state = state_of<LogState>(on.ui);
  state.under_mouse.reset();
  const bool game_first = game_comes_first(on, log->front()->number);
  if (game_first) draw_game_log(on);
  for (std::size_t i = 0; i < log->size(); ++i) {
    const app::RuledTable& table = *(*log)[i];
    ImGui::PushID(table.number);
    heading(on.theme, table, i == 0);
    for (std::size_t k = 0; k < table.lines.size(); ++k) {
      if (draw_line(on, table.lines[k], static_cast<int>(k)) != OnLine::Nothing) state.under_mouse = {table.number, k};
      if (table.lines[k].dial == app::Dial::Propose) draw_proposal(on, table, k);
    }
    ImGui::PopID();
    if (i == 0 && !game_first) draw_game_log(on);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

/// The shot of the line under the mouse. While nothing is in hand and no game has begun, every shot of the newest table that may be fired,
/// and those that a friend forbids with their corridor.
overlay::DisplayList draw_shots(const Look& look, const UiState& ui) {
  overlay::DisplayList list;
  const auto* const state = state_in<LogState>(ui);
  if (!look.snapshot.rulings || ui.mode != Mode::Play) return list;
  const measure::Table& ground = look.document.table.table;
  if (state && state->under_mouse) {
    for (const auto& table : *look.snapshot.rulings)
      if (table->number == state->under_mouse->first && state->under_mouse->second < table->lines.size())
        if (const auto shot = app::shot_of(*table, table->lines[state->under_mouse->second]))
          return overlay::shot_overlay(*shot, ground, true);
    return list;
  }
  const app::RuledTable* const newest = settled_table(look);
  if (!newest || look.document.game || ui.tool != Tool::Select || !ui.selected.empty()) return list;
  return app::shots_that_may_be(*newest, ground);
}

}  // namespace

const char* verdict_word(measure::Verdict verdict) {
  static constexpr std::array kWords{tongue::tr_later("yes"), tongue::tr_later("close call"), tongue::tr_later("no")};
  return tongue::tr(kWords[static_cast<std::size_t>(verdict)]);
}

std::string step_word(rules::charge::Step step) { return tongue::tr(rules::charge::word(step)); }

std::string arm_word(rules::charge::Arm arm) { return tongue::tr(rules::charge::word(arm)); }

void draw_verdict(const Theme& theme, measure::Verdict verdict, ImVec2 at) {
  const float size = theme.px(kSignSize), top = at.y + 0.5F * (theme.fonts.body->FontSize - size) + theme.px(1);
  draw_sign(*ImGui::GetWindowDrawList(), overlay::sign_of(verdict), {at.x, top, at.x + size, top + size},
            theme.ink(overlay::ink_of(verdict)));
}

void wide_tooltip(const Theme& theme, const std::string& text) {
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(in_lines(*ImGui::GetFont(), text, theme.px(kTooltipWidth)).c_str());
  ImGui::EndTooltip();
}

void tooltip_beside(const Theme& theme, const std::string& text) {
  const ImVec2 beside(ImGui::GetWindowPos().x - theme.px(8), ImGui::GetItemRectMin().y);
  ImGui::SetNextWindowPos(beside, ImGuiCond_Always, {1.0F, 0.0F});
  wide_tooltip(theme, text);
}

void rule_tooltip(const Theme& theme, const std::string& rule) {
  const std::string_view says = rules::charge::rule_text(rule);
  if (!says.empty()) wide_tooltip(theme, rule + ": " + tongue::ruling(says));
}

const app::RuledTable* settled_table(const Look& look) {
  const auto& log = look.snapshot.rulings;
  return log && !log->empty() ? log->front().get() : nullptr;
}

app::Roller& roller_of(UiState& ui) {
  struct DiceState {
    app::Roller roller{std::random_device{}()};
  };
  return state_of<DiceState>(ui).roller;
}

std::string rolled(const app::Roller& roller) {
  return fmt::format("rolled (roller {}, dice up to no. {})", roller.seed(), roller.thrown());
}

int die_buttons(const Theme& theme, const char* id, int chosen) {
  int pressed = 0;
  ImGui::PushID(id);
  for (int face = 1; face <= rules::charge::kFaces; ++face) {
    if (face > 1) ImGui::SameLine(0.0F, theme.px(4));
    if (toggle_button(theme, std::to_string(face).c_str(), face == chosen, theme.px(26))) pressed = face;
  }
  ImGui::PopID();
  return pressed;
}

void working_line(const Theme& theme, const rules::charge::WorkingLine& line) {
  ImGui::TextUnformatted(fmt::format("{} → {}", tongue::ruling(line.says), rules::text(line.number)).c_str());
  ImGui::SameLine();
  coloured_text(theme.accent, line.rule);
  if (ImGui::IsItemHovered()) rule_tooltip(theme, line.rule);
}

void strength_bar(const Theme& theme, const app::Strength& army, ImU32 colour, ImVec2 at, float width, float height) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto share = [&](int men) {
    return static_cast<float>(std::clamp(army.original > 0 ? static_cast<double>(men) / army.original : 0.0, 0.0, 1.0));
  };
  const float round = 0.5F * height, middle = at.y + 0.5F * height, reach = 1.1F * height;
  draw.AddRectFilled(at, {at.x + width, at.y + height}, theme.card_hot, round);
  draw.AddRectFilled(at, {at.x + width * share(army.original - army.lost), at.y + height}, colour, round);
  const float line = at.x + width * share(army.original - army.defeating + 1);
  draw.AddLine({line, middle - reach}, {line, middle + reach}, theme.panel, theme.px(4));
  draw.AddLine({line, middle - reach}, {line, middle + reach}, theme.text, theme.px(1.6));
}

std::optional<app::player::DiceEntered> entered_on_page(const PartContext& on, const std::string& army, const std::string& says,
                                                        const std::vector<std::string>& dice) {
  if (on.ui.back) return std::nullopt;  // the past is looked at, not played
  std::vector<std::string> armies;
  for (const measure::Army& each : on.look.document.roster.armies) armies.push_back(each.name);
  return on.ui.dice->ask({.of = app::player::seat_of(armies, army), .side = army, .says = says, .dice = dice});
}

void play(const PartContext& on, const app::player::DiceEntered& entered, rules::charge::Applied applied) {
  entered.done(applied.done ? "" : "Not done: " + reasons_of(applied));
  play(on, std::move(applied));
}

void play(const PartContext& on, rules::charge::Applied applied) {
  std::string says;
  for (const rules::Reason& reason : applied.because)
    says += (says.empty() ? "" : "; ") + tongue::ruling(reason.says) + " (" + reason.rule + ")";
  on.requests.push_back(TellWindow{[says, done = applied.done](UiState& ui) {
    if (!done) ui.notice = tongue::tr("Not done: ") + says;
    if (done && ui.notice.starts_with(tongue::tr("Not done: "))) ui.notice.clear();
    if (!done || (says.empty() && !ui.told_of_the_game)) return;
    ui.told = says;  // what was told of an earlier action no longer holds
    ui.told_of_the_game = !says.empty();
  }});
  if (!applied.done) return;
  change_document(on.look, on.requests, {.game = true},
                  [&](Document& next) { next.game = std::make_shared<const rules::charge::Game>(std::move(applied.game)); });
}

Part charge_log_part() { return {.overlay = draw_shots, .log = draw_log}; }

}  // namespace window
