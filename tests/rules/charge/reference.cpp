#include "tests/rules/charge/reference.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace charge_reference {

Exact exact(long long over, long long under) {
  const long long common = std::max(1LL, std::gcd(over, under));
  return {over / common, under / common};
}
Exact operator+(Exact a, Exact b) { return exact(a.over * b.under + b.over * a.under, a.under * b.under); }
Exact operator*(Exact a, Exact b) { return exact(a.over * b.over, a.under * b.under); }
long long whole_of(Exact a) { return a.over / a.under; }
long long nearest_of(Exact a) { return (2 * a.over + a.under) / (2 * a.under); }

std::pair<int, int> dice_of(int men) { return {men / 8, men % 8 >= 4 ? 1 : 0}; }

std::optional<int> score_of(int range, const House& house) {
  if (house.bands == House::Nearest) {
    if (range > house.edges.back()) return std::nullopt;
    int best = 0;
    for (int i = 1; i < 6; ++i)
      if (std::abs(house.edges[i] - range) < std::abs(house.edges[best] - range)) best = i;
    return best + 1;
  }
  for (int i = 0; i < 6; ++i)
    if (range <= house.edges[i]) return i + 1;
  return std::nullopt;
}

std::vector<int> counted_out(int men, int die, int casualties, bool goes_on) {
  std::vector<int> standing(static_cast<std::size_t>(men)), fallen;
  std::iota(standing.begin(), standing.end(), 1);
  std::size_t counted_from = 0;  // the man on whom the count says "one"
  while (!standing.empty() && static_cast<int>(fallen.size()) < casualties) {
    // Who counts round begins again at the right-hand man in the midst of his count; who restarts, with "one" - unless so few stand
    // that he would never come to his number.
    const bool breaks_off = !goes_on && counted_from + static_cast<std::size_t>(die) > standing.size();
    std::size_t on = breaks_off || counted_from == standing.size() ? 0 : counted_from;
    for (int count = 1; count < die; ++count) on = on + 1 == standing.size() ? 0 : on + 1;
    fallen.push_back(standing[on]);
    standing.erase(standing.begin() + static_cast<long>(on));
    counted_from = on;
  }
  return fallen;
}

namespace {

constexpr int kShort = 300, kLong = 600, kFullEffect = 900;

/// A phase in the midst of being fired.
class Field {
 public:
  explicit Field(const Phase& phase) : phase_(phase), house_(phase.house) {
    for (const Body& body : phase.bodies) left_.push_back(body.men);
    fired_.assign(left_.size(), 0);
    destroyed_.assign(left_.size(), false);
    claims_.assign(left_.size(), Exact{});
    owed_.assign(left_.size(), 0);
    down_to_ = left_;
    says_.shots.resize(phase.shots.size());
    says_.bodies.resize(left_.size());
  }

  Says run() {
    for (std::size_t i = 0; i < phase_.shots.size(); ++i)
      if (!can_be(i)) return says_;
    for (std::size_t i = 0; i < phase_.shots.size() && !says_.impossible; ++i) {
      says_.muskets_before_guns = says_.muskets_before_guns || (i > 0 && !phase_.shots[i - 1].gun && phase_.shots[i].gun);
      shoot(i);
    }
    if (!says_.impossible) end();
    return says_;
  }

 private:
  bool refuse(std::size_t shot, const char* why) {
    says_.impossible = {static_cast<int>(shot), why};
    return false;
  }

  /// What no question may hold, whoever may fire.
  bool can_be(std::size_t i) {
    const Shot& shot = phase_.shots[i];
    const int bodies = static_cast<int>(phase_.bodies.size());
    if (shot.at < 0 || shot.at >= bodies || shot.from >= bodies) return refuse(i, "no such body");
    if (shot.from == shot.at) return refuse(i, "fires at itself");
    if (shot.returns >= static_cast<int>(i)) return refuse(i, "returns what was not fired yet");
    if (shot.from >= 0) {
      const Body &firer = phase_.bodies[shot.from], &target = phase_.bodies[shot.at];
      if (firer.army >= 0 && firer.army == target.army) return refuse(i, "fires at its own army");
      if (!shot.gun && firer.arm != Arm::Foot) return refuse(i, "muskets of horsemen or gunners");
    }
    for (const int die : {shot.hit, shot.effect, shot.allocation})
      if (die < 0 || die > 6) return refuse(i, "no such die");
    for (const Volley& volley : shot.volleys)
      for (const auto* thrown : {&volley.full, &volley.half})
        for (const int die : *thrown)
          if (die < 1 || die > 6) return refuse(i, "no such die");
    if (shot.returns >= 0) {
      const Shot& first = phase_.shots[shot.returns];
      if (first.at != shot.from) return refuse(i, "returns fire that was not at it");
      if (first.from >= 0 && first.from != shot.at) return refuse(i, "returns fire at somebody else");
    }
    return true;
  }

