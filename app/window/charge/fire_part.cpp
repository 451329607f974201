// Fire at the chosen target and fire that is returned: dice rolled here or typed, the working, and who has fallen, marked on the table.
// Casualties: the die that tells apart who falls, what is carried to the end of all firing, and who is lifted, army by army.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>

#include "app/overlay/figures.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_fire.h"
#include "app/window/charge/states.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"
#include "measure/gap.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches, overlay::Ink;

/// So far a cross goes beyond the base, in inches: seen from across the room. Larger, it crosses his neighbours too.
constexpr double kCrossBeyond = 0.25;

struct FireState {
  std::array<char, 40> typed{}, typed_back{};  // of fire, and of fire that is returned
};

struct ReturnState {
  std::shared_ptr<const charge::Game> asked;
  std::optional<app::ReturnFire> answer;
};

/// The shot and, where men must be told apart, the die that tells them: one press, one step of undo.
void roll_all(const PartContext& on, const charge::Game& game, const app::LegalOptions& legal, const app::TargetOptions& target,
              std::optional<std::size_t> returns) {
  app::Roller& roller = roller_of(on.ui);
  const charge::House& house = on.look.document.house_in_play();
  const auto dice = roller.roll(app::dice_wanted(legal, target, house).size());
  charge::Applied applied = app::fire(game, legal, target, dice, rolled(roller), house, returns);
  while (applied.done && applied.game.owed.size() > game.owed.size()) {
    const auto which = applied.game.owed.size() - 1;
    const int die = roller.roll(1).front();
    applied = app::allocate(applied.game, which, die, rolled(roller), house);
  }
  play(on, std::move(applied));
}

bool has_fired(const charge::Game& game, const app::LegalOptions& legal) {
  return std::ranges::any_of(game.attacks, [&](const charge::DeclaredAttack& attack) {
    return attack.gun == legal.gun && attack.by == charge::BodyKey{legal.army, legal.unit};
  });
}

