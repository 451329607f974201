// The referee's screen: who fires, at whom, and the ruling in letters that are read from two metres.
//   It rules on the moment that was on the screen when it was opened; the table is watched on meanwhile.
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <set>

#include "app/evidence/ruling.h"
#include "app/evidence/sheet.h"
#include "app/overlay/fire.h"
#include "app/overlay/readings.h"
#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/set_aside.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"
#include "app/wire/question.h"

namespace window {
namespace {

using measure::Verdict;
namespace charge = rules::charge;

/// What came of the two clicks.
struct Judged {
  std::string firer, target;  // pieces, as they were clicked
  measure::Result<app::evidence::Ruling> ruling;
  std::optional<charge::AimContact> contact = {};  // that the umpire knew of, where it decided
  charge::Aim aim = {};                            // of a ruling that came out
  overlay::DisplayList drawing = {};               // without the figures
  std::vector<measure::TablePoint> about = {};     // what a close look must hold
};

struct RefereeState {
  app::SharedSnapshot moment = {};  // that was judged: another one begins anew
  std::string firer = {};           // a piece's name; empty before the first click
  std::shared_future<std::shared_ptr<const Judged>> running = {};
  std::shared_ptr<const Judged> judged = {};
  std::string called = {};            // what the table made of what was too close to call; empty: nothing yet
  std::set<std::string> agreed = {};  // armies whose player has signed
  std::set<std::string> appealed = {};
};

/// Places are not all that an umpire knows: of bodies that met in this turn he has said more (CG28, CG29, CG31). None: he has not.
const app::RulingLine* said_of_contact(const app::RulingLog& rulings, const charge::AimQuestion& question) {
  const auto among = [](const std::vector<charge::Figure>& figures, int id) {
    return std::ranges::find(figures, id, &charge::Figure::id) != figures.end();
  };
  for (const app::RulingLine& line : rulings.front()->lines) {
    if (!charge::of_contact(line.rule) || line.ids.empty() || !among(question.firer.figures, line.ids.front())) continue;
    if (line.ids.size() == 1 || among(question.target, line.ids[1])) return &line;
  }
  return nullptr;
}

std::shared_ptr<const Judged> judge(const app::evidence::Scene& scene, const app::SharedSnapshot& moment, const std::string& firer,
                                    const std::string& target) {
  auto judged = std::make_shared<Judged>(Judged{firer, target, app::evidence::rule(scene, {"fire", firer, target})});
  const auto aim = [&] { return charge::aim(std::get<charge::AimQuestion>(judged->ruling->rests_on), scene.house); };
  if (!judged->ruling) return judged;
  judged->aim = aim();
  if (moment->rulings && !moment->rulings->empty()) {
    const auto& question = std::get<charge::AimQuestion>(judged->ruling->rests_on);
    const app::RulingLine* const said = said_of_contact(*moment->rulings, question);
    if (said && said->verdict != judged->aim.verdict) {
      judged->contact = app::evidence::contact_known_by(said->rule);
      judged->ruling = app::evidence::rule(scene, {"fire", firer, target, judged->contact});
      judged->aim = aim();
    }
  }
  judged->drawing = app::evidence::drawing_of(*judged->ruling, scene);
  judged->about = app::evidence::points_of(*judged->ruling, scene);
  return judged;
}

WriteEvidence evidence_of(const Judged& judged) { return {judged.firer, judged.target, judged.contact}; }

nlohmann::ordered_json names_of(const RefereeState& state) { return {{"firer", state.judged->firer}, {"target", state.judged->target}}; }

const char* word_of(Verdict verdict) {
  return verdict == Verdict::Yes ? tongue::tr("Yes") : verdict == Verdict::No ? tongue::tr("No") : tongue::tr("Too close to call");
}

/// The answer has come: the record keeps it.
void take(const PartContext& on, RefereeState& state) {
  state.judged = state.running.get();
  state.running = {};
  state.called.clear(), state.agreed.clear(), state.appealed.clear();
  if (!state.judged->ruling) return;
  nlohmann::ordered_json body = names_of(state);
  body["frame"] = state.moment->state->frame;
  for (const char* const key : {"verdict", "because"}) body[key] = state.judged->ruling->answer[key];
  on.requests.push_back(NoteRuling{"judged", std::move(body)});
  const auto& because = state.judged->aim.because;
  on.ui.to_say.push_back(
      fmt::format("{}. {}", word_of(state.judged->aim.verdict), because.empty() ? "" : tongue::ruling(because.front().says)));
}

/// The state of the moment that is judged; a new one forgets the last.
RefereeState& state_for(const PartContext& on) {
  auto& state = state_of<RefereeState>(on.ui);
  const app::SharedSnapshot moment = on.ui.held ? on.ui.held->moment : nullptr;
  if (state.moment != moment) state = {.moment = moment};
  if (state.running.valid() && state.running.wait_for(std::chrono::seconds(0)) == std::future_status::ready) take(on, state);
  if (state.running.valid()) on.requests.push_back(TellWindow{[](UiState&) {}});  // keeps the window drawing until the answer is there
  return state;
}

void referee_click(const PartContext& on, const Click& click) {
  RefereeState& state = state_for(on);
  const vision::Piece* const piece =
      on.ui.hovered && on.look.snapshot.state ? vision::find_piece(*on.look.snapshot.state, *on.ui.hovered) : nullptr;
  if (click.twice || !piece || state.running.valid()) return;
  if (state.firer.empty() || state.judged) {  // after a ruling the next one begins
    state = {.moment = state.moment, .firer = piece->name};
    if (on.ui.held) on.ui.held->closed_in = false;
    on.ui.view = {.turned = on.ui.view.turned};
    return;
  }
  const Document& document = on.look.document;
  app::evidence::Scene scene{*on.look.snapshot.state, document.table.table, document.roster, document.house};
  state.running = std::async(std::launch::async, judge, std::move(scene), state.moment, state.firer, piece->name).share();
}

// ---- beside the picture ----

/// Sign and word as large as the panel is wide.
void draw_verdict_word(const Theme& theme, Verdict verdict) {
  const ImFont& font = *theme.fonts.verdict;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const char* const word = word_of(verdict);
  const float natural = font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, word).x + 1.1F * font.FontSize;
  const float size = font.FontSize * std::min(1.0F, room / natural);
  const ImU32 ink = theme.ink(overlay::ink_of(verdict));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_sign(draw, overlay::sign_of(verdict), {at.x, at.y + 0.2F * size, at.x + 0.75F * size, at.y + 0.95F * size}, ink);
  draw.AddText(&font, size, {at.x + 1.05F * size, at.y}, ink, word);
  ImGui::Dummy({room, 0.98F * size});
}

/// What is said against the shot by a rule that is not enforced here.
void draw_set_aside(const Theme& theme, app::Dial dial) {
  static constexpr std::array kWords{"", tongue::tr_later("The players decide"), tongue::tr_later("Noted"),
                                     tongue::tr_later("Not asked here")};
  title_text(theme, tongue::tr(kWords[static_cast<std::size_t>(dial)]));
  quiet_text(theme, tongue::tr("At this table the rule is not enforced (house rules, [referee] rules). It says:"));
}

/// Large enough to be read from two metres.
void large_text(const Theme& theme, const std::string& text, ImU32 colour) {
  ImGui::PushFont(theme.fonts.number);
  wrapped_text(theme, text, colour);
  ImGui::PopFont();
}

/// A number with its margin, what the rule asks of it, and the sign that says whether it does.
struct NumberRow {
  const char* what;
  std::string value, asks;
  Verdict verdict;
};

void draw_numbers(const Theme& theme, const std::vector<NumberRow>& rows) {
  for (const NumberRow& row : rows) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = theme.fonts.number->FontSize;
    draw_sign(*ImGui::GetWindowDrawList(), overlay::sign_of(row.verdict), {at.x, at.y, at.x + size, at.y + size},
              theme.ink(overlay::ink_of(row.verdict)));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5F * size);
    large_text(theme, row.value, theme.text);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5F * size);
    quiet_text(theme, fmt::format("{}; {}", row.what, row.asks));
  }
}

