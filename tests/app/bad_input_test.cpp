// Bad input: a clear message, the right exit status, nothing lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/app/program.h"
#include "vision/tags/detector.h"

namespace bad_input_test {
namespace {

using nlohmann::json;
using program::charge;
using program::on_charge;
using program::run;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

/// A still of the recorded game to be spoilt, and where its corner tags are.
class Spoilt {
 public:
  Spoilt() : picture_(cv::imread(charge("stills/05.jpg"))) {
    cv::Mat luma;
    cv::cvtColor(picture_, luma, cv::COLOR_BGR2GRAY);
    const std::vector<std::string> dictionaries{"DICT_APRILTAG_36h11"};
    tags_ = vision::read_tags(luma, dictionaries).value();
  }

  /// Lays grass over the corner tags with these ids.
  Spoilt& without(const std::vector<int>& ids) {
    for (const int id : ids) cv::rectangle(picture_, box_of(id), cv::Scalar(70, 110, 90), cv::FILLED);
    return *this;
  }
  /// Lays a copy of a corner tag elsewhere on the table.
  Spoilt& with_copy_of(int id, cv::Point at) {
    const cv::Rect box = box_of(id);
    picture_(box).clone().copyTo(picture_(cv::Rect(at, box.size())));
    return *this;
  }
  [[nodiscard]] std::string save(const std::string& path) const {
    EXPECT_TRUE(cv::imwrite(path, picture_, {cv::IMWRITE_JPEG_QUALITY, 92}));
    return path;
  }

 private:
  [[nodiscard]] cv::Rect box_of(int id) const {
    for (const auto& tag : tags_)
      if (tag.id == id) {
        std::vector<cv::Point2f> corners;
        for (const auto& c : tag.corners) corners.emplace_back(static_cast<float>(c.u), static_cast<float>(c.v));
        const cv::Rect black = cv::boundingRect(corners);
        constexpr int kWhiteMargin = 12;  // pixels: the quiet zone goes with the tag
        return (black + cv::Size(2 * kWhiteMargin, 2 * kWhiteMargin) - cv::Point(kWhiteMargin, kWhiteMargin)) &
               cv::Rect({}, picture_.size());
      }
    ADD_FAILURE() << "the still shows no tag " << id;
    return {0, 0, 1, 1};
  }

