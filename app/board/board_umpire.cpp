#include "app/board/board_umpire.h"

#include "app/board/umpire_of.h"
#include "rules/les_allies/grounds.h"
#include "rules/les_allies/record/record.h"

namespace app {
namespace {

using allies::ZoneFight;

/// One fight, as it is shown.
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

using measure::SquareName, measure::Verdict;
using Watcher = UmpireOf<LesAlliesOnBoard>;

LesAlliesOnBoard in_zone(LesAlliesOnBoard on, int zone) {
  on.zone = zone;
  return on;
}

bool explained(const BoardRuling& ruling) { return ruling.differences.empty(); }

template <class T>
void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// What one look showed of both zones. Where both have several explanations, every pair of them is one.
BoardRuling together(const BoardRuling& west, const BoardRuling& east) {
  BoardRuling both = west.unchanged ? east : west;
  both.waits_for = west.waits_for;
  append(both.waits_for, east.waits_for);
  if (west.unchanged || east.unchanged) return both;
  append(both.actions, east.actions);
  append(both.differences, east.differences);
  append(both.because, east.because);
  append(both.huff, east.huff);
  both.verdict = std::max(west.verdict, east.verdict);
  both.revised = west.revised || east.revised;
  const auto ways = [](const BoardRuling& one) {
    std::vector<std::vector<BoardAction>> all{one.actions};
    append(all, one.could_be);
    return all;
  };
  both.could_be.clear();
  if (explained(west) != explained(east)) {  // the nearest of what nothing explains
    both.could_be = explained(west) ? east.could_be : west.could_be;
  } else if (!explained(west)) {
    both.could_be = west.could_be;
    append(both.could_be, east.could_be);
  } else {
    for (const auto& first : ways(west))
      for (const auto& second : ways(east)) {
        both.could_be.push_back(first);
        append(both.could_be.back(), second);
      }
    both.could_be.erase(both.could_be.begin());  // the one that is told
  }
  return both;
}

/// The umpire of a battle: two zones watched each by itself, then the fight that the survivors of one have joined (D-2, D-20, D-21).
/// What becomes of the fights is the engine's: after every look the battle is put together from what was told in either zone. Four people
/// do not wait for each other: each zone goes on at its own pace, and rounds only say what happened at the same time (DG24).
class BattleUmpire final : public BoardUmpire {
 public:
  BattleUmpire(LesAlliesOnBoard on, const BoardLook& first)
      : whole_(std::move(on)), zones_{Watcher(in_zone(whole_, 1), first), Watcher(in_zone(whole_, 2), first)}, battle_(start()) {}

  BoardRuling rule(const BoardLook& look) override {
    const allies::Game before = battle_;
    BoardRuling ruling = joined_ ? rule_joined(look) : rule_zones(look);
    return with_news(before, std::move(ruling));
  }

  measure::Result<std::vector<rules::Reason>> declare(std::string_view a, std::string_view d) override { return zones_[0].declare(a, d); }
  measure::Result<std::vector<rules::Reason>> declare(std::size_t action, std::string_view a, std::string_view d) override {
    return zones_[0].declare(action, a, d);
  }
  void announce_end(std::optional<std::size_t>, std::string_view) override {}

  std::optional<BoardRuling> choose(std::size_t which) override {
    const allies::Game before = battle_;
    BoardRuling ruling;
    ruling.unchanged = true;
    if (joined_) {
      auto chosen = joined_->choose(which);
      if (!chosen) return std::nullopt;
      ruling = *chosen;
    } else {
      if (which >= ways_[0] * ways_[1]) return std::nullopt;
      const std::array<std::size_t, 2> one{which / ways_[1], which % ways_[1]};
      for (std::size_t zone = 0; zone < zones_.size(); ++zone)
        if (ways_[zone] > 1)
          if (const auto chosen = zones_[zone].choose(one[zone])) ruling = together(ruling, *chosen);
      if (ruling.unchanged) return std::nullopt;
      ways_ = {1, 1};
    }
    put_together();
    return with_news(before, std::move(ruling));
  }

  bool undo() override {
    ways_ = {1, 1};
    const bool back = joined_ && joined_->undo();
    if (joined_ && joined_->steps() == 0 && (hurried_ || !back)) {  // who joined early did so by acting
      joined_.reset();
      hurried_ = false;
    }
    if (back) return put_together(), true;
    if (order_.empty()) return false;
    zones_[order_.back()].undo();
    order_.pop_back();
    put_together();
    return true;
  }

