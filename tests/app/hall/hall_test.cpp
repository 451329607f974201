// What a hall makes of what it hears, keeps in its file and shows: nothing twice, nothing malformed, nothing as anything but text.
#include "app/hall/hall.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>

#include "app/hall/hall_site.h"
#include "app/web/server.h"
#include "tests/app/program.h"
#include "tests/app/web/client.h"

namespace hall_test {
namespace {

using namespace app::hall;
using app::web::Gate, app::web::Role, app::web::Tokens;
using testing::HasSubstr, testing::Not;

Message event(const std::string& table, std::uint64_t id, std::uint64_t after = 0, const std::string& name = "ruling") {
  return {"vedette/" + table + "/events", HallJson{{"id", id}, {"after", after}, {"event", name}, {"data", {{"says", "so"}}}}.dump()};
}
Message disputes(const std::string& table, const std::vector<std::uint64_t>& ids, const std::string& kind = "ruling") {
  HallJson all = HallJson::array();
  for (const auto id : ids) all.push_back({{"id", id}, {"kind", kind}, {"says", "number " + std::to_string(id)}, {"at_ms", 1000}});
  return {"vedette/" + table + "/disputes", all.dump()};
}

struct InFile {
  program::Folder folder;
  [[nodiscard]] std::string path() const { return folder / "hall.sqlite"; }
  [[nodiscard]] std::unique_ptr<Hall> open() const { return std::make_unique<Hall>(Results::open(path()).value()); }
};

std::size_t told(const Hall& hall, const std::string& name) {
  std::size_t count = 0;
  for (auto each = hall.feed()->after(1); each; each = hall.feed()->after(each->id)) count += each->name == name;
  return count;
}

TEST(Hall, AnEventThatComesAgainIsHeardOnceAlsoAfterARestart) {
  const InFile file;
  {
    const auto hall = file.open();
    ASSERT_TRUE(hall->heard({event("a", 5), event("a", 6, 5), event("a", 5), event("b", 5)}));
    EXPECT_EQ(told(*hall, "ruling"), 3U);
  }
  const auto hall = file.open();
  ASSERT_TRUE(hall->heard({event("a", 6, 5), event("a", 7, 6)}));
  EXPECT_EQ(told(*hall, "ruling"), 1U);
  EXPECT_EQ(hall->tables()["tables"][0]["lost_events"], 0);
}

TEST(Hall, AGapIsSaid) {
  const InFile file;
  const auto hall = file.open();
  ASSERT_TRUE(hall->heard({event("a", 5), event("a", 9, 7)}));
  EXPECT_EQ(hall->tables()["tables"][0]["lost_events"], 1);
  ASSERT_TRUE(hall->heard({event("a", 20, 0)})) << "a table that was started again";
  EXPECT_EQ(hall->tables()["tables"][0]["lost_events"], 1);
}

TEST(Hall, ATableThatSaysEveryMomentThatItIsThereIsAwayFiveSecondsAfterTheLast) {
  using namespace std::chrono_literals;
  const InFile file;
  const auto hall = file.open();
  hall->broker("");
  const auto is_there = [&](std::size_t which) { return hall->tables()["tables"][which]["available"].get<bool>(); };
  const Message steady{"vedette/a/available", "online"}, once{"vedette/b/available", "online"};
  Hall::Clock::time_point now{};
  ASSERT_TRUE(hall->heard({steady, once}, now));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(hall->heard({steady}, now += 1500ms));
  EXPECT_EQ(told(*hall, "table"), 2U) << "nothing has changed, nothing is told";
  ASSERT_TRUE(hall->look(now + 3900ms));
  EXPECT_TRUE(is_there(0));
  ASSERT_TRUE(hall->look(now + 4100ms));
  EXPECT_FALSE(is_there(0));
  EXPECT_TRUE(is_there(1)) << "one that says it but once is believed until its will comes";
  ASSERT_TRUE(hall->heard({steady}, now += 20s));
  EXPECT_TRUE(is_there(0));
  // The hall's own line is away: nothing can come from anybody.
  ASSERT_TRUE(hall->heard({steady}, now += 1500ms));
  hall->broker("it is away");
  ASSERT_TRUE(hall->look(now += 60s));
  EXPECT_TRUE(is_there(0));
  hall->broker("");
  ASSERT_TRUE(hall->look(now + 3900ms));
  EXPECT_TRUE(is_there(0));
}

TEST(Hall, EvidenceIsListedInResultsAndItsAddressIsTheRefereesAlone) {
  const InFile file;
  const HallJson data{{"file", "2026 RG at B1.zip"},
                      {"of", "RG/gun at B1"},
                      {"verdict", "no"},
                      {"sha256", std::string(64, 'b')},
                      {"address", "http://10.0.0.7:8787/evidence/x?token=t"}};
  const auto told_of = [&](std::uint64_t id, HallJson what) {
    return Message{"vedette/a/events", HallJson{{"id", id}, {"at_ms", 1000}, {"event", "evidence"}, {"data", std::move(what)}}.dump()};
  };
  HallJson script = data, short_hash = data;
  script["address"] = "javascript:alert(1)", short_hash["sha256"] = "b";
  {
    const auto hall = file.open();
    ASSERT_TRUE(hall->heard({told_of(5, data), told_of(5, data), told_of(6, script), told_of(7, short_hash), told_of(8, "nonsense")}));
  }
  const auto hall = file.open();
  const HallJson listed = hall->tables()["evidence"];
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0]["address"], data["address"]);
  EXPECT_EQ(listed[1]["address"], "") << "it would become a link";
  EXPECT_THAT(hall->csv().value(), testing::AllOf(HasSubstr("evidence,a,1970-01-01T00:00:01Z"),
                                                  HasSubstr("no,2026 RG at B1.zip," + std::string(64, 'b')), Not(HasSubstr("token"))));
  HallSite site(*hall, Gate(Tokens(), true, {}));
  const auto tables = [&](Role role) {
    app::web::Request request;
    request.method = "GET", request.path = "/api/tables", request.host = "127.0.0.1", request.token = site.token(role);
    return site.answer(request, true)->body;
  };
  EXPECT_THAT(tables(Role::Referee), HasSubstr("token=t"));
  EXPECT_THAT(tables(Role::Watcher), testing::AllOf(HasSubstr("RG/gun at B1"), Not(HasSubstr("token=t"))));
}

