// The questions of Charge! about figures on the ground: aim, move, reach.
#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "app/ask/ask.h"
#include "app/ask/charge.h"
#include "app/wire/charge_answer.h"
#include "app/wire/charge_question.h"
#include "app/wire/terrain.h"
#include "app/wire/words.h"
#include "measure/convex.h"
#include "rules/charge/combat/dice.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/combat/melee.h"
#include "rules/charge/field.h"

namespace app::ask {
namespace {

namespace charge = rules::charge;
using app::ask::json_of, charge::House, charge::Figure, measure::Inches;

// ---- figures and terrain: the same keys as table.toml and roster.toml ----

/// The usual base of an arm, and its name in words: what a figure stands on that brings none.
struct UsualBase {
  measure::Shape shape;
  const char* says;
};
UsualBase usual_base(charge::Arm arm) {
  switch (arm) {
    case charge::Arm::Cavalry: return {measure::OvalShape{Inches(2.0), Inches(1.0)}, "the oval base of a horseman, 2 x 1 in"};
    case charge::Arm::Gun: return {measure::RectShape{Inches(2.5), Inches(1.5)}, "the base of a gun, 2.5 x 1.5 in"};
    case charge::Arm::Carriage: return {measure::RectShape{Inches(2.5), Inches(1.5)}, "the base of a carriage, 2.5 x 1.5 in"};
    case charge::Arm::Infantry:
    case charge::Arm::Gunners: break;
  }
  return {measure::RoundShape{Inches(1.0)}, "the round base of a man on foot, 1 in"};
}
constexpr double kLargestBase = 1000.0;  // inches

/// The key `table`, [length, width].
std::optional<measure::Table> read_table(Question& question) {
  if (!question.has("table")) return std::nullopt;
  const measure::TablePoint size = question.point("table");
  if (!(size.x.value > 0.0 && size.y.value > 0.0)) question.complain("table", "must be [length, width] in inches, both above 0");
  return measure::Table{.length = size.x, .width = size.y};
}

/// The key `covariance_in2`, [xx, xy, yy] in square inches: all of a place's error, where `margin_in` says how much alone.
measure::PointCovariance read_covariance(Question& question) {
  const std::vector<double> c = question.numbers("covariance_in2");
  if (c.size() != 3 || !(c[0] >= 0.0 && c[2] >= 0.0 && c[1] * c[1] <= c[0] * c[2]))
    question.complain("covariance_in2", "must be [xx, xy, yy] of a covariance in square inches");
  return {c[0], c[1], c[2]};
}

/// The keys margin_in (or covariance_in2) and margin_deg of `question`, or `outer` where it has none.
Margins read_margins(Question& question, const Margins& outer = {}) {
  Margins margins = outer;
  if (question.has("margin_in")) margins.place = measure::covariance_of(Inches(question.number("margin_in", 0.0)));
  if (question.has("covariance_in2")) margins.place = read_covariance(question);
  if (question.has("margin_deg")) margins.heading = measure::from_degrees(question.number("margin_deg", 0.0));
  return margins;
}

measure::Shape read_shape(Question base) {
  static constexpr std::array<std::string_view, 3> kShapes{"round", "oval", "rect"};
  const std::size_t which = base.choice("shape", kShapes);
  const auto positive = [&](std::string_view key) { return Inches(base.number(key, 1e-6, kLargestBase)); };
  measure::Shape shape;
  if (which == 0) {
    shape = measure::RoundShape{positive("diameter")};
  } else {
    const measure::TablePoint size = base.point("size");
    if (!(size.x.value > 0.0 && size.y.value > 0.0 && size.x.value < kLargestBase && size.y.value < kLargestBase))
      base.complain("size", "must be [along, across] in inches, both above 0");
    if (which == 1) shape = measure::OvalShape{size.x, size.y};
    if (which == 2) shape = measure::RectShape{size.x, size.y};
  }
  static_cast<void>(base.number_or("height", 0.0, 0.0));  // the base's thickness: known to rosters, of no use to the rules
  base.done();
  return shape;
}

}  // namespace

void check_on_table(const std::string& at, measure::TablePoint point, const std::optional<measure::Table>& table) {
  if (!table) return;
  const bool on = point.x.value >= 0.0 && point.y.value >= 0.0 && point.x <= table->length && point.y <= table->width;
  if (!on)
    throw BadQuestion{at, fmt::format("[{}, {}] is off the table of {} x {} in: give a place on it, or leave out \"table\"", point.x.value,
                                      point.y.value, table->length.value, table->width.value)};
}

Common read_common(Question& question) { return {.margins = read_margins(question), .table = read_table(question)}; }

measure::Footprint read_footprint(Question& figure, std::string_view at_key, Common& common, charge::Arm arm) {
  const Margins own = read_margins(figure, common.margins);
  measure::Footprint footprint;
  if (figure.has("base")) {
    footprint.shape = read_shape(figure.object("base"));
  } else {
    const auto [shape, says] = usual_base(arm);
    footprint.shape = shape;
    common.assumed.push_back({{"at", figure.at("base")}, {"says", fmt::format("no base is given: {}, was taken", says)}});
  }
  footprint.centre = figure.point(at_key);
  check_on_table(figure.at(at_key), footprint.centre, common.table);
  footprint.heading = measure::from_degrees(figure.number_or("heading_deg", 0.0));
  footprint.covariance = own.place;
  footprint.heading_margin = own.heading;
  return footprint;
}

namespace {

constexpr std::array<std::string_view, 5> kAnyArm{"infantry", "cavalry", "gun", "gunners", "carriage"};
constexpr std::array<charge::Arm, 5> kAnyArmOf{charge::Arm::Infantry, charge::Arm::Cavalry, charge::Arm::Gun, charge::Arm::Gunners,
                                               charge::Arm::Carriage};

// What one question may hold: each of these alone usually takes less than two seconds of processor time. What takes longer at its dearest
// ends by the steps of a question (ask.cpp).
constexpr std::size_t kMostCorners = 1000;       // of all terrain; those of a hill's top that is not convex count four times
constexpr std::size_t kMostFigures = 50000;      // in one list
constexpr std::size_t kMostFiguresToPass = 200;  // that bar a way and stand near it
constexpr double kNearTheWay = 12.0;             // inches
constexpr std::size_t kMostLooks = 4000000;      // of an aim: firers x men of the target x what may stand between
constexpr std::size_t kMostBodies = 2000;        // under fire
constexpr std::size_t kMostAttacks = 10000;
constexpr int kMostCountedOut = 100000;  // men of one body

/// Refuses what would be answered long after the players have gone home.
void check_limit(const Question& question, std::string_view key, std::size_t count, std::size_t most, std::string_view of_what) {
  if (count > most) question.complain(key, fmt::format("{} {} are too many for one question: at most {}", count, of_what, most));
}

std::vector<Figure> read_figures(Question& question, std::string_view key, Common& common, int first_id) {
  std::vector<Figure> figures;
  std::vector<Question> all = question.objects_or_none(key);
  check_limit(question, key, all.size(), kMostFigures, "figures");
  for (Question& each : all) {
    Figure figure;
    figure.id = each.whole_if("id").value_or(first_id + static_cast<int>(figures.size()));
    figure.name = each.text_or("name", fmt::format("{} {}", key, figures.size() + 1));
    const charge::Arm arm = each.has("arm") ? kAnyArmOf[each.choice("arm", kAnyArm)] : charge::Arm::Infantry;
    figure.footprint = read_footprint(each, "at", common, arm);
    figure.height = Inches(each.number_or("figure_height", charge::kFigureHeight.value, 0.0));
    each.done();
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace

std::vector<measure::Terrain> read_terrain(Question& question) {
  std::vector<measure::Terrain> terrain;
  std::vector<Question> all = question.objects_or_none("terrain");
  std::size_t corners = 0;  // counted before anything looks at them
  for (Question& each : all)
    for (const char* key : {"polygon", "line", "top"})
      if (each.has(key)) corners += each.raw(key).size();
  check_limit(question, "terrain", corners, kMostCorners, "corners");
  for (Question& each : all) {
    terrain.push_back(app::read_terrain(each));
    each.done();
    if (const auto& top = terrain.back().top; measure::convex_pieces(top).size() > 1) corners += 3 * top.size();
  }
  check_limit(question, "terrain", corners, kMostCorners, "corners (those of a bent top count four times)");
  return terrain;
}

namespace {

using rules::Reason, rules::reason;

Json json_of(charge::DiceCount dice) { return {{"full", dice.full}, {"half", dice.half}}; }

/// Tells the dice of so many men; `where`: " at short range", or nothing.
void tell_dice(std::vector<Reason>& because, int count, const std::string& where) {
  const charge::DiceCount dice = charge::dice_for(count);
  const std::string thrown =
      dice.full == 0 ? "too few for a full die" : fmt::format("{} {}, one for every eight", dice.full, dice.full == 1 ? "die" : "dice");
  because.push_back(reason("C-I3", fmt::format("{}{}: {}", men(count), where, thrown)));
  if (const int left = count % charge::kMenPerDie; left > 0)
    because.push_back(reason("C-I4", fmt::format("{} left over: {}", left, dice.half > 0 ? "a half die" : "too few for a half die")));
}

Json ask_dice(Question& question, const House&) {
  std::vector<Reason> because;
  Json out;
  if (question.has("men")) {
    const int count = question.whole("men");
    tell_dice(because, count, "");
    out = json_of(charge::dice_for(count));
  } else {
    const int near = question.whole("men_short"), far = question.whole("men_long");
    tell_dice(because, near, " at short range");
    tell_dice(because, far, " at long range");
    because.push_back(reason("C-I3", "at long range every die is halved"));
    out = {{"short", json_of(charge::dice_for(near))}, {"long", json_of(charge::dice_for(far))}};
  }
  out["because"] = json_of(because);
  return out;
}

Json ask_hit_score(Question& question, const House& house) {
  const double range = question.number("range_in", 0.0);
  const auto needs = charge::score_needed(range, house);
  const std::string then = !needs                                       ? "is out of range"
                           : *needs == 1                                ? "hits without a throw"
                           : house.gun_bands == charge::GunBands::Exact ? fmt::format("needs exactly {}", *needs)
                           : *needs == charge::kFaces                   ? "needs a 6"
                                                                        : fmt::format("needs {} or more", *needs);
  const Reason because{.rule = "C-A5", .says = fmt::format("at {:.4g} in a gun {}", range, then), .value = range};
  return {{"needs", needs ? Json(*needs) : Json(nullptr)}, {"because", json_of(std::vector{because})}};
}

Json ask_allocate(Question& question, const House& house) {
  static constexpr std::array<const char*, charge::kFaces> kEvery{"man", "second man", "third man", "fourth man", "fifth man", "sixth man"};
  const int count = question.whole("men", 0, kMostCountedOut), die = question.whole("die", 1, charge::kFaces);
  const auto taken = charge::count_out(count, die, question.whole("casualties"), house.allocation_wrap);
  std::vector<std::string> who;
  Json out{{"taken", taken}};
  if (question.has("names")) {  // in the order of the count
    const std::vector<std::string> names = question.texts("names");
    if (names.size() != static_cast<std::size_t>(count)) question.complain("names", fmt::format("must name all {}", men(count)));
    for (const int number : taken) who.push_back(names[static_cast<std::size_t>(number) - 1]);
    out["fallen"] = who;
  } else {
    for (const int number : taken) who.push_back(fmt::format("number {}", number));
  }
  std::vector<Reason> because{reason("C-K5", taken.empty() ? "nobody falls"
                                                           : fmt::format("counted from the right-hand man every {} falls: {}",
                                                                         kEvery[static_cast<std::size_t>(die) - 1], joined(who)))};
  if (!std::ranges::is_sorted(taken))
    because.push_back(reason("CG22", house.allocation_wrap == charge::AllocationWrap::Continue
                                         ? "past the left-hand man the count goes on round those who stand"
                                         : "past the left-hand man the count begins again at the right"));
  out["because"] = json_of(because);
  return out;
}

Json ask_morale(Question& question, const House&) {
  const int original = question.whole("original"), removed = question.whole("removed");
  if (removed > original) question.complain("removed", "more men than the army had");
  const bool defeated = charge::defeated(original, removed);
  const Reason because{
      .rule = "C-W1",
      .says = fmt::format("{} of {} soldiers are gone: {}", removed, original,
                          defeated ? std::string("more than half, the army is defeated")
                                   : fmt::format("the army fights on; {} would be its defeat", charge::defeating_loss(original))),
      .value = removed,
      .limit = original / 2.0};
  return {{"defeated", defeated}, {"because", json_of(std::vector{because})}};
}

// ---- melee ----

charge::Fighters read_fighters(Question side) {
  charge::Fighters men;
  men.cavalry = side.whole_if("cavalry").value_or(0);
  men.infantry = side.whole_if("infantry").value_or(0) + side.whole_if("gunners").value_or(0);  // CG40
  side.done();
  return men;
}

Json push_back_of(const charge::Fighters& men, const House& house) {
  Json out = Json::object();
  if (men.cavalry > 0) out["cavalry"] = charge::push_back(charge::Arm::Cavalry, house).value;
  if (men.infantry > 0) out["infantry"] = charge::push_back(charge::Arm::Infantry, house).value;
  return out;
}

std::string fighters_words(const charge::Fighters& side) {
  std::vector<std::string> words;
  if (side.cavalry > 0) words.push_back(fmt::format("{} {}", side.cavalry, side.cavalry == 1 ? "horseman" : "horsemen"));
  if (side.infantry > 0) words.push_back(men(side.infantry) + " on foot");
  return joined(words);
}

/// A combat as it is told: each side's throw and what it counts, who falls, where the others go.
std::vector<Reason> combat_reasons(const std::array<charge::Fighters, 2>& sides, const std::vector<int>& throws,
                                   const charge::Combat& combat, const House& house) {
  static constexpr std::array kSide{"side a", "side b"};
  std::vector<Reason> because;
  const auto score = [&](std::size_t side) { return rules::text(combat.scores[side]); };
  for (const std::size_t side : {0U, 1U}) {
    const bool counts = combat.working[side].size() > 1;  // otherwise the throw is the score
    because.push_back({.rule = "C-H2",
                       .says = fmt::format("{}, {}, throws {}{}", kSide[side], fighters_words(sides[side]), throws[side],
                                           counts ? "" : " and scores " + score(side)),
                       .value = throws[side]});
    if (counts)
      because.push_back(reason(combat.working[side].back().rule,
                               fmt::format("{} scores {}, {}", kSide[side], score(side), combat.working[side].back().says)));
  }
  if (!combat.loser) {
    because.push_back(reason("C-H6", house.melee_win == charge::MeleeWin::MoreThanOne ? "neither is ahead by more than one: nobody falls"
                                                                                      : "neither is ahead by two: nobody falls"));
  } else {
    const auto loser = static_cast<std::size_t>(*combat.loser);
    const bool mixed = sides[loser].cavalry == 1 && sides[loser].infantry == 1;
    because.push_back(reason(mixed ? "C-H7" : "C-H2", fmt::format("{} beats {}: {} loses {}", score(1 - loser), score(loser), kSide[loser],
                                                                  fighters_words(combat.falls))));
  }
  for (const std::size_t side : {0U, 1U})
    for (const auto& [count, arm] :
         {std::pair(combat.survivors[side].cavalry, charge::Arm::Cavalry), {combat.survivors[side].infantry, charge::Arm::Infantry}})
      if (count > 0)
        because.push_back({.rule = "C-H8",
                           .says = fmt::format("the {} of {} goes back {} in", arm == charge::Arm::Cavalry ? "horse" : "foot", kSide[side],
                                               charge::push_back(arm, house).value),
                           .value = charge::push_back(arm, house).value});
  return because;
}

Json ask_melee(Question& question, const House& house) {
  const auto a = read_fighters(question.object("a")), b = read_fighters(question.object("b"));
  const std::vector<int> throws = question.wholes("throws", 1, charge::kFaces);
  if (throws.size() != 2) question.complain("throws", "one die a side: [a, b]");
  if (auto odds = charge::check_odds(a, b); !odds) question.complain(a.men() < 1 || a.men() > 2 ? "a" : "b", odds.error().message);
  const auto combat = charge::fight(a, b, {throws[0], throws[1]}, house);
  if (!combat) question.complain("throws", combat.error().message);
  Json falls = nullptr;
  if (combat->loser) {
    falls = {{"side", *combat->loser == 0 ? "a" : "b"}, {"arm", combat->falls.cavalry > 0 ? "cavalry" : "infantry"}};
    if (combat->falls.men() > 1) falls["men"] = combat->falls.men();
  }
  return {{"scores", {rules::text(combat->scores[0]), rules::text(combat->scores[1])}},
          {"falls", falls},
          {"push_back_in", {{"a", push_back_of(combat->survivors[0], house)}, {"b", push_back_of(combat->survivors[1], house)}}},
          {"because", json_of(combat_reasons({a, b}, throws, *combat, house))}};
}

// ---- fire ----

std::size_t target_called(const std::vector<charge::FireTarget>& targets, const std::string& name, Question& attack, std::string_view key) {
  const auto found = std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.name == name; });
  if (found == targets.end()) attack.complain(key, "no target is called \"" + name + "\"");
  return static_cast<std::size_t>(found - targets.begin());
}

charge::FireTarget read_target(Question target, const std::vector<charge::FireTarget>& others) {
  static constexpr std::array<std::string_view, 3> kArms{"infantry", "cavalry", "gunners"};
  static constexpr std::array<charge::Arm, 3> kArmOf{charge::Arm::Infantry, charge::Arm::Cavalry, charge::Arm::Gunners};
  charge::FireTarget out;
  out.name = target.text("name");
  if (std::any_of(others.begin(), others.end(), [&](const auto& t) { return t.name == out.name; }))
    target.complain("name", "two targets are called \"" + out.name + "\"");
  out.arm = kArmOf[target.choice("arm", kArms)];
  out.men = target.whole("men");
  out.cover = target.flag_or("cover", false);
  out.men_covered = target.whole_if("men_covered");
  out.army = target.text_or("army", "");
  target.done();
  return out;
}

charge::Volley read_volley(Question& from, std::string place) {
  charge::Volley volley;
  volley.range_in = from.number("range_in", 0.0);
  volley.men = from.whole("men");
  volley.place = std::move(place);
  Question dice = from.object("dice");
  if (dice.has("full")) volley.dice.full = dice.wholes("full", 1, charge::kFaces);
  if (dice.has("half")) volley.dice.half = dice.wholes("half", 1, charge::kFaces);
  dice.done();
  return volley;
}

void read_volleys(Question& question, charge::Attack& attack) {
  if (!question.has("bands")) {
    attack.volleys.push_back(read_volley(question, ""));
    return;
  }
  for (std::size_t i = 0; Question & band : question.objects("bands")) {
    attack.volleys.push_back(read_volley(band, "/bands/" + std::to_string(i++)));
    band.done();
  }
}

charge::Attack read_attack(Question question, const std::vector<charge::FireTarget>& targets) {
  static constexpr std::array<std::string_view, 2> kBy{"gun", "infantry"};
  charge::Attack attack;
  attack.by_gun = question.choice("by", kBy) == 0;
  attack.target = target_called(targets, question.text("target"), question, "target");
  if (question.has("from")) {  // a firing body that is nobody's target loses no men in this question
    const std::string firer = question.text("from");
    const auto found = std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.name == firer; });
    if (found != targets.end()) attack.from = static_cast<std::size_t>(found - targets.begin());
  }
  if (const auto returns = question.whole_if("returns")) attack.returns = static_cast<std::size_t>(*returns);
  attack.eligible = question.whole_if("eligible");
  if (attack.by_gun) {
    attack.gun = question.text_or("gun", question.has("from") ? question.text("from") : "");  // a crew serves one gun
    attack.drafted = question.whole_if("drafted").value_or(0);
    attack.range_in = question.number("range_in", 0.0);
    attack.hit_die = question.whole_if("hit_die", 1, charge::kFaces);
    attack.effect_die = question.whole_if("effect_die", 1, charge::kFaces);
    attack.allocation_die = question.whole_if("allocation_die", 1, charge::kFaces);
  } else {
    read_volleys(question, attack);
    if (question.has("allocation_die")) static_cast<void>(question.whole("allocation_die", 1, charge::kFaces));
  }
  question.done();
  return attack;
}

/// {"bodies":["A","B"],"since":"this_turn"|"earlier","attacker":"A"}: the attacker is the one who came, and may be left out.
charge::FireContact read_contact(Question& question, const std::vector<charge::FireTarget>& targets) {
  static constexpr std::array<std::string_view, 2> kSince{"this_turn", "earlier"};
  const std::vector<std::string> bodies = question.texts("bodies");
  if (bodies.size() != 2 || bodies[0] == bodies[1]) question.complain("bodies", "must name two bodies");
  charge::FireContact contact;
  for (std::size_t i = 0; i < 2; ++i) contact.bodies[i] = target_called(targets, bodies[i], question, "bodies");
  contact.made_this_turn = question.choice("since", kSince) == 0;
  if (question.has("attacker")) {
    contact.attacker = target_called(targets, question.text("attacker"), question, "attacker");
    if (std::ranges::find(contact.bodies, *contact.attacker) == contact.bodies.end())
      question.complain("attacker", "is none of the two bodies");
  }
  question.done();
  return contact;
}

/// An attack as it is told: what forbids it; or how it hits, what each die counts, who falls at once and what is carried.
std::vector<Reason> attack_reasons(const charge::Attack& attack, const charge::AttackResult& result, const House& house) {
  std::vector<Reason> because = result.because;
  if (result.verdict() == measure::Verdict::No) return because;
  if (attack.by_gun && result.hit)
    because.push_back(reason("C-A5", *result.needs == 1 ? std::string("it hits without a throw")
                                                        : fmt::format("a hit: {} thrown, {}{} needed", *attack.hit_die, *result.needs,
                                                                      house.gun_bands == charge::GunBands::Exact ? "" : " or more")));
  for (const charge::WorkingLine& line : result.working) {
    because.push_back(reason(line.rule, line.number == 0 ? line.says : line.says + ": " + rules::text(line.number)));
    std::string& says = because.back().says;
    if (says.starts_with("halved: ")) says.replace(0, 7, "halved,");  // one colon is enough for a sentence
  }
  if (!result.hit) return because;
  if (!attack.by_gun && result.working.empty()) because.push_back(reason("C-I4", "fewer than four men throw nothing"));
  if (result.casualties == 0) return because;
  const auto whole = static_cast<int>(floor(result.casualties));
  const bool wait = house.whole_when == charge::WholeWhen::Phase;
  std::string says =
      fmt::format("{}: {}", result.casualties == 1 ? std::string("1 casualty") : rules::text(result.casualties) + " casualties",
                  wait ? men(whole) + " at the end of the firing" : men(result.at_once) + " at once");
  if (result.carried != 0) says += fmt::format(", {} is carried to the end of all firing", rules::text(result.carried));
  because.push_back({.rule = wait ? "CG10" : "C-K4", .says = says, .value = whole});
  if (!wait && result.at_once < whole) because.push_back(reason("CG20", fmt::format("only {} could fall", men(result.at_once))));
  return because;
}

/// What becomes of a body when all fractions are added; `carried`: against it.
std::vector<Reason> target_reasons(const charge::TargetResult& result, const rules::Fraction& carried, const House& house) {
  std::vector<Reason> because;
  const std::string rule = house.fraction_scope == charge::FractionScope::Unit ? "C-K3" : "CG8";
  if (carried != 0)
    because.push_back(reason(rule, result.at_end > 0
                                       ? fmt::format("the fractions carried come to {}: {} more", rules::text(carried), men(result.at_end))
                                       : fmt::format("the fractions carried come to {}: nobody more", rules::text(carried))));
  if (result.gun_destroyed) because.push_back(reason("C-A7", "the gun is destroyed"));
  return because;
}

}  // namespace

