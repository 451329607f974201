// Boards, positions and actions of Les Allies, from JSON and back.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ask/les_allies.h"

namespace app::ask {
namespace {

namespace allies = rules::les_allies;
using allies::Board;
using allies::Man;
using allies::Place;
using allies::Side;
using allies::Square;

constexpr std::array<std::string_view, 2> kSides{"own", "enemy"};
constexpr std::array<Side, 2> kSideOf{Side::Allies, Side::Central};
constexpr std::array<std::string_view, 2> kRanks{"soldier", "general"};
constexpr int kFarOff = 1000;  // squares: whoever names a square beyond it has slipped on the keyboard

Square square_in(const Json& json, const std::string& at) {
  const auto whole = [](const Json& each) {
    return each.is_number() && std::abs(each.get<double>()) <= kFarOff && each.get<double>() == std::floor(each.get<double>());
  };
  if (!json.is_array() || json.size() != 2 || !whole(json[0]) || !whole(json[1]))
    throw BadQuestion{at, "must be a square [column, row] in whole numbers"};
  return {static_cast<int>(json[0].get<double>()), static_cast<int>(json[1].get<double>())};
}

const Json& list_in(const Json& json, const std::string& at) {
  if (!json.is_array()) throw BadQuestion{at, "must be a list of squares [column, row]"};
  return json;
}

Square coloured(Square square, const std::string& at, const Board& board) {
  if (!board.on_grid(square)) throw BadQuestion{at, fmt::format("[{}, {}] is off the board", square.column, square.row)};
  if (!board.find(square)) throw BadQuestion{at, fmt::format("[{}, {}] is no coloured square", square.column, square.row)};
  return square;
}

std::string nth(const std::string& at, std::size_t i) { return fmt::format("{}/{}", at, i); }

// ---- the board ----

std::vector<Place> read_places(Question& board, int columns, int rows) {
  static constexpr std::array<std::string_view, 3> kColouring{"even", "odd", "all"};
  if (!board.has("squares"))
    return allies::grid(columns, rows, static_cast<allies::Colouring>(board.has("coloured") ? board.choice("coloured", kColouring) : 0));
  if (board.has("coloured")) board.complain("coloured", "the coloured squares are given one by one already");
  const Json& json = list_in(board.raw("squares"), board.at("squares"));
  std::vector<Place> places;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string at = nth(board.at("squares"), i);
    places.emplace_back();
    places.back().at = square_in(json[i], at);
    const auto [column, row] = places.back().at;
    if (column < 0 || column >= columns || row < 0 || row >= rows)
      throw BadQuestion{at, fmt::format("[{}, {}] is off the board", column, row)};
    for (std::size_t j = 0; j < i; ++j)
      if (places[j].at == places[i].at) throw BadQuestion{at, fmt::format("[{}, {}] is there twice", column, row)};
  }
  return places;
}

void read_rows(Question& board, std::string_view key, Side side, std::vector<Place>& places, int rows) {
  if (!board.has(key)) return;
  const std::vector<int> range = board.wholes(key, 0, rows - 1);
  if (range.size() != 2 || range[0] > range[1]) board.complain(key, "must be [first row, last row]");
  for (Place& place : places) {
    if (place.at.row < range[0] || place.at.row > range[1] || place.neutral) continue;
    if (place.land) board.complain(key, fmt::format("row {} is the other side's already", place.at.row));
    place.land = side;
  }
}

Place& place_of(Question& mark, std::vector<Place>& places, const Board& plain) {
  const Square at = coloured(square_in(mark.raw("at"), mark.at("at")), mark.at("at"), plain);
  return *std::ranges::find(places, at, &Place::at);
}

}  // namespace

