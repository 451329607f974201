#include "app/window/boards/words.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>

namespace window {
namespace {

using app::BoardAction, measure::SquareName, measure::Verdict;
using Kind = BoardAction::Kind;

std::string counted(std::size_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

class Words {
 public:
  Words(const app::BoardSnapshot& now, const measure::Board& board, const app::BoardFocus& focus)
      : now_(now), board_(board), focus_(focus), hidden_(board.game == measure::BoardGame::LeChoc) {}

  std::vector<BoardSection> all() {
    if (now_.last.over)
      result();
    else if (now_.forces.empty())
      add("THE GAME", {{.text = "It begins with the first board at rest.", .quiet = true}});
    else
      turn();
    battle();
    duties();
    men();
    letters();
    ground();
    touched();
    return std::move(all_);
  }

 private:
  void add(std::string title, std::vector<BoardLine> lines) {
    if (!lines.empty()) all_.push_back({std::move(title), std::move(lines)});
  }
  [[nodiscard]] const std::string& name(std::size_t side) const { return board_.sides[side].name; }
  [[nodiscard]] std::string list(const std::vector<SquareName>& squares) const {
    std::string out;
    for (const SquareName at : squares) out += (out.empty() ? "" : "  ") + square_name(board_, at);
    return out;
  }
  [[nodiscard]] std::string men_or_pieces(std::size_t count) const {
    return hidden_ ? counted(count, "piece", "pieces") : counted(count, "man", "men");
  }

  void result() {
    const std::string says = now_.last.winner ? name(*now_.last.winner) + " has won" : "nobody has won";
    const std::string rule = now_.last.ended ? " · " + now_.last.ended->rule : "";
    add("THE GAME IS OVER", {{.text = says + rule, .sign = Verdict::Yes, .side = now_.last.winner}});
  }

  // ---- whose turn ----

  void turn() {
    std::vector<BoardLine> lines;
    if (now_.to_move) {
      lines.push_back({.text = name(*now_.to_move) + " to move", .side = now_.to_move});
      turn_of(*now_.to_move, lines);
    } else {
      if (now_.zones.empty()) lines.push_back({.text = "Nobody has moved: whoever moves first begins.", .quiet = true});
      for (std::size_t side = 0; side < board_.sides.size(); ++side) {
        lines.push_back({.text = name(side), .side = side});
        turn_of(side, lines);
      }
    }
    if (hidden_) lines.push_back({.text = "Counted for every letter a piece may still be.", .quiet = true});
    add(now_.to_move ? "THE TURN" : "TURNS", std::move(lines));
  }

  /// What a side must do, and how much it may.
  void turn_of(std::size_t side, std::vector<BoardLine>& lines) const {
    std::array<std::size_t, 3> count{};  // moves, takings, entries
    std::array<std::set<SquareName>, 3> who;
    bool huffed = false;
    for (const BoardAction& option : now_.options) {
      if (option.side != side) continue;
      const std::size_t kind = option.kind == Kind::Enter ? 2 : option.kind == Kind::Move ? 0 : 1;
      ++count[kind];
      who[kind].insert(option.way.front());
      huffed |= option.may_be_huffed;
    }
    const std::string takers = list({who[1].begin(), who[1].end()});
    const auto must = [&](SquareName at) { return who[1].contains(at); };
    if (count[0] + count[1] + count[2] == 0)
      lines.push_back({.text = "cannot move", .sign = Verdict::No});
    else if (hidden_)
      lines.push_back({.text = "one action: move, attack or entry · L-9", .sign = Verdict::Yes});
    else if (std::ranges::any_of(now_.must_take, must))
      lines.push_back({.text = "must take with " + takers + " · D-15", .sign = Verdict::TooCloseToCall});
    else
      lines.push_back(
          {.text = takers.empty() ? "may move: nobody has to take · D-15" : "may move, or take with " + takers, .sign = Verdict::Yes});

    if (!hidden_ && count[1] > kFewWays) lines.push_back({.text = fmt::format("in {} ways", count[1])});
    if (!hidden_ && count[1] <= kFewWays)
      for (const BoardAction& option : now_.options)
        if (option.side == side && option.kind != Kind::Move) lines.push_back({.text = taking(option) + " · " + option.rule});
    lines.push_back({.text = fmt::format("{} of {}{}", counted(count[0], "legal move", "legal moves"), men_or_pieces(who[0].size()),
                                         huffed ? ", but then a man may be huffed · D-16" : "")});
    if (!hidden_) return;
    lines.push_back({.text = count[1] == 0 ? "no attack" : counted(count[1], "attack", "attacks") + " by " + takers});
    lines.back().text += ", " + (count[2] == 0 ? "no entry" : "entry on " + list({who[2].begin(), who[2].end()}));
  }

  void battle() {
    std::vector<BoardLine> lines;
    for (const app::BoardZone& zone : now_.zones) {
      lines.push_back({.text = name_of(zone) + ": " + turn_in(board_, zone), .side = zone.over ? zone.winner : zone.to_move});
      std::string men;
      for (std::size_t side = 0; side < zone.men.size(); ++side)
        if (zone.men[side] > 0) men += (men.empty() ? "" : ",  ") + name(side) + " " + strength(zone.men[side], zone.generals[side]);
      if (!men.empty()) lines.push_back({.text = men, .quiet = true});
    }
    add("THE BATTLE", std::move(lines));
  }
  [[nodiscard]] static std::string strength(int men, int generals) {
    return generals == 0 ? std::to_string(men)
                         : fmt::format("{} ({})", men, counted(static_cast<std::size_t>(generals), "General", "Generals"));
  }

  void duties() {
    if (now_.huffable.empty()) return;
    add("MAY BE HUFFED", {{.text = list(now_.huffable) + " · D-16", .sign = Verdict::TooCloseToCall},
                          {.text = "Lift the man and play, have the turn taken back, or play on: the board tells which.", .quiet = true}});
  }

  // ---- the forces ----

  void men() {
    std::vector<BoardLine> lines;
    for (std::size_t side = 0; side < now_.forces.size(); ++side) {
      const app::BoardForce& force = now_.forces[side];
      std::string says = fmt::format("{}: {} on the board", name(side), strength(force.men, force.generals));
      if (hidden_) says += fmt::format(", {} in reserve", force.reserve);
      if (force.lost > 0) says += fmt::format(", {} {}", force.lost, hidden_ ? "fallen" : "taken");
      if (!force.fallen.empty()) says += ": " + force.fallen;
      lines.push_back({.text = says, .side = side});
    }
    add(hidden_ ? "THE FORCES" : "THE MEN", std::move(lines));
  }

  /// Pieces that may be the same stand together, those of which most is known first.
  void letters() {
    std::vector<BoardLine> lines;
    for (std::size_t side = 0; side < board_.sides.size(); ++side) {
      std::map<std::pair<std::size_t, std::string>, std::vector<SquareName>> by_letters;
      for (const app::PieceLetters& piece : now_.letters)
        if (const app::Standing* const man = stands_on(piece.at); man && man->side == side)
          by_letters[{piece.letters.size(), piece.letters}].push_back(piece.at);
      for (const auto& [known, squares] : by_letters) {
        std::string letters;
        for (const char letter : known.second) letters += (letters.empty() ? "" : " ") + std::string(1, letter);
        lines.push_back({.text = fmt::format("{}:  {}", list(squares), letters), .side = side});
      }
    }
    add("POSSIBLE LETTERS · L-2, L-11", std::move(lines));
  }

  void ground() {
    std::vector<BoardLine> lines;
    for (const rules::Reason& fact : now_.facts) lines.push_back({.text = fact.rule + " · " + fact.says});
    add("GROUND AND CLOCK", std::move(lines));
  }

  // ---- the piece in hand ----

  [[nodiscard]] const vision::BoardPiece* piece_on(SquareName at) const {
    if (!now_.reading) return nullptr;
    const auto& pieces = now_.reading->pieces;
    const auto piece = std::ranges::find_if(pieces, [&](const vision::BoardPiece& p) { return p.on == at; });
    return piece == pieces.end() ? nullptr : &*piece;
  }
  [[nodiscard]] const app::Standing* stands_on(SquareName at) const {
    const auto man = std::ranges::find(now_.standing, at, &app::Standing::at);
    return man == now_.standing.end() ? nullptr : &*man;
  }

  void touched() {
    const auto at = app::in_hand(focus_);
    if (!at || !(stands_on(*at) || piece_on(*at) || !print_of(*at).empty() || is_option(*at))) return movers();
    std::vector<BoardLine> lines{who_is_on(*at)};
    options(*at, lines);
    for (const app::BoardClosed& closed : now_.closed)
      if (closed.at == *at)
        for (const rules::Reason& why : closed.because) lines.push_back({.text = why.rule + " · " + why.says, .sign = Verdict::No});
    add(focus_.selected ? "TOUCHED" : "UNDER THE MOUSE", std::move(lines));
  }
  [[nodiscard]] bool is_option(SquareName at) const {
    return std::ranges::any_of(now_.options, [&](const BoardAction& option) { return option.way.front() == at; });
  }

  /// While nobody is in hand: everybody who may move, and where.
  void movers() {
    std::vector<BoardLine> lines{{.text = "Rest on a piece, or click it: what it may do is shown here and on the board.", .quiet = true}};
    std::map<std::pair<std::size_t, SquareName>, std::vector<SquareName>> moves;
    if (!now_.last.over)
      for (const BoardAction& option : now_.options)
        if (option.kind == Kind::Move) moves[{option.side, option.way.front()}].push_back(option.way.back());
    for (const auto& [man, squares] : moves) {
      const std::string to = hidden_ ? counted(squares.size(), "square", "squares") : list(squares);
      lines.push_back({.text = square_name(board_, man.second) + " to " + to, .side = man.first});
    }
    add("WHO MAY MOVE", std::move(lines));
  }

  /// As the game has it, also where a hand is over him; who stands there without the game's leave, as he is seen.
  [[nodiscard]] BoardLine who_is_on(SquareName at) const {
    const app::Standing* const man = stands_on(at);
    const vision::BoardPiece* const seen = piece_on(at);
    const std::string where = " on " + square_name(board_, at) + print_of(at);
    if (!man && !seen) return {.text = "nobody" + where};
    const std::size_t side = man ? man->side : seen->side;
    const bool general = man ? man->general : seen->rank == vision::BoardRank::General;
    return {.text = name(side) +
                    (hidden_   ? " piece"
                     : general ? " General"
                               : " soldier") +
                    where + (seen ? "" : ", out of sight"),
            .side = side};
  }

  /// What the board's print says of a square.
  [[nodiscard]] std::string print_of(SquareName at) const {
    const auto owner = [&](const std::string& plays) {
      const auto side = std::ranges::find(board_.sides, plays, &measure::BoardSide::plays);
      return side == board_.sides.end() ? plays : side->name;
    };
    std::string out;
    for (const measure::BoardMark& mark : board_.marks) {
      if (mark.at != at) continue;
      if (!mark.name.empty()) out += ", " + mark.name;
      if (!mark.country.empty()) out += ", " + mark.country;
      if (mark.neutral) out += ", neutral";
      if (mark.objective) out += ", the objective";
      if (!mark.fortress_of.empty()) out += ", fortress of " + owner(mark.fortress_of);
      if (!mark.base_of.empty()) out += ", base of " + owner(mark.base_of);
    }
    return out;
  }

  [[nodiscard]] std::string letters_of(SquareName at) const {
    const auto known = std::ranges::find(now_.letters, at, &app::PieceLetters::at);
    return known == now_.letters.end() ? "" : known->letters;
  }

  /// Plain moves that are alike in one line; every taking has its own.
  void options(SquareName at, std::vector<BoardLine>& lines) const {
    const std::string letters = letters_of(at);
    if (!letters.empty()) lines.push_back({.text = "may be " + letters});
    std::vector<std::pair<BoardLine, std::string>> moves;  // the line's beginning is the squares; its end
    for (const BoardAction& option : now_.options) {
      if (option.way.front() != at) continue;
      std::string end = option.as == letters ? "" : " as " + option.as;
      end += " · " + option.rule;
      if (option.promoted) end += ", and becomes a General";
      if (option.may_be_huffed) end += ", but may be huffed · D-16";
      const bool sure = option.as == letters && !option.may_be_huffed;
      const Verdict sign = sure ? Verdict::Yes : Verdict::TooCloseToCall;
      if (option.kind != Kind::Move) {
        lines.push_back({.text = taking(option) + end, .sign = sign});
        continue;
      }
      const auto alike = std::ranges::find(moves, end, [](const auto& line) { return line.second; });
      const std::string to = square_name(board_, option.way.back());
      if (alike == moves.end())
        moves.push_back({{.text = "to " + to, .sign = sign}, end});
      else
        alike->first.text += "  " + to;
    }
    for (auto& [line, end] : moves) {
      line.text += end;
      lines.push_back(line);
    }
  }
  [[nodiscard]] std::string taking(const BoardAction& option) const {
    if (option.kind == Kind::Enter) return "a new piece may enter";
    if (option.kind == Kind::Attack) return "attacks " + square_name(board_, option.way.back());
    return fmt::format("{}, taking {}", option.says, list(option.takes));
  }

  /// More ways to take than these are counted, not listed.
  static constexpr std::size_t kFewWays = 4;

  const app::BoardSnapshot& now_;
  const measure::Board& board_;
  const app::BoardFocus& focus_;
  bool hidden_;
  std::vector<BoardSection> all_;
};

}  // namespace

std::vector<BoardSection> board_sections(const app::BoardSnapshot& now, const measure::Board& board, const app::BoardFocus& focus) {
  return Words(now, board, focus).all();
}

std::string square_name(const measure::Board& board, SquareName at) {
  if (board.game == measure::BoardGame::LeChoc) return fmt::format("{}{}", static_cast<char>('a' + at.column), at.row + 1);
  return fmt::format("{},{}", at.column, at.row);
}

std::string name_of(const app::BoardZone& zone) { return zone.zone == 0 ? "Survivors" : fmt::format("Zone {}", zone.zone); }

std::string turn_in(const measure::Board& board, const app::BoardZone& zone) {
  if (zone.to_move) return board.sides[*zone.to_move].name + " to move";
  if (!zone.over) return "nobody has moved";
  return fmt::format("{} · {}", zone.winner ? board.sides[*zone.winner].name + " has won" : "null", zone.rule);
}

std::string difference_text(const measure::Board& board, const app::BoardDifference& difference) {
  const std::string at = square_name(board, difference.at) + ": ", side = board.sides[difference.side].name;
  switch (difference.kind) {
    case app::BoardDifference::Kind::Gone: return at + "nobody stands there any more, " + side + " did";
    case app::BoardDifference::Kind::Appeared: return at + side + " stands there now, nobody did";
    case app::BoardDifference::Kind::OtherSide: return at + side + " stands there now, the other side did";
    case app::BoardDifference::Kind::OtherRank: break;
  }
  return at + "a General of " + side + " stands there now, a man did";
}

}  // namespace window
