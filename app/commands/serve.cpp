// `vedette serve`: a table or a board is watched as in the window, and shown to browsers, streams and programs instead.
#include <fmt/format.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <cstdio>
#include <opencv2/imgcodecs.hpp>
#include <set>
#include <thread>

#include "app/ask/ask.h"
#include "app/board/board_json.h"
#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/scenario_file.h"
#include "app/overlay/board.h"
#include "app/overlay/figures.h"
#include "app/overlay/picture_renderer.h"
#include "app/overlay/ruled_fire.h"
#include "app/session/board_session.h"
#include "app/session/session.h"
#include "app/web/server.h"
#include "app/web/site.h"

namespace app {
namespace {

/// How often it is looked whether there is a new snapshot: a twentieth of a frame of the fastest camera matters to nobody.
constexpr std::chrono::milliseconds kGlance{4};
/// A table that moves is told so often; one at rest when it has come to rest.
constexpr std::chrono::milliseconds kWhileMoving{1000};
/// Pictures are made at most so often: each takes some 30 ms of a core.
constexpr std::chrono::milliseconds kBetweenPictures{66};
constexpr int kJpegQuality = 85, kPngCompression = 1;

/// What is drawn over a picture, and how its table is seen.
struct Drawing {
  cv::Mat bgr = {};
  overlay::DisplayList list = {};
  std::optional<calibration::TableCamera> camera = {};  // none: nothing is drawn
  overlay::TableArea area = {};
};

/// Hands what is seen to the site: the state, what is news in it, and pictures while somebody looks at them.
class Telling {
 public:
  explicit Telling(web::Site& site) : site_(site) {}

  /// `line`: makes what `track --json` prints, with the newest rulings; `news`: the table has come to rest anew, or the camera is found or
  /// lost.
  void state(std::function<Json()> line, bool news) {
    auto text = [line = std::move(line), frame = frame_] {
      Json out = line();
      out["frame_number"] = frame;
      return line_of(out);
    };
    site_.show(text);
    if (!news && std::chrono::steady_clock::now() - told_at_ <= kWhileMoving) return;
    told_at_ = std::chrono::steady_clock::now();
    site_.tell("state", text());
  }
  void tell(const std::string& name, Json event) {
    event["frame_number"] = frame_;
    site_.tell(name, line_of(event));
  }
  /// Findings that were not there before.
  void findings(const std::vector<calibration::Finding>& now) {
    std::set<std::string> said;
    for (const calibration::Finding& finding : now) {
      const std::string text = finding.code + " " + finding.says;
      if (said.insert(text).second && !found_.contains(text)) tell("finding", json_of(finding));
    }
    found_ = std::move(said);
  }
  void pictures(const std::function<Drawing()>& draw) {
    const bool burnt = site_.wanted(web::Picture::Burnt), alone = site_.wanted(web::Picture::Alone);
    if ((!burnt && !alone) || drawn_ == frame_ || std::chrono::steady_clock::now() - drawn_at_ < kBetweenPictures) return;
    drawn_ = frame_;
    drawn_at_ = std::chrono::steady_clock::now();
    const Drawing drawing = draw();
    std::vector<unsigned char> bytes;
    if (burnt) {
      const cv::Mat picture =
          drawing.camera ? overlay::draw_on_picture(drawing.bgr, drawing.list, *drawing.camera, drawing.area) : drawing.bgr;
      cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, kJpegQuality});
      site_.show(web::Picture::Burnt, frame_, {bytes.begin(), bytes.end()});
    }
    if (alone) {
      const cv::Mat picture = overlay::draw_alone(drawing.bgr.size(), drawing.list, drawing.camera, drawing.area);
      cv::imencode(".png", picture, bytes, {cv::IMWRITE_PNG_COMPRESSION, kPngCompression});
      site_.show(web::Picture::Alone, frame_, {bytes.begin(), bytes.end()});
    }
  }
  void next_frame() { site_.at_frame(++frame_); }

 private:
  web::Site& site_;
  std::uint64_t frame_ = 0, drawn_ = 0;  // pictures of the camera, counted from 1
  std::chrono::steady_clock::time_point told_at_{}, drawn_at_{};
  std::set<std::string> found_;
};

// ---- a table ----

class ServedTable {
 public:
  ServedTable(const vision::Setup& setup, const HouseFile& house, web::Site& site)
      : setup_(setup), session_(setup, house.charge, house.custom.rules), telling_(site) {}

  [[nodiscard]] Session& session() { return session_; }

