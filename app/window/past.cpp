#include "app/window/past.h"

#include <fmt/format.h>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/evidence/evidence.h"
#include "app/files/disk.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/tongue/tongue.h"
#include "app/wire/version.h"

namespace window {
namespace {

namespace fs = std::filesystem;

/// Of a record that plays each table is shown so long.
constexpr double kTableSeconds = 1.5;

}  // namespace

void look_back_at(std::size_t table, std::shared_ptr<const app::Timeline> timeline, const Document& now, UiState& ui) {
  Document then = now;
  then.game = nullptr;
  then.scenario = nullptr;
  ui.back = LookingBack{
      .timeline = std::move(timeline), .moment = {}, .document = std::make_shared<const Document>(std::move(then)), .playing_since = {}};
  go_to_table(table, ui);
}

std::optional<std::size_t> next_in_play(UiState& ui, double now) {
  if (!ui.back || !ui.back->playing_since || now - *ui.back->playing_since < kTableSeconds / ui.back->speed) return std::nullopt;
  const bool last = ui.back->table + 1 >= ui.back->timeline->tables().size();
  ui.back->playing_since = last ? std::nullopt : std::optional(now);
  return last ? ui.back->table : ui.back->table + 1;
}

void go_to_table(std::size_t table, UiState& ui) {
  auto moment = ui.back->timeline->snapshot(table);
  if (!moment) {
    ui.notice = moment.error().message;
    if (!ui.back->moment) ui.back.reset();
    return;
  }
  ui.back->table = table;
  ui.back->moment = std::move(*moment);
  const app::RecordedGame& game = *ui.back->timeline->tables()[table].game;
  Document then = *ui.back->document;
  then.table.table = game.table;
  then.roster = game.roster;
  then.house = game.house.charge;
  then.custom = game.house.custom;
  ui.back->document = std::make_shared<const Document>(std::move(then));
}

std::optional<app::evidence::KeptEvidence> write_evidence(const WriteEvidence& wish, const Document& document, const std::string& house,
                                                          UiState& ui) {
  if (!ui.held || !ui.held->moment->frame || !ui.held->moment->camera) return std::nullopt;
  const app::Snapshot& moment = *ui.held->moment;
  std::vector<unsigned char> png;
  cv::imencode(".png", moment.frame->bgr, png);
  const app::evidence::Seen seen{
      .picture = {png.begin(), png.end()},
      .ending = ".png",
      .frame = *moment.frame,
      .state = *moment.state,
      .camera = app::SeenBy{
          {.camera = *moment.camera, .tags_used = moment.state->camera.tags_seen, .reprojection_px = moment.state->camera.reprojection_px},
          document.lens.has_value()}};
  app::evidence::SetUp texts{.table = app::table_text(document.table), .roster = app::roster_text(document.roster), .house = {}};
  if (ui.back) {
    const app::RecordedSetup& then = ui.back->timeline->tables()[ui.back->table].game->texts;
    texts = {.table = then.table, .roster = then.roster, .house = then.house};
  }
  const app::evidence::Asked asked{"fire", wish.from, wish.to, wish.contact};
  const auto written =
      app::read_into(texts.house, ui.back ? std::string() : house, [](const std::string& path) { return app::read_text(path); })
          .and_then([] { return app::evidence::TableKey::open(app::evidence::key_file()); })
          .and_then([&](const auto& key) { return app::evidence::make(seen, texts, asked, key, app::program_version()); })
          .and_then([&](const app::evidence::Made& made) { return app::evidence::keep(made, asked); });
  ui.notice = written ? "" : tongue::trf("The evidence could not be written: {}", written.error().message);
  ui.told = written ? tongue::trf("Evidence: {}", written->path) : "";
  return written ? std::optional(*written) : std::nullopt;
}

}  // namespace window
