#include "app/evidence/ruling.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "app/ask/ask.h"
#include "app/evidence/state_json.h"
#include "app/files/house_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/umpire/charge_umpire.h"
#include "app/wire/charge_question.h"
#include "app/wire/words.h"
#include "rules/charge/game/umpire.h"

namespace app::evidence {
namespace {

namespace charge = rules::charge;
using ask::Json, charge::BodyKey, measure::ErrorCode, measure::fail, measure::Result;

/// Names and bodies on one table.
class Names {
 public:
  explicit Names(const Scene& scene)
      : scene_(scene), specs_(measure::pieces_of(scene.roster)), field_(field_of(scene.state, scene.roster, scene.table)) {}

  [[nodiscard]] const charge::Field& field() const { return field_; }

  /// Errors: NotSeen; Usage for a word that is no piece.
  [[nodiscard]] Result<const charge::Piece*> piece(const std::string& word) const {
    const auto seen = piece_called(word, scene_.state, specs_);
    if (!seen) return tl::unexpected(seen.error());
    if (*seen) return charge::find(field_, (*seen)->id);
    return unknown(word);
  }

  /// The body a word means: a unit, or that of a piece. Errors as above.
  [[nodiscard]] Result<BodyKey> body(const std::string& word) const {
    std::set<BodyKey> called;
    for (const measure::Army& army : scene_.roster.armies)
      for (const measure::Unit& unit : army.units)
        if (unit.name == word || army.name + "/" + unit.name == word) called.insert({army.name, unit.name});
    if (called.size() > 1)
      return fail(ErrorCode::Usage, fmt::format("{}: units of two armies have this name; say {}/{}", word, called.begin()->first, word));
    if (called.empty()) return piece(word).transform([](const charge::Piece* piece) { return BodyKey{piece->army, piece->unit}; });
    const BodyKey key = *called.begin();
    if (std::ranges::none_of(field_.pieces, [&](const charge::Piece& each) { return BodyKey{each.army, each.unit} == key; }))
      return fail(ErrorCode::NotSeen, word + ": nobody of it is seen in this picture");
    return key;
  }

  /// A piece, or a table point.
  [[nodiscard]] Result<MeasureEnd> end(const std::string& word) const {
    const auto seen = piece_called(word, scene_.state, specs_);
    if (!seen) return tl::unexpected(seen.error());
    if (*seen) return end_of(**seen);
    if (const auto point = parse_pair(word, ','))
      return MeasureEnd{.spot = {{measure::Inches(point->first), measure::Inches(point->second)}, {}}};
    return unknown(word);
  }

 private:
  [[nodiscard]] tl::unexpected<measure::Error> unknown(const std::string& word) const {
    std::vector<std::string_view> names;
    for (const measure::PieceSpec& spec : specs_) names.insert(names.end(), {spec.name, spec.unit});
    const auto meant = nearest_word(word, names);
    return fail(ErrorCode::Usage, fmt::format("{}: nobody of the roster has this name{}", word,
                                              meant ? fmt::format("; did you mean {}?", *meant) : std::string()));
  }

