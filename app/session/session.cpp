#include "app/session/session.h"

#include <deque>
#include <functional>

#include "app/session/loop.h"
#include "app/session/session_record.h"
#include "vision/tags/detector.h"

namespace app {
namespace {

using calibration::Finding;

/// Old findings of the session itself (a refused correction) are shown for so many frames.
constexpr int kNoteFrames = 90;

[[nodiscard]] nlohmann::ordered_json correction_json(const Rename& c) { return {{"rename", {{"id", c.id}, {"name", c.name}}}}; }
[[nodiscard]] nlohmann::ordered_json correction_json(const AssignUnit& c) { return {{"assign_unit", {{"ids", c.ids}, {"unit", c.unit}}}}; }
[[nodiscard]] nlohmann::ordered_json correction_json(const Merge& c) { return {{"merge", {{"keep", c.keep}, {"drop", c.drop}}}}; }
[[nodiscard]] nlohmann::ordered_json correction_json(const Swap& c) { return {{"swap", {{"a", c.a}, {"b", c.b}}}}; }
[[nodiscard]] nlohmann::ordered_json correction_json(const RemovePiece& c) { return {{"remove", {{"id", c.id}}}}; }

[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const Rename& c) { return tracker.rename(c.id, c.name); }
[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const AssignUnit& c) { return tracker.assign_unit(c.ids, c.unit); }
[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const Merge& c) { return tracker.merge(c.keep, c.drop); }
[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const Swap& c) { return tracker.swap(c.a, c.b); }
[[nodiscard]] measure::Result<void> apply(vision::Tracker& tracker, const RemovePiece& c) { return tracker.remove(c.id); }

}  // namespace

struct Session::State : SessionLoop<Session::State, Snapshot> {
  static constexpr const char* kOtherSource = "choose another camera or recording in Set up";

  State(vision::Setup first, rules::charge::House rules, Dials how)
      : setup(std::move(first)), house(std::move(rules)), dials(std::move(how)) {}
  using SessionLoop::frozen, SessionLoop::next, SessionLoop::single, SessionLoop::source_name;

  vision::Setup setup;
  rules::charge::House house;
  Dials dials;
  std::optional<vision::Pipeline> pipeline;
  std::optional<ChargeUmpire> umpire;
  std::optional<rules::charge::Scenario> scenario;
  bool understood = false, holding = false, tags_wanted = false;
  SessionRecord recording;
  std::shared_ptr<const StoppedGame> stopped;  // until a source is there
  int tables_before = 0;                       // that settled before the program was started again
  std::deque<std::pair<Finding, int>> notes;
  LensMemory lens_memory;

  /// Says it for a while; what is said again stands there once.
  void note(Finding finding) {
    std::erase_if(notes, [&](const auto& note) { return note.first.code == finding.code && note.first.says == finding.says; });
    notes.emplace_back(std::move(finding), kNoteFrames);
  }

  void begin() { rebuild(); }
  void adopted() {
    setup.tracking.stills = source->stills();
    record(true);
    rebuild();
  }
  /// Of what is watched from here on, or of the set-up as it is now.
  void record(bool anew) {
    RecordedSetup texts = recording.begin(source ? source->describe() : "");
    write_texts(texts, setup);
    recording.set_up(std::move(texts), anew);
  }

  /// Where the picture is refused the last state stays.
  void understand() {
    recording.see(*next.frame);
    auto stepped = pipeline->step(*next.frame);
    if (stepped) {
      next.state = std::make_shared<const vision::TableState>(std::move(*stepped));
      if (recording.recorder) recording.recorder->watch(*next.state);
      if (const auto told = pipeline->estimated_lens(); told && source && source->live())
        if (auto finding = lens_memory.keep(*told)) note(*std::move(finding));
      const auto& registration = pipeline->registration();
      next.camera =
          next.state->camera.registered && registration ? std::make_shared<const calibration::TableCamera>(registration->camera) : nullptr;
    } else {
      note(calibration::fault("frame-refused", stepped.error().message));
      next.camera = nullptr;
    }
    list_tags();
    understood = stepped.has_value();
  }

  [[nodiscard]] bool settle() {
    if (!understood || !rule()) return false;
    if (holding && !source->live()) frozen = true;
    return true;
  }

  void complete() {
    next.live = source && source->live();
    next.frozen = frozen;
    next.set_up = setup.tracking.set_up;
    for (auto& [finding, left] : notes) next.findings.push_back(finding), --left;
    std::erase_if(notes, [](const auto& note) { return note.second <= 0; });
    recording.look_after(next.status, next.findings);
    if (next.state) next.findings.insert(next.findings.end(), next.state->findings.begin(), next.state->findings.end());
  }
  void handed_out() {}

  void correct(const std::function<measure::Result<void>(vision::Tracker&)>& how) {
    if (!pipeline) return;
    if (const auto done = how(pipeline->tracker()); !done) note(calibration::warning("correction-refused", done.error().message));
    show_corrected();
  }

  void rebuild() {
    setup.lens_before = source && source->live() ? lens_memory.before() : std::nullopt;
    pipeline.emplace(setup);
    const auto& [roster, table] = ruled_by();
    next.stopped_at.reset();
    tables_before = 0;
    if (const auto from = std::exchange(stopped, nullptr))
      go_on(*from, roster, table);
    else
      umpire.emplace(roster, table, house);
    umpire->dial(dials);
    umpire->play(scenario);
    next.rulings = nullptr;
  }