// ---- too close to call: the table's custom ----

/// Notes what was called, in the game's log too where one is played. `how` says it in the language in use: the record keeps it in English.
void call(const PartContext& on, RefereeState& state, bool may, const std::function<std::string()>& how, const std::string& thrown = {}) {
  const auto called = [&] { return fmt::format("{}: {}", may ? tongue::tr("It may fire") : tongue::tr("It may not fire"), how()); };
  state.called = called();
  const tongue::AsRecorded recorded;
  nlohmann::ordered_json body = names_of(state);
  body["may"] = may, body["how"] = how() + thrown;
  on.requests.push_back(NoteRuling{"called", std::move(body)});
  const auto& reasons = state.judged->aim.because;
  charge::LogLine line{
      .rule = reasons.empty() ? "" : reasons.front().rule,
      .says = fmt::format("{} at {} is too close to call. {}{}", state.judged->firer, state.judged->target, called(), thrown)};
  if (!on.look.document.game) return;
  change_document(on.look, on.requests, {.game = true}, [&](Document& next) {
    auto game = std::make_shared<charge::Game>(*next.game);
    line.turn = game->turn;
    line.step = game->step;
    game->log.push_back(std::move(line));
    next.game = std::move(game);
  });
}

/// How it was called, where that is one text.
std::function<std::string()> in_words(const char* english) {
  return [english] { return std::string(tongue::tr(english)); };
}

