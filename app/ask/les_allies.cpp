// The questions of Les Allies: legal, apply, setup, battle, transfer, perft, players. Boards, positions and actions, from JSON and back.
//   "own" are the Allies of the rules, who move toward higher rows.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstddef>

#include "app/ask/ask.h"
#include "rules/les_allies/explain.h"
#include "rules/les_allies/grounds.h"
#include "rules/les_allies/perft.h"
#include "rules/les_allies/setup.h"

namespace app::ask {
namespace {

namespace allies = rules::les_allies;
using allies::Board, allies::Fight, allies::House, allies::Man, allies::Place, allies::Position, allies::Setting, allies::Side,
    allies::Square;
using app::ask::json_of;

constexpr std::array<std::string_view, 2> kSides{"own", "enemy"};
constexpr std::array<Side, 2> kSideOf{Side::Allies, Side::Central};
constexpr std::array<std::string_view, 2> kRanks{"soldier", "general"};

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
    places.back().at = square_in<Square>(json[i], at);
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
  const Square at = coloured(square_in<Square>(mark.raw("at"), mark.at("at")), mark.at("at"), plain);
  return *std::ranges::find(places, at, &Place::at);
}

/// What squares are, one by one or in rectangles, with the keys of [[mark]] in board.toml; `land` is whose territory they are.
void read_marks(Question& board, std::vector<Place>& places, const Board& plain) {
  const auto on_grid = [&](Question& mark, std::string_view key) {
    const Square at = square_in<Square>(mark.raw(key), mark.at(key));
    if (!plain.on_grid(at)) mark.complain(key, fmt::format("[{}, {}] is off the board", at.column, at.row));
    return at;
  };
  for (Question& mark : board.objects_or_none("marks")) {
    const Square first = on_grid(mark, "at"), last = mark.has("to") ? on_grid(mark, "to") : first;
    const auto zone = mark.whole_if("zone", 1, 2);
    const std::string country = mark.text_or("country", "");
    const auto side = [&](std::string_view key) { return mark.has(key) ? std::optional(kSideOf[mark.choice(key, kSides)]) : std::nullopt; };
    const auto land = side("land"), fortress = side("fortress_of");
    const bool neutral = mark.flag_or("neutral", false);
    mark.done();
    for (Place& place : places) {
      const auto [column, row] = place.at;
      if (column < first.column || column > last.column || row < first.row || row > last.row) continue;
      if (zone) place.zone = *zone;
      if (!country.empty()) place.country = country;
      if (land) place.land = land;
      if (fortress) place.fortress = fortress;
      place.neutral |= neutral;
    }
  }
}

Board read_whole_board(Question& question) {
  if (const Json& named = question.raw("board"); named.is_string()) {
    if (named != "synthetic") question.complain("board", "must be \"synthetic\" (DG1), or a board");
    return allies::synthetic_board();
  }
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
  read_marks(from, places, *plain);
  read_rows(from, "own_rows", Side::Allies, places, size[1]);
  read_rows(from, "enemy_rows", Side::Central, places, size[1]);
  from.done();
  return Board::make(size[0], size[1], std::move(places)).value();
}

/// The board, as the variant uses it where one is given (D-23).
Board read_board(Question& question) {
  const Board board = read_whole_board(question);
  if (!question.has("variant")) return board;
  return allies::board_for(board, static_cast<allies::Variant>(question.choice("variant", allies::variant_words())));
}

/// Whose men: the names in a question's pieces.
using Nations = std::vector<std::string>;

/// D-2: with a `zone` its men stay in it; D-20: `transferred` men, whose home is the other zone, may cross.
allies::Border read_border(Question& question) {
  return {question.whole_if("zone", 1, 2).value_or(0), question.flag_or("transferred", false)};
}

Side read_side(Question& question, std::string_view key) { return kSideOf[question.choice(key, kSides)]; }

Square read_square(Question& question, std::string_view key, const Board& board) {
  return coloured(square_in<Square>(question.raw(key), question.at(key)), question.at(key), board);
}

std::vector<Square> read_squares(Question& question, std::string_view key, const Board& board) {
  const Json& json = list_in(question.raw(key), question.at(key));
  std::vector<Square> out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string at = nth(question.at(key), i);
    out.push_back(coloured(square_in<Square>(json[i], at), at, board));
  }
  return out;
}

