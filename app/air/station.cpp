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
#include "app/wire/question.h"
#include "app/wire/table_json.h"

namespace app::air {
namespace {

/// So often somebody who has begun to look gets his first picture, also of a table on which nothing is new.
constexpr std::chrono::milliseconds kRound{20};

constexpr int kMalformed = 2;  // the status of `ask`

/// Both as one: what happened first is told first.
Look together(Look before, Look now) {
  before.events.insert(before.events.end(), std::make_move_iterator(now.events.begin()), std::make_move_iterator(now.events.end()));
  now.events = std::move(before.events);
  now.news |= before.news;
  now.next_picture |= before.next_picture;
  return now;
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

/// What happened, told to the hall as well. What is too close to call waits for its judge until the next rulings come.
void tell_hall(hall::TableLink& hall, const std::vector<Told>& events) {
  std::vector<hall::Dispute> open;
  bool ruled = false;
  for (const Told& each : events) {
    hall.tell(each.id, each.name, each.line);
    if (each.name != "ruling") continue;
    ruled = true;
    if (each.event["verdict"] == ask::word(measure::Verdict::TooCloseToCall))
      open.push_back({.id = each.id,
                      .kind = "ruling",
                      .says = each.event.value("says", std::string()),
                      .rule = each.event.value("rule", std::string()),
                      .at_ms = hall::wall_clock_ms()});
  }
  if (ruled) hall.too_close(std::move(open));
}

std::vector<web::Question> questions_of(std::vector<web::Question> more, SaidTurn& turn) {
  more.push_back({"/api/ask", false, answer_to});
  more.push_back({"/api/turn", true, [&turn](const std::string& body) { return turn.say(body); }});
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
      host_(options.shared ? address_of_this_machine() : "127.0.0.1"),
      hall_(options.in_hall ? std::make_unique<hall::TableLink>(options.in_hall->at, options.in_hall->name) : nullptr),
      complain_(options.on_air.complain),
      site_(web::Gate(web::Tokens(), options.shared, web::names_of_this_machine()),
            {.questions = questions_of(std::move(options.questions), turn_),
             .dress = std::move(options.dress),
             .delayed = options.on_air.delay.count() > 0,
             .judge = judge_over(hall_.get())}),
      air_(site_, wired(std::move(options.on_air), options.game)) {}

OnAirOptions Station::wired(OnAirOptions how, const std::string& game) {
  how.turn = &turn_;
  if (!hall_) return how;
  how.told = [this](const std::vector<Told>& events) { tell_hall(*hall_, events); };
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
  site_.on_news({});
  server_.reset();
}

void Station::take(Look look) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_ = waiting_ ? together(std::move(*waiting_), std::move(look)) : std::move(look);
  }
  woken_.notify_one();
}

void Station::run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    woken_.wait_for(lock, kRound, [&] { return stop_ || waiting_; });
    std::optional<Look> look;
    look.swap(waiting_);
    lock.unlock();
    const auto now = OnAir::Clock::now();
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
