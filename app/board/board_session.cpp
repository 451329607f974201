#include "app/board/board_session.h"

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "app/board/board_seen.h"
#include "app/board/board_settler.h"
#include "app/playback_clock.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
using measure::Verdict;

/// Longest wait for a live frame: a wish is then at most this late, a lost camera noticed well within a second.
constexpr std::chrono::milliseconds kPatience{100};
/// How long a still picture of a folder is shown before the next one.
constexpr std::chrono::milliseconds kStillTime{2500};
/// An ended session looks for wishes this often.
constexpr std::chrono::milliseconds kIdle{50};

}  // namespace

struct BoardSession::State {
  State(vision::BoardSetup first, BoardHouses rules) : setup(std::move(first)), houses(std::move(rules)) {}

  // Shared with the callers.
  mutable std::mutex snapshot_mutex;  // held only to swap the pointer
  SharedBoardSnapshot snapshot = std::make_shared<const BoardSnapshot>();
  std::mutex mutex;
  std::condition_variable woken;
  std::deque<std::function<void(State&)>> wishes;
  bool stop = false;

  // The worker's own.
  vision::BoardSetup setup;
  BoardHouses houses;
  std::unique_ptr<vision::FrameSource> source;
  std::optional<vision::BoardWatch> watch;
  std::optional<BoardSettler> settler;
  std::unique_ptr<BoardUmpire> umpire;
  std::optional<calibration::Finding> trouble;  // with source or picture
  BoardSnapshot next;
  PlaybackClock clock;
  Clock::time_point last_frame_at{};
  bool ended = false;
  std::thread worker;

  void wish(std::function<void(State&)> what) {
    {
      const std::scoped_lock lock(mutex);
      wishes.push_back(std::move(what));
    }
    woken.notify_one();
  }

  void complain(std::string code, std::string says, std::string fix) {
    trouble = calibration::Finding{.code = std::move(code),
                                   .severity = calibration::Finding::Severity::Fault,
                                   .says = std::move(says),
                                   .fix = std::move(fix),
                                   .cost = {}};
  }

  void open(const std::string& name) {
    next.source = name;
    auto opened = vision::open_source(name);
    trouble.reset();
    if (!opened) {
      source.reset();
      return complain("no-source", opened.error().message, "choose another camera or recording");
    }
    source = std::move(*opened);
    ended = false;
    clock = PlaybackClock(source->live()     ? PlaybackClock::Pace::Live
                          : source->stills() ? PlaybackClock::Pace::Stills
                                             : PlaybackClock::Pace::Recorded,
                          kStillTime);
    watch.emplace(setup, source->stills());
    settler.emplace(source->stills());
    begin_anew();
  }

  void begin_anew() {
    umpire.reset();
    next.log.clear();
    next.last = {};
    next.last.unchanged = true;
    next.asks_letters = false;
    tell_game();
  }

  /// What of the game may be seen now.
  void tell_game() {
    next.to_move = umpire ? umpire->to_move() : std::nullopt;
    next.options.clear();
    next.must_take = umpire ? umpire->must_take() : std::vector<measure::SquareName>();
    next.huffable = umpire ? umpire->huffable() : std::vector<measure::SquareName>();
    next.letters = umpire ? umpire->letters() : std::vector<PieceLetters>();
    next.record = umpire ? umpire->record() : "";
    if (!umpire) return;
    for (const measure::BoardSquare& square : setup.board.squares) {
      const auto from_here = umpire->options_from(square.at);
      next.options.insert(next.options.end(), from_here.begin(), from_here.end());
    }
  }

  void log(BoardLogLine line) { next.log.insert(next.log.begin(), std::move(line)); }

  void log(const BoardRuling& ruling) {
    const auto name = [&](std::size_t side) { return setup.board.sides[side].name; };
    if (ruling.revised && !next.log.empty()) next.log.erase(next.log.begin());
    for (const BoardAction& action : ruling.actions) log({ruling.verdict, name(action.side), action.says, {}});
    for (const BoardDifference& d : ruling.differences)
      log({Verdict::No,
           name(d.side),
           fmt::format("{} on [{}, {}], and no rule explains it",
                       d.kind == BoardDifference::Kind::Gone ? "nobody stands any more" : "stands now", d.at.column, d.at.row),
           {}});
    for (const rules::Reason& reason : ruling.because) log({Verdict::No, {}, reason.says, reason.rule});
    if (ruling.over) log({Verdict::Yes, ruling.winner ? name(*ruling.winner) : "", ruling.winner ? "has won" : "nobody has won", {}});
  }

  void rule(const BoardLook& look) {
    if (!umpire) {
      auto begun = begin_umpire(setup.board, houses, look);
      if (!begun) return complain("no-game", begun.error().message, "correct the board file");
      umpire = std::move(*begun);
      return tell_game();
    }
    BoardRuling ruling = umpire->rule(look);
    if (ruling.unchanged) {
      if (!next.last.differences.empty()) next.record = umpire->record();  // what nothing explained may have been put right
      return;
    }
    log(ruling);
    next.asks_letters = ruling.actions.size() == 1 && ruling.actions.front().kind == BoardAction::Kind::Attack;
    next.last = std::move(ruling);
    tell_game();
  }

