#include "app/files/game_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>
#include <variant>

namespace app {
namespace {

namespace charge = rules::charge;
using Json = nlohmann::ordered_json;
using rules::Fraction;

// What of a game of Charge! is kept, key by key: one list that both the writer and the reader of game.json follow.
//   `io(key, value)` writes or reads; `io.id` and `io.ids` do so for ids of pieces, which change when a table is watched anew. Terrain is
//   not kept: the table file has it.

void fields(auto& io, measure::TablePoint& point) { io("x", point.x), io("y", point.y); }
void fields(auto& io, measure::TableVector& step) { io("dx", step.dx), io("dy", step.dy); }
void fields(auto& io, measure::PointCovariance& covariance) { io("xx", covariance.xx), io("xy", covariance.xy), io("yy", covariance.yy); }
void fields(auto& io, measure::RoundShape& shape) { io("diameter", shape.diameter); }
void fields(auto& io, measure::OvalShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::RectShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::PolygonShape& shape) { io("outline", shape.outline); }
void fields(auto& io, measure::Shape& shape) {
  enum class Kind { Round, Oval, Rect, Polygon } kind = static_cast<Kind>(shape.index());
  io.choice("kind", kind, std::variant_size_v<measure::Shape>);
  if (static_cast<std::size_t>(kind) != shape.index()) switch (kind) {  // only while reading
      case Kind::Round: shape = measure::RoundShape{}; break;
      case Kind::Oval: shape = measure::OvalShape{}; break;
      case Kind::Rect: shape = measure::RectShape{}; break;
      case Kind::Polygon: shape = measure::PolygonShape{}; break;
    }
  std::visit([&](auto& one) { fields(io, one); }, shape);
}
void fields(auto& io, measure::Footprint& footprint) {
  io("shape", footprint.shape), io("centre", footprint.centre), io("heading", footprint.heading);
  io("covariance", footprint.covariance), io("heading_margin", footprint.heading_margin);
}
void fields(auto& io, charge::Piece& piece) {
  io.id("id", piece.figure.id), io("name", piece.figure.name), io("footprint", piece.figure.footprint), io("height", piece.figure.height);
  io("unit", piece.unit), io("army", piece.army);
  io.choice("kind", piece.kind, 5), io.choice("unit_arm", piece.unit_arm, 3);
}
void fields(auto& io, measure::Table& table) { io("length", table.length), io("width", table.width); }
void fields(auto& io, charge::Field& field) { io("pieces", field.pieces), io("table", field.table), io("common", field.common); }
void fields(auto& io, charge::BodyRecord& record) {
  io.choice("arm", record.arm, 5), io("original", record.original), io("gun_destroyed", record.gun_destroyed);
  io("destroyed_in", record.destroyed_in);
  io.ids("fallen", record.fallen);
}
void fields(auto& io, charge::ArmyRecord& army) { io("name", army.name), io("original", army.original), io("defeated", army.defeated); }
void fields(auto& io, charge::ContactRecord& contact) { io("since", contact.since), io("attacker", contact.attacker); }
void fields(auto& io, charge::Throw& dice) { io("full", dice.full), io("half", dice.half); }
void fields(auto& io, charge::Volley& volley) {
  io("range_in", volley.range_in), io("men", volley.men), io("dice", volley.dice), io("place", volley.place);
}
void fields(auto& io, charge::Attack& attack) {
  io("target", attack.target), io("from", attack.from), io("returns", attack.returns), io("eligible", attack.eligible);
  io("cover", attack.cover), io("by_gun", attack.by_gun), io("range_in", attack.range_in), io("hit_die", attack.hit_die);
  io("effect_die", attack.effect_die), io("allocation_die", attack.allocation_die), io("volleys", attack.volleys);
}
void fields(auto& io, charge::DeclaredAttack& declared) {
  io("by", declared.by), io("at", declared.at), io.id("gun", declared.gun), io.ids("eligible", declared.eligible);
  io("ranges_in", declared.ranges_in), io("cover", declared.cover), io("attack", declared.attack), io.ids("stood", declared.stood);
  io.ids("drafted", declared.drafted);
}
void fields(auto& io, charge::LogLine& line) {
  io("turn", line.turn), io.choice("step", line.step, charge::kSteps), io("rule", line.rule), io("says", line.says);
}
void fields(auto& io, charge::Owed& owed) { io("body", owed.body), io("men", owed.men), io.ids("among", owed.among); }
void fields(auto& io, charge::Pair& pair) { io.ids("a", pair.a), io.ids("b", pair.b); }
void fields(auto& io, charge::PushBack& back) {
  io("from", back.from), io("to", back.to), io("owed", back.owed), io("shortened_by", back.shortened_by);
}
void fields(auto& io, charge::Fighters& fighters) { io("cavalry", fighters.cavalry), io("infantry", fighters.infantry); }
void fields(auto& io, charge::WorkingLine& line) { io("says", line.says), io("rule", line.rule), io("number", line.number); }
void fields(auto& io, charge::Combat& combat) {
  io("factors", combat.factors), io("scores", combat.scores), io("loser", combat.loser), io("falls", combat.falls);
  io("survivors", combat.survivors), io("working", combat.working);
}
void fields(auto& io, charge::Fought& fought) {
  io("men", fought.men), io("throws", fought.throws), io("combat", fought.combat), io.ids("fell", fought.fell);
  io.ids("backs", fought.backs);
}
void fields(auto& io, charge::Game& game) {
  io("turn", game.turn), io.choice("step", game.step, charge::kSteps), io("armies", game.armies), io("first", game.first);
  io("first_set", game.first_set), io("field", game.field), io("turn_start", game.turn_start), io("bodies", game.bodies);
  io("phase_strength", game.phase_strength), io("attacks", game.attacks), io("settled", game.settled), io("contacts", game.contacts);
  io("paired", game.paired), io("combats", game.combats), io.ids("going_back", game.going_back), io("owed", game.owed);
  io.ids("to_lift", game.to_lift), io("log", game.log);
}

// The writer and the reader both follow these lists, so what one writes the other reads.
//   The reader is strict: a key too many or too few, or a value that cannot be, is named by its place; the first problem is kept and the
//   rest of the values stay as they were. It never throws.

template <class T>
inline constexpr bool kLength = std::is_same_v<T, measure::Inches> || std::is_same_v<T, measure::Radians>;

// ---- writing ----

struct Writer {
  Json& at;

