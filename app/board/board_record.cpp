#include "app/board/umpire_of.h"

#include "rules/le_choc/record/record.h"
#include "rules/le_choc/value.h"
#include "rules/les_allies/record/record.h"

namespace app {
namespace {

// ---- Le Choc ----

choc::RecordedAction recorded(const LeChocOnBoard& game, const choc::Seen& before, const BoardAction& action) {
  using Does = choc::Event::Kind;
  const auto side = action.side == game.side(choc::Side::South) ? choc::Side::South : choc::Side::North;
  choc::RecordedAction out{
      {.kind = Does::Move, .side = side, .from = named<choc::Square>(action.way.front()), .to = named<choc::Square>(action.way.back())},
      {}};
  if (action.kind == BoardAction::Kind::Enter) out.event.kind = Does::Enter, out.event.from = {};
  if (action.kind != BoardAction::Kind::Attack) return out;
  out.event.kind = Does::Attack;
  out.event.stay = action.stays;
  const bool wins = action.attacker_wins.value_or(true);
  if (action.shown.size() == 2) {
    const auto letter = [&](std::size_t i) { return *choc::value_called(std::string_view(action.shown).substr(i, 1)); };
    out.event.fight = choc::ShownFight{letter(0), letter(1)};
    if (choc::attacker_wins(letter(0), letter(1)) == wins && !before.ending) return out;  // the letters tell who is left
  }
  out.outcome = wins ? choc::Outcome::DefenderFalls : choc::Outcome::AttackerFalls;
  return out;
}

choc::Interruption stands(const choc::Seen& state, std::size_t after) {
  choc::Interruption out{.after = after, .stands = std::array<std::vector<choc::Square>, 2>{}, .to_move = state.to_move};
  for (const choc::SeenPiece& piece : state.pieces)
    if (piece.at) (*out.stands)[choc::index(piece.side)].push_back(*piece.at);
  for (auto& squares : *out.stands) std::ranges::sort(squares);
  return out;
}

// ---- Les Allies ----

allies::Action recorded(const BoardAction& action) {
  const auto at = [](measure::SquareName square) { return named<allies::Square>(square); };
  if (action.kind == BoardAction::Kind::Huff) return allies::Huff{at(action.way.front())};
  if (action.kind == BoardAction::Kind::MakeTake) return allies::MakeTake{at(action.way.front())};
  allies::Play play{.from = at(action.way.front()), .lands = {}};
  for (const measure::SquareName square : std::span(action.way).subspan(1)) play.lands.push_back(at(square));
  return play;
}

}  // namespace

std::string record_of(const LeChocOnBoard& game, const choc::Seen& start, std::span<const WatchedStep<choc::Seen>> steps) {
  choc::Record record = choc::begin_record(start, game.rules);
  record.ending = start.ending;
  for (const WatchedStep<choc::Seen>& step : steps) {
    if (step.actions.empty()) record.interruptions.push_back(stands(step.after, record.actions.size()));
    for (std::size_t i = 0; i < step.actions.size(); ++i) {
      record.actions.push_back(recorded(game, step.before, step.actions[i]));
      const choc::Side side = record.actions.back().event.side;
      if (i == 0 && (side != step.before.to_move || step.before.ending))
        record.interruptions.push_back({record.actions.size() - 1, {}, side});
    }
    record.ending = step.after.ending;
  }
  return text(record);
}

std::string record_of(const LesAlliesOnBoard& game, const allies::Game& start, std::span<const WatchedStep<allies::Game>> steps) {
  allies::Record record{.house = game.house, .actions = {}};
  record.board = allies::told_of(game.squares);
  record.start = allies::Standing{allies::standing(start), *start.first};
  for (const WatchedStep<allies::Game>& step : steps) {
    const auto mover = [&](const allies::Game& state) {
      const auto in_zone = std::ranges::find(state.fights, step.zone, &allies::ZoneFight::zone);
      return step.zone != 0 && in_zone != state.fights.end() ? in_zone->fight.to_move : LesAlliesOnBoard::going_on(state).fight.to_move;
    };
    if (step.actions.empty())
      record.interruptions.push_back({record.actions.size(), allies::standing(step.after), mover(step.after), step.zone});
    else if (const auto side = game.engine_side(step.actions.front().side); side != mover(step.before) || step.settling)
      record.interruptions.push_back({record.actions.size(), {}, side, step.zone});
    for (const BoardAction& action : step.actions) record.actions.push_back(recorded(action));
  }
  return allies::write_record(record, game.squares);
}

}  // namespace app