  const Touching* contact_of(const Shot& shot) const {
    for (const Touching& touching : phase_.touching)
      if (std::minmax(touching.a, touching.b) == std::minmax(shot.from, shot.at)) return &touching;
    return nullptr;
  }

  void held(const Shot& shot, std::vector<std::string>& rules) const {
    const Touching* contact = shot.from < 0 ? nullptr : contact_of(shot);
    if (!contact) return;
    if (contact->this_turn) {
      if (!house_.fire_when_touching) rules.push_back("CG28");
    } else if (contact->attacker == shot.from && !house_.attacker_returns) {
      rules.push_back("CG29");
    }
    if (shot.gun && contact->attacker != shot.from && !house_.gun_fires) rules.push_back("CG31");
  }

  void shoot(std::size_t i) {
    const Shot& shot = phase_.shots[i];
    ShotSays& says = says_.shots[i];
    stood_.push_back(left_);
    held(shot, says.forbidden_by);
    if (shot.eligible == 0) says.forbidden_by.push_back("CG19");
    if (shot.gun)
      cannon(i);
    else
      muskets(i);
  }

  void cannon(std::size_t i) {
    const Shot& shot = phase_.shots[i];
    ShotSays& says = says_.shots[i];
    std::vector<std::string>& rules = says.forbidden_by;
    if (shot.from >= 0) {
      const int at_first = phase_.bodies[shot.from].men;
      const int crew = std::min(house_.guns_at_once ? at_first : left_[shot.from], at_first - fired_[shot.from]);
      if (crew + shot.drafted < 4) rules.push_back("C-A1");
      if (!house_.guns_at_once && destroyed_[shot.from]) rules.push_back("CG13");
    }
    if (shot.gun_named >= 0 && guns_fired_.count(shot.gun_named) > 0) rules.push_back("CG11");
    says.needs = score_of(shot.range, house_);
    if (!says.needs) rules.push_back("C-A5");
    if (!rules.empty()) return;
    if (shot.gun_named >= 0) guns_fired_.insert(shot.gun_named);
    if (shot.from >= 0) fired_[shot.from] += std::max(0, 4 - shot.drafted);  // who serves one gun serves no other

    const bool automatic = *says.needs == 1;
    if (!automatic && shot.hit == 0) return static_cast<void>(refuse(i, "the die to hit is missing"));
    says.hit = automatic || (house_.bands == House::ExactScore ? shot.hit == *says.needs : shot.hit >= *says.needs);
    if (!says.hit) return;
    if (shot.effect == 0) return static_cast<void>(refuse(i, "the effect die is missing"));
    says.standard = exact(shot.effect) * (shot.range > kFullEffect ? exact(1, 2) : exact(1));
    if (phase_.bodies[shot.at].arm == Arm::Crew) {
      const int deciding = house_.six == House::OnEffect ? shot.effect : house_.six == House::OnHit ? shot.hit : shot.allocation;
      says.destroys = deciding == 6;
    }
    if (says.destroys) destroyed_[shot.at] = true;
    if (says.destroys && !house_.six_hits_crew) return;
    hit(i);
  }

  /// Men of a body who stand, as the house counts them for this shot.
  int standing(const Shot& shot) const {
    if (house_.strength == House::Phase) return phase_.bodies[shot.from].men;
    return house_.strength == House::Exchange && shot.returns >= 0 ? stood_[shot.returns][shot.from] : left_[shot.from];
  }
  /// Of these, who may not have fired yet.
  int able(const Shot& shot) const { return std::min(standing(shot), phase_.bodies[shot.from].men - fired_[shot.from]); }

  void muskets(std::size_t i) {
    const Shot& shot = phase_.shots[i];
    ShotSays& says = says_.shots[i];
    std::vector<std::string>& rules = says.forbidden_by;
    if (shot.from >= 0 && phase_.bodies[shot.from].men > 0 && fired_[shot.from] >= phase_.bodies[shot.from].men) rules.push_back("CG11");
    if (std::ranges::all_of(shot.volleys, [](const Volley& volley) { return volley.range > kLong; })) rules.push_back("C-I2");
    if (!rules.empty()) return;
    int able_men = shot.from >= 0 ? able(shot) : 1 << 30;
    int stated = 0;
    for (const Volley& volley : shot.volleys) stated += volley.men;
    if (shot.volleys.size() > 1 && stated > able_men) return static_cast<void>(refuse(i, "who of them is left to fire in which band?"));
    for (std::size_t v = 0; v < shot.volleys.size(); ++v) {
      const Volley& volley = shot.volleys[v];
      if (volley.range > kLong) continue;
      const int men = std::min(volley.men, able_men);
      able_men -= men;
      if (shot.from >= 0) fired_[shot.from] += men;
      const auto dice = house_.pooled ? pool_dice(i, v) : dice_of(men);
      const std::pair<int, int> given(static_cast<int>(volley.full.size()), static_cast<int>(volley.half.size()));
      if (given != dice) {
        says_.volley = static_cast<int>(v);
        says_.dice = dice;
        return static_cast<void>(refuse(i, "the dice do not match the men"));
      }
      const Exact far = volley.range > kShort ? exact(1, 2) : exact(1);
      for (const bool halved : {false, true})
        for (const int die : halved ? volley.half : volley.full)
          says.standard = says.standard + exact(die) * far * (halved ? exact(1, 2) : exact(1));
    }
    hit(i);
  }