void draw_custom(const PartContext& on, RefereeState& state) {
  const Theme& theme = on.theme;
  section(theme, tongue::tr("THE TABLE'S CUSTOM"));
  if (!state.called.empty()) return large_text(theme, state.called + ".", theme.accent);
  switch (on.look.document.custom.too_close) {
    case app::Custom::TooClose::Dice: {
      strong_text(theme, tongue::tr("Both sides throw, the higher die has it."));
      if (main_button(theme, tongue::tr("Throw"))) {
        app::Roller& roller = roller_of(on.ui);
        std::vector<int> dice = roller.roll(2);
        while (dice[0] == dice[1]) dice = roller.roll(2);
        call(
            on, state, dice[0] > dice[1], [&] { return tongue::trf("by dice, {} to {}", dice[0], dice[1]); }, ", " + rolled(roller));
        return;
      }
      if (ImGui::SameLine(); ImGui::Button(tongue::tr("The firer won it")))
        call(on, state, true, in_words(tongue::tr_later("by dice thrown by hand")));
      if (ImGui::SameLine(); ImGui::Button(tongue::tr("The target won it")))
        call(on, state, false, in_words(tongue::tr_later("by dice thrown by hand")));
      return;
    }
    case app::Custom::TooClose::Stands:
      strong_text(theme, tongue::tr("Whoever called it keeps his call."));
      if (ImGui::Button(tongue::tr("It was called in reach"))) call(on, state, true, in_words(tongue::tr_later("as it was called")));
      if (ImGui::SameLine(); ImGui::Button(tongue::tr("It was called out")))
        call(on, state, false, in_words(tongue::tr_later("as it was called")));
      return;
    case app::Custom::TooClose::Target:
      strong_text(theme, tongue::tr("The target has the benefit of the doubt."));
      if (main_button(theme, tongue::tr("So be it"))) call(on, state, false, in_words(tongue::tr_later("for the target's benefit")));
      return;
  }
}

std::vector<NumberRow> numbers_of(const charge::Aim& aim, const app::evidence::Ruling& ruling) {
  if (!aim.best) return {};
  const auto& question = std::get<charge::AimQuestion>(ruling.rests_on);
  const charge::AimAt& man = aim.men[*aim.best];
  std::vector<NumberRow> rows;
  rows.push_back({tongue::tr("from edge to edge as the rule measures"), overlay::text_of(man.range),
                  tongue::trf("at most {}", tongue::exact(aim.farthest)), measure::at_most(man.range, aim.farthest)});
  rows.push_back({tongue::tr("off its front"), overlay::text_of(man.off), tongue::trf("at most {:g}°", measure::degrees(charge::kFireArc)),
                  measure::at_most(man.off, charge::kFireArc)});
  if (man.clearance)
    rows.push_back(
        {tongue::tr("from the line of fire to the nearest friend"), fmt::format("{}: {}", man.nearest, overlay::clear_by(*man.clearance)),
         tongue::trf("at least {}", tongue::exact(charge::kClearOfFriends)), measure::at_least(*man.clearance, charge::kClearOfFriends)});
  const Verdict seen = !man.hidden_at ? Verdict::Yes : man.verdict == Verdict::No ? Verdict::No : Verdict::TooCloseToCall;
  rows.push_back({tongue::tr("the line of sight"), man.hidden_at ? tongue::tr("hidden, or perhaps hidden") : tongue::tr("in sight"),
                  tongue::tr("nothing between the two"), seen});
  if (question.firer.crew)
    rows.push_back({tongue::tr("men who serve it"), fmt::format("{}", *question.firer.crew), tongue::trf("at least {}", charge::kCrew),
                    *question.firer.crew >= charge::kCrew                               ? Verdict::Yes
                    : *question.firer.crew + question.firer.crew_maybe >= charge::kCrew ? Verdict::TooCloseToCall
                                                                                        : Verdict::No});
  return rows;
}