  void undo() {
    if (!umpire || !umpire->undo()) return;
    log({Verdict::Yes, {}, "taken back", {}});
    next.last = {};
    next.last.unchanged = true;
    next.asks_letters = false;
    tell_game();
  }

  void declare(const std::string& attacker, const std::string& defender) {
    if (!umpire) return;
    const auto flags = umpire->declare(attacker, defender);
    if (!flags) return log({Verdict::No, {}, flags.error().message, {}});
    log({Verdict::Yes, {}, fmt::format("{} attacked {}", attacker, defender), "L-4"});
    for (const rules::Reason& flag : *flags) log({Verdict::No, {}, flag.says, flag.rule});
    next.asks_letters = false;
    tell_game();
  }

  void take_one() {
    vision::Delivery delivery = source->next(kPatience);
    const auto before = next.status;
    next.status = delivery.status;
    ended = delivery.status == vision::SourceStatus::Ended;
    if (delivery.bad_picture) complain("bad-picture", delivery.bad_name + ": " + delivery.bad_picture->message, "");
    if (delivery.frame) understand(std::make_shared<const vision::Frame>(std::move(*delivery.frame)));
    if (delivery.frame || delivery.bad_picture || before != delivery.status) publish();
    if (next.frame && !ended) rest(clock.remaining(Clock::now()));
  }

  void understand(std::shared_ptr<const vision::Frame> frame) {
    next.frame = std::move(frame);
    const auto seen = watch->step(*next.frame);
    if (seen) {
      trouble.reset();
      next.reading = seen->reading;
      next.moving = seen->moving;
      next.settled = false;
      if (next.moving) settler->moved();
      if (!next.moving && next.reading->registration) {
        const BoardLook look = look_of(*next.reading, setup.board);
        next.settled = settler->at_rest(look, next.frame->captured_at);
        if (next.settled) rule(look);
      }
    } else {
      complain("frame-refused", seen.error().message, "");
    }
    const auto now = Clock::now();
    const double since = std::chrono::duration<double>(now - last_frame_at).count();
    if (since > 0.0 && since < 10.0) next.frames_per_second += 0.2 * (1.0 / since - next.frames_per_second);
    last_frame_at = now;
    (void)clock.wait_after(*next.frame, now);
  }

  void publish() {
    next.findings.clear();
    if (next.status == vision::SourceStatus::Gone)
      next.findings.push_back({.code = "source-gone",
                               .severity = calibration::Finding::Severity::Fault,
                               .says = "No picture comes from " + next.source + " any more; it is tried again.",
                               .fix = "check cable and power",
                               .cost = {}});
    if (trouble) next.findings.push_back(*trouble);
    if (next.reading) next.findings.insert(next.findings.end(), next.reading->findings.begin(), next.reading->findings.end());
    ++next.serial;
    auto finished = std::make_shared<const BoardSnapshot>(next);
    const std::scoped_lock lock(snapshot_mutex);
    snapshot.swap(finished);
  }

  void rest(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    woken.wait_for(lock, time, [this] { return stop || !wishes.empty(); });
  }

  [[nodiscard]] bool carry_out_wishes() {
    std::deque<std::function<void(State&)>> taken;
    {
      const std::scoped_lock lock(mutex);
      if (stop) return false;
      taken.swap(wishes);
    }
    for (const auto& what : taken) what(*this);
    if (!taken.empty()) publish();
    return true;
  }

  void run() {
    while (carry_out_wishes()) {
      if (!source || ended)
        rest(kIdle);
      else if (const auto left = clock.remaining(Clock::now()); next.frame && left > std::chrono::milliseconds(0))
        rest(left);
      else
        take_one();
    }
  }
};

BoardSession::BoardSession(vision::BoardSetup setup, BoardHouses houses)
    : state_(std::make_unique<State>(std::move(setup), std::move(houses))) {
  state_->next.last.unchanged = true;
  state_->worker = std::thread([state = state_.get()] { state->run(); });
}

BoardSession::~BoardSession() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->stop = true;
  }
  state_->woken.notify_one();
  state_->worker.join();
}

SharedBoardSnapshot BoardSession::latest() const {
  const std::scoped_lock lock(state_->snapshot_mutex);
  return state_->snapshot;
}

void BoardSession::open(std::string source) {
  state_->wish([source = std::move(source)](State& state) { state.open(source); });
}
void BoardSession::undo() {
  state_->wish([](State& state) { state.undo(); });
}
void BoardSession::declare(std::string attacker, std::string defender) {
  state_->wish([a = std::move(attacker), d = std::move(defender)](State& state) { state.declare(a, d); });
}
void BoardSession::begin_anew() {
  state_->wish([](State& state) { state.begin_anew(); });
}

}  // namespace app
