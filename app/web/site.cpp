#include "app/web/site.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "app/web/pages.h"
#include "app/web/spoken.h"
#include "app/web/visitors.h"

namespace app::web {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

/// A picture is made as long as somebody asked for one so short a time ago.
constexpr std::chrono::seconds kStillWanted{3};
/// How long a picture is waited for: longer than the first look at a table takes.
constexpr std::chrono::seconds kPatience{10};
/// Questions that wait; each may take two seconds of one core.
constexpr std::size_t kMostQuestions = 16;
constexpr std::string_view kEvidence = "/evidence/";
constexpr std::string_view kBoundary = "vedette-frame";

std::uint64_t milliseconds_of_the_wall() {
  using std::chrono::milliseconds;
  return static_cast<std::uint64_t>(std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count());
}

Refusal no_picture_yet(bool delayed) {
  return {503, "there is no picture yet",
          delayed ? "this table is shown later than it is played (--delay): wait for so long; a referee's token shows it now"
                  : "ask again in a moment; if it stays so, look at what the program says about its camera"};
}

}  // namespace

struct Site::Shared {
  struct Shown {
    std::uint64_t frame = 0;
    std::shared_ptr<const std::string> bytes;
  };

  explicit Shared(std::uint64_t first) : feed(first) {}

  Feed feed;
  std::shared_ptr<Interpreter> interpreter = std::make_shared<Interpreter>();  // the server's thread's own
  mutable std::mutex mutex;                                                    // of what follows
  std::function<std::string()> state;                                          // empty until the first one
  std::array<std::optional<Shown>, 2> pictures;                                // by kind
  std::uint64_t frame = 0;                                                     // the newest of the camera
  std::array<Clock::time_point, 2> asked_for{};
  std::array<int, 2> streams{};
  std::function<void()> wake;
  std::shared_ptr<std::atomic<std::size_t>> watchers = std::make_shared<std::atomic<std::size_t>>(0);

  void news() const {
    std::function<void()> whom;
    {
      const std::scoped_lock lock(mutex);
      whom = wake;
    }
    if (whom) whom();
  }
  [[nodiscard]] std::optional<Shown> picture(Picture kind) const {
    const std::scoped_lock lock(mutex);
    return pictures[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] bool wanted(Picture kind) const {
    const std::scoped_lock lock(mutex);
    const auto which = static_cast<std::size_t>(kind);
    return streams[which] > 0 || Clock::now() - asked_for[which] < kStillWanted;
  }
  void want(Picture kind) {
    const std::scoped_lock lock(mutex);
    asked_for[static_cast<std::size_t>(kind)] = Clock::now();
  }
};

/// Pictures one after the other; a slow line gets fewer of them.
class Site::Video final : public Stream {
 public:
  explicit Video(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {
    ++*shared_->watchers;
    const std::scoped_lock lock(shared_->mutex);
    ++shared_->streams[static_cast<std::size_t>(Picture::Burnt)];
  }
  ~Video() override {
    --*shared_->watchers;
    const std::scoped_lock lock(shared_->mutex);
    --shared_->streams[static_cast<std::size_t>(Picture::Burnt)];
  }
  std::optional<std::string> next() override {
    const auto shown = shared_->picture(Picture::Burnt);
    if (!shown || shown->bytes == last_) return std::nullopt;
    last_ = shown->bytes;
    return fmt::format("--{}\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\nX-Frame-Number: {}\r\n\r\n{}\r\n", kBoundary,
                       last_->size(), shown->frame, *last_);
  }

 private:
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<const std::string> last_;
};

/// Questions, one after the other on a thread of its own: one may take two seconds, and nobody else waits for it.
class Site::Asking {
 public:
  struct Asked {
    std::function<Answer()> question;
    std::optional<Answer> answer;
    std::atomic<bool> done{false};
  };

  explicit Asking(std::shared_ptr<Shared> shared) : shared_(std::move(shared)), thread_([this] { run(); }) {}
  ~Asking() {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    woken_.notify_one();
    thread_.join();
  }

  /// Null: too many wait.
  std::shared_ptr<Asked> put(std::function<Answer()> question) {
    auto asked = std::make_shared<Asked>();
    asked->question = std::move(question);
    {
      const std::scoped_lock lock(mutex_);
      if (waiting_.size() >= kMostQuestions) return nullptr;
      waiting_.push_back(asked);
    }
    woken_.notify_one();
    return asked;
  }

