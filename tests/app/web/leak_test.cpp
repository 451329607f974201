// What goes on air of a sworn game of Le Choc: two games that differ in hidden letters alone are the same to everybody.
#include <gmock/gmock.h>

#include "app/air/board.h"
#include "app/air/on_air.h"
#include "app/overlay/board.h"
#include "app/player/dice_desk.h"
#include "app/player/letters.h"
#include "tests/app/record/games.h"
#include "tests/support/campaign.h"
#include "tests/support/sim_board.h"

namespace leak_test {
namespace {

using namespace std::chrono_literals;
using namespace app::web;

/// A sworn game that is shown to everybody: what the board session does, without a camera.
class Shown {
 public:
  Shown(unsigned looks, unsigned letters)
      : recorder_(app::Recorder::open(folder_ / "game.vedette", games::setup_of("le_choc")).value()),
        playing_("le_choc", *recorder_, looks),
        site_(Gate(Tokens(), false, {}),
              {.questions = {app::player::dice_question(nullptr), app::player::no_letters_question()}, .first_event = 0}),
        air_(site_, {.told = [this](const auto& events) { tell_hall(events); },
                     .game = "Le Choc",
                     .in_short = [this](const std::function<app::Json()>& words) { texts_of_hall_["state"] = words().dump(); }}) {
    std::mt19937 random(looks);
    const auto camera = sim::camera_over(playing_.board(), {320, 180}, random);
    registration_ = calibration::Registration{.camera = camera, .tags_seen = {0, 1, 2, 3}};
    playing_.swear(looks);
    show();
    playing_.entrust(letters);
    show();
  }
  void step() {
    playing_.step();
    show();
  }
  /// Everything that anybody is answered, by the address.
  std::map<std::string, std::string> everything() {
    std::map<std::string, Answer> answers;
    for (const char* path :
         {"/", "/player", "/overlay", "/watch.js", "/player.js", "/overlay.js", "/site.css", "/api/state", "/snapshot.jpg", "/overlay.png"})
      answers[path] = *site_.answer(asked(path), true);
    air_.go_on(now_);  // now that somebody has asked for pictures
    std::map<std::string, std::string> out;
    for (auto& [path, answer] : answers) out[path] = text_of(std::move(answer));
    for (const auto& [name, text] : texts_) out[name] = text;
    for (const auto& [name, text] : texts_of_hall_) out["hall: " + name] = text;
    for (const char* path : {"/api/dice", "/api/letters"})
      for (const std::string& token : {std::string(), site_.token(Role::Watcher), site_.token(Role::Referee), std::string("wrong")})
        for (const char* method : {"GET", "POST"}) {
          Request request = asked(path);
          request.method = method, request.token = token, request.body = R"({"keys":""})";
          out[std::string(method) + path] += text_of(*site_.answer(request, true));
        }
    Request events = asked("/api/events");
    events.last_event_id = last_event_;
    const auto answer = site_.answer(events, true);
    for (auto told = answer->stream->next(); told; told = answer->stream->next()) {
      out["/api/events"] += *told;
      if (told->starts_with("id: ")) last_event_ = told->substr(4, told->find('\n') - 4);
    }
    return out;
  }

 private:
  static Request asked(const std::string& path) {
    Request out;
    out.method = "GET", out.path = path, out.host = "127.0.0.1", out.from_this_machine = true;
    return out;
  }
  /// What the table tells its hall: as its topics hold it.
  void tell_hall(const std::vector<app::air::Told>& events) {
    for (const app::air::Told& each : events) texts_of_hall_["events"] += each.name + " " + each.line + "\n";
  }
  static std::string text_of(Answer answer) {
    if (answer.later) {
      auto given = answer.later();
      if (!given) return "nothing";
      answer = std::move(*given);
    }
    return std::to_string(answer.status) + " " + answer.body;
  }
  void show() {
    auto next = std::make_shared<app::BoardSnapshot>();
    static_cast<app::PublicBoard&>(*next) = playing_.play().told();
    auto reading = std::make_shared<vision::BoardReading>();
    reading->registration = registration_;
    for (const app::Standing& piece : playing_.seen().standing)
      reading->pieces.push_back({.side = piece.side,
                                 .rank = vision::BoardRank::Hidden,
                                 .at = app::middle_of(playing_.board(), piece.at),
                                 .margin = measure::Inches(0.02),
                                 .on = piece.at,
                                 .sure = piece.sure,
                                 .tag = {}});
    next->reading = reading;
    auto frame = std::make_shared<vision::Frame>();
    frame->bgr = cv::Mat(180, 320, CV_8UC3, cv::Scalar(90, 120, 60));
    frame->name = std::to_string(++frames_);
    next->frame = frame;
    next->settled = true;
    next->serial = static_cast<std::uint64_t>(frames_);
    const auto look = app::air::look_of(before_, next, playing_.board());
    texts_ = app::air::texts_of(look.caption);
    air_.take(look, now_ += 500ms);
    before_ = next;
  }

  program::Folder folder_;
  std::unique_ptr<app::Recorder> recorder_;
  games::Playing playing_;
  Site site_;
  app::air::OnAir air_;
  std::optional<calibration::Registration> registration_;
  app::SharedBoardSnapshot before_;
  std::chrono::steady_clock::time_point now_{};
  std::map<std::string, std::string> texts_;          // as the folder of --files holds them
  std::map<std::string, std::string> texts_of_hall_;  // by topic
  int frames_ = 0;
  std::string last_event_ = "1";
};

TEST(Leak, GamesThatDifferInHiddenLettersAloneAreTheSameOnAir) {
  const int games = tries(2, 10), steps = tries(15, 100);
  for (int game = 0; game < games; ++game) {
    const auto looks = static_cast<unsigned>(game);
    Shown a(looks, 1), b(looks, 2);
    std::set<std::string> states;
    for (int step = 0; step <= steps; ++step) {
      const auto seen_a = a.everything(), seen_b = b.everything();
      for (const auto& [path, text] : seen_a) {
        EXPECT_TRUE(text.starts_with("200 ") || path[0] != '/' || path == "/api/events") << path << ": " << text.substr(0, 200);
        ASSERT_TRUE(text == seen_b.at(path)) << path << " differs in step " << step << " of game " << game;
      }
      states.insert(seen_a.at("/api/state"));
      a.step(), b.step();
    }
    EXPECT_GT(states.size(), static_cast<std::size_t>(steps) / 2) << "and something was shown";
  }
}

}  // namespace
}  // namespace leak_test
