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
/// overlay.png of the folder is replaced at most so often: streaming programs look at a file that has changed once a second or so.
constexpr std::chrono::milliseconds kBetweenFiles{250};
constexpr int kJpegQuality = 85, kPngCompression = 1;

std::string encoded(const cv::Mat& picture, const char* ending, const std::vector<int>& how) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, picture, bytes, how);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

OnAir::OnAir(web::Site& site, OnAirOptions options) : site_(site), options_(std::move(options)) {
  if (!options_.files.empty()) files_.emplace(options_.files);
}

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
  if (files_trouble_) look_.findings.push_back(*files_trouble_);
  tell_findings();
  // First: who is told of a ruling and asks for the state finds it there.
  tell_state(look_.news, now);
  if (!look_.state) return;
  for (const Event& event : look_.events) tell(event.name, event.data);
}

void OnAir::tell_state(bool news, Clock::time_point now) {
  if (look_.caption.turn.empty()) look_.caption.turn = said_.turn;
  if (look_.caption.phase.empty()) look_.caption.phase = said_.phase;
  if (files_)
    for (auto& [name, text] : texts_of(look_.caption)) files_->put(name, std::move(text));
  if (!look_.state) return;
  auto text = [state = look_.state, caption = look_.caption, frame = frame_] {
    Json line = state();
    line["frame_number"] = frame;
    line["caption"] = caption_json(caption);
    return line_of(line);
  };
  site_.show(text);
  if (!news && now - told_at_ <= kWhileMoving) return;
  told_at_ = now;
  site_.tell("state", text());
}

void OnAir::go_on(Clock::time_point now) {
  if (const auto said = options_.turn ? options_.turn->now() : said_; said != said_) {
    if (look_.caption.turn == said_.turn) look_.caption.turn.clear();
    if (look_.caption.phase == said_.phase) look_.caption.phase.clear();
    said_ = said;
    tell_state(true, now);
  }
  look_after_files();
  draw(now);
}

void OnAir::look_after_files() {
  if (!files_) return;
  auto trouble = files_->trouble();
  const bool told = trouble && files_trouble_ && trouble->says == files_trouble_->says;
  if (trouble && !told) {
    tell("finding", json_of(*trouble));
    found_.insert(trouble->code + " " + trouble->says);
    if (options_.complain) options_.complain(*trouble);
  }
  files_trouble_ = std::move(trouble);
}

void OnAir::draw(Clock::time_point now) {
  if (!look_.frame || now - drawn_at_ < kBetweenPictures) return;
  const auto to_draw = [&](web::Picture kind) { return drawn_[static_cast<std::size_t>(kind)] != frame_; };
  const bool filed = files_ && filed_frame_ != frame_ && now - filed_at_ >= kBetweenFiles;
  const bool burnt = to_draw(web::Picture::Burnt) && site_.wanted(web::Picture::Burnt);
  const bool alone = to_draw(web::Picture::Alone) && site_.wanted(web::Picture::Alone);
  if (!burnt && !alone && !filed) return;
  drawn_at_ = now;
  const Drawing drawing = look_.drawing();
  const cv::Mat& bgr = look_.frame->bgr;
  if (burnt)
    show(web::Picture::Burnt, encoded(drawing.camera ? overlay::draw_on_picture(bgr, drawing.list, *drawing.camera, drawing.area) : bgr,
                                      ".jpg", {cv::IMWRITE_JPEG_QUALITY, kJpegQuality}));
  if (!alone && !filed) return;
  std::string png = encoded(overlay::draw_alone(bgr.size(), drawing.list, drawing.camera, drawing.area), ".png",
                            {cv::IMWRITE_PNG_COMPRESSION, kPngCompression});
  if (filed) filed_frame_ = frame_, filed_at_ = now, files_->put("overlay.png", png);
  if (alone) show(web::Picture::Alone, png);
}

void OnAir::show(web::Picture kind, const std::string& bytes) {
  drawn_[static_cast<std::size_t>(kind)] = frame_;
  site_.show(kind, frame_, bytes);
}

}  // namespace app::air