std::vector<Man> read_men(Question& question, std::string_view key, const Board& board, Nations& nations) {
  if (const Json& json = question.raw(key); json.is_array() && json.size() > board.places().size())
    question.complain(key, fmt::format("there are {} men and {} coloured squares", json.size(), board.places().size()));
  std::vector<Man> men;
  std::vector<Square> taken;
  for (Question& piece : question.objects(key)) {
    Man man;
    man.side = read_side(piece, "side");
    man.rank = piece.choice("rank", kRanks) == 0 ? allies::Rank::Soldier : allies::Rank::General;
    man.at = read_square(piece, "at", board);
    man.has_taken = piece.flag_or("has_taken", false);
    man.home = piece.whole_if("home", 1, 2).value_or(board.find(man.at)->zone);
    if (const std::string nation = piece.text_or("nation", ""); !nation.empty()) {
      auto found = std::ranges::find(nations, nation);
      if (found == nations.end()) found = nations.insert(found, nation);
      man.nation = static_cast<int>(found - nations.begin()) + 1;
    }
    if (std::ranges::find(taken, man.at) != taken.end())
      piece.complain("at", fmt::format("two men stand on [{}, {}]", man.at.column, man.at.row));
    piece.done();
    taken.push_back(man.at);
    men.push_back(man);
  }
  return men;
}

allies::FightAction read_action(Question action, const Board& board) {
  const auto on_board = [&](Square square, const std::string& at) {
    if (!board.on_grid(square)) throw BadQuestion{at, fmt::format("[{}, {}] is off the board", square.column, square.row)};
    return square;
  };
  const auto one = [&](std::string_view key) {
    const Square square = on_board(square_in<Square>(action.raw(key), action.at(key)), action.at(key));
    action.done();
    return square;
  };
  if (action.has("huff")) return allies::Huff{one("huff")};
  if (action.has("make_take")) return allies::MakeTake{one("make_take")};
  allies::Play turn;
  turn.from = on_board(square_in<Square>(action.raw("from"), action.at("from")), action.at("from"));
  const std::string at = action.at("lands");
  const Json& lands = list_in(action.raw("lands"), at);
  for (std::size_t i = 0; i < lands.size(); ++i) turn.lands.push_back(on_board(square_in<Square>(lands[i], nth(at, i)), nth(at, i)));
  if (turn.lands.empty()) action.complain("lands", "must name at least one square");
  if (action.has("takes")) static_cast<void>(read_squares(action, "takes", board));  // `ask_apply` compares them
  action.done();
  return turn;
}

const char* own_or_enemy(Side side) { return side == Side::Allies ? "own" : "enemy"; }

Json json_of(Square square) { return {square.column, square.row}; }

Json json_of(const std::vector<Square>& squares) {
  Json out = Json::array();
  for (const Square square : squares) out.push_back(json_of(square));
  return out;
}

Json json_of(const std::vector<Man>& men, const Board& board, const Nations& nations) {
  Json out = Json::array();
  for (const Man& man : men) {
    Json piece{
        {"side", own_or_enemy(man.side)}, {"rank", man.rank == allies::Rank::General ? "general" : "soldier"}, {"at", json_of(man.at)}};
    if (man.has_taken) piece["has_taken"] = true;
    if (const Place* place = board.find(man.at); place && place->zone != man.home) piece["home"] = man.home;
    if (man.nation > 0) piece["nation"] = nations[static_cast<std::size_t>(man.nation - 1)];
    out.push_back(std::move(piece));
  }
  return out;
}

constexpr int kMostTurns = 1000000;  // of a count of quiet turns

House read_allies_house(Question& question, House base = {}) { return read_house(question, allies::house_keys(), std::move(base)); }

Position in_order(std::vector<Man> men) {
  allies::put_in_order(men);
  return men;
}

// ---- what a question knows of a fight ----

