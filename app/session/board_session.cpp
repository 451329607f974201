#include "app/session/board_session.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "app/board/board_json.h"
#include "app/session/loop.h"
#include "app/session/session_record.h"

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

using Json = nlohmann::ordered_json;

struct BoardSession::State : SessionLoop<BoardSession::State, BoardSnapshot> {
  static constexpr const char* kOtherSource = "choose another camera or recording";

  State(vision::BoardSetup first, BoardHouses rules)
      : setup(std::move(first)), play(std::make_shared<BoardPlay>(setup.board, std::move(rules))) {}

  std::array<std::shared_ptr<const LockedPage>, 2> pages;  // by side of the board; null without a sworn game; shared as the snapshot is

  vision::BoardSetup setup;
  std::shared_ptr<BoardPlay> play;
  std::shared_ptr<const StoppedGame> stopped;  // until a source is there
  std::optional<BoardLook> as_it_stopped;      // of a game that goes on, until the board has been seen to stand so
  std::optional<vision::BoardWatch> watch;
  std::optional<BoardSettler> settler;
  std::optional<calibration::Finding> trouble;                   // with source or picture
  std::array<std::shared_ptr<const LockedPage>, 2> pages_to_be;  // handed out next

  SessionRecord recording;
  LensMemory lens_memory;
  std::optional<calibration::Finding> lens_not_kept;

  void note(calibration::Finding finding) { trouble = std::move(finding); }
  void begin() {}
  void adopted() {
    trouble.reset(), lens_not_kept.reset();
    setup.lens_before = source->live() ? lens_memory.before() : std::nullopt;
    watch.emplace(setup, source->stills());
    settler.emplace(source->stills());
    as_it_stopped.reset();
    if (const auto from = std::exchange(stopped, nullptr))
      go_on(*from);
    else
      play->begin_anew();
    RecordedSetup texts = recording.begin(source->describe());
    texts.sworn = play->told().sworn;
    recording.set_up(std::move(texts), true);
  }
  /// Whose page nobody locked has it opened again; the others press their keys.
  void go_on(const StoppedGame& from) {
    play = from.play, as_it_stopped = from.look;
    for (std::size_t side = 0; side < setup.board.sides.size(); ++side) play->unseal(side, "", device());
  }
  [[nodiscard]] std::string device() const { return recording.wanted ? recording.wanted->device : ""; }
  /// Carries out a wish of the players and records it.
  void carry_out(const std::string& kind, Json body, const std::function<void()>& how) {
    how();
    if (!recording.recorder) return;
    recording.recorder->wish(kind, std::move(body), play->shown());
    record_letters();
  }
  /// After whatever may have changed a letter or whose it is, of both sides, so that it tells nothing of the letters when this happens.
  void record_letters() {
    if (!recording.recorder) return;
    for (std::size_t side = 0; side < setup.board.sides.size(); ++side)
      if (const auto box = play->sealed(side, device())) recording.recorder->letters(side, *box);
  }
  [[nodiscard]] bool settle() { return false; }

  /// The picture that is shown is read again.
  void set_up(const vision::BoardSetup& wanted) {
    const std::optional<calibration::Lens> lens_before = watch ? watch->setup().lens_before : setup.lens_before;
    setup = wanted;
    setup.lens_before = lens_before;
    if (!source) return;
    watch.emplace(setup, source->stills());
    if (next.frame) understand();
  }

  /// The next board at rest begins a game; a board that rests already, at once.
  void begin_anew(std::optional<UmpireKind> umpire = {}) {
    as_it_stopped.reset();
    umpire ? play->begin_anew(*umpire) : play->begin_anew();
    if (recording.recorder) recording.recorder->wish("begin_anew", {{"umpire", play->told().sworn ? "sworn" : "open"}});
    rule_at_once();
  }
  void take_as_it_stands() {
    as_it_stopped.reset();
    next.astray.clear();
    rule_at_once();
  }
  void rule_at_once() {
    if (next.settled && next.reading && next.reading->registration) rule(look_of(*next.reading, setup.board));
  }

  /// Is the board still to be put as it stood when the game stopped?
  [[nodiscard]] bool astray(const BoardLook& look) {
    next.astray = as_it_stopped ? differences_of(*as_it_stopped, look) : std::vector<BoardDifference>();
    if (next.astray.empty()) as_it_stopped.reset();
    return !next.astray.empty();
  }

