#include "app/air/on_air.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "app/air/places.h"
#include "app/air/summary.h"
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
/// What is held of a table that is shown later: at 15 minutes about a picture a second of 1920 x 1080, with its overlay and state.
constexpr std::size_t kMostDelayedBytes = std::size_t{512} << 20;
/// Bytes of the folder's texts, generously.
constexpr std::size_t kTexts = 2048;
constexpr int kJpegQuality = 85, kPngCompression = 1;

std::string encoded(const cv::Mat& picture, const char* ending, const std::vector<int>& how) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, picture, bytes, how);
  return {bytes.begin(), bytes.end()};
}

/// Boxes of the drawn figures in shares of the picture. A figure stands higher than its base is drawn.
std::vector<overlay::Box> figures_of(const Drawing& drawing, cv::Size size) {
  if (!drawing.camera || size.empty()) return {};
  constexpr double kTall = 0.02;
  auto boxes = overlay::flatten(drawing.list, {.project = overlay::projection_of(*drawing.camera), .table = drawing.area}).figures;
  for (overlay::Box& box : boxes)
    box = {box.left / size.width - kTall, box.top / size.height - kTall, box.right / size.width + kTall, box.bottom / size.height + kTall};
  return boxes;
}

cv::Mat picture_of(const std::string& bytes) {
  const cv::Mat read = cv::imdecode(std::vector<unsigned char>(bytes.begin(), bytes.end()), cv::IMREAD_UNCHANGED);
  cv::Mat out;
  if (read.type() == CV_8UC4) return read;
  if (read.type() == CV_8UC3) cv::cvtColor(read, out, cv::COLOR_BGR2BGRA);
  if (read.type() == CV_8UC1) cv::cvtColor(read, out, cv::COLOR_GRAY2BGRA);
  return out;
}

/// The logo, a tenth of the picture high, in the corner that fewest figures stand in.
void stamp(cv::Mat& picture, const cv::Mat& logo, const std::vector<overlay::Box>& figures) {
  constexpr double kHigh = 0.1, kWidest = 0.25;
  const double by = std::min(kHigh * picture.rows / logo.rows, kWidest * picture.cols / logo.cols);
  cv::Mat small;
  cv::resize(logo, small, {}, by, by, cv::INTER_AREA);
  const overlay::Box at =
      quiet_corner(figures, static_cast<double>(small.cols) / picture.cols, static_cast<double>(small.rows) / picture.rows);
  const cv::Rect place = cv::Rect(cvRound(at.left * picture.cols), cvRound(at.top * picture.rows), small.cols, small.rows) &
                         cv::Rect(0, 0, picture.cols, picture.rows);
  cv::Mat under = picture(place);
  under.forEach<cv::Vec3b>([&](cv::Vec3b& pixel, const int* where) {
    const cv::Vec4b over = small.at<cv::Vec4b>(where[0], where[1]);
    constexpr int kOpaque = 255;
    for (int i = 0; i < 3; ++i)
      pixel[i] = static_cast<unsigned char>((over[i] * over[3] + pixel[i] * (kOpaque - over[3]) + kOpaque / 2) / kOpaque);
  });
}

/// A picture of a replay: a bar along its upper edge says what it is, and of when.
cv::Mat replayed(const cv::Mat& bgr, const std::string& when) {
  constexpr double kBar = 0.075, kLetters = 0.55;  // shares of the picture's height, and of the bar's
  const cv::Scalar ground(22, 18, 14), sign(66, 228, 240), ink(255, 255, 255);
  cv::Mat out = bgr.clone();
  const int high = std::max(18, cvRound(kBar * out.rows)), line = std::max(1, high / 14);
  cv::rectangle(out, {0, 0, out.cols, high}, ground, cv::FILLED);
  int below = 0;
  const int font = cv::FONT_HERSHEY_DUPLEX;
  const double scale = cv::getFontScaleFromHeight(font, cvRound(kLetters * high), line);
  const std::string word = "REPLAY";
  const cv::Size size = cv::getTextSize(word, font, scale, line, &below);
  const cv::Point at(high / 2, (high + size.height) / 2);
  cv::putText(out, word, at, font, scale, sign, line, cv::LINE_AA);
  cv::putText(out, when, at + cv::Point(size.width + high / 2, 0), font, scale, ink, line, cv::LINE_AA);
  return out;
}

}  // namespace

