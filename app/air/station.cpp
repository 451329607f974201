#include "app/air/station.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <algorithm>
#include <array>
#include <iterator>

#include "app/ask/ask.h"
#include "app/files/disk.h"
#include "app/hall/table_link.h"
#include "app/session/clip.h"
#include "app/wire/question.h"
#include "app/wire/table_json.h"

namespace app::air {
namespace {

/// So often somebody who has begun to look gets his first picture, also of a table on which nothing is new.
constexpr std::chrono::milliseconds kRound{20};

/// A replay begins so many seconds before the ruling; it may be asked for up to so many, and so many rulings back.
constexpr double kClipSeconds = 12.0, kLongestClip = 60.0;
constexpr int kMostAgo = 999;
/// Bytes; a picture of 4K takes some 20 MB.
constexpr std::size_t kLargestEvidence = std::size_t{256} << 20;

constexpr int kMalformed = 2;  // the status of `ask`

/// Both as one: what happened first is told first.
Look together(Look before, Look now) {
  before.events.insert(before.events.end(), std::make_move_iterator(now.events.begin()), std::make_move_iterator(now.events.end()));
  now.events = std::move(before.events);
  now.news |= before.news;
  now.next_picture |= before.next_picture;
  return now;
}

/// As part of an address (RFC 3986).
std::string percent_encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::optional<web::SiteOptions::Judge> judge_over(hall::TableLink* hall) {
  if (!hall) return std::nullopt;
  return web::SiteOptions::Judge{.busy = [hall] { return hall->busy(); },
                                 .open = [hall] { return line_of(hall->open_calls()); },
                                 .call =
                                     [hall](std::uint64_t id, const std::string& says, const std::string& by, const std::string& data) {
                                       hall->tell(id, "judge", data);
                                       hall->call_judge(id, says, by);
                                     }};
}

/// {"ago":1,"seconds":12}, either or both: the last ruling, or one before it, again.
web::Answer clip_answer(Station& station, const std::string& body) {
  const auto malformed = [](const std::string& says) {
    return web::answer_of(
        web::Refusal{400, says, R"(send {}, or {"ago":1,"seconds":12}: how many rulings ago, and how long before it to begin)"});
  };
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return malformed("an object is wanted");
  std::size_t ago = 0;
  double seconds = kClipSeconds;
  for (const auto& [key, value] : json.items()) {
    if (key == "ago") {
      if (!value.is_number_unsigned() || value > kMostAgo) return malformed("/ago: a whole number up to 999 is wanted");
      ago = value.get<std::size_t>();
    } else if (key == "seconds") {
      if (!value.is_number() || value < 1.0 || value > kLongestClip) return malformed("/seconds: a number from 1 to 60 is wanted");
      seconds = value.get<double>();
    } else {
      return malformed("/" + key + ": there is no such key");
    }
  }
  if (const auto shown = station.replay(ago, seconds); !shown)
    return web::answer_of(web::Refusal{409, shown.error().message,
                                       "pictures are kept of a game that is recorded, for the last minutes (--record, --video-ring)"});
  return {.body = line_of({{"ago", ago}, {"seconds", seconds}}) + "\n"};
}

std::vector<web::Question> questions_of(std::vector<web::Question> more, SaidTurn& turn, Station& station) {
  using Of = web::Question::Of;
  more.push_back({"/api/ask", Of::Anybody, [](const std::string& body, web::Role) { return answer_to(body); }});
  more.push_back({"/api/turn", Of::Referee, [&turn](const std::string& body, web::Role) { return turn.say(body); }});
  more.push_back({"/api/clip", Of::Referee, [&station](const std::string& body, web::Role) { return clip_answer(station, body); }});
  return more;
}

}  // namespace

web::Answer answer_to(const std::string& question) {
  const ask::Reply reply = ask::answer(question);
  if (reply.status != kMalformed) return {.body = line_of(reply.json) + "\n"};
  const Json& error = reply.json["error"];
  const auto part = [&](const char* key) { return error.is_object() ? error.value(key, std::string()) : std::string(); };
  return {.status = 400,
          .body = line_of({{"error", part("says")},
                           {"at", part("at")},
                           {"fix", "mend the question there; docs/formats.md, \"Questions\", has its keys"}}) +
                  "\n"};
}

std::string address_of_this_machine() {
  std::string found = "127.0.0.1";
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET || (each->ifa_flags & IFF_LOOPBACK) != 0 || (each->ifa_flags & IFF_UP) == 0)
      continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    sockaddr_in address{};
    std::copy_n(reinterpret_cast<const char*>(each->ifa_addr), sizeof address, reinterpret_cast<char*>(&address));
    if (inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size())) found = text.data();
    break;
  }
  freeifaddrs(all);
  return found;
}

Station::Station(StationOptions options)
    : shared_(options.shared),
      delayed_(options.on_air.delay.count() > 0),
      host_(options.shared ? address_of_this_machine() : "127.0.0.1"),
      hall_(options.in_hall ? std::make_unique<hall::TableLink>(options.in_hall->at, options.in_hall->name) : nullptr),
      complain_(options.on_air.complain),
      site_(web::Gate(web::Tokens(), options.shared, web::names_of_this_machine()),
            {.questions = questions_of(std::move(options.questions), turn_, *this),
             .dress = std::move(options.dress),
             .delayed = delayed_,
             .judge = judge_over(hall_.get()),
             .evidence = [this](const std::string& name) { return evidence_called(name); }}),
      air_(site_, wired(std::move(options.on_air), options.game)) {}