  void operator()(const char* key, auto& value) { write(at[key], value); }
  void choice(const char* key, auto& value, std::size_t) { at[key] = static_cast<int>(value); }
  void id(const char* key, int& value) { at[key] = value; }
  void ids(const char* key, auto& value) { write(at[key], value); }

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) static void write(Json& out, const T& value) { out = value; }
  template <class T>
  requires kLength<T>
  static void write(Json& out, const T& value) { out = value.value; }
  static void write(Json& out, const Fraction& value) { out = {value.numerator(), value.denominator()}; }
  template <class T>
  static void write(Json& out, std::optional<T>& value) {
    if (value) return write(out, *value);
    out = nullptr;
  }
  template <class A, class B>
  static void write(Json& out, std::pair<A, B>& value) {
    out = Json::array({nullptr, nullptr});
    write(out[0], const_cast<std::remove_const_t<A>&>(value.first));
    write(out[1], value.second);
  }
  template <class List>
  requires requires(List list) { list.begin(); } &&(!std::is_same_v<List, std::string>)static void write(Json& out, List& list) {
    out = Json::array();
    for (auto& each : list) write(out.emplace_back(), const_cast<std::remove_cvref_t<decltype(each)>&>(each));
  }
  template <class T>
  requires requires(Writer& io, T& value) { fields(io, value); }
  static void write(Json& out, T& value) {
    out = Json::object();
    Writer io{out};
    fields(io, value);
  }
};

// ---- reading ----

/// What is wrong first, and the ids that pieces get.
struct Reading {
  std::optional<std::string> problem = {};
  const std::map<int, int>* new_ids = nullptr;
  std::map<int, int> gone = {};  // ids without a new one: each gets a negative one

  void complain(const std::string& at, const std::string& says) {
    if (!problem) problem = (at.empty() ? "/" : at) + ": " + says;
  }
  [[nodiscard]] int id(int old) {
    if (!new_ids || old == 0) return old;  // 0 is no piece
    const auto known = new_ids->find(old);
    return known != new_ids->end() ? known->second : gone.try_emplace(old, -1 - static_cast<int>(gone.size())).first->second;
  }
};

struct Reader {
  const Json& from;
  std::string path;
  Reading& reading;
  std::vector<std::string> keys = {};

  void operator()(const char* key, auto& value) {
    if (const Json* const found = find(key)) read(*found, path + "/" + key, reading, value);
  }
  template <class T>
  void choice(const char* key, T& value, std::size_t count) {
    int number = 0;
    (*this)(key, number);
    if (number < 0 || static_cast<std::size_t>(number) >= count)
      return reading.complain(path + "/" + key, fmt::format("must be from 0 to {}", count - 1));
    value = static_cast<T>(number);
  }
  void id(const char* key, int& value) {
    (*this)(key, value);
    value = reading.id(value);
  }
  template <class T>
  void ids(const char* key, T& list) {
    (*this)(key, list);
    T renamed;
    for (auto& each : list)
      if constexpr (requires { each.second; })
        renamed.emplace(reading.id(each.first), each.second);
      else
        renamed.insert(renamed.end(), reading.id(each));
    list = std::move(renamed);
  }
  /// Every key of the object has been asked for.
  void finish() const {
    for (const auto& [key, value] : from.items())
      if (std::ranges::find(keys, key) == keys.end()) reading.complain(path + "/" + key, "unknown key");
  }