/// The turn of `side` that leads from `before` to `after`: a plain move, or the first jumps of a sweep.
std::optional<allies::FightApplied> turn_between(const Setting& setting, const Position& before, const Position& after, Side side) {
  if (after.size() > before.size()) return std::nullopt;
  const std::size_t taken = before.size() - after.size();
  Fight from;
  from.men = before;
  from.to_move = side;
  House any = setting.house;  // what he may do and be huffed for, too
  any.capture_majority = false;
  const allies::Legal turns = allies::legal({setting.board, any, setting.border}, before, side);
  std::vector<allies::Play> plays;
  if (taken == 0)
    for (const allies::Step& step : turns.moves) plays.push_back({step.from, {step.to}});
  else
    for (const allies::Sweep& sweep : turns.sweeps)
      if (sweep.takes.size() >= taken) plays.push_back({sweep.from, {sweep.lands.begin(), sweep.lands.begin() + static_cast<long>(taken)}});
  for (const allies::Play& play : plays)
    if (auto did = allies::apply(setting, from, play); did.done && did.fight.men == after) return did;
  return std::nullopt;
}

/// What the side to move may still do about the last turn: as "huff" says, or as follows from "before", or, where the question knows of no
/// turn before, the men who could take now.
void read_last_turn(Question& question, const Setting& setting, Fight& fight, bool opponents_action, Nations& nations) {
  const Side side = allies::other(fight.to_move);
  if (question.has("before")) {
    const Position before = in_order(read_men(question, "before", setting.board, nations));
    const auto did = turn_between(setting, before, fight.men, side);
    if (!did) question.complain("before", "no turn leads from \"before\" to \"pieces\"");
    fight.last = did->fight.last;
    fight.huffable = did->fight.huffable;
  } else if (opponents_action && setting.house.capture == allies::Capture::Huff) {
    fight.huffable = allies::men_who_can_take(setting, fight.men, side);
  }
  if (!question.has("huff")) return;
  fight.huffable = read_squares(question, "huff", setting.board);
  for (std::size_t i = 0; i < fight.huffable.size(); ++i)
    if (const Man* man = allies::man_at(fight.men, fight.huffable[i]); !man || man->side != side)
      throw BadQuestion{fmt::format("{}/{}", question.at("huff"), i), "no man of the side that moved last stands there"};
  std::ranges::sort(fight.huffable);
}

void read_quiet(Question& question, allies::Quiet& quiet) {
  if (!question.has("quiet")) return;
  Question from = question.object("quiet");
  quiet.moves = from.whole_if("moves", 0, kMostTurns).value_or(0);
  quiet.generals = from.whole_if("generals", 0, kMostTurns).value_or(0);
  quiet.lone = from.whole_if("lone", 0, kMostTurns).value_or(0);
  from.done();
}

void read_must_take(Question& question, const Setting& setting, Fight& fight) {
  if (!question.has("must_take")) return;
  fight.must_take = read_square(question, "must_take", setting.board);
  const auto takers = allies::men_who_can_take(setting, fight.men, fight.to_move);
  if (std::ranges::find(takers, *fight.must_take) == takers.end())
    question.complain("must_take", "no man of the side to move can take there");
}

// ---- the questions ----

Json sweep_json(const allies::Sweep& sweep) {
  return {{"from", json_of(sweep.from)}, {"lands", json_of(sweep.lands)}, {"takes", json_of(sweep.takes)}};
}

Json over_of(const std::optional<allies::Ending>& ending) {
  if (!ending) return nullptr;
  return {{"winner", ending->winner ? own_or_enemy(*ending->winner) : "null"}, {"rule", ending->rule}};
}

