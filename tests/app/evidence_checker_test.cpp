// Verdicts against a second opinion that shares no code with the rules (tests/checker).
#include <gmock/gmock.h>

#include "app/ask/ask.h"
#include "tests/app/program.h"
#include "tests/checker/checker.h"
#include "tests/support/campaign.h"

namespace evidence_checker_test {
namespace {

using nlohmann::json;

/// Inches and radians: what rounding, and the checker's search, may leave open.
constexpr double kRounding = 1e-4;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double from(double least, double most) { return std::uniform_real_distribution<double>(least, most)(engine_); }
  int count(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine_); }
  bool often(double share) { return from(0, 1) < share; }

 private:
  std::mt19937 engine_;
};

json base(Dice& dice) {
  if (dice.often(0.5)) return {{"shape", "round"}, {"diameter", dice.from(0.5, 1.5)}};
  return {{"shape", dice.often(0.5) ? "oval" : "rect"}, {"size", {dice.from(0.8, 2.5), dice.from(0.5, 1.5)}}};
}

json figure(Dice& dice, const std::string& name, double x, double y) {
  json out{{"name", name}, {"at", {x, y}}, {"heading_deg", dice.from(0, 360)}, {"base", base(dice)}};
  if (dice.often(0.5)) {
    const double xx = std::pow(dice.from(0, 0.05), 2), yy = std::pow(dice.from(0, 0.05), 2);
    out["covariance_in2"] = {xx, dice.from(-0.9, 0.9) * std::sqrt(xx * yy), yy};
  }
  if (dice.often(0.3)) out["margin_in"] = dice.from(0, 0.1);
  if (dice.often(0.3)) out["margin_deg"] = dice.from(0, 8);
  return out;
}

/// A shot somewhere near its limits, with friends, enemies and houses about the line.
json question(Dice& dice) {
  const bool gun = dice.often(0.6);
  json house = json::object();
  double reach = gun ? 36 : 6;
  if (dice.often(0.3)) house["range.from"] = "edge";
  if (gun && dice.often(0.2)) house["gun.bands"] = {3, 6, 9, 12, 15, reach = dice.from(16, 20)};
  if (dice.often(0.1)) house["los.figures_block"] = false;
  if (dice.often(0.1)) house["clear.to"] = "center";
  const double way = dice.from(0, 6.283), range = reach * (dice.often(0.4) ? dice.from(0.97, 1.03) : dice.from(0.3, 1.0));
  const double off = dice.often(0.4) ? dice.from(40, 50) : dice.from(0, 44), heading = way * 57.29578 + (dice.often(0.5) ? off : -off);
  json target = json::array(), friends = json::array(), enemies = json::array(), terrain = json::array(), men = json::array();
  for (int i = 0, n = dice.count(1, 3); i < n; ++i)
    target.push_back(figure(dice, "t" + std::to_string(i), range * std::cos(way) - 1.1 * i * std::sin(way),
                            range * std::sin(way) + 1.1 * i * std::cos(way)));
  const auto beside = [&](double aside) {
    const double along = dice.from(0.1, 1.0) * range;
    return std::pair{along * std::cos(way) - aside * std::sin(way), along * std::sin(way) + aside * std::cos(way)};
  };
  for (int i = 0, n = dice.count(0, 4); i < n; ++i) {
    const auto [x, y] = beside((dice.often(0.5) ? 1 : -1) * (dice.often(0.2) ? dice.from(1.4, 2.4) : dice.from(2.5, 9)));
    friends.push_back(figure(dice, "f" + std::to_string(i), x, y));
  }
  for (int i = 0, n = dice.count(0, 3); i < n; ++i) {
    const auto [x, y] = beside((dice.often(0.5) ? 1 : -1) * (dice.often(0.2) ? dice.from(0.2, 1.3) : dice.from(1.5, 9)));
    enemies.push_back(figure(dice, "e" + std::to_string(i), x, y));
  }
  if (dice.often(0.3)) {
    const auto [x, y] = beside((dice.often(0.5) ? 1 : -1) * dice.from(1.0, 6));
    const double l = dice.from(1, 4), w = dice.from(1, 3);
    terrain.push_back(
        {{"kind", "house"}, {"height", dice.often(0.2) ? 0.5 : 4.0}, {"polygon", {{x, y}, {x + l, y}, {x + l, y + w}, {x, y + w}}}});
  }
  json firer = figure(dice, "gun", 0, 0);
  firer["heading_deg"] = heading;
  if (gun) {
    firer["arm"] = "gun";
    firer["crew"] = dice.often(0.1) ? 3 : 5;
    firer["crew_maybe"] = dice.count(0, 1);
  } else {
    men.push_back(firer);
    if (dice.often(0.5)) men.push_back(figure(dice, "second", -1.2 * std::sin(way), 1.2 * std::cos(way)));
    men.back()["heading_deg"] = heading;
    firer = {{"arm", "infantry"}, {"men", men}};
  }
  json out{{"game", "charge"},   {"ask", "aim"},       {"firer", firer},     {"target", target},
           {"friends", friends}, {"enemies", enemies}, {"terrain", terrain}, {"margin_deg", dice.from(0, 2)}};
  if (dice.often(0.8)) out["margin_in"] = dice.from(0, 0.1);
  if (!house.empty()) out["house"] = house;
  if (dice.often(0.1)) {
    out["contact"] = json::object();
    if (dice.often(0.7)) out["contact"]["since"] = dice.often(0.3) ? "this_turn" : "earlier";
    if (dice.often(0.5)) out["contact"]["attacker"] = dice.often(0.3) ? "firer" : "target";
  }
  return out;
}