/// What is thrown, once it may fire.
std::string to_throw(const charge::Aim& aim) {
  if (aim.verdict == Verdict::No || !aim.best) return {};
  const charge::AimAt& man = aim.men[*aim.best];
  if (!man.needs)
    return aim.men_short + aim.men_long > 0 ? tongue::trnf("{} man fires", "{} men fire", aim.men_short + aim.men_long) : std::string();
  const std::string other = man.could_need ? tongue::trf(" or {}+", *man.could_need) : std::string();
  return *man.needs == 1 ? tongue::tr("a sure hit") + other : tongue::trf("throw {}+{} to hit", *man.needs, other);
}

/// How far the rule counts at this table, a key for each way. What was ruled on a recorded moment stands: there are no keys then.
void draw_dial(const PartContext& on, const std::string& rule) {
  static constexpr std::array kWays{tongue::tr_later("Enforce"), tongue::tr_later("Propose"), tongue::tr_later("Note"),
                                    tongue::tr_later("Ignore")};
  if (on.ui.back) return;
  section(on.theme, tongue::trf("{} AT THIS TABLE", rule).c_str());
  const auto now = static_cast<std::size_t>(app::dial_of(on.look.document.custom.rules, rule));
  ImGui::PushID(rule.c_str());
  Flow flow(on.theme);
  for (std::size_t i = 0; i < kWays.size(); ++i)
    if (flow.button(tongue::tr(kWays[i]), i == now) && i != now) on.requests.push_back(TurnDial{rule, static_cast<app::Dial>(i)});
  ImGui::PopID();
}

void draw_ruling(const PartContext& on, RefereeState& state) {
  const Theme& theme = on.theme;
  const Judged& judged = *state.judged;
  title_text(theme, tongue::trf("{} at {}", judged.firer, judged.target));
  if (!judged.ruling) {
    strong_text(theme, tongue::tr("This cannot be ruled on."));
    wrapped_text(theme, tongue::ruling(judged.ruling.error().message) + ".", theme.text);
    return;
  }
  const charge::Aim& aim = judged.aim;
  const app::Dial dial = app::dial_of_aim(aim, on.look.document.custom.rules);
  if (dial == app::Dial::Enforce)
    draw_verdict_word(theme, aim.verdict);
  else
    draw_set_aside(theme, dial);
  if (const std::string score = to_throw(aim); !score.empty()) title_text(theme, score);
  if (!aim.because.empty()) {
    const rules::Reason& reason = aim.because.front();
    std::string says = fmt::format("{} ({})", tongue::ruling(reason.says), reason.rule);
    if (says[0] >= 'a' && says[0] <= 'z') says[0] = static_cast<char>(says[0] - 'a' + 'A');
    large_text(theme, says, theme.text);
    wrapped_text(theme, tongue::ruling(charge::rule_text(reason.rule)), theme.quiet);
  }
  if (aim.verdict == Verdict::TooCloseToCall) draw_custom(on, state);
  section(theme, aim.best ? tongue::trf("AT {}, WHO DECIDES", aim.men[*aim.best].name).c_str() : tongue::tr("NUMBERS"));
  draw_numbers(theme, numbers_of(aim, *judged.ruling));
  if (aim.verdict != Verdict::Yes)
    for (const std::string& rule : app::forbidding(aim.because)) draw_dial(on, rule);
  if (!aim.unverified.empty())
    wrapped_text(theme, tongue::trf("No source settles: {}. Agree on it.", fmt::join(aim.unverified, ", ")), theme.quiet);
}

