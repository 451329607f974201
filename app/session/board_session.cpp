#include "app/session/board_session.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>

#include "app/session/session.h"

namespace app {

BoardLook look_of(const vision::BoardReading& reading, const measure::Board& board) {
  BoardLook look;
  look.unsure = reading.open;
  std::ranges::copy_if(reading.unseen, std::back_inserter(look.unseen),
                       [&](measure::SquareName at) { return std::ranges::find(reading.open, at) == reading.open.end(); });
  for (const vision::BoardPiece& piece : reading.pieces) {
    if (!piece.on) continue;
    const bool sure = measure::read_square(board, piece.at, piece.margin).inside == measure::Verdict::Yes;
    const Standing now{*piece.on, piece.side, piece.rank == vision::BoardRank::General && piece.sure, sure};
    const auto there = std::ranges::find(look.standing, now.at, &Standing::at);
    if (there == look.standing.end())
      look.standing.push_back(now);
    else if (now.sure && !there->sure)
      *there = now;
  }
  return look;
}

namespace {

using Clock = std::chrono::steady_clock;
using measure::Verdict;

}  // namespace

struct BoardSession::State {
  State(vision::BoardSetup first, BoardHouses rules) : setup(std::move(first)), play(setup.board, std::move(rules)) {}

  // Shared with the callers.
  mutable std::mutex snapshot_mutex;  // held only to swap the pointer
  SharedBoardSnapshot snapshot = std::make_shared<const BoardSnapshot>();
  std::array<std::shared_ptr<const LockedPage>, 2> pages;  // by side of the board; null without a sworn game
  std::mutex mutex;
  std::condition_variable woken;
  std::deque<std::function<void(State&)>> wishes;
  bool stop = false;

  // The worker's own.
  vision::BoardSetup setup;
  BoardPlay play;
  std::unique_ptr<vision::FrameSource> source;
  std::optional<vision::BoardWatch> watch;
  std::optional<BoardSettler> settler;
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
    play.begin_anew();
  }

  /// The picture that is shown is read again.
  void set_up(const vision::BoardSetup& wanted) {
    setup = wanted;
    if (!source) return;
    watch.emplace(setup, source->stills());
    if (next.frame) understand(next.frame);
  }

  /// The next board at rest begins a game; a board that rests already, at once.
  void begin_anew() {
    play.begin_anew();
    if (next.settled && next.reading && next.reading->registration) rule(look_of(*next.reading, setup.board));
  }

  void rule(const BoardLook& look) {
    if (const auto done = play.rule(look); !done) complain("no-game", done.error().message, "correct the board file");
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
        BoardLook look = look_of(*next.reading, setup.board);
        next.settled = settler->at_rest(look, next.frame->captured_at);
        look.long_at_rest = settler->long_at_rest();
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
    static_cast<BoardTold&>(next) = play.told();
    ++next.serial;
    auto finished = std::make_shared<const BoardSnapshot>(next);
    std::array<std::shared_ptr<const LockedPage>, 2> locked;
    for (std::size_t side = 0; side < locked.size(); ++side)
      if (auto page = play.page(side)) locked[side] = std::make_shared<const LockedPage>(std::move(*page));
    const std::scoped_lock lock(snapshot_mutex);
    snapshot.swap(finished);
    pages.swap(locked);
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
void BoardSession::set_up(vision::BoardSetup setup) {
  state_->wish([setup = std::move(setup)](State& state) { state.set_up(setup); });
}
std::shared_ptr<const PrivatePage> BoardSession::private_page(std::size_t side, std::string_view secret) const {
  std::shared_ptr<const LockedPage> locked;
  {
    const std::scoped_lock lock(state_->snapshot_mutex);
    if (side < state_->pages.size()) locked = state_->pages[side];
  }
  const PrivatePage* const page = locked ? locked->open(secret) : nullptr;
  return page ? std::shared_ptr<const PrivatePage>(locked, page) : nullptr;
}

void BoardSession::undo() {
  state_->wish([](State& state) { state.play.undo(); });
}
void BoardSession::declare(std::string attacker, std::string defender) {
  state_->wish([a = std::move(attacker), d = std::move(defender)](State& state) { state.play.declare(a, d); });
}
void BoardSession::choose(std::size_t which) {
  state_->wish([which](State& state) { state.play.choose(which); });
}
void BoardSession::begin_anew() {
  state_->wish([](State& state) { state.begin_anew(); });
}
void BoardSession::begin_anew(UmpireKind umpire) {
  state_->wish([umpire](State& state) {
    state.play.begin_anew(umpire);
    state.begin_anew();
  });
}
void BoardSession::lock(std::size_t side, std::string secret) {
  state_->wish([side, s = std::move(secret)](State& state) { state.play.lock(side, s); });
}
void BoardSession::enter(std::size_t side, std::string secret, measure::SquareName at, std::optional<char> letter) {
  state_->wish([side, s = std::move(secret), at, letter](State& state) { state.play.enter(side, s, at, letter); });
}

}  // namespace app
