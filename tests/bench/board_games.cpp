// board_games GAME GAMES SEED [ACTIONS] [--board BOARD] [--write FOLDER]: whole board games, recorded by the simulated camera with hands
// and shadows, told by the program action by action.
//   Every game has its own board colours, camera, lens and light; BOARD is a board.toml. FOLDER gets the pictures and the lens. Prints what
//   was told against what was done.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "app/board/board_play.h"
#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "app/session/board_session.h"
#include "tests/support/board_recording.h"
#include "vision/boards/reader.h"

namespace {

using app::BoardAction;
using app::BoardLook;
using measure::SquareName;

constexpr int kUsualActions = 24;

sim::BoardStyle style_of(bool le_choc, std::mt19937& random) {
  constexpr std::array<std::array<const char*, 2>, 4> kSides{
      {{"#2f8f4e", "#b3202a"}, {"#2440a8", "#c8a020"}, {"#1c1c1c", "#e8e0d0"}, {"#703090", "#d07020"}}};
  constexpr std::array<std::array<const char*, 2>, 3> kTints{{{"#9aa88a", "#d8d2c0"}, {"#b8c4cc", "#e8e4da"}, {"#a58a66", "#c9b896"}}};
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  sim::BoardStyle style;
  const auto& tints = kTints[random() % kTints.size()];
  style.tints = {tints[0], tints[1]};
  const auto& sides = kSides[random() % kSides.size()];
  style.sides = {sides[0], sides[1]};
  style.gain = 0.75 + 0.4 * unit(random);
  style.warmth = 0.2 * unit(random);
  style.noise = 1.5 + 2.0 * unit(random);
  style.jpeg_quality = 80 + static_cast<int>(random() % 15);
  if (le_choc) style.diameter = 1.0, style.height = 0.1, style.cardboard = true;
  return style;
}

/// A game that plays itself at random, kept by an umpire who sees every square.
class Player {
 public:
  Player(const measure::Board& board, std::mt19937& random) : board_(board), random_(random) {
    const int last = board.squares.back().at.row;
    const bool le_choc = board.game == measure::BoardGame::LeChoc;
    for (const measure::BoardSquare& square : board.squares) {
      const int c = square.at.column, r = square.at.row;
      const bool base = (c >= 1 && c <= 3) || (c >= last - 3 && c <= last - 1);
      if (le_choc ? !base || (r != 0 && r != last) : !square.playable || (r > 2 && r < last - 2)) continue;
      men_.push_back({.at = square.at, .side = r > last / 2 ? 1U : 0U, .general = false, .off = {}});
    }
    umpire_ = app::begin_umpire(board, {}, look()).value();
  }

  [[nodiscard]] const std::vector<sim::RecordedMan>& men() const { return men_; }

  /// One action more; none when the game is over.
  std::optional<BoardAction> act() {
    std::vector<BoardAction> all;
    for (const sim::RecordedMan& man : men_)
      for (const BoardAction& action : umpire_->options_from(man.at))
        if (!umpire_->to_move() ? man.side == 0 : man.side == *umpire_->to_move()) all.push_back(action);
    add_entries(all);
    if (all.empty()) return std::nullopt;
    const auto takes = [](const BoardAction& a) { return !a.takes.empty() || a.kind == BoardAction::Kind::Attack; };
    if (std::ranges::any_of(all, takes)) std::erase_if(all, [&](const BoardAction& a) { return !takes(a); });  // fights make a game
    BoardAction action = all[random_() % all.size()];
    if (action.kind == BoardAction::Kind::Attack) {
      action.attacker_wins = random_() % 3 != 0;
      action.takes = {*action.attacker_wins ? action.way.back() : action.way.front()};
    }
    general_ = general_after(action);
    apply(action);
    const app::BoardRuling ruling = umpire_->rule(look());
    if (ruling.actions.empty()) return std::nullopt;
    action.says = ruling.actions.front().says;
    over_ = ruling.over;
    return action;
  }
  [[nodiscard]] bool general() const { return general_; }
  [[nodiscard]] bool over() const { return over_; }

 private:
  [[nodiscard]] BoardLook look() const {
    BoardLook out;
    for (const sim::RecordedMan& man : men_) out.standing.push_back({man.at, man.side, man.general, true});
    std::ranges::sort(out.standing, {}, &app::Standing::at);
    return out;
  }
  [[nodiscard]] bool general_after(const BoardAction& action) const {
    const auto man = std::ranges::find(men_, action.way.front(), &sim::RecordedMan::at);
    return action.promoted || (man != men_.end() && man->general);
  }
  void add_entries(std::vector<BoardAction>& all) const {
    if (board_.game != measure::BoardGame::LeChoc) return;
    const std::size_t side = umpire_->to_move().value_or(0);
    const int last = board_.squares.back().at.row, row = side == 0 ? 0 : last;
    for (const int column : {1, 2, 3, last - 3, last - 2, last - 1})
      if (std::ranges::find(men_, SquareName{column, row}, &sim::RecordedMan::at) == men_.end()) {
        BoardAction enter;
        enter.kind = BoardAction::Kind::Enter;
        enter.side = side;
        enter.way = {{column, row}};
        all.push_back(enter);
      }
  }
  void apply(const BoardAction& action) {
    const auto gone = [&](SquareName at) { std::erase_if(men_, [&](const sim::RecordedMan& man) { return man.at == at; }); };
    const bool falls = action.kind == BoardAction::Kind::Attack && !*action.attacker_wins;
    for (const SquareName at : action.takes) gone(at);
    if (action.kind == BoardAction::Kind::Huff) return gone(action.way.front());
    if (falls || action.stays) return;
    if (action.way.size() > 1) gone(action.way.front());
    men_.push_back({action.way.back(), action.side, general_, {}});
  }

