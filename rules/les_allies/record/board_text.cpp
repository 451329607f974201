#include "rules/les_allies/record/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace rules::les_allies {
namespace {

constexpr std::array<std::string_view, 3> kColourings{"even", "odd", "all"};  // Colouring
constexpr std::array<std::string_view, 7> kKeys{"board", "no", "zone", "fortress", "land", "neutral", "country"};
constexpr std::string_view kTo = "..";

// ---- writing ----

struct Rectangle {
  Square from, to;
};

/// Rectangles that hold exactly the places that `is` holds of: rows of them, then equal rows on top of each other.
std::vector<Rectangle> rectangles(const std::vector<Place>& places, const std::function<bool(const Place&)>& is) {
  std::vector<Rectangle> done, open;  // open: reaches the row before
  for (auto row = places.begin(); row != places.end();) {
    const auto end = std::find_if(row, places.end(), [&](const Place& place) { return place.at.row != row->at.row; });
    std::vector<Rectangle> runs;
    bool running = false;
    for (auto place = row; place != end; ++place) {
      const bool now = is(*place);
      if (now && running) runs.back().to = place->at;
      if (now && !running) runs.push_back({place->at, place->at});
      running = now;
    }
    // A run continues the one before where their rectangle holds no place more: its columns may be wider by squares that do not exist.
    std::vector<Rectangle> still;
    for (const Rectangle& run : runs) {
      const auto below = std::ranges::find_if(open, [&](const Rectangle& above) {
        const int left = std::min(above.from.column, run.from.column), right = std::max(above.to.column, run.to.column);
        return above.from.row < run.from.row && std::ranges::all_of(places, [&](const Place& place) {
                 const bool inside =
                     place.at.column >= left && place.at.column <= right && place.at.row >= above.from.row && place.at.row <= run.to.row;
                 return !inside || is(place);
               });
      });
      if (below == open.end()) {
        still.push_back(run);
        continue;
      }
      still.push_back(
          {{std::min(below->from.column, run.from.column), below->from.row}, {std::max(below->to.column, run.to.column), run.to.row}});
      open.erase(below);
    }
    done.insert(done.end(), open.begin(), open.end());
    open = std::move(still);
    row = end;
  }
  done.insert(done.end(), open.begin(), open.end());
  std::ranges::sort(done, {}, &Rectangle::from);
  return done;
}

std::string line_of(const std::string& key, const std::vector<Place>& places, const std::function<bool(const Place&)>& is) {
  std::string out;
  for (const auto& [from, to] : rectangles(places, is)) out += " " + text_of(from) + (from == to ? "" : std::string(kTo) + text_of(to));
  return out.empty() ? "" : key + out + "\n";
}

std::string in_one_word(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '%')
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string name_from(std::string_view word) {
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; };
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '%' && i + 2 < word.size() && digit(word[i + 1]) >= 0 && digit(word[i + 2]) >= 0) {
      out += static_cast<char>(16 * digit(word[i + 1]) + digit(word[i + 2]));
      i += 2;
    } else {
      out += word[i];
    }
  }
  return out;
}

// ---- reading ----

/// "c,r" or "c,r..c,r": every place of the board in it.
void each_place(Line& line, BoardAsTold& board, const std::function<void(Place&)>& change) {
  if (!line.more()) throw TextError{line.here(), "a square is missing"};
  while (line.more()) {
    const Word given = line.word("a square");
    const std::size_t dots = given.text.find(kTo);
    const auto from = square_of(given.text.substr(0, dots));
    const auto to = dots == std::string_view::npos ? from : square_of(given.text.substr(dots + kTo.size()));
    if (!from || !to)
      throw TextError{given.at, fmt::format("\"{}\" is no square; one is written COLUMN,ROW, a rectangle 0,0..3,5", given.text)};
    bool any = false;
    for (Place& place : board.places)
      if (place.at.column >= from->column && place.at.column <= to->column && place.at.row >= from->row && place.at.row <= to->row)
        change(place), any = true;
    if (!any) throw TextError{given.at, fmt::format("{} is no square of this board", given.text)};
  }
}

// ---- comparing ----

std::string of(const std::optional<Side>& side) { return side ? std::string(word(*side)) : "nobody"; }

/// What is different about one square, as it was told and as it is here.
std::string different(const Place& told, const Place& here) {
  if (told.zone != here.zone) return fmt::format("lies in zone {}, here in zone {}", told.zone, here.zone);
  if (told.fortress != here.fortress)
    return told.fortress
               ? fmt::format("is a fortress of {}, here {}", of(told.fortress), here.fortress ? "of " + of(here.fortress) : "none")
               : fmt::format("is no fortress, here one of {}", of(here.fortress));
  if (told.neutral != here.neutral) return told.neutral ? "is neutral, here not" : "is not neutral, here it is";
  if (told.country != here.country)
    return fmt::format("lies in {}, here in {}", told.country.empty() ? "no country" : told.country,
                       here.country.empty() ? "none" : here.country);
  return fmt::format("is land of {}, here of {}", of(told.land), of(here.land));
}

}  // namespace