/// What happened, told to the hall as well. What is too close to call waits for its judge until the next rulings come; of evidence the hall
/// is told where it can be fetched, with the watcher's token where one is needed.
void Station::tell_hall(const std::vector<Told>& events) {
  std::vector<hall::Dispute> open;
  bool ruled = false;
  for (const Told& each : events) {
    if (each.name == "evidence") {
      Json event = each.event;
      event["address"] = shared_ && !delayed_
                             ? Json(address("evidence/" + percent_encoded(event.value("file", std::string())), web::Role::Watcher))
                             : Json();
      hall_->tell(each.id, each.name, line_of(event));
      continue;
    }
    hall_->tell(each.id, each.name, each.line);
    if (each.name != "ruling") continue;
    ruled = true;
    if (each.event["verdict"] == ask::word(measure::Verdict::TooCloseToCall))
      open.push_back({.id = each.id,
                      .kind = "ruling",
                      .says = each.event.value("says", std::string()),
                      .rule = each.event.value("rule", std::string()),
                      .at_ms = hall::wall_clock_ms()});
  }
  if (ruled) hall_->too_close(std::move(open));
}

void Station::announce(evidence::KeptEvidence kept) {
  const std::scoped_lock lock(mutex_);
  evidence_[kept.name] = kept.path;
  told_.push_back(
      {"evidence", {{"file", kept.name}, {"of", kept.of}, {"verdict", kept.verdict}, {"sha256", kept.sha256}, {"bytes", kept.bytes}}});
}

/// Of evidence that was written while this is on air, and of no other file.
std::optional<web::Answer> Station::evidence_called(const std::string& name) const {
  std::string path;
  {
    const std::scoped_lock lock(mutex_);
    const auto known = evidence_.find(name);
    if (known == evidence_.end()) return std::nullopt;
    path = known->second;
  }
  auto zip = read_text(path, kLargestEvidence);
  if (!zip) return std::nullopt;
  return web::Answer{
      .type = "application/zip", .body = std::move(*zip), .headers = {{"content-disposition", "attachment; filename=\"evidence.zip\""}}};
}

OnAirOptions Station::wired(OnAirOptions how, const std::string& game) {
  how.turn = &turn_;
  if (!hall_) return how;
  how.told = [this](const std::vector<Told>& events) { tell_hall(events); };
  how.game = game;
  how.in_short = [this](std::function<Json()> words) { hall_->show(std::move(words)); };
  return how;
}

measure::Result<std::unique_ptr<Station>> Station::open(StationOptions options) {
  std::unique_ptr<Station> station(new Station(options));
  const auto listen = [&](std::uint16_t port) {
    return web::Server::open({.port = port, .shared = options.shared},
                             [site = &station->site_](const web::Request& request, bool whole) { return site->answer(request, whole); });
  };
  auto server = listen(options.port);
  if (!server && !options.this_port_alone) server = listen(0);
  if (!server) return tl::unexpected(server.error());
  station->server_ = std::move(*server);
  station->site_.on_news([server = station->server_.get()] { server->wake(); });
  station->thread_ = std::thread([raw = station.get()] { raw->run(); });
  return station;
}

Station::~Station() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  woken_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (replaying_.valid()) replaying_.wait();
  site_.on_news({});
  server_.reset();
}

void Station::take(Look look) {
  {
    const std::scoped_lock lock(mutex_);
    record_ = look.record;
    waiting_ = waiting_ ? together(std::move(*waiting_), std::move(look)) : std::move(look);
  }
  woken_.notify_one();
}

measure::Result<void> Station::replay(std::size_t ago, double seconds) {
  std::string record;
  {
    const std::scoped_lock lock(mutex_);
    record = record_;
  }
  if (record.empty())
    return measure::fail(measure::ErrorCode::NotSeen, "this game is not recorded, so nothing was kept of what the camera saw");
  auto passage = passage_of_ruling(record, ago, seconds);
  if (!passage) return tl::unexpected(passage.error());
  const std::scoped_lock lock(mutex_);
  replay_ = std::move(*passage);
  return {};
}

void Station::replay_last() {
  const std::scoped_lock lock(mutex_);
  if (replaying_.valid() && replaying_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;  // it is on its way
  replaying_ = std::async(std::launch::async, [this] {  // a long record takes longer to read than a picture may wait
    const auto shown = replay(0, kClipSeconds);
    const std::scoped_lock inner(mutex_);
    replay_said_ = shown ? "" : shown.error().message;
  });
}

std::string Station::replay_said() const {
  const std::scoped_lock lock(mutex_);
  return replay_said_;
}

void Station::run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    woken_.wait_for(lock, kRound, [&] { return stop_ || waiting_; });
    std::optional<Look> look;
    look.swap(waiting_);
    const auto now = OnAir::Clock::now();
    std::optional<Passage> passage;
    passage.swap(replay_);
    std::vector<Event> told = std::exchange(told_, {});
    lock.unlock();
    for (Event& event : told) air_.note(std::move(event), now);
    if (passage) air_.replay(std::move(*passage));
    if (hall_) look_at_hall(now);
    if (look) air_.take(std::move(*look), now);
    air_.go_on(now);
    look.reset();  // what it holds may take time to let go
    lock.lock();
  }
}

/// Whether the broker is there, said when it changes.
void Station::look_at_hall(OnAir::Clock::time_point now) {
  for (const calibration::Finding& finding : hall_->take_findings()) {
    if (complain_) complain_(finding);
    air_.find(finding, now);
  }
  hall_->look();
}

std::optional<std::string> Station::broker_trouble() const { return hall_ ? std::optional(hall_->trouble()) : std::nullopt; }

std::string Station::address(std::string_view path, web::Role role) const {
  const std::string plain = fmt::format("http://{}:{}/{}", host_, server_->port(), path);
  return shared_ ? fmt::format("{}?token={}", plain, site_.token(role)) : plain;
}

}  // namespace app::air
