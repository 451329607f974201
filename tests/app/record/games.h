// Games made up at random, for records: tables of Charge!, looks at boards.
#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "app/board/board_json.h"
#include "app/board/board_play.h"
#include "app/files/house_file.h"
#include "app/record/recorder.h"
#include "app/umpire/rulings_json.h"
#include "tests/app/program.h"

namespace games {

inline const std::string kExamples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";

/// Few enough to be ruled on often.
inline const std::string kRoster = R"(version = 1
[[army]]
name = "red"
colour = "#b3202a"
[[army.unit]]
name = "R1"
arm = "infantry"
models = 5
base = { shape = "round", diameter = 1.0, height = 0.1 }
marker = "none"
[[army.unit]]
name = "RG"
arm = "gun"
models = 1
base = { shape = "rect", size = [2.5, 1.5], height = 0.1 }
marker = "none"
crew = { men = 5, base = { shape = "round", diameter = 1.0, height = 0.1 }, marker = "none" }
[[army]]
name = "blue"
colour = "#2038b0"
[[army.unit]]
name = "B1"
arm = "cavalry"
models = 4
base = { shape = "oval", size = [2.0, 1.0], height = 0.1 }
marker = "none"
)";

inline app::RecordedSetup setup_of(const std::string& game) {
  app::RecordedSetup setup{.game = game};
  if (game == "charge") {
    setup.table = program::bytes_of(kExamples + "charge/table.toml");
    setup.roster = kRoster;
  } else {
    setup.board = program::bytes_of(kExamples + "boards/" + game + ".toml");
  }
  return setup;
}

/// Tables with every figure somewhere, some hidden, some lost, some taken off.
class Tables {
 public:
  Tables(const measure::Roster& roster, unsigned seed) : random_(seed) {
    int id = 0;
    for (const measure::PieceSpec& spec : measure::pieces_of(roster)) {
      vision::Piece piece;
      piece.id = ++id;
      piece.name = spec.name, piece.army = spec.army, piece.unit = spec.unit, piece.kind = spec.kind, piece.base = spec.base;
      piece.at = somewhere();
      piece.covariance = {0.0001 + number(0.001), number(0.0001), 0.0001 + number(0.001)};
      piece.heading_margin = measure::Radians(number(0.1));
      all_.push_back(piece);
    }
  }

  vision::TableState next() {
    vision::TableState state;
    state.time = time_ += number(2.0);
    state.frame = std::to_string(++frame_);
    state.settled = true;
    state.camera = {
        .registered = true, .moved = chance(0.1), .tags_seen = {0, 1, 3}, .reprojection_px = number(1.0), .height = measure::Inches(70.0)};
    if (chance(0.3)) state.findings = {calibration::warning("glare", "a \"lamp\"", "turn it", measure::Inches(number(0.1)))};
    for (vision::Piece& piece : all_) {
      if (chance(0.2)) {
        vision::Move move{.id = piece.id,
                          .from = piece.at,
                          .to = chance(0.5) ? near(piece.at) : somewhere(),
                          .heading_from = piece.heading,
                          .heading_to = {}};
        piece.heading = chance(0.8) ? std::optional(measure::Radians(number(6.0) - 3.0)) : std::nullopt;
        piece.at = move.to, move.heading_to = piece.heading;
        state.moves.push_back(move);
      }
      const bool was_off = off_.contains(piece.id);
      if (chance(0.03)) was_off ? void(off_.erase(piece.id)) : void(off_.insert(piece.id));
      const bool is_off = off_.contains(piece.id);
      if (is_off != was_off) (is_off ? state.removed : state.added).push_back(piece.id);
      piece.seen = chance(0.9) ? vision::Seen::Yes : chance(0.5) ? vision::Seen::Hidden : vision::Seen::Lost;
      piece.doubtful = chance(0.05);
      piece.could_be = piece.doubtful ? std::vector{1, 2} : std::vector<int>{};
      if (!is_off) state.pieces.push_back(piece);
    }
    return state;
  }

