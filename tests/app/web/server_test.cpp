// HTTP over real sockets: answers at once, later and bit by bit; what is too slow, too long or too much.
#include "app/web/server.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "tests/app/web/client.h"

namespace server_test {
namespace {

using namespace std::chrono_literals;
using namespace app::web;
using web_client::Line;
using web_client::Reply;

/// Counts up, one line at a time, as far as `upto`.
class Counting final : public Stream {
 public:
  explicit Counting(std::atomic<int>& upto) : upto_(upto) {}
  std::optional<std::string> next() override { return at_ < upto_ ? std::optional("n" + std::to_string(++at_) + "\n") : std::nullopt; }

 private:
  std::atomic<int>& upto_;
  int at_ = 0;
};

class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Server::open({.port = 0}, [this](const Request& request, bool whole) { return answer(request, whole); });
    ASSERT_TRUE(opened) << opened.error().message;
    server_ = std::move(*opened);
  }
  std::optional<Answer> answer(const Request& request, bool whole) {
    {
      const std::scoped_lock lock(mutex_);
      last_ = request;
    }
    if (request.path == "/refused") return answer_of(Refusal{413, "too long", "be brief"});
    if (!whole) return std::nullopt;
    if (request.path == "/big") return Answer{.type = "text/plain", .body = std::string(3'000'000, 'x')};
    if (request.path == "/count") {
      Answer out{.type = "text/plain"};
      out.stream = std::make_unique<Counting>(upto_);
      return out;
    }
    if (request.path == "/later") {
      Answer out;
      out.later = [this]() -> std::optional<Answer> { return upto_ > 0 ? std::optional(Answer{.body = "now"}) : std::nullopt; };
      return out;
    }
    return Answer{.type = "text/plain", .body = request.method + " " + request.path + " " + request.token + " " + request.body};
  }
  [[nodiscard]] Request last() {
    const std::scoped_lock lock(mutex_);
    return last_;
  }
  [[nodiscard]] std::uint16_t port() const { return server_->port(); }

  std::atomic<int> upto_{0};
  std::mutex mutex_;
  Request last_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, AnswersWithWhatEveryAnswerSays) {
  const Reply reply = web_client::get(port(), "/page?token=a%2Bb&x=1", {{"Last-Event-ID", "17"}, {"Authorization", "Bearer t"}});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "GET /page a+b ");
  EXPECT_EQ(reply.headers.at("cache-control"), "no-store");
  EXPECT_EQ(reply.headers.at("x-content-type-options"), "nosniff");
  EXPECT_THAT(reply.headers.at("content-security-policy"), testing::HasSubstr("default-src 'none'"));
  EXPECT_FALSE(reply.headers.contains("set-cookie"));
  EXPECT_EQ(last().last_event_id, "17");
  EXPECT_EQ(last().authorization, "Bearer t");
  EXPECT_TRUE(last().from_this_machine);
}

TEST_F(ServerTest, SeveralRequestsShareALine) {
  Line line(port());
  for (const char* path : {"/a", "/b", "/c"}) {
    line.send(web_client::request_text("GET", path, {}, ""));
    EXPECT_EQ(web_client::read_reply(line).body, std::string("GET ") + path + "  ");
  }
}

TEST_F(ServerTest, TakesABodyAndRefusesOneBeforeItHasCome) {
  EXPECT_EQ(web_client::ask(port(), "POST", "/echo", {}, "question").body, "POST /echo  question");
  const Reply refused = web_client::ask(port(), "POST", "/refused", {{"Content-Length", "100000000"}}, "the beginning");
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(refused.body, "{\"error\":\"too long\",\"fix\":\"be brief\"}\n");
}

TEST_F(ServerTest, HeadGivesTheHeadAlone) {
  Line line(port());
  line.send(web_client::request_text("HEAD", "/a", {}, ""));
  const Reply head = web_client::read_reply(line, true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), "9");
  line.send(web_client::request_text("GET", "/b", {}, ""));
  EXPECT_EQ(web_client::read_reply(line).body, "GET /b  ") << "no body stood between";
}

TEST_F(ServerTest, ABigAnswerComesWhole) { EXPECT_EQ(web_client::get(port(), "/big").body.size(), 3'000'000U); }

TEST_F(ServerTest, AStreamGoesOnAsThereIsNews) {
  Line line(port());
  line.send(web_client::request_text("GET", "/count", {}, ""));
  for (int i = 1; i <= 20; ++i) {
    upto_ = i;
    server_->wake();
    EXPECT_THAT(line.until("n" + std::to_string(i) + "\n"), testing::HasSubstr("n" + std::to_string(i) + "\n"));
  }
}

TEST_F(ServerTest, AnAnswerThatComesLaterIsWaitedFor) {
  Line line(port());
  line.send(web_client::request_text("GET", "/later", {}, ""));
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(web_client::get(port(), "/a").status, 200) << "nobody else waits meanwhile";
  upto_ = 1;
  server_->wake();
  EXPECT_EQ(web_client::read_reply(line).body, "now");
}

TEST_F(ServerTest, WhoeverLeavesIsForgotten) {
  for (int i = 0; i < 50; ++i) {
    Line line(port());
    line.send(web_client::request_text("GET", i % 2 ? "/count" : "/later", {}, ""));
    if (i % 3 == 0) line.send("half a requ");
  }
  upto_ = 5;
  server_->wake();
  EXPECT_EQ(web_client::get(port(), "/a").status, 200);
}

TEST_F(ServerTest, NonsenseEndsItsLineAlone) {
  for (const std::string& bytes : {std::string("\0\1\2\3\r\n\r\n", 8), std::string("GET\r\n\r\n"), std::string(100000, 'A') + "\r\n\r\n",
                                   "GET /" + std::string(20000, 'a') + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                                   std::string("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ") + std::string(20000, 'b') + "\r\n\r\n"}) {
    Line line(port());
    line.send(bytes);
    line.send(web_client::request_text("GET", "/after", {}, ""));
    (void)line.closed();
    EXPECT_EQ(web_client::get(port(), "/a").status, 200);
  }
}

TEST_F(ServerTest, FiveHundredIdleLinesHinderNobody) {
  std::vector<std::unique_ptr<Line>> idle;
  for (int i = 0; i < 500; ++i) idle.push_back(std::make_unique<Line>(port()));
  for (std::size_t i = 0; i < idle.size(); i += 5) idle[i]->send("GET / HT");  // and a hundred that are slow
  EXPECT_EQ(web_client::get(port(), "/a").status, 200);
}

TEST_F(ServerTest, APortThatIsTakenIsSaid) {
  const auto second = Server::open({.port = port()}, [](const Request&, bool) { return Answer{}; });
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, testing::HasSubstr(std::to_string(port())));
}

TEST(Server, ListensOnLoopbackAloneUnlessShared) {
  for (const bool shared : {false, true}) {
    const auto server = Server::open({.port = 0, .shared = shared}, [](const Request&, bool) { return Answer{}; });
    ASSERT_TRUE(server);
    std::ifstream table("/proc/net/tcp");
    std::string line, bound;
    const std::string wanted = fmt::format(":{:04X} 00000000:0000 0A", (*server)->port());
    while (std::getline(table, line))
      if (const auto at = line.find(wanted); at != std::string::npos) bound = line.substr(at - 8, 8);
    EXPECT_EQ(bound, shared ? "00000000" : "0100007F");
  }
}

}  // namespace
}  // namespace server_test
