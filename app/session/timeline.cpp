#include "app/session/timeline.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/record/game_events.h"
#include "app/record/replay.h"
#include "app/umpire/charge_umpire.h"
#include "app/wire/registration_json.h"
#include "vision/sources/picture.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using measure::ErrorCode, measure::fail, measure::Verdict;

Verdict worst_of(const ChargeRulings& rulings) {
  Verdict worst = Verdict::Yes;
  for (std::size_t i = 0; i < rulings.moved.size(); ++i)
    if (rulings.dial_of_move(i) == Dial::Enforce) worst = std::max(worst, rulings.moved[i].ruling.verdict);
  return worst;
}

std::string text(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : std::string();
}

bool flag(const Json& body, const char* key) { return body.contains(key) && body[key].is_boolean() && body[key].get<bool>(); }

/// What the referee or the players did, in a few words; nothing for what a timeline does not show.
std::optional<Bookmark> bookmark_of(const RecordEvent& event) {
  const Json body = Json::parse(event.body, nullptr, false);
  if (!body.is_object()) return std::nullopt;
  Bookmark mark{.time_s = event.time_s, .kind = event.kind, .says = {}};
  const std::string shot = text(body, "firer") + " at " + text(body, "target");
  if (event.kind == "judged") {
    const std::string verdict = text(body, "verdict");
    mark.verdict = verdict == "yes" ? Verdict::Yes : verdict == "no" ? Verdict::No : Verdict::TooCloseToCall;
    mark.says = shot;
  } else if (event.kind == "called") {
    mark.says = shot + ": " + text(body, "how");
  } else if (event.kind == "signed" || event.kind == "appealed") {
    mark.says = fmt::format("{}: {} by {}", shot, event.kind, text(body, "by"));
  } else if (event.kind == "camera") {
    const bool moved = flag(body, "moved"), there = flag(body, "registered");
    if (there && !moved) return std::nullopt;
    mark.says = moved ? "the camera was moved" : "the table was not found";
  } else if (event.kind == "correction") {
    mark.says = "corrected by hand";
  } else if (event.kind == "resumed") {
    mark.says = "taken up again";
  } else {
    return std::nullopt;
  }
  return mark;
}

/// Where turns and steps of the game begin, and what was taken back of it.
class GameMarks {
 public:
  [[nodiscard]] std::optional<Bookmark> take(const RecordEvent& event) {
    const Json body = Json::parse(event.body, nullptr, false);
    if (!body.is_object() || !body.contains("turn") || !body["turn"].is_number_integer()) return std::nullopt;
    const std::pair now(body["turn"].get<int>(), text(body, "step"));
    const bool there = body.contains("game") && !body["game"].is_null();
    const auto before = std::exchange(at_, there ? std::optional(now) : std::nullopt);
    Bookmark mark{.time_s = event.time_s, .kind = "game", .says = game_in_words(body), .turn = now.first};
    if (!there || text(body, "how") == "undone") return mark;
    if (before == now) return std::nullopt;
    const bool turn = !before || before->first != now.first;
    mark.kind = turn ? "turn" : "step";
    mark.says = fmt::format("turn {}, {}", now.first, now.second);
    return mark;
  }

 private:
  std::optional<std::pair<int, std::string>> at_;
};

}  // namespace

measure::Result<Timeline> Timeline::read(const std::string& path) {
  auto store = RecordStore::read(path);
  if (!store) return tl::unexpected(store.error());
  Timeline out(std::move(*store));
  std::optional<measure::Error> problem;
  RulingLog log;
  std::shared_ptr<const calibration::TableCamera> camera;
  std::shared_ptr<const RecordedGame> set_up;
  const auto ruled = replay(out.store_, [&](const ReplayedTable& replayed) {
    if (!replayed.state) {
      problem = measure::Error{ErrorCode::Usage, path + ": is the record of a board game; look at it with `vedette export --to text`"};
      return false;
    }
    const Json body = Json::parse(replayed.event.body, nullptr, false);
    if (body.contains("camera")) {
      auto by = seen_by(body["camera"]);
      camera = by ? std::make_shared<const calibration::TableCamera>(by->registration.camera) : nullptr;
    }
    if (!set_up || set_up->texts != replayed.game.texts) set_up = std::make_shared<const RecordedGame>(replayed.game);
    const vision::TableState& state = *replayed.state;
    log.insert(log.begin(),
               std::make_shared<const RuledTable>(RuledTable{.number = static_cast<int>(out.tables_.size()) + 1,
                                                             .frame = state.frame,
                                                             .time = state.time,
                                                             .field = field_of(state, replayed.game.roster, replayed.game.table),
                                                             .lines = ruling_lines(*replayed.rulings)}));
    if (log.size() > kMostRuledTables) log.pop_back();
    out.tables_.push_back({.seq = replayed.event.seq,
                           .time_s = replayed.event.time_s,
                           .game = set_up,
                           .state = std::make_shared<const vision::TableState>(state),
                           .camera = camera,
                           .rulings = std::make_shared<const RulingLog>(log),
                           .worst = worst_of(*replayed.rulings),
                           .differs = replayed.differs});
    return true;
  });
  if (problem) return tl::unexpected(*problem);
  if (!ruled) return tl::unexpected(ruled.error());
  if (out.tables_.empty()) return fail(ErrorCode::BadFile, path + ": no table has settled in this record");
  GameMarks game;
  const auto marked = out.store_.each([&](const RecordEvent& event) {
    if (auto mark = event.kind == "game" ? game.take(event) : bookmark_of(event)) out.bookmarks_.push_back(std::move(*mark));
    return true;
  });
  if (!marked) return tl::unexpected(marked.error());
  return out;
}

std::optional<std::size_t> Timeline::marked(std::size_t table, bool forward) const {
  std::optional<std::size_t> nearest;
  for (const Bookmark& mark : bookmarks_) {
    const auto after = std::ranges::upper_bound(tables_, mark.time_s, {}, &RecordedTable::time_s);
    const std::size_t at = after == tables_.begin() ? 0 : static_cast<std::size_t>(after - tables_.begin()) - 1;
    if (forward ? at > table && (!nearest || at < *nearest) : at < table && (!nearest || at > *nearest)) nearest = at;
  }
  return nearest;
}

measure::Result<SharedSnapshot> Timeline::snapshot(std::size_t table) const {
  const RecordedTable& recorded = tables_.at(table);
  const auto jpeg = store_.picture(recorded.seq);
  if (!jpeg) return tl::unexpected(jpeg.error());
  auto picture = vision::decode_picture(*jpeg, recorded.state->frame);
  if (!picture) return tl::unexpected(picture.error());
  auto snapshot = std::make_shared<Snapshot>();
  vision::Frame frame{.bgr = std::move(picture->bgr), .luma = std::move(picture->luma), .name = recorded.state->frame};
  frame.captured_at = recorded.state->time;
  frame.sequence = static_cast<std::uint64_t>(recorded.seq);
  snapshot->frame = std::make_shared<const vision::Frame>(std::move(frame));
  snapshot->state = recorded.state;
  snapshot->camera = recorded.camera;
  snapshot->rulings = recorded.rulings;
  snapshot->source = store_.path();
  snapshot->live = true;  // no recording that could go on
  return SharedSnapshot(std::move(snapshot));
}

}  // namespace app