  /// Tells what is new. False: the recording has come to its end.
  bool look() {
    const SharedSnapshot now = session_.latest();
    if (!before_ || now->serial != before_->serial) tell(now);
    if (now->frame) telling_.pictures([&] { return drawing_of(*now); });
    before_ = now;
    return now->status != vision::SourceStatus::Ended;
  }

 private:
  void tell(const SharedSnapshot& now) {
    if (now->frame && (!before_ || now->frame != before_->frame)) telling_.next_frame();
    telling_.findings(now->findings);
    if (!now->state) return;
    const bool stepped = !before_ || now->state != before_->state;
    const bool ruled = now->rulings && !now->rulings->empty() && (!before_ || now->rulings != before_->rulings);
    const bool camera = before_ && before_->state && before_->state->camera.registered != now->state->camera.registered;
    // First: who is told of a ruling and asks for the state finds it there.
    telling_.state([now] { return line_with_rulings(*now); }, ruled || camera);
    if (stepped && !now->state->moves.empty())
      for (const Json& move : json_of(*now->state)["moves"]) telling_.tell("move", move);
    if (!ruled) return;
    for (Json& said : lines_of(*now->rulings->front())) {
      said["frame"] = now->rulings->front()->frame;
      telling_.tell("ruling", std::move(said));
    }
  }
  static std::vector<Json> lines_of(const RuledTable& table) {
    std::vector<Json> lines;
    for (const RulingLine& said : table.lines)
      lines.push_back({{"verdict", ask::word(said.verdict)}, {"rule", said.rule}, {"says", said.says}, {"ids", said.ids}});
    return lines;
  }
  static Json line_with_rulings(const Snapshot& now) {
    Json line = json_of(*now.state);
    line["rulings"] = Json();
    if (!now.rulings || now.rulings->empty()) return line;
    line["rulings"] = now.rulings->front()->json;
    line["rulings"]["lines"] = lines_of(*now.rulings->front());
    return line;
  }

  [[nodiscard]] Drawing drawing_of(const Snapshot& now) const {
    Drawing out{.bgr = now.frame->bgr, .area = {setup_.table.length, setup_.table.width}};
    if (!now.camera || !now.state) return out;
    out.camera = *now.camera;
    out.list = overlay::terrain(setup_.table.terrain);
    overlay::append(out.list, overlay::figures(*now.state, setup_.roster));
    if (now.rulings && !now.rulings->empty()) overlay::append(out.list, shots_that_may_be(*now.rulings->front(), setup_.table));
    return out;
  }

  const vision::Setup& setup_;
  Session session_;
  Telling telling_;
  SharedSnapshot before_;
};

// ---- a board ----

class ServedBoard {
 public:
  ServedBoard(const vision::BoardSetup& setup, const HouseFile& house, web::Site& site)
      : board_(setup.board), session_(setup, {.le_choc = house.le_choc, .les_allies = house.les_allies}), telling_(site) {}

  [[nodiscard]] BoardSession& session() { return session_; }

  bool look() {
    const SharedBoardSnapshot now = session_.latest();
    if (!before_ || now->serial != before_->serial) tell(now);
    if (now->frame) telling_.pictures([&] { return drawing_of(*now); });
    before_ = now;
    return now->status != vision::SourceStatus::Ended;
  }

 private:
  void tell(const SharedBoardSnapshot& now) {
    if (now->frame && (!before_ || now->frame != before_->frame)) telling_.next_frame();
    telling_.findings(now->findings);
    if (!now->reading) return;
    // The newest lines come first; what was told anew or taken back changes the lines before, and is told with the state.
    const std::size_t had = before_ ? before_->log.size() : 0;
    const std::size_t more = now->log.size() > had ? now->log.size() - had : 0;
    const bool told = more > 0 || !before_ || now->log != before_->log || now->settled != before_->settled;
    telling_.state([&board = board_, now] { return line_with_log(*now, board); }, told);  // it outlives the session
    for (std::size_t i = more; i-- > 0;) telling_.tell("ruling", json_of(now->log[i]));
  }
  static Json line_with_log(const BoardSnapshot& now, const measure::Board& board) {
    Json line = json_of_reading(*now.reading, board, now.frame ? now.frame->name : "");
    line["settled"] = now.settled;
    Json log = Json::array();
    for (const BoardLogLine& each : now.log) log.push_back(json_of(each));
    line["rulings"] = {{"to_move", now.to_move ? Json(board.sides[*now.to_move].name) : Json()}, {"log", log}};
    return line;
  }
  static Json json_of(const BoardLogLine& line) {
    return {{"verdict", ask::word(line.verdict)}, {"rule", line.rule}, {"says", (line.side.empty() ? "" : line.side + " ") + line.says}};
  }

