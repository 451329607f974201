// `vedette hall` and `vedette serve --broker` as programs, together with a Mosquitto.
#include <gmock/gmock.h>

#include "app/air/station.h"
#include "tests/app/hall/mosquitto.h"
#include "tests/app/program.h"
#include "tests/app/web/client.h"
#include "tests/app/web/serving.h"

namespace hall_command_test {
namespace {

using mosquitto_test::eventually;
using mosquitto_test::Mosquitto;
using serving::Serving;
using testing::HasSubstr;

std::string at(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }

nlohmann::json tables_of(const Serving& hall) {
  const auto reply = web_client::get(hall.port, "/api/tables");
  return reply.status == 200 ? nlohmann::json::parse(reply.body) : nlohmann::json::object();
}

TEST(HallCommand, ATableIsSeenCallsTheJudgeAndGoes) {
  const Mosquitto mosquitto;
  const Serving hall({"hall", "--broker", at(mosquitto.port()), "--port", "0"});
  ASSERT_GT(hall.port, 0) << hall.said();
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";
  Serving table({"serve", "--port", "0", "--board", examples + "boards/les_allies.toml", "--lens", examples + "les_allies/lens.json",
                 "--source", examples + "les_allies/stills", "--broker", at(mosquitto.port()), "--table-name", "seven"});
  ASSERT_GT(table.port, 0) << table.said();
  const auto seen = [&] {
    const auto all = tables_of(hall);
    return all.contains("tables") && all["tables"].size() == 1 ? all["tables"][0] : nlohmann::json::object();
  };
  ASSERT_TRUE(eventually([&] {
    const auto now = seen();
    return now.value("available", false) && now["state"].is_object() && now["state"]["rulings"].size() > 0;
  })) << hall.said();
  EXPECT_EQ(seen()["name"], "seven");
  EXPECT_EQ(seen()["state"]["game"], "Les Alliés");
  EXPECT_THAT(seen()["state"]["turn"].get<std::string>(), HasSubstr("to move"));

  EXPECT_EQ(web_client::ask(table.port, "POST", "/api/judge", {}, R"({"says":")" + std::string(201, 'x') + "\"}").status, 400);
  EXPECT_EQ(web_client::ask(table.port, "POST", "/api/judge", {}, "{}").status, 400);
  EXPECT_EQ(web_client::ask(table.port, "POST", "/api/judge", {}, R"({"says":"which sweep?"})").status, 200);
  ASSERT_TRUE(eventually([&] {
    const auto all = tables_of(hall);
    return all.contains("disputes") && !all["disputes"].empty() && all["disputes"][0]["says"] == "which sweep?";
  }));
  const auto number = tables_of(hall)["disputes"][0]["number"].get<int>();
  EXPECT_EQ(web_client::ask(hall.port, "POST", "/api/disputes/" + std::to_string(number) + "/settled", {{"Content-Length", "0"}}).status,
            200);
  EXPECT_TRUE(eventually([&] { return nlohmann::json::parse(web_client::get(table.port, "/api/judge").body).empty(); }));

  (void)table.stop(SIGKILL);
  EXPECT_TRUE(eventually([&] { return !seen().value("available", true); })) << "its will";
}

TEST(HallCommand, ATableOnAirFromTheWindowJoinsAndSaysWhetherTheBrokerIsThere) {
  Mosquitto mosquitto;
  const Serving hall({"hall", "--broker", at(mosquitto.port()), "--port", "0"});
  ASSERT_GT(hall.port, 0) << hall.said();
  auto station = app::air::Station::open({.port = 0, .in_hall = app::air::InHall{{.host = "127.0.0.1", .port = mosquitto.port()}, "nine"}});
  ASSERT_TRUE(station) << station.error().message;
  EXPECT_TRUE(eventually([&] { return (*station)->broker_trouble() == ""; }));
  app::air::Look look;
  look.state = [] { return app::Json{{"settled", true}}; };
  look.drawing = [] { return app::air::Drawing{}; };
  look.news = true;
  look.events = {{"ruling", {{"verdict", "too_close"}, {"says", "is he in the arc?"}, {"rule", "C-A3"}}}};
  (*station)->take(look);
  EXPECT_TRUE(eventually([&] {
    const auto all = tables_of(hall);
    return all.contains("disputes") && all["disputes"].size() == 1 && all["disputes"][0]["table"] == "nine" &&
           all["tables"][0]["state"].is_object();
  }));
  EXPECT_EQ(tables_of(hall)["tables"][0]["state"]["game"], "Charge!");
  mosquitto.stop();
  EXPECT_TRUE(eventually([&] { return !(*station)->broker_trouble()->empty(); }));
  EXPECT_EQ(app::air::Station::open({.port = 0}).value()->broker_trouble(), std::nullopt) << "in no hall";
}

TEST(HallCommand, ATableInNoHallSaysSo) {
  Serving table({"serve", "--port", "0"});
  ASSERT_GT(table.port, 0) << table.said();
  const auto reply = web_client::ask(table.port, "POST", "/api/judge", {}, R"({"says":"x"})");
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("--broker"));
}

TEST(HallCommand, WithoutABrokerItListensSaysSoAndTriesAgain) {
  Mosquitto mosquitto;
  mosquitto.stop();
  Serving hall({"hall", "--broker", at(mosquitto.port()), "--port", "0"});
  ASSERT_GT(hall.port, 0) << hall.said();
  EXPECT_TRUE(eventually([&] { return hall.said().find("docs/hall.md") != std::string::npos; })) << hall.said();
  EXPECT_THAT(hall.said(), HasSubstr(at(mosquitto.port())));
  mosquitto.start();
  EXPECT_TRUE(eventually([&] { return hall.said().find("connected") != std::string::npos; })) << hall.said();
  EXPECT_EQ(hall.stop(), 0);
}

TEST(HallCommand, WrongUsageIsSaid) {
  const auto refused = [](const std::vector<std::string>& words, int status, const std::string& says) {
    const auto outcome = program::run(words, 20);
    EXPECT_EQ(outcome.status, status) << says;
    EXPECT_THAT(outcome.err, HasSubstr(says));
    EXPECT_EQ(outcome.out, "");
  };
  refused({"hall"}, 2, "--broker");
  refused({"hall", "--broker", "hut:none"}, 2, "port");
  refused({"hall", "--broker", "hut", "--broker-user", "x"}, 2, "--broker-password-file");
  refused({"hall", "--broker", "hut", "--broker-ca", "/nowhere.crt"}, 6, "/nowhere.crt");
  refused({"hall", "--broker", "hut", "--results", "/"}, 6, "is a folder");
  for (const char* name : {"a/b", "+", "#", ""})
    refused({"serve", "--source", program::charge("clip.mp4"), "--table", program::charge("table.toml"), "--broker", "hut", "--table-name",
             name},
            2, "--table-name");
  refused({"serve", "--source", program::charge("clip.mp4"), "--table", program::charge("table.toml"), "--table-name", "x"}, 2, "--broker");
  refused({"live", "--source", program::charge("clip.mp4"), "--table-name", "x"}, 2, "--broker");
  refused({"live", "--source", program::charge("clip.mp4"), "--broker", "hut"}, 2, "vedette serve");  // a test has no display
}

}  // namespace
}  // namespace hall_command_test
