#include "app/session/session.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "vision/tags/detector.h"

namespace app {
namespace {

using calibration::Finding;
using Clock = std::chrono::steady_clock;

/// Old findings of the session itself (a refused correction) are shown for so many frames.
constexpr int kNoteFrames = 90;

[[nodiscard]] Finding fault(std::string code, std::string says, std::string fix) {
  return {.code = std::move(code), .severity = Finding::Severity::Fault, .says = std::move(says), .fix = std::move(fix), .cost = {}};
}

[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const Correction& correction) {
  struct Visitor {
    vision::Tracker& tracker;
    measure::Result<void> operator()(const Rename& c) const { return tracker.rename(c.id, c.name); }
    measure::Result<void> operator()(const AssignUnit& c) const { return tracker.assign_unit(c.ids, c.unit); }
    measure::Result<void> operator()(const Merge& c) const { return tracker.merge(c.keep, c.drop); }
    measure::Result<void> operator()(const Swap& c) const { return tracker.swap(c.a, c.b); }
    measure::Result<void> operator()(const RemovePiece& c) const { return tracker.remove(c.id); }
  };
  return std::visit(Visitor{tracker}, correction);
}

}  // namespace

struct Session::State {
  State(vision::Setup first, rules::charge::House rules) : setup(std::move(first)), house(std::move(rules)) {}

  // Shared with the callers.
  mutable std::mutex snapshot_mutex;  // held only to swap the pointer
  SharedSnapshot snapshot = std::make_shared<const Snapshot>();
  std::mutex mutex;
  std::condition_variable woken;
  std::deque<std::function<void(State&)>> wishes;
  bool stop = false;

  // The worker's own.
  vision::Setup setup;
  rules::charge::House house;
  std::optional<vision::Pipeline> pipeline;
  std::optional<ChargeUmpire> umpire;
  std::optional<rules::charge::Scenario> scenario;
  std::unique_ptr<vision::FrameSource> source;
  std::string source_name;
  std::shared_ptr<const vision::Frame> frame;
  Snapshot next;
  bool frozen = false, holding = false, single = false, tags_wanted = false, ended = false;
  PlaybackClock clock;
  std::deque<std::pair<Finding, int>> notes;
  Clock::time_point last_frame_at{};
  std::thread worker;

  void wish(std::function<void(State&)> what) {
    {
      const std::scoped_lock lock(mutex);
      wishes.push_back(std::move(what));
    }
    woken.notify_one();
  }
  /// Says it for a while; what is said again stands there once.
  void note(Finding finding) {
    std::erase_if(notes, [&](const auto& note) { return note.first.code == finding.code && note.first.says == finding.says; });
    notes.emplace_back(std::move(finding), kNoteFrames);
  }