TEST(EvidenceChecker, LawTheIndependentCheckerComesToTheSameVerdict) {
  std::map<std::string, int> verdicts;
  int not_simple = 0, on_the_edge = 0;
  const int asked = tries(300, 10000);
  for (int i = 0; i < asked; ++i) {
    Dice dice(static_cast<unsigned>(i) + 1);
    const json each = question(dice);
    const auto strict = checker::verdict_of(each, -kRounding), lenient = checker::verdict_of(each, kRounding);
    const auto reply = app::ask::answer(each.dump());
    ASSERT_NE(reply.status, 2) << reply.json;
    const std::string verdict = reply.json["verdict"];
    ++verdicts[verdict];
    if (!strict || !lenient) {
      ++not_simple;
      continue;
    }
    on_the_edge += *strict != *lenient ? 1 : 0;
    EXPECT_TRUE(verdict == *strict || verdict == *lenient) << i << ": " << verdict << ", the checker " << *strict << "\n"
                                                           << each << "\n"
                                                           << reply.json["because"];
  }
  std::printf("%d questions: %d yes, %d too close, %d no; %d not simple, %d on the edge\n", asked, verdicts["yes"], verdicts["too_close"],
              verdicts["no"], not_simple, on_the_edge);
  for (const char* verdict : {"yes", "too_close", "no"}) EXPECT_GT(verdicts[verdict], asked / 20) << verdict;
  EXPECT_LT(not_simple, asked / 20);
  EXPECT_LT(on_the_edge, asked / 50);
}

TEST(EvidenceChecker, SaysWhereSightIsNotSimple) {
  const json wood = json::parse(
      R"({"firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":4,"base":{"shape":"round","diameter":1}},
          "target":[{"at":[18,0],"base":{"shape":"round","diameter":1}}],
          "terrain":[{"kind":"wood","height":3,"polygon":[[5,-2],[8,-2],[8,2],[5,2]]}]})");
  EXPECT_EQ(checker::verdict_of(wood), std::nullopt);
}

// What evidence of the recorded game asks, it can answer, too.
TEST(EvidenceChecker, AgreesOnEvidence) {
  const program::Folder folder;
  int simple = 0;
  for (const auto& [from, to] : {std::pair("BG/gun", "R2"), {"BG/gun", "RG"}, {"RG/gun", "B2"}}) {
    const auto outcome = program::run(
        program::on_charge({"evidence", "--from", from, "--to", to, "--out", folder / "e.zip"}, {program::charge("stills/05.jpg")}));
    const json answer = outcome.lines().front();
    const auto verdict = checker::verdict_of(answer["question"]);
    if (!verdict) continue;
    ++simple;
    EXPECT_EQ(*verdict, answer["verdict"]) << from << " at " << to;
  }
  EXPECT_GE(simple, 1);
}

}  // namespace
}  // namespace evidence_checker_test
