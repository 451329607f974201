#include "app/air/on_air.h"

#include <opencv2/imgcodecs.hpp>

#include "app/overlay/picture_renderer.h"
#include "app/wire/table_json.h"

namespace app::air {
namespace {

/// A table that moves is told so often; one at rest when it has come to rest.
constexpr std::chrono::milliseconds kWhileMoving{1000};
/// Pictures are made at most so often: each takes some 30 ms of a core.
constexpr std::chrono::milliseconds kBetweenPictures{66};
constexpr int kJpegQuality = 85, kPngCompression = 1;

std::string encoded(const cv::Mat& picture, const char* ending, const std::vector<int>& how) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, picture, bytes, how);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void OnAir::tell(const std::string& name, Json event) {
  event["frame_number"] = frame_;
  site_.tell(name, line_of(event));
}

void OnAir::tell_findings() {
  std::set<std::string> said;
  for (const calibration::Finding& finding : look_.findings) {
    const std::string text = finding.code + " " + finding.says;
    if (said.insert(text).second && !found_.contains(text)) tell("finding", json_of(finding));
  }
  found_ = std::move(said);
}

void OnAir::take(Look look, Clock::time_point now) {
  look_ = std::move(look);
  if (look_.next_picture) site_.at_frame(++frame_);
  tell_findings();
  if (!look_.state) return;
  auto text = [state = look_.state, frame = frame_] {
    Json line = state();
    line["frame_number"] = frame;
    return line_of(line);
  };
  // First: who is told of a ruling and asks for the state finds it there.
  site_.show(text);
  if (look_.news || now - told_at_ > kWhileMoving) {
    told_at_ = now;
    site_.tell("state", text());
  }
  for (const Event& event : look_.events) tell(event.name, event.data);
}

void OnAir::draw(Clock::time_point now) {
  if (!look_.frame) return;
  const bool burnt = site_.wanted(web::Picture::Burnt), alone = site_.wanted(web::Picture::Alone);
  if ((!burnt && !alone) || drawn_ == frame_ || now - drawn_at_ < kBetweenPictures) return;
  drawn_ = frame_;
  drawn_at_ = now;
  const Drawing drawing = look_.drawing();
  const cv::Mat& bgr = look_.frame->bgr;
  if (burnt)
    site_.show(web::Picture::Burnt, frame_,
               encoded(drawing.camera ? overlay::draw_on_picture(bgr, drawing.list, *drawing.camera, drawing.area) : bgr, ".jpg",
                       {cv::IMWRITE_JPEG_QUALITY, kJpegQuality}));
  if (alone)
    site_.show(web::Picture::Alone, frame_,
               encoded(overlay::draw_alone(bgr.size(), drawing.list, drawing.camera, drawing.area), ".png",
                       {cv::IMWRITE_PNG_COMPRESSION, kPngCompression}));
}

}  // namespace app::air
