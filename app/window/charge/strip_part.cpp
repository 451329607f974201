// The strip of the turn: its steps, how strong the armies are, and whether the table agrees with the game.
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <utility>

#include "app/overlay/figures.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_play.h"
#include "app/umpire/charge_scenario.h"
#include "app/window/charge/states.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Verdict;

/// What the players most often mean when they take the table as it stands.
constexpr std::array kReasons{tongue::tr_later("agreed by both"), tongue::tr_later("put right by hand"), tongue::tr_later("knocked over"),
                              tongue::tr_later("pushed back after a melee")};
/// The hover names so many differences; more would not be read.
constexpr std::size_t kMostDifferences = 12;

struct StripState {
  int steps_wanted = 0;   // presses of the key not yet carried out
  int throws_wanted = 0;  // the same of the throw for who moves first
  std::array<char, 120> reason{};
};

void begin_or_step(const PartContext& on, const charge::Field& seen) {
  const auto& game = on.look.document.game;
  if (!game) state_of<ScenarioState>(on.ui) = {};  // the clocks begin with the game
  play(on, game ? app::next_step(*game, seen, on.look.document.house_in_play())
                : app::begin_game(seen, on.look.document.scenario.get(), on.look.document.house_in_play()));
}

float text_width(const ImFont& font, const std::string& text) { return font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, text.c_str()).x; }

/// A piece of text on the strip's own line; `x` goes on behind it.
void put(const Theme& theme, const ImFont& font, float& x, float middle, ImU32 colour, const std::string& text) {
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {x, middle - 0.5F * font.FontSize}, colour, text.c_str());
  x += text_width(font, text) + theme.px(10);
}

/// Who moves first: by name, or thrown for.
void first_popup(const PartContext& on, const charge::Game& game, ImVec2 at) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always);
  if (!ImGui::BeginPopup("first")) return;
  const charge::House& house = on.look.document.house_in_play();
  strong_text(on.theme, tongue::ruling(app::initiative_text(house)));
  const float width = on.theme.px(340);
  if (main_button(on.theme, tongue::tr("Throw for it  (I)"), width))
    play(on, app::roll_first(game, roller_of(on.ui), house)), ImGui::CloseCurrentPopup();
  for (std::size_t army = 0; army < game.armies.size(); ++army) {
    if (!ImGui::Button(tongue::trf("{} moves first", game.armies[army].name).c_str(), {width, 0.0F})) continue;
    play(on, charge::apply(game, charge::SetFirst{army}, house));
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// The first movement's own button, with a little arrow; ringed while the players have to settle who moves first.
void draw_first(const PartContext& on, const charge::Game& game, ImVec2 from, ImVec2 to) {
  const Theme& theme = on.theme;
  const ImVec2 tip(to.x - theme.px(16), 0.5F * (from.y + to.y) + theme.px(3));
  const float half = theme.px(5);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddTriangleFilled({tip.x - half, tip.y - half}, {tip.x + half, tip.y - half}, tip, theme.on_accent);
  const bool open = charge::first_is_open(game, on.look.document.house_in_play());
  if (open) draw.AddRect(from, to, theme.ink(overlay::ink_of(Verdict::TooCloseToCall)), 0.5F * (to.y - from.y), 0, theme.px(2.4));
  ImGui::SetCursorScreenPos(from);
  if (ImGui::InvisibleButton("who moves first", {to.x - from.x, to.y - from.y})) ImGui::OpenPopup("first");
  if (ImGui::IsItemHovered())
    wide_tooltip(theme, open ? tongue::tr("Not settled yet: who moves first? Click to choose, or throw for it (I).")
                             : tongue::tr("Who moves first? Click to choose, or throw for it (I)."));
  first_popup(on, game, {from.x, to.y + theme.px(12)});
}

/// Done, now, to come: a tick, the accent, quiet. The first movement opens who moves first.
void draw_step(const PartContext& on, const charge::Game& game, charge::Step step, float& x, float middle) {
  const Theme& theme = on.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImFont& font = step == game.step ? *theme.fonts.strong : *theme.fonts.body;
  const std::string english = app::title_of(game, step);
  const std::string title = english == charge::word(step) ? step_word(step) : tongue::ruling(english);
  const float width = text_width(font, title), half = theme.px(14), sign = theme.px(21);
  if (step == game.step) {
    const float more = step == charge::Step::MoveFirst ? theme.px(16) : 0.0F;
    const ImVec2 from(x, middle - half), to(x + width + more + theme.px(22), middle + half);
    draw.AddRectFilled(from, to, theme.accent, half);
    draw.AddText(&font, font.FontSize, {x + theme.px(11), middle - 0.5F * font.FontSize}, theme.on_accent, title.c_str());
    if (step == charge::Step::MoveFirst) draw_first(on, game, from, to);
    x += width + more + theme.px(34);
    return;
  }
  if (step < game.step) {
    draw_verdict(theme, Verdict::Yes, {x, middle - 0.5F * theme.fonts.body->FontSize});
    x += sign;
  }
  draw.AddText(&font, font.FontSize, {x, middle - 0.5F * font.FontSize}, step < game.step ? theme.text : theme.quiet, title.c_str());
  x += width + theme.px(13);
}

/// Men standing of those it began with; the mark is the half: with fewer it is defeated.
void draw_army(const Look& look, const Theme& theme, const app::Strength& army, float& x, float middle) {
  const float bar = theme.px(84), half = theme.px(4), from = x;
  const ImU32 colour = packed(overlay::rim_colour(look.document.roster, army.name));
  if (army.defeated) {
    draw_verdict(theme, Verdict::No, {x, middle - 0.5F * theme.fonts.body->FontSize});
    x += theme.px(20);
  }
  put(theme, *theme.fonts.strong, x, middle, colour, army.name);
  strength_bar(theme, army, colour, {x, middle - half}, bar, 2.0F * half);
  x += bar + theme.px(8);
  put(theme, *theme.fonts.body, x, middle, theme.text, fmt::format("{}/{}", army.original - army.lost, army.original));
  x += theme.px(6);
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect({from, middle - theme.px(16)}, {x, middle + theme.px(16)})) return;
  wide_tooltip(theme, tongue::trf("{}: {} of {} lost{}. It fights no more when {} are lost: more than half (C-W1).", army.name, army.lost,
                                  army.original, army.defeated ? tongue::tr(", defeated") : "", army.defeating));
}