OnAir::OnAir(web::Site& site, OnAirOptions options) : site_(site), options_(std::move(options)) {
  if (!options_.files.empty()) files_.emplace(options_.files);
  if (!options_.logo.empty()) logo_ = picture_of(options_.logo);
  if (options_.only_the_table) privacy_.emplace();
  if (options_.delay.count() == 0) return;
  delay_.emplace(options_.delay, kMostDelayedBytes);
  at_once_ = web::Audience::Referee;
}

void OnAir::let_out(Clock::time_point now, std::size_t bytes, std::function<void()> what) {
  if (!delay_) return what();
  if (!delay_->put(now, bytes, std::move(what))) full_ = true;
}

std::uint64_t OnAir::tell_text(const std::string& name, const std::string& text, Clock::time_point now) {
  const std::uint64_t id = site_.tell(name, text, at_once_);
  if (delay_) let_out(now, text.size(), [this, name, text] { site_.tell(name, text); });
  return id;
}

void OnAir::tell(const std::string& name, Json event, Clock::time_point now) {
  event["frame_number"] = frame_;
  std::string line = line_of(event);
  const std::uint64_t id = tell_text(name, line, now);
  if (options_.told) told_.push_back({id, name, std::move(event), std::move(line)});
}

void OnAir::find(const calibration::Finding& finding, Clock::time_point now) {
  tell("finding", json_of(finding), now);
  tell_others();
}

void OnAir::note(Event event, Clock::time_point now) {
  tell(event.name, std::move(event.data), now);
  tell_others();
}

void OnAir::tell_others() {
  if (!told_.empty()) options_.told(std::exchange(told_, {}));
}

void OnAir::tell_findings(Clock::time_point now) {
  if (files_trouble_) look_.findings.push_back(*files_trouble_);
  if (full_)
    look_.findings.push_back(calibration::warning("delay-full", "--delay: more happened than can be held so long; watchers miss some of it",
                                                  "take a shorter delay, or smaller pictures"));
  std::set<std::string> said;
  for (const calibration::Finding& finding : look_.findings) {
    const std::string text = finding.code + " " + finding.says;
    if (said.insert(text).second && !found_.contains(text)) tell("finding", json_of(finding), now);
  }
  found_ = std::move(said);
}

void OnAir::take(Look look, Clock::time_point now) {
  look_ = std::move(look);
  if (privacy_) privacy_->see(look_);
  if (look_.next_picture) site_.at_frame(++frame_, at_once_);
  tell_findings(now);
  // First: who is told of a ruling and asks for the state finds it there.
  tell_state(look_.news, now);
  if (!look_.state) return;
  for (const Event& event : look_.events) tell(event.name, event.data, now);
  tell_others();
}

/// That of the last look, with what the referee says and by the names that are shown.
Caption OnAir::caption() const {
  Caption out = look_.caption;
  if (out.turn.empty()) out.turn = said_.turn;
  if (out.phase.empty()) out.phase = said_.phase;
  const auto shown = [&](const std::string& army) {
    const auto named = options_.names.find(army);
    return named == options_.names.end() ? army : named->second;
  };
  for (Caption::Losses& losses : out.losses) losses.name = shown(losses.army);
  out.to_move = shown(out.to_move);
  return out;
}

void OnAir::tell_state(bool news, Clock::time_point now) {
  Caption said = caption();
  if (files_ && said != filed_) {
    filed_ = said;
    auto texts = texts_of(said);
    let_out(now, kTexts, [this, texts = std::move(texts)] {
      for (const auto& [name, text] : texts) files_->put(name, text);
    });
  }
  if (!look_.state) return;
  state_ = [state = look_.state, caption = std::move(said), frame = frame_, drawing = look_.drawing,
            size = look_.frame ? look_.frame->bgr.size() : cv::Size()] {
    Json line = state();
    line["frame_number"] = frame;
    line["caption"] = caption_json(caption);
    line["places"] = places_json(places_of(figures_of(drawing(), size)));
    return line_of(line);
  };
  site_.show(state_, at_once_);
  if (options_.in_short)
    options_.in_short([game = options_.game, state = look_.state, caption = caption()] { return summary_of(game, state(), caption); });
  if (!news && now - told_at_ <= kWhileMoving) return;
  told_at_ = now;
  const std::string text = state_();
  if (delay_) let_out(now, text.size(), [this, text] { site_.show([text] { return text; }); });
  tell_text("state", text, now);
}