  [[nodiscard]] Drawing drawing_of(const BoardSnapshot& now) const {
    Drawing out{.bgr = now.frame->bgr};
    if (!now.reading || !now.reading->registration) return out;
    out.camera = now.reading->registration->camera;
    out.list = board_overlay(now, board_, {});
    return out;
  }

  const measure::Board& board_;
  BoardSession session_;
  Telling telling_;
  SharedBoardSnapshot before_;
};

// ---- the site ----

std::string answer_to(const std::string& text, bool& malformed) {
  const ask::Reply reply = ask::answer(text);
  malformed = reply.status == kWrongUsage;
  if (!malformed) return line_of(reply.json) + "\n";
  const Json& error = reply.json["error"];
  const auto part = [&](const char* key) { return error.is_object() ? error.value(key, std::string()) : std::string(); };
  return line_of({{"error", part("says")},
                  {"at", part("at")},
                  {"fix", "mend the question there; docs/formats.md, \"Questions\", has its keys"}}) +
         "\n";
}

/// What other machines call this one.
std::vector<std::string> names_of_this_machine() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::string own = name.data();
  return {own, own + ".local"};
}

/// Until Ctrl-C. A recorded game (`again`) is shown over and over.
template <class Served>
int serve_while(Served& served, Interrupt& interrupt, const std::function<void()>& again) {
  while (!interrupt.asked()) {
    if (const bool ended = !served.look(); ended && again) again();
    std::this_thread::sleep_for(kGlance);
  }
  return kDone;
}

}  // namespace

int serve(const ServeOptions& options) {
  Interrupt interrupt;  // before any thread
  auto watched = to_watch(options.live);
  if (!watched) return complain(watched.error());
  const LiveOptions& live = watched->options;
  const LastUsed& used = live.used;
  const auto house = house_of(used.house);
  if (!house) return complain(house.error());
  if (used.source.empty()) return complain({measure::ErrorCode::Usage, "--source: name a camera (0), a video, a folder or a URL"});
  std::optional<vision::Setup> table;
  std::optional<vision::BoardSetup> board;
  std::optional<rules::charge::Scenario> scenario;
  if (used.board.empty()) {
    auto setup = load_setup({.table = used.table, .roster = used.roster, .lens = used.lens, .empty = used.empty, .anchors = live.anchors});
    if (!setup) return complain(setup.error());
    table = std::move(*setup);
    const auto read =
        read_into(scenario, used.scenario, [&](const std::string& path) { return read_scenario(path, table->table, table->roster); });
    if (!read) return complain(read.error());
  } else {
    auto setup = load_board(used.board, used.lens, live.anchors);
    if (!setup) return complain(setup.error());
    board = std::move(*setup);
  }
  auto source = vision::open_source(used.source);  // a camera that is not there is said now, not on a page
  if (!source) return complain(source.error());
  source->reset();

  web::Site site(web::Gate(web::Tokens(), options.share, names_of_this_machine()), {.ask = answer_to});
  auto server = web::Server::open({.port = static_cast<std::uint16_t>(options.port), .shared = options.share},
                                  [&](const web::Request& request, bool whole) { return site.answer(request, whole); });
  if (!server) return complain(server.error());
  site.on_news([&] { (*server)->wake(); });
  fmt::print("http://127.0.0.1:{}/\n", (*server)->port());
  if (options.share) {
    const std::string here = names_of_this_machine().empty() ? "this machine" : names_of_this_machine().front();
    for (const web::Role role : web::kRoles)
      fmt::print("http://{}:{}/{}?token={}  {}\n", here, (*server)->port(), role == web::Role::Watcher ? "" : "player", site.token(role),
                 web::word(role));
  }
  std::fflush(stdout);

  const auto record = watched->recorded ? std::nullopt : wanted_record(live);
  int status = kDone;
  if (table) {
    ServedTable served(*table, *house, site);
    if (record) served.session().record(*record);
    served.session().play_scenario(scenario);
    served.session().open(used.source);
    status = serve_while(served, interrupt, watched->recorded ? std::function<void()>([&] { served.session().restart(); }) : nullptr);
  } else {
    ServedBoard served(*board, *house, site);
    if (record) served.session().record(*record);
    served.session().open(used.source);
    status =
        serve_while(served, interrupt, watched->recorded ? std::function<void()>([&] { served.session().open(used.source); }) : nullptr);
  }
  site.on_news({});
  return status;
}

}  // namespace app