TEST(Hall, ADisputeIsOpenUntilTheJudgeOrTheTableSettlesIt) {
  const InFile file;
  {
    const auto hall = file.open();
    ASSERT_TRUE(hall->heard({disputes("b", {3, 4}), disputes("a", {9}, "judge")}));
    const HallJson open = hall->tables()["disputes"];
    ASSERT_EQ(open.size(), 3U);
    EXPECT_EQ(open[0]["table"], "a") << "calls are on top";
    std::string topic, payload;
    hall->on_settled([&](std::string to, std::string what) { topic = std::move(to), payload = std::move(what); });
    EXPECT_EQ(hall->settle(open[0]["number"]).value(), Hall::Settled::Now);
    EXPECT_EQ(topic, "vedette/a/settled");
    EXPECT_EQ(HallJson::parse(payload)["id"], 9);
    EXPECT_EQ(hall->settle(open[0]["number"]).value(), Hall::Settled::Before);
    EXPECT_EQ(hall->settle(4711).value(), Hall::Settled::Unknown);
    ASSERT_TRUE(hall->heard({disputes("a", {9}, "judge"), disputes("b", {4, 5})}));
    EXPECT_EQ(hall->tables()["disputes"].size(), 2U) << "what the judge has settled stays so though the table has not heard it yet";
  }
  const auto hall = file.open();
  EXPECT_EQ(hall->tables()["disputes"].size(), 2U);
  const std::string csv = hall->csv().value();
  EXPECT_THAT(csv, HasSubstr("number 3"));
  EXPECT_THAT(csv, HasSubstr(",judge,,,\r\n"));
  EXPECT_THAT(csv, HasSubstr(",table,,,\r\n"));
}

TEST(Hall, WhatMakesNoSenseIsLeftOut) {
  const InFile file;
  const auto hall = file.open();
  for (const char* topic : {"vedette", "vedette/", "vedette//state", "vedette/<script>/state", "vedette/a b/state", "other/a/state",
                            "vedette/a", "vedette/a/b/c"})
    EXPECT_TRUE(hall->heard({{topic, "{}"}})) << topic;
  for (const char* payload : {"", "{", "[]", "7", "\xff\xfe", R"({"id":-1,"event":"ruling"})", R"({"id":1,"event":"state"})",
                              R"({"id":1,"event":"a\nb"})", R"({"id":"1","event":"ruling"})"})
    EXPECT_TRUE(hall->heard({{"vedette/a/events", payload}, {"vedette/a/disputes", payload}, {"vedette/a/available", payload}})) << payload;
  EXPECT_EQ(told(*hall, "ruling"), 0U);
  EXPECT_EQ(told(*hall, "state"), 0U);
  EXPECT_LE(hall->tables()["tables"].size(), 1U);
  EXPECT_EQ(hall->tables()["disputes"].size(), 0U);
}