  [[nodiscard]] std::optional<std::size_t> to_move() const override {
    std::optional<std::size_t> one;
    for (const BoardZone& zone : zones()) {
      if (zone.over) continue;
      if (!zone.to_move || (one && one != zone.to_move)) return std::nullopt;
      one = zone.to_move;
    }
    return one;
  }

  [[nodiscard]] std::vector<BoardZone> zones() const override {
    std::vector<BoardZone> all;
    for (const allies::ZoneFight& fight : battle_.fights) {
      all.push_back(zone_of(fight, whole_));
      if (!anybody_moved() || battle_.stage == allies::Stage::Over) all.back().to_move.reset();
    }
    return all;
  }

  [[nodiscard]] std::vector<BoardAction> options_from(SquareName at) const override {
    if (joined_) return joined_->options_from(at);
    const std::size_t zone = zones_[0].mine(at) ? 0 : 1;
    std::vector<BoardAction> all = zones_[zone].options_from(at);
    if (anybody_moved() && !zones_[zone].begun())
      std::erase_if(all, [&](const BoardAction& action) { return action.side != whole_.side(begins_in(zone)); });
    return all;
  }
  [[nodiscard]] std::vector<SquareName> must_take() const override { return whole_.must_take(battle_); }
  [[nodiscard]] std::vector<SquareName> huffable() const override { return whole_.huffable(battle_); }
  [[nodiscard]] std::vector<PieceLetters> letters() const override { return {}; }
  [[nodiscard]] std::vector<Standing> standing() const override { return whole_.standing(battle_); }
  [[nodiscard]] std::array<BoardForce, 2> forces() const override {
    std::array<BoardForce, 2> now = whole_.forces(battle_);
    const auto first = whole_.forces(start());
    for (std::size_t side = 0; side < now.size(); ++side) now[side].lost = first[side].men - now[side].men;
    return now;
  }
  [[nodiscard]] std::vector<rules::Reason> facts() const override { return whole_.facts(battle_); }
  [[nodiscard]] std::vector<rules::Reason> closed_from(SquareName at) const override { return whole_.closed(battle_, at); }

  [[nodiscard]] std::string record() const override {
    std::vector<allies::Game> before{start()};  // every step
    std::array<std::size_t, 2> next{};
    for (const std::size_t zone : order_) before.push_back(after(before.back(), zone, ++next[zone]));
    std::vector<WatchedStep<allies::Game>> steps;
    next = {};
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::size_t zone = order_[i], step = next[zone]++;
      steps.push_back({before[i], zones_[zone].told_in(step), zones_[zone].after(step + 1), static_cast<int>(zone) + 1});
    }
    if (joined_)
      for (std::size_t i = 0; i < joined_->steps(); ++i)
        steps.push_back({joined_->after(i), joined_->told_in(i), joined_->after(i + 1), 0, i == 0 && hurried_});
    if (joined_ && joined_->waiting()) steps.push_back({battle_, {}, *joined_->waiting()});
    for (std::size_t zone = 0; !joined_ && zone < zones_.size(); ++zone)
      if (zones_[zone].waiting()) steps.push_back({battle_, {}, *zones_[zone].waiting(), static_cast<int>(zone) + 1});
    return record_of(whole_, before.front(), steps);
  }

 private:
  [[nodiscard]] bool anybody_moved() const { return zones_[0].begun() || zones_[1].begun(); }
  /// Who begins in zone 1, as somebody showed by moving; else as the house has it (DG26).
  [[nodiscard]] allies::Side first() const {
    if (zones_[0].begun()) return *zones_[0].start().first;
    if (zones_[1].begun()) return allies::other(*zones_[1].start().first);
    return whole_.house.first == allies::First::Central ? allies::Side::Central : allies::Side::Allies;
  }
  /// D-6.
  [[nodiscard]] allies::Side begins_in(std::size_t zone) const { return zone == 0 ? first() : allies::other(first()); }

  [[nodiscard]] allies::Game start() const {
    allies::SeenBoard men;
    for (const Watcher& zone : zones_) append(men.men, allies::standing(zone.start()));
    return allies::battle_from(men, whole_.squares, first());
  }
  /// The battle when the fight of this zone has come to its state after so many steps.
  [[nodiscard]] allies::Game after(allies::Game battle, std::size_t zone, std::size_t steps) const {
    return allies::continued(std::move(battle), zones_[zone].after(steps).fights[0], whole_.squares, whole_.house);
  }
  static bool joins(const allies::Game& battle) {
    return battle.stage == allies::Stage::Play && (battle.decided_first || battle.fights.size() > 2);
  }