Board read_les_allies_board(Question& question) {
  Question from = question.object("board");
  const std::vector<int> size = from.wholes("size", 1, Board::kMostOfASide);
  if (size.size() != 2) from.complain("size", "must be [columns, rows]");
  std::vector<Place> places = read_places(from, size[0], size[1]);
  const auto plain = Board::make(size[0], size[1], places);
  if (!plain) from.complain("size", plain.error().message);
  for (Question& mark : from.objects_or_none("fortresses")) {
    Place& place = place_of(mark, places, *plain);
    if (place.fortress) mark.complain("at", "a fortress stands there already");
    place.fortress = kSideOf[mark.choice("of", kSides)];
    mark.done();
  }
  for (Question& mark : from.objects_or_none("neutral")) {
    Place& place = place_of(mark, places, *plain);
    if (place.neutral) mark.complain("at", "this square is neutral already");
    place.neutral = true;
    place.country = mark.text("of");
    mark.done();
  }
  read_rows(from, "own_rows", Side::Allies, places, size[1]);
  read_rows(from, "enemy_rows", Side::Central, places, size[1]);
  from.done();
  return Board::make(size[0], size[1], std::move(places)).value();
}

Side read_les_allies_side(Question& question, std::string_view key) { return kSideOf[question.choice(key, kSides)]; }

std::vector<Man> read_les_allies_men(Question& question, std::string_view key, const Board& board) {
  std::vector<Man> men;
  std::vector<Square> taken;
  for (Question& piece : question.objects(key)) {
    Man man;
    man.side = read_les_allies_side(piece, "side");
    man.rank = piece.choice("rank", kRanks) == 0 ? allies::Rank::Soldier : allies::Rank::General;
    man.at = read_les_allies_square(piece, "at", board);
    man.has_taken = piece.flag_or("has_taken", false);
    if (std::ranges::find(taken, man.at) != taken.end())
      piece.complain("at", fmt::format("two men stand on [{}, {}]", man.at.column, man.at.row));
    piece.done();
    taken.push_back(man.at);
    men.push_back(man);
  }
  return men;
}

allies::FightAction read_les_allies_action(Question action, const Board& board) {
  const auto on_board = [&](Square square, const std::string& at) {
    if (!board.on_grid(square)) throw BadQuestion{at, fmt::format("[{}, {}] is off the board", square.column, square.row)};
    return square;
  };
  const auto one = [&](std::string_view key) {
    const Square square = on_board(square_in(action.raw(key), action.at(key)), action.at(key));
    action.done();
    return square;
  };
  if (action.has("huff")) return allies::Huff{one("huff")};
  if (action.has("make_take")) return allies::MakeTake{one("make_take")};
  allies::Play turn;
  turn.from = on_board(square_in(action.raw("from"), action.at("from")), action.at("from"));
  const std::string at = action.at("lands");
  const Json& lands = list_in(action.raw("lands"), at);
  for (std::size_t i = 0; i < lands.size(); ++i) turn.lands.push_back(on_board(square_in(lands[i], nth(at, i)), nth(at, i)));
  if (turn.lands.empty()) action.complain("lands", "must name at least one square");
  if (action.has("takes")) static_cast<void>(read_les_allies_squares(action, "takes", board));  // `ask_apply` compares them
  action.done();
  return turn;
}

Square read_les_allies_square(Question& question, std::string_view key, const Board& board) {
  return coloured(square_in(question.raw(key), question.at(key)), question.at(key), board);
}

std::vector<Square> read_les_allies_squares(Question& question, std::string_view key, const Board& board) {
  const Json& json = list_in(question.raw(key), question.at(key));
  std::vector<Square> out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string at = nth(question.at(key), i);
    out.push_back(coloured(square_in(json[i], at), at, board));
  }
  return out;
}

const char* own_or_enemy(Side side) { return side == Side::Allies ? "own" : "enemy"; }

Json json_of(Square square) { return {square.column, square.row}; }

Json json_of(const std::vector<Square>& squares) {
  Json out = Json::array();
  for (const Square square : squares) out.push_back(json_of(square));
  return out;
}

Json json_of(const std::vector<Man>& men) {
  Json out = Json::array();
  for (const Man& man : men) {
    Json piece{
        {"side", own_or_enemy(man.side)}, {"rank", man.rank == allies::Rank::General ? "general" : "soldier"}, {"at", json_of(man.at)}};
    if (man.has_taken) piece["has_taken"] = true;
    out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace app::ask