  void rule(const BoardLook& look) {
    if (astray(look)) return;
    const auto ruling = play->rule(look);
    if (!ruling) note(calibration::fault("no-game", ruling.error().message, "correct the board file"));
    if (recording.recorder)
      recording.recorder->look(look, answer_of(ruling, play->umpire(), setup.board), ruling && !ruling->unchanged, *next.frame,
                               play->shown());
    if (ruling && !ruling->unchanged) record_letters();
  }

  void understand() {
    recording.see(*next.frame);
    const auto seen = watch->step(*next.frame);
    if (!seen) return note(calibration::fault("frame-refused", seen.error().message));
    trouble.reset();
    if (const auto told = watch->estimated_lens(); told && source && source->live())
      if (auto finding = lens_memory.keep(*told)) lens_not_kept = std::move(finding);
    next.reading = seen->reading;
    next.moving = seen->moving;
    next.settled = false;
    if (next.moving) settler->moved();
    if (next.moving || !next.reading->registration) return;
    BoardLook look = look_of(*next.reading, setup.board);
    next.settled = settler->at_rest(look, next.frame->captured_at);
    look.long_at_rest = settler->long_at_rest();
    if (next.settled) rule(look);
  }

  void complete() {
    if (trouble) next.findings.push_back(*trouble);
    if (lens_not_kept) next.findings.push_back(*lens_not_kept);
    recording.look_after(next.status, next.findings);
    if (next.reading) next.findings.insert(next.findings.end(), next.reading->findings.begin(), next.reading->findings.end());
    static_cast<PublicBoard&>(next) = play->told();
    pages_to_be = {};
    for (std::size_t side = 0; side < pages_to_be.size(); ++side)
      if (auto page = play->page(side)) pages_to_be[side] = std::make_shared<const LockedPage>(std::move(*page));
  }
  void handed_out() { pages.swap(pages_to_be); }
};

BoardSession::BoardSession(vision::BoardSetup setup, BoardHouses houses)
    : state_(std::make_unique<State>(std::move(setup), std::move(houses))) {
  state_->start();
}
BoardSession::~BoardSession() { state_->stop(); }
SharedBoardSnapshot BoardSession::latest() const { return state_->latest(); }

void BoardSession::record(RecordWanted wanted) {
  state_->wish([wanted = std::move(wanted)](State& state) { state.recording.wanted = wanted; });
}
void BoardSession::open(std::string source) {
  state_->wish([source = std::move(source)](State& state) { state.open(source); });
}
void BoardSession::open(std::unique_ptr<vision::FrameSource> source) {
  auto held = std::make_shared<std::unique_ptr<vision::FrameSource>>(std::move(source));  // std::function copies
  state_->wish([held](State& state) { state.adopt(std::move(*held)); });
}
void BoardSession::go_on(std::shared_ptr<const StoppedGame> stopped) {
  state_->wish([stopped = std::move(stopped)](State& state) { state.stopped = stopped; });
}
void BoardSession::keep_lens(LensMemory memory) {
  state_->wish([memory = std::move(memory)](State& state) { state.lens_memory = memory; });
}
void BoardSession::take_as_it_stands() {
  state_->wish([](State& state) { state.take_as_it_stands(); });
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
  state_->wish([](State& state) { state.carry_out("undo", Json::object(), [&] { state.play->undo(); }); });
}
void BoardSession::declare(std::string attacker, std::string defender) {
  state_->wish([a = std::move(attacker), d = std::move(defender)](State& state) {
    state.carry_out("declare", {{"attacker", a}, {"defender", d}}, [&] { state.play->declare(a, d); });
  });
}
void BoardSession::choose(std::size_t which) {
  state_->wish([which](State& state) { state.carry_out("choose", {{"which", which}}, [&] { state.play->choose(which); }); });
}
void BoardSession::begin_anew() {
  state_->wish([](State& state) { state.begin_anew(); });
}
void BoardSession::begin_anew(UmpireKind umpire) {
  state_->wish([umpire](State& state) { state.begin_anew(umpire); });
}
void BoardSession::lock(std::size_t side, std::string secret) {
  state_->wish([side, s = std::move(secret)](State& state) { state.play->lock(side, s), state.record_letters(); });
}
void BoardSession::enter(std::size_t side, std::string secret, measure::SquareName at, std::optional<char> letter) {
  state_->wish([side, s = std::move(secret), at, letter](State& state) { state.play->enter(side, s, at, letter), state.record_letters(); });
}
void BoardSession::unseal(std::size_t side, std::string secret) {
  state_->wish([side, s = std::move(secret)](State& state) { state.play->unseal(side, s, state.device()); });
}

}  // namespace app