  /// inf.pool = target: the first of those who fire at one target in one band throws for all of them. Right only where nobody of them
  /// falls or fires before: the test asks no more.
  std::pair<int, int> pool_dice(std::size_t i, std::size_t v) const {
    const Shot& shot = phase_.shots[i];
    const bool is_short = shot.volleys[v].range <= kShort;
    int men = 0;
    for (std::size_t j = 0; j < phase_.shots.size(); ++j) {
      const Shot& other = phase_.shots[j];
      if (other.gun || other.at != shot.at) continue;
      for (std::size_t w = 0; w < other.volleys.size(); ++w) {
        if (other.volleys[w].range > kLong || (other.volleys[w].range <= kShort) != is_short) continue;
        if (j < i || (j == i && w < v)) return {0, 0};  // they have thrown
        men += other.volleys[w].men;
      }
    }
    return dice_of(men);
  }

  /// The share of the standard number that a target loses: its arm, then its cover.
  Exact share(const Shot& shot) const {
    const Body& target = phase_.bodies[shot.at];
    Exact share = target.arm == Arm::Foot ? exact(1) : exact(1, 2);
    if (!target.covered) return share * (target.cover ? exact(1, 2) : exact(1));
    const int of = shot.eligible.value_or(target.men), covered = std::min(*target.covered, of);
    if (!house_.cover_per_man) return share * (2 * covered > of ? exact(1, 2) : exact(1));
    return of == 0 ? share : share * exact(2LL * (of - covered) + covered, 2LL * of);
  }

  void hit(std::size_t i) {
    const Shot& shot = phase_.shots[i];
    ShotSays& says = says_.shots[i];
    Exact standard = says.standard;
    if (house_.rounding == House::Standard) standard = exact(nearest_of(standard));
    says.standard = standard;
    says.casualties = standard * share(shot);
    if (house_.rounding == House::Attack) says.casualties = exact(nearest_of(says.casualties));
    const long long whole = whole_of(says.casualties);
    const int before = left_[shot.at], may_fall = house_.spill ? before : std::min(before, shot.eligible.value_or(before));
    const int fall =
        static_cast<int>(std::min<long long>(whole, house_.wholes_wait ? std::min(may_fall, before - owed_[shot.at]) : may_fall));
    says.carried = says.casualties + exact(-whole);
    if (house_.wholes_wait) {
      owed_[shot.at] += fall;
    } else {
      says.at_once = fall;
      left_[shot.at] -= fall;
    }
    claims_[shot.at] = claims_[shot.at] + says.carried;
    // Who may fall for the fraction: those who could be fired at, without all who fall from now on, as far as numbers tell.
    if (says.carried.over > 0) down_to_[shot.at] = std::min(down_to_[shot.at], before - may_fall);
  }

  static int settled(Exact claims) { return static_cast<int>(nearest_of(claims)); }

  void end() {
    const bool one_account = house_.scope != House::OfBody;
    for (std::size_t b = 0; b < left_.size(); ++b) {
      BodySays& says = says_.bodies[b];
      left_[b] -= owed_[b];
      const int fraction = one_account ? 0 : std::clamp(settled(claims_[b]), 0, std::max(0, left_[b] - down_to_[b]));
      says.at_end = owed_[b] + fraction;
      says.left = left_[b] - fraction;
      says.total = phase_.bodies[b].men - says.left;
      says.gun_destroyed = destroyed_[b];
    }
    if (!one_account) return;
    for (int army = 0; army < 2; ++army) {
      Exact claims;
      int owed = 0, open = 0;
      for (std::size_t b = 0; b < left_.size(); ++b) {
        if (phase_.bodies[b].army != army) continue;
        claims = claims + claims_[b];
        owed += owed_[b];
        open += std::max(0, left_[b] - down_to_[b]);
      }
      says_.at_end_of_army.push_back(owed + std::min(settled(claims), open));
    }
  }