TEST(Hall, WhateverAStateSaysIsShownInOneForm) {
  const InFile file;
  const auto hall = file.open();
  rc::check("a state of any make", [&](const std::string& text, int number, bool flag) {
    const auto any = *rc::gen::elementOf(std::vector<HallJson>{text, number, flag, nullptr, HallJson::array({1, "x"}), HallJson::object()});
    const auto key = *rc::gen::element<std::string>("game", "turn", "settled", "camera", "armies", "rulings");
    HallJson state{{"armies", {{{"name", any}, {"lost", any}}}}, {"rulings", {{{"says", any}}}}};
    state[key] = any;
    RC_ASSERT(hall->heard({{"vedette/a/state", state.dump(-1, ' ', false, HallJson::error_handler_t::replace)}}).has_value());
    const HallJson all = hall->tables();
    const HallJson& shown = all["tables"][0]["state"];
    RC_ASSERT(shown["game"].is_string() && shown["turn"].is_string());
    RC_ASSERT(shown["settled"].is_boolean() || shown["settled"].is_null());
    for (const HallJson& army : shown["armies"])
      RC_ASSERT(army["name"].is_string() && (army["lost"].is_null() || army["lost"].is_number()));
    for (const HallJson& said : shown["rulings"]) RC_ASSERT(said["says"].is_string());
  });
}

TEST(Results, RefusesWhatIsNoHallsFileOrOpenElsewhere) {
  const InFile file;
  const auto open = Results::open(file.path());
  ASSERT_TRUE(open);
  const auto again = Results::open(file.path());
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("another program"));
  program::write_bytes(file.folder / "notes.txt", std::string(5000, 'x'));
  for (const std::string& path : {file.folder / "notes.txt", file.folder.path(), file.folder / "no/folder.sqlite"}) {
    const auto refused = Results::open(path);
    ASSERT_FALSE(refused) << path;
    EXPECT_EQ(refused.error().code, measure::ErrorCode::BadFile);
    EXPECT_THAT(refused.error().message, HasSubstr(path));
  }
  EXPECT_EQ(program::bytes_of(file.folder / "notes.txt"), std::string(5000, 'x'));
}

/// A reader by the letter of RFC 4180.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> lines{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = lines.back().back();
    if (quoted) {
      if (text[i] != '"')
        field += text[i];
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == ',') {
      lines.back().emplace_back();
    } else if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i, lines.push_back({""});
    } else {
      field += text[i];
    }
  }
  lines.pop_back();
  return lines;
}

RC_GTEST_PROP(ResultsCsv, IsReadAsItWasWrittenAndHoldsNoFormula, ()) {
  const auto nasty = rc::gen::container<std::string>(rc::gen::element('=', '+', '-', '@', ',', '"', '\r', '\n', '\t', 'a', ' '));
  HallDispute dispute{.table = "a", .said = {.kind = "judge", .says = *nasty, .rule = *nasty, .by = *nasty}, .closed_by = {}};
  HallTable table{.name = "a", .state = HallJson{{"game", *nasty}, {"armies", {{{"name", *nasty}, {"lost", 3}}}}}};
  const auto lines = read_csv(results_csv({table}, {dispute}, {HallEvidence{"a", *nasty, *nasty, "no", "b", 0, ""}}));
  RC_ASSERT(lines.size() == 4U);
  for (const auto& line : lines) {
    RC_ASSERT(line.size() == lines.front().size());
    for (const std::string& field : line) RC_ASSERT(field.empty() || std::string("=+-@").find(field.front()) == std::string::npos);
  }
  const std::string& says = lines[2][9];
  RC_ASSERT(says == dispute.said.says || says == "'" + dispute.said.says);
}

struct Served {
  explicit Served(bool shared = false)
      : hall(file.open()),
        site(*hall, Gate(Tokens(), shared, {})),
        server(
            app::web::Server::open({.port = 0}, [this](const auto& request, bool whole) { return site.answer(request, whole); }).value()) {
    hall->on_news([this] { server->wake(); });
  }
  ~Served() { hall->on_news({}); }
  [[nodiscard]] std::uint16_t port() const { return server->port(); }
  InFile file;
  std::unique_ptr<Hall> hall;
  HallSite site;
  std::unique_ptr<app::web::Server> server;
};

