#include "app/board/board_play.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/board/board_games.h"
#include "app/board/le_choc_on_board.h"
#include "rules/le_choc/grounds.h"

namespace app {

using measure::Verdict;

BoardPlay::BoardPlay(measure::Board board, BoardHouses houses) : board_(std::move(board)), houses_(std::move(houses)) {
  if (board_.game == measure::BoardGame::LeChoc) rules_ = le_choc_rules(board_, houses_.le_choc);
  begin_anew(board_.sworn ? UmpireKind::Sworn : UmpireKind::Open);
}

void BoardPlay::begin_anew(UmpireKind umpire) {
  kind_ = board_.game == measure::BoardGame::LeChoc ? umpire : UmpireKind::Open;
  umpire_.reset();
  sealed_ = kind_ == UmpireKind::Sworn ? std::make_unique<SealedValues>(rules_) : nullptr;
  refused_ = {};
  tries_ = {};
  told_ = {};
  told_.last.unchanged = true;
  lines_of_last_ = 0;
  end_told_ = false;
  tell();
}

choc::Side BoardPlay::playing(std::size_t side) const {
  return side == side_playing(board_, choc::Side::South) ? choc::Side::South : choc::Side::North;
}

void BoardPlay::log(BoardLogLine line) {
  line.look = looks_told_;
  told_.log.insert(told_.log.begin(), std::move(line));
  ++lines_of_last_;
}

void BoardPlay::log(const BoardRuling& ruling) {
  const auto name = [&](std::size_t side) { return board_.sides[side].name; };
  if (ruling.revised) forget_last(ruling);
  lines_of_last_ = 0;
  ++looks_told_;
  const bool unexplained = !ruling.differences.empty();  // in a battle the other zone may be explained all the same
  for (const BoardAction& action : ruling.actions)
    log({unexplained ? Verdict::Yes : ruling.verdict, name(action.side), action.says,
         ruling.verdict == Verdict::No && !unexplained ? "" : action.rule,
         action.zone.value_or(0)});  // of what is against the rules `because` names the one
  for (const BoardDifference& d : ruling.differences)
    log({Verdict::No,
         name(d.side),
         fmt::format("{} on [{}, {}], and no rule explains it",
                     d.kind == BoardDifference::Kind::Gone ? "nobody stands any more" : "stands now", d.at.column, d.at.row),
         {}});
  const Verdict sign = ruling.verdict == Verdict::No ? Verdict::No : Verdict::TooCloseToCall;
  const int zone = ruling.actions.size() == 1 ? ruling.actions.front().zone.value_or(0) : 0;
  for (const rules::Reason& reason : ruling.because) log({sign, {}, reason.says, reason.rule, zone});
  for (const rules::Reason& reason : ruling.news) log({Verdict::Yes, {}, reason.says, reason.rule});
}

/// What was told of the last look is told anew; of a battle, what was told last in the zones of these actions.
void BoardPlay::forget_last(const BoardRuling& by) {
  std::vector<int> zones;
  for (const BoardAction& action : by.actions)
    if (std::ranges::find(zones, action.zone.value_or(0)) == zones.end()) zones.push_back(action.zone.value_or(0));
  for (const int zone : zones) {
    if (zone == 0) {
      told_.log.erase(told_.log.begin(), told_.log.begin() + static_cast<std::ptrdiff_t>(std::min(lines_of_last_, told_.log.size())));
      continue;
    }
    const auto last = std::ranges::find(told_.log, zone, &BoardLogLine::zone);
    if (last != told_.log.end()) {
      const std::size_t look = last->look;
      std::erase_if(told_.log, [&](const BoardLogLine& line) { return line.zone == zone && line.look == look; });
    }
  }
}

measure::Result<BoardRuling> BoardPlay::rule(const BoardLook& look) {
  shown_ = {};
  if (!umpire_) {
    auto begun = begin_umpire(board_, houses_, look, kind_);
    if (!begun) return tl::unexpected(begun.error());
    umpire_ = std::move(*begun);
    tell();
    BoardRuling first;
    first.unchanged = true;
    return first;
  }
  const bool was_setting_up = setting_up();
  BoardRuling ruling = umpire_->rule(look);
  told_.waits_for = ruling.waits_for;
  if (ruling.unchanged) {
    if (!told_.last.differences.empty()) told_.record = umpire_->record();  // what nothing explained may have been put right
    return ruling;
  }
  if (sealed_ && was_setting_up && umpire_->seen_before()) sealed_->follow_set_up(*umpire_->seen_before());
  BoardRuling told = ruling;
  take(std::move(ruling));
  return told;
}

void BoardPlay::take(BoardRuling ruling) {
  log(ruling);
  told_.last = std::move(ruling);
  told_.asks_which = told_.last.verdict == Verdict::TooCloseToCall && told_.last.could_be.size() > 0;
  told_.asks_letters = told_.last.actions.size() == 1 && told_.last.actions.front().kind == BoardAction::Kind::Attack;
  if (sealed_ && !told_.asks_which) settle_fights();
  if (sealed_ && told_.asks_which) told_.asks_letters = false;
  judge_end();
  tell();
}

void BoardPlay::settle_fights() {
  for (std::size_t i = 0; i < told_.last.actions.size(); ++i)
    if (told_.last.actions[i].kind == BoardAction::Kind::Attack && settle_fight(i)) told_.asks_letters = false;
}

/// L-4: both letters are shown, whatever the board says about who won. False: one has not been entered.
bool BoardPlay::settle_fight(std::size_t action) {
  const choc::Seen* const before = umpire_->seen_before();
  const auto who = before ? LeChocOnBoard::fighters(*before, told_.last.actions, action) : std::nullopt;
  if (!who) return false;
  follow_letters();
  std::array<std::optional<choc::Value>, 2> letters;
  for (const auto& [place, piece] : {std::pair(0U, who->first), std::pair(1U, who->second)}) {
    const choc::SeenPiece& fighter = umpire_->seen()->pieces[piece];
    letters[place] = expected_ ? expected_letter(action, place) : choc::letter_of(sealed_->letters(), fighter.side, fighter.number);
    if (!letters[place])
      log({Verdict::TooCloseToCall, board_.sides[side_playing(board_, fighter.side)].name,
           fmt::format("has not {} the letter of the piece that {}", sealed_->closed(fighter.side) ? "opened" : "entered",
                       place == 0 ? "attacked" : "was attacked"),
           "L-4"});
  }
  if (!letters[0] || !letters[1]) return false;
  const auto flags = umpire_->declare(action, std::string(1, letter(*letters[0])), std::string(1, letter(*letters[1])));
  if (!flags) return false;
  shown_.fights[action] = {letter(*letters[0]), letter(*letters[1])};
  const bool wins = choc::attacker_wins(*letters[0], *letters[1]);
  log({Verdict::Yes,
       {},
       fmt::format("{} attacked {}: the {} wins", choc::called(*letters[0]), choc::called(*letters[1]), wins ? "attacker" : "attacked"),
       choc::deciding(*letters[0], *letters[1]).rule});
  for (const rules::Reason& flag : *flags) log({Verdict::No, {}, flag.says, flag.rule});
  return true;
}

std::optional<choc::Value> BoardPlay::expected_letter(std::size_t action, std::size_t place) const {
  const auto known = expected_->fights.find(action);
  return known != expected_->fights.end() && known->second.size() == 2 ? choc::value_called(known->second.substr(place, 1)) : std::nullopt;
}

/// LG14: after every action.
void BoardPlay::judge_end() {
  const choc::Seen* seen = umpire_->seen();
  if (sealed_ && seen && !seen->ending) {
    if (expected_)
      shown_.end = expected_->end;
    else if (rules_.house.victory == choc::Victory::Capability && choc::undislodged(*seen, sealed_->letters(), rules_))
      shown_.end = side_playing(board_, seen->pieces[*choc::seen_on(*seen, *rules_.board.objective)].side);
    if (shown_.end) umpire_->announce_end(*shown_.end, "L-15");
  }
  if (seen && seen->ending) {
    told_.last.over = true;
    told_.last.winner = seen->ending->winner ? std::optional(side_playing(board_, *seen->ending->winner)) : std::nullopt;
    told_.last.ended = choc::reason_of(*seen->ending, rules_.house, LeChocOnBoard{board_, rules_}.names());
  }
  if (told_.last.ended && !end_told_ && told_.last.news.empty())  // a battle has told it
    log({Verdict::Yes, {}, told_.last.ended->says, told_.last.ended->rule});
  end_told_ = told_.last.over;
}

void BoardPlay::follow_letters() {
  if (!sealed_ || !umpire_ || !umpire_->seen()) return;
  if (setting_up())
    sealed_->follow_set_up(*umpire_->seen());
  else
    sealed_->follow(*umpire_->seen());
}

void BoardPlay::undo() {
  shown_ = {};
  if (!umpire_ || !umpire_->undo()) return;
  lines_of_last_ = 0;
  log({Verdict::Yes, {}, "taken back", {}});
  told_.last = {};
  told_.last.unchanged = true;
  told_.waits_for.clear();
  told_.asks_letters = told_.asks_which = end_told_ = false;
  tell();
}

void BoardPlay::declare(const std::string& attacker, const std::string& defender) {
  shown_ = {};
  if (!umpire_ || !told_.asks_letters) return;
  const auto flags = umpire_->declare(attacker, defender);
  if (!flags) return log({Verdict::No, {}, flags.error().message, {}});
  log({Verdict::Yes, {}, fmt::format("{} attacked {}", attacker, defender), "L-4"});
  for (const rules::Reason& flag : *flags) log({Verdict::No, {}, flag.says, flag.rule});
  told_.asks_letters = false;
  if (sealed_)
    if (const auto who = LeChocOnBoard::fighters(*umpire_->seen_before(), told_.last.actions, 0)) {
      sealed_->note_shown(umpire_->seen()->pieces[who->first], *choc::value_called(attacker));
      sealed_->note_shown(umpire_->seen()->pieces[who->second], *choc::value_called(defender));
    }
  judge_end();
  tell();
}

void BoardPlay::choose(std::size_t which) {
  shown_ = {};
  if (!umpire_ || !told_.asks_which) return;
  if (auto ruling = umpire_->choose(which)) take(std::move(*ruling));
}

void BoardPlay::lock(std::size_t side, std::string secret) {
  if (!sealed_) return;
  (void)sealed_->lock(playing(side), std::move(secret));
  tell();
}

void BoardPlay::enter(std::size_t side, std::string_view secret, measure::SquareName at, std::optional<char> letter) {
  if (!sealed_ || !umpire_ || !umpire_->seen() || !sealed_->opens(playing(side), secret)) return;
  const choc::Side player = playing(side);
  std::string& refused = refused_[choc::index(player)];
  const auto value = letter ? choc::value_called(std::string(1, *letter)) : std::nullopt;
  if (letter && !value) {
    refused = fmt::format("\"{}\" is no letter: A to H", *letter);
    return;
  }
  const choc::Seen& seen = *umpire_->seen();
  const auto square = named<choc::Square>(at);
  const auto place = choc::seen_on(seen, square);
  const auto before = place ? choc::letter_of(sealed_->letters(), seen.pieces[*place].side, seen.pieces[*place].number) : std::nullopt;
  if (const auto why = sealed_->enter(player, square, value, seen)) {
    refused = fmt::format("{} {}", why->rule, why->says);
    return;
  }
  refused.clear();
  if (!setting_up() && before && before != value) log({Verdict::TooCloseToCall, board_.sides[side].name, "has changed a letter", "L-4"});
  tell();
}

std::optional<LockedPage> BoardPlay::page(std::size_t side) const {
  if (!sealed_ || !umpire_ || !umpire_->seen() || sealed_->closed(playing(side))) return std::nullopt;
  const choc::Side player = playing(side);
  return sealed_->page_of(player, *umpire_->seen(), refused_[choc::index(player)]);
}

std::optional<LetterBox> BoardPlay::sealed(std::size_t side, std::string_view device) {
  return sealed_ ? sealed_->sealed(playing(side), device) : std::nullopt;
}

void BoardPlay::take_sealed(std::size_t side, LetterBox box) {
  if (!sealed_) return;
  sealed_->take(playing(side), std::move(box));
  tell();
}

void BoardPlay::unseal(std::size_t side, std::string secret, std::string_view device) {
  if (!sealed_ || !sealed_->closed(playing(side))) return;
  if (!sealed_->unseal(playing(side), std::move(secret), device)) ++tries_[choc::index(playing(side))];
  tell();
}

/// What of the game may be told now.
void BoardPlay::tell() {
  follow_letters();
  told_.sworn = kind_ == UmpireKind::Sworn;
  told_.to_move = umpire_ ? umpire_->to_move() : std::nullopt;
  told_.options.clear();
  told_.zones = umpire_ ? umpire_->zones() : std::vector<BoardZone>();
  told_.must_take = umpire_ ? umpire_->must_take() : std::vector<measure::SquareName>();
  told_.huffable = umpire_ ? umpire_->huffable() : std::vector<measure::SquareName>();
  told_.letters = umpire_ ? umpire_->letters() : std::vector<PieceLetters>();
  told_.record = umpire_ ? umpire_->record() : "";
  told_.entries.assign(sealed_ ? board_.sides.size() : 0, {});
  for (std::size_t side = 0; side < told_.entries.size(); ++side) {
    BoardEntries& entries = told_.entries[side];
    entries.locked = sealed_->locked(playing(side));
    entries.sealed = sealed_->closed(playing(side));
    entries.tries = tries_[choc::index(playing(side))];
    if (!umpire_) continue;
    for (const choc::SeenPiece& piece : umpire_->seen()->pieces) {
      if (piece.side != playing(side) || !piece.at) continue;
      ++entries.pieces;
      if (choc::letter_of(sealed_->letters(), piece.side, piece.number)) ++entries.entered;
    }
  }
  told_.standing.clear();
  told_.forces.clear();
  told_.facts.clear();
  told_.closed.clear();
  if (!umpire_) return;
  told_.standing = umpire_->standing();
  const auto forces = umpire_->forces();
  told_.forces.assign(forces.begin(), forces.end());
  told_.facts = umpire_->facts();
  for (const measure::BoardSquare& square : board_.squares) {
    const auto from_here = umpire_->options_from(square.at);
    told_.options.insert(told_.options.end(), from_here.begin(), from_here.end());
    if (auto because = umpire_->closed_from(square.at); !because.empty()) told_.closed.push_back({square.at, std::move(because)});
  }
}

}  // namespace app