  const Json* find(const char* key) {
    keys.emplace_back(key);
    const auto found = from.find(key);
    if (found == from.end()) return reading.complain(path + "/" + key, "is missing"), nullptr;
    return &*found;
  }

  static void read(const Json& in, const std::string& at, Reading& reading, bool& value) {
    if (!in.is_boolean()) return reading.complain(at, "must be true or false");
    value = in.get<bool>();
  }
  template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) static void read(const Json& in, const std::string& at, Reading& reading,
                                                                               T& value) {
    constexpr std::int64_t least = std::is_signed_v<T> ? std::numeric_limits<int>::min() : 0, most = std::numeric_limits<int>::max();
    const bool fits = in.is_number_integer() && !(in.is_number_unsigned() && in.get<std::uint64_t>() > std::uint64_t(most));
    if (!fits || in.get<std::int64_t>() < least) return reading.complain(at, "must be a whole number that can be");
    value = static_cast<T>(in.get<std::int64_t>());
  }
  static void read(const Json& in, const std::string& at, Reading& reading, double& value) {
    if (!in.is_number() || !std::isfinite(in.get<double>())) return reading.complain(at, "must be a number");
    value = in.get<double>();
  }
  static void read(const Json& in, const std::string& at, Reading& reading, std::string& value) {
    if (!in.is_string()) return reading.complain(at, "must be text");
    value = in.get<std::string>();
  }
  template <class T>
  requires kLength<T>
  static void read(const Json& in, const std::string& at, Reading& reading, T& value) {
    double number = 0.0;
    read(in, at, reading, number);
    value = T(number);
  }
  static void read(const Json& in, const std::string& at, Reading& reading, Fraction& value) {
    std::pair<int, int> parts{0, 1};
    read(in, at, reading, parts);
    if (parts.second <= 0) return reading.complain(at, "is no fraction");
    value = Fraction(parts.first, parts.second);
  }
  template <class T>
  static void read(const Json& in, const std::string& at, Reading& reading, std::optional<T>& value) {
    value.reset();
    if (!in.is_null()) read(in, at, reading, value.emplace());
  }
  template <class A, class B>
  static void read(const Json& in, const std::string& at, Reading& reading, std::pair<A, B>& value) {
    if (!in.is_array() || in.size() != 2) return reading.complain(at, "must be a pair");
    read(in[0], at + "/0", reading, value.first);
    read(in[1], at + "/1", reading, value.second);
  }
  template <class T, std::size_t N>
  static void read(const Json& in, const std::string& at, Reading& reading, std::array<T, N>& value) {
    if (!in.is_array() || in.size() != N) return reading.complain(at, fmt::format("must be a list of {}", N));
    for (std::size_t i = 0; i < N; ++i) read(in[i], at + "/" + std::to_string(i), reading, value[i]);
  }
  template <class List>
  requires requires(List list) {
    list.insert(list.end(), *list.begin());
  } &&(!std::is_same_v<List, std::string>)static void read(const Json& in, const std::string& at, Reading& reading, List& list) {
    list.clear();
    if (!in.is_array()) return reading.complain(at, "must be a list");
    for (std::size_t i = 0; i < in.size(); ++i) {
      if constexpr (requires { typename List::mapped_type; }) {
        std::pair<typename List::key_type, typename List::mapped_type> each;
        read(in[i], at + "/" + std::to_string(i), reading, each);
        if (!list.insert(std::move(each)).second) reading.complain(at + "/" + std::to_string(i), "is there twice");
      } else {
        typename List::value_type each{};
        read(in[i], at + "/" + std::to_string(i), reading, each);
        list.insert(list.end(), std::move(each));
      }
    }
  }
  template <class T>
  requires requires(Reader& io, T& value) { fields(io, value); }
  static void read(const Json& in, const std::string& at, Reading& reading, T& value) {
    if (!in.is_object()) return reading.complain(at, "must be an object");
    Reader io{in, at, reading};
    fields(io, value);
    io.finish();
  }
};

constexpr int kGameVersion = 1;

struct File {
  int version = kGameVersion;
  SavedGame saved;
};

void fields(auto& io, File& file) {
  io("version", file.version), io("of", file.saved.of), io("game", file.saved.game), io("used_s", file.saved.used_s);
}