  /// The battle after everything that was told; where it comes to it, the survivors join (D-20, D-21).
  void put_together() {
    battle_ = start();
    std::array<std::size_t, 2> next{};
    for (const std::size_t zone : order_) battle_ = after(std::move(battle_), zone, ++next[zone]);
    if (!joined_ && joins(battle_)) join(battle_);
    if (joined_) battle_ = joined_->after(joined_->steps());
  }
  void join(allies::Game battle) {
    for (Watcher& zone : zones_) zone.stop_waiting();
    joined_.emplace(whole_, std::move(battle));
  }

  BoardRuling rule_zones(const BoardLook& look) {
    const auto over = [&](std::size_t zone) { return zones_[zone].after(zones_[zone].steps()).stage == allies::Stage::Over; };
    const std::array<bool, 2> was_over{over(0), over(1)};
    const std::array<bool, 2> had_begun{zones_[0].begun(), zones_[1].begun()};
    std::array<BoardRuling, 2> rulings;
    std::array<std::size_t, 2> added{};
    for (std::size_t zone = 0; zone < zones_.size(); ++zone) {
      zones_[zone].prefer_first(whole_.side(begins_in(zone)));
      const std::size_t steps = zones_[zone].steps();
      rulings[zone] = zones_[zone].rule(look);
      rulings[zone].over = false;  // a fight's end is not the battle's
      rulings[zone].winner.reset();
      rulings[zone].ended.reset();
      added[zone] = zones_[zone].steps() - steps;
      if (!had_begun[zone] && zones_[zone].begun()) judge_beginning(zone, rulings[zone]);
    }
    if (!explained(rulings[0]) && !explained(rulings[1])) judge_crossing(look, rulings);
    if (!(explained(rulings[0]) && explained(rulings[1])) && was_over[0] != was_over[1])
      if (auto ruling = hurried(look, added)) return *ruling;
    // Whose fight ended with this look comes last: the other's turn was in the round that is over then.
    const std::size_t earlier = over(0) && !was_over[0] ? 1 : 0;
    for (const std::size_t zone : {earlier, 1 - earlier}) {
      if (joined_) {  // the first of two that ended at once has settled the round: the other goes on as it now is
        for (std::size_t i = 0; i < added[zone]; ++i) zones_[zone].undo();
        rulings[zone] = joined_->rule(look);
      } else {
        note(zone, added[zone], rulings[zone].revised);
      }
      put_together();
    }
    for (std::size_t zone = 0; zone < zones_.size(); ++zone)
      ways_[zone] = !rulings[zone].unchanged && explained(rulings[zone]) ? 1 + rulings[zone].could_be.size() : 1;
    return together(rulings[0], rulings[1]);
  }

  void note(std::size_t zone, std::size_t added, bool revised) {
    if (revised && added == 0)  // it has been carried on just now
      if (const auto last = std::find(order_.rbegin(), order_.rend(), zone); last != order_.rend()) {
        order_.erase(std::next(last).base());
        added = 1;
      }
    order_.insert(order_.end(), added, zone);
  }

  /// Who is gone from one zone and stands in the other has gone over the border (D-2).
  void judge_crossing(const BoardLook& look, std::array<BoardRuling, 2>& rulings) const {
    auto refused = allies::refused_turn(battle_, whole_.squares, whole_.house, whole_.seen(look));
    if (!refused || refused->second.front().rule != "D-2") return;
    rulings[0].because = std::move(refused->second);
    rulings[1].because.clear();
  }

  /// D-6: opposite alliances begin; DG26: the house may have settled who.
  void judge_beginning(std::size_t zone, BoardRuling& ruling) const {
    const allies::Side began = *zones_[zone].start().first;
    const std::string& name = whole_.board.sides[whole_.side(began)].name;
    const auto flag = [&](std::string rule, std::string says) {
      ruling.verdict = Verdict::No;
      ruling.because.push_back(rules::reason(std::move(rule), std::move(says)));
    };
    const Watcher& other = zones_[1 - zone];
    if (other.begun() && *other.start().first == began)
      return flag("D-6", fmt::format("{} began in zone {} already: here the other side does", name, 2 - zone));
    if (whole_.house.first == allies::First::Toss || other.begun()) return;
    const allies::Side west = whole_.house.first == allies::First::Allies ? allies::Side::Allies : allies::Side::Central;
    if (began != (zone == 0 ? west : allies::other(west)))
      flag("DG26", fmt::format("{} begins in zone {}; in this house the other side does", name, zone + 1));
  }