/// The dice of one attack: rolled by one press, or typed.
void draw_dice(const PartContext& on, const charge::Game& game, const app::LegalOptions& legal, const app::TargetOptions& target,
               std::optional<std::size_t> returns) {
  const Theme& theme = on.theme;
  const auto wanted = app::dice_wanted(legal, target, on.look.document.house_in_play());
  if (wanted.empty()) return quiet_text(theme, tongue::tr("too few men: no die is thrown (C-I4)"));
  const charge::House& house = on.look.document.house_in_play();
  if (const auto entered = entered_on_page(
          on, legal.army, fmt::format("{} {} {}", legal.unit, returns ? "returns the fire of" : "fires at", target.unit), wanted))
    return play(on, *entered, app::fire(game, legal, target, entered->dice, entered->how, house, returns));
  std::vector<std::string> said;  // as they are shown; a page is told them in English
  for (const std::string& die : wanted) said.push_back(tongue::tr(std::string_view(die)));
  auto& typed = returns ? state_of<FireState>(on.ui).typed_back : state_of<FireState>(on.ui).typed;
  ImGui::PushID(returns ? "return" : "fire");
  const auto dice = static_cast<long long>(wanted.size());
  if (main_button(theme, (returns ? tongue::trnf("Return: roll {} die", "Return: roll {} dice", dice)
                                  : tongue::trnf("Fire: roll {} die", "Fire: roll {} dice", dice))
                             .c_str()))
    roll_all(on, game, legal, target, returns);
  if (ImGui::IsItemHovered()) tooltip_beside(theme, tongue::trf("{}. Seed {}.", fmt::join(said, ", "), roller_of(on.ui).seed()));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool done = ImGui::InputTextWithHint("##dice", tongue::tr("or type them, Enter"), typed.data(), typed.size(),
                                             ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopID();
  if (!done) return quiet_text(theme, tongue::trf("dice: {}", fmt::join(said, ", ")));
  play(on, app::fire(game, legal, target, app::dice_typed(typed.data()), "by hand", on.look.document.house_in_play(), returns));
  typed = {};
}

void draw_fire(const PartContext& on, const charge::Game& game, const app::LegalOptions& legal, const app::TargetOptions& target) {
  const Theme& theme = on.theme;
  const charge::Step step = legal.gun != 0 ? charge::Step::Artillery : charge::Step::Musketry;
  if (target.aim.verdict == measure::Verdict::No || has_fired(game, legal)) return;
  section(theme, tongue::trf("FIRE AT {}", target.unit).c_str());
  if (game.step != step) return quiet_text(theme, tongue::trf("in the step {}; now it is {}", step_word(step), step_word(game.step)));
  if (const auto names = charge::names_next_exchange(game, on.look.document.house_in_play()); names && *names != legal.army)
    sign_line(theme, measure::Verdict::TooCloseToCall, tongue::trf("{} names the next exchange (CG12)", *names));
  draw_dice(on, game, legal, target, std::nullopt);
}

void draw_working(const PartContext& on, const charge::Game& game) {
  if (game.attacks.empty()) return;
  const auto phase = charge::fire_so_far(game, on.look.document.house_in_play());
  if (!phase || phase->firing.attacks.empty()) return;
  const charge::AttackResult& result = phase->firing.attacks.back();
  const charge::DeclaredAttack& attack = game.attacks.back();
  section(on.theme, tongue::trf("{} AT {}", attack.by.second, attack.at.second).c_str());
  if (result.needs) {
    const std::string die =
        attack.attack.hit_die ? tongue::trf("threw {}, needs {}+", *attack.attack.hit_die, *result.needs) : tongue::tr("sure");
    sign_line(on.theme, result.hit ? measure::Verdict::Yes : measure::Verdict::No,
              result.hit ? tongue::trf("hit, {}", die) : tongue::trf("missed, {}", die));
  }
  for (auto line = game.log.rbegin(); line != game.log.rend(); ++line) {
    if (!line->rule.empty() || line->says.find("dice") == std::string::npos) continue;
    quiet_text(on.theme, tongue::ruling(line->says));
    break;
  }
  for (const charge::WorkingLine& line : result.working) working_line(on.theme, line);
  if (result.hit)
    strong_text(on.theme,
                tongue::trnf("{} falls at once, {} carried", "{} fall at once, {} carried", result.at_once, rules::text(result.carried)));
}

/// Whoever is under fire and may answer it, asked once for every state of the game.
const app::ReturnFire* return_fire(const PartContext& on) {
  auto& state = state_of<ReturnState>(on.ui);
  if (state.asked != on.look.document.game) {
    state.asked = on.look.document.game;
    state.answer = app::return_fire(*state.asked, on.look.document.house_in_play());
  }
  return state.answer ? &*state.answer : nullptr;
}

void draw_return(const PartContext& on, const charge::Game& game) {
  const app::ReturnFire* const back = game.step == charge::Step::Musketry ? return_fire(on) : nullptr;
  if (!back) return;
  const Theme& theme = on.theme;
  section(theme, tongue::trf("{} RETURNS THE FIRE (C-I5)", back->legal.unit).c_str());
  if (back->target.aim.verdict == measure::Verdict::No) {
    const auto& because = back->target.aim.because;
    return sign_line(theme, measure::Verdict::No,
                     because.empty() ? tongue::tr("it may not") : tongue::ruling(because.front().says) + " (" + because.front().rule + ")");
  }
  if (back->just_hit > 0)
    quiet_text(theme, tongue::trnf("the {} just hit fires with the others before being lifted",
                                   "the {} just hit fire with the others before being lifted", back->just_hit));
  draw_dice(on, game, back->legal, back->target, back->attack);
}

void draw_fire(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game) return;
  const auto* const legal = state_in<OptionsState>(on.ui);
  const app::TargetOptions* const target = legal && !on.ui.selected.empty() ? legal->chosen_target() : nullptr;
  if (target) draw_fire(on, *game, *legal->answer, *target);
  draw_return(on, *game);
  if (game->step == charge::Step::Artillery || game->step == charge::Step::Musketry) draw_working(on, *game);
}

/// Half a cross along and across a base, in inches: as long and as broad as the base, so that it says which horse of a row.
std::array<double, 2> half_cross(const measure::Shape& shape) {
  const auto of = [](Inches length, Inches width) {
    return std::array{0.5 * length.value + kCrossBeyond, 0.5 * width.value + kCrossBeyond};
  };
  if (const auto* const oval = std::get_if<measure::OvalShape>(&shape)) return of(oval->length, oval->width);
  if (const auto* const rect = std::get_if<measure::RectShape>(&shape)) return of(rect->length, rect->width);
  const Inches across = 2.0 * measure::bounding_radius(shape);
  return of(across, across);
}

