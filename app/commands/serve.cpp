// `vedette serve`: a table or a board is watched as in the window, and shown to browsers, streams and programs instead.
#include <fmt/format.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "app/air/board.h"
#include "app/air/station.h"
#include "app/air/table.h"
#include "app/board/board_replay.h"
#include "app/commands/commands.h"
#include "app/commands/evidence_now.h"
#include "app/commands/follow_board.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/lens_memory.h"
#include "app/files/scenario_file.h"
#include "app/files/theme_file.h"
#include "app/player/dice_desk.h"
#include "app/player/letters.h"
#include "app/session/board_session.h"
#include "app/session/session.h"

namespace app {
namespace {

/// How often it is looked whether there is a new snapshot: a twentieth of a frame of the fastest camera matters to nobody.
constexpr std::chrono::milliseconds kGlance{4};
constexpr std::string_view kCharge = "Charge!";

/// What a session sees is handed to the station, until Ctrl-C. `record`: where it is recorded; empty: nowhere. `on_ended`: what a recording
/// does at its end; empty: it has ended.
template <class Snapshot>
void show_while(air::Station& station, auto& session, const auto& ground, const std::string& record, Interrupt& interrupt,
                const std::function<void()>& on_ended, const std::function<void(const Snapshot&)>& show_also = {}) {
  Snapshot before;
  while (!interrupt.asked()) {
    const Snapshot latest = session.latest();
    if (!before || latest->serial != before->serial) {
      air::Look look = air::look_of(before, latest, ground);
      look.record = record;
      station.take(std::move(look));
      if (show_also) show_also(latest);
      before = latest;
    }
    if (latest->status == vision::SourceStatus::Ended && on_ended) on_ended();
    std::this_thread::sleep_for(kGlance);
  }
}

}  // namespace

int serve(const ServeOptions& options) {
  Interrupt interrupt;  // before any thread
  speak(options.live.speaking);
  auto watched = to_watch(options.live);
  if (!watched) return complain(watched.error());
  const LiveOptions& live = watched->options;
  const LastUsed& used = live.used;
  const auto house = house_of(used.house);
  if (!house) return complain(house.error());
  if (used.source.empty()) return complain({measure::ErrorCode::Usage, "--source: name a camera (0), a video, a folder or a URL"});
  std::optional<vision::Setup> table;
  std::optional<vision::BoardSetup> board;
  std::optional<rules::charge::Scenario> scenario;
  if (used.board.empty()) {
    auto setup = load_setup({.table = used.table, .roster = used.roster, .lens = used.lens, .empty = used.empty, .anchors = live.anchors});
    if (!setup) return complain(setup.error());
    table = std::move(*setup);
    const auto read =
        read_into(scenario, used.scenario, [&](const std::string& path) { return read_scenario(path, table->table, table->roster); });
    if (!read) return complain(read.error());
  } else {
    auto setup = load_board(used.board, used.lens, live.anchors);
    if (!setup) return complain(setup.error());
    board = std::move(*setup);
  }
  Theme theme;
  if (const auto read = read_into(theme, options.theme, read_theme); !read) return complain(read.error());
  auto source = vision::open_source(used.source);  // a camera that is not there is said now, not on a page
  if (!source) return complain(source.error());
  source->reset();

  std::optional<EvidenceNow> evidence;
  if (table && !options.only_the_table) {
    const auto texts = setup_texts(used, live.anchors);
    if (!texts) return complain(texts.error());
    evidence.emplace(evidence::SetUp{.table = texts->table, .roster = texts->roster, .house = texts->house}, table->lens.has_value());
  }
  const auto evidence_of = [&](const std::string& body, web::Role) {
    if (evidence) return evidence->answer(body);
    return web::answer_of(
        options.only_the_table
            ? web::Refusal{409, "evidence holds a picture, and none leaves this table (--private)", "start it without --private"}
            : web::Refusal{409, "evidence is of tables; this is a board game", "its record keeps every move"});
  };
  auto in_hall = hall_of(live);
  if (!in_hall) return complain(in_hall.error());
  std::optional<Session> table_session;
  if (table) table_session.emplace(*table, house->charge, house->custom.rules);
  std::optional<BoardSession> board_session;
  if (board) board_session.emplace(*board, BoardHouses{.le_choc = house->le_choc, .les_allies = house->les_allies});
  auto station =
      air::Station::open({.shared = options.share,
                          .port = static_cast<std::uint16_t>(options.port),
                          .this_port_alone = true,
                          .on_air = {.files = options.files,
                                     .delay = std::chrono::milliseconds(std::llround(options.delay_minutes * 60'000.0)),
                                     .only_the_table = options.only_the_table,
                                     .complain = [](const calibration::Finding& finding) { say(line_of(finding, may_colour(2))); },
                                     .names = theme.names,
                                     .logo = theme.logo},
                          .game = std::string(board ? spoken(board->board.game) : kCharge),
                          .in_hall = std::move(*in_hall),
                          .dress = {.title = theme.title, .css = css_of(theme), .logo = theme.logo, .logo_type = theme.logo_type},
                          .questions = {{"/api/evidence", web::Question::Of::Referee, evidence_of},
                                        player::dice_question(nullptr),
                                        board ? player::letters_question(*board_session, board->board) : player::no_letters_question()}});
  if (!station) return complain(station.error());
  if (evidence) evidence->tell([on = station->get()](evidence::KeptEvidence kept) { on->announce(std::move(kept)); });
  std::vector<SharedPage> pages;
  for (const web::Role role : web::kRoles)
    if (options.share) pages.push_back({role == web::Role::Watcher ? "" : "player", (*station)->token(role), std::string(web::word(role))});
  print_addresses((*station)->port(), pages);
  if (!options.share && options.delay_minutes > 0.0) {
    fmt::print("http://127.0.0.1:{}/player?token={}  referee, who sees it now\n", (*station)->port(),
               (*station)->token(web::Role::Referee));
    std::fflush(stdout);
  }

  const auto record = watched->recorded || options.only_the_table ? std::nullopt : wanted_record(live);
  if (table) {
    Session& session = *table_session;
    if (record) session.record(*record);
    session.keep_lens(LensMemory(used.table));
    session.play_scenario(scenario);
    session.open(used.source);
    const std::function<void()> again = [&] { session.restart(); };
    show_while<SharedSnapshot>(**station, session, std::make_shared<const vision::Setup>(*table), record ? record->path : "", interrupt,
                               watched->recorded ? again : nullptr, [&](const SharedSnapshot& now) {
                                 if (evidence) evidence->see(now);
                               });
  } else {
    BoardSession& session = *board_session;
    if (record) session.record(*record);
    session.keep_lens(LensMemory(used.board));
    session.open(used.source);
    const std::function<void()> again = [&] { session.open(used.source); };
    show_while<SharedBoardSnapshot>(**station, session, board->board, record ? record->path : "", interrupt,
                                    watched->recorded ? again : nullptr);
  }
  station->reset();  // while what its questions and pictures speak of is still there
  return kDone;
}

}  // namespace app