  [[nodiscard]] bool carry_out_wishes();
  void open(const std::string& name);
  void adopt(std::unique_ptr<vision::FrameSource> opened);
  void correct(const std::function<measure::Result<void>(vision::Tracker&)>& how);
  void rebuild();
  bool understand();
  [[nodiscard]] bool rule();
  void list_tags();
  void show_corrected();
  void publish();
  void take_one();
  void rest(std::chrono::milliseconds time);
  void run();
};

void Session::State::rebuild() {
  pipeline.emplace(setup);
  umpire.emplace(setup.roster, setup.table, house);
  umpire->play(scenario);
  next.rulings = nullptr;
}

/// The umpire looks at every state, for it follows who comes and goes. True when it had something to say.
bool Session::State::rule() {
  if (!umpire || !next.state) return false;
  const auto rulings = umpire->look(*next.state);
  if (!rulings) return false;
  const int number = next.rulings && !next.rulings->empty() ? next.rulings->front()->number + 1 : 1;
  RulingLog log{std::make_shared<const RuledTable>(RuledTable{.number = number,
                                                              .frame = next.state->frame,
                                                              .time = next.state->time,
                                                              .field = umpire->settled().value_or(rules::charge::Field{}),
                                                              .lines = ruling_lines(*rulings)})};
  if (next.rulings) log.insert(log.end(), next.rulings->begin(), next.rulings->end());
  if (log.size() > kMostRuledTables) log.resize(kMostRuledTables);
  next.rulings = std::make_shared<const RulingLog>(std::move(log));
  return true;
}

bool Session::State::carry_out_wishes() {
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

void Session::State::open(const std::string& name) {
  source_name = name;
  auto opened = vision::open_source(name);
  if (opened) return adopt(std::move(*opened));
  source.reset();
  note(fault("no-source", opened.error().message, "choose another camera or recording in Set up"));
}

void Session::State::adopt(std::unique_ptr<vision::FrameSource> opened) {
  source = std::move(opened);
  setup.tracking.stills = source->stills();
  ended = false;
  next.status = vision::SourceStatus::Running;
  clock = PlaybackClock(source->live()     ? PlaybackClock::Pace::Live
                        : source->stills() ? PlaybackClock::Pace::Stills
                                           : PlaybackClock::Pace::Recorded,
                        kStillTime);
  rebuild();
}

void Session::State::correct(const std::function<measure::Result<void>(vision::Tracker&)>& how) {
  if (!pipeline) return;
  if (const auto done = how(pipeline->tracker()); !done)
    note({.code = "correction-refused", .severity = Finding::Severity::Warn, .says = done.error().message, .fix = "", .cost = {}});
  show_corrected();
}

/// What was corrected shows at once, even while frozen; the picture itself has nothing new to say.
void Session::State::show_corrected() {
  if (!next.state) return;
  vision::TableState state = *next.state;
  state.pieces = pipeline->tracker().pieces();
  next.state = std::make_shared<const vision::TableState>(std::move(state));
}

/// False when the picture was refused: the last state then stays.
bool Session::State::understand() {
  const auto began = Clock::now();
  auto stepped = pipeline->step(*frame);
  next.step_ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  if (stepped) {
    next.state = std::make_shared<const vision::TableState>(std::move(*stepped));
    const auto& registration = pipeline->registration();
    next.camera =
        next.state->camera.registered && registration ? std::make_shared<const calibration::TableCamera>(registration->camera) : nullptr;
  } else {
    note(fault("frame-refused", stepped.error().message, ""));
    next.camera = nullptr;
  }
  list_tags();
  return stepped.has_value();
}

void Session::State::list_tags() {
  next.tags.clear();
  if (!tags_wanted || !frame) return;
  std::vector<std::string> dictionaries{"DICT_APRILTAG_36h11", "DICT_4X4_250"};
  for (const auto& tag : setup.tags) {
    if (std::ranges::find(dictionaries, tag.dictionary) == dictionaries.end()) dictionaries.push_back(tag.dictionary);
  }
  if (auto tags = vision::read_tags(frame->luma, dictionaries)) next.tags = std::move(*tags);
}

void Session::State::publish() {
  next.frame = frame;
  next.source = source ? source->describe() : source_name;
  next.live = source && source->live();
  next.frozen = frozen;
  next.set_up = setup.tracking.set_up;
  next.findings.clear();
  if (next.status == vision::SourceStatus::Gone)
    next.findings.push_back(
        fault("source-gone", "No picture comes from " + next.source + " any more; it is tried again.", "check cable and power"));
  for (auto& [finding, left] : notes) next.findings.push_back(finding), --left;
  std::erase_if(notes, [](const auto& note) { return note.second <= 0; });
  if (next.state) next.findings.insert(next.findings.end(), next.state->findings.begin(), next.state->findings.end());
  ++next.serial;
  auto finished = std::make_shared<const Snapshot>(next);
  const std::scoped_lock lock(snapshot_mutex);
  snapshot.swap(finished);
}

void Session::State::take_one() {
  vision::Delivery delivery = source->next(kPatience);
  bool understood = false;
  const auto before = next.status;
  next.status = delivery.status;
  if (delivery.bad_picture) note(fault("bad-picture", delivery.bad_name + ": " + delivery.bad_picture->message, ""));
  if (before == vision::SourceStatus::Gone && delivery.status == vision::SourceStatus::Running) {
    note({.code = "source-back", .severity = Finding::Severity::Info, .says = "The picture is back.", .fix = "", .cost = {}});
  }
  ended = delivery.status == vision::SourceStatus::Ended;
  if (delivery.frame) {
    frame = std::make_shared<const vision::Frame>(std::move(*delivery.frame));
    understood = understand();
    const auto now = Clock::now();
    const double since = std::chrono::duration<double>(now - last_frame_at).count();
    if (since > 0.0 && since < 10.0) next.frames_per_second += 0.2 * (1.0 / since - next.frames_per_second);
    last_frame_at = now;
  }
  if (delivery.frame || delivery.bad_picture || before != delivery.status) publish();
  if (understood && rule()) {
    if (holding && !source->live()) frozen = true;
    publish();
  }
  if (delivery.frame) rest(clock.wait_after(*frame, Clock::now()));
}

void Session::State::rest(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex);
  woken.wait_for(lock, time, [this] { return stop || !wishes.empty(); });
}

void Session::State::run() {
  rebuild();
  while (carry_out_wishes()) {
    if (!source || ended || (frozen && !single)) {
      rest(kIdle);
      continue;
    }
    if (!single && clock.remaining(Clock::now()) > std::chrono::milliseconds(0)) {
      rest(clock.remaining(Clock::now()));
      continue;
    }
    single = false;
    take_one();
  }
}

Session::Session(vision::Setup setup, rules::charge::House house) : state_(std::make_unique<State>(std::move(setup), std::move(house))) {
  state_->worker = std::thread([state = state_.get()] { state->run(); });
}

Session::~Session() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->stop = true;
  }
  state_->woken.notify_one();
  state_->worker.join();
}

