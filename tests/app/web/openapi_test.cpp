// docs/openapi.yaml says what the site answers: every address is there, and every status that comes is named. And the scene collection
// for OBS asks for addresses that are there.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <thread>

#include "tests/app/program.h"
#include "tests/app/web/station.h"

namespace openapi_test {
namespace {

using namespace app::web;
using station::Station;

/// Of every address and method the statuses that are named; read by its indentation, as the file is written.
std::map<std::pair<std::string, std::string>, std::set<int>> documented() {
  std::map<std::pair<std::string, std::string>, std::set<int>> out;
  std::istringstream file(program::bytes_of(VEDETTE_SOURCE_DIR "/docs/openapi.yaml"));
  std::string path, method;
  std::smatch found;
  bool in_paths = false;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != ' ') in_paths = line == "paths:";
    if (!in_paths) continue;
    if (std::regex_match(line, found, std::regex("  (/[^:]*):"))) path = found[1];
    if (std::regex_match(line, found, std::regex("    (get|post):"))) method = found[1], out[{path, method}];
    if (std::regex_search(line, found, std::regex("^        '([0-9]{3})':"))) out[{path, method}].insert(std::stoi(found[1]));
  }
  return out;
}

Answer answer_of_post(const std::string& body, Role) {
  for (const int status : {400, 404, 409})
    if (body == std::to_string(status)) return answer_of(Refusal{status, "no", "do"});
  return {.body = body};
}

Station full() {
  return Station({}, {.questions = {{"/api/ask", Question::Of::Anybody, answer_of_post},
                                    {"/api/turn", Question::Of::Referee, answer_of_post},
                                    {"/api/evidence", Question::Of::Referee, answer_of_post},
                                    {"/api/clip", Question::Of::Referee, answer_of_post},
                                    {"/api/dice", Question::Of::Players, answer_of_post, [](Role) { return Answer{}; }},
                                    {"/api/letters", Question::Of::Players, answer_of_post, [](Role) { return Answer{}; }}},
                      .dress = {.logo = "x", .logo_type = "image/png"},
                      .judge = SiteOptions::Judge{.busy = [] { return false; },
                                                  .open = [] { return std::string("[]"); },
                                                  .call = [](std::uint64_t, const std::string&, const std::string&, const std::string&) {}},
                      .evidence = [](const std::string& name) { return name == "NAME" ? std::optional(Answer{}) : std::nullopt; }});
}

/// The status of an answer, waited for where it comes later.
int status_of(Station& station, const Request& request) {
  auto answer = station.site.answer(request, true);
  if (!answer) return 0;
  for (int i = 0; answer->later && i < 2000; ++i) {
    station.air.go_on(station.now += std::chrono::milliseconds(100));
    if (auto given = answer->later()) return given->status;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return answer->later ? 0 : answer->status;
}

Request request_of(const std::string& path, const std::string& method) {
  Request out = Station::request(path);
  out.method = method == "get" ? "GET" : "POST";
  if (method == "post") out.body = R"({"says":"which sweep?"})";
  return out;
}

TEST(OpenApi, EveryAddressIsThereAndSaysWhatItAnswers) {
  const auto all = documented();
  ASSERT_GE(all.size(), 17U);
  Station station = full();
  station.look({});
  for (const auto& [address, statuses] : all) {
    const auto& [path, method] = address;
    const auto answered = [&](const std::function<void(Request&)>& how) {
      Request request = request_of(path, method);
      if (path == "/api/dice" || path == "/api/letters") request.token = station.site.token(Role::Red);
      how(request);
      return status_of(station, request);
    };
    EXPECT_EQ(answered([](Request&) {}), 200) << path;
    std::set<int> came{200};
    came.insert(answered([](Request& request) { request.token = "wrong"; }));
    came.insert(answered([](Request& request) { request.host = "evil.example"; }));
    came.insert(answered([&](Request& request) { request.token = station.site.token(Role::Watcher); }));
    if (method == "post") {
      came.insert(answered([](Request& request) { request.origin = "http://evil.example"; }));
      came.insert(answered([](Request& request) { request.body = std::string(kLongestBody + 1, 'x'); }));
      came.insert(answered([](Request& request) { request.body = "400"; }));
    }
    if (statuses.contains(409)) came.insert(answered([](Request& request) { request.body = "409"; }));
    if (statuses.contains(404)) came.insert(answered([](Request& request) { request.body = "404"; }));
    if (path.ends_with(".jpg") || path.ends_with(".png")) came.insert(answered([](Request& request) { request.after = "x"; }));
    std::set<int> expected = statuses;
    expected.erase(429), expected.erase(503);  // tried elsewhere: they take thousands of requests, or a table nobody has seen
    if (path == "/logo" || path.starts_with("/evidence/")) expected.erase(404);
    if (path.starts_with("/evidence/")) expected.erase(403);  // of a table on air with a delay
    EXPECT_EQ(came, expected) << method << " " << path;
    EXPECT_TRUE(statuses.contains(429)) << path;
  }
  Station empty({}, {});
  EXPECT_EQ(status_of(empty, Station::request("/logo")), 404);
  EXPECT_EQ(status_of(empty, Station::request("/evidence/NAME")), 404);
  EXPECT_EQ(status_of(empty, Station::request("/api/state")), 503);
}

TEST(OpenApi, NoAddressIsMissing) {
  const auto all = documented();
  const std::string docs = program::bytes_of(VEDETTE_SOURCE_DIR "/docs/web.md");
  const std::regex address("`(GET |POST )?(/[a-z][a-z./_-]*|/)`");
  std::set<std::string> named;
  const auto table = docs.substr(docs.find("## What is there"), docs.find("| event |") - docs.find("## What is there"));
  for (std::sregex_iterator it(table.begin(), table.end(), address), end; it != end; ++it) named.insert((*it)[2]);
  EXPECT_GT(named.size(), 10U);
  for (const std::string& path : named) EXPECT_TRUE(all.contains({path, "get"}) || all.contains({path, "post"})) << path;
}

TEST(OpenApi, TheFileIsServedAsItIs) {
  Station station = full();
  const Answer answer = station.get("/api/openapi.yaml");
  EXPECT_EQ(answer.body, program::bytes_of(VEDETTE_SOURCE_DIR "/docs/openapi.yaml"));
  EXPECT_EQ(answer.type, "application/yaml");
}

TEST(OpenApi, TheScenesForObsAskForWhatIsThere) {
  const auto scenes = nlohmann::json::parse(program::bytes_of(VEDETTE_SOURCE_DIR "/examples/obs/vedette.json"));
  std::set<std::string> names, asked;
  for (const auto& source : scenes.at("sources")) {
    names.insert(source.at("name").get<std::string>());
    for (const char* key : {"url", "input"})
      if (source.at("settings").contains(key)) asked.insert(source.at("settings").at(key).get<std::string>());
  }
  for (const auto& source : scenes.at("sources")) {
    if (source.at("id") != "scene") continue;
    for (const auto& item : source.at("settings").at("items")) EXPECT_TRUE(names.contains(item.at("name").get<std::string>())) << item;
  }
  for (const auto& scene : scenes.at("scene_order")) EXPECT_TRUE(names.contains(scene.at("name").get<std::string>()));
  EXPECT_GE(asked.size(), 2U);
  Station station = full();
  for (const std::string& url : asked) {
    const std::string here = "http://127.0.0.1:8787";
    ASSERT_TRUE(url.starts_with(here)) << url;
    EXPECT_EQ(station.get(url.substr(here.size(), url.find('?') - here.size())).status, 200) << url;
  }
}

}  // namespace
}  // namespace openapi_test
