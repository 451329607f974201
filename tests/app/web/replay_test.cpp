// A disputed moment once more: the pictures that are kept beside a record take the place of the table's, marked, and then the table is
// back.
#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "app/record/recorder.h"
#include "app/record/store.h"
#include "app/record/video_ring.h"
#include "app/session/clip.h"
#include "tests/app/program.h"
#include "tests/app/web/station.h"

namespace replay_test {
namespace {

using namespace std::chrono_literals;
using station::Station;
using testing::HasSubstr;

/// A record with a table that settled at 20 seconds, and pictures of a blue table from 10 to 30 beside it.
struct Kept {
  explicit Kept(bool with_pictures = true) {
    auto store = app::RecordStore::open(path).value();
    const std::vector<app::RecordEvent> events{{0, 0.0, "begun", "{}"}, {0, 20.0, "settled", "{}"}, {0, 25.0, "judged", "{}"}};
    EXPECT_TRUE(store.append(events));
    if (!with_pictures) return;
    app::VideoRing ring(app::video_of(path));
    for (int i = 0; i <= 20; ++i) {
      vision::Frame frame;
      frame.bgr = cv::Mat(180, 320, CV_8UC3, cv::Scalar(200, 40, 40));
      for (int tries = 0; tries < 2000 && !ring.see(10.0 + i, frame); ++tries)
        std::this_thread::sleep_for(1ms);  // it leaves out what it has no time for
    }
    ring.finish();
  }
  program::Folder folder;
  std::string path = folder / "game.vedette";
};

cv::Scalar colour_of(const std::string& bytes, double share_down) {
  const cv::Mat picture = cv::imdecode(std::vector<unsigned char>(bytes.begin(), bytes.end()), cv::IMREAD_COLOR);
  return cv::mean(picture(cv::Rect(picture.cols - 20, static_cast<int>(share_down * picture.rows), 10, 4)));
}

TEST(Replay, TheMomentsThatLedToTheRulingAreShownAndThenTheTableAgain) {
  const Kept kept;
  auto passage = app::passage_of_ruling(kept.path, 0, 5.0);
  ASSERT_TRUE(passage) << passage.error().message;
  EXPECT_GE(passage->times().front(), 15.0);
  EXPECT_LE(passage->times().back(), 22.0);
  Station station;
  station.look({});
  EXPECT_LT(colour_of(station.get("/snapshot.jpg").body, 0.5)[0], 130.0) << "green cloth";
  station.air.replay(std::move(*passage));
  for (const char* path : {"/snapshot.jpg", "/overlay.png"}) {
    (void)station.get(path);
    const app::web::Answer answer = station.get(path);
    ASSERT_EQ(answer.status, 200) << path;
    EXPECT_GT(colour_of(answer.body, 0.5)[0], 170.0) << path << ": what was kept";
    EXPECT_LT(colour_of(answer.body, 0.02)[0], 60.0) << path << ": the bar that says so";
  }
  const std::uint64_t during = std::stoull(station.get("/snapshot.jpg").headers.at(0).second);
  station.now += 20s;
  station.air.go_on(station.now), station.air.go_on(station.now += 1s);
  (void)station.get("/snapshot.jpg");
  const app::web::Answer after = station.get("/snapshot.jpg");
  EXPECT_LT(colour_of(after.body, 0.5)[0], 130.0) << "the table again";
  EXPECT_GT(std::stoull(after.headers.at(0).second), during) << "pictures are counted on, so that who asks for a later one gets it";
}

TEST(Replay, WhereNothingWasKeptItSaysSo) {
  const Kept none(false);
  const auto passage = app::passage_of_ruling(none.path, 0, 5.0);
  ASSERT_FALSE(passage);
  EXPECT_THAT(passage.error().message, HasSubstr("--video-ring"));
  EXPECT_THAT(app::passage_of_ruling(none.path, 3, 5.0).error().message, HasSubstr("only 1"));
  EXPECT_FALSE(app::passage_of_ruling(none.folder / "nothing.vedette", 0, 5.0));
}

}  // namespace
}  // namespace replay_test
