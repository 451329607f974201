#include "app/commands/evidence_now.h"

#include <fmt/format.h>
#include <opencv2/imgcodecs.hpp>

#include "app/commands/report.h"
#include "app/wire/version.h"

namespace app {
namespace {

const char* const kHowToAsk = R"(send {"ask":"fire","from":"RG/gun","to":"B1"}; ask is fire, move or measure)";

measure::Result<evidence::Asked> read_wish(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  evidence::Asked asked{.ask = "fire", .from = {}, .to = {}};
  if (!json.is_object()) return measure::fail(measure::ErrorCode::Usage, "an object is wanted");
  for (const auto& [key, value] : json.items()) {
    std::string* const part = key == "ask" ? &asked.ask : key == "from" ? &asked.from : key == "to" ? &asked.to : nullptr;
    if (!part) return measure::fail(measure::ErrorCode::Usage, fmt::format("/{}: there is no such key", key));
    if (!value.is_string()) return measure::fail(measure::ErrorCode::Usage, fmt::format("/{}: text is wanted", key));
    *part = value.get<std::string>();
  }
  if (asked.from.empty() || asked.to.empty()) return measure::fail(measure::ErrorCode::Usage, "\"from\" and \"to\" are wanted");
  if (asked.ask != "fire" && asked.ask != "move" && asked.ask != "measure")
    return measure::fail(measure::ErrorCode::Usage, "/ask: is none of fire, move, measure");
  return asked;
}

evidence::Seen seen_in(const Snapshot& moment, bool lens_given) {
  std::vector<unsigned char> png;
  cv::imencode(".png", moment.frame->bgr, png);
  const vision::CameraState& camera = moment.state->camera;
  return {
      .picture = {png.begin(), png.end()},
      .ending = ".png",
      .frame = *moment.frame,
      .state = *moment.state,
      .camera = SeenBy{{.camera = *moment.camera, .tags_used = camera.tags_seen, .reprojection_px = camera.reprojection_px}, lens_given}};
}

/// What was ruled on this very table; null: nothing was yet.
Json ruled_on(const Snapshot& moment) {
  const bool ruled = moment.rulings && !moment.rulings->empty() && moment.rulings->front()->frame == moment.state->frame;
  return ruled ? moment.rulings->front()->json : Json();
}

}  // namespace

void EvidenceNow::see(const SharedSnapshot& now) {
  if (!now->frame || !now->camera || !now->state || !now->state->settled) return;
  const std::scoped_lock lock(mutex_);
  at_rest_ = now;
}

web::Answer EvidenceNow::answer(const std::string& body) const {
  const auto asked = read_wish(body);
  if (!asked) return web::answer_of(web::Refusal{400, asked.error().message, kHowToAsk});
  SharedSnapshot moment;
  {
    const std::scoped_lock lock(mutex_);
    moment = at_rest_;
  }
  if (!moment) return web::answer_of(web::Refusal{409, "the table has not come to rest yet", "ask again when nobody moves anything"});
  const auto made = evidence::TableKey::open(evidence::key_file()).and_then([&](const evidence::TableKey& key) {
    return evidence_as_ruled(seen_in(*moment, lens_given_), texts_, *asked, key, ruled_on(*moment));
  });
  if (!made)
    return web::answer_of(web::Refusal{made.error().code == measure::ErrorCode::NotSeen ? 404 : 409, made.error().message,
                                       "ask of who stands on the table, as the roster names them"});
  auto kept = evidence::keep(*made, *asked);
  if (!kept) static_cast<void>(complain(kept.error()));  // who asked has it all the same
  if (kept && whom_) whom_(std::move(*kept));
  return {.type = "application/zip",
          .body = made->zip,
          .headers = {{"content-disposition", "attachment; filename=\"evidence.zip\""},
                      {"x-verdict", made->ruling.answer.value("verdict", std::string("measured"))}}};
}

}  // namespace app