  const Scene& scene_;
  std::vector<measure::PieceSpec> specs_;
  charge::Field field_;
};

/// The gun that a word means: itself, or the only one of its unit.
Result<const charge::Piece*> gun_called(const Names& names, const std::string& word, const BodyKey& key) {
  if (const auto piece = names.piece(word); piece && !charge::is_soldier(**piece)) return *piece;
  const charge::Piece* gun = nullptr;
  for (const charge::Piece& piece : names.field().pieces) {
    if (charge::is_soldier(piece) || BodyKey{piece.army, piece.unit} != key) continue;
    if (gun) return fail(ErrorCode::Usage, fmt::format("{}: it has several guns; say which, for instance {}", word, gun->figure.name));
    gun = &piece;
  }
  return gun;
}

Result<charge::AimQuestion> aim_of(const Names& names, const Asked& asked, const charge::House& house) {
  const auto from = names.body(asked.from), to = names.body(asked.to);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  const charge::Field& field = names.field();
  const auto bodies = charge::bodies_of(field);
  const auto body = [&](const BodyKey& key) {
    return std::ranges::find_if(bodies, [&](const charge::Body& b) { return BodyKey{b.army, b.unit} == key; });
  };
  const auto target = body(*to), firer = body(*from);
  if (target == bodies.end()) return fail(ErrorCode::NotSeen, asked.to + ": nobody of it who could fall is seen in this picture");
  const auto gun = gun_called(names, asked.from, *from);
  if (!gun) return tl::unexpected(gun.error());
  const std::optional<charge::Piece> served = *gun ? std::optional(charge::as_served(field, **gun, house)) : std::nullopt;
  if ((served ? served->army : from->first) == target->army)
    return fail(ErrorCode::Usage, fmt::format("{} and {} are of one army", asked.from, asked.to));
  if (served) return charge::aim_question(field, *served, *target, house);
  if (firer->arm == charge::Arm::Gunners) return fail(ErrorCode::NotSeen, asked.from + ": its gun is not seen in this picture");
  if (firer->arm != charge::Arm::Infantry) return fail(ErrorCode::Usage, asked.from + ": guns and infantry fire, horsemen do not");
  return charge::aim_question(field, *firer, *target);
}

Result<Move> move_of(const Names& names, const Asked& asked) {
  const auto mover = names.piece(asked.from);
  const auto to = names.end(asked.to);
  if (!mover) return tl::unexpected(mover.error());
  if (!to) return tl::unexpected(to.error());
  std::set<int> gone;  // those who bar nothing: whose place it is, and the crew that goes with its gun
  for (const charge::Piece& piece : names.field().pieces)
    if ((to->name && piece.figure.name == *to->name) ||
        (!charge::is_soldier(**mover) && piece.army == (*mover)->army && piece.unit == (*mover)->unit))
      gone.insert(piece.figure.id);
  return Move{charge::move_question(**mover, **mover, names.field(), gone), to->spot.at};
}

Result<Measurement> measurement_of(const Names& names, const Asked& asked) {
  const auto from = names.end(asked.from), to = names.end(asked.to);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  return app::measurement_of(*from, *to);
}

/// Both ends of a measurement, exactly.
Json json_of_ends(const Measurement& measured) {
  const auto end = [](const MeasureEnd& e) {
    Json out{{"name", e.name ? Json(*e.name) : Json(nullptr)}};
    ask::add_footprint(out, "at", e.footprint.value_or(measure::Footprint{{}, e.spot.at, {}, e.spot.covariance, {}}));
    if (!e.footprint) out.erase("base");
    if (!e.heading) out.erase("heading_deg"), out.erase("margin_deg");
    return out;
  };
  return {{"ask", "measure"}, {"from", end(measured.from)}, {"to", end(measured.to)}};
}

Result<Ruling> asked_of_the_rules(Ruling ruling) {
  ask::Reply reply = ask::answer_json(ruling.question);
  if (reply.json.contains("error")) {
    const Json& error = reply.json["error"];
    return fail(ErrorCode::Usage,
                fmt::format("this cannot be asked: {} {}", error["at"].get<std::string>(), error["says"].get<std::string>()));
  }
  ruling.answer = std::move(reply.json);
  ruling.answer["question"] = ruling.question;
  ruling.status = reply.status;
  return ruling;
}

}  // namespace

std::string text_of(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::optional<charge::AimContact> contact_known_by(std::string_view rule) {
  if (!charge::of_contact(rule)) return std::nullopt;
  return charge::AimContact{.made_this_turn = rule == "CG28" ? std::optional(true) : std::nullopt, .firer_came = rule == "CG29"};
}

Result<Scene> read_scene(const Grounds& grounds) {
  auto state = read_state(grounds.state);
  auto table = parse_table(grounds.table, "table.toml");
  auto roster = parse_roster(grounds.roster, "roster.toml");
  const auto house = parse_house(grounds.house, "house-rules.toml");
  if (!state) return tl::unexpected(state.error());
  if (!table) return tl::unexpected(table.error());
  if (!roster) return tl::unexpected(roster.error());
  if (!house) return tl::unexpected(house.error());
  return Scene{std::move(*state), std::move(table->table), std::move(*roster), house->charge};
}

Result<Ruling> rule(const Scene& scene, const Asked& asked) {
  const Names names(scene);
  if (asked.ask == "fire")
    return aim_of(names, asked, scene.house).and_then([&](charge::AimQuestion aim) {
      aim.contact = asked.contact;
      return asked_of_the_rules({.question = ask::json_of(aim, scene.house), .answer = {}, .rests_on = std::move(aim)});
    });
  if (asked.ask == "move")
    return move_of(names, asked).and_then([&](Move move) {
      return asked_of_the_rules({.question = ask::json_of(move.question, move.to, scene.house), .answer = {}, .rests_on = std::move(move)});
    });
  if (asked.ask == "measure")
    return measurement_of(names, asked).transform([](Measurement measured) {
      Ruling ruling{.question = json_of_ends(measured), .answer = app::json_of(measured), .rests_on = std::move(measured)};
      ruling.answer["question"] = ruling.question;
      return ruling;
    });
  return fail(ErrorCode::Usage, asked.ask + ": is none of fire, move, measure");
}

}  // namespace app::evidence
