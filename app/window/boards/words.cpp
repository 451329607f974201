#include "app/window/boards/words.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>

#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"

namespace window {
namespace {

using app::BoardAction, measure::SquareName, measure::Verdict;
using Kind = BoardAction::Kind;

std::string pieces(std::size_t count) { return tongue::trnf("{} piece", "{} pieces", static_cast<long long>(count)); }

class Words {
 public:
  Words(const app::BoardSnapshot& now, const measure::Board& board, const app::BoardFocus& focus)
      : now_(now), board_(board), focus_(focus), hidden_(board.game == measure::BoardGame::LeChoc) {}

  std::vector<BoardSection> all() {
    if (now_.last.over)
      result();
    else if (now_.forces.empty())
      add(tongue::tr("THE GAME"), {{.text = tongue::tr("It begins with the first board at rest."), .quiet = true}});
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
    return hidden_ ? pieces(count) : tongue::trnf("{} man", "{} men", static_cast<long long>(count));
  }

  void result() {
    const std::string says = now_.last.winner ? tongue::trf("{} has won", name(*now_.last.winner)) : tongue::tr("nobody has won");
    const std::string rule = now_.last.ended ? " · " + now_.last.ended->rule : "";
    add(tongue::tr("THE GAME IS OVER"), {{.text = says + rule, .sign = Verdict::Yes, .side = now_.last.winner}});
  }

  // ---- whose turn ----

  void turn() {
    std::vector<BoardLine> lines;
    if (now_.to_move) {
      lines.push_back({.text = tongue::trf("{} to move", name(*now_.to_move)), .side = now_.to_move});
      turn_of(*now_.to_move, lines);
    } else {
      if (now_.zones.empty()) lines.push_back({.text = tongue::tr("Nobody has moved: whoever moves first begins."), .quiet = true});
      for (std::size_t side = 0; side < board_.sides.size(); ++side) {
        lines.push_back({.text = name(side), .side = side});
        turn_of(side, lines);
      }
    }
    if (hidden_) lines.push_back({.text = tongue::tr("Counted for every letter a piece may still be."), .quiet = true});
    add(now_.to_move ? tongue::tr("THE TURN") : tongue::tr("TURNS"), std::move(lines));
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
      lines.push_back({.text = tongue::tr("cannot move"), .sign = Verdict::No});
    else if (hidden_)
      lines.push_back({.text = tongue::tr("one action: move, attack or entry · L-9"), .sign = Verdict::Yes});
    else if (std::ranges::any_of(now_.must_take, must))
      lines.push_back({.text = tongue::trf("must take with {} · D-15", takers), .sign = Verdict::TooCloseToCall});
    else
      lines.push_back(
          {.text = takers.empty() ? tongue::tr("may move: nobody has to take · D-15") : tongue::trf("may move, or take with {}", takers),
           .sign = Verdict::Yes});

    if (!hidden_ && count[1] > kFewWays) lines.push_back({.text = tongue::trf("in {} ways", count[1])});
    if (!hidden_ && count[1] <= kFewWays)
      for (const BoardAction& option : now_.options)
        if (option.side == side && option.kind != Kind::Move) lines.push_back({.text = taking(option) + " · " + option.rule});
    const std::string moves = tongue::trnf("{} legal move", "{} legal moves", static_cast<long long>(count[0]));
    lines.push_back({.text = tongue::trf("{} of {}{}", moves, men_or_pieces(who[0].size()),
                                         huffed ? tongue::tr(", but then a man may be huffed · D-16") : "")});
    if (!hidden_) return;
    lines.push_back({.text = count[1] == 0
                                 ? tongue::tr("no attack")
                                 : tongue::trnf("{} attack by {}", "{} attacks by {}", static_cast<long long>(count[1]), takers)});
    lines.back().text +=
        ", " + (count[2] == 0 ? std::string(tongue::tr("no entry")) : tongue::trf("entry on {}", list({who[2].begin(), who[2].end()})));
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
    add(tongue::tr("THE BATTLE"), std::move(lines));
  }
  [[nodiscard]] static std::string strength(int men, int generals) {
    return generals == 0 ? std::to_string(men) : fmt::format("{} ({})", men, tongue::trnf("{} General", "{} Generals", generals));
  }

  void duties() {
    if (now_.huffable.empty()) return;
    add(tongue::tr("MAY BE HUFFED"),
        {{.text = list(now_.huffable) + " · D-16", .sign = Verdict::TooCloseToCall},
         {.text = tongue::tr("Lift the man and play, have the turn taken back, or play on: the board tells which."), .quiet = true}});
  }

  // ---- the forces ----

  void men() {
    std::vector<BoardLine> lines;
    for (std::size_t side = 0; side < now_.forces.size(); ++side) {
      const app::BoardForce& force = now_.forces[side];
      std::string says = tongue::trf("{}: {} on the board", name(side), strength(force.men, force.generals));
      if (hidden_) says += tongue::trf(", {} in reserve", force.reserve);
      if (force.lost > 0)
        says += hidden_ ? tongue::trnf(", {} fallen", ", {} fallen", force.lost) : tongue::trnf(", {} taken", ", {} taken", force.lost);
      if (!force.fallen.empty()) says += ": " + force.fallen;
      lines.push_back({.text = says, .side = side});
    }
    add(hidden_ ? tongue::tr("THE FORCES") : tongue::tr("THE MEN"), std::move(lines));
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
    add(tongue::tr("POSSIBLE LETTERS · L-2, L-11"), std::move(lines));
  }