  cv::Mat picture_;
  std::vector<calibration::TagObservation> tags_;
};

json only_line(const program::Outcome& outcome) {
  const auto lines = outcome.lines();
  EXPECT_EQ(lines.size(), 1u) << outcome.err;
  return lines.empty() ? json::object() : lines.front();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, what.size(), by);
}

TEST(BadInput, AnUnknownCommandIsNamedWithThoseThereAre) {
  const auto outcome = run({"locat", "05.jpg"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("\"locat\""), HasSubstr("locate"), HasSubstr("ask")));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(BadInput, AnAnswerThatCannotBeWrittenIsNoSuccess) {
  // A short answer stays in the buffer until the end, where nobody looked whether the disk took it.
  const std::string question = R"(echo '{"game":"charge","ask":"dice","men":23}' | )";
  const int status = std::system((question + VEDETTE_PROGRAM + " ask --json > /dev/full 2> /dev/null").c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 70) << status;
}

// A long one is refused while it is written, which was called an internal error.
TEST(BadInput, ALongAnswerThatCannotBeWrittenIsSaidToBeThat) {
  const program::Folder folder;
  const std::string words = " --table " + charge("table.toml") + " --roster " + charge("roster.toml") + " --lens " + charge("lens.json");
  const int status = std::system(
      (std::string(VEDETTE_PROGRAM " locate") + words + " --json " + charge("stills/05.jpg") + " > /dev/full 2> " + folder / "said.txt")
          .c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 70) << status;
  EXPECT_THAT(program::bytes_of(folder / "said.txt"), HasSubstr("cannot be written to standard output"));
}

TEST(BadInput, NoCamera) {
  const auto outcome = run(on_charge({"track"}, {"63"}));
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.err, HasSubstr("/dev/video63"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(BadInput, AStreamThatIsNotThere) {
  const auto outcome = run(on_charge({"track"}, {"http://127.0.0.1:9/video.mjpg"}));
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.err, HasSubstr("http://127.0.0.1:9"));
}

TEST(BadInput, AnEmptyFolder) {
  const program::Folder folder;
  for (const char* command : {"locate", "track"}) {
    const auto outcome = run(on_charge({command}, {folder.path()}));
    EXPECT_EQ(outcome.status, 4) << command;
    EXPECT_THAT(outcome.err, HasSubstr("no picture in this folder")) << command;
  }
}

TEST(BadInput, ATruncatedJpeg) {
  const program::Folder folder;
  const std::string whole = program::bytes_of(charge("stills/05.jpg"));
  program::write_bytes(folder / "cut.jpg", whole.substr(0, whole.size() * 2 / 3));
  for (const char* command : {"locate", "track"}) {
    const auto outcome = run(on_charge({command}, {folder / "cut.jpg"}));
    EXPECT_EQ(outcome.status, 6) << command;
    const json line = only_line(outcome);
    EXPECT_EQ(line.at("frame"), "cut.jpg");
    EXPECT_THAT(line.at("error").get<std::string>(), HasSubstr("cut.jpg"));
  }
}

TEST(BadInput, ATruncatedVideoPlaysWhatThereIsAndSaysWhereItBreaksOff) {
  const program::Folder folder;
  const std::string whole = program::bytes_of(charge("clip.mp4"));
  program::write_bytes(folder / "cut.mp4", whole.substr(0, whole.size() / 3));
  const auto outcome = run(on_charge({"track"}, {folder / "cut.mp4"}), 300);
  EXPECT_EQ(outcome.status, 6);
  const auto lines = outcome.lines();
  ASSERT_GE(lines.size(), 2u) << "the frames before the break are not lost";
  EXPECT_EQ(lines.front().at("camera").at("registered"), true);
  EXPECT_THAT(lines.back().at("error").get<std::string>(), HasSubstr("breaks off"));
}

TEST(BadInput, AVideoThatIsNone) {
  const program::Folder folder;
  program::write_bytes(folder / "notes.mp4", "dear diary");
  EXPECT_EQ(run(on_charge({"track"}, {folder / "notes.mp4"})).status, 6);
}

TEST(BadInput, ALensForAnotherPictureSize) {
  const program::Folder folder;
  program::write_bytes(folder / "lens.json", replaced(program::bytes_of(charge("lens.json")), "[1920,1080]", "[1280,720]"));
  const auto outcome = run({"locate", "--table", charge("table.toml"), "--lens", folder / "lens.json", "--json", charge("stills/05.jpg")});
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err + outcome.out, AllOf(HasSubstr("1280"), HasSubstr("1920")));
}

TEST(BadInput, ATableFileWithAnUnknownKey) {
  const program::Folder folder;
  program::write_bytes(folder / "table.toml", "version = 1\n[table]\nsize = [72.0, 48.0]\ncolour = \"green\"\n");
  const auto outcome = run({"locate", "--table", folder / "table.toml", "--json", charge("stills/05.jpg")});
  EXPECT_EQ(outcome.status, 6);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("table.toml:4:"), HasSubstr("colour")));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(BadInput, HouseRulesBesideTheTableThatIsFollowed) {
  const program::Folder folder;
  std::filesystem::copy_file(charge("table.toml"), folder / "table.toml");
  program::write_bytes(folder / "house-rules.toml", "version = 1\n[charge]\n\"no.such.rule\" = 3\n");
  for (const char* command : {"live", "serve"}) {
    const auto outcome =
        run({command, "--table", folder / "table.toml", "--roster", charge("roster.toml"), "--source", charge("stills/05.jpg")});
    EXPECT_EQ(outcome.status, 6) << command;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("house-rules.toml:3:"), HasSubstr("no.such.rule"))) << command;
  }
}