Json ask_legal(Question& question) {
  const House house = read_allies_house(question);
  const Board board = read_board(question);
  const Setting setting{board, house, read_border(question)};
  Nations nations;
  Fight fight;
  fight.to_move = read_side(question, "to_move");
  fight.men = in_order(read_men(question, "pieces", board, nations));
  read_quiet(question, fight.quiet);
  read_must_take(question, setting, fight);
  read_last_turn(question, setting, fight, false, nations);
  const allies::Legal legal = allies::legal(setting, fight.men, fight.to_move, fight.must_take);
  if (legal.cut_short) question.complain("pieces", fmt::format("there are more than {} sweeps", allies::kMostSweeps));
  Json out{{"moves", Json::array()}, {"sweeps", Json::array()}};
  for (const allies::Step& step : legal.moves) out["moves"].push_back({{"from", json_of(step.from)}, {"to", json_of(step.to)}});
  for (const allies::Sweep& sweep : legal.sweeps) out["sweeps"].push_back(sweep_json(sweep));
  out["huffable"] = json_of(legal.huffable);
  std::vector<rules::Reason> because;
  const auto tell = [&](const char* rule, const std::string& says) { because.push_back(rules::reason(rule, says)); };
  if (!legal.moves.empty())
    tell("D-8", legal.moves.size() == 1 ? "there is one move" : fmt::format("there are {} moves", legal.moves.size()));
  if (!legal.sweeps.empty())
    tell("D-10", legal.sweeps.size() == 1 ? "there is one way to take" : fmt::format("there are {} ways to take", legal.sweeps.size()));
  if (!legal.huffable.empty())
    tell("D-15", fmt::format("the {} on {} must take; if nobody does, {} may be huffed", legal.huffable.size() == 1 ? "man" : "men",
                             allies::listed(legal.huffable), legal.huffable.size() == 1 ? "he" : "one of them"));
  if (house.capture == allies::Capture::Strict && !legal.sweeps.empty()) tell("DG7", "in this house who can take has to");
  if (house.capture_majority && !legal.sweeps.empty()) tell("DG8", "in this house the most men have to be taken");
  if (legal.moves.empty() && legal.sweeps.empty()) tell("D-17", "nobody of the side to move can go anywhere");
  out["because"] = json_of(because);
  if (!fight.huffable.empty()) out["huff"] = json_of(fight.huffable);
  if (const bool stuck = legal.moves.empty() && legal.sweeps.empty(); stuck && !fight.men.empty())
    out["over"] = over_of(allies::ending(setting, fight));
  return out;
}

/// The men of `fight` in the order in which the question named them.
std::vector<Man> as_asked(const std::vector<Man>& asked, const Fight& fight, const allies::FightAction& action) {
  const auto* turn = std::get_if<allies::Play>(&action);
  std::vector<Man> out;
  for (const Man& man : asked) {
    const Square at = turn && man.at == turn->from ? turn->lands.back() : man.at;
    const Man* stands = allies::man_at(fight.men, at);
    if (stands && stands->side == man.side) out.push_back(*stands);
  }
  for (const Man& man : fight.men)  // who comes back when a turn is taken back
    if (std::ranges::find(out, man.at, &Man::at) == out.end()) out.push_back(man);
  return out;
}

/// The keys without a source that ended the fight, where they stand at their default.
std::vector<std::string> unverified(const std::optional<allies::Ending>& ending, const House& house) {
  std::vector<std::string> out;
  for (const auto& key : allies::house_keys())
    if (ending && key.gap == ending->rule && key.unverified && key.get(house) == key.get({})) out.push_back(key.name);
  return out;
}

/// A sweep may be given back as `legal` lists it; the men it names must then be those it takes.
void check_takes(Question action, const Board& board, const std::vector<Man>& before, const std::vector<Man>& after) {
  if (!action.has("takes")) return;
  std::vector<Square> named = read_squares(action, "takes", board), taken;
  for (const Man& man : before)
    if (std::none_of(after.begin(), after.end(), [&](const Man& left) { return left.at == man.at && left.side == man.side; }))
      taken.push_back(man.at);
  std::erase(taken, read_square(action, "from", board));
  if (!std::is_permutation(named.begin(), named.end(), taken.begin(), taken.end()))
    action.complain("takes", taken.empty() ? "this move takes nobody" : "this sweep takes " + json_of(taken).dump());
}

std::string nation_of(const Man& man, const Nations& nations) {
  return man.nation > 0 ? nations[static_cast<std::size_t>(man.nation - 1)] : "";
}

