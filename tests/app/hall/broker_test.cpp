// Tables and a hall over a real Mosquitto: what is published, and that nothing is lost or told twice, whatever happens to the line.
#include "app/hall/broker.h"

#include <gmock/gmock.h>

#include <map>
#include <mutex>

#include "app/hall/hall.h"
#include "app/hall/table_link.h"
#include "tests/app/hall/mosquitto.h"

namespace broker_test {
namespace {

using namespace app::hall;
using mosquitto_test::eventually;
using mosquitto_test::Mosquitto;
using mosquitto_test::Relay;
using testing::HasSubstr;

/// A hall in this program, and every event of its feed as it was told.
class Listening {
 public:
  explicit Listening(const BrokerAddress& at, const std::string& file = {})
      : hall_(Results::open(file.empty() ? folder_ / "hall.sqlite" : file).value()),
        broker_({.at = at,
                 .session = hall_.session(),
                 .hears = {"vedette/+/#"},
                 .heard = [this](const std::vector<Message>& messages) { EXPECT_TRUE(hall_.heard(messages)); },
                 .link = [this](const LinkNews& news) { hall_.broker(news.up ? "" : news.says); }}) {
    hall_.on_settled([this](std::string topic, std::string payload) { broker_.post(std::move(topic), std::move(payload)); });
    EXPECT_TRUE(eventually([this] { return there(); }));
  }
  ~Listening() { hall_.on_settled({}); }
  [[nodiscard]] Hall& hall() { return hall_; }
  [[nodiscard]] bool there() const { return hall_.tables()["broker"].is_null(); }
  [[nodiscard]] HallJson table(const std::string& name) const {
    const HallJson all = hall_.tables();
    for (const HallJson& each : all["tables"])
      if (each["name"] == name) return each;
    return nullptr;
  }
  [[nodiscard]] bool available(const std::string& name) const {
    const HallJson table = this->table(name);
    return table.is_object() && table["available"].get<bool>();
  }
  /// The data of every ruling, by table, in the order they came.
  [[nodiscard]] std::map<std::string, std::vector<int>> rulings() const {
    std::map<std::string, std::vector<int>> out;
    for (auto event = hall_.feed()->after(1); event; event = hall_.feed()->after(event->id)) {
      if (event->name != "ruling") continue;
      const HallJson said = HallJson::parse(event->data);
      out[said["table"]].push_back(said["data"]["n"]);
    }
    return out;
  }
  [[nodiscard]] std::size_t count(const std::string& table) const { return rulings()[table].size(); }

 private:
  program::Folder folder_;
  Hall hall_;
  Broker broker_;
};

/// Tells numbered rulings.
class Table {
 public:
  Table(const BrokerAddress& at, const std::string& name) : link_(at, name) {}
  void rule(int count = 1) {
    for (int i = 0; i < count; ++i, ++next_) link_.tell(1000 + static_cast<std::uint64_t>(next_), "ruling", HallJson{{"n", next_}}.dump());
  }
  [[nodiscard]] TableLink& link() { return link_; }
  /// Codes of the findings so far.
  [[nodiscard]] std::vector<std::string> findings() {
    for (const auto& each : link_.take_findings()) codes_.push_back(each.code);
    return codes_;
  }

