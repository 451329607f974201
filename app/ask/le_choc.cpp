// The questions of Le Choc: combat, legal, apply, could_be, setup, force. Positions and actions, from JSON and back.
#include <fmt/format.h>
#include <array>

#include "app/ask/ask.h"
#include "rules/le_choc/grounds.h"
#include "rules/le_choc/position.h"
#include "rules/le_choc/seen.h"

namespace app::ask {
namespace {

namespace choc = rules::le_choc;
using app::ask::json_of;

constexpr std::array<std::string_view, 2> kSideWords{"south", "north"};
constexpr std::array<std::string_view, choc::kValues> kLetters{"A", "B", "C", "D", "E", "F", "G", "H"};

choc::Square read_square(Question& question, std::string_view key) { return square_in<choc::Square>(question.raw(key), question.at(key)); }

Json json_of(choc::Square square) { return {square.column, square.row}; }

choc::Value read_value(Question& question, std::string_view key) { return choc::kAllValues[question.choice(key, kLetters)]; }

/// A list of lists of squares, all on the board.
std::vector<choc::Base> read_bases(Question& sides, choc::Side side, const choc::Board& board) {
  const std::string_view key = kSideWords[index(side)];
  const Json& json = sides.raw(key);
  const auto list = [](const Json& each, const std::string& at) -> const Json& {
    if (!each.is_array()) throw BadQuestion{at, "must be a list of bases, each a list of squares"};
    return each;
  };
  std::vector<choc::Base> bases;
  const auto squares = static_cast<std::size_t>(board.width) * static_cast<std::size_t>(board.height);
  std::size_t named = 0;
  for (std::size_t i = 0; i < list(json, sides.at(key)).size(); ++i) {
    const std::string at = fmt::format("{}/{}", sides.at(key), i);
    if (list(json[i], at).empty()) throw BadQuestion{at, "a base needs at least one square"};
    if (named += json[i].size(); named > squares)
      throw BadQuestion{at, fmt::format("the bases have more squares than the board, which has {}", squares)};
    choc::Base base;
    for (std::size_t j = 0; j < list(json[i], at).size(); ++j) {
      const std::string place = fmt::format("{}/{}", at, j);
      base.push_back(square_in<choc::Square>(json[i][j], place));
      if (!board.holds(base.back())) throw BadQuestion{place, "the square is off the board"};
      if (board.is_base_of(other(side), base.back())) throw BadQuestion{place, "the square is a base of the other side"};
    }
    bases.push_back(std::move(base));
  }
  return bases;
}

void read_size(Question& board, choc::House& house) {
  const std::vector<int> size = board.wholes("size", 1, choc::kWidestBoard);
  if (size.size() != 2) board.complain("size", "must be [columns, rows]");
  house.width = size[0];
  house.height = size[1];
}

void read_reserve(Question side, choc::Counts& counts) {
  for (const choc::Value value : choc::kAllValues)
    counts[index(value)] = side.whole_if(kLetters[index(value)], 0, choc::total(choc::force())).value_or(0);
  side.done();
}

choc::Piece read_piece(Question question) {
  choc::Piece piece;
  piece.side = choc::kSides[question.choice("side", kSideWords)];
  piece.value = read_value(question, "value");
  piece.at = read_square(question, "at");
  piece.shown = question.flag_or("shown", false);
  question.done();
  return piece;
}

choc::Rules read_rules(Question& question) {
  choc::House house = read_house(question, choc::house_keys());
  if (!question.has("board")) {
    choc::Rules rules = choc::rules_of(house);
    if (rules.board.objective && !rules.board.holds(*rules.board.objective))
      question.object("house").complain("objective", "the square is off the board");
    return rules;
  }
  Question board = question.object("board");
  if (board.has("size")) read_size(board, house);
  choc::Rules rules = choc::rules_of(house);
  if (board.has("objective")) rules.board.objective = read_square(board, "objective");
  if (rules.board.objective && !rules.board.holds(*rules.board.objective)) board.complain("objective", "the square is off the board");
  if (board.has("bases")) {
    Question sides = board.object("bases");
    rules.board.bases = {};
    for (const choc::Side side : choc::kSides) rules.board.bases[index(side)] = read_bases(sides, side, rules.board);
    sides.done();
  }
  board.done();
  return rules;
}

/// No board holds more pieces than two forces have (L-2): a list of more is not read.
std::vector<choc::Piece> read_pieces(Question& question, const choc::Rules& rules) {
  const std::size_t most = choc::kSides.size() * static_cast<std::size_t>(choc::total(rules.force));
  if (const Json& pieces = question.raw("pieces"); pieces.is_array() && pieces.size() > most)
    question.complain("pieces", fmt::format("there are {} pieces; two forces have {} (L-2)", pieces.size(), most));
  std::vector<choc::Piece> pieces;
  for (const Question& piece : question.objects("pieces")) pieces.push_back(read_piece(piece));
  return pieces;
}

choc::Position read_position(Question& question, const choc::Rules& rules) {
  choc::Position position;
  position.to_move = choc::kSides[question.choice("to_move", kSideWords)];
  position.pieces = read_pieces(question, rules);
  if (question.has("reserve")) {
    Question sides = question.object("reserve");
    for (const choc::Side side : choc::kSides)
      if (sides.has(kSideWords[index(side)])) read_reserve(sides.object(kSideWords[index(side)]), position.reserve[index(side)]);
    sides.done();
  }
  position.clocks = {.quiet = question.whole_if("quiet").value_or(0), .held = question.whole_if("held").value_or(0)};
  if (const auto wrong = misplaced(position, rules)) {
    const bool by_place = wrong->why.rule != "L-2";
    const std::string at = wrong->piece ? fmt::format("/pieces/{}/{}", *wrong->piece, by_place ? "at" : "value")
                                        : fmt::format("/reserve/{}/{}", choc::word(wrong->side), wrong->why.who);
    throw BadQuestion{question.at() + at, fmt::format("{} ({})", wrong->why.says, wrong->why.rule)};
  }
  return position;
}

choc::Action read_action(Question action) {
  const auto read = [&]() -> choc::Action {
    if (action.has("move")) return choc::Move{read_square(action, "move"), read_square(action, "to")};
    if (action.has("attack")) return choc::Attack{read_square(action, "attack"), read_square(action, "to"), action.flag_or("stay", false)};
    if (action.has("enter")) return choc::Enter{read_value(action, "enter"), read_square(action, "at")};
    for (const std::string_view key : {"pass", "concede"})
      if (action.has(key) && !action.flag_or(key, false)) action.complain(key, "must be true");
    if (action.has("pass")) return choc::Pass{};
    if (action.has("concede")) return choc::Concede{};
    throw BadQuestion{action.at(), "must be a move, an attack, an enter, a pass or a concede"};
  };
  const choc::Action out = read();
  action.done();
  return out;
}

Json json_of(const choc::Action& action) {
  struct Writer {
    Json operator()(const choc::Move& move) const { return {{"move", json_of(move.from)}, {"to", json_of(move.to)}}; }
    Json operator()(const choc::Attack& attack) const {
      return {{"attack", json_of(attack.from)}, {"to", json_of(attack.to)}, {"stay", attack.stay}};
    }
    Json operator()(const choc::Enter& enter) const { return {{"enter", kLetters[index(enter.value)]}, {"at", json_of(enter.at)}}; }
    Json operator()(const choc::Pass&) const { return {{"pass", true}}; }
    Json operator()(const choc::Concede&) const { return {{"concede", true}}; }
  };
  return std::visit(Writer{}, action);
}

/// {"A":4,..}, without those that are used up.
Json reserve_json(const choc::Counts& counts) {
  Json out = Json::object();
  for (const choc::Value value : choc::kAllValues)
    if (counts[index(value)] > 0) out[std::string(kLetters[index(value)])] = counts[index(value)];
  return out;
}

Json json_of(const choc::Position& position) {
  Json out{{"pieces", Json::array()}, {"reserve", Json::object()}};
  for (const choc::Piece& piece : position.pieces) {
    Json each{{"side", choc::word(piece.side)}, {"value", kLetters[index(piece.value)]}, {"at", json_of(piece.at)}};
    if (piece.shown) each["shown"] = true;
    out["pieces"].push_back(std::move(each));
  }
  for (const choc::Side side : choc::kSides) {
    out["reserve"][std::string(choc::word(side))] = reserve_json(position.reserve[index(side)]);
  }
  out["to_move"] = choc::word(position.to_move);
  out["quiet"] = position.clocks.quiet;
  out["held"] = position.clocks.held;
  return out;
}

constexpr int kFarthestMove = 3;  // L-11

Json ask_combat(Question& question, const choc::Rules& rules) {
  const auto attacker = choc::kAllValues[question.choice("attacker", kLetters)];
  const auto defender = choc::kAllValues[question.choice("defender", kLetters)];
  const choc::Fight fight = choc::fight(attacker, defender, rules.house);
  Json removed = Json::array();
  if (fight.defender_falls) removed.push_back("defender");
  if (fight.attacker_falls) removed.push_back("attacker");
  return {{"winner", fight.attacker_wins ? "attacker" : "defender"},
          {"removed", removed},
          {"because", json_of(choc::grounds(attacker, defender, rules.house))}};
}

/// The house keys without a source that an answer about this side's actions stands on.
std::vector<std::string> unverified_actions(const choc::Position& position, const choc::Rules& rules) {
  std::vector<std::string_view> used{"board.w", "board.h", "move.path"};
  if (choc::total(position.reserve[index(position.to_move)]) > 0)
    used.insert(used.end(), {"base.squares", "base.capacity", "entry.attack"});
  return choc::unverified(rules.house, used);
}

Json ask_legal(Question& question, const choc::Rules& rules) {
  const choc::Position position = read_position(question, rules);
  Json actions = Json::array();
  std::array<int, std::variant_size_v<choc::Action>> kinds{};
  for (const choc::Action& action : choc::legal(position, rules)) {
    actions.push_back(json_of(action));
    ++kinds[action.index()];
  }
  std::vector<rules::Reason> because;
  const auto tell = [&](std::size_t kind, const char* rule, const char* one, const char* many) {
    if (kinds[kind] > 0)
      because.push_back(rules::reason(
          rule, fmt::format("{} {} {}", word(position.to_move), kinds[kind] == 1 ? "has one" : fmt::format("has {}", kinds[kind]),
                            kinds[kind] == 1 ? one : many)));
  };
  tell(0, "L-11", "move, as far as the piece goes", "moves, each piece as far as it goes");
  tell(1, "L-13", "attack", "attacks");
  tell(2, "L-10", "entry from the reserve", "entries from the reserve");
  if (kinds[3] > 0)
    because.push_back(rules::reason("LG12", rules.house.passing == choc::Passing::Allowed ? "a player may pass in this house"
                                                                                          : "nothing else is possible: the player passes"));
  Json out{{"actions", std::move(actions)}, {"because", json_of(because)}};
  if (const auto keys = unverified_actions(position, rules); !keys.empty()) out["unverified"] = keys;
  return out;
}

Json winner_of(const std::optional<choc::Ending>& ending) {
  if (!ending) return nullptr;
  return ending->winner ? choc::word(*ending->winner) : std::string_view("draw");
}

/// The squares an action is about: from where, over which, to where.
Json way_of(const choc::Action& action) {
  const auto way = [](choc::Square from, choc::Square to) -> Json {
    return {{"from", json_of(from)},
            {"over", list_of(choc::between(from, to), [](choc::Square at) { return json_of(at); })},
            {"to", json_of(to)}};
  };
  if (const auto* move = std::get_if<choc::Move>(&action)) return way(move->from, move->to);
  if (const auto* attack = std::get_if<choc::Attack>(&action)) return way(attack->from, attack->to);
  if (const auto* enter = std::get_if<choc::Enter>(&action)) return {{"to", json_of(enter->at)}};
  return Json::object();
}

Json ask_apply(Question& question, const choc::Rules& rules) {
  const choc::Position position = read_position(question, rules);
  const choc::Action action = read_action(question.object("action"));
  const choc::Applied applied = choc::apply(position, action, rules);
  Json out = json_of(applied.position);
  out["shown"] = Json::array();
  for (const choc::Shown& shown : applied.shown)
    out["shown"].push_back({{"at", {shown.at.column, shown.at.row}}, {"value", kLetters[index(shown.value)]}});
  out["verdict"] = word(applied.done ? measure::Verdict::Yes : measure::Verdict::No);
  out["because"] = json_of(applied.done ? choc::grounds(position, action, applied, rules) : applied.because);
  out["way"] = way_of(action);
  const auto& ending = applied.position.ending;
  out["winner"] = winner_of(ending);
  out["ended_by"] = ending ? Json(ending->rule) : Json(nullptr);
  auto keys = unverified_actions(position, rules);
  if (applied.done) {
    static constexpr std::array<std::string_view, 3> kEndings{"victory", "victory.elimination", "draw.quiet_turns"};
    const auto more = choc::unverified(rules.house, kEndings);
    keys.insert(keys.end(), more.begin(), more.end());
  }
  if (!keys.empty()) out["unverified"] = keys;
  return out;
}

/// What a piece has shown by itself: the distances it moved, and its letter where it was shown.
choc::LetterSet read_evidence(Question& question) {
  choc::LetterSet letters;
  if (!question.has("shown") || question.has("moves"))
    for (const int steps : question.wholes("moves", 1, kFarthestMove)) letters = letters & choc::movers(steps);
  if (question.has("shown")) letters = letters & choc::LetterSet::only(choc::kAllValues[question.choice("shown", kLetters)]);
  return letters;
}

/// "A, C or E"
std::string spelt(const std::string& letters) {
  std::string out;
  for (std::size_t i = 0; i < letters.size(); ++i)
    out += (i == 0 ? "" : i + 1 == letters.size() ? " or " : ", ") + std::string(1, letters[i]);
  return out;
}

Json ask_could_be(Question& question, const choc::Rules& rules) {
  std::vector<choc::LetterSet> evidence{read_evidence(question)};
  for (Question& piece : question.objects_or_none("others")) {
    evidence.push_back(read_evidence(piece));
    piece.done();
  }
  const int all = choc::total(rules.force);
  if (static_cast<int>(evidence.size()) > all) question.complain("others", fmt::format("a force has {} pieces (L-2)", all));
  const choc::Deduction deduction = choc::deduce(evidence, rules.force);
  Json letters = Json::array();
  for (const choc::Value value : choc::kAllValues)
    if (deduction.possible[0].has(value)) letters.push_back(kLetters[index(value)]);
  std::vector<rules::Reason> because;
  const std::string own = choc::text(evidence[0]), left = choc::text(deduction.possible[0]);
  if (question.has("moves")) because.push_back(rules::reason("L-11", fmt::format("by how far it has moved it may be {}", spelt(own))));
  if (question.has("shown")) because.push_back(rules::reason("L-4", fmt::format("it was shown as {}", question.text("shown"))));
  if (!deduction.consistent)
    because.push_back(rules::reason("L-2", "no force explains all that was shown: the counts prove nothing"));
  else if (own != left)
    because.push_back(rules::reason("L-2", fmt::format("by what the other pieces have shown and the counts of a force only {} {} left",
                                                       spelt(left), left.size() == 1 ? "is" : "are")));
  Json out{{"letters", std::move(letters)}, {"because", json_of(because)}};
  if (!deduction.consistent) out["consistent"] = false;
  return out;
}

/// L-8: does everybody begin with three pieces on each of his bases?
Json ask_setup(Question& question, const choc::Rules& rules) {
  choc::Position position;
  position.pieces = read_pieces(question, rules);
  choc::Deployment set_up;
  std::array<choc::Counts, 2> reserve{rules.force, rules.force};
  for (const choc::Piece& piece : position.pieces) {
    set_up[index(piece.side)].push_back({piece.at, piece.value});
    --reserve[index(piece.side)][index(piece.value)];
  }
  std::vector<rules::Reason> because = choc::set_up_faults(set_up, rules);
  if (const auto wrong = misplaced(position, rules)) because.push_back(wrong->why);
  const bool stands = because.empty();
  if (stands)
    because.push_back(
        rules::reason("L-8", fmt::format("each side has three pieces on each of its bases and {} in reserve", choc::total(reserve[0]))));
  Json out{{"verdict", stands ? "yes" : "no"}, {"because", json_of(because)}, {"bases", Json::object()}, {"reserve", Json::object()}};
  for (const choc::Side side : choc::kSides) {
    const std::string name(choc::word(side));
    out["bases"][name] = list_of(rules.board.bases[index(side)],
                                 [](const choc::Base& base) { return list_of(base, [](choc::Square at) { return json_of(at); }); });
    out["reserve"][name] = reserve_json(reserve[index(side)]);
  }
  static constexpr std::array<std::string_view, 4> kUsed{"board.w", "board.h", "base.squares", "base.capacity"};
  if (const auto keys = choc::unverified(rules.house, kUsed); !keys.empty()) out["unverified"] = keys;
  return out;
}

/// L-2, L-3, L-11: the pieces of a force, the lowest first.
Json ask_force(Question&, const choc::Rules& rules) {
  Json pieces = Json::array();
  for (const choc::Value value : choc::kAllValues) {
    const choc::Strength strength = choc::strength(value);
    pieces.push_back({{"value", kLetters[index(value)]},
                      {"name", choc::name(value)},
                      {"pieces", rules.force[index(value)]},
                      {"men", strength.men},
                      {"guns", strength.guns},
                      {"rank", choc::rank(value)},
                      {"moves", choc::mobility(value)}});
  }
  return {
      {"pieces", std::move(pieces)},
      {"total", choc::total(rules.force)},
      {"on_each_base", 3},
      {"because", json_of(std::vector{rules::reason("L-2", fmt::format("a force has {} pieces", choc::total(rules.force))),
                                      rules::reason("L-3", "A is the lowest and H the highest"),
                                      rules::reason("L-8", "three of them begin on each of the two bases, the others wait in reserve")})}};
}

}  // namespace

Json answer_le_choc(Question& question) {
  static constexpr std::array<std::string_view, 6> kAsks{"combat", "legal", "apply", "could_be", "setup", "force"};
  static constexpr std::array<Json (*)(Question&, const choc::Rules&), 6> kAnswers{ask_combat,   ask_legal, ask_apply,
                                                                                   ask_could_be, ask_setup, ask_force};
  const std::size_t which = question.choice("ask", kAsks);
  const choc::Rules rules = read_rules(question);
  Json out = kAnswers[which](question, rules);
  question.done();
  return out;
}

}  // namespace app::ask
