#include "app/commands/follow_board.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/board/board_json.h"
#include "app/board/board_play.h"
#include "app/commands/board.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "app/session/board_session.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

/// Longest wait for a live frame: Ctrl-C is answered at most this late.
constexpr std::chrono::milliseconds kPatience{200};

class Following {
 public:
  Following(const vision::BoardSetup& setup, const BoardHouses& houses, bool stills, bool json)
      : watch_(setup, stills), board_(setup.board), houses_(houses), settler_(stills), json_(json) {}

  void run(vision::FrameSource& source, Interrupt& interrupt) {
    vision::SourceStatus status = vision::SourceStatus::Running;
    while (!interrupt.asked()) {
      const vision::Delivery delivery = source.next(kPatience);
      if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
      if (delivery.frame) take(*delivery.frame);
      if (delivery.status == vision::SourceStatus::Gone && status != delivery.status) say(source.describe() + ": has gone");
      if (delivery.frame && status == vision::SourceStatus::Gone) say(source.describe() + ": is back");
      status = delivery.status;
      if (status == vision::SourceStatus::Ended) return;
    }
  }

  [[nodiscard]] int status() const { return tally_.status(); }

 private:
  void take(const vision::Frame& frame) {
    const auto seen = watch_.step(frame);
    if (!seen) return refuse(frame.name, seen.error());
    ++tally_.understood;
    const vision::BoardReading& reading = *seen->reading;
    std::optional<BoardRuling> ruling;
    bool settled = false;
    if (reading.registration) ++tally_.registered;
    if (seen->moving) settler_.moved();
    if (reading.registration && !seen->moving) {
      BoardLook look = look_of(reading, board_);
      settled = settler_.at_rest(look, frame.captured_at);
      look.long_at_rest = settler_.long_at_rest();
      if (settled) ruling = rule(look);
    }
    print(reading, frame, settled, ruling);
  }

  /// The first board at rest begins the game.
  std::optional<BoardRuling> rule(const BoardLook& look) {
    if (umpire_) return umpire_->rule(look);
    auto begun = begin_umpire(board_, houses_, look);
    if (begun)
      umpire_ = std::move(*begun);
    else if (!told_)
      told_ = complain(begun.error()) != kDone;
    return std::nullopt;
  }

  void print(const vision::BoardReading& reading, const vision::Frame& frame, bool settled, const std::optional<BoardRuling>& ruling) {
    const bool news = ruling && !ruling->unchanged;
    if (json_) {
      Json line = json_of(reading, board_, frame.name);
      line["time_s"] = frame.captured_at;
      line["settled"] = settled;
      line.update(json_of(ruling ? *ruling : BoardRuling{}, board_));
      if (umpire_) {
        const auto next = umpire_->to_move();
        line["to_move"] = next ? Json(board_.sides[*next].name) : Json(nullptr);
        if (const auto zones = umpire_->zones(); !zones.empty()) line["zones"] = json_of(zones, board_);
        if (board_.game == measure::BoardGame::LeChoc) line["letters"] = letters();
      }
      fmt::print("{}\n", line_of(line));
    } else if (news) {
      fmt::print("{}\n{}", frame.name, text_of(*ruling, board_));
    }
    std::fflush(stdout);
  }

  [[nodiscard]] Json letters() const {
    Json all = Json::array();
    for (const PieceLetters& piece : umpire_->letters())
      all.push_back({{"at", {piece.at.column, piece.at.row}}, {"could_be", piece.letters}});
    return all;
  }

  void refuse(const std::string& frame, const measure::Error& error) {
    tally_.refuse(error.code);
    if (json_) fmt::print("{}\n", line_of(error_line(frame, error.message)));
    std::fflush(stdout);
    (void)complain(error);
  }

  vision::BoardWatch watch_;
  const measure::Board& board_;
  const BoardHouses& houses_;
  BoardSettler settler_;
  bool json_, told_ = false;
  PictureTally tally_;
  std::unique_ptr<BoardUmpire> umpire_;
};

}  // namespace

measure::Result<vision::BoardSetup> load_board(const std::string& board, const std::string& lens, const std::vector<std::string>& anchors) {
  auto file = read_board(board);
  if (!file) return tl::unexpected(file.error());
  vision::BoardSetup setup{.board = std::move(file->board), .tags = std::move(file->tags), .anchors = std::move(file->anchors), .lens = {}};
  if (!lens.empty()) {
    auto read = read_lens(lens);
    if (!read) return tl::unexpected(read.error());
    setup.lens = *read;
  }
  return read_anchors(anchors, setup.anchors).transform([&] { return std::move(setup); });
}

int follow_board(const vision::BoardSetup& setup, const BoardHouses& houses, const std::vector<std::string>& source, bool json) {
  Interrupt interrupt;  // before any thread
  const auto opened = source.size() == 1 ? vision::open_source(source.front()) : vision::open_pictures(source);
  if (!opened) return complain(opened.error());
  Following following(setup, houses, (*opened)->stills(), json);
  following.run(**opened, interrupt);
  return following.status();
}

}  // namespace app