/// A cross on everybody who has fallen and still stands.
overlay::DisplayList crosses(const Look& look, const UiState& ui) {
  overlay::DisplayList list;
  const auto& game = look.document.game;
  if (!game || ui.mode != Mode::Play) return list;
  for (const vision::Piece& piece : look.snapshot.state->pieces) {
    if (!game->to_lift.contains(piece.id)) continue;
    const overlay::Spot middle = overlay::spot_of(piece);
    const std::array<double, 2> half = half_cross(vision::footprint_of(piece).shape);
    const measure::Radians heading = piece.heading.value_or(measure::Radians{});
    const overlay::Style style{.colour = Ink::No, .width = 3.6};
    for (const double side : {-1.0, 1.0}) {
      const auto end = [&](double way) {
        return overlay::Spot{middle.at + rotated(measure::TableVector{Inches(way * half[0]), Inches(way * side * half[1])}, heading),
                             middle.z};
      };
      list.push_back(overlay::Line{.points = {end(-1.0), end(1.0)}, .style = style});
    }
  }
  return list;
}

void draw_owed(const PartContext& on, const charge::Game& game) {
  for (std::size_t which = 0; which < game.owed.size(); ++which) {
    const charge::Owed& owed = game.owed[which];
    section(on.theme, tongue::trf("WHO FALLS: {} OF {} MEN OF {}", owed.men, owed.among.size(), owed.body.second).c_str());
    ImGui::PushID(static_cast<int>(which));
    const auto entered = entered_on_page(on, owed.body.first, fmt::format("who falls of {}", owed.body.second), {"who falls"});
    if (entered) play(on, *entered, app::allocate(game, which, entered->dice.front(), entered->how, on.look.document.house_in_play()));
    int die = die_buttons(on.theme, "die");
    ImGui::SameLine();
    app::Roller& roller = roller_of(on.ui);
    const bool roll = main_button(on.theme, tongue::tr("Roll"));
    if (roll) die = roller.roll(1).front();
    if (die != 0 && !entered)
      play(on, app::allocate(game, which, die, roll ? rolled(roller) : "by hand", on.look.document.house_in_play()));
    ImGui::PopID();
  }
}

std::string text_of(const app::LedgerLine& line, bool settled) {
  const std::string carried = line.carried == 0 ? tongue::tr("nothing carried") : tongue::trf("{} carried", rules::text(line.carried));
  const std::string when = settled ? tongue::trnf("{} fell at the end", "{} fell at the end", line.at_end)
                                   : tongue::trnf("{} falls at the end", "{} fall at the end", line.at_end);
  return tongue::trf("{}: {} at once, {}: {}", line.unit, line.at_once, carried, when);
}

void draw_ledger(const PartContext& on, const charge::Game& game) {
  if (game.attacks.empty()) return;
  section(on.theme,
          game.settled ? tongue::tr("FRACTIONS OF ALL FIRING, SETTLED (C-K4)") : tongue::tr("CARRIED TO THE END OF ALL FIRING (C-K4)"));
  for (const app::LedgerLine& line : app::ledger(game, on.look.document.house_in_play()))
    ImGui::TextUnformatted(text_of(line, game.settled).c_str());
}

void draw_lifting(const PartContext& on, const charge::Game& game) {
  const app::RuledTable* const settled = settled_table(on.look);
  const auto armies = app::lifting(game, settled ? settled->field : game.field);
  if (armies.empty()) {
    if (game.step == charge::Step::Settle) quiet_text(on.theme, tongue::tr("Nobody is to be lifted."));
    return;
  }
  section(on.theme, tongue::tr("TO LIFT (C-K5)"));
  for (const app::Lifting& army : armies) sign_line(on.theme, army.verdict(), tongue::ruling(app::text_of(army)));
}

void draw_casualties(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game) return;
  draw_owed(on, *game);
  draw_lifting(on, *game);
  if (game->step <= charge::Step::Settle) draw_ledger(on, *game);
}

}  // namespace

Part charge_fire_part() { return {.overlay = crosses, .selected = draw_fire}; }

Part charge_casualties_part() { return {.selected = draw_casualties}; }

}  // namespace window
