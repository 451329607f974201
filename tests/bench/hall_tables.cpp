// How soon the hall's event stream tells what tables publish: N tables and a hall in this program, with a Mosquitto of their own.
//   Each table tells rulings at the given rate, and a state once a second.
//   hall_tables [tables=40] [seconds=30] [rulings a second of each table=1]
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "app/hall/hall_site.h"
#include "app/hall/table_link.h"
#include "app/web/server.h"
#include "tests/app/hall/mosquitto.h"
#include "tests/app/web/client.h"

namespace {

using namespace app::hall;
using Clock = std::chrono::steady_clock;

double now_ms() { return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count(); }

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int i, double otherwise) { return count > i ? std::atof(words[i]) : otherwise; };
  const auto tables = static_cast<std::size_t>(number(1, 40));
  const double seconds = number(2, 30), rate = number(3, 1);

  const mosquitto_test::Mosquitto mosquitto;
  const program::Folder folder;
  Hall hall(Results::open(folder / "hall.sqlite").value());
  HallSite site(hall, app::web::Gate(app::web::Tokens(), false, {}));
  const auto server =
      app::web::Server::open({.port = 0}, [&](const auto& request, bool whole) { return site.answer(request, whole); }).value();
  hall.on_news([&] { server->wake(); });
  std::optional<Broker> broker(std::in_place,
                               BrokerOptions{.at = mosquitto.address(),
                                             .session = hall.session(),
                                             .hears = {"vedette/+/#"},
                                             .heard = [&](const std::vector<Message>& messages) { (void)hall.heard(messages); }});
  std::vector<std::unique_ptr<TableLink>> links;
  for (std::size_t i = 0; i < tables; ++i) links.push_back(std::make_unique<TableLink>(mosquitto.address(), fmt::format("t{}", i)));
  mosquitto_test::eventually([&] {
    const HallJson all = hall.tables();
    return all["tables"].size() == tables;  // each has said that it is there
  });

  const int line = mosquitto_test::line_to(server->port());
  const std::string request = web_client::request_text("GET", "/api/events", {}, "");
  (void)send(line, request.data(), request.size(), MSG_NOSIGNAL);
  std::vector<double> delays;
  std::jthread listening([&](const std::stop_token& stop) {
    std::string got;
    std::vector<char> buffer(1 << 20);
    pollfd watched{line, POLLIN, 0};
    while (!stop.stop_requested()) {
      if (poll(&watched, 1, 100) <= 0) continue;
      const auto size = recv(line, buffer.data(), buffer.size(), 0);
      if (size <= 0) return;
      got.append(buffer.data(), static_cast<std::size_t>(size));
      for (auto end = got.find("\n\n"); end != std::string::npos; end = got.find("\n\n")) {
        if (const auto at = got.find("\"sent_ms\":"); at < end) delays.push_back(now_ms() - std::atof(got.c_str() + at + 10));
        got.erase(0, end + 2);
      }
    }
  });

  std::size_t told = 0;
  const auto step = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate / static_cast<double>(tables)));
  auto due = Clock::now();
  for (const auto until = due + std::chrono::duration<double>(seconds); due < until; due += step) {
    std::this_thread::sleep_until(due);
    TableLink& link = *links[told % tables];
    link.show([told] {
      HallJson state{{"game", "Charge!"}, {"turn", fmt::format("turn {}", told)}, {"settled", true}, {"armies", HallJson::array()}};
      for (const char* army : {"red", "blue"}) state["armies"].push_back({{"name", army}, {"seen", 30}, {"lost", told}, {"original", 40}});
      return state;
    });
    link.look();
    link.tell(++told, "ruling", fmt::format("{{\"sent_ms\":{:.3f},\"says\":\"{}\"}}", now_ms(), std::string(120, 'x')));
  }
  std::this_thread::sleep_for(std::chrono::seconds(2));
  listening.request_stop();
  listening.join();
  close(line);
  std::ranges::sort(delays);
  const auto quantile = [&](double q) {
    return delays.empty() ? 0.0 : delays[static_cast<std::size_t>(q * static_cast<double>(delays.size() - 1))];
  };
  fmt::print(
      "{} tables, {:.0f} s, {:.1f} rulings a second each: {} of {} arrived; delay median {:.1f}, p95 {:.1f}, p99 {:.1f}, most {:.1f} ms\n",
      tables, seconds, rate, delays.size(), told, quantile(0.5), quantile(0.95), quantile(0.99), quantile(1.0));
  links.clear();
  broker.reset();
  hall.on_news({});
}
