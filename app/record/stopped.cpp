#include "app/record/stopped.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/record/replay.h"
#include "app/record/store.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_play.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using measure::ErrorCode, measure::fail, measure::Result;

/// Fewer settled tables than this, and no game of Charge! on them: somebody has only looked whether the camera works.
constexpr int kLeastTables = 2;

std::time_t wall_clock(const std::string& utc) {
  std::tm parts{};
  return strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) ? timegm(&parts) : 0;
}

/// What is not told by who rules: the game of Charge!, how many tables there were since it began, and when all that was.
struct Beside {
  StoppedGame& out;
  double game_began_s = 0.0, began_s = 0.0;  // of the record; the program was started then
  double last_s = 0.0;
  std::time_t began_at = 0;
  std::array<std::optional<LetterBox>, 2> letters = {};  // of a sworn game, as they were sealed last

  Result<void> take(const RecordEvent& event) {
    out.seconds = event.time_s - game_began_s;
    last_s = event.time_s;
    if (event.kind == "settled" || event.kind == "look") ++out.tables;
    const bool begins = event.kind == "begun" || event.kind == "resumed";
    if (event.kind == "begin_anew") letters = {};
    if (!begins && event.kind != "game" && event.kind != "sealed") return {};
    const Json body = Json::parse(event.body, nullptr, false);
    if (event.kind == "game") return out.steps.take(body);
    if (event.kind == "sealed")
      return letters_from(body).and_then([&](RecordedLetters read) -> Result<void> {
        if (read.side >= letters.size()) return fail(ErrorCode::BadFile, "/side: there is no such side");
        letters[read.side] = std::move(read.sealed);
        return {};
      });
    began_s = event.time_s;
    began_at = wall_clock(body.value("began_at", ""));
    if (body.value("goes_on", false)) return {};
    out.steps = {}, out.tables = 0, out.seconds = 0.0;
    letters = {};
    game_began_s = event.time_s;
    return {};
  }
};

bool same_game(const RecordedGame& a, const RecordedGame& b) {
  return identity(a) == identity(b) && (!a.board || a.texts.house == b.texts.house);
}

bool worth_going_on(const StoppedGame& stopped) {
  if (stopped.play) return stopped.play->umpire() && !stopped.play->told().last.over && stopped.tables > 0;
  return stopped.umpire && !stopped.steps.ended() && (stopped.steps.now() || stopped.tables >= kLeastTables);
}

}  // namespace

Result<std::optional<StoppedGame>> stopped_in(const std::string& path, const RecordedGame& now) {
  const auto store = RecordStore::open(path);  // to add to: another program that has it open is found out here
  if (!store) return tl::unexpected(store.error());
  StoppedGame out{.path = path, .game = {}};
  Json camera = nullptr;
  std::int64_t last_seq = 0;
  bool other = false;
  auto end = follow(*store, [&](const ReplayedTable& table) {
    if (table.event.seq == 1 && !same_game(table.game, now)) return !(other = true);
    if (table.state) {
      const Json body = Json::parse(table.event.body, nullptr, false);
      if (body.contains("camera")) camera = body["camera"];
      out.last = *table.state;
      for (const vision::Piece& piece : table.state->pieces) out.next_id = std::max(out.next_id, piece.id + 1);
    }
    if (table.look) out.look = table.look->look;
    if (table.state || table.look) last_seq = table.event.seq;
    return true;
  });
  if (!end) return tl::unexpected(end.error());
  if (!end->game || !same_game(*end->game, now) || other) return std::nullopt;
  out.game = std::move(*end->game);
  out.umpire = std::move(end->umpire);
  out.play = std::move(end->play);
  Beside beside{.out = out};
  std::optional<measure::Error> problem;
  const auto read = store->each([&](const RecordEvent& event) {
    if (const auto taken = beside.take(event); !taken)
      problem = {ErrorCode::BadFile, fmt::format("{}: event {} ({}): {}", path, event.seq, event.kind, taken.error().message)};
    return !problem;
  });
  if (problem) return tl::unexpected(*problem);
  if (!read) return tl::unexpected(read.error());
  if (out.play) {
    out.play->go_on();
    for (std::size_t side = 0; side < beside.letters.size(); ++side)
      if (beside.letters[side]) out.play->take_sealed(side, std::move(*beside.letters[side]));
  }
  if (!worth_going_on(out)) return std::nullopt;
  out.at = beside.began_at + std::lround(beside.last_s - beside.began_s);
  if (const auto by = camera.is_null() ? Result<SeenBy>(fail(ErrorCode::NotSeen, "")) : seen_by(camera)) out.camera = *by;
  out.jpeg = store->picture(last_seq).value_or(std::vector<unsigned char>());
  return std::optional(std::move(out));
}

std::string when_stopped(const StoppedGame& stopped, std::time_t now) {
  const std::tm then = fmt::localtime(stopped.at), today = fmt::localtime(now);
  const bool same_day = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday;
  if (same_day) return tongue::trf("A game stopped at {:%H:%M}", then);
  return tongue::trf("A game stopped on {} {} at {:%H:%M}", then.tm_mday, tongue::tr(fmt::format("{:%B}", then)), then);
}

std::string what_stopped(const StoppedGame& stopped) {
  const auto minutes = std::lround(stopped.seconds / 60.0);
  const std::string lasted = minutes >= 60  ? fmt::format("{} h {:02}", minutes / 60, minutes % 60)
                             : minutes >= 1 ? fmt::format("{} min", minutes)
                                            : fmt::format("{:.0f} s", stopped.seconds);
  std::string where = tongue::tr("no game had begun on it");
  if (const auto& game = stopped.steps.now()) {
    const std::string over = outcome_text(*game);
    where = tongue::trf("turn {}, {}", game->turn, tongue::ruling(over.empty() ? title_of(*game, game->step) : over));
  }
  if (stopped.play) {
    const PublicBoard& told = stopped.play->told();
    where = told.to_move ? tongue::trf("{} to move", stopped.game.board->sides[*told.to_move].name) : tongue::tr("nobody had moved");
    if (!told.zones.empty()) where = tongue::tr("a battle of two zones");
  }
  const auto count = static_cast<long long>(stopped.tables);
  return stopped.play ? tongue::trnf("{1}: {0} look, {2}", "{1}: {0} looks, {2}", count, where, lasted)
                      : tongue::trnf("{1}: {0} table, {2}", "{1}: {0} tables, {2}", count, where, lasted);
}

}  // namespace app
