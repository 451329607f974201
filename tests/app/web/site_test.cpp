// What a browser is answered: pages, state, events, pictures, questions, and refusals with what to do.
#include "app/web/site.h"

#include <gmock/gmock.h>

#include <thread>

#include "tests/app/web/client.h"

namespace site_test {
namespace {

using namespace app::web;
using testing::HasSubstr;
using web_client::Line;
using web_client::Reply;

struct Served {
  explicit Served(SiteOptions options = {.questions = {{"/api/ask", Question::Of::Anybody,
                                                        [](const std::string& text, Role) {
                                                          if (text == "nonsense") return answer_of(Refusal{400, "nonsense", "sense"});
                                                          return Answer{.body = "answer to " + text};
                                                        }},
                                                       {"/api/turn", Question::Of::Referee,
                                                        [](const std::string& text, Role) { return Answer{.body = text}; }}}})
      : site(Gate(Tokens(), false, {}), std::move(options)),
        server(Server::open({.port = 0}, [this](const Request& request, bool whole) { return site.answer(request, whole); }).value()) {
    site.on_news([this] { server->wake(); });
  }
  ~Served() { site.on_news({}); }
  [[nodiscard]] std::uint16_t port() const { return server->port(); }

  Site site;
  std::unique_ptr<Server> server;
};

TEST(Site, EveryPageIsThereAndAsksForNothingElsewhere) {
  const Served served;
  for (const char* path : {"/", "/player", "/overlay", "/site.css", "/theme.css", "/watch.js", "/player.js", "/overlay.js"}) {
    const Reply reply = web_client::get(served.port(), path);
    EXPECT_EQ(reply.status, 200) << path;
    EXPECT_THAT(reply.body, testing::Not(testing::AnyOf(HasSubstr("http://"), HasSubstr("https://"), HasSubstr("{{")))) << path;
    EXPECT_LT(reply.body.size(), 20000U) << path;
  }
  const Reply with_token = web_client::get(served.port(), "/?token=" + served.site.token(Role::Watcher));
  EXPECT_THAT(with_token.body, HasSubstr("/watch.js?token=" + served.site.token(Role::Watcher)));
}

TEST(Site, IsDressedAndNothingOfItIsMoreThanText) {
  const Served served(
      {.dress = {.title = "<script>\"x\"</script>", .css = ":root { --ink: #123456; }\n", .logo = "bytes", .logo_type = "image/png"}});
  const Reply page = web_client::get(served.port(), "/");
  EXPECT_THAT(page.body, HasSubstr("&#60;script&#62;&#34;x&#34;"));
  EXPECT_EQ(page.body.find("<script>"), std::string::npos);
  EXPECT_EQ(web_client::get(served.port(), "/theme.css").body, ":root { --ink: #123456; }\n");
  const Reply logo = web_client::get(served.port(), "/logo");
  EXPECT_EQ(logo.body, "bytes");
  EXPECT_EQ(logo.headers.at("content-type"), "image/png");
  for (const std::string path : {"/", "/overlay"}) {
    EXPECT_THAT(web_client::get(served.port(), path).body, HasSubstr("<img class=\"logo\" src=\"/logo\""));
    EXPECT_THAT(web_client::get(Served().port(), path).body, testing::Not(HasSubstr("<img class=\"logo\""))) << "there is none to ask for";
  }
  EXPECT_EQ(web_client::get(Served().port(), "/logo").status, 404);
}

TEST(Site, SaysWhatIsWrongAndWhatToDo) {
  const Served served;
  const auto refused = [&](const std::string& method, const std::string& path, int status, const web_client::Headers& headers = {}) {
    const Reply reply = web_client::ask(served.port(), method, path, headers);
    EXPECT_EQ(reply.status, status) << method << " " << path;
    const auto json = nlohmann::json::parse(reply.body, nullptr, false);
    EXPECT_TRUE(json.is_object() && json.contains("error") && json.contains("fix")) << reply.body;
  };
  refused("GET", "/nothing", 404);
  for (const char* path : {"/../etc/passwd", "/..%2f..%2fetc/passwd", "/api/state/../../etc/passwd", "//etc/passwd"}) {
    const int status = web_client::get(served.port(), path).status;
    EXPECT_THAT(status, testing::AnyOf(0, 400, 403, 404)) << path;
  }
  refused("GET", "/api/ask", 405);
  refused("POST", "/api/state", 405, {{"Content-Length", "0"}});
  refused("GET", "/api/state", 503);
  refused("GET", "/", 421, {{"Host", "evil.example"}});
  refused("GET", "/?token=wrong", 401);
  refused("GET", "/player?token=" + served.site.token(Role::Watcher), 403);
  refused("GET", "/overlay.png?after=x", 400);
}

TEST(Site, PlayersCallTheJudgeAndWatchersDoNot) {
  std::vector<std::string> calls;
  SiteOptions options;
  options.judge = SiteOptions::Judge{.busy = [&] { return calls.size() >= 2; },
                                     .open = [] { return std::string("[]"); },
                                     .call = [&](std::uint64_t, const std::string& says, const std::string& by,
                                                 const std::string&) { calls.push_back(by + ": " + says); }};
  const Served served(std::move(options));
  const auto call = [&](Role role, const std::string& body) {
    return web_client::ask(served.port(), "POST", "/api/judge?token=" + served.site.token(role), {}, body).status;
  };
  EXPECT_EQ(call(Role::Watcher, R"({"says":"x"})"), 403);
  EXPECT_EQ(call(Role::Red, R"({"says":7})"), 400);
  EXPECT_EQ(call(Role::Red, R"({"says":"which one?"})"), 200);
  EXPECT_EQ(call(Role::Referee, R"({"says":"this one?"})"), 200);
  EXPECT_EQ(call(Role::Red, R"({"says":"again"})"), 429);
  EXPECT_EQ(web_client::get(served.port(), "/api/judge").body, "[]\n");
  EXPECT_THAT(calls, testing::ElementsAre("red: which one?", "referee: this one?"));
}

TEST(Site, TheStateIsTheLineThatWasShown) {
  Served served;
  served.site.show([] { return std::string("{\"frame\":\"7\"}"); });
  const Reply reply = web_client::get(served.port(), "/api/state");
  EXPECT_EQ(reply.body, "{\"frame\":\"7\"}");
  EXPECT_EQ(reply.headers.at("content-type"), "application/json");
}

TEST(Site, EventsAreTakenUpWhereTheyWereLeft) {
  Served served;
  served.site.tell("state", "{\"n\":1}");
  Line first(served.port());
  first.send(web_client::request_text("GET", "/api/events", {}, ""));
  const std::string got = first.until("data: {\"n\":1}\n\n");
  EXPECT_THAT(got, HasSubstr("event: state\ndata: {\"n\":1}\n\n"));
  EXPECT_THAT(got, HasSubstr("text/event-stream"));
  const auto at = got.find("id: ") + 4;
  const std::string id = got.substr(at, got.find('\n', at) - at);
  served.site.tell("ruling", "\"a\"");
  EXPECT_THAT(first.until("data: \"a\""), HasSubstr("event: ruling"));
  served.site.tell("ruling", "\"b\"");  // while he is away
  for (const bool header : {true, false}) {
    Line again(served.port());
    again.send(web_client::request_text("GET", header ? "/api/events" : "/api/events?last-event-id=" + id,
                                        header ? web_client::Headers{{"Last-Event-ID", id}} : web_client::Headers{}, ""));
    const std::string missed = again.until("data: \"b\"");
    EXPECT_THAT(missed, testing::AllOf(HasSubstr("data: \"a\""), HasSubstr("data: \"b\"")));
    EXPECT_EQ(missed.find("{\"n\":1}"), std::string::npos) << "what he knows is not said again";
  }
}

TEST(Site, OneWatcherTooManyIsToldSo) {
  Served served({.most_watchers = 3});
  std::vector<std::unique_ptr<Line>> watching;
  for (int i = 0; i < 3; ++i) {
    watching.push_back(std::make_unique<Line>(served.port()));
    watching.back()->send(web_client::request_text("GET", i == 0 ? "/video.mjpg" : "/api/events", {}, ""));
    EXPECT_THAT(watching.back()->until("\r\n\r\n"), HasSubstr("200"));
  }
  EXPECT_EQ(web_client::get(served.port(), "/api/events").status, 503);
  EXPECT_EQ(web_client::get(served.port(), "/video.mjpg").status, 503);
  watching.pop_back();
  int status = 0;
  for (int i = 0; i < 200 && status != 200; ++i) {
    Line line(served.port());
    line.send(web_client::request_text("GET", "/api/events", {}, ""));
    status = web_client::read_reply(line).status;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(status, 200) << "there is room again";
}

TEST(Site, APictureIsMadeForWhoAsksAndCarriesItsFrame) {
  Served served;
  EXPECT_FALSE(served.site.wanted(Picture::Alone));
  Line line(served.port());
  line.send(web_client::request_text("GET", "/overlay.png", {}, ""));
  for (int i = 0; i < 500 && !served.site.wanted(Picture::Alone); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(served.site.wanted(Picture::Alone));
  EXPECT_FALSE(served.site.wanted(Picture::Burnt));
  served.site.show(Picture::Alone, 12, "png");
  const Reply reply = web_client::read_reply(line);
  EXPECT_EQ(reply.body, "png");
  EXPECT_EQ(reply.headers.at("x-frame-number"), "12");
  EXPECT_EQ(reply.headers.at("content-type"), "image/png");
  line.send(web_client::request_text("GET", "/overlay.png?after=12", {}, ""));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  served.site.show(Picture::Alone, 13, "next");
  EXPECT_EQ(web_client::read_reply(line).body, "next") << "never the same one twice";
}

TEST(Site, AVideoIsOnePictureAfterTheOther) {
  Served served;
  Line line(served.port());
  line.send(web_client::request_text("GET", "/video.mjpg", {}, ""));
  EXPECT_THAT(line.until("\r\n\r\n"), HasSubstr("multipart/x-mixed-replace; boundary="));
  EXPECT_TRUE(served.site.wanted(Picture::Burnt));
  for (int frame = 1; frame <= 3; ++frame) {
    served.site.show(Picture::Burnt, static_cast<std::uint64_t>(frame), "jpeg" + std::to_string(frame));
    const std::string got = line.until("jpeg" + std::to_string(frame) + "\r\n");
    EXPECT_THAT(got, HasSubstr("X-Frame-Number: " + std::to_string(frame) + "\r\n"));
  }
}

TEST(Site, QuestionsAreAnsweredAsAskAnswersThem) {
  const Served served;
  const Reply good = web_client::ask(served.port(), "POST", "/api/ask", {}, "question"),
              bad = web_client::ask(served.port(), "POST", "/api/ask", {}, "nonsense");
  EXPECT_EQ(good.status, 200);
  EXPECT_EQ(good.body, "answer to question");
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(web_client::ask(served.port(), "POST", "/api/ask", {{"Content-Length", "70000"}}, std::string(70000, 'x')).status, 413);
  EXPECT_EQ(web_client::ask(served.port(), "POST", "/api/ask", {{"Origin", "http://evil.example"}}, "question").status, 403);
}

TEST(Site, WhatIsARefereesIsAnsweredToHimAlone) {
  const Served served;
  EXPECT_EQ(web_client::ask(served.port(), "POST", "/api/turn", {}, "x").body, "x") << "at the table's own machine";
  for (const Role role : kRoles) {
    const Reply reply = web_client::ask(served.port(), "POST", "/api/turn?token=" + served.site.token(role), {}, "x");
    EXPECT_EQ(reply.status, role == Role::Referee ? 200 : 403) << word(role);
  }
}

TEST(Site, WhoAsksTooMuchIsSlowed) {
  const Served served;
  int slowed = 0;
  Line line(served.port());
  for (int i = 0; i < 4000 && slowed == 0; ++i) {
    line.send(web_client::request_text("GET", "/nothing", {}, ""));
    if (web_client::read_reply(line).status == 429) ++slowed;
  }
  EXPECT_GT(slowed, 0);
}

}  // namespace
}  // namespace site_test