 private:
  TableLink link_;
  int next_ = 0;
  std::vector<std::string> codes_;
};

std::vector<int> up_to(int count) {
  std::vector<int> out(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = i;
  return out;
}

TEST(BrokerAddress, IsReadOrSaysWhatIsWrong) {
  EXPECT_EQ(address_of({.broker = "hut"})->text(), "hut:1883");
  EXPECT_EQ(address_of({.broker = "hut:1999"})->text(), "hut:1999");
  EXPECT_EQ(address_of({.broker = "[::1]:1999"})->host, "::1");
  for (const char* wrong : {"", ":1883", "hut:", "hut:0", "hut:65536", "hut:port", "mqtt://hut", "[::1", "a b"}) {
    const auto address = address_of({.broker = wrong});
    ASSERT_FALSE(address) << wrong;
    EXPECT_EQ(address.error().code, measure::ErrorCode::Usage) << wrong;
    EXPECT_THAT(address.error().message, HasSubstr("--broker")) << wrong;
  }
  EXPECT_EQ(address_of({.broker = "hut", .user = "hall"}).error().code, measure::ErrorCode::Usage);
  EXPECT_EQ(address_of({.broker = "hut", .user = "hall", .password_file = "/nowhere"}).error().code, measure::ErrorCode::BadFile);
  EXPECT_EQ(address_of({.broker = "hut", .ca = "/nowhere"}).error().code, measure::ErrorCode::BadFile);
}

TEST(TableName, IsPartOfATopicOrRefused) {
  for (const char* name : {"table-7", "A.b_9", "x"}) EXPECT_TRUE(table_name(name)) << name;
  for (const char* name : {"", "a/b", "+", "#", "a b", "é", "<script>"}) EXPECT_FALSE(table_name(name)) << name;
  EXPECT_FALSE(table_name(std::string(65, 'a')));
  for (const char* machine : {"", "hut.local", "Jürgens PC", "a/b#+"}) EXPECT_TRUE(is_table_name(fitted_name(machine))) << machine;
}

TEST(TableInHall, WhoComesLaterHearsWhatIsRetainedAndWhoLeavesIsAway) {
  const Mosquitto mosquitto;
  std::optional<Table> table(std::in_place, mosquitto.address(), "t1");
  table->link().show([] { return HallJson{{"turn", "turn 3"}, {"armies", {{{"name", "red"}, {"lost", 2}}}}}; });
  table->link().look();
  table->link().call_judge(7, "which one?", "red");
  Listening hall(mosquitto.address());
  ASSERT_TRUE(eventually([&] { return hall.available("t1") && hall.table("t1")["state"].is_object(); }));
  EXPECT_EQ(hall.table("t1")["state"]["turn"], "turn 3");
  EXPECT_EQ(hall.table("t1")["state"]["armies"][0]["lost"], 2);
  ASSERT_TRUE(eventually([&] { return hall.hall().tables()["disputes"].size() == 1; }));
  table.reset();
  EXPECT_TRUE(eventually([&] { return !hall.available("t1"); }));
}

TEST(TableInHall, WhatTheJudgeSettlesIsSettledAtTheTable) {
  const Mosquitto mosquitto;
  Listening hall(mosquitto.address());
  Table table(mosquitto.address(), "t1");
  table.link().too_close({{.id = 5, .kind = "ruling", .says = "moved 6.01 in", .rule = "C-M1"}});
  table.link().call_judge(7, "which one?", "red");
  ASSERT_TRUE(eventually([&] { return hall.hall().tables()["disputes"].size() == 2; }));
  const HallJson first = hall.hall().tables()["disputes"][0];
  EXPECT_EQ(first["kind"], "judge") << "who calls is on top";
  EXPECT_EQ(hall.hall().settle(first["number"]).value(), Hall::Settled::Now);
  EXPECT_TRUE(eventually([&] { return table.link().open_calls().empty(); }));
  EXPECT_EQ(hall.hall().tables()["disputes"].size(), 1U);
  table.link().too_close({});
  EXPECT_TRUE(eventually([&] { return hall.hall().tables()["disputes"].empty(); })) << "the players went on";
}

TEST(TableInHall, NothingIsLostOrTwiceWhenTheBrokerIsKilled) {
  Mosquitto mosquitto;
  Listening hall(mosquitto.address());
  Table table(mosquitto.address(), "t1");
  table.rule(50);
  ASSERT_TRUE(eventually([&] { return hall.count("t1") == 50; }));
  ASSERT_TRUE(mosquitto.saved("vedette/+/#")) << "that the hall listens";
  for (int round = 0; round < 2; ++round) {
    mosquitto.stop();
    ASSERT_TRUE(eventually([&] { return !hall.there(); }));
    table.rule(100);
    mosquitto.start();
    table.rule(25);
    const std::size_t by_now = 50 + 125 * static_cast<std::size_t>(round + 1);
    ASSERT_TRUE(eventually([&] { return hall.count("t1") >= by_now && hall.there(); })) << hall.count("t1");
  }
  EXPECT_EQ(hall.rulings()["t1"], up_to(300));
  EXPECT_EQ(hall.table("t1")["lost_events"], 0);
  EXPECT_TRUE(eventually([&] { return table.findings().size() >= 4; }));
  EXPECT_THAT(table.findings(), testing::ElementsAre("broker_away", "broker_back", "broker_away", "broker_back"));
}

TEST(TableInHall, NothingIsLostOrTwiceWhenTheNetworkIsCut) {
  const Mosquitto mosquitto;
  Relay wire(mosquitto.port());
  Listening hall(mosquitto.address());
  Table table(wire.address(), "t1");
  ASSERT_TRUE(eventually([&] { return hall.available("t1"); }));
  for (int round = 0; round < 3; ++round) {
    table.rule(60);  // on the way when it is cut
    wire.cut();
    table.rule(60);
    ASSERT_TRUE(eventually([&] { return !hall.available("t1"); })) << "the broker tells its will";
    wire.mend();
    ASSERT_TRUE(eventually([&] { return hall.available("t1") && hall.count("t1") >= 120 * static_cast<std::size_t>(round + 1); }));
  }
  EXPECT_EQ(hall.rulings()["t1"], up_to(360));
}

TEST(TableInHall, NothingIsLostWhileTheBrokerStandsStill) {
  const Mosquitto mosquitto;
  Listening hall(mosquitto.address());
  Table table(mosquitto.address(), "t1");
  table.rule();
  ASSERT_TRUE(eventually([&] { return hall.count("t1") == 1; }));
  mosquitto.pause();
  table.rule(200);
  mosquitto.go_on();
  ASSERT_TRUE(eventually([&] { return hall.count("t1") >= 201; }));
  EXPECT_EQ(hall.rulings()["t1"], up_to(201));
}

TEST(TableInHall, WhatIsSaidWhileTheHallIsAwayComesWhenItIsBack) {
  const Mosquitto mosquitto;
  const program::Folder folder;
  Table table(mosquitto.address(), "t1");
  {
    Listening hall(mosquitto.address(), folder / "hall.sqlite");
    ASSERT_TRUE(eventually([&] { return hall.available("t1"); }));
    table.rule(10);
    ASSERT_TRUE(eventually([&] { return hall.count("t1") == 10; }));
  }
  table.rule(2000);  // more than a broker keeps that was not told to
  Listening hall(mosquitto.address(), folder / "hall.sqlite");
  ASSERT_TRUE(eventually([&] { return hall.count("t1") >= 2000; })) << hall.count("t1");
  EXPECT_EQ(hall.count("t1"), 2000U);
  EXPECT_EQ(hall.table("t1")["lost_events"], 0);
}

TEST(TableInHall, FortyTablesAreHeardEachEventOnce) {
  const Mosquitto mosquitto;
  Listening hall(mosquitto.address());
  std::vector<std::unique_ptr<Table>> tables;
  for (int i = 0; i < 40; ++i) tables.push_back(std::make_unique<Table>(mosquitto.address(), "t" + std::to_string(i)));
  for (int round = 0; round < 25; ++round)
    for (const auto& table : tables) table->rule();
  const auto all = [&] {
    std::size_t count = 0;
    for (const auto& [name, rulings] : hall.rulings()) count += rulings.size();
    return count;
  };
  ASSERT_TRUE(eventually([&] { return all() >= 1000; })) << all();
  const auto rulings = hall.rulings();
  EXPECT_EQ(rulings.size(), 40U);
  for (const auto& [name, said] : rulings) EXPECT_EQ(said, up_to(25)) << name;
}

TEST(TableInHall, TwoOfOneNameAreTold) {
  const Mosquitto mosquitto;
  Listening hall(mosquitto.address());
  Table first(mosquitto.address(), "t1");
  ASSERT_TRUE(eventually([&] { return hall.available("t1"); }));
  const Table second(mosquitto.address(), "t1");
  std::string fixes;
  EXPECT_TRUE(eventually([&] {
    for (const auto& finding : first.link().take_findings()) fixes += finding.fix + "\n";
    return fixes.find("--table-name") != std::string::npos;
  })) << fixes;
}

TEST(TableInHall, WithoutABrokerTheTablePlaysOn) {
  const auto [socket, port] = mosquitto_test::free_port();
  close(socket);
  Table table({.host = "127.0.0.1", .port = port}, "t1");
  table.rule(30000);  // more than are kept
  std::vector<calibration::Finding> found;
  ASSERT_TRUE(eventually([&] { return !(found = table.link().take_findings()).empty(); }));
  EXPECT_EQ(found.front().code, "broker_away");
  EXPECT_THAT(found.front().says, HasSubstr(std::to_string(port)));
  EXPECT_FALSE(found.front().fix.empty());
}

TEST(TableInHall, AWrongPasswordIsSaid) {
  const Mosquitto mosquitto("right");
  const auto news_of = [&](const std::string& user, const std::string& password) {
    BrokerAddress at = mosquitto.address();
    at.user = user, at.password = password;
    std::mutex mutex;
    std::optional<LinkNews> told;
    const Broker broker({.at = at, .session = "s", .link = [&](const LinkNews& news) {
                           const std::scoped_lock lock(mutex);
                           told = news;
                         }});
    eventually([&] {
      const std::scoped_lock lock(mutex);
      return told.has_value();
    });
    const std::scoped_lock lock(mutex);
    return told.value_or(LinkNews{});
  };
  EXPECT_TRUE(news_of("hall", "right").up);
  const LinkNews wrong = news_of("hall", "wrong"), nobody = news_of("", "");
  EXPECT_FALSE(wrong.up);
  EXPECT_THAT(wrong.says, HasSubstr("hall"));
  EXPECT_THAT(wrong.fix, HasSubstr("--broker-password-file"));
  EXPECT_THAT(nobody.fix, HasSubstr("--broker-user"));
}

}  // namespace
}  // namespace broker_test