Json json_of(const charge::Attack& attack, const charge::AttackResult& result, const House& house) {
  Json out = Json::object();
  out["verdict"] = word(result.verdict());
  if (attack.by_gun) out["hit"] = result.hit;
  if (attack.by_gun) out["needs"] = result.needs ? Json(*result.needs) : Json(nullptr);
  out["standard"] = rules::text(result.standard);
  out["casualties"] = rules::text(result.casualties);
  out["at_once"] = result.at_once;
  out["carried"] = rules::text(result.carried);
  if (result.destroys_gun) out["destroys_gun"] = true;
  out["working"] = list_of(result.working, [](const charge::WorkingLine& line) {
    return Json{{"says", line.says}, {"rule", line.rule}, {"number", rules::text(line.number)}};
  });
  out["because"] = json_of(attack_reasons(attack, result, house));
  return out;
}

namespace {

Json ask_fire(Question& question, const House& house) {
  std::vector<charge::FireTarget> targets;
  const std::vector<Question> bodies = question.objects("targets"), fire = question.objects("attacks");
  check_limit(question, "targets", bodies.size(), kMostBodies, "bodies");
  check_limit(question, "attacks", fire.size(), kMostAttacks, "attacks");
  for (const Question& target : bodies) targets.push_back(read_target(target, targets));
  std::vector<charge::Attack> attacks;
  for (const Question& attack : fire) attacks.push_back(read_attack(attack, targets));
  std::vector<charge::FireContact> contacts;
  for (Question& contact : question.objects_or_none("contacts")) contacts.push_back(read_contact(contact, targets));
  const auto firing = charge::fire(targets, attacks, house, contacts);
  if (!firing) throw BadQuestion{firing.error().at, firing.error().says};
  Json out{{"attacks", Json::array()}, {"targets", Json::array()}};
  std::vector<rules::Fraction> carried(targets.size());
  for (std::size_t i = 0; i < attacks.size(); ++i) {
    out["attacks"].push_back(json_of(attacks[i], firing->attacks[i], house));
    carried[attacks[i].target] += firing->attacks[i].carried;
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const charge::TargetResult& result = firing->targets[i];
    out["targets"].push_back({{"name", targets[i].name},
                              {"at_end", result.at_end},
                              {"total", result.total},
                              {"men_left", result.men_left},
                              {"gun_destroyed", result.gun_destroyed},
                              {"because", json_of(target_reasons(result, carried[i], house))}});
  }
  if (!firing->notes.empty()) out["because"] = json_of(firing->notes);
  if (!firing->unverified.empty()) out["unverified"] = firing->unverified;
  return out;
}

// Ids of figures that bring none: one hundred thousand numbers for each list.
constexpr int kTargetIds = 100000, kFriendIds = 200000, kEnemyIds = 300000;

charge::Firer read_firer(Question from, Common& common) {
  static constexpr std::array<std::string_view, 2> kArms{"gun", "infantry"};
  charge::Firer firer;
  firer.arm = from.choice("arm", kArms) == 0 ? charge::Arm::Gun : charge::Arm::Infantry;
  if (firer.arm == charge::Arm::Gun) {
    charge::Figure gun;
    gun.name = from.text_or("name", "gun");
    gun.footprint = read_footprint(from, "at", common, charge::Arm::Gun);
    if (!from.has("heading_deg")) from.complain("heading_deg", "is missing: where does the gun point?");
    gun.height = measure::Inches(from.number_or("figure_height", charge::kFigureHeight.value, 0.0));
    if (!from.has("crew")) from.complain("crew", "is missing: how many men serve the gun (C-A1)?");
    firer.crew = from.whole("crew");
    firer.crew_maybe = from.whole_if("crew_maybe").value_or(0);
    firer.figures.push_back(std::move(gun));
  } else {
    for (const Question& man : from.objects_or_none("men"))
      if (!man.has("heading_deg")) man.complain("heading_deg", "is missing: which way does he face (C-I1)?");
    firer.figures = read_figures(from, "men", common, 0);
    if (firer.figures.empty()) from.complain("men", "a body of infantry needs men");
  }
  from.done();
  return firer;
}

charge::AimQuestion read_aim(Question& question, Common& common) {
  charge::AimQuestion out;
  out.firer = read_firer(question.object("firer"), common);
  out.target = read_figures(question, "target", common, kTargetIds);
  if (out.target.empty()) question.complain("target", "needs at least one man");
  out.friends = read_figures(question, "friends", common, kFriendIds);
  out.enemies = read_figures(question, "enemies", common, kEnemyIds);
  out.terrain = read_terrain(question);
  if (question.has("contact")) out.contact = read_aim_contact(question.object("contact"));
  std::size_t between = 1 + out.friends.size() + out.enemies.size();
  for (const measure::Terrain& terrain : out.terrain) between += terrain.polygon.size() + terrain.line.size();
  check_limit(question, "target", out.firer.figures.size() * out.target.size() * between, kMostLooks,
              "looks (firers x men of the target x what may stand between, figures and corners)");
  return out;
}

charge::MoveQuestion read_move(Question& question, Common& common, const House& house) {
  charge::MoveQuestion out;
  out.arm = kAnyArmOf[question.choice("arm", kAnyArm)];
  out.base = read_footprint(question, "from", common, out.arm);
  out.end_covariance = common.margins.place;
  out.terrain = read_terrain(question);
  out.friends = read_figures(question, "friends", common, kFriendIds);
  out.enemies = read_figures(question, "enemies", common, kEnemyIds);
  const measure::TablePoint from = out.base.centre, to = question.has("to") ? question.point("to") : from;
  const auto near = [&](const std::vector<Figure>& figures) {
    return static_cast<std::size_t>(std::ranges::count_if(figures, [&](const Figure& figure) {
      const measure::TablePoint at = figure.footprint.centre;
      return measure::distance(at, measure::nearest_on_segment(from, to, at)).value <= kNearTheWay;
    }));
  };
  const bool friends_bar = charge::is_wheeled(out.arm) || !house.move_through_friends;
  check_limit(question, "enemies", near(out.enemies) + (friends_bar ? near(out.friends) : 0), kMostFiguresToPass,
              fmt::format("figures within {:g} in of the way", kNearTheWay));
  out.table = common.table;
  out.unit_crossed = question.flag_or("unit_crossed", false);
  return out;
}

}  // namespace