BoardAsTold told_of(const Board& board) { return {board.columns(), board.rows(), {board.places().begin(), board.places().end()}}; }

std::string text(const BoardAsTold& board) {
  const auto holds = [&](Square at) { return std::ranges::binary_search(board.places, at, {}, &Place::at); };
  const auto on_grid = [&](Colouring coloured) {
    const std::vector<Place> all = grid(board.columns, board.rows, coloured);
    return std::ranges::all_of(board.places, [&](const Place& place) { return std::ranges::binary_search(all, place.at, {}, &Place::at); });
  };
  const Colouring coloured = on_grid(Colouring::Even) ? Colouring::Even : on_grid(Colouring::Odd) ? Colouring::Odd : Colouring::All;
  std::string out = fmt::format("board {} {} {}\n", board.columns, board.rows, kColourings[static_cast<std::size_t>(coloured)]);
  out += line_of("no", grid(board.columns, board.rows, coloured), [&](const Place& place) { return !holds(place.at); });
  out += line_of("zone 2", board.places, [](const Place& place) { return place.zone == 2; });
  for (const Side side : {Side::Allies, Side::Central}) {
    out += line_of(fmt::format("fortress {}", word(side)), board.places, [&](const Place& place) { return place.fortress == side; });
    out += line_of(fmt::format("land {}", word(side)), board.places, [&](const Place& place) { return place.land == side; });
  }
  out += line_of("neutral", board.places, [](const Place& place) { return place.neutral; });
  std::vector<std::string> countries;
  for (const Place& place : board.places)
    if (!place.country.empty() && std::ranges::find(countries, place.country) == countries.end()) countries.push_back(place.country);
  std::ranges::sort(countries);
  for (const std::string& country : countries)
    out += line_of("country " + in_one_word(country), board.places, [&](const Place& place) { return place.country == country; });
  return out;
}

bool tells_of_board(std::string_view key) { return std::ranges::find(kKeys, key) != kKeys.end(); }

void read_board_line(Line& line, const Word& key, std::optional<BoardAsTold>& board) {
  if (key.text == "board") {
    if (board) throw TextError{key.at, "the board has been told above"};
    board.emplace();
    board->columns = line.number("columns", 1, Board::kMostOfASide);
    board->rows = line.number("rows", 1, Board::kMostOfASide);
    const Word given = line.word("even, odd or all");
    const auto coloured = std::ranges::find(kColourings, given.text);
    if (coloured == kColourings.end()) throw TextError{given.at, fmt::format("\"{}\" is none of: even, odd, all", given.text)};
    board->places = grid(board->columns, board->rows, static_cast<Colouring>(coloured - kColourings.begin()));
    return line.done();
  }
  if (!board) throw TextError{key.at, fmt::format("\"{}\" tells of a board; the line \"board ...\" is missing before it", key.text)};
  if (key.text == "no") {
    std::vector<Square> none;
    each_place(line, *board, [&](Place& place) { none.push_back(place.at); });
    std::erase_if(board->places, [&](const Place& place) { return std::ranges::find(none, place.at) != none.end(); });
  } else if (key.text == "zone") {
    const int zone = line.number("a zone", 1, 2);
    each_place(line, *board, [&](Place& place) { place.zone = zone; });
  } else if (key.text == "neutral") {
    each_place(line, *board, [](Place& place) { place.neutral = true; });
  } else if (key.text == "country") {
    const std::string name = name_from(line.word("a country").text);
    each_place(line, *board, [&](Place& place) { place.country = name; });
  } else {
    const Side side = line.side();
    each_place(line, *board, [&](Place& place) { (key.text == "land" ? place.land : place.fortress) = side; });
  }
}

std::optional<std::string> difference(const BoardAsTold& told, const BoardAsTold& here) {
  if (told.columns != here.columns || told.rows != here.rows)
    return fmt::format("it has {} x {} squares, here there are {} x {}", told.columns, told.rows, here.columns, here.rows);
  std::string first;
  int more = 0;
  const auto differs = [&](Square at, const std::string& how) {
    if (first.empty())
      first = fmt::format("[{}, {}] {}", at.column, at.row, how);
    else
      ++more;
  };
  auto there = here.places.begin();
  for (const Place& place : told.places) {
    for (; there != here.places.end() && there->at < place.at; ++there) differs(there->at, "is no square, here one");
    if (there == here.places.end() || place.at < there->at) {
      differs(place.at, "is a square, here none");
    } else {
      if (!(place == *there)) differs(place.at, different(place, *there));
      ++there;
    }
  }
  for (; there != here.places.end(); ++there) differs(there->at, "is no square, here one");
  if (first.empty()) return std::nullopt;
  return more == 0 ? first : fmt::format("{}, and {} square{} more", first, more, more == 1 ? "" : "s");
}

}  // namespace rules::les_allies