/// What the rules take for granted of every game they made.
void check(const charge::Game& game, Reading& reading) {
  const auto has_body = [&](const charge::BodyKey& key) { return game.bodies.contains(key); };
  const auto need = [&](bool holds, const char* at, const char* says) {
    if (!holds) reading.complain(at, says);
  };
  need(game.turn >= 1, "/game/turn", "must be 1 or more");
  need(game.armies.empty() || game.first < game.armies.size(), "/game/first", "there is no such army");
  for (const charge::Field* const field : {&game.field, &game.turn_start}) {
    std::set<int> ids;
    for (const charge::Piece& piece : field->pieces) {
      need(ids.insert(piece.figure.id).second, "/game/field", "two pieces have one id");
      need(!charge::is_soldier(piece) || field == &game.turn_start || has_body({piece.army, piece.unit}), "/game/bodies",
           "a body on the table is missing");
    }
  }
  for (const auto& [body, men] : game.phase_strength) need(has_body(body) && men >= 0, "/game/phase_strength", "no such body");
  for (std::size_t i = 0; i < game.attacks.size(); ++i) {
    const charge::DeclaredAttack& attack = game.attacks[i];
    need(has_body(attack.by) && has_body(attack.at), "/game/attacks", "no such body");
    need(!attack.attack.returns || *attack.attack.returns < i, "/game/attacks", "returns fire that has not been");
  }
  for (const charge::Owed& owed : game.owed)
    need(has_body(owed.body) && owed.men >= 1 && static_cast<std::size_t>(owed.men) <= owed.among.size(), "/game/owed",
         "owes men who are not there");
  for (const charge::Fought& fought : game.combats)
    need(!fought.combat.loser || *fought.combat.loser == 0 || *fought.combat.loser == 1, "/game/combats", "nobody has lost so");
}

/// Which piece of a table watched anew is which of the game: of one unit and kind, the nearest first.
std::map<int, int> same_pieces(const charge::Field& saved, const charge::Field& seen) {
  struct Candidate {
    double apart;
    int old_id, new_id;
  };
  std::vector<Candidate> candidates;
  for (const charge::Piece& was : saved.pieces)
    for (const charge::Piece& is : seen.pieces)
      if (was.army == is.army && was.unit == is.unit && was.kind == is.kind)
        candidates.push_back({distance(was.figure.footprint.centre, is.figure.footprint.centre).value, was.figure.id, is.figure.id});
  std::ranges::stable_sort(candidates, {}, &Candidate::apart);
  std::map<int, int> same;
  std::set<int> taken;
  for (const Candidate& each : candidates)
    if (!same.contains(each.old_id) && !taken.contains(each.new_id)) {
      same[each.old_id] = each.new_id;
      taken.insert(each.new_id);
    }
  return same;
}

}  // namespace

std::string fingerprint(const measure::Table& table, const measure::Roster& roster) {
  std::string text = fmt::format("{} x {}", table.length.value, table.width.value);
  std::string unit;
  int men = 0;
  for (const measure::PieceSpec& piece : measure::pieces_of(roster)) {
    const std::string of = piece.army + "/" + piece.unit;
    if (of != unit) text += (unit.empty() ? "" : fmt::format(" {}", men)) + "; " + of, men = 0;
    unit = of;
    ++men;
  }
  return unit.empty() ? text : text + fmt::format(" {}", men);
}

std::string game_text(const SavedGame& saved) {
  File file{kGameVersion, saved};
  Json out;
  Writer::write(out, file);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

measure::Result<SavedGame> parse_game(std::string_view text, const std::string& name, const std::map<int, int>* new_ids) {
  const Json in = Json::parse(text, nullptr, false);
  if (in.is_discarded()) return measure::fail(measure::ErrorCode::BadFile, name + ": is no JSON, or only a part of it");
  Reading reading{.new_ids = new_ids};
  File file;
  if (in.is_object() && in.contains("version") && in["version"] != kGameVersion)
    reading.complain("/version", fmt::format("must be {}", kGameVersion));
  if (!reading.problem) Reader::read(in, "", reading, file);
  if (!reading.problem) check(file.saved.game, reading);
  for (const auto& [army, used] : file.saved.used_s)
    if (used < 0.0) reading.complain("/used_s", "must not be negative");
  if (reading.problem) return measure::fail(measure::ErrorCode::BadFile, name + ": " + *reading.problem);
  return std::move(file.saved);
}

measure::Result<SavedGame> taken_up(std::string_view text, const std::string& name, const charge::Field& seen) {
  const auto before = parse_game(text, name);
  if (!before) return before;
  const std::map<int, int> ids = same_pieces(before->game.field, seen);
  auto saved = parse_game(text, name, &ids);
  if (!saved) return saved;
  for (charge::Field* const field : {&saved->game.field, &saved->game.turn_start}) {
    field->terrain = seen.terrain;
    for (charge::Piece& piece : field->pieces)
      if (const charge::Piece* const now = charge::find(seen, piece.figure.id)) piece.figure.name = now->figure.name;
  }
  return saved;
}

}  // namespace app