  const Phase& phase_;
  const House& house_;
  std::vector<int> left_, fired_, owed_;
  std::vector<int> down_to_;  // so many of a body nobody's fraction can reach
  std::vector<bool> destroyed_;
  std::vector<Exact> claims_;
  std::vector<std::vector<int>> stood_ = {};  // of every body, before each shot
  std::set<int> guns_fired_;
  Says says_;
};

}  // namespace

Says fire(const Phase& phase) { return Field(phase).run(); }

// ---- melee ----

namespace {

int men_of(Side side) { return side.horse + side.foot; }

Exact factor_of(Side own, Side enemy, const House& house) {
  const bool pair = men_of(own) == 2 && men_of(enemy) == 1;
  if (pair && own.horse == 1 && enemy.horse == 1) return exact(5, 4);                        // C-H7
  if (pair && own.horse == 1 && enemy.foot == 1) return exact(house.mixed_doubles ? 2 : 1);  // CG35
  const bool rides_down = own.horse > 0 && enemy.horse == 0;                                 // C-H4
  const bool two_foot = (own.foot == 2 && enemy == Side{1, 0}) || (enemy.foot == 2 && own == Side{1, 0});
  if (two_foot && house.two_foot_level) return exact(1);  // CG33
  int times = 1;
  if (pair) times *= 2;  // C-H3
  if (rides_down) times *= 2;
  return exact(std::min(times, house.cap));  // C-H5
}

}  // namespace

std::optional<Combat> melee(Side a, Side b, int die_a, int die_b, const House& house) {
  for (const Side side : {a, b})
    if (side.horse < 0 || side.foot < 0 || men_of(side) < 1 || men_of(side) > 2) return std::nullopt;
  if (men_of(a) == 2 && men_of(b) == 2) return std::nullopt;  // two single combats, not one
  for (const int die : {die_a, die_b})
    if (die < 1 || die > 6) return std::nullopt;
  Combat combat;
  const std::array sides{a, b};
  for (int s = 0; s < 2; ++s) {
    Exact score = exact(s == 0 ? die_a : die_b) * factor_of(sides[s], sides[1 - s], house);
    if (house.quarter == House::Down) score = exact(whole_of(score));
    if (house.quarter == House::Half) score = exact(nearest_of(score));
    combat.scores[s] = score;
  }
  const Exact ahead = combat.scores[0] + Exact{-combat.scores[1].over, combat.scores[1].under};
  const auto wins = [&](Exact by) { return house.win_by_two ? by.over >= 2 * by.under : by.over > by.under; };
  if (wins(ahead)) combat.loser = 1;
  if (wins({-ahead.over, ahead.under})) combat.loser = 0;
  combat.survivors = sides;
  if (combat.loser < 0) return combat;
  Side& losers = combat.survivors[combat.loser];
  const int gone = losers.horse == 1 && losers.foot == 1 ? 1 : std::min(house.pair_loses, men_of(losers));  // C-H7: the horseman alone
  for (int n = gone; n > 0; --n) {
    int& man = losers.horse > 0 ? losers.horse : losers.foot;
    --man;
    ++(&man == &losers.horse ? combat.falls.horse : combat.falls.foot);
  }
  return combat;
}

// ---- pairing ----

namespace {

/// The most single combats that these contacts allow.
std::size_t most(const std::vector<Contact>& contacts, const std::set<int>& taken) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [a, b, gap] = contacts[i];
    if (taken.count(a) > 0 || taken.count(b) > 0) continue;
    const std::vector<Contact> rest(contacts.begin() + static_cast<long>(i) + 1, contacts.end());
    std::set<int> with = taken;
    with.insert({a, b});
    return std::max(1 + most(rest, with), most(rest, taken));
  }
  return 0;
}

}  // namespace

std::vector<Combatants> paired(std::vector<Contact> contacts) {
  std::ranges::sort(contacts, {}, &Contact::gap);
  std::set<int> busy;
  std::vector<Combatants> combats;
  const std::size_t best = most(contacts, {});
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [a, b, gap] = contacts[i];
    if (busy.count(a) > 0 || busy.count(b) > 0) continue;
    std::set<int> with = busy;
    with.insert({a, b});
    if (combats.size() + 1 + most({contacts.begin() + static_cast<long>(i) + 1, contacts.end()}, with) < best) continue;
    busy = with;
    combats.push_back({{a}, {b}});
  }
  for (const auto [a, b, gap] : contacts)  // seconds
    for (Combatants& combat : combats) {
      const bool single = combat.a.size() + combat.b.size() == 2;
      if (single && combat.a[0] == a && busy.insert(b).second)
        combat.b.push_back(b);
      else if (single && combat.b[0] == b && busy.insert(a).second)
        combat.a.push_back(a);
    }
  return combats;
}

}  // namespace charge_reference