void OnAir::go_on(Clock::time_point now) {
  if (const auto said = options_.turn ? options_.turn->now() : said_; said != said_) {
    said_ = said;
    tell_state(true, now);
  }
  look_after_files(now);
  draw(now);
  if (delay_) delay_->let_out(now);
}

void OnAir::look_after_files(Clock::time_point now) {
  if (!files_) return;
  auto trouble = files_->trouble();
  const bool told = trouble && files_trouble_ && trouble->says == files_trouble_->says;
  if (trouble && !told) {
    tell("finding", json_of(*trouble), now);
    found_.insert(trouble->code + " " + trouble->says);
    if (options_.complain) options_.complain(*trouble);
  }
  files_trouble_ = std::move(trouble);
}

/// The picture of the replay that is due, marked as one; none: no replay is shown. Its pictures are counted with those of the table, so
/// that whoever asks for a later one gets it.
std::optional<cv::Mat> OnAir::clip_picture(Clock::time_point now) {
  if (!clip_) return std::nullopt;
  if (clip_->follow(std::chrono::duration<double>(now.time_since_epoch()).count())) site_.at_frame(++frame_, at_once_);
  if (clip_->ended()) {
    clip_.reset();
    return std::nullopt;
  }
  return clip_->frame() ? std::optional(replayed(clip_->frame()->bgr, clip_->words())) : std::nullopt;
}

void OnAir::draw(Clock::time_point now) {
  if (!look_.frame || now - drawn_at_ < kBetweenPictures) return;
  const std::optional<cv::Mat> clip = clip_picture(now);
  const auto to_draw = [&](web::Picture kind) { return drawn_[static_cast<std::size_t>(kind)] != frame_; };
  const bool later = delay_ && held_ != frame_ && delay_->takes_picture(now);
  const bool filed = files_ && (delay_ ? later : filed_frame_ != frame_ && now - filed_at_ >= kBetweenFiles);
  const bool burnt = to_draw(web::Picture::Burnt) && site_.wanted(web::Picture::Burnt, at_once_);
  const bool alone = to_draw(web::Picture::Alone) && site_.wanted(web::Picture::Alone, at_once_);
  if (!burnt && !alone && !filed && !later) return;
  drawn_at_ = now;
  const Drawing drawing = clip ? Drawing{} : look_.drawing();
  const cv::Mat& bgr = clip ? *clip : look_.frame->bgr;
  std::string jpeg, png;
  if (burnt || later) {
    const cv::Mat under = privacy_ && !clip ? privacy_->covered(bgr, drawing) : bgr;
    cv::Mat picture = drawing.camera ? overlay::draw_on_picture(under, drawing.list, *drawing.camera, drawing.area) : under.clone();
    if (!logo_.empty() && picture.type() == CV_8UC3) stamp(picture, logo_, figures_of(drawing, bgr.size()));
    jpeg = encoded(picture, ".jpg", {cv::IMWRITE_JPEG_QUALITY, kJpegQuality});
  }
  if (alone || filed || later)
    png = encoded(clip ? *clip : overlay::draw_alone(bgr.size(), drawing.list, drawing.camera, drawing.area), ".png",
                  {cv::IMWRITE_PNG_COMPRESSION, kPngCompression});
  if (burnt) show(web::Picture::Burnt, jpeg);
  if (alone) show(web::Picture::Alone, png);
  if (later) return hold(std::move(jpeg), std::move(png), now);
  if (filed) filed_frame_ = frame_, filed_at_ = now, files_->put("overlay.png", std::move(png));
}

void OnAir::show(web::Picture kind, const std::string& bytes) {
  drawn_[static_cast<std::size_t>(kind)] = frame_;
  site_.show(kind, frame_, bytes, at_once_);
}

/// Picture, overlay and state of one frame, to be shown together.
void OnAir::hold(std::string jpeg, std::string png, Clock::time_point now) {
  held_ = frame_;
  std::string state = state_ ? state_() : "";
  const std::size_t bytes = jpeg.size() + png.size() + state.size();
  const bool held =
      delay_->put_picture(now, bytes, [this, frame = frame_, jpeg = std::move(jpeg), png = std::move(png), state = std::move(state)] {
        site_.at_frame(frame);
        if (!state.empty()) site_.show([state] { return state; });
        if (files_) files_->put("overlay.png", png);
        site_.show(web::Picture::Burnt, frame, jpeg);
        site_.show(web::Picture::Alone, frame, png);
      });
  full_ = full_ || !held;
}

}  // namespace app::air
