#include "app/window/tools/past_pictures.h"

#include "app/window/tools/ui_state.h"

namespace window {
namespace {

/// A picture alone: nothing is known of it, so no tool measures in it.
app::SharedSnapshot snapshot_of(const LookingBack& back, std::shared_ptr<const vision::Frame> frame) {
  auto snapshot = std::make_shared<app::Snapshot>();
  snapshot->frame = std::move(frame);
  if (back.table > 0) snapshot->rulings = back.timeline->tables()[back.table - 1].rulings;
  snapshot->source = back.timeline->path();
  snapshot->live = true;  // no recording that could go on
  return snapshot;
}

}  // namespace

void play_passage(UiState& ui) {
  if (!ui.back || !ui.held) return;
  if (ui.back->passage) return end_passage(ui);
  LookingBack& back = *ui.back;
  const auto& tables = back.timeline->tables();
  const double from_s = back.table > 0 ? tables[back.table - 1].time_s : -1.0;
  auto pictures = app::Passage::read(back.timeline->path(), from_s, tables[back.table].time_s);
  if (!pictures) {
    ui.notice = pictures.error().message;
    return;
  }
  back.playing_since.reset();
  ui.tool = Tool::Select;  // there is nothing to measure in
  ui.hand = {};
  ui.selected.clear();
  back.passage = std::make_shared<app::PlayedPassage>(std::move(*pictures));
  back.passing = ui.held->moment;
}

bool follow_passage(UiState& ui, double now) {
  if (!ui.back || !ui.back->passage) return false;
  LookingBack& back = *ui.back;
  const bool elsewhere = !ui.held || ui.held->moment != back.passing;
  const bool news = !elsewhere && back.passage->follow(now);
  if (elsewhere || back.passage->ended()) return end_passage(ui), true;
  if (news) back.passing = ui.held->moment = snapshot_of(back, back.passage->frame());
  return news;
}

void end_passage(UiState& ui) {
  if (!ui.back || !ui.back->passage) return;
  if (ui.held && ui.held->moment == ui.back->passing) ui.held->moment = ui.back->moment;
  ui.back->passage.reset();
  ui.back->passing.reset();
}

}  // namespace window
