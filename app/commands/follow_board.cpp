#include "app/commands/follow_board.h"

#include <fmt/format.h>

#include "app/board/board_json.h"
#include "app/commands/pictures.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/board_file.h"
#include "app/files/disk.h"
#include "app/files/lens_file.h"
#include "app/overlay/board.h"
#include "app/session/board_snapshot.h"
#include "app/wire/reading_json.h"

namespace app {
namespace {

/// What a picture of a board showed, in words.
std::string text_of_reading(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame) {
  std::string out = frame + (reading.registration ? "\n" : ": not registered\n");
  const auto line = [&](const vision::BoardPiece& piece) {
    const std::string where = piece.on ? fmt::format("[{}, {}]", piece.on->column, piece.on->row)
                                       : fmt::format("beside the board at {:.1f}, {:.1f}", piece.at.x.value, piece.at.y.value);
    out += fmt::format("  {} {} {}{}\n", board.sides[piece.side].name, rank_word(piece.rank), where, piece.sure ? "" : " (not sure)");
  };
  for (const vision::BoardPiece& piece : reading.pieces) line(piece);
  for (const vision::BoardPiece& piece : reading.off_board) line(piece);
  for (const measure::SquareName& at : reading.unseen) out += fmt::format("  [{}, {}] cannot be seen\n", at.column, at.row);
  for (const calibration::Finding& finding : reading.findings) out += "  " + line_of(finding, false) + "\n";
  return out;
}

class FollowingBoard final : public PictureCommand {
 public:
  FollowingBoard(const vision::BoardSetup& setup, const BoardHouses& houses, bool stills, bool json, OverlayPictures* pictures,
                 Recording& recording, LensMemory lens_memory)
      : PictureCommand(json),
        watch_(setup, stills),
        board_(setup.board),
        houses_(houses),
        settler_(stills),
        pictures_(pictures),
        recording_(recording),
        lens_memory_(std::move(lens_memory)) {}

 private:
  measure::Result<bool> take(const vision::Frame& frame) override {
    recording_.see(frame);
    const auto seen = watch_.step(frame);
    if (!seen) return tl::unexpected(seen.error());
    if (const auto told = watch_.estimated_lens())
      if (const auto finding = lens_memory_.keep(*told)) say(finding->says);
    const vision::BoardReading& reading = *seen->reading;
    std::optional<BoardRuling> ruling;
    bool settled = false;
    if (seen->moving) settler_.moved();
    if (reading.registration && !seen->moving) {
      BoardLook look = look_of(reading, board_);
      settled = settler_.at_rest(look, frame.captured_at);
      look.long_at_rest = settler_.long_at_rest();
      if (settled) ruling = rule(look, frame);
    }
    print(reading, frame, settled, ruling);
    const bool news = settled && ((pictures_ && pictures_->written() == 0) || (ruling && !ruling->unchanged));
    if (pictures_ && news)
      if (const auto written = draw(seen->reading, frame, ruling); !written) return tl::unexpected(written.error());
    return reading.registration.has_value();
  }

  /// The first board at rest begins the game.
  measure::Result<BoardRuling> ruled(const BoardLook& look) {
    if (umpire_) return umpire_->rule(look);
    return begin_umpire(board_, houses_, look).transform([&](std::unique_ptr<BoardUmpire> begun) {
      umpire_ = std::move(begun);
      BoardRuling first;
      first.unchanged = true;
      return first;
    });
  }

  std::optional<BoardRuling> rule(const BoardLook& look, const vision::Frame& frame) {
    const auto ruling = ruled(look);
    recording_.look_after();
    if (Recorder* const recorder = recording_.recorder())
      recorder->look(look, answer_of(ruling, umpire_.get(), board_), ruling && !ruling->unchanged, frame);
    if (ruling) return *ruling;
    if (const auto alone = quiet(); !told_) told_ = complain(ruling.error()) != kDone;
    return std::nullopt;
  }

