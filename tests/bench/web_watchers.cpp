// How soon watchers of the web side are told, how many there may be, and what they cost: N event streams on loopback for some seconds.
//   Small events at the given rate, and a table's state of 25 kB once a second.
//   web_watchers [watchers=500] [seconds=120] [events a second=10] [bytes an event=300]
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/web/site.h"
#include "tests/app/web/client.h"

namespace {

using Clock = std::chrono::steady_clock;

double now_ms() { return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count(); }

/// Resident memory of this program in MB: server and watchers together.
double resident_mb() {
  std::ifstream statm("/proc/self/statm");
  double size = 0.0, resident = 0.0;
  statm >> size >> resident;
  return resident * 4096.0 / 1e6;
}

int threads() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "Threads:") {
      int count = 0;
      status >> count;
      return count;
    }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int i, double otherwise) { return count > i ? std::atof(words[i]) : otherwise; };
  const auto watchers = static_cast<std::size_t>(number(1, 500));
  const double seconds = number(2, 120), rate = number(3, 10);
  const auto bytes = static_cast<std::size_t>(number(4, 300));
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);

  namespace web = app::web;
  web::Site site(web::Gate(web::Tokens(), false, {}), {.most_watchers = watchers});
  const auto server =
      web::Server::open({.port = 0}, [&](const web::Request& request, bool whole) { return site.answer(request, whole); }).value();
  site.on_news([&] { server->wake(); });

  const double before_mb = resident_mb();
  std::vector<int> lines;
  std::vector<std::string> got(watchers);
  for (std::size_t i = 0; i < watchers; ++i) {
    const int line = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(server->port());
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(line, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
      return fmt::print(stderr, "watcher {} cannot connect\n", i), 1;
    const std::string request = web_client::request_text("GET", "/api/events", {}, "");
    (void)send(line, request.data(), request.size(), MSG_NOSIGNAL);
    lines.push_back(line);
  }
  while (site.watchers() < watchers) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const int refused = web_client::get(server->port(), "/api/events").status;

  std::jthread telling([&](const std::stop_token& stop) {
    auto state_due = Clock::now();
    for (auto due = Clock::now(); !stop.stop_requested();
         due += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate))) {
      std::this_thread::sleep_until(due);
      site.tell("ruling", fmt::format("{{\"at\":{:.3f},\"says\":\"{}\"}}", now_ms(), std::string(bytes, 'x')));
      if (Clock::now() < state_due) continue;
      state_due += std::chrono::seconds(1);
      site.tell("state", fmt::format("{{\"at\":{:.3f},\"says\":\"{}\"}}", now_ms(), std::string(25000, 'x')));
    }
  });
  std::vector<double> delays;
  std::vector<pollfd> polled;
  for (const int line : lines) polled.push_back({line, POLLIN, 0});
  std::vector<char> buffer(1 << 20);
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  double most_mb = 0.0;
  while (Clock::now() < until) {
    if (poll(polled.data(), polled.size(), 100) <= 0) continue;
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (!(polled[i].revents & POLLIN)) continue;
      const auto size = recv(polled[i].fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (size <= 0) continue;
      got[i].append(buffer.data(), static_cast<std::size_t>(size));
      for (auto end = got[i].find("\n\n"); end != std::string::npos; end = got[i].find("\n\n")) {
        if (const auto at = got[i].find("{\"at\":"); at < end) delays.push_back(now_ms() - std::atof(got[i].c_str() + at + 6));
        got[i].erase(0, end + 2);
      }
    }
    most_mb = std::max(most_mb, resident_mb());
  }
  telling.request_stop();
  std::ranges::sort(delays);
  const auto quantile = [&](double q) {
    return delays.empty() ? 0.0 : delays[static_cast<std::size_t>(q * static_cast<double>(delays.size() - 1))];
  };
  fmt::print(
      "{} watchers, {:.0f} s, {:.0f} events a second of {} bytes: {} arrived of {:.0f}; delay median {:.1f}, p95 {:.1f}, p99 {:.1f}, most "
      "{:.1f} ms\n",
      watchers, seconds, rate, bytes, delays.size(), seconds * (rate + 1.0) * static_cast<double>(watchers), quantile(0.5), quantile(0.95),
      quantile(0.99), quantile(1.0));
  fmt::print("one more is answered {}; threads {}, memory {:.0f} -> at most {:.0f} MB (both sides of every line)\n", refused, threads(),
             before_mb, most_mb);
  for (const int line : lines) close(line);
}