  double number(double most) { return std::uniform_real_distribution(0.0, most)(random_); }
  bool chance(double of) { return number(1.0) < of; }

 private:
  measure::TablePoint somewhere() { return {measure::Inches(number(72.0)), measure::Inches(number(48.0))}; }
  measure::TablePoint near(measure::TablePoint at) {
    return {measure::Inches(at.x.value + number(8.0) - 4.0), measure::Inches(at.y.value + number(8.0) - 4.0)};
  }

  std::mt19937 random_;
  std::vector<vision::Piece> all_;
  std::set<int> off_;
  double time_ = 0.0;
  int frame_ = 0;
};

/// Looks at a board game that is played by its rules, mostly: hands hide squares, men are nudged, and sometimes anything happens.
class Looks {
 public:
  /// `peaceful`: only moves, in full sight; what is taken back is put back on the board, else a man would vanish and pass for fallen.
  Looks(const measure::Board& board, unsigned seed, bool peaceful = false) : board_(board), random_(seed), peaceful_(peaceful) {
    for (const measure::BoardSquare& square : board.squares) {
      const int rows = measure::size_of(board).row;
      const bool first = square.at.row < 2, last = square.at.row >= rows - 2;
      if (square.playable && (first || last) && below(3) > 0) look_.standing.push_back({square.at, first ? 0U : 1U});
    }
  }

  app::BoardLook next(const app::BoardPlay& play) {
    std::vector<app::BoardAction> options = play.told().options;
    if (peaceful_ && !look_.standing.empty() && !play.told().standing.empty()) look_.standing = play.told().standing;
    if (peaceful_) std::erase_if(options, [](const app::BoardAction& action) { return action.kind != app::BoardAction::Kind::Move; });
    if (!options.empty() && (peaceful_ || below(10) > 0))
      carry_out(options[below(options.size())]);
    else if (!peaceful_ && !look_.standing.empty())
      look_.standing.erase(look_.standing.begin() + static_cast<std::ptrdiff_t>(below(look_.standing.size())));
    app::BoardLook seen = look_;
    if (peaceful_) return seen;
    if (below(5) == 0) seen.unseen.push_back(board_.squares[below(board_.squares.size())].at);
    if (below(5) == 0 && !seen.standing.empty()) seen.standing[below(seen.standing.size())].sure = false;
    seen.long_at_rest = below(4) == 0;
    std::erase_if(seen.standing, [&](const app::Standing& piece) { return std::ranges::find(seen.unseen, piece.at) != seen.unseen.end(); });
    return seen;
  }
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

 private:
  void carry_out(const app::BoardAction& action) {
    const auto at = [&](measure::SquareName square) { return std::ranges::find(look_.standing, square, &app::Standing::at); };
    const auto take = [&](measure::SquareName square) {
      if (const auto there = at(square); there != look_.standing.end()) look_.standing.erase(there);
    };
    for (const measure::SquareName square : action.takes) take(square);
    if (action.way.size() > 1) {
      take(action.way.back());
      if (const auto mover = at(action.way.front()); mover != look_.standing.end() && !action.stays) mover->at = action.way.back();
    } else if (action.kind == app::BoardAction::Kind::Enter) {
      look_.standing.push_back({action.way.front(), action.side});
    } else {
      take(action.way.front());
    }
    std::ranges::sort(look_.standing, {}, &app::Standing::at);
  }

  const measure::Board& board_;
  std::mt19937 random_;
  bool peaceful_;
  app::BoardLook look_;
};

/// Tells a game's recorder one event after the other.
class Playing {
 public:
  Playing(const std::string& game, app::Recorder& recorder, unsigned seed)
      : recorder_(recorder), game_(app::read_setup(setup_of(game)).value()), tables_(game_.roster, seed) {
    if (game_.board)
      play_.emplace(*game_.board, game_.houses()), looks_.emplace(*game_.board, seed);
    else
      umpire_.emplace(game_.roster, game_.table, game_.house.charge);
    picture_.bgr = cv::Mat(40, 60, CV_8UC3, cv::Scalar(90, 120, 60));
  }