  void print(const vision::BoardReading& reading, const vision::Frame& frame, bool settled, const std::optional<BoardRuling>& ruling) {
    const bool news = ruling && !ruling->unchanged;
    if (json_) {
      Json line = json_of_reading(reading, board_, frame.name);
      line["time_s"] = frame.captured_at;
      line["settled"] = settled;
      line.update(answer_of(ruling.value_or(BoardRuling{}), umpire_.get(), board_));
      tell(line_of(line) + "\n");
    } else if (news) {
      tell(frame.name + "\n" + text_of(*ruling, board_));
    }
  }

  /// What everybody may see of the board at rest.
  measure::Result<void> draw(std::shared_ptr<const vision::BoardReading> reading, const vision::Frame& frame,
                             const std::optional<BoardRuling>& ruling) {
    BoardSnapshot snapshot;
    snapshot.reading = std::move(reading);
    snapshot.last = ruling.value_or(BoardRuling{});
    if (umpire_) {
      snapshot.zones = umpire_->zones();
      snapshot.must_take = umpire_->must_take();
      snapshot.huffable = umpire_->huffable();
      snapshot.letters = umpire_->letters();
    }
    const calibration::TableCamera& camera = snapshot.reading->registration->camera;
    const auto alone = quiet();
    return pictures_->write(frame, board_overlay(snapshot, board_, {}), camera, {board_.length, board_.width});
  }

  vision::BoardWatch watch_;
  const measure::Board& board_;
  const BoardHouses& houses_;
  std::unique_ptr<BoardUmpire> umpire_;  // an open one: there is nobody here who could entrust it with letters
  BoardSettler settler_;
  OverlayPictures* pictures_;  // null: none are drawn
  Recording& recording_;
  LensMemory lens_memory_;
  bool told_ = false;
};

}  // namespace

measure::Result<vision::BoardSetup> load_board(const std::string& board, const std::string& lens, const std::vector<std::string>& anchors) {
  auto file = read_board(board);
  if (!file) return tl::unexpected(file.error());
  vision::BoardSetup setup{.board = std::move(file->board), .tags = std::move(file->tags), .anchors = std::move(file->anchors)};
  return read_into(setup.lens, lens, read_lens).and_then([&] { return read_anchors(anchors, setup.anchors); }).transform([&] {
    return std::move(setup);
  });
}

int follow_board(const vision::BoardSetup& setup, const BoardHouses& houses, const std::vector<std::string>& source, bool json,
                 BoardKeeping keeping) {
  Interrupt interrupt;  // before any thread
  const auto opened = open_sources(source);
  if (!opened) return complain(opened.error());
  keeping.files.source = (*opened)->describe();
  Recording recording(keeping.record, keeping.files, keeping.anchors);
  LensMemory lens_memory = (*opened)->live() ? std::move(keeping.lens_memory) : LensMemory();
  vision::BoardSetup begun = setup;
  begun.lens_before = lens_memory.before();
  FollowingBoard following(begun, houses, (*opened)->stills(), json, keeping.pictures, recording, std::move(lens_memory));
  following.follow(**opened, interrupt);
  if (keeping.pictures) keeping.pictures->finish();
  return recording.finish(following.status());
}

int board(const BoardOptions& options) {
  const auto setup = load_board(options.board, options.lens, options.anchors);
  if (!setup) return complain(setup.error());
  const auto take = [&](const vision::Frame& frame, std::string& says) -> measure::Result<bool> {
    const auto reading = vision::read_board_picture(*setup, frame);
    if (!reading) return tl::unexpected(reading.error());
    says = options.json ? line_of(json_of_reading(*reading, setup->board, frame.name)) + "\n"
                        : text_of_reading(*reading, setup->board, frame.name);
    return reading->registration.has_value();
  };
  return take_pictures(options.pictures, options.json, "board reads pictures, not a camera", take);
}

}  // namespace app