  /// One fight is over, the other in the midst of its round, and the board shows that the survivors have joined it already (D-20).
  std::optional<BoardRuling> hurried(const BoardLook& look, const std::array<std::size_t, 2>& added) {
    allies::Game now = allies::round_closed(battle_, whole_.squares, whole_.house);
    if (!joins(now)) return std::nullopt;
    Watcher early(whole_, std::move(now));
    BoardRuling ruling = early.rule(look);
    if (ruling.actions.empty()) return std::nullopt;
    for (std::size_t zone = 0; zone < zones_.size(); ++zone)
      for (std::size_t i = 0; i < added[zone]; ++i) zones_[zone].undo();
    for (Watcher& zone : zones_) zone.stop_waiting();
    joined_ = std::move(early);
    hurried_ = true;
    put_together();
    return ruling;
  }

  BoardRuling rule_joined(const BoardLook& look) {
    BoardRuling ruling = joined_->rule(look);
    if (!explained(ruling) && joined_->steps() == 0)
      if (auto before = carried_on_before(look)) return *before;
    put_together();
    return ruling;
  }

  /// The sweep that settled the round was carried on: the fights join anew.
  std::optional<BoardRuling> carried_on_before(const BoardLook& look) {
    BattleUmpire back = *this;
    back.joined_.reset();
    back.hurried_ = false;
    BoardRuling ruling = back.rule_zones(look);
    if (ruling.unchanged || !explained(ruling)) return std::nullopt;
    *this = std::move(back);
    return ruling;
  }

  BoardRuling with_news(const allies::Game& before, BoardRuling ruling) const {
    ruling.news = allies::battle_news(before, battle_, whole_.house, whole_.names());
    if (!ruling.news.empty()) ruling.unchanged = false;
    ruling.over = false;
    ruling.winner.reset();
    ruling.ended.reset();
    if (!ruling.unchanged) whole_.end_of(battle_, ruling);
    if (ruling.over && !ruling.news.empty()) ruling.ended = ruling.news.back();
    return ruling;
  }

  LesAlliesOnBoard whole_;
  std::array<Watcher, 2> zones_;
  std::optional<Watcher> joined_;          // once the survivors have joined
  bool hurried_ = false;                   // they joined in the midst of a round
  std::vector<std::size_t> order_;         // the zone of every step that was told in one
  std::array<std::size_t, 2> ways_{1, 1};  // explanations that each zone had of the last look
  allies::Game battle_;
};

}  // namespace

measure::Result<std::unique_ptr<BoardUmpire>> begin_umpire(const measure::Board& board, const BoardHouses& houses, const BoardLook& first,
                                                           UmpireKind kind) {
  if (board.game == measure::BoardGame::LeChoc) {
    const choc::Rules rules = le_choc_rules(board, houses.le_choc);
    return std::make_unique<UmpireOf<LeChocOnBoard>>(LeChocOnBoard{board, kind == UmpireKind::Open ? choc::without_values(rules) : rules},
                                                     first);
  }
  auto squares = les_allies_board(board);
  if (!squares) return tl::unexpected(squares.error());
  const bool draughts = board.game == measure::BoardGame::Draughts;
  if (!draughts && allies::has_two_zones(*squares))
    return std::make_unique<BattleUmpire>(LesAlliesOnBoard{board, std::move(*squares), houses.les_allies}, first);
  return std::make_unique<UmpireOf<LesAlliesOnBoard>>(
      LesAlliesOnBoard{board, std::move(*squares), draughts ? allies::international() : houses.les_allies}, first);
}

std::vector<BoardDifference> differences_of(const BoardLook& was, const BoardLook& is) {
  const auto standing_on = [](const BoardLook& look, measure::SquareName at) {
    const auto found = std::ranges::find(look.standing, at, &Standing::at);
    return found == look.standing.end() ? nullptr : &*found;
  };
  const auto unseen = [&](measure::SquareName at) {
    return std::ranges::find(is.unseen, at) != is.unseen.end() || std::ranges::find(is.unsure, at) != is.unsure.end();
  };
  std::vector<BoardDifference> all;
  for (const Standing& before : was.standing)
    if (!standing_on(is, before.at) && !unseen(before.at)) all.push_back({BoardDifference::Kind::Gone, before.at, before.side});
  for (const Standing& now : is.standing) {
    const Standing* const before = standing_on(was, now.at);
    const auto unseen_then = [&] {
      return std::ranges::find(was.unseen, now.at) != was.unseen.end() || std::ranges::find(was.unsure, now.at) != was.unsure.end();
    };
    if (!before && !unseen_then())
      all.push_back({BoardDifference::Kind::Appeared, now.at, now.side});
    else if (before && before->side != now.side)
      all.push_back({BoardDifference::Kind::OtherSide, now.at, now.side});
    else if (before && now.general && !before->general)
      all.push_back({BoardDifference::Kind::OtherRank, now.at, now.side});
  }
  return all;
}

}  // namespace app