  void ground() {
    std::vector<BoardLine> lines;
    for (const rules::Reason& fact : now_.facts) lines.push_back({.text = fact.rule + " · " + tongue::ruling(fact.says)});
    add(tongue::tr("GROUND AND CLOCK"), std::move(lines));
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
        for (const rules::Reason& why : closed.because)
          lines.push_back({.text = why.rule + " · " + tongue::ruling(why.says), .sign = Verdict::No});
    add(focus_.selected ? tongue::tr("TOUCHED") : tongue::tr("UNDER THE MOUSE"), std::move(lines));
  }
  [[nodiscard]] bool is_option(SquareName at) const {
    return std::ranges::any_of(now_.options, [&](const BoardAction& option) { return option.way.front() == at; });
  }

  /// While nobody is in hand: everybody who may move, and where.
  void movers() {
    std::vector<BoardLine> lines{
        {.text = tongue::tr("Rest on a piece, or click it: what it may do is shown here and on the board."), .quiet = true}};
    std::map<std::pair<std::size_t, SquareName>, std::vector<SquareName>> moves;
    if (!now_.last.over)
      for (const BoardAction& option : now_.options)
        if (option.kind == Kind::Move) moves[{option.side, option.way.front()}].push_back(option.way.back());
    for (const auto& [man, squares] : moves) {
      const std::string to = hidden_ ? tongue::trnf("{} square", "{} squares", static_cast<long long>(squares.size())) : list(squares);
      lines.push_back({.text = tongue::trf("{} to {}", square_name(board_, man.second), to), .side = man.first});
    }
    add(tongue::tr("WHO MAY MOVE"), std::move(lines));
  }

  /// As the game has it, also where a hand is over him; who stands there without the game's leave, as he is seen.
  [[nodiscard]] BoardLine who_is_on(SquareName at) const {
    const app::Standing* const man = stands_on(at);
    const vision::BoardPiece* const seen = piece_on(at);
    const std::string where = square_name(board_, at) + print_of(at);
    if (!man && !seen) return {.text = tongue::trf("nobody on {}", where)};
    const std::size_t side = man ? man->side : seen->side;
    const bool general = man ? man->general : seen->rank == vision::BoardRank::General;
    const std::string who = hidden_   ? tongue::trf("{} piece on {}", name(side), where)
                            : general ? tongue::trf("{} General on {}", name(side), where)
                                      : tongue::trf("{} soldier on {}", name(side), where);
    return {.text = seen ? who : who + tongue::tr(", out of sight"), .side = side};
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
      if (mark.neutral) out += tongue::tr(", neutral");
      if (mark.objective) out += tongue::tr(", the objective");
      if (!mark.fortress_of.empty()) out += tongue::trf(", fortress of {}", owner(mark.fortress_of));
      if (!mark.base_of.empty()) out += tongue::trf(", base of {}", owner(mark.base_of));
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
    if (!letters.empty()) lines.push_back({.text = tongue::trf("may be {}", letters)});
    std::vector<std::pair<BoardLine, std::string>> moves;  // the line's beginning is the squares; its end
    for (const BoardAction& option : now_.options) {
      if (option.way.front() != at) continue;
      std::string end = option.as == letters ? "" : tongue::trf(" as {}", option.as);
      end += " · " + option.rule;
      if (option.promoted) end += tongue::tr(", and becomes a General");
      if (option.may_be_huffed) end += tongue::tr(", but may be huffed · D-16");
      const bool sure = option.as == letters && !option.may_be_huffed;
      const Verdict sign = sure ? Verdict::Yes : Verdict::TooCloseToCall;
      if (option.kind != Kind::Move) {
        lines.push_back({.text = taking(option) + end, .sign = sign});
        continue;
      }
      const auto alike = std::ranges::find(moves, end, [](const auto& line) { return line.second; });
      const std::string to = square_name(board_, option.way.back());
      if (alike == moves.end())
        moves.push_back({{.text = tongue::trf("to {}", to), .sign = sign}, end});
      else
        alike->first.text += "  " + to;
    }
    for (auto& [line, end] : moves) {
      line.text += end;
      lines.push_back(line);
    }
  }
  [[nodiscard]] std::string taking(const BoardAction& option) const {
    if (option.kind == Kind::Enter) return tongue::tr("a new piece may enter");
    if (option.kind == Kind::Attack) return tongue::trf("attacks {}", square_name(board_, option.way.back()));
    return tongue::trf("{}, taking {}", tongue::ruling(option.says), list(option.takes));
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

std::string name_of(const app::BoardZone& zone) { return zone.zone == 0 ? tongue::tr("Survivors") : tongue::trf("Zone {}", zone.zone); }

std::string turn_in(const measure::Board& board, const app::BoardZone& zone) {
  if (zone.to_move) return tongue::trf("{} to move", board.sides[*zone.to_move].name);
  if (!zone.over) return tongue::tr("nobody has moved");
  return fmt::format("{} · {}", zone.winner ? tongue::trf("{} has won", board.sides[*zone.winner].name) : tongue::tr("null"), zone.rule);
}

std::string difference_text(const measure::Board& board, const app::BoardDifference& difference) {
  const std::string at = square_name(board, difference.at), &side = board.sides[difference.side].name;
  switch (difference.kind) {
    case app::BoardDifference::Kind::Gone: return tongue::trf("{}: nobody stands there any more, {} did", at, side);
    case app::BoardDifference::Kind::Appeared: return tongue::trf("{}: {} stands there now, nobody did", at, side);
    case app::BoardDifference::Kind::OtherSide: return tongue::trf("{}: {} stands there now, the other side did", at, side);
    case app::BoardDifference::Kind::OtherRank: break;
  }
  return tongue::trf("{}: a General of {} stands there now, a man did", at, side);
}

}  // namespace window