Json with_assumed(Json answer, const Common& common) {
  if (!common.assumed.empty()) answer["assumed"] = common.assumed;
  return answer;
}

namespace {

Json ask_aim(Question& question, const House& house) {
  Common common = read_common(question);
  return with_assumed(json_of(charge::aim(read_aim(question, common), house)), common);
}

Json ask_move(Question& question, const House& house) {
  Common common = read_common(question);
  const charge::MoveQuestion move = read_move(question, common, house);
  if (question.has("path")) {
    const auto path = question.points("path", 2);
    for (std::size_t i = 0; i < path.size(); ++i) check_on_table(question.at("path") + "/" + std::to_string(i), path[i], move.table);
    if (question.has("to") && measure::distance(question.point("to"), path.back()).value > measure::kLimitSlack)
      question.complain("to", "is not where the path ends");
    if (measure::distance(move.base.centre, path.front()).value > measure::kLimitSlack)
      question.complain("path", "does not begin at \"from\"");
    return with_assumed(json_of(charge::judge_path(move, path, house)), common);
  }
  const measure::TablePoint to = question.point("to");
  check_on_table(question.at("to"), to, move.table);
  return with_assumed(json_of(charge::judge_move(move, to, house)), common);
}

Json ask_reach(Question& question, const House& house) {
  Common common = read_common(question);
  const charge::MoveQuestion move = read_move(question, common, house);
  const charge::Reach reach = charge::reach(move, house);
  Json outline = Json::array();
  for (const auto& ring : reach.outline) {
    Json points = Json::array();
    for (measure::TablePoint point : ring) points.push_back(json_of(point));
    outline.push_back(std::move(points));
  }
  Json out{{"area_in2", tidy(reach.area_in2)}, {"outline", outline}};
  out["because"] = json_of(std::vector{charge::allowance_reason(move.arm, house)});
  if (!reach.unverified.empty()) out["unverified"] = reach.unverified;
  return with_assumed(std::move(out), common);
}

}  // namespace

Json answer_charge(Question& question) {
  static constexpr std::array<std::string_view, 10> kAsks{"dice", "hit_score", "allocate", "morale", "melee",
                                                          "fire", "aim",       "move",     "reach",  "turn"};
  static constexpr std::array<Json (*)(Question&, const House&), 10> kAnswers{ask_dice, ask_hit_score, ask_allocate, ask_morale, ask_melee,
                                                                              ask_fire, ask_aim,       ask_move,     ask_reach,  ask_turn};
  const std::size_t which = question.choice("ask", kAsks);
  const House house = read_house(question, charge::house_keys());
  Json out = kAnswers[which](question, house);
  question.done();
  return out;
}

}  // namespace app::ask
