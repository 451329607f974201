// `vedette serve` as a program: its address on standard output, what it shows of a recorded game, and how it ends.
#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "tests/app/program.h"
#include "tests/app/web/client.h"
#include "tests/app/web/serving.h"

namespace serve_command_test {
namespace {

using testing::HasSubstr;

using serving::Serving;

std::vector<std::string> on_charge(const std::string& source) {
  return {"serve",
          "--port",
          "0",
          "--table",
          program::charge("table.toml"),
          "--roster",
          program::charge("roster.toml"),
          "--lens",
          program::charge("lens.json"),
          "--source",
          source};
}

TEST(Serve, ShowsTheTableToWhoeverAsks) {
  Serving serving(on_charge(program::charge("clip.mp4")));
  ASSERT_GT(serving.port, 0) << serving.first_line;
  web_client::Line events(serving.port);
  events.send(web_client::request_text("GET", "/api/events", {}, ""));
  std::string got;
  for (int i = 0; i < 12 && got.find("event: ruling") == std::string::npos; ++i) got = events.until("event: ruling");
  EXPECT_THAT(got, HasSubstr("event: state"));
  EXPECT_THAT(got, HasSubstr("event: ruling"));

  const auto state = web_client::get(serving.port, "/api/state");
  ASSERT_EQ(state.status, 200);
  const auto json = nlohmann::json::parse(state.body);
  EXPECT_GE(json.at("frame_number").get<int>(), 1);
  EXPECT_EQ(json.at("pieces").size(), 78U);
  EXPECT_TRUE(json.at("rulings").at("aims").is_array());

  const auto overlay = web_client::get(serving.port, "/overlay.png"), snapshot = web_client::get(serving.port, "/snapshot.jpg");
  const auto decoded = [](const std::string& bytes) {
    return cv::imdecode(std::vector<unsigned char>(bytes.begin(), bytes.end()), cv::IMREAD_UNCHANGED);
  };
  const cv::Mat png = decoded(overlay.body), jpeg = decoded(snapshot.body);
  ASSERT_EQ(png.type(), CV_8UC4);
  ASSERT_EQ(jpeg.type(), CV_8UC3);
  EXPECT_EQ(png.size(), jpeg.size());
  std::vector<cv::Mat> channels;
  cv::split(png, channels);
  const double drawn = static_cast<double>(cv::countNonZero(channels[3])) / static_cast<double>(png.total());
  EXPECT_GT(drawn, 0.005) << "rings and labels";
  EXPECT_LT(drawn, 0.5) << "and the rest is clear";

  const auto answer = web_client::ask(serving.port, "POST", "/api/ask", {}, R"({"game":"charge","ask":"dice","men":7})");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(nlohmann::json::parse(answer.body).contains("full"));
  const auto malformed = web_client::ask(serving.port, "POST", "/api/ask", {}, "{");
  EXPECT_EQ(malformed.status, 400);
  EXPECT_EQ(serving.stop(), 0);
}

TEST(Serve, ARefereeGetsEvidenceOfTheTableAtRest) {
  Serving serving(on_charge(program::charge("clip.mp4")));
  ASSERT_GT(serving.port, 0) << serving.first_line;
  const auto post = [&](const std::string& body) { return web_client::ask(serving.port, "POST", "/api/evidence", {}, body); };
  web_client::Reply reply;
  for (int i = 0; i < 600 && reply.status != 200; ++i) {
    reply = post(R"({"ask":"fire","from":"RG/gun","to":"B1"})");
    ASSERT_TRUE(reply.status == 200 || reply.status == 409) << reply.body;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(reply.headers.at("content-type"), "application/zip");
  const program::Folder folder;
  program::write_bytes(folder / "shot.zip", reply.body);
  const auto verified = program::run({"verify", folder / "shot.zip", "--json"});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_EQ(post("{").status, 400);
  EXPECT_EQ(post(R"({"from":"RG/gun"})").status, 400);
  EXPECT_EQ(post(R"({"from":"RG/gun","to":"B1","dice":3})").status, 400);
  for (const char* nobody : {R"({"from":"RG/gun","to":"nobody"})", R"({"from":"RG/gun","to":"R1"})"}) {
    const auto refused = post(nobody);
    EXPECT_TRUE(refused.status == 404 || refused.status == 409) << nobody << refused.status;
    EXPECT_TRUE(nlohmann::json::parse(refused.body).contains("fix"));
  }
}

TEST(Serve, ThereIsNoEvidenceOfWhatMayNotBeSeen) {
  auto words = on_charge(program::charge("clip.mp4"));
  words.emplace_back("--private");
  {
    Serving serving(words);
    const auto refused = web_client::ask(serving.port, "POST", "/api/evidence", {}, R"({"from":"RG/gun","to":"B1"})");
    EXPECT_EQ(refused.status, 409);
    EXPECT_THAT(refused.body, HasSubstr("--private"));
  }
  words.insert(words.end(), {"--record", "/nowhere/game.vedette"});
  EXPECT_EQ(program::run(words).status, 2) << "nothing is recorded, so it is not asked for either";
}

TEST(Serve, ABoardIsServedToo) {
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";
  Serving serving({"serve", "--port", "0", "--board", examples + "boards/le_choc.toml", "--lens", examples + "le_choc/lens.json",
                   "--source", examples + "le_choc/stills"});
  ASSERT_GT(serving.port, 0) << serving.first_line;
  nlohmann::json json;
  for (int i = 0; i < 600 && !json.contains("squares"); ++i) {
    const auto state = web_client::get(serving.port, "/api/state");
    if (state.status == 200) json = nlohmann::json::parse(state.body);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_GT(json.at("squares").size(), 10U);
  EXPECT_TRUE(json.at("rulings").contains("to_move"));
}

TEST(Serve, WithNothingNamedOrUsedBeforeTheRecordedGameIsShown) {
  Serving serving({"serve", "--port", "0"});
  ASSERT_GT(serving.port, 0) << serving.first_line;
  nlohmann::json json;
  for (int i = 0; i < 600 && !json.contains("pieces"); ++i) {
    const auto state = web_client::get(serving.port, "/api/state");
    if (state.status == 200) json = nlohmann::json::parse(state.body);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(json.at("pieces").size(), 78U);
}

// Also with nothing else named: the hall is no choice of last time's.
TEST(Serve, ABrokerThatIsNoneIsSaidWhateverIsWatched) {
  const auto none = program::run({"serve", "--port", "0", "--broker", "hall:many"});
  EXPECT_NE(none.status, 0);
  EXPECT_THAT(none.err, HasSubstr("hall:many"));
}

TEST(Serve, WhatCannotBeWatchedIsSaidAtOnce) {
  const auto none = program::run(on_charge("/nowhere/game.mp4"));
  EXPECT_NE(none.status, 0);
  EXPECT_THAT(none.err, HasSubstr("/nowhere/game.mp4"));
  EXPECT_EQ(none.out, "");
}

}  // namespace
}  // namespace serve_command_test
