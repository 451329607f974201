#include "app/board/board_replay.h"

namespace app {
namespace {

using measure::BoardGame, measure::Inches, measure::SquareName;

/// Of sides whose own colours are not known: far apart, also without colours.
constexpr const char* kLightSide = "#d9b25f";
constexpr const char* kDarkSide = "#3c6ea8";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view first_word(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
}

ReplayedRecord replayed(const std::string& text, const measure::Board& here, const std::vector<std::string>& lines) {
  if (first_word(text) == "le") return replayed_le_choc(text, here);
  if (first_word(text) == "les_allies") return replayed_les_allies(text, here, lines);
  const std::string says =
      first_word(text).empty()
          ? "nothing has been copied that could be pasted"
          : "this is no record: one begins with \"le choc record 1\" or, of Les Alliés and draughts, with \"les_allies record 1\"";
  return {here, {}, rules::TextError{{1, 1}, says}, {}};
}

/// Squares on which somebody stood before who is there no more, but for who went along `way`.
std::vector<SquareName> gone_since(const ReplayStep& before, const ReplayStep& now) {
  const auto stands = [](const ReplayStep& step, SquareName at, std::size_t side) {
    return std::ranges::any_of(step.standing, [&](const ReplayedPiece& piece) { return piece.at == at && piece.side == side; });
  };
  std::vector<SquareName> all;
  for (const ReplayedPiece& piece : before.standing) {
    if (stands(now, piece.at, piece.side)) continue;
    const bool went = now.way.size() > 1 && piece.at == now.way.front() && stands(now, now.way.back(), piece.side);
    if (!went) all.push_back(piece.at);
  }
  return all;
}

}  // namespace

std::string_view spoken(BoardGame game) {
  return game == BoardGame::LeChoc ? "Le Choc" : game == BoardGame::LesAllies ? "Les Alliés" : "draughts";
}

measure::Board plain_board(BoardGame game, int columns, int rows) {
  measure::Board out;
  out.game = game;
  out.length = Inches(columns);
  out.width = Inches(rows);
  out.coloured = game == BoardGame::LeChoc ? measure::Coloured::All : measure::Coloured::Even;
  out.squares = measure::grid_squares(columns, rows, out.length, out.width, out.coloured);
  const bool le_choc = game == BoardGame::LeChoc;
  const auto side = [](const char* name, const char* plays, const char* colour) {
    measure::BoardSide one;
    one.name = name, one.plays = plays, one.colour = colour;
    return one;
  };
  out.sides = {side(le_choc ? "South" : "Allies", le_choc ? "south" : "allies", kLightSide),
               side(le_choc ? "North" : "Central", le_choc ? "north" : "central", kDarkSide)};
  return out;
}

bool same_size(const measure::Board& board, int columns, int rows) { return measure::size_of(board) == measure::SquareName{columns, rows}; }

BoardReplay::BoardReplay(std::string text, const measure::Board& here) : lines_(lines_of(text)) {
  ReplayedRecord all = replayed(text, here, lines_);
  board_ = std::move(all.board);
  steps_ = std::move(all.steps);
  trouble_ = std::move(all.trouble);
  notice_ = std::move(all.notice);
  for (std::size_t i = 1; i < steps_.size(); ++i) steps_[i].gone = gone_since(steps_[i - 1], steps_[i]);
}

}  // namespace app