void accept_popup(const PartContext& on, const charge::Game& game, const charge::Field& seen) {
  const ImVec2 strip = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::SetNextWindowPos({strip.x + size.x, strip.y + size.y + on.theme.px(4)}, ImGuiCond_Always, {1.0F, 0.0F});
  if (!ImGui::BeginPopup("accept")) return;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
  auto& state = state_of<StripState>(on.ui);
  strong_text(on.theme, tongue::tr("What stands is taken as the game's. Why?"));
  std::string chosen;
  for (const char* reason : kReasons)
    if (ImGui::Button(tongue::tr(reason), {on.theme.px(300), 0.0F})) chosen = reason;
  ImGui::SetNextItemWidth(on.theme.px(300));
  const bool typed = ImGui::InputTextWithHint("##reason", tongue::tr("or type a reason, then Enter"), state.reason.data(),
                                              state.reason.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  if (typed && state.reason[0] != '\0') chosen = state.reason.data();
  if (!chosen.empty()) {
    state.reason = {};
    play(on, charge::apply(game, charge::AcceptTable{seen, chosen}, on.look.document.house_in_play()));
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// In step, behind or out of step, from the right end leftwards. Returns where it begins.
float draw_agreement(const PartContext& on, const charge::Game& game, const charge::Field& seen, float right, float middle) {
  const Theme& theme = on.theme;
  const charge::Comparison now = charge::compare(game, seen);
  const Verdict verdict = now.agreement == charge::Agreement::InStep   ? Verdict::Yes
                          : now.agreement == charge::Agreement::Behind ? Verdict::TooCloseToCall
                                                                       : Verdict::No;
  const std::string says = now.agreement == charge::Agreement::InStep   ? tongue::tr("in step")
                           : now.agreement == charge::Agreement::Behind ? tongue::trf("behind: {}", tongue::ruling(app::owed_text(now)))
                                                                        : tongue::trf("out of step: {}", now.astray);
  const ImFont& font = *theme.fonts.strong;
  if (now.agreement != charge::Agreement::InStep) {
    const char* const label = tongue::tr("Accept the table");
    const float width = text_width(*theme.fonts.body, label) + 2.0F * theme.px(11);
    right -= width;
    ImGui::SetCursorScreenPos({right, middle - 0.5F * ImGui::GetFrameHeight()});
    if (ImGui::Button(label)) ImGui::OpenPopup("accept");
    right -= theme.px(10);
  }
  accept_popup(on, game, seen);
  const float width = text_width(font, says) + theme.px(20), x = right - width;
  draw_verdict(theme, verdict, {x, middle - 0.5F * theme.fonts.body->FontSize});
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {x + theme.px(20), middle - 0.5F * font.FontSize},
                                      theme.ink(overlay::ink_of(verdict)), says.c_str());
  if (!now.differences.empty() && ImGui::IsWindowHovered() &&
      ImGui::IsMouseHoveringRect({x, middle - theme.px(16)}, {right, middle + theme.px(16)})) {
    auto lines = app::lines_of(now, game, seen);
    for (std::string& line : lines) line = tongue::ruling(line);
    std::string told;
    for (std::size_t i = 0; i < std::min(lines.size(), kMostDifferences); ++i) told += (i == 0 ? "" : "\n") + lines[i];
    if (lines.size() > kMostDifferences) told += tongue::trf("\nand {} more", lines.size() - kMostDifferences);
    wide_tooltip(theme, told);
  }
  return x;
}

/// What stands behind the steps, or behind the result.
void draw_agreement_and_armies(const PartContext& on, const charge::Game& game, const charge::Field& seen, float x, float right,
                               float middle) {
  right = draw_agreement(on, game, seen, right, middle) - on.theme.px(12);
  for (const app::Strength& army : app::strengths(game)) {
    if (x + on.theme.px(190) > right) break;
    draw_army(on.look, on.theme, army, x, middle);
  }
}

void draw_game(const PartContext& on, const charge::Game& game, const charge::Field& seen, float x, float right, float middle) {
  const Theme& theme = on.theme;
  draw_turn(on, game, seen, x, middle);
  x += theme.px(4);
  for (int step = 0; step < charge::kSteps; ++step) draw_step(on, game, static_cast<charge::Step>(step), x, middle);
  ImGui::SetCursorScreenPos({x, middle - 0.5F * ImGui::GetFrameHeight()});
  if (main_button(theme, tongue::tr("Next  Space"))) ++state_of<StripState>(on.ui).steps_wanted;
  if (ImGui::IsItemHovered()) wide_tooltip(theme, tongue::tr("The next step of the turn (Space). Ctrl+Z takes it back."));
  x = ImGui::GetItemRectMax().x + theme.px(16);
  draw_agreement_and_armies(on, game, seen, x, right, middle);
}

/// The same once the scenario has come to its end: the result stands where the steps were. Who plays on may.
bool draw_ended_game(const PartContext& on, const charge::Game& game, const charge::Field& seen, float x, float right, float middle) {
  const Theme& theme = on.theme;
  const auto& scenario = on.look.document.scenario;
  const charge::Ending end = scenario ? charge::ending(game, *scenario) : charge::Ending{};
  if (!end.over) return false;
  draw_turn(on, game, seen, x, middle);
  draw_ending(on, end, x, middle);
  ImGui::SetCursorScreenPos({x, middle - 0.5F * ImGui::GetFrameHeight()});
  if (ImGui::Button(tongue::tr("Play on"))) ++state_of<StripState>(on.ui).steps_wanted;
  if (ImGui::IsItemHovered())
    wide_tooltip(theme, tongue::tr("The next step, although the scenario has ended (Space). Ctrl+Z takes it back."));
  x = ImGui::GetItemRectMax().x + theme.px(16);
  draw_agreement_and_armies(on, game, seen, x, right, middle);
  return true;
}

void draw_strip(const PartContext& on) {
  const Theme& theme = on.theme;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float x = at.x + theme.px(16), right = at.x + size.x - theme.px(12), middle = at.y + 0.5F * size.y;
  const app::RuledTable* const settled = settled_table(on.look);
  auto& state = state_of<StripState>(on.ui);
  const auto& game = on.look.document.game;
  if (game) {
    const charge::Field& seen = settled ? settled->field : game->field;
    if (!draw_ended_game(on, *game, seen, x, right, middle)) draw_game(on, *game, seen, x, right, middle);
  } else {
    state_of<ScenarioState>(on.ui).clock.run(std::nullopt, on.look.now);
    on.ui.ticking = false;
    float after = x;
    put(theme, *theme.fonts.body, after, middle, theme.quiet,
        settled ? tongue::tr("No game has begun. When both armies stand where they begin:")
                : tongue::tr("A game may begin once the table is settled."));
    ImGui::SetCursorScreenPos({after, middle - 0.5F * ImGui::GetFrameHeight()});
    if (settled && main_button(theme, tongue::tr("Begin the game"))) ++state.steps_wanted;
    if (settled && ImGui::IsItemHovered()) wide_tooltip(theme, tongue::tr("Everybody on the table is counted and turn 1 begins (Space)."));
  }
  if (std::exchange(state.throws_wanted, 0) > 0 && game)
    play(on, app::roll_first(*game, roller_of(on.ui), on.look.document.house_in_play()));
  if (state.steps_wanted <= 0) return;
  --state.steps_wanted;
  if (settled) begin_or_step(on, settled->field);  // before the table is settled nobody knows what was done
}

std::vector<Command> strip_commands(const Look& look) {
  const auto& game = look.document.game;
  std::vector<Command> commands{{tongue::tr("Game"), game ? tongue::tr("Next step of the turn") : tongue::tr("Begin the game"),
                                 tongue::tr("Space"), GLFW_KEY_SPACE, false, false,
                                 TellWindow{[](UiState& ui) { ++state_of<StripState>(ui).steps_wanted; }}}};
  if (game && game->step == charge::Step::MoveFirst)
    commands.push_back({tongue::tr("Game"), tongue::tr("Throw for who moves first"), "I", GLFW_KEY_I, false, false,
                        TellWindow{[](UiState& ui) { ++state_of<StripState>(ui).throws_wanted; }}});
  return commands;
}

}  // namespace

Part charge_strip_part() { return {.strip = draw_strip, .commands = strip_commands}; }

}  // namespace window
