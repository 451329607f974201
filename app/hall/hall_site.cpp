#include "app/hall/hall_site.h"

#include <charconv>

#include "app/web/spoken.h"

namespace app::hall {
namespace {

using web::Answer, web::answer_of, web::Refusal, web::Request, web::Role;

constexpr std::size_t kMostWatchers = 500;
constexpr std::string_view kDisputes = "/api/disputes/", kToSettle = "/settled";

/// Who asks anew knows everything that was told before.
constexpr const char* kAskAnew = "event: reload\ndata: {}\n\n";

}  // namespace

Answer HallSite::page(const Request& request, const web::Page& page) const {
  std::string body = web::spoken(page, web::language_of_page(request));
  const std::string query = web::query_of(request);  // a page's own links carry its token on
  constexpr std::string_view kMark = "{{query}}";
  for (std::size_t at = body.find(kMark); at != std::string::npos; at = body.find(kMark, at + query.size()))
    body.replace(at, kMark.size(), query);
  return {.type = std::string(page.type), .body = std::move(body), .headers = {{"vary", "accept-language"}}};
}

Answer HallSite::events(const Request& request) {
  if (const auto full = web::crowded(*watchers_, kMostWatchers)) return answer_of(*full);
  const auto feed = hall_.feed();
  const std::uint64_t place = feed->place_of(request.last_event_id);
  Answer out{.type = "text/event-stream"};
  out.stream =
      std::make_unique<web::FeedStream>(feed, watchers_, place != 0 ? place : feed->last(),
                                        web::FeedStream::Spoken{web::language_of_data(request), interpreter_}, place != 0 ? "" : kAskAnew);
  return out;
}

Answer HallSite::settle(std::string_view path, Role role) {
  if (role != Role::Referee) return answer_of(Refusal{403, "disputes are settled by the referee", "use the referee's address"});
  std::int64_t number = 0;
  const std::string_view said = path.substr(kDisputes.size(), path.size() - kDisputes.size() - kToSettle.size());
  const auto [end, problem] = std::from_chars(said.data(), said.data() + said.size(), number);
  const bool readable = problem == std::errc() && end == said.data() + said.size();
  const auto settled = readable ? hall_.settle(number) : measure::Result<Hall::Settled>(Hall::Settled::Unknown);
  if (!settled) return answer_of(Refusal{503, settled.error().message, "mend that and settle it again"});
  if (*settled == Hall::Settled::Unknown) return answer_of(Refusal{404, "there is no such dispute", "take its number from /api/tables"});
  return {.body = HallJson{{"number", number}, {"settled", true}}.dump() + "\n"};
}

std::optional<Answer> HallSite::answer(const Request& request, bool whole) {
  if (!whole || request.body.empty())
    if (const auto slow = allowances_.slowed(request)) return answer_of(*slow);
  const auto role = gate_.admit(request);
  if (!role) return answer_of(role.error());
  const std::string& path = request.path;
  if (path.starts_with(kDisputes) && path.ends_with(kToSettle) && path.size() > kDisputes.size() + kToSettle.size()) {
    if (request.method != "POST") return web::only("POST", {405, "a dispute is settled with POST", "use POST"});
    if (!whole) return std::nullopt;
    return settle(path, *role);
  }
  const web::Page* const known = find_hall_page(path);
  if (!known && path != "/api/tables" && path != "/api/events" && path != "/api/results.csv")
    return answer_of(Refusal{404, "there is nothing here", "begin at /"});
  if (request.method != "GET" && request.method != "HEAD") return web::only("GET, HEAD", {405, "this can only be read", "use GET"});
  if (known) return page(request, *known);
  if (path == "/api/events") return events(request);
  if (path == "/api/results.csv") {
    auto csv = hall_.csv();
    if (!csv) return answer_of(Refusal{503, csv.error().message, "mend that and ask again"});
    return Answer{.type = "text/csv; charset=utf-8",
                  .body = std::move(*csv),
                  .headers = {{"content-disposition", "attachment; filename=\"results.csv\""}}};
  }
  HallJson out = hall_.tables();
  out["may_settle"] = *role == Role::Referee;
  if (*role != Role::Referee)  // a table's token is in it
    for (HallJson& each : out["evidence"]) each["address"] = "";
  return Answer{.body =
                    web::spoken_json(out.dump(-1, ' ', false, HallJson::error_handler_t::replace) + "\n", web::language_of_data(request))};
}

}  // namespace app::hall