  /// A sworn game of Le Choc, whose players entrust every letter there is, in an order of their own.
  void swear(unsigned looks) {
    play_->begin_anew(app::UmpireKind::Sworn);
    recorder_.wish("begin_anew", {{"umpire", "sworn"}});
    looks_.emplace(*game_.board, looks, true);
    step_look();
  }
  void entrust(unsigned order) {
    std::mt19937 random(order);
    for (std::size_t side = 0; side < game_.board->sides.size(); ++side) play_->lock(side, "");
    const std::vector<app::Standing> standing = play_->told().standing;  // what is told changes with every letter
    for (const app::Standing& piece : standing) {
      std::string letters = "ABCDEFGH";
      std::ranges::shuffle(letters, random);
      for (const char letter : letters) {
        play_->enter(piece.side, "", piece.at, letter);
        if (play_->page(piece.side)->open("")->refused.empty()) break;
      }
      seal();
    }
  }

  /// Of Charge!: house rules that count from the next table on.
  void rule_by(const std::string& house) {
    app::RecordedSetup setup = setup_of("charge");
    setup.house = house;
    const app::HouseFile read = app::parse_house(house, "house-rules.toml").value();
    umpire_->rule_by(read.charge);
    umpire_->dial(read.custom.rules);
    recorder_.set_up(std::move(setup), false);
  }

  void step() {
    ++picture_.sequence;
    picture_.name = std::to_string(picture_.sequence);
    if (umpire_) {
      const vision::TableState state = tables_.next();
      nlohmann::ordered_json rulings;
      add_rulings(rulings, umpire_->rule(state), umpire_->house());
      recorder_.watch(state);
      return recorder_.settled(state, std::move(rulings), picture_);
    }
    picture_.captured_at += 0.5;
    if (const auto wish = looks_->below(12); wish < 4) return wishes(wish);
    step_look();
  }
  [[nodiscard]] const app::BoardPlay& play() const { return *play_; }
  [[nodiscard]] const measure::Board& board() const { return *game_.board; }
  /// The last look that was ruled on.
  [[nodiscard]] const app::BoardLook& seen() const { return seen_; }

 private:
  void seal() {
    for (std::size_t side = 0; side < game_.board->sides.size(); ++side)
      if (const auto box = play_->sealed(side, "")) recorder_.letters(side, *box);
  }
  void step_look() {
    const app::BoardLook& look = seen_ = looks_->next(*play_);
    for (std::size_t times = 1 + looks_->below(3); times > 0; --times) {  // a board at rest is looked at again and again
      const auto ruling = play_->rule(look);
      recorder_.look(look, answer_of(ruling, play_->umpire(), *game_.board), ruling && !ruling->unchanged, picture_, play_->shown());
      if (ruling && !ruling->unchanged) seal();
    }
  }
  void wishes(std::size_t which) {
    if (which == 0) play_->undo(), recorder_.wish("undo", nlohmann::ordered_json::object(), play_->shown());
    if (which == 1) play_->choose(1), recorder_.wish("choose", {{"which", 1}}, play_->shown());
    if (which == 2) play_->declare("A", "B"), recorder_.wish("declare", {{"attacker", "A"}, {"defender", "B"}}, play_->shown());
    if (which != 3 || looks_->below(6) > 0 || play_->told().sworn) return;
    play_->begin_anew(app::UmpireKind::Open);
    recorder_.wish("begin_anew", {{"umpire", "open"}});
  }

  app::Recorder& recorder_;
  const app::RecordedGame game_;
  Tables tables_;
  std::optional<app::ChargeUmpire> umpire_;
  std::optional<app::BoardPlay> play_;
  std::optional<Looks> looks_;
  app::BoardLook seen_;
  vision::Frame picture_;
};

}  // namespace games
