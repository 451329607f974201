// The web side beside a window: whoever hands over what is new never waits, every event is told, and the switch ends every line.
#include "app/air/station.h"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "tests/app/program.h"
#include "tests/app/web/client.h"

namespace station_test {
namespace {

using app::air::Look, app::air::Station;
using testing::HasSubstr, testing::StartsWith;
using web_client::Line;

/// Of any free port, for several test programs may run at once.
std::unique_ptr<Station> opened(bool shared = false) {
  auto station = Station::open({.shared = shared, .port = 0});
  EXPECT_TRUE(station) << station.error().message;
  return std::move(*station);
}

std::uint16_t port_of(const Station& station) {
  const std::string address = station.address("", app::web::Role::Watcher);
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

Look a_look(int number) {
  Look look;
  look.state = [number] { return app::Json{{"frame", std::to_string(number)}}; };
  look.drawing = [] { return app::air::Drawing{}; };
  look.news = true;
  look.events = {{"ruling", {{"says", "number " + std::to_string(number)}}}};
  return look;
}

TEST(Station, TellsEveryEventInItsOrderHoweverFastTheyCome) {
  const auto station = opened();
  Line line(port_of(*station));
  line.send(web_client::request_text("GET", "/api/events", {}, ""));
  line.until("text/event-stream");
  station->take(a_look(0));
  line.until("number 0");  // who has just come begins with the state; from here on he misses nothing
  for (int i = 1; i < 200; ++i) station->take(a_look(i));
  const std::string got = line.until("number 199");
  std::size_t at = 0;
  for (int i = 0; i < 200; ++i) {
    at = got.find("number " + std::to_string(i) + "\"", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
  EXPECT_EQ(station->watchers(), 1U);
}

TEST(Station, TurningItOffEndsEveryLine) {
  auto station = opened();
  Line line(port_of(*station));
  line.send(web_client::request_text("GET", "/api/events", {}, ""));
  line.until("text/event-stream");
  station.reset();
  EXPECT_TRUE(line.closed());
}

TEST(Station, AnswersQuestionsOfTheRules) {
  const auto station = opened();
  Line line(port_of(*station));
  line.send(web_client::request_text("POST", "/api/ask", {}, R"({"game":"charge","ask":"dice","men":23})"));
  EXPECT_THAT(line.until("\"full\":2"), StartsWith("HTTP/1.1 200"));
  Line other(port_of(*station));
  other.send(web_client::request_text("POST", "/api/ask", {}, R"({"game":"charge","ask":"dice","mem":23})"));
  EXPECT_THAT(other.until("\"fix\""), StartsWith("HTTP/1.1 400"));
}

std::string answer_of(const Station& station, const std::string& method, const std::string& path, const std::string& body = "") {
  const auto reply = web_client::ask(port_of(station), method, path, {}, body);
  return std::to_string(reply.status) + " " + reply.body;
}

TEST(Station, ReplaysOnlyOfWhatIsRecordedAndSaysWhy) {
  const auto station = opened();
  station->take(a_look(0));
  EXPECT_THAT(answer_of(*station, "POST", "/api/clip", "{}"), testing::AllOf(StartsWith("409"), HasSubstr("not recorded")));
  for (const char* body : {"[]", R"({"ago":-1})", R"({"seconds":0})", R"({"seconds":61})", R"({"more":1})"})
    EXPECT_THAT(answer_of(*station, "POST", "/api/clip", body), StartsWith("400")) << body;
  EXPECT_EQ(web_client::ask(port_of(*station), "POST", "/api/clip?token=" + station->token(app::web::Role::Red), {}, "{}").status, 403);
  station->replay_last();
  for (int i = 0; i < 3000 && station->replay_said().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_THAT(station->replay_said(), HasSubstr("not recorded"));
}

TEST(Station, EvidenceThatWasWrittenIsToldAndGivenOutAndNoOtherFile) {
  const program::Folder folder;
  const std::string path = folder / "shot.zip";
  std::ofstream(path) << "the bytes";
  std::ofstream(folder / "other.zip") << "a secret";
  const auto station = opened();
  Line line(port_of(*station));
  line.send(web_client::request_text("GET", "/api/events", {}, ""));
  line.until("text/event-stream");
  station->take(a_look(0));
  line.until("number 0");
  station->announce(
      {.path = path, .name = "2026 RG at B1.zip", .verdict = "no", .of = "RG/gun at B1", .sha256 = std::string(64, 'a'), .bytes = 9});
  EXPECT_THAT(line.until("sha256"), HasSubstr("event: evidence"));
  EXPECT_EQ(answer_of(*station, "GET", "/evidence/2026%20RG%20at%20B1.zip"), "200 the bytes");
  for (const char* other : {"/evidence/other.zip", "/evidence/../other.zip", "/evidence/..%2fother.zip"})
    EXPECT_EQ(answer_of(*station, "GET", other).find("a secret"), std::string::npos) << other;
  EXPECT_THAT(answer_of(*station, "GET", "/evidence/other.zip"), StartsWith("404"));
  EXPECT_EQ(web_client::get(port_of(*station), "/evidence/2026%20RG%20at%20B1.zip?token=wrong").status, 401);
}

TEST(Station, WithADelayEvidenceIsTheRefereesAlone) {
  const program::Folder folder;
  const std::string path = folder / "shot.zip";
  std::ofstream(path) << "the bytes";
  auto delayed = Station::open({.shared = true, .port = 0, .on_air = {.delay = std::chrono::minutes(1)}});
  ASSERT_TRUE(delayed) << delayed.error().message;
  const Station& station = **delayed;
  (*delayed)->announce({.path = path, .name = "shot.zip", .verdict = "no", .of = "RG/gun at B1", .sha256 = "", .bytes = 9});
  const auto status = [&](app::web::Role role) {
    return web_client::get(port_of(station), "/evidence/shot.zip?token=" + station.token(role)).status;
  };
  for (const app::web::Role role : {app::web::Role::Watcher, app::web::Role::Red, app::web::Role::Blue}) EXPECT_EQ(status(role), 403);
  EXPECT_EQ(status(app::web::Role::Referee), 200);
}

TEST(Station, WhereThePortIsTakenAnotherIsFound) {
  const auto first = opened();
  const auto second = Station::open({.port = port_of(*first)});
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_NE(port_of(**second), port_of(*first));
}

TEST(Station, AddressesHaveATokenOnlyWhereOthersMayCome) {
  EXPECT_THAT(opened()->address("overlay", app::web::Role::Watcher), testing::MatchesRegex("http://127.0.0.1:[0-9]+/overlay"));
  const auto shared = opened(true);
  const std::string red = shared->address("player", app::web::Role::Red), blue = shared->address("player", app::web::Role::Blue);
  EXPECT_THAT(red, HasSubstr("/player?token="));
  EXPECT_NE(red, blue);
  EXPECT_NE(red, opened(true)->address("player", app::web::Role::Red)) << "another switch, another token";
}

}  // namespace
}  // namespace station_test