SharedSnapshot Session::latest() const {
  const std::scoped_lock lock(state_->snapshot_mutex);
  return state_->snapshot;
}

void Session::open(std::string source) {
  state_->wish([source = std::move(source)](State& state) { state.open(source); });
}
void Session::open(std::unique_ptr<vision::FrameSource> source) {
  auto held = std::make_shared<std::unique_ptr<vision::FrameSource>>(std::move(source));  // std::function copies
  state_->wish([held](State& state) { state.adopt(std::move(*held)); });
}
void Session::play_scenario(std::optional<rules::charge::Scenario> scenario) {
  state_->wish([scenario = std::move(scenario)](State& state) {
    state.scenario = scenario;
    if (state.umpire) state.umpire->play(scenario);
  });
}
void Session::replace_setup(vision::Setup setup) {
  state_->wish([setup = std::move(setup)](State& state) {
    const vision::TrackerOptions tracking = state.setup.tracking;
    state.setup = setup;
    state.setup.tracking = tracking;
    if (!state.pipeline) return;
    if (state.umpire) state.umpire->replace(state.setup.roster, state.setup.table);
    if (state.pipeline->replace_setup(state.setup) && state.frame)
      static_cast<void>(state.understand() && state.rule());
    else
      state.show_corrected();
  });
}
void Session::replace_tracking(bool set_up) {
  state_->wish([set_up](State& state) {
    state.setup.tracking.set_up = set_up;
    if (state.pipeline) state.pipeline->tracker().set_up_mode(set_up);
  });
}
void Session::freeze(bool on) {
  state_->wish([on](State& state) { state.frozen = on; });
}
void Session::hold_at_rest(bool on) {
  state_->wish([on](State& state) {
    if (state.holding && !on) state.frozen = false;
    state.holding = on;
  });
}
void Session::step() {
  state_->wish([](State& state) { state.single = true; });
}
void Session::restart() {
  state_->wish([](State& state) {
    state.frozen = false;
    if (!state.source_name.empty()) state.open(state.source_name);
  });
}
void Session::correct(Correction correction) {
  state_->wish([correction = std::move(correction)](State& state) {
    state.correct([&](vision::Tracker& tracker) { return apply(tracker, correction); });
  });
}
void Session::take_back(std::size_t corrections) {
  state_->wish([corrections](State& state) {
    for (std::size_t i = 0; i < corrections; ++i) state.correct([](vision::Tracker& tracker) { return tracker.take_back(); });
  });
}
void Session::watch_tags(bool on) {
  state_->wish([on](State& state) {
    state.tags_wanted = on;
    state.list_tags();
  });
}

}  // namespace app
