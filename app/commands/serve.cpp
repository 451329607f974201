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
#include "app/air/on_air.h"
#include "app/air/station.h"
#include "app/air/table.h"
#include "app/air/turn.h"
#include "app/commands/commands.h"
#include "app/commands/evidence_now.h"
#include "app/commands/follow_board.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/scenario_file.h"
#include "app/files/theme_file.h"
#include "app/hall/table_link.h"
#include "app/session/board_session.h"
#include "app/session/session.h"
#include "app/web/server.h"
#include "app/web/site.h"
#include "app/wire/question.h"

namespace app {
namespace {

/// How often it is looked whether there is a new snapshot: a twentieth of a frame of the fastest camera matters to nobody.
constexpr std::chrono::milliseconds kGlance{4};

/// What a session sees, on air.
template <class OneSession, class Snapshot, class Ground>
class Served {
 public:
  Served(Ground ground, web::Site& site, const air::OnAirOptions& how, auto&&... of_session)
      : ground_(std::move(ground)), session_(std::forward<decltype(of_session)>(of_session)...), air_(site, how) {}

  [[nodiscard]] OneSession& session() { return session_; }
  /// Whom to show every snapshot as well.
  void show_also(std::function<void(const Snapshot&)> whom) { also_ = std::move(whom); }

  void find(const calibration::Finding& finding) { air_.find(finding, std::chrono::steady_clock::now()); }

  /// Tells what is new. False: the recording has come to its end.
  bool look() {
    const auto now = std::chrono::steady_clock::now();
    const Snapshot latest = session_.latest();
    if (!before_ || latest->serial != before_->serial) air_.take(air::look_of(before_, latest, ground_), now);
    air_.go_on(now);
    if (also_ && before_ != latest) also_(latest);
    before_ = latest;
    return latest->status != vision::SourceStatus::Ended;
  }