TEST(HallSite, PagesAreSmallAndPutTextInAsText) {
  const Served served;
  std::size_t size = 0;
  for (const char* path : {"/", "/wall", "/hall.css", "/hall.js", "/site.css"}) {
    const auto reply = web_client::get(served.port(), path);
    EXPECT_EQ(reply.status, 200) << path;
    size += reply.body.size();
    for (const char* never : {"http://", "https://", "{{", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                              "<script>", " onclick", " style="})
      EXPECT_THAT(reply.body, Not(HasSubstr(never))) << path;
  }
  EXPECT_LT(size, 60000U);
  const auto page = web_client::get(served.port(), "/?token=" + served.site.token(Role::Watcher));
  EXPECT_THAT(page.body, HasSubstr("/hall.js?token=" + served.site.token(Role::Watcher)));
}

TEST(HallSite, AUnitCalledLikeAScriptStaysItsName) {
  Served served;
  const std::string name = "<script>alert(1)</script>";
  ASSERT_TRUE(served.hall->heard({{"vedette/a/state", HallJson{{"armies", {{{"name", name}}}}}.dump()},
                                  {"vedette/" + name + "/state", "{}"},
                                  {"vedette/a/disputes", HallJson::array({{{"id", 1}, {"kind", name}, {"says", name}}}).dump()}}));
  const auto reply = web_client::get(served.port(), "/api/tables");
  EXPECT_EQ(reply.headers.at("content-type"), "application/json");
  const auto json = nlohmann::json::parse(reply.body);
  ASSERT_EQ(json["tables"].size(), 1U);
  EXPECT_EQ(json["tables"][0]["state"]["armies"][0]["name"], name);
  EXPECT_EQ(json["disputes"][0]["kind"], "ruling") << "it becomes a class of the page";
}

TEST(HallSite, TellsWhatChangesAndWhoKnowsNothingToAskAnew) {
  Served served;
  ASSERT_TRUE(served.hall->heard({event("a", 1)}));
  web_client::Line fresh(served.port());
  fresh.send(web_client::request_text("GET", "/api/events", {}, ""));
  EXPECT_THAT(fresh.until("event: reload"), HasSubstr("event: reload"));
  const auto place = nlohmann::json::parse(web_client::get(served.port(), "/api/tables").body).at("last_event_id").get<std::uint64_t>();
  web_client::Line line(served.port());
  line.send(web_client::request_text("GET", "/api/events?last-event-id=" + std::to_string(place), {}, ""));
  line.until("retry");
  ASSERT_TRUE(served.hall->heard({event("a", 2, 1), disputes("a", {3})}));
  const std::string got = line.until("event: disputes");
  EXPECT_THAT(got, HasSubstr("event: ruling"));
  EXPECT_THAT(got, HasSubstr("event: table"));
  EXPECT_THAT(got, Not(HasSubstr("reload")));
}

TEST(HallSite, TheRefereeSettlesAndNobodyElse) {
  Served served(true);
  ASSERT_TRUE(served.hall->heard({disputes("a", {3})}));
  const auto number = served.hall->tables()["disputes"][0]["number"].get<std::int64_t>();
  const std::string path = "/api/disputes/" + std::to_string(number) + "/settled";
  const auto post = [&](const std::string& to, Role role) {
    return web_client::ask(served.port(), "POST", to + "?token=" + served.site.token(role), {{"Content-Length", "0"}}).status;
  };
  EXPECT_EQ(post(path, Role::Watcher), 403);
  EXPECT_EQ(post(path, Role::Red), 403);
  EXPECT_EQ(post("/api/disputes/99/settled", Role::Referee), 404);
  EXPECT_EQ(post("/api/disputes/x/settled", Role::Referee), 404);
  EXPECT_EQ(web_client::get(served.port(), path).status, 405);
  EXPECT_EQ(served.hall->tables()["disputes"].size(), 1U);
  EXPECT_EQ(post(path, Role::Referee), 200);
  EXPECT_EQ(post(path, Role::Referee), 200) << "said twice it is still so";
  EXPECT_EQ(served.hall->tables()["disputes"].size(), 0U);
  const auto csv = web_client::get(served.port(), "/api/results.csv");
  EXPECT_THAT(csv.headers.at("content-type"), HasSubstr("text/csv"));
  EXPECT_THAT(csv.body, HasSubstr("number 3"));
  EXPECT_EQ(web_client::get(served.port(), "/nothing").status, 404);
  EXPECT_EQ(web_client::get(served.port(), "/", {{"Host", "evil.example"}}).status, 421);
}

}  // namespace
}  // namespace hall_test