  const measure::Board& board_;
  std::mt19937& random_;
  std::vector<sim::RecordedMan> men_;
  std::unique_ptr<app::BoardUmpire> umpire_;
  bool general_ = false, over_ = false;
};

struct Tally {
  int done = 0, told = 0, wrong = 0, missing = 0, unexplained = 0, pictures = 0;
  double read_s = 0.0;
};

/// What the program tells of a recording.
std::vector<std::string> told(const sim::BoardRecording& recording, const measure::Board& board, Tally& tally, const std::string& folder) {
  vision::BoardWatch watch(recording.setup(), false);
  app::BoardSettler settler(false);
  std::unique_ptr<app::BoardUmpire> umpire;
  std::vector<std::string> out;
  int number = 0;
  for (const sim::Moment& moment : recording.moments()) {
    const cv::Mat picture = recording.picture(moment);
    if (!folder.empty()) cv::imwrite(fmt::format("{}/{:04d}.jpg", folder, number++), picture, {cv::IMWRITE_JPEG_QUALITY, 95});
    const auto began = std::chrono::steady_clock::now();
    const auto seen = watch.step(vision::make_frame(picture, moment.time_s, "", 0));
    tally.read_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    ++tally.pictures;
    if (!seen || !seen->reading->registration) {
      std::puts("  a picture was not registered");
      continue;
    }
    if (seen->moving) settler.moved();
    if (seen->moving) continue;
    const BoardLook look = app::look_of(*seen->reading, board);
    if (!settler.at_rest(look, moment.time_s)) continue;
    if (!umpire) {
      umpire = app::begin_umpire(board, {}, look).value();
      continue;
    }
    const app::BoardRuling ruling = umpire->rule(look);
    if (ruling.revised && !out.empty()) out.pop_back();
    for (const BoardAction& action : ruling.actions) out.push_back(action.says);
    if (ruling.verdict != measure::Verdict::No) continue;
    ++tally.unexplained;
    for (const app::BoardDifference& d : ruling.differences)
      fmt::print("  {:.1f} s: [{}, {}] {} is not explained\n", moment.time_s, d.at.column, d.at.row, board.sides[d.side].name);
  }
  return out;
}

void play(measure::BoardGame game, const std::optional<measure::Board>& given, unsigned seed, int actions, const std::string& folder,
          Tally& tally) {
  std::mt19937 random(seed);
  const bool le_choc = game == measure::BoardGame::LeChoc;
  sim::BoardStyle style = style_of(le_choc, random);
  if (given) style.sides = {given->sides[0].colour, given->sides[1].colour};
  const measure::Board board = given ? *given : sim::plain_board(game, le_choc ? 11 : 10, le_choc ? 1.6 : 1.5, style);
  sim::BoardRecording recording(board, style, static_cast<unsigned>(random()));
  Player player(board, random);
  recording.set_up(player.men());
  std::vector<std::string> done;
  for (int i = 0; i < actions && !player.over(); ++i) {
    const auto action = player.act();
    if (!action) break;
    recording.play(*action, player.general());
    done.push_back(action->says);
  }
  if (!folder.empty() && recording.setup().lens && !app::write_lens(folder + "/lens.json", *recording.setup().lens))
    std::fputs("the lens could not be written\n", stderr);
  const std::vector<std::string> seen = told(recording, board, tally, folder);
  int same = 0;
  for (std::size_t i = 0; i < std::min(done.size(), seen.size()); ++i) same += done[i] == seen[i];
  tally.done += static_cast<int>(done.size());
  tally.told += same;
  tally.missing += static_cast<int>(done.size()) - same;
  tally.wrong += static_cast<int>(seen.size()) - same;
  fmt::print("seed {}: {} of {} actions told, {} false; {} against {}\n", seed, same, done.size(),
             seen.size() - static_cast<std::size_t>(same), style.sides[0], style.sides[1]);
  if (done != seen) fmt::print("  done {}\n  told {}\n", fmt::join(done, "  "), fmt::join(seen, "  "));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) {
    std::fputs("board_games le_choc|les_allies GAMES SEED [ACTIONS] [--board BOARD] [--write FOLDER]\n", stderr);
    return 2;
  }
  const auto game = std::string(words[1]) == "le_choc" ? measure::BoardGame::LeChoc : measure::BoardGame::LesAllies;
  std::string folder;
  for (int i = 4; i + 1 < count; ++i)
    if (std::string(words[i]) == "--write") folder = words[i + 1];
  std::optional<measure::Board> board;
  for (int i = 4; i + 1 < count; ++i)
    if (std::string(words[i]) == "--board") {
      auto file = app::read_board(words[i + 1]);
      if (!file) return std::fputs((file.error().message + "\n").c_str(), stderr), 6;
      board = std::move(file->board);
    }
  const int actions = count > 4 && words[4][0] != '-' ? std::stoi(words[4]) : kUsualActions;
  if (!folder.empty()) std::filesystem::create_directories(folder);
  Tally tally;
  for (int i = 0; i < std::stoi(words[2]); ++i) play(game, board, static_cast<unsigned>(std::stoi(words[3]) + i), actions, folder, tally);
  fmt::print("{} of {} actions told, {} false, {} unexplained boards; {:.0f} ms a picture\n", tally.told, tally.done, tally.wrong,
             tally.unexplained, 1e3 * tally.read_s / std::max(1, tally.pictures));
  return tally.told == tally.done && tally.wrong == 0 ? 0 : 1;
}