Json ask_apply(Question& question) {
  const House house = read_allies_house(question);
  const Board board = read_board(question);
  const Setting setting{board, house, read_border(question)};
  Nations nations;
  const std::vector<Man> asked = read_men(question, "pieces", board, nations);
  const allies::FightAction action = read_action(question.object("action"), board);
  Fight fight;
  fight.to_move = read_side(question, "to_move");
  fight.men = in_order(asked);
  read_quiet(question, fight.quiet);
  read_must_take(question, setting, fight);
  read_last_turn(question, setting, fight, !std::holds_alternative<allies::Play>(action), nations);

  const allies::FightApplied did = allies::apply(setting, fight, action);
  if (did.done) check_takes(question.object("action"), board, asked, did.fight.men);
  const auto ending = did.done ? allies::ending(setting, did.fight) : std::nullopt;
  std::vector<rules::Reason> because = did.done ? allies::grounds(setting, fight, action, did) : did.because;
  const auto* play = std::get_if<allies::Play>(&action);
  const std::string nation = did.promoted ? nation_of(*allies::man_at(did.fight.men, play->lands.back()), nations) : "";
  if (!nation.empty()) because.push_back(rules::reason("D-14", fmt::format("the man put upon him is one of {}", nation)));
  if (ending) {
    const auto left = ending->winner ? allies::count_of(did.fight.men, allies::other(*ending->winner)) : 0;
    because.push_back(rules::reason(
        ending->rule, fmt::format("the fight is over: {}", allies::why_ended(*ending, static_cast<std::size_t>(left), house))));
  }
  Json out{{"pieces", json_of(did.done ? as_asked(asked, did.fight, action) : asked, board, nations)},
           {"to_move", own_or_enemy(did.fight.to_move)},
           {"promoted", did.promoted},
           {"huff", json_of(did.fight.huffable)},
           {"verdict", did.done ? "yes" : "no"},
           {"because", json_of(because)},
           {"over", over_of(ending)},
           {"quiet", {{"moves", did.fight.quiet.moves}, {"generals", did.fight.quiet.generals}, {"lone", did.fight.quiet.lone}}}};
  if (play)
    out["way"] = {{"from", json_of(play->from)},
                  {"over", json_of(allies::crossed(*play))},
                  {"to", json_of(play->lands.back())},
                  {"takes", json_of(did.taken)}};
  if (!nation.empty()) out["cover"] = {{"at", json_of(play->lands.back())}, {"nation", nation}};
  if (did.done && did.fight.last) out["before"] = json_of(asked, board, nations);
  if (did.fight.must_take) out["must_take"] = json_of(*did.fight.must_take);
  if (const auto keys = unverified(ending, house); !keys.empty()) out["unverified"] = keys;
  return out;
}

/// "men": {"own":36,"enemy":36}: so many have to stand (D-1).
void judge_counts(Question& question, const std::vector<Man>& men, Json& because) {
  if (!question.has("men")) return;
  Question wanted = question.object("men");
  for (const Side side : {Side::Allies, Side::Central}) {
    const auto count = wanted.whole_if(own_or_enemy(side));
    const int stand = allies::count_of(men, side);
    if (!count || *count == stand) continue;
    because.push_back(
        {{"rule", "D-1"}, {"says", fmt::format("{} men of {} stand", stand, own_or_enemy(side))}, {"value", stand}, {"limit", *count}});
  }
  wanted.done();
}

/// With a `variant` every player has his men, and every nation hers where his men are told by nations (D-1, D-23).
void judge_players(Question& question, const std::vector<Man>& men, const Nations& nations, Json& because) {
  if (!question.has("variant")) return;
  const auto tell = [&](int stand, int limit, const std::string& whose) {
    if (stand != limit)
      because.push_back({{"rule", "D-1"}, {"says", fmt::format("{} men of {} stand", stand, whose)}, {"value", stand}, {"limit", limit}});
  };
  for (const allies::Player& player : allies::players(static_cast<allies::Variant>(question.choice("variant", allies::variant_words())))) {
    const auto count = [&](auto is) {
      return static_cast<int>(
          std::ranges::count_if(men, [&](const Man& man) { return man.side == player.side && man.home == player.zone && is(man); }));
    };
    tell(count([](const Man&) { return true; }), player.men, fmt::format("player {}", player.number));
    if (count([](const Man& man) { return man.nation > 0; }) == 0) continue;
    for (const allies::Contingent& each : player.nations)
      tell(count([&](const Man& man) { return nation_of(man, nations) == each.nation; }), each.men,
           fmt::format("{} of player {}", each.nation, player.number));
  }
}

