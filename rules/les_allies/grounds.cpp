#include "rules/les_allies/grounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace rules::les_allies {
namespace {

int distance(Square from, Square to) { return std::abs(to.row - from.row); }

class Telling {
 public:
  Telling(const Setting& setting, const Fight& before, const Play& play)
      : setting_(setting), before_(before), play_(play), man_(*man_at(before.men, play.from)) {}

  std::vector<Reason> of(const FightApplied& did) {
    const Judged judged = judge(setting_, before_.men, before_.to_move, play_, before_.must_take);
    if (did.taken.empty())
      plain_move();
    else
      sweep(did.taken, judged.complete);
    crowned(did.promoted);
    return std::move(all_);
  }

 private:
  void tell(const char* rule, std::string says) { all_.push_back(reason(rule, std::move(says))); }
  [[nodiscard]] bool general() const { return man_.rank == Rank::General; }

  void plain_move() {
    const Square from = play_.from, to = play_.lands.front();
    const int squares = distance(from, to);
    const bool back = man_.side == Side::Allies ? to.row < from.row : to.row > from.row;
    if (general())
      tell("DG12", fmt::format("the General on {} goes {} {} to {}, along an open diagonal", text(from), squares,
                               squares == 1 ? "square" : "squares", text(to)));
    else
      tell("D-8", fmt::format("the soldier on {} moves one square, to {}, which is free", text(from), text(to)));
    if (back && !general()) tell("D-9", "he may retreat");
  }

  void sweep(const std::vector<Square>& taken, bool complete) {
    Square at = play_.from;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const Square to = play_.lands[i];
      const std::string who = i > 0 ? "he" : fmt::format("the {} on {}", general() ? "General" : "soldier", text(at));
      if (general() && distance(at, to) > 2)
        tell("D-11", fmt::format("{} jumps the enemy on {} from a distance and lands on {}", who, text(taken[i]), text(to)));
      else
        tell("D-10", fmt::format("{} jumps the enemy on {} and lands on {}, directly behind", who, text(taken[i]), text(to)));
      at = to;
    }
    const std::string gone =
        fmt::format("{} {} the board", taken.size() == 1 ? "the man he took" : fmt::format("the {} men he took", taken.size()),
                    taken.size() == 1 ? "leaves" : "leave");
    if (complete)
      tell("D-12", fmt::format("from {} he can take nobody else: the sweep is over, and {}", text(at), gone));
    else
      tell("DG11", fmt::format("he breaks off his sweep on {}; all the same {}", text(at), gone));
  }

  void crowned(bool promoted) {
    if (promoted)
      return tell("D-14", fmt::format("he ends on {} and becomes a General: a second man of his nation is put upon him",
                                      setting_.house.promote_on == PromoteOn::LastRow ? "the last row" : "a fortress of the enemy"));
    for (const Square over : crossed(play_))
      if (promotes(setting_, man_, over)) tell("D-14", fmt::format("he only passes over {}, which makes nobody a General", text(over)));
  }

  const Setting& setting_;
  const Fight& before_;
  const Play& play_;
  const Man& man_;
  std::vector<Reason> all_;
};

std::string name_of(const ZoneFight& fight) { return fight.zone == 0 ? "The fight of the survivors" : fmt::format("Zone {}", fight.zone); }

class News {
 public:
  News(const Game& now, const House& house, const std::array<std::string, 2>& names) : now_(now), house_(house), names_(names) {}

  void ended(const ZoneFight& fight) {
    const std::string why = why_ended(*fight.ended, fight.out_of_play.size(), house_);
    if (!fight.ended->winner) return tell(fight.ended->rule, fmt::format("{} is null, {}: its men leave play (DG25)", name_of(fight), why));
    tell(fight.ended->rule, fmt::format("{}: {} has won, {}", name_of(fight), name(*fight.ended->winner), why));
  }

  /// D-20: who fights on, where, and who commands him.
  void joined(const ZoneFight& over, const ZoneFight& on) {
    const auto side = over.ended->winner;
    if (!side) return tell("D-20", fmt::format("{} goes on, and {}", name_of(on), border(on)));
    tell("D-20", fmt::format("{}'s men of zone {} are commanded by player {}, and {}", name(*side), over.zone, player_of(*side, on.zone),
                             border(on)));
  }

  void survivors() {
    tell("D-21", "Both fights ended in the same round: the survivors fight on, each under his own player, and the border is open");
  }

  void decided() {
    if (*now_.result == BattleResult::Won || *now_.result == BattleResult::Lost)
      return tell(now_.rule, name(*now_.result == BattleResult::Won ? Side::Allies : Side::Central) + " has won the battle");
    tell(now_.rule, *now_.result == BattleResult::Restart ? "Both fights are null: the battle starts again" : "The battle is null");
  }

  std::vector<Reason> all;

 private:
  void tell(std::string rule, std::string says) { all.push_back(reason(std::move(rule), std::move(says))); }
  [[nodiscard]] const std::string& name(Side side) const { return names_[side == Side::Allies ? 0 : 1]; }
  [[nodiscard]] static std::string border(const ZoneFight& on) {
    if (on.border.zone == 0) return "the border is open";
    return on.border.transferred_cross ? "they may cross the border (DG20)" : "the border stays closed (DG20)";
  }

  const Game& now_;
  const House& house_;
  const std::array<std::string, 2>& names_;
};

}  // namespace

std::vector<Reason> battle_news(const Game& before, const Game& now, const House& house, const std::array<std::string, 2>& names) {
  News news(now, house, names);
  for (std::size_t i = 0; i < now.fights.size(); ++i)
    if (now.fights[i].ended && (i >= before.fights.size() || !before.fights[i].ended)) news.ended(now.fights[i]);
  if (now.decided_first && !before.decided_first) {
    const std::size_t over = static_cast<std::size_t>(*now.decided_first) - 1;
    if (!now.fights[1 - over].ended) news.joined(now.fights[over], now.fights[1 - over]);
  }
  if (now.fights.size() > 2 && before.fights.size() < 3) news.survivors();
  if (now.result && !before.result) news.decided();
  return std::move(news.all);
}

std::vector<Square> crossed(const Play& play) {
  std::vector<Square> all;
  Square at = play.from;
  for (const Square to : play.lands) {
    if (at != play.from) all.push_back(at);
    const int across = to.column > at.column ? 1 : -1, up = to.row > at.row ? 1 : -1;
    if (std::abs(to.column - at.column) == std::abs(to.row - at.row))
      for (Square over{at.column + across, at.row + up}; at != to && over != to; over = {over.column + across, over.row + up})
        all.push_back(over);
    at = to;
  }
  return all;
}

std::vector<Reason> grounds(const Setting& setting, const Fight& before, const FightAction& action, const FightApplied& did) {
  std::vector<Reason> all;
  if (const auto* play = std::get_if<Play>(&action)) {
    all = Telling(setting, before, *play).of(did);
    if (auto missed = missed_taking(did.fight, setting.house)) all.push_back(std::move(*missed));
  } else if (const auto* man = std::get_if<Huff>(&action)) {
    all.push_back(reason(
        "D-16", fmt::format("the man on {} did not take all he could and is removed; who huffs him still has his own turn", text(man->man)),
        text(man->man)));
  } else {
    const Square at = std::get<MakeTake>(action).man;
    all.push_back(reason("D-15",
                         before.last ? fmt::format("the last turn is taken back, and the man on {} has to take", text(*did.fight.must_take))
                                     : fmt::format("the turn is given back, and the man on {} has to take", text(at)),
                         text(at)));
  }
  return all;
}

}  // namespace rules::les_allies
