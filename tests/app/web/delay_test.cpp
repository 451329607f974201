// A table that everybody sees later than it is played: in order, together, and within the memory that is said.
#include "app/air/delay.h"

#include <gmock/gmock.h>

#include "tests/app/program.h"
#include "tests/app/web/station.h"

namespace delay_test {
namespace {

using namespace std::chrono_literals;
using app::air::Delay;
using station::Station;

TEST(Delay, LetsOutInOrderWhenItIsTime) {
  Delay delay(10s, 1 << 20);
  const Delay::Clock::time_point start{};
  std::vector<int> out;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(delay.put(start + i * 1s, 100, [&, i] { out.push_back(i); }));
  delay.let_out(start + 9999ms);
  EXPECT_TRUE(out.empty());
  delay.let_out(start + 12s);
  EXPECT_EQ(out, (std::vector{0, 1, 2}));
  delay.let_out(start + 60s);
  EXPECT_EQ(out, (std::vector{0, 1, 2, 3, 4}));
  EXPECT_EQ(delay.bytes(), 0U);
}

TEST(Delay, NeverHoldsMoreThanIsSaidAndSpreadsPicturesEvenly) {
  constexpr std::size_t kMost = 8u << 20;
  for (const std::size_t size : {std::size_t{1000}, std::size_t{60'000}, std::size_t{900'000}}) {
    Delay delay(15min, kMost);
    const Delay::Clock::time_point start{};
    std::mt19937 random(1);
    int pictures = 0, words = 0, lost = 0;
    auto last = start;
    Delay::Clock::duration longest{};
    for (auto now = start; now < start + 60min; now += 50ms) {
      delay.let_out(now);
      if (delay.takes_picture(now)) {
        const std::size_t bytes = size / 2 + random() % size;
        lost += delay.put_picture(now, bytes, [] {}) ? 0 : 1;
        if (pictures++ > 0) {
          longest = std::max(longest, now - last);
          EXPECT_GE(now - last, 200ms);
        }
        last = now;
      }
      if (random() % 20 == 0) words += delay.put(now, 100, [] {}) ? 1 : 0;
      ASSERT_LE(delay.bytes(), kMost);
    }
    EXPECT_EQ(lost, 0) << size;
    EXPECT_GT(words, 3000) << "pictures leave room for words";
    EXPECT_LT(longest, 200ms + 15min * (1.5 * static_cast<double>(size + 300) / (0.75 * kMost)) + 100ms) << size;
  }
}

TEST(Delay, WhatDoesNotFitIsSaid) {
  Delay delay(1min, 1000);
  EXPECT_FALSE(delay.put({}, 1000, [] { FAIL(); }));
  EXPECT_TRUE(delay.put({}, 700, [] {}));
  EXPECT_FALSE(delay.put({}, 700, [] { FAIL(); }));
  delay.let_out(Delay::Clock::time_point{} + 1h);
}

app::air::Look a_look(int n) {
  app::air::Look look{.news = n % 3 == 0};
  look.state = [n] { return app::Json{{"n", n}}; };
  look.caption.turn = "Turn " + std::to_string(n);
  if (n % 2 == 0) look.events.push_back({"ruling", app::Json{{"says", n}}});
  return look;
}

TEST(Delay, EverybodySeesTheSameSoMuchLaterAndTheRefereeNow) {
  const program::Folder folder;
  constexpr int kLooks = 120, kLate = 60;  // half a second each
  {
    Station station({.files = folder / "stream", .delay = 30s}, {.delayed = true, .first_event = 0});
    const std::string referee = station.site.token(app::web::Role::Referee);
    for (int n = 1; n <= kLooks; ++n) {
      station.look(a_look(n));
      const auto now = app::Json::parse(station.get("/api/state", referee).body);
      EXPECT_EQ(now.at("n"), n);
      EXPECT_EQ(now.at("caption").at("turn"), "Turn " + std::to_string(n));
      const auto late = station.get("/api/state");
      if (n <= kLate) {
        EXPECT_EQ(late.status, 503) << "nothing has been played so long ago";
        continue;
      }
      const auto json = app::Json::parse(late.body);
      EXPECT_EQ(json.at("n"), n - kLate);
      EXPECT_EQ(json.at("frame_number"), n - kLate);
      if (n < kLooks) continue;  // to ask for a picture takes a moment
      for (const char* path : {"/snapshot.jpg", "/overlay.png"}) {
        const auto picture = station.get(path);
        ASSERT_EQ(picture.status, 200);
        EXPECT_EQ(picture.headers.at(0).second, std::to_string(n - kLate)) << path;
      }
    }
    for (const bool now : {true, false}) {
      const auto answer = station.site.answer(Station::request("/api/events", now ? referee : ""), true);
      std::string told;
      while (const auto next = answer->stream->next()) told += *next;
      EXPECT_EQ(told.find("\"says\":" + std::to_string(kLooks)) != std::string::npos, now);
      EXPECT_NE(told.find("\"n\":" + std::to_string(now ? kLooks : kLooks - kLate)), std::string::npos);
    }
  }
  EXPECT_EQ(program::bytes_of(folder / "stream/turn.txt"), "Turn " + std::to_string(kLooks - kLate) + "\n");
}

TEST(Delay, WhoAsksAtTheTablesOwnMachineWithoutATokenIsEverybody) {
  Station station({.delay = 30s}, {.delayed = true});
  station.look(a_look(1));
  EXPECT_EQ(station.get("/api/state").status, 503) << "a streaming program on the same machine must not show it early";
  EXPECT_EQ(station.get("/api/state", station.site.token(app::web::Role::Red)).status, 503);
  EXPECT_EQ(station.get("/api/state", station.site.token(app::web::Role::Referee)).status, 200);
}

}  // namespace
}  // namespace delay_test