Json ask_setup(Question& question) {
  const House house = read_allies_house(question);
  const Board board = read_board(question);
  if (std::ranges::none_of(board.places(), [](const Place& place) { return place.land.has_value(); })) {
    Question rows = question.object("board");
    for (const char* key : {"own_rows", "enemy_rows"})
      if (!rows.has(key)) rows.complain(key, "is missing");
  }
  Nations nations;
  const std::vector<Man> men = read_men(question, "pieces", board, nations);
  Json because = Json::array();
  for (const allies::SetupFault& fault : allies::setup_faults(board, house, in_order(men))) {
    Json line{{"rule", fault.why.rule}, {"at", json_of(fault.at)}, {"says", fault.why.says}};
    if (fault.why.value) line["value"] = tidy(*fault.why.value);
    if (fault.why.limit) line["limit"] = tidy(*fault.why.limit);
    because.push_back(std::move(line));
  }
  judge_counts(question, men, because);
  judge_players(question, men, nations, because);
  const bool stands = because.empty();
  if (stands)
    because.push_back({{"rule", "D-4"},
                       {"says", house.setup_gap == 0 ? "everybody stands on ground he defends"
                                                     : "everybody stands on ground he defends, with the gap before the enemy's border"}});
  return {{"verdict", stands ? "yes" : "no"},
          {"because", because},
          {"men", {{"own", allies::count_of(men, Side::Allies)}, {"enemy", allies::count_of(men, Side::Central)}}}};
}

allies::FightResult read_result(const Json& json, const std::string& at) {
  for (const auto result : {allies::FightResult::Won, allies::FightResult::Lost, allies::FightResult::Null})
    if (json.is_string() && json.get<std::string>() == allies::word(result)) return result;
  throw BadQuestion{at, "must be one of: won, lost, null (for the Allies)"};
}

Json ask_battle(Question& question) {
  const House house = read_allies_house(question);
  const Json& zones = question.raw("zones");
  if (!zones.is_array() || zones.size() != 2) question.complain("zones", "must be the two fights, [zone 1, zone 2]");
  const auto west = read_result(zones[0], question.at("zones") + "/0"), east = read_result(zones[1], question.at("zones") + "/1");
  allies::BattleCourse course;
  course.same_time = question.flag_or("same_time", false);
  course.last = question.whole_if("last", 1, 2);
  if (question.has("continued")) course.continued = read_result(question.raw("continued"), question.at("continued"));
  const bool one_each = west != east && west != allies::FightResult::Null && east != allies::FightResult::Null;
  if (one_each && !course.same_time && !course.last && house.battle_one_each == allies::OneEach::LastWins)
    question.complain("last", "is missing: the zone whose fight ended last decides in this house");
  const allies::BattleEnd end = allies::battle_result(west, east, course, house);
  return {{"result", end.result ? Json(allies::word(*end.result)) : Json("continue")},
          {"because", Json::array({{{"rule", end.rule}, {"says", end.says}}})}};
}

Json ask_perft(Question& question) {
  static constexpr std::array<std::string_view, 1> kVariants{"international"};
  const int depth = question.whole("depth");
  const auto counted = [&](const Board& board, const House& house, const Position& men, Side to_move) -> Json {
    const auto nodes = allies::perft({board, house}, men, to_move, depth);
    if (!nodes) question.complain("depth", nodes.error().message);
    return {{"nodes", *nodes}};
  };
  if (question.has("variant")) {
    question.choice("variant", kVariants);
    return counted(allies::international_board(), read_allies_house(question, allies::international()), allies::international_start(),
                   Side::Allies);
  }
  const House house = read_allies_house(question);
  const Board board = read_board(question);
  const Side to_move = read_side(question, "to_move");
  Nations nations;
  return counted(board, house, in_order(read_men(question, "pieces", board, nations)), to_move);
}

Json ask_players(Question& question) {
  const auto words = allies::variant_words();
  const auto variant =
      question.has("variant") ? static_cast<allies::Variant>(question.choice("variant", words)) : allies::Variant::FourPlayers;
  Json out{{"players", Json::array()}};
  int total = 0;
  for (const allies::Player& player : allies::players(variant)) {
    out["players"].push_back({{"player", player.number},
                              {"side", own_or_enemy(player.side)},
                              {"zone", player.zone},
                              {"men", player.men},
                              {"powers", player.powers},
                              {"partner", player.number <= 2 ? player.number + 2 : player.number - 2},
                              {"nations", list_of(player.nations, [](const allies::Contingent& each) {
                                 return Json{{"nation", each.nation}, {"men", each.men}};
                               })}});
    total += player.men;
  }
  out["total"] = total;
  using enum allies::Variant;
  std::vector<rules::Reason> because;
  if (variant == FourPlayers || variant == ZoneOne || variant == ZoneTwo) {
    because.push_back(rules::reason("D-1", "a player's men are told by nations, and a General is covered with a man of his own nation"));
    if (variant == FourPlayers)
      because.push_back(rules::reason("D-2", "players 1 and 3 are allies against 2 and 4; nobody crosses the border of the zones"));
  } else {
    because.push_back(
        rules::reason("D-23", "power against power: 12 soldiers each, Generals are made on the fortress nearest to the common border"));
    if (variant == FranceGermany) because.push_back(rules::reason("DG27", "Belgium is open to both, other neutrals are closed"));
    if (variant == RussiaAustria)
      because.push_back(rules::reason(
          "DG28",
          "Austrian Generals are made on the Russian fortress in the east, Russian ones on the Austrian fortress nearest to the border"));
  }
  out["because"] = json_of(because);
  if (!question.has("board")) return out;
  const Board board = allies::board_for(read_whole_board(question), variant);
  out["fortresses"] = Json::array();
  for (const Place& place : board.places())
    if (place.fortress)
      out["fortresses"].push_back({{"at", json_of(place.at)}, {"of", own_or_enemy(*place.fortress)}, {"zone", place.zone}});
  out["squares"] = board.places().size();
  return out;
}

