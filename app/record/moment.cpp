#include "app/record/moment.h"

#include <fmt/format.h>

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using measure::ErrorCode, measure::fail, measure::Result;

constexpr double kTold = 0.0005;  // seconds: times are told to a thousandth

/// What a record's events say, up to a moment.
struct UpTo {
  double seconds = 0.0;
  RecordedSetup setup = {};            // as of the event before
  Json camera = nullptr;               // of the last table
  std::optional<double> first_s = {};  // the first settled table, also after the moment
  std::optional<RecordedMoment> last = {};
  Json state = {};

  Result<void> take(const RecordEvent& event) {
    if (event.kind == "begun" || event.kind == "resumed" || event.kind == "set_up")
      return setup_from(event.body).transform([&](RecordedSetup now) { setup = std::move(now); });
    if (event.kind != "settled") return {};
    if (!first_s) first_s = event.time_s;
    if (event.time_s > seconds + kTold) return {};
    Json body = Json::parse(event.body, nullptr, false);
    if (!body.is_object() || !body.contains("state")) return fail(ErrorCode::BadFile, "/state is missing");
    if (body.contains("camera")) camera = std::move(body["camera"]);
    state = std::move(body["state"]);
    last = {.seq = event.seq, .time_s = event.time_s, .setup = setup, .state = {}, .rulings = std::move(body["rulings"])};
    return {};
  }

  Result<void> understand() {
    auto read = state_from(state);
    if (!read) return fail(ErrorCode::BadFile, "/state" + read.error().message);
    last->state = std::move(*read);
    if (camera.is_null()) return {};
    auto by = seen_by(camera);
    if (!by) return fail(ErrorCode::BadFile, "/camera " + by.error().message);
    last->camera = std::move(*by);
    return {};
  }
};

}  // namespace

Result<RecordedMoment> moment_at(const RecordStore& store, double seconds) {
  UpTo up_to{.seconds = seconds};
  std::optional<measure::Error> problem;
  const auto damaged = [&](std::int64_t seq, const measure::Error& error) {
    return measure::Error{error.code, fmt::format("{}: event {}: {}", store.path(), seq, error.message)};
  };
  const auto read = store.each([&](const RecordEvent& event) {
    if (const auto taken = up_to.take(event); !taken) problem = damaged(event.seq, taken.error());
    return !problem;
  });
  if (problem) return tl::unexpected(*problem);
  if (!read) return tl::unexpected(read.error());
  if (!up_to.setup.board.empty())
    return fail(ErrorCode::Usage, store.path() + ": is the record of a board game; evidence is written of tables of Charge!");
  if (!up_to.first_s) return fail(ErrorCode::NotSeen, store.path() + ": no table has settled in this record");
  if (!up_to.last)
    return fail(ErrorCode::NotSeen,
                fmt::format("{}: no table had settled by second {:g}; the first one did at {:.3f}", store.path(), seconds, *up_to.first_s));
  RecordedMoment& moment = *up_to.last;
  if (const auto understood = up_to.understand(); !understood) return tl::unexpected(damaged(moment.seq, understood.error()));
  const auto jpeg = store.picture(moment.seq);
  if (!jpeg && jpeg.error().code == ErrorCode::NotSeen)
    return fail(ErrorCode::NotSeen,
                fmt::format("{}: of the table of {:.3f} s no picture could be kept; choose another second", store.path(), moment.time_s));
  if (!jpeg) return tl::unexpected(jpeg.error());
  moment.jpeg.assign(jpeg->begin(), jpeg->end());
  return std::move(moment);
}

}  // namespace app