 private:
  Ground ground_;
  OneSession session_;
  air::OnAir air_;
  std::function<void(const Snapshot&)> also_;
  Snapshot before_;
};

/// Null: the table is in no hall.
measure::Result<std::unique_ptr<hall::TableLink>> link_of(const ServeOptions& options) {
  const hall::BrokerWords& words = options.broker;
  if (words.broker.empty()) {
    if (options.table_name || !words.user.empty() || !words.password_file.empty() || !words.ca.empty())
      return measure::fail(measure::ErrorCode::Usage, "--broker: name the broker of the hall, or leave the table's name, user and ca out");
    return nullptr;
  }
  const auto names = web::names_of_this_machine();
  const auto name = options.table_name ? hall::table_name(*options.table_name) : hall::fitted_name(names.empty() ? "" : names.front());
  if (!name) return tl::unexpected(name.error());
  return hall::address_of(words).transform([&](const hall::BrokerAddress& at) { return std::make_unique<hall::TableLink>(at, *name); });
}

web::SiteOptions::Judge judge_over(hall::TableLink& hall) {
  return {.busy = [&hall] { return hall.busy(); },
          .open = [&hall] { return line_of(hall.open_calls()); },
          .call =
              [&hall](std::uint64_t id, const std::string& says, const std::string& by, const std::string& data) {
                hall.tell(id, "judge", data);
                hall.call_judge(id, says, by);
              }};
}

/// What happened, told to the hall as well. What is too close to call waits for its judge until the next rulings come.
void tell(hall::TableLink& hall, const std::vector<air::Told>& events) {
  std::vector<hall::Dispute> open;
  bool ruled = false;
  for (const air::Told& each : events) {
    hall.tell(each.id, each.name, each.line);
    if (each.name != "ruling") continue;
    ruled = true;
    if (each.event["verdict"] == ask::word(measure::Verdict::TooCloseToCall))
      open.push_back({.id = each.id,
                      .kind = "ruling",
                      .says = each.event.value("says", std::string()),
                      .rule = each.event.value("rule", std::string()),
                      .at_ms = hall::wall_clock_ms()});
  }
  if (ruled) hall.too_close(std::move(open));
}

/// Whether the broker is there, said when it changes.
void look_at(hall::TableLink& hall, auto& served) {
  for (const calibration::Finding& finding : hall.take_findings()) {
    say(line_of(finding, may_colour(2)));
    served.find(finding);
  }
  hall.look();
}

std::string game_of(const std::optional<vision::BoardSetup>& board) {
  if (!board) return "Charge!";
  return board->board.game == measure::BoardGame::LeChoc      ? "Le Choc"
         : board->board.game == measure::BoardGame::LesAllies ? "Les Alliés"
                                                              : "Draughts";
}

/// Until Ctrl-C. A recorded game (`again`) is shown over and over.
template <class Served>
int serve_while(Served& served, hall::TableLink* hall, Interrupt& interrupt, const std::function<void()>& again) {
  while (!interrupt.asked()) {
    if (hall) look_at(*hall, served);
    if (const bool ended = !served.look(); ended && again) again();
    std::this_thread::sleep_for(kGlance);
  }
  return kDone;
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
  const auto evidence_of = [&](const std::string& body) {
    if (evidence) return evidence->answer(body);
    return web::answer_of(
        options.only_the_table
            ? web::Refusal{409, "evidence holds a picture, and none leaves this table (--private)", "start it without --private"}
            : web::Refusal{409, "evidence is of tables; this is a board game", "its record keeps every move"});
  };
  const auto in_hall = link_of(options);
  if (!in_hall) return complain(in_hall.error());
  hall::TableLink* const hall = in_hall->get();
  air::SaidTurn turn;
  web::Site site(web::Gate(web::Tokens(), options.share, web::names_of_this_machine()),
                 {.questions = {{"/api/ask", false, air::answer_to},
                                {"/api/turn", true, [&](const std::string& body) { return turn.say(body); }},
                                {"/api/evidence", true, evidence_of}},
                  .dress = {.title = theme.title, .css = css_of(theme), .logo = theme.logo, .logo_type = theme.logo_type},
                  .delayed = options.delay_minutes > 0.0,
                  .judge = hall ? std::optional(judge_over(*hall)) : std::nullopt});
  auto server = web::Server::open({.port = static_cast<std::uint16_t>(options.port), .shared = options.share},
                                  [&](const web::Request& request, bool whole) { return site.answer(request, whole); });
  if (!server) return complain(server.error());
  site.on_news([&] { (*server)->wake(); });
  std::vector<SharedPage> pages;
  for (const web::Role role : web::kRoles)
    if (options.share) pages.push_back({role == web::Role::Watcher ? "" : "player", site.token(role), std::string(web::word(role))});
  print_addresses((*server)->port(), pages);
  if (!options.share && options.delay_minutes > 0.0) {
    fmt::print("http://127.0.0.1:{}/player?token={}  referee, who sees it now\n", (*server)->port(), site.token(web::Role::Referee));
    std::fflush(stdout);
  }

  const auto record = watched->recorded || options.only_the_table ? std::nullopt : wanted_record(live);
  air::OnAirOptions on_air{.files = options.files,
                           .delay = std::chrono::milliseconds(std::llround(options.delay_minutes * 60'000.0)),
                           .only_the_table = options.only_the_table,
                           .turn = &turn,
                           .complain = [](const calibration::Finding& finding) { say("vedette: " + finding.says + "; " + finding.fix); },
                           .names = theme.names,
                           .logo = theme.logo};
  if (hall) {
    on_air.told = [hall](const std::vector<air::Told>& events) { tell(*hall, events); };
    on_air.game = game_of(board);
    on_air.in_short = [hall](std::function<Json()> words) { hall->show(std::move(words)); };
  }
  int status = kDone;
  if (table) {
    Served<Session, SharedSnapshot, std::shared_ptr<const vision::Setup>> served(std::make_shared<const vision::Setup>(*table), site,
                                                                                 on_air, *table, house->charge, house->custom.rules);
    if (evidence) served.show_also([&](const SharedSnapshot& now) { evidence->see(now); });
    if (record) served.session().record(*record);
    served.session().play_scenario(scenario);
    served.session().open(used.source);
    status = serve_while(served, hall, interrupt, watched->recorded ? std::function<void()>([&] { served.session().restart(); }) : nullptr);
  } else {
    Served<BoardSession, SharedBoardSnapshot, measure::Board> served(
        board->board, site, on_air, *board, BoardHouses{.le_choc = house->le_choc, .les_allies = house->les_allies});
    if (record) served.session().record(*record);
    served.session().open(used.source);
    status = serve_while(served, hall, interrupt,
                         watched->recorded ? std::function<void()>([&] { served.session().open(used.source); }) : nullptr);
  }
  site.on_news({});
  return status;
}

}  // namespace app
