#include "app/board/battle_news.h"

namespace app {
namespace {

using allies::ZoneFight;

std::string name_of(const ZoneFight& fight) { return fight.zone == 0 ? "The fight of the survivors" : fmt::format("Zone {}", fight.zone); }

class News {
 public:
  News(const allies::Game& now, const LesAlliesOnBoard& on) : now_(now), on_(on) {}

  void ended(const ZoneFight& fight) {
    const auto prisoners = fight.out_of_play.size();
    if (!fight.ended->winner) return tell(fight.ended->rule, fmt::format("{} is null: its men leave play (DG25)", name_of(fight)));
    tell(fight.ended->rule, fmt::format("{}: {} has won, {}", name_of(fight), name(*fight.ended->winner),
                                        prisoners == 0   ? "all enemies are taken"
                                        : prisoners == 1 ? "the last enemy cannot move and is prisoner"
                                                         : fmt::format("the last {} enemies cannot move and are prisoners", prisoners)));
  }

  /// D-20: who fights on, where, and who commands him.
  void joined(const ZoneFight& over, const ZoneFight& on) {
    const auto side = over.ended->winner;
    if (!side) return tell("D-20", fmt::format("{} goes on, and {}", name_of(on), border(on)));
    tell("D-20", fmt::format("{}'s men of zone {} are commanded by player {}, and {}", name(*side), over.zone,
                             allies::player_of(*side, on.zone), border(on)));
  }

  void survivors() {
    tell("D-21", "Both fights ended in the same round: the survivors fight on, each under his own player, and the border is open");
  }

  void decided() {
    using allies::BattleResult;
    if (*now_.result == BattleResult::Won || *now_.result == BattleResult::Lost)
      return tell(now_.rule,
                  name(*now_.result == BattleResult::Won ? allies::Side::Allies : allies::Side::Central) + " has won the battle");
    tell(now_.rule, *now_.result == BattleResult::Restart ? "Both fights are null: the battle starts again" : "The battle is null");
  }

  std::vector<rules::Reason> all;

 private:
  void tell(std::string rule, std::string says) { all.push_back({std::move(rule), std::move(says), {}, {}, {}, {}}); }
  [[nodiscard]] const std::string& name(allies::Side side) const { return on_.board.sides[on_.side(side)].name; }
  [[nodiscard]] static std::string border(const ZoneFight& on) {
    if (on.border.zone == 0) return "the border is open";
    return on.border.transferred_cross ? "they may cross the border (DG20)" : "the border stays closed (DG20)";
  }

  const allies::Game& now_;
  const LesAlliesOnBoard& on_;
};

}  // namespace

std::vector<rules::Reason> battle_news(const allies::Game& before, const allies::Game& now, const LesAlliesOnBoard& on) {
  News news(now, on);
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

BoardZone zone_of(const ZoneFight& fight, const LesAlliesOnBoard& on) {
  BoardZone out;
  out.zone = fight.zone;
  out.over = fight.ended.has_value();
  if (out.over) {
    out.rule = fight.ended->rule;
    if (fight.ended->winner) out.winner = on.side(*fight.ended->winner);
  } else {
    out.to_move = on.side(fight.fight.to_move);
  }
  for (const allies::Man& man : fight.fight.men) {
    const std::size_t side = on.side(man.side);
    ++out.men[side];
    if (man.rank == allies::Rank::General) ++out.generals[side];
  }
  return out;
}

}  // namespace app