 private:
  void run() {
    for (;;) {
      std::shared_ptr<Asked> asked;
      {
        std::unique_lock lock(mutex_);
        woken_.wait(lock, [&] { return stop_ || !waiting_.empty(); });
        if (stop_) return;
        asked = std::move(waiting_.front());
        waiting_.pop_front();
      }
      asked->answer = asked->question();
      asked->done = true;
      shared_->news();
    }
  }

  std::shared_ptr<Shared> shared_;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::deque<std::shared_ptr<Asked>> waiting_;
  bool stop_ = false;
  std::thread thread_;
};

Site::Site(Gate gate, SiteOptions options) : gate_(std::move(gate)), options_(std::move(options)) {
  for (auto& shown : shown_) shown = std::make_shared<Shared>(options_.first_event.value_or(milliseconds_of_the_wall()));
  asking_ = std::make_unique<Asking>(shown_to(Audience::Everybody));
}
Site::~Site() = default;

void Site::on_news(std::function<void()> wake) {
  for (const auto& shown : shown_) {
    const std::scoped_lock lock(shown->mutex);
    shown->wake = wake;
  }
}

void Site::show(std::function<std::string()> state, Audience to) {
  const std::scoped_lock lock(shown_to(to)->mutex);
  shown_to(to)->state = std::move(state);
}

std::uint64_t Site::tell(std::string name, std::string data, Audience to) {
  const std::uint64_t id = shown_to(to)->feed.publish(std::move(name), std::move(data));
  shown_to(to)->news();
  return id;
}

void Site::at_frame(std::uint64_t frame, Audience to) {
  const std::scoped_lock lock(shown_to(to)->mutex);
  shown_to(to)->frame = frame;
}

bool Site::wanted(Picture kind, Audience who) const { return shown_to(who)->wanted(kind); }

void Site::show(Picture kind, std::uint64_t frame, std::string bytes, Audience to) {
  Shared& shown = *shown_to(to);
  {
    const std::scoped_lock lock(shown.mutex);
    shown.pictures[static_cast<std::size_t>(kind)] = Shared::Shown{frame, std::make_shared<const std::string>(std::move(bytes))};
  }
  shown.news();
}

std::size_t Site::watchers() const { return *shown_to(Audience::Everybody)->watchers + *shown_to(Audience::Referee)->watchers; }

Answer Site::events(const Request& request, const std::shared_ptr<Shared>& shown) const {
  if (const auto full = crowded(watchers(), options_.most_watchers)) return answer_of(*full);
  Answer out{.type = "text/event-stream"};
  out.stream = std::make_unique<FeedStream>(std::shared_ptr<const Feed>(shown, &shown->feed), shown->watchers,
                                            shown->feed.place_of(request.last_event_id),
                                            FeedStream::Spoken{language_of_data(request), shown->interpreter});
  return out;
}

Answer Site::video(const std::shared_ptr<Shared>& shown) const {
  if (const auto full = crowded(watchers(), options_.most_watchers)) return answer_of(*full);
  Answer out{.type = fmt::format("multipart/x-mixed-replace; boundary={}", kBoundary)};
  out.stream = std::make_unique<Video>(shown);
  return out;
}

Answer Site::picture(Picture kind, const Request& request, const std::shared_ptr<Shared>& shown) const {
  std::uint64_t after = 0;
  const std::string& said = request.after;
  const auto [end, problem] = std::from_chars(said.data(), said.data() + said.size(), after);
  if (!said.empty() && (problem != std::errc() || end != said.data() + said.size()))
    return answer_of(Refusal{400, "after is no number", "leave it out, or give the X-Frame-Number of the picture before"});
  std::uint64_t from = after + 1;
  if (said.empty()) {  // what was made for somebody a while ago is not how the table looks now
    const bool being_made = shown->wanted(kind);
    const std::scoped_lock lock(shown->mutex);
    from = being_made ? 0 : shown->frame;
  }
  shown->want(kind);
  const auto until = Clock::now() + kPatience;
  Answer out;
  out.later = [shown, kind, from, until, delayed = options_.delayed]() -> std::optional<Answer> {
    const auto made = shown->picture(kind);
    const bool late = Clock::now() > until;  // the source has ended, or stands still: nothing newer comes
    if (made ? made->frame < from && !late : !late) return std::nullopt;
    if (!made) return answer_of(no_picture_yet(delayed));
    return Answer{.type = kind == Picture::Burnt ? "image/jpeg" : "image/png",
                  .body = *made->bytes,
                  .headers = {{"x-frame-number", std::to_string(made->frame)}}};
  };
  return out;
}

std::optional<Answer> Site::ask(const Question& question, const Request& request, bool whole, Role role) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (request.method != "POST" && !(reads && question.read))
    return only(question.read ? "GET, HEAD, POST" : "POST",
                {405, "this is asked with POST", "POST its question; docs/web.md and /api/openapi.yaml say which"});
  if (question.of == Question::Of::Referee && role != Role::Referee)
    return answer_of(Refusal{403, "only a referee may ask this", "ask with the referee's token, or on the table's own machine"});
  if (question.of == Question::Of::Players && role != Role::Red && role != Role::Blue)
    return answer_of(
        Refusal{403, "only a player may ask this, with the token of his side", "open the address of red or blue that the table shows"});
  if (reads) {
    Answer out = question.read(role);
    if (out.status == 200) out.body = spoken_json(out.body, language_of_data(request));
    return out;
  }
  if (!whole) return std::nullopt;
  return put_to([answer = question.answer, body = request.body, role] { return answer(body, role); });
}

/// Answered on the thread of questions.
Answer Site::put_to(std::function<Answer()> question) {
  auto asked = asking_->put(std::move(question));
  if (!asked) return answer_of(Refusal{429, "too many questions at once", "ask again in a moment"});
  Answer out;
  out.later = [asked]() -> std::optional<Answer> {
    if (!asked->done) return std::nullopt;
    return std::move(*asked->answer);
  };
  return out;
}

Answer Site::evidence(const Request& request, bool referee) {
  if (options_.delayed && !referee)
    return answer_of(Refusal{403, "this table is shown later than it is played", "ask with the referee's token"});
  return put_to([called = options_.evidence, name = request.path.substr(kEvidence.size())] {
    auto answer = called ? called(name) : std::nullopt;
    return answer ? std::move(*answer) : answer_of(Refusal{404, "there is no such evidence", "take its name from an event \"evidence\""});
  });
}

/// A player calls the judge of the hall, or looks who has called.
Answer Site::judge(const Request& request, Role role) {
  if (role == Role::Watcher) return answer_of(Refusal{403, "the judge is called by players", "ask the table for a player's address"});
  if (!options_.judge)
    return answer_of(Refusal{503, "this table is in no hall, so no judge would come", "start it with --broker; docs/hall.md says how"});
  if (request.method != "POST") return {.body = options_.judge->open() + "\n"};
  const Json question = Json::parse(request.body, nullptr, false);
  if (!question.is_object() || !question.contains("says") || !question["says"].is_string())
    return answer_of(Refusal{400, "nothing was said", "send {\"says\":\"..\"}: what the judge is to decide, in a few words"});
  const auto says = question["says"].get<std::string>();
  const auto letters = std::ranges::count_if(says, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  if (static_cast<std::size_t>(letters) > kLongestCall)
    return answer_of(Refusal{400, fmt::format("that is longer than {} characters", kLongestCall), "say it in fewer words"});
  std::uint64_t frame = 0;
  {
    const auto& shown = shown_to(Audience::Everybody);
    const std::scoped_lock lock(shown->mutex);
    frame = shown->frame;
  }
  const std::string by(word(role));
  if (options_.judge->busy())
    return answer_of(Refusal{429, "the judge has been called often enough", "wait until he has settled one of the calls"});
  const std::string data = Json{{"says", says}, {"by", by}, {"frame_number", frame}}.dump();
  const std::uint64_t id = tell("judge", data, options_.delayed ? Audience::Referee : Audience::Everybody);
  options_.judge->call(id, says, by, data);
  return {.body = Json{{"id", id}}.dump() + "\n"};
}

Answer Site::page(const Request& request, std::string_view file, Role role) const {
  const Page* const page = find_page(file);
  const tongue::Language language = language_of_page(request);
  const auto text = [&](const std::string& english) { return page_text(english, language); };
  const bool player = file == "/player" && (role == Role::Red || role == Role::Blue);
  const auto filled = [](std::string whole, std::string_view mark, std::string_view by) {
    for (std::size_t at = whole.find(mark); at != std::string::npos; at = whole.find(mark, at + by.size()))
      whole.replace(at, mark.size(), by);
    return whole;
  };
  const std::string parts = filled(std::string(page->text), "{{player}}", player ? player_part() : "");
  std::string body = spoken({page->path, page->type, parts}, language);
  const std::string query = query_of(request);
  const std::string title = options_.dress.title.empty() ? escaped(text("The table")) : escaped(options_.dress.title);
  std::string heading = title;
  if (file == "/player" && role == Role::Referee) heading = escaped(text("The referee"));
  if (player) {
    heading = escaped(text("Your side: {0}"));
    constexpr std::string_view kSide = "{0}";
    if (const std::size_t at = heading.find(kSide); at != std::string::npos)
      heading.replace(at, kSide.size(), escaped(text(std::string(word(role)))));
  }
  const std::string referee = file == "/player" && role == Role::Referee ? "" : "hidden";
  const std::array<std::pair<std::string_view, std::string>, 5> marks{
      {{"{{player_script}}", player ? "\n<script src=\"/player.js" + query + "\"></script>" : ""},
       {"{{logo}}", options_.dress.logo.empty() ? "" : R"(<img class="logo" src="/logo{{query}}" alt="">)"},
       {"{{query}}", query},
       {"{{heading}}", heading},
       {"{{referee}}", referee}}};
  for (const auto& [mark, by] : marks) body = filled(std::move(body), mark, by);
  return {.type = std::string(page->type), .body = std::move(body), .headers = {{"vary", "accept-language"}}};
}

std::optional<Answer> Site::answer(const Request& request, bool whole) {
  if (const bool first = !whole || request.body.empty(); first)
    if (const auto slow = allowances_.slowed(request)) return answer_of(*slow);
  const auto role = gate_.admit(request);
  if (!role) return answer_of(role.error());
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const auto question = std::ranges::find(options_.questions, request.path, &Question::path);
  if (question != options_.questions.end()) return ask(*question, request, whole, *role);
  if (request.path == "/api/judge") {
    if (!reads && request.method != "POST") return only("GET, HEAD, POST", {405, "the judge is called with POST", "use POST, or GET"});
    if (!whole && *role != Role::Watcher) return std::nullopt;
    return judge(request, *role);
  }
  const Page* const known = find_page(request.path);
  constexpr std::array<std::string_view, 7> kOthers{"/api/state",   "/api/events", "/video.mjpg", "/snapshot.jpg",
                                                    "/overlay.png", "/theme.css",  "/logo"};
  const bool of_evidence = request.path.starts_with(kEvidence) && request.path.size() > kEvidence.size();
  const bool served = known || of_evidence || std::ranges::find(kOthers, request.path) != kOthers.end();
  if (!served) return answer_of(Refusal{404, "there is nothing here", "begin at /"});
  if (!reads) return only("GET, HEAD", {405, "this can only be read", "use GET"});
  if (known) {
    if (request.path == "/player" && *role == Role::Watcher)
      return answer_of(Refusal{403, "this page is a player's", "ask the table for a player's address"});
    return page(request, request.path, *role);
  }
  // By his token, not by where he asks from: what streams on the table's own machine is everybody's.
  const bool referee = options_.delayed && *role == Role::Referee && Gate::names_token(request);
  if (of_evidence) return evidence(request, *role == Role::Referee && Gate::names_token(request));
  const auto& shown = shown_to(referee ? Audience::Referee : Audience::Everybody);
  if (request.path == "/api/events") return events(request, shown);
  if (request.path == "/video.mjpg") return video(shown);
  if (request.path == "/snapshot.jpg") return picture(Picture::Burnt, request, shown);
  if (request.path == "/overlay.png") return picture(Picture::Alone, request, shown);
  if (request.path == "/theme.css") return Answer{.type = "text/css; charset=utf-8", .body = options_.dress.css};
  if (request.path == "/logo") {
    if (options_.dress.logo.empty()) return answer_of(Refusal{404, "there is no logo", "name one in the theme file (--theme)"});
    return Answer{.type = options_.dress.logo_type, .body = options_.dress.logo};
  }
  std::function<std::string()> state;
  {
    const std::scoped_lock lock(shown->mutex);
    state = shown->state;
  }
  return state ? Answer{.body = spoken_json(state(), language_of_data(request))} : answer_of(no_picture_yet(options_.delayed));
}

}  // namespace app::web