TEST(BadInput, NotANumberInAFile) {
  const program::Folder folder;
  program::write_bytes(folder / "table.toml", "version = 1\n[table]\nsize = [72.0, nan]\n");
  const auto table = run({"doctor", "--table", folder / "table.toml", "--json"});
  EXPECT_EQ(table.status, 6);
  EXPECT_THAT(table.err, AllOf(HasSubstr("table.toml:3:"), HasSubstr("nan")));
  EXPECT_EQ(only_line(table).at("findings").at(0).at("code"), "bad-file");
  program::write_bytes(folder / "lens.json", "{\"version\":1,\n\"image_size\":[NaN,1080]}");
  const auto lens = run({"locate", "--table", charge("table.toml"), "--lens", folder / "lens.json", "--json", charge("stills/05.jpg")});
  EXPECT_EQ(lens.status, 6);
  EXPECT_THAT(lens.err, HasSubstr("lens.json:2:"));
}

TEST(BadInput, AFileThatIsNotThere) {
  EXPECT_EQ(run({"locate", "--table", "no-such.toml", charge("stills/05.jpg")}).status, 6);
  const auto picture = run(on_charge({"locate"}, {"no-such.jpg"}));
  EXPECT_EQ(picture.status, 4);
  EXPECT_THAT(picture.err, HasSubstr("no-such.jpg"));
}

class VisibleTags : public testing::TestWithParam<int> {};

TEST_P(VisibleTags, FewerThanTwoAreNoRegistration) {
  const program::Folder folder;
  std::vector<int> hidden;
  for (int id = GetParam(); id < 4; ++id) hidden.push_back(id);
  const auto outcome = run(on_charge({"locate"}, {Spoilt().without(hidden).save(folder / "p.jpg")}));
  EXPECT_EQ(outcome.status, 5);
  const json line = only_line(outcome);
  EXPECT_EQ(line.at("camera").at("registered"), false);
  EXPECT_EQ(line.at("pieces"), json::array());
  EXPECT_FALSE(line.at("findings").empty()) << "it says why";
}
INSTANTIATE_TEST_SUITE_P(NoneAndOne, VisibleTags, testing::Values(0, 1));

TEST(BadInput, TwoVisibleTagsStillRegister) {
  const program::Folder folder;
  const auto outcome = run(on_charge({"locate"}, {Spoilt().without({1, 3}).save(folder / "p.jpg")}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json line = only_line(outcome);
  EXPECT_EQ(line.at("camera").at("tags_seen"), json({0, 2}));
  EXPECT_GE(line.at("pieces").size(), 70u);
}

TEST(BadInput, ATagTwice) {
  const program::Folder folder;
  const auto outcome = run(on_charge({"locate"}, {Spoilt().with_copy_of(2, {500, 40}).save(folder / "p.jpg")}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json line = only_line(outcome);
  EXPECT_EQ(line.at("camera").at("registered"), true);
  EXPECT_NEAR(line.at("camera").at("height_in").get<double>(), 71.0, 0.2) << "the copy did not pull the camera away";
  EXPECT_THAT(line.at("findings").dump(), HasSubstr("tag-twice"));
}

TEST(BadInput, ALensFromPicturesWithoutABoardIsNotWritten) {
  const program::Folder folder;
  program::write_bytes(folder / "lens.json", "old");
  const auto outcome = run({"calibrate", "--board", "chessboard", "--inner", "9x6", "--square", "1.0", "--out", folder / "lens.json",
                            charge("stills/05.jpg"), charge("empty.jpg")});
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err, HasSubstr("05.jpg"));
  EXPECT_EQ(program::bytes_of(folder / "lens.json"), "old") << "what was there is not lost";
}

}  // namespace
}  // namespace bad_input_test
