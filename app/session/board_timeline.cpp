#include "app/session/board_timeline.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/record/replay.h"
#include "vision/sources/picture.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::SquareName, measure::Verdict;

/// What was told last, in a line.
std::string newest(const PublicBoard& told) {
  if (told.log.empty()) return "";
  const BoardLogLine& line = told.log.front();
  return line.side + (line.side.empty() ? "" : " ") + line.says;
}

/// What a look's own lines say, and the worst of their signs.
void judge(RecordedBoard& moment, const PublicBoard& told) {
  moment.says = newest(told);
  if (told.log.empty()) return;
  const std::size_t look = told.log.front().look;
  for (const BoardLogLine& line : told.log) {
    if (line.look != look) break;
    moment.verdict = std::max(moment.verdict, line.verdict);
    moment.says = line.side + (line.side.empty() ? "" : " ") + line.says;  // the first of them says what was done
  }
}

measure::TablePoint middle_of(const measure::BoardSquare& square) {
  measure::TablePoint sum{measure::Inches(0.0), measure::Inches(0.0)};
  for (const measure::TablePoint corner : square.outline) sum = {sum.x + corner.x, sum.y + corner.y};
  const auto count = static_cast<double>(square.outline.size());
  return {sum.x / count, sum.y / count};
}

/// The men as they were recorded; each where the picture has one on his square, else in its middle.
vision::BoardReading reading_of(const BoardLook& look, const measure::Board& board, vision::BoardReading seen) {
  vision::BoardReading out;
  out.registration = std::move(seen.registration);
  out.unseen = look.unseen;
  out.open = look.unsure;
  out.unseen.insert(out.unseen.end(), look.unsure.begin(), look.unsure.end());
  for (const Standing& man : look.standing) {
    const measure::BoardSquare* const square = measure::find_square(board, man.at);
    if (!square) continue;
    const auto there = std::ranges::find(seen.pieces, std::optional(man.at), &vision::BoardPiece::on);
    vision::BoardPiece piece;
    piece.side = man.side;
    piece.rank = man.general ? vision::BoardRank::General : vision::BoardRank::Soldier;
    piece.at = there != seen.pieces.end() ? there->at : middle_of(*square);
    piece.on = man.at;
    piece.sure = man.sure;
    out.pieces.push_back(std::move(piece));
  }
  return out;
}

}  // namespace

measure::Result<BoardTimeline> BoardTimeline::read(const std::string& path) {
  auto store = RecordStore::read(path);
  if (!store) return tl::unexpected(store.error());
  BoardTimeline out(std::move(*store));
  std::optional<measure::Error> problem;
  RecordedBoard last;  // what a wish leaves as it is
  bool begun = false;
  const auto played = replay(out.store_, [&](const ReplayedTable& replayed) {
    if (!replayed.play) {
      problem = measure::Error{ErrorCode::Usage, path + ": is the record of a table, not of a board game"};
      return false;
    }
    out.game_ = replayed.game;
    last.seq = replayed.event.seq, last.time_s = replayed.event.time_s, last.differs = replayed.differs;
    if (replayed.look) last.look = replayed.look->look, last.picture = replayed.event.seq, last.frame = replayed.look->frame;
    const bool news = replayed.look ? !std::exchange(begun, true) || !replayed.ruling.unchanged : begun;
    if (!news) return true;
    const PublicBoard& told = replayed.play->told();
    RecordedBoard moment = last;
    moment.told = std::make_shared<const PublicBoard>(told);
    moment.wish = replayed.look == nullptr;
    if (!moment.wish && !replayed.ruling.unchanged)
      judge(moment, told);
    else
      moment.says = moment.wish ? replayed.event.kind + (newest(told).empty() ? "" : ": " + newest(told)) : "the game begins";
    if (replayed.event.kind == "begin_anew") begun = false;
    out.moments_.push_back(std::move(moment));
    return true;
  });
  if (problem) return tl::unexpected(*problem);
  if (!played) return tl::unexpected(played.error());
  if (out.moments_.empty()) return fail(ErrorCode::BadFile, path + ": no board has come to rest in this record");
  auto setup = board_setup_of(out.game_.texts);
  if (!setup) return tl::unexpected(setup.error());
  out.setup_ = std::move(*setup);
  return out;
}

SharedBoardSnapshot BoardTimeline::snapshot(std::size_t moment) const {
  const RecordedBoard& recorded = moments_.at(moment);
  auto snapshot = std::make_shared<BoardSnapshot>();
  static_cast<PublicBoard&>(*snapshot) = *recorded.told;
  snapshot->asks_letters = snapshot->asks_which = false;  // nobody can answer any more
  snapshot->settled = true;
  snapshot->source = path();
  snapshot->serial = static_cast<std::uint64_t>(recorded.seq);
  vision::BoardReading seen;
  const auto jpeg = recorded.picture > 0 ? store_.picture(recorded.picture) : fail(ErrorCode::NotSeen, "");
  auto picture = jpeg ? vision::decode_picture(*jpeg, recorded.frame) : tl::unexpected(jpeg.error());
  if (picture) {
    vision::Frame frame{.bgr = std::move(picture->bgr), .luma = std::move(picture->luma), .name = recorded.frame};
    frame.captured_at = recorded.time_s;
    frame.sequence = static_cast<std::uint64_t>(recorded.picture);
    if (auto read = vision::read_board_picture(setup_, frame)) seen = std::move(*read);
    snapshot->frame = std::make_shared<const vision::Frame>(std::move(frame));
  } else {
    snapshot->findings.push_back(calibration::warning("no-picture", "Of this moment no picture could be kept."));
  }
  snapshot->reading = std::make_shared<const vision::BoardReading>(reading_of(recorded.look, setup_.board, std::move(seen)));
  return snapshot;
}

}  // namespace app
