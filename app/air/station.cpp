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
      site_(web::Gate(web::Tokens(), options.shared, web::names_of_this_machine()), {.questions = {{"/api/ask", false, answer_to}}}),
      air_(site_, std::move(options.on_air)) {}

measure::Result<std::unique_ptr<Station>> Station::open(StationOptions options) {
  std::unique_ptr<Station> station(new Station(options));
  const auto listen = [&](std::uint16_t port) {
    return web::Server::open({.port = port, .shared = options.shared},
                             [site = &station->site_](const web::Request& request, bool whole) { return site->answer(request, whole); });
  };
  auto server = listen(options.port);
  if (!server) server = listen(0);
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
    if (look) air_.take(std::move(*look), now);
    air_.go_on(now);
    look.reset();  // what it holds may take time to let go
    lock.lock();
  }
}

std::string Station::address(std::string_view path, web::Role role) const {
  const std::string plain = fmt::format("http://{}:{}/{}", host_, server_->port(), path);
  return shared_ ? fmt::format("{}?token={}", plain, site_.token(role)) : plain;
}

}  // namespace app::air
