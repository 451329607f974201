// A player's own page: dice that the game asks of his side are entered by him alone, and the web side's other doors stay shut.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "app/player/dice_desk.h"
#include "app/player/letters.h"
#include "app/player/seat.h"
#include "tests/app/web/station.h"

namespace player_test {
namespace {

using namespace std::chrono_literals;
using namespace app::web;
using app::Json;
using app::player::DiceAsked, app::player::DiceDesk, app::player::seat_of;
using station::Station;
using testing::ElementsAre, testing::HasSubstr;

const DiceAsked kFire{.of = Role::Red, .side = "red", .says = "RG fires at B1", .dice = {"to hit", "effect"}};
const DiceAsked kMelee{.of = Role::Blue, .side = "blue", .says = "B1/1 against R1/2", .dice = {"B1/1"}};

TEST(Seats, SidesByTheirNameElseByTheirPlace) {
  EXPECT_EQ(seat_of({"red", "blue"}, 0), Role::Red);
  EXPECT_EQ(seat_of({"Blue", "Red"}, 0), Role::Blue);
  EXPECT_EQ(seat_of({"blue", "grey"}, 1), Role::Red);
  EXPECT_EQ(seat_of({"Allies", "red"}, 0), Role::Blue);
  EXPECT_EQ(seat_of({"French", "Austrians"}, "Austrians"), Role::Blue);
  EXPECT_EQ(seat_of({"French", "Austrians"}, "Swedes"), Role::Watcher);
  EXPECT_EQ(seat_of({"a", "b", "c"}, 2), Role::Watcher);
}

/// A desk, and a window that draws for as long as it lives: what it asks, and how its rules answer.
class Window {
 public:
  Window(DiceDesk& desk, std::vector<DiceAsked> asks, std::string refuses = "") {
    desk.begin();
    for (const DiceAsked& each : asks) EXPECT_EQ(desk.ask(each), std::nullopt);
    desk.end();
    thread_ = std::thread([this, &desk, asks = std::move(asks), refuses = std::move(refuses)] {
      while (!stop_) {
        desk.begin();
        for (const DiceAsked& each : asks)
          if (const auto entered = desk.ask(each)) {
            took = entered->dice, how = entered->how;
            entered->done(refuses);
          }
        desk.end();
        std::this_thread::sleep_for(1ms);
      }
    });
  }
  ~Window() { stop(); }
  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  std::vector<int> took;
  std::string how;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

std::uint64_t id_of(const DiceDesk& desk, Role role) {
  return Json::parse(desk.asked_of(role).body)["asks"].at(0)["id"].get<std::uint64_t>();
}
std::string entry(std::uint64_t id, const std::string& dice) { return R"({"id":)" + std::to_string(id) + R"(,"dice":)" + dice + "}"; }

TEST(Dice, AreAskedOfTheirOwnSideAndEnteredByItAlone) {
  DiceDesk desk;
  Window window(desk, {kFire, kMelee});
  const Json red = Json::parse(desk.asked_of(Role::Red).body);
  ASSERT_EQ(red["asks"].size(), 1U);
  EXPECT_EQ(red["asks"][0]["says"], "RG fires at B1");
  EXPECT_EQ(red["other"], true);
  const auto id = id_of(desk, Role::Red);
  EXPECT_EQ(desk.enter(entry(id, "[5,4]"), Role::Blue, 1s).status, 403) << "the other side's dice";
  EXPECT_EQ(desk.enter(entry(id, "[5,4]"), Role::Red, 30s).status, 200);
  window.stop();
  EXPECT_THAT(window.took, ElementsAre(5, 4));
  EXPECT_EQ(window.how, "entered on red's page");
  EXPECT_EQ(desk.enter(entry(id, "[5,4]"), Role::Red, 1ms).status, 409) << "once";
}

TEST(Dice, WhatCannotBeThrownIsRefusedAndSaidWhere) {
  DiceDesk desk;
  Window window(desk, {kFire});
  const auto id = id_of(desk, Role::Red);
  const auto refused = [&](const std::string& body, const std::string& says) {
    const Answer answer = desk.enter(body, Role::Red, 30s);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_THAT(answer.body, testing::AllOf(HasSubstr(says), HasSubstr("fix"))) << body;
  };
  refused("", "object");
  refused("[]", "object");
  refused(R"({"dice":[1,2]})", "/id");
  refused(R"({"id":-1,"dice":[1,2]})", "/id");
  refused(R"({"id":1})", "/dice");
  refused(entry(id, "[5]"), "2 dice");
  refused(entry(id, "[5,4,3]"), "2 dice");
  refused(entry(id, "[0,4]"), "/dice/0");
  refused(entry(id, "[5,7]"), "/dice/1");
  refused(entry(id, "[5,4.5]"), "/dice/1");
  refused(entry(id, "[5,\"4\"]"), "/dice/1");
  refused(R"({"id":1,"dice":[5,4],"more":1})", "/more");
  EXPECT_EQ(desk.enter(entry(id + 7, "[5,4]"), Role::Red, 30s).status, 409);
  window.stop();
  EXPECT_TRUE(window.took.empty());
}

TEST(Dice, WhatTheRulesRefuseComesBack) {
  DiceDesk desk;
  const Window window(desk, {kFire}, "it has fired (C-I5)");
  const Answer answer = desk.enter(entry(id_of(desk, Role::Red), "[5,4]"), Role::Red, 30s);
  EXPECT_EQ(answer.status, 409);
  EXPECT_THAT(answer.body, HasSubstr("it has fired (C-I5)"));
}

TEST(Dice, WhatIsNotAskedAnyMoreIsNotPlayed) {
  DiceDesk desk;
  desk.begin(), (void)desk.ask(kFire), desk.end();
  const auto id = id_of(desk, Role::Red);
  EXPECT_EQ(desk.enter(entry(id, "[5,4]"), Role::Red, 1ms).status, 503) << "the window is busy";
  desk.begin();
  EXPECT_EQ(desk.ask(kFire), std::nullopt) << "and what it has not taken in time it never takes";
  desk.end();
  std::thread gone([&] {
    while (!desk.waiting()) std::this_thread::sleep_for(1ms);
    desk.begin(), desk.end();
  });
  EXPECT_EQ(desk.enter(entry(id, "[5,4]"), Role::Red, 30s).status, 409);
  gone.join();
}

// ---- at the door ----

struct Door {
  Door()
      : desk(std::make_shared<DiceDesk>()), at({}, {.questions = {app::player::dice_question(desk), app::player::no_letters_question()}}) {}
  Answer ask(const std::string& path, const std::string& token, const std::function<void(Request&)>& how = {}) {
    Request request = Station::request(path, token);
    request.method = "POST", request.body = "{}";
    if (how) how(request);
    Answer answer = *at.site.answer(request, true);
    for (int i = 0; answer.later && i < 5000; ++i) {
      if (auto given = answer.later()) return std::move(*given);
      std::this_thread::sleep_for(1ms);
    }
    return answer;
  }
  std::shared_ptr<DiceDesk> desk;
  Station at;
};

TEST(PlayersDoor, OpensForTheTokenOfASideAndForNothingElse) {
  Door door;
  for (const char* path : {"/api/dice", "/api/letters"}) {
    EXPECT_EQ(door.ask(path, "").status, 403) << "on the table's own machine too a player names his token";
    EXPECT_EQ(door.ask(path, "wrong").status, 401);
    EXPECT_EQ(door.ask(path, "", [](Request& request) { request.from_this_machine = false; }).status, 401);
    for (const Role role : {Role::Watcher, Role::Referee}) {
      EXPECT_EQ(door.ask(path, door.at.site.token(role)).status, 403) << path;
      EXPECT_EQ(door.at.get(path, door.at.site.token(role)).status, 403) << path;
    }
    const std::string red = door.at.site.token(Role::Red);
    EXPECT_EQ(door.at.get(path, red).status, 200);
    EXPECT_EQ(door.ask(path, red, [](Request& request) { request.origin = "http://evil.example"; }).status, 403);
    EXPECT_EQ(door.ask(path, red, [](Request& request) { request.fetch_site = "cross-site"; }).status, 403);
    EXPECT_EQ(door.ask(path, red, [](Request& request) { request.host = "evil.example"; }).status, 421);
    EXPECT_EQ(door.ask(path, red, [](Request& request) { request.body = std::string(kLongestBody + 1, 'x'); }).status, 413);
    EXPECT_EQ(door.ask(path, red, [](Request& request) { request.method = "PUT"; }).status, 405);
    const std::string before = red;
    door.at.site.revoke(Role::Red);
    EXPECT_EQ(door.ask(path, before).status, 401) << "revoked";
  }
}

TEST(PlayersDoor, WhereNothingIsPlayedItIsSaid) {
  Station at({}, {.questions = {app::player::dice_question(nullptr), app::player::no_letters_question()}});
  const std::string red = at.site.token(Role::Red);
  EXPECT_EQ(at.get("/api/dice", red).body, "{\"asks\":[],\"other\":false}\n");
  EXPECT_EQ(at.get("/api/letters", red).body, "{\"sworn\":false}\n");
}

TEST(PlayersDoor, ThePageOfASideHasItsOwnPartAndNoOther) {
  Door door;
  for (const Role role : {Role::Red, Role::Blue}) {
    const std::string page = door.at.get("/player", door.at.site.token(role)).body;
    EXPECT_THAT(page, HasSubstr("id=\"dice\""));
    EXPECT_THAT(page, HasSubstr("/player.js?token=" + door.at.site.token(role)));
    EXPECT_EQ(page.find("{{"), std::string::npos);
  }
  for (const std::string& page : {door.at.get("/player", door.at.site.token(Role::Referee)).body, door.at.get("/").body}) {
    EXPECT_EQ(page.find("player.js"), std::string::npos);
    EXPECT_EQ(page.find("{{"), std::string::npos);
  }
}

}  // namespace
}  // namespace player_test
