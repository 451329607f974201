#include "app/commands/follow_board.h"

#include <fmt/format.h>

#include "app/board/board_json.h"
#include "app/commands/pictures.h"
#include "app/commands/setup.h"
#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "app/session/board_snapshot.h"

namespace app {
namespace {

class FollowingBoard final : public PictureCommand {
 public:
  FollowingBoard(const vision::BoardSetup& setup, const BoardHouses& houses, bool stills, bool json)
      : PictureCommand(json), watch_(setup, stills), board_(setup.board), houses_(houses), settler_(stills) {}

 private:
  measure::Result<bool> take(const vision::Frame& frame) override {
    const auto seen = watch_.step(frame);
    if (!seen) return tl::unexpected(seen.error());
    const vision::BoardReading& reading = *seen->reading;
    std::optional<BoardRuling> ruling;
    bool settled = false;
    if (seen->moving) settler_.moved();
    if (reading.registration && !seen->moving) {
      BoardLook look = look_of(reading, board_);
      settled = settler_.at_rest(look, frame.captured_at);
      look.long_at_rest = settler_.long_at_rest();
      if (settled) ruling = rule(look);
    }
    print(reading, frame, settled, ruling);
    return reading.registration.has_value();
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
  }

  [[nodiscard]] Json letters() const {
    Json all = Json::array();
    for (const PieceLetters& piece : umpire_->letters())
      all.push_back({{"at", {piece.at.column, piece.at.row}}, {"could_be", piece.letters}});
    return all;
  }

  vision::BoardWatch watch_;
  const measure::Board& board_;
  const BoardHouses& houses_;
  BoardSettler settler_;
  bool told_ = false;
  std::unique_ptr<BoardUmpire> umpire_;
};

}  // namespace

measure::Result<vision::BoardSetup> load_board(const std::string& board, const std::string& lens, const std::vector<std::string>& anchors) {
  auto file = read_board(board);
  if (!file) return tl::unexpected(file.error());
  vision::BoardSetup setup{.board = std::move(file->board), .tags = std::move(file->tags), .anchors = std::move(file->anchors)};
  if (!lens.empty()) {
    auto read = read_lens(lens);
    if (!read) return tl::unexpected(read.error());
    setup.lens = *read;
  }
  return read_anchors(anchors, setup.anchors).transform([&] { return std::move(setup); });
}

int follow_board(const vision::BoardSetup& setup, const BoardHouses& houses, const std::vector<std::string>& source, bool json) {
  Interrupt interrupt;  // before any thread
  const auto opened = open_sources(source);
  if (!opened) return complain(opened.error());
  FollowingBoard following(setup, houses, (*opened)->stills(), json);
  following.follow(**opened, interrupt);
  return following.status();
}

}  // namespace app