  /// Where the record stopped. Who rules and who tracks are as if they had watched all the while.
  void go_on(const StoppedGame& from, const measure::Roster& roster, const measure::Table& table) {
    umpire = from.umpire;
    umpire->replace(roster, table);
    umpire->rule_by(house);
    pipeline->tracker().take_up(from.last.pieces, from.next_id);
    next.stopped_at = std::make_shared<const rules::charge::Field>(field_of(from.last, roster, table));
    tables_before = from.tables;
  }

  /// Armies and table to the bit as a record has them, or its answers could not be computed again: texts round an angle.
  [[nodiscard]] std::pair<measure::Roster, measure::Table> ruled_by() const {
    if (recording.game) return {recording.game->roster, recording.game->table};
    return {setup.roster, setup.table};
  }

  /// The umpire looks at every state, for it follows who comes and goes. True when it had something to say.
  [[nodiscard]] bool rule() {
    if (!umpire || !next.state) return false;
    const auto rulings = umpire->look(*next.state);
    if (!rulings) return false;
    nlohmann::ordered_json ruled;
    add_rulings(ruled, *rulings, house);
    if (recording.recorder) recording.recorder->settled(*next.state, ruled, *next.frame, pipeline->registration());
    const int number = next.rulings && !next.rulings->empty() ? next.rulings->front()->number + 1 : tables_before + 1;
    RulingLog log{std::make_shared<const RuledTable>(RuledTable{.number = number,
                                                                .frame = next.state->frame,
                                                                .time = next.state->time,
                                                                .field = umpire->settled().value_or(rules::charge::Field{}),
                                                                .lines = ruling_lines(*rulings),
                                                                .json = std::move(ruled)})};
    if (next.rulings) log.insert(log.end(), next.rulings->begin(), next.rulings->end());
    if (log.size() > kMostRuledTables) log.resize(kMostRuledTables);
    next.rulings = std::make_shared<const RulingLog>(std::move(log));
    return true;
  }

  void list_tags() {
    next.tags.clear();
    if (!tags_wanted || !next.frame) return;
    std::vector<std::string> dictionaries{"DICT_APRILTAG_36h11", "DICT_4X4_250"};
    for (const auto& tag : setup.tags)
      if (std::ranges::find(dictionaries, tag.dictionary) == dictionaries.end()) dictionaries.push_back(tag.dictionary);
    if (auto tags = vision::read_tags(next.frame->luma, dictionaries)) next.tags = std::move(*tags);
  }

  /// What was corrected shows at once, even while frozen; the picture itself has nothing new to say.
  void show_corrected() {
    if (!next.state) return;
    vision::TableState state = *next.state;
    state.pieces = pipeline->tracker().pieces();
    next.state = std::make_shared<const vision::TableState>(std::move(state));
  }
};

Session::Session(vision::Setup setup, rules::charge::House house, Dials dials)
    : state_(std::make_unique<State>(std::move(setup), std::move(house), std::move(dials))) {
  state_->start();
}
Session::~Session() { state_->stop(); }
SharedSnapshot Session::latest() const { return state_->latest(); }

void Session::record(RecordWanted wanted) {
  state_->wish([wanted = std::move(wanted)](State& state) { state.recording.wanted = wanted; });
}
void Session::note(std::string kind, nlohmann::ordered_json body) {
  state_->wish([kind = std::move(kind), body = std::move(body)](State& state) {
    if (state.recording.recorder && state.next.state) state.recording.recorder->put(state.next.state->time, kind, body);
  });
}
void Session::go_on(std::shared_ptr<const StoppedGame> stopped) {
  state_->wish([stopped = std::move(stopped)](State& state) { state.stopped = stopped; });
}
void Session::keep_lens(LensMemory memory) {
  state_->wish([memory = std::move(memory)](State& state) { state.lens_memory = memory; });
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
    const std::optional<calibration::Lens> lens_before = state.setup.lens_before;
    state.setup = setup;
    state.setup.tracking = tracking, state.setup.lens_before = lens_before;
    if (!state.pipeline) return;
    state.record(false);
    if (state.umpire) std::apply([&](auto roster, auto table) { state.umpire->replace(roster, table); }, state.ruled_by());
    if (!state.pipeline->replace_setup(state.setup) || !state.next.frame) return state.show_corrected();
    state.understand();
    if (state.understood) static_cast<void>(state.rule());
  });
}
void Session::replace_house(rules::charge::House house, Dials dials, std::string text) {
  state_->wish([house = std::move(house), dials = std::move(dials), text = std::move(text)](State& state) {
    state.house = house;
    state.dials = dials;
    if (state.recording.wanted) state.recording.wanted->texts.house = text;
    if (!state.umpire) return;
    state.record(false);
    state.umpire->rule_by(house);
    state.umpire->dial(dials);
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
    state.correct([&](vision::Tracker& tracker) { return std::visit([&](const auto& c) { return apply(tracker, c); }, correction); });
    if (state.recording.recorder)
      state.recording.recorder->corrected(std::visit([](const auto& c) { return correction_json(c); }, correction));
  });
}
void Session::take_back(std::size_t corrections) {
  state_->wish([corrections](State& state) {
    if (state.recording.recorder) state.recording.recorder->corrected(corrections);
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