/// What becomes of the men when the fight of a zone is over, or both end in one round (D-17, D-20, D-21, DG20, DG25).
Json ask_transfer(Question& question) {
  const House house = read_allies_house(question);
  const Board board = read_board(question);
  if (!allies::has_two_zones(board)) question.complain("board", "has no two zones: mark those of the east with \"zone\": 2");
  Nations nations;
  const Position men = in_order(read_men(question, "pieces", board, nations));
  const Side first = question.has("first") ? read_side(question, "first") : Side::Allies;
  allies::Game before = allies::battle_from({}, board, first);
  for (const Man& man : men) before.fights[static_cast<std::size_t>(man.home - 1)].fight.men.push_back(man);
  static constexpr std::array<std::string_view, 3> kWinners{"own", "enemy", "null"};
  allies::Game now = before;
  std::vector<Question> over = question.objects("over");
  if (over.empty() || over.size() > 2) question.complain("over", "must name the zone whose fight is over, or both");
  for (Question& each : over) {
    const int zone = each.whole("zone", 1, 2);
    const std::size_t winner = each.choice("winner", kWinners);
    each.done();
    if (now.fights[static_cast<std::size_t>(zone - 1)].ended) each.complain("zone", "this fight is over already");
    now = allies::told_over(std::move(now), zone,
                            winner < 2 ? allies::Ending{kSideOf[winner], "D-17"} : allies::Ending{std::nullopt, "D-18"});
  }
  if (question.has("to_move"))
    for (allies::ZoneFight& fight : now.fights) fight.fight.to_move = read_side(question, "to_move");
  now = allies::round_closed(std::move(now), board, house);
  Json out{{"fights", Json::array()}, {"out_of_play", Json::array()}};
  for (const allies::ZoneFight& fight : now.fights) {
    for (const Man& man : fight.out_of_play) out["out_of_play"].push_back(json_of(std::vector{man}, board, nations).front());
    if (fight.ended || now.result) continue;
    const bool apart = fight.zone == 0;  // each under his own player (D-21)
    const auto commands = [&](Side side) { return apart ? Json(nullptr) : Json(allies::player_of(side, fight.zone)); };
    out["fights"].push_back({{"zone", fight.zone},
                             {"to_move", own_or_enemy(fight.fight.to_move)},
                             {"commanded_by", {{"own", commands(Side::Allies)}, {"enemy", commands(Side::Central)}}},
                             {"border", fight.border.zone == 0           ? "open"
                                        : fight.border.transferred_cross ? "transferred"
                                                                         : "closed"},
                             {"pieces", json_of(fight.fight.men, board, nations)}});
  }
  out["result"] = now.result ? Json(allies::word(*now.result)) : Json(nullptr);
  out["because"] = json_of(allies::battle_news(before, now, house, {"our side", "the enemy"}));
  return out;
}

}  // namespace

Json answer_les_allies(Question& question) {
  static constexpr std::array<std::string_view, 7> kAsks{"legal", "apply", "setup", "battle", "transfer", "perft", "players"};
  static constexpr std::array<Json (*)(Question&), 7> kAnswers{ask_legal,    ask_apply, ask_setup,  ask_battle,
                                                               ask_transfer, ask_perft, ask_players};
  Json out = kAnswers[question.choice("ask", kAsks)](question);
  question.done();
  return out;
}

}  // namespace app::ask
