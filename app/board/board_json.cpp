#include "app/board/board_json.h"

#include <fmt/format.h>
#include <array>

#include "app/wire/question.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using Kind = BoardAction::Kind;

Json json_of(measure::SquareName at) { return Json::array({at.column, at.row}); }
Json json_of(const std::vector<measure::SquareName>& squares) {
  return ask::list_of(squares, [](measure::SquareName at) { return json_of(at); });
}

const char* word(Kind kind) {
  static constexpr std::array kWords{"move", "attack", "enter", "sweep", "huff", "make_take"};
  return kWords[static_cast<std::size_t>(kind)];
}
const char* word(BoardDifference::Kind kind) {
  static constexpr std::array kWords{"gone", "appeared", "other_side", "other_rank"};
  return kWords[static_cast<std::size_t>(kind)];
}

Json json_of(const std::vector<BoardAction>& actions, const measure::Board& board) {
  return ask::list_of(actions, [&](const BoardAction& action) { return json_of(action, board); });
}

std::string says(const std::vector<BoardAction>& actions, const measure::Board& board) {
  std::string out;
  for (const BoardAction& action : actions)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", then ", board.sides[action.side].name, action.says);
  return out;
}

}  // namespace

Json json_of(const BoardAction& action, const measure::Board& board) {
  Json out{{"side", board.sides[action.side].name}, {"kind", word(action.kind)}};
  if (action.way.size() == 1) {
    out["at"] = json_of(action.way.front());
  } else {
    out["from"] = json_of(action.way.front());
    if (action.kind == Kind::Attack)
      out["to"] = json_of(action.way.back());
    else
      out["lands"] = json_of(std::vector(action.way.begin() + 1, action.way.end()));
  }
  if (action.kind == Kind::Attack) out["stay"] = action.stays;
  if (action.attacker_wins) out["winner"] = *action.attacker_wins ? "attacker" : "defender";
  out["takes"] = json_of(action.takes);
  out["promoted"] = action.promoted;
  out["says"] = action.says;
  if (action.zone) out["zone"] = *action.zone;
  return out;
}

Json json_of(const std::vector<BoardZone>& zones, const measure::Board& board) {
  Json all = Json::array();
  for (const BoardZone& zone : zones) {
    const auto name = [&](const std::optional<std::size_t>& side) { return side ? Json(board.sides[*side].name) : Json(nullptr); };
    Json men, generals;
    for (std::size_t side = 0; side < zone.men.size(); ++side) {
      men[board.sides[side].name] = zone.men[side];
      generals[board.sides[side].name] = zone.generals[side];
    }
    const Json over = zone.over ? Json{{"winner", name(zone.winner)}, {"rule", zone.rule}} : Json(nullptr);
    all.push_back({{"zone", zone.zone}, {"to_move", name(zone.to_move)}, {"men", men}, {"generals", generals}, {"over", over}});
  }
  return all;
}

Json json_of(const BoardRuling& ruling, const measure::Board& board) {
  const auto difference = [&](const BoardDifference& d) {
    return Json{{"at", json_of(d.at)}, {"side", board.sides[d.side].name}, {"kind", word(d.kind)}};
  };
  Json out{{"actions", json_of(ruling.actions, board)},
           {"verdict", ask::word(ruling.verdict)},
           {"could_be", ask::list_of(ruling.could_be, [&](const auto& actions) { return json_of(actions, board); })},
           {"differences", ask::list_of(ruling.differences, difference)},
           {"because", ask::json_of(ruling.because)}};
  if (ruling.ended) out["because"].push_back(ask::json_of({*ruling.ended}).front());
  if (!ruling.huff.empty()) out["huff"] = json_of(ruling.huff);
  if (ruling.revised) out["instead_of_the_last"] = true;
  if (!ruling.waits_for.empty()) out["waits_for"] = json_of(ruling.waits_for);
  if (!ruling.news.empty()) out["news"] = ask::json_of(ruling.news);
  if (ruling.over) {
    out["over"] = {{"winner", ruling.winner ? Json(board.sides[*ruling.winner].name) : Json(nullptr)}};
    if (ruling.ended) out["over"]["rule"] = ruling.ended->rule;
  }
  return out;
}

Json answer_of(const measure::Result<BoardRuling>& ruling, const BoardUmpire* umpire, const measure::Board& board) {
  if (!ruling) return Json{{"refused", ruling.error().message}};
  Json out = json_of(*ruling, board);
  if (!umpire) return out;
  const auto next = umpire->to_move();
  out["to_move"] = next ? Json(board.sides[*next].name) : Json(nullptr);
  if (const auto zones = umpire->zones(); !zones.empty()) out["zones"] = json_of(zones, board);
  if (board.game != measure::BoardGame::LeChoc) return out;
  out["letters"] = ask::list_of(umpire->letters(), [](const PieceLetters& piece) {
    return Json{{"at", json_of(piece.at)}, {"could_be", piece.letters}};
  });
  return out;
}

std::string text_of(const BoardRuling& ruling, const measure::Board& board) {
  std::string out;
  if (!ruling.actions.empty())
    out += fmt::format("  {}{}{}\n", says(ruling.actions, board),
                       ruling.could_be.empty() || !ruling.differences.empty() ? "" : " (too close to call)",
                       ruling.revised ? " instead of the last action" : "");
  for (const auto& actions : ruling.could_be)
    out += fmt::format("    {} {}\n", ruling.differences.empty() ? "or" : "nearest:", says(actions, board));
  for (const BoardDifference& d : ruling.differences)
    out += fmt::format("  [{}, {}]: {} {}, and no rule explains it\n", d.at.column, d.at.row, board.sides[d.side].name,
                       d.kind == BoardDifference::Kind::Gone       ? "is gone"
                       : d.kind == BoardDifference::Kind::Appeared ? "has appeared"
                                                                   : "stands there now");
  for (const rules::Reason& reason : ruling.because) out += fmt::format("  {} {}\n", reason.rule, reason.says);
  for (const rules::Reason& reason : ruling.news) out += fmt::format("  {} {}\n", reason.rule, reason.says);
  if (ruling.ended && ruling.news.empty()) out += fmt::format("  {} {}\n", ruling.ended->rule, ruling.ended->says);
  return out;
}

}  // namespace app