/// Each player signs, or appeals; both stand in the record.
void draw_signing(const PartContext& on, RefereeState& state) {
  const auto say = [&](const char* kind, const std::string& army) {
    nlohmann::ordered_json body = names_of(state);
    body["by"] = army;
    on.requests.push_back(NoteRuling{kind, std::move(body)});
  };
  Flow flow(on.theme);
  for (const measure::Army& army : on.look.document.roster.armies) {
    const bool signed_by = state.agreed.contains(army.name), appeal = state.appealed.contains(army.name);
    if (flow.button((signed_by ? tongue::trf("{} has signed", army.name) : tongue::trf("{} signs", army.name)).c_str(), signed_by) &&
        state.agreed.insert(army.name).second)
      say("signed", army.name);
    if (flow.button((appeal ? tongue::trf("{} has appealed", army.name) : tongue::trf("{} appeals", army.name)).c_str(), appeal) &&
        state.appealed.insert(army.name).second)
      say("appealed", army.name);
  }
}

void draw_referee(const PartContext& on) {
  RefereeState& state = state_for(on);
  const Theme& theme = on.theme;
  section(theme, tongue::tr("REFEREE"));
  if (state.judged) {
    draw_ruling(on, state);
    ImGui::Separator();
    if (state.judged->ruling) draw_signing(on, state);
    if (state.judged->ruling && main_button(theme, tongue::tr("Evidence  E"))) on.requests.push_back(evidence_of(*state.judged));
    if (state.judged->ruling) ImGui::SameLine();
    if (ImGui::Button(tongue::tr("Next  J"))) on.requests.push_back(ChooseTool{Tool::Judge});
    ImGui::SameLine();
  } else {
    title_text(theme, state.running.valid() ? tongue::tr("Judging")
                      : state.firer.empty() ? tongue::tr("Who fires?")
                                            : tongue::tr("At whom?"));
    if (!state.firer.empty()) strong_text(theme, tongue::trf("{} fires.", state.firer));
    wrapped_text(theme,
                 tongue::tr("Click a gun or a company, then who is fired at. The moment stands still here; the table is watched on."),
                 theme.quiet);
    if (const auto& table = on.look.snapshot.state; table && !table->settled)
      sign_line(theme, Verdict::TooCloseToCall, tongue::tr("Something moves: rule again when the table is settled."));
    ImGui::Separator();
  }
  if (ImGui::Button(tongue::tr("Back  Esc"))) on.requests.push_back(Cancel{});
  if (!on.ui.notice.empty()) sign_line(theme, Verdict::No, on.ui.notice);
  if (state.judged && !on.ui.told.empty()) wrapped_text(theme, on.ui.told, theme.quiet);
}

void referee_key(int key, const Look& /*look*/, UiState& ui, Requests& requests) {
  const auto* const state = state_in<RefereeState>(ui);
  if (key == GLFW_KEY_E && state && state->judged && state->judged->ruling) requests.push_back(evidence_of(*state->judged));
}

// ---- over the table ----

overlay::DisplayList ruled_fire(const Look& look, const UiState& ui) {
  const auto* const state = state_in<RefereeState>(ui);
  if (!state || !ui.held || state->moment != ui.held->moment || !look.snapshot.state) return {};
  if (state->judged) return state->judged->drawing;
  const auto firer = std::ranges::find(look.snapshot.state->pieces, state->firer, &vision::Piece::name);
  if (firer == look.snapshot.state->pieces.end()) return {};
  overlay::Mark mark = overlay::mark_of(*firer, measure::Inches(0.12));
  mark.style = {.colour = overlay::Ink::Accent, .width = 3.0};
  return {mark};
}

std::vector<measure::TablePoint> ruled_places(const UiState& ui) {
  const auto* const state = state_in<RefereeState>(ui);
  return state && state->judged && ui.held && state->moment == ui.held->moment ? state->judged->about : std::vector<measure::TablePoint>();
}

std::string referee_hint(const Hand& /*hand*/) {
  return tongue::tr("Who fires at whom? Click both: the ruling, with all it rests on, and evidence of it.");
}

}  // namespace

Part charge_referee_part() {
  return {.tool = ToolFace{Tool::Judge, tongue::tr_later("Referee: who fires at whom"), tongue::tr_later("Judge"), GLFW_KEY_J, "J",
                           referee_hint},
          .click = referee_click,
          .key = referee_key,
          .in_hand = ruled_fire,
          .screen = draw_referee,
          .closes_in_on = ruled_places};
}

}  // namespace window
