// `vedette hall`: all tables of a tournament on one page, as they tell it over an MQTT broker.
#include <fmt/format.h>
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/hall/hall_site.h"
#include "app/web/server.h"

namespace app {
namespace {

/// How often it is looked whether the program is to end.
constexpr std::chrono::milliseconds kBetweenLooks{50};
/// The broker keeps for so long what tables say while no hall listens: a tournament of a week, in seconds.
constexpr std::uint32_t kKeptForHall = 7 * 24 * 3600;

measure::Result<std::string> results_path(const std::string& named) {
  if (!named.empty()) return named;
  std::error_code problem;
  std::filesystem::create_directories(data_folder(), problem);
  if (problem)
    return measure::fail(measure::ErrorCode::BadFile,
                         data_folder() + ": cannot be made (" + problem.message() + "); name a file with --results");
  return (std::filesystem::path(data_folder()) / "hall.sqlite").string();
}

}  // namespace

int watch_hall(const HallOptions& options) {
  Interrupt interrupt;  // before any thread
  const auto at = hall::address_of(options.broker);
  if (!at) return complain(at.error());
  const auto path = results_path(options.results);
  if (!path) return complain(path.error());
  auto results = hall::Results::open(*path);
  if (!results) return complain(results.error());

  hall::Hall heard(std::move(*results));
  hall::HallSite site(heard, web::Gate(web::Tokens(), options.share, web::names_of_this_machine()));
  auto server = web::Server::open({.port = static_cast<std::uint16_t>(options.port), .shared = options.share},
                                  [&](const web::Request& request, bool whole) { return site.answer(request, whole); });
  if (!server) return complain(server.error());
  heard.on_news([&] { (*server)->wake(); });
  std::vector<SharedPage> pages;
  if (options.share)
    pages = {{"", site.token(web::Role::Watcher), "watcher"},
             {"wall", site.token(web::Role::Watcher), "wall"},
             {"", site.token(web::Role::Referee), "referee"}};
  print_addresses((*server)->port(), pages);

  std::string unkept;  // as it was last said
  {
    hall::Broker broker({.at = *at,
                         .session = heard.session(),
                         .kept_s = kKeptForHall,
                         .hears = {"vedette/+/#"},
                         .heard =
                             [&](const std::vector<hall::Message>& messages) {
                               const auto kept = heard.heard(messages);
                               const std::string now = kept ? "" : kept.error().message;
                               if (!now.empty() && now != unkept) say(now);
                               unkept = now;
                             },
                         .link =
                             [&](const hall::LinkNews& news) {
                               say(news.up ? fmt::format("broker {}: connected", at->text())
                                           : fmt::format("broker {}: {}: {}; it is tried again", at->text(), news.says, news.fix));
                               heard.broker(news.up ? "" : news.says);
                             }});
    heard.on_settled([&](std::string topic, std::string payload) { broker.post(std::move(topic), std::move(payload)); });
    while (!interrupt.asked()) {
      if (const auto kept = heard.look(); !kept) say(kept.error().message);
      std::this_thread::sleep_for(kBetweenLooks);
    }
    heard.on_settled({});
  }
  heard.on_news({});
  return kDone;
}

}  // namespace app
