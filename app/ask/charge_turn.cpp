// A whole turn of Charge! as one question: the game goes through its steps with what was moved and thrown, and the answer tells what it
// rules. Nothing is judged here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "app/ask/charge.h"
#include "app/umpire/charge_fire.h"
#include "app/umpire/charge_melee.h"
#include "app/wire/charge_answer.h"
#include "rules/charge/game/game.h"
#include "rules/charge/game/umpire.h"

namespace app::ask {
namespace {

namespace charge = rules::charge;
using charge::BodyKey, charge::Piece;

/// So many are answered well within two seconds.
constexpr std::size_t kMostPieces = 400, kMostAttacksInTurn = 100;
constexpr int kMostLost = 10000;  // men of all bodies, before the turn
/// The turn that is asked about; whoever touches when it begins came together before.
constexpr int kThisTurn = 2;

class Turn {
 public:
  Turn(Question& question, const charge::House& house) : common_(read_common(question)), house_(house) {
    charge::Field field;
    field.terrain = read_terrain(question);
    field.table = common_.table;
    for (Question& body : question.objects("bodies")) read_body(body, field);
    if (field.pieces.size() > kMostPieces) question.complain("bodies", fmt::format("have more than {} pieces", kMostPieces));
    begin(question, field);
    read_contacts(question);
  }

  Json play(Question& question) {
    move();
    out_["contacts"] = contacts();
    out_["crews"] = crews();
    fire(question);
    settle(question);
    melee(question);
    next();
    out_["armies"] = armies();
    out_["log"] = list_of(game_.log, [](const charge::LogLine& line) {
      return Json{{"step", charge::word(line.step)}, {"rule", line.rule}, {"says", line.says}};
    });
    if (!unverified_.empty()) out_["unverified"] = unverified_;
    return with_assumed(std::move(out_), common_);
  }

 private:
  // ---- who stands where ----

  void add(Question& from, Piece piece, charge::Field& field) {
    piece.figure.id = static_cast<int>(field.pieces.size()) + 1;
    piece.figure.name = from.text_or("name", piece.figure.name);
    if (!ids_.emplace(piece.figure.name, piece.figure.id).second)
      from.complain("name", "two pieces are called \"" + piece.figure.name + "\"");
    if (piece.kind != measure::PieceKind::Cavalry && piece.kind != measure::PieceKind::Gunner && !from.has("heading_deg"))
      from.complain("heading_deg", "is missing: which way does it face (C-A3, C-I1)?");
    const charge::Arm arm = piece.kind == measure::PieceKind::Gun ? charge::Arm::Gun : charge::arm_of(piece);
    piece.figure.footprint = read_footprint(from, "at", common_, arm);
    piece.figure.height = measure::Inches(from.number_or("figure_height", charge::kFigureHeight.value, 0.0));
    measure::Footprint end = piece.figure.footprint;
    if (from.has("to")) end.centre = from.point("to");
    check_on_table(from.at("to"), end.centre, common_.table);
    if (from.has("to_deg")) end.heading = measure::from_degrees(from.number("to_deg"));
    if (from.has("to") || from.has("to_deg")) moved_[piece.figure.id] = end;
    from.done();
    field.pieces.push_back(std::move(piece));
  }

  void read_body(Question& body, charge::Field& field) {
    static constexpr std::array<std::string_view, 3> kArms{"infantry", "cavalry", "gun"};
    static constexpr std::array kKinds{measure::PieceKind::Infantry, measure::PieceKind::Cavalry, measure::PieceKind::Gunner};
    Piece piece;
    piece.unit = body.text("name");
    piece.army = body.text("army");
    const std::size_t arm = body.choice("arm", kArms);
    piece.unit_arm = static_cast<measure::Arm>(arm);
    const BodyKey key{piece.army, piece.unit};
    if (!bodies_.emplace(piece.unit, key).second) body.complain("name", "two bodies are called \"" + piece.unit + "\"");
    if (piece.unit_arm == measure::Arm::Gun) {
      Question gun = body.object("gun");
      piece.kind = measure::PieceKind::Gun;
      piece.figure.name = piece.unit + "/gun";
      add(gun, piece, field);
      guns_[key] = field.pieces.back().figure.id;
    }
    piece.kind = kKinds[arm];
    int men = 0;
    const std::size_t assumed = common_.assumed.size();
    for (Question& man : body.objects_or_none("men")) {
      piece.figure.name = fmt::format("{}/{}{}", piece.unit, arm == 2 ? "crew" : "", ++men);
      add(man, piece, field);
    }
    if (common_.assumed.size() > assumed) {  // one line says it of all of them
      common_.assumed.erase(common_.assumed.begin() + static_cast<long>(assumed) + 1, common_.assumed.end());
      common_.assumed.back()["at"] = body.at("men");
    }
    if (const auto original = body.whole_if("original", men, kMostLost)) {
      lost_before_[key] = *original - men;
      if ((lost_ += *original - men) > kMostLost) body.complain("original", fmt::format("more than {} men are lost already", kMostLost));
    }
    if (men == 0 && lost_before_.contains(key)) body.complain("original", "is of a body of whom nobody stands: count them with another");
    body.done();
  }

  void begin(Question& question, const charge::Field& field) {
    game_ = charge::begin(field);
    if (game_.armies.size() > 2) question.complain("bodies", "are of more than two armies");
    int nobody = 0;  // ids of those who fell in earlier turns
    for (const auto& [body, men] : lost_before_)
      for (int i = 0; i < men; ++i) {
        game_.bodies[body].fallen.insert(--nobody);
        ++game_.bodies[body].original;
        ++std::ranges::find(game_.armies, body.first, &charge::ArmyRecord::name)->original;
      }
    if (question.has("first")) {
      const std::string first = question.text("first");
      const auto army = std::ranges::find(game_.armies, first, &charge::ArmyRecord::name);
      if (army == game_.armies.end()) question.complain("first", "no army is called \"" + first + "\"");
      game_.first = static_cast<std::size_t>(army - game_.armies.begin());
    }
    act(charge::AcceptTable{field, {}});
    for (auto& [bodies, contact] : game_.contacts) contact.attacker.clear();
    game_.turn = kThisTurn;
  }

  /// [{"bodies":["A","B"],"attacker":"A"}]: who came, of two who touch when the turn begins.
  void read_contacts(Question& question) {
    for (Question& each : question.objects_or_none("contacts")) {
      const auto names = each.texts("bodies");
      if (names.size() != 2) each.complain("bodies", "must name two bodies");
      const auto contact = game_.contacts.find(std::minmax(body_called(names[0], each, "bodies"), body_called(names[1], each, "bodies")));
      if (contact == game_.contacts.end()) each.complain("bodies", "do not touch where the turn begins");
      const BodyKey attacker = body_called(each.text("attacker"), each, "attacker");
      if (attacker != contact->first.first && attacker != contact->first.second) each.complain("attacker", "is none of the two bodies");
      contact->second.attacker = attacker.first;
      each.done();
    }
  }

  BodyKey body_called(const std::string& name, Question& from, std::string_view key) const {
    const auto found = bodies_.find(name);
    if (found == bodies_.end()) from.complain(key, "no body is called \"" + name + "\"");
    return found->second;
  }
  const std::string& name_of(int id) const { return charge::find(game_.field, id)->figure.name; }
  Json names_of(const auto& ids) const {
    return list_of(ids, [&](int id) { return name_of(id); });
  }

  /// Does it in the game; why not, where it is refused.
  std::vector<rules::Reason> act(const charge::Action& action) {
    charge::Applied applied = charge::apply(game_, action, house_);
    if (!applied.done) return applied.because;
    game_ = std::move(applied.game);
    return {};
  }
  void next() { act(charge::NextStep{}); }

  // ---- the movements ----

  void move() {
    out_["moves"] = Json::array();
    for (int movement = 0; movement < 2; ++movement) {
      const std::string army = charge::mover(game_).value_or("");
      charge::Field now = game_.field;
      std::vector<int> ids;
      for (Piece& piece : now.pieces)
        if (const auto to = moved_.find(piece.figure.id); to != moved_.end() && piece.army == army) {
          piece.figure.footprint = to->second;
          ids.push_back(piece.figure.id);
          moved_.erase(to);
        }
      std::vector<charge::JudgedMove> all = charge::judge_moves(game_.turn_start, now, ids, house_);
      for (const charge::JudgedMove& judged : all) {
        Json move{{"name", judged.name}};
        move.update(json_of(judged.ruling));
        move.erase("unverified");
        unverified_.insert(judged.ruling.unverified.begin(), judged.ruling.unverified.end());
        const Piece& piece = *charge::find(now, judged.id);
        if (charge::is_soldier(piece) && charge::locked(game_, {piece.army, piece.unit}, house_)) {
          move["verdict"] = word(measure::Verdict::No);
          move["because"] = json_of(std::vector{rules::reason("CG30", "its body is held in contact", judged.name)});
        }
        out_["moves"].push_back(std::move(move));
      }
      act(charge::AcceptTable{now, {}, std::move(all)});
      next();
    }
  }

  static charge::BodyPair pair_of(const Piece& a, const Piece& b) { return std::minmax(BodyKey{a.army, a.unit}, BodyKey{b.army, b.unit}); }

  Json contacts() const {
    const auto touches = charge::touches(game_.field);
    return list_of(game_.contacts, [&](const auto& contact) {
      const auto& [bodies, record] = contact;
      Json men = Json::array();
      for (const charge::Touch& touch : touches) {
        const Piece &a = *charge::find(game_.field, touch.a), &b = *charge::find(game_.field, touch.b);
        if (pair_of(a, b) == bodies) men.push_back({a.figure.name, b.figure.name});
      }
      const bool first = record.attacker == bodies.first.first;
      return Json{{"bodies", {bodies.first.second, bodies.second.second}},
                  {"since", record.since == kThisTurn ? "this_turn" : "earlier"},
                  {"attacker", record.attacker.empty() ? Json(nullptr) : Json((first ? bodies.first : bodies.second).second)},
                  {"men", men}};
    });
  }

  Json crews() const {
    return list_of(guns_, [&](const auto& gun) {
      const Piece served = charge::as_served(game_.field, *charge::find(game_.field, gun.second), house_);
      const charge::Served crew = charge::crew_of(game_.field, served, house_);
      const auto figures = charge::figures_of(crew.surely);
      Json men = Json::array(), maybe = list_of(crew.maybe, [](const Piece*man) { return man->figure.name; });
      for (const std::size_t place : charge::crew_order(served.figure, figures)) men.push_back(figures[place].name);
      return Json{{"gun", served.figure.name}, {"army", served.army}, {"men", men}, {"maybe", maybe}};
    });
  }

  // ---- fire ----

  /// Who of a body has been taken since there were `before`, by name.
  Json fallen_since(const std::set<int>& before, const BodyKey& of) const {
    std::vector<int> fell;
    std::ranges::set_difference(game_.bodies.at(of).fallen, before, std::back_inserter(fell));
    std::erase_if(fell, [&](int id) { return !game_.to_lift.contains(id); });
    return names_of(fell);
  }

  Json refused(Json out, const std::vector<rules::Reason>& because) const {
    out["verdict"] = word(measure::Verdict::No);
    out["because"] = json_of(because);
    return out;
  }

  /// The body as it may fire now, or may return the fire of an earlier attack.
  std::optional<LegalOptions> legal_of(const BodyKey& by, bool gun) const {
    std::vector<int> ids;
    if (gun) ids.push_back(guns_.at(by));
    for (const Piece* man : charge::standing(game_, by)) ids.push_back(man->figure.id);
    if (ids.size() == 1) ids.push_back(ids.front());  // nobody asks how far it goes
    return options_of({game_.field, ids, std::make_shared<const charge::Game>(game_), house_});
  }

  Json fire_one(Question& attack, std::size_t index) {
    const BodyKey by = body_called(attack.text("by"), attack, "by"), at = body_called(attack.text("target"), attack, "target");
    const bool gun = guns_.contains(by);
    const auto dice = attack.wholes("dice", 1, charge::kFaces);
    const auto returns = attack.whole_if("returns"), die = attack.whole_if("allocation_die", 1, charge::kFaces);
    Json out{{"by", by.second}, {"target", at.second}};
    std::optional<std::size_t> answers;
    charge::DeclaredAttack declared;
    declared.by = by;
    declared.at = at;
    if (gun) declared.gun = guns_.at(by);
    if (const auto barred = charge::barred_by_turn(game_, declared, house_)) return refused(std::move(out), {*barred});
    std::optional<LegalOptions> legal;
    std::optional<TargetOptions> target;
    if (returns) {
      const auto fire = return_fire(game_, house_);
      const auto first = played_.find(static_cast<std::size_t>(*returns));
      if (!fire || first == played_.end() || fire->attack != first->second || fire->legal.unit != by.second ||
          fire->target.unit != at.second)
        return refused(std::move(out), {rules::reason("C-I5", "there is no such fire to return")});
      answers = fire->attack;
      legal = fire->legal;
      target = fire->target;
    } else if ((legal = legal_of(by, gun))) {
      const auto found = std::ranges::find(legal->targets, at.second, &TargetOptions::unit);
      if (found != legal->targets.end()) target = *found;
    }
    if (!target) return refused(std::move(out), {rules::reason("C-I1", "nobody of the two is left to fire or to be fired at")});
    if (target->aim.verdict == measure::Verdict::No) {
      const charge::AimAt* const man = target->man();
      return refused(std::move(out), !target->aim.because.empty() || !man ? target->aim.because : man->because);
    }
    unverified_.insert(legal->unverified.begin(), legal->unverified.end());
    if (const auto wanted = dice_wanted(*legal, *target, house_); dice.size() != wanted.size())
      attack.complain("dice", fmt::format("{} are thrown here: {}", wanted.size(), fmt::join(wanted, ", ")));
    const std::set<int> before = game_.to_lift;
    const std::size_t owed = game_.owed.size();
    charge::Applied applied = app::fire(game_, *legal, *target, dice, "as asked", house_, answers);
    if (!applied.done) return refused(std::move(out), applied.because);
    game_ = std::move(applied.game);
    played_[index] = game_.attacks.size() - 1;
    while (die && game_.owed.size() > owed && act(charge::Allocate{owed, *die, {}}).empty()) {
    }
    out.update(json_of(game_.attacks.back().attack, charge::fire_so_far(game_, house_)->firing.attacks.back(), house_));
    if (target->aim.verdict == measure::Verdict::TooCloseToCall) out["verdict"] = word(target->aim.verdict);
    out["falls"] = fallen_since(before, at);
    return out;
  }

  void fire(Question& question) {
    std::vector<Question> attacks = question.objects_or_none("attacks");
    if (attacks.size() > kMostAttacksInTurn) question.complain("attacks", fmt::format("are more than {}", kMostAttacksInTurn));
    out_["attacks"] = Json(Json::array_t(attacks.size()));
    out_["may_fire"] = Json::array();
    for (const bool guns : {true, false}) {
      for (std::size_t i = 0; i < attacks.size(); ++i) {
        if (guns_.contains(body_called(attacks[i].text("by"), attacks[i], "by")) != guns) continue;
        out_["attacks"][i] = fire_one(attacks[i], i);
        attacks[i].done();
      }
      for (const MayFire& may : may_still_fire(game_, game_.field, house_))
        out_["may_fire"].push_back({{"by", may.unit}, {"targets", may.targets}, {"verdict", word(may.verdict)}});
      if (guns) next();
    }
  }

  void settle(Question& question) {
    std::map<std::string, Question> dice;
    for (Question& each : question.objects_or_none("fractions")) dice.emplace(body_called(each.text("body"), each, "body").second, each);
    const std::set<int> before = game_.to_lift;
    next();
    out_["fractions"] = Json::array();
    for (const LedgerLine& line : ledger(game_, house_)) {
      if (const auto die = dice.find(line.unit); die != dice.end())
        for (std::size_t i = game_.owed.size(); i-- > 0;)
          if (game_.owed[i].body.second == line.unit) act(charge::Allocate{i, die->second.whole("die", 1, charge::kFaces), {}});
      out_["fractions"].push_back({{"body", line.unit},
                                   {"carried", rules::text(line.carried)},
                                   {"men", line.at_end},
                                   {"falls", fallen_since(before, bodies_.at(line.unit))}});
    }
    for (auto& [body, each] : dice) {
      static_cast<void>(each.whole("die", 1, charge::kFaces));
      each.done();
    }
    out_["fallen"] = names_of(game_.to_lift);
    out_["owed"] = list_of(game_.owed, [&](const charge::Owed& owed) {
      return Json{{"body", owed.body.second}, {"men", owed.men}, {"among", names_of(owed.among)}};
    });
  }

  // ---- the melee ----

  Json pairs() const {
    return list_of(melee_options(game_, game_.field, house_).combats, [&](const CombatOptions& combat) {
      return Json{{"a", names_of(combat.men.a)},
                  {"b", names_of(combat.men.b)},
                  {"factors", {rules::text(combat.factors[0]), rules::text(combat.factors[1])}}};
    });
  }

  std::vector<int> ids_of(Question& from, std::string_view key) const {
    std::vector<int> ids;
    for (const std::string& name : from.texts(key)) {
      const auto found = ids_.find(name);
      if (found == ids_.end()) from.complain(key, "nobody is called \"" + name + "\"");
      ids.push_back(found->second);
    }
    return ids;
  }

  Json fight_one(Question& combat) {
    const auto a = ids_of(combat, "a"), b = ids_of(combat, "b");
    const auto throws = combat.wholes("throws", 1, charge::kFaces);
    if (throws.size() != 2) combat.complain("throws", "one die a side: [a, b]");
    combat.done();
    Json out{{"a", names_of(a)}, {"b", names_of(b)}};
    if (const auto because = act(charge::Fight{a, b, {throws[0], throws[1]}}); !because.empty()) return refused(std::move(out), because);
    const charge::Fought& fought = game_.combats.back();
    out["verdict"] = word(measure::Verdict::Yes);
    out["scores"] = {rules::text(fought.combat.scores[0]), rules::text(fought.combat.scores[1])};
    out["falls"] = names_of(fought.fell);
    out["back"] = list_of(fought.backs, [&](const auto& each) {
      const auto& [id, back] = each;
      Json way{{"name", name_of(id)}, {"from", json_of(back.from)}, {"to", json_of(back.to)}, {"owed_in", tidy(back.owed.value)}};
      if (!back.shortened_by.empty()) way["shortened_by"] = back.shortened_by;
      return way;
    });
    return out;
  }

  void melee(Question& question) {
    next();
    out_["pairing"] = pairs();
    out_["melee"] = Json::array();
    for (Question& combat : question.objects_or_none("melee")) out_["melee"].push_back(fight_one(combat));
    out_["to_fight"] = pairs();
  }

  Json armies() const {
    return list_of(game_.armies, [&](const charge::ArmyRecord& army) {
      int removed = 0;
      for (const auto& [body, record] : game_.bodies)
        if (body.first == army.name) removed += static_cast<int>(record.fallen.size());
      for (const charge::Owed& owed : game_.owed)
        if (owed.body.first == army.name) removed += owed.men;
      return Json{{"name", army.name}, {"original", army.original}, {"removed", removed}, {"defeated", army.defeated}};
    });
  }

  Common common_;
  const charge::House& house_;
  charge::Game game_;
  std::map<std::string, int> ids_;             // of every piece, by name
  std::map<std::string, BodyKey> bodies_;      // by name
  std::map<BodyKey, int> guns_, lost_before_;  // the gun's id; men lost in earlier turns
  int lost_ = 0;                               // all of these
  std::map<int, measure::Footprint> moved_;    // where a piece goes, by id
  std::map<std::size_t, std::size_t> played_;  // the game's attack, by that of the question
  std::set<std::string> unverified_;           // house keys used whose default has no source
  Json out_ = Json::object();
};

}  // namespace

Json ask_turn(Question& question, const charge::House& house) { return Turn(question, house).play(question); }

std::string say_turn(const Json& question, const Json& answer) {
  const auto text = [](const Json& json) { return json.get<std::string>(); };
  const auto joined = [&](const Json& list, const char* last = "and") {
    std::string words;
    for (std::size_t i = 0; i < list.size(); ++i)
      words += (i == 0                 ? ""
                : i + 1 == list.size() ? fmt::format(" {} ", last)
                                       : ", ") +
               (list[i].is_string() ? text(list[i]) : list[i].dump());
    return words;
  };
  const auto fall = [&](const Json& men) {
    return men.empty() ? std::string("nobody falls") : fmt::format("{} {}", joined(men), men.size() == 1 ? "falls" : "fall");
  };
  const auto why = [&](const Json& of) {
    return of["because"].empty() ? std::string(".")
                                 : fmt::format(": {} ({}).", text(of["because"][0]["says"]), text(of["because"][0]["rule"]));
  };
  std::string out;
  const auto say = [&](const std::string& words) { out += words + "\n"; };
  for (const Json& move : answer["moves"])
    if (move["verdict"] != "yes")
      say(fmt::format("{} {}{}", text(move["name"]), move["verdict"] == "no" ? "may not go there" : "is too close to call", why(move)));
  for (const Json& contact : answer["contacts"])
    say(fmt::format("{} are in contact since {} turn{} (C-H1).", joined(contact["bodies"]),
                    contact["since"] == "earlier" ? "an earlier" : "this",
                    contact["attacker"].is_null() ? "" : "; " + text(contact["attacker"]) + " came"));
  for (const Json& crew : answer["crews"])
    say(fmt::format("{} is served by {} (C-A1).", text(crew["gun"]), crew["men"].empty() ? "nobody" : joined(crew["men"])));
  for (std::size_t i = 0; i < answer["attacks"].size(); ++i) {
    const Json& attack = answer["attacks"][i];
    if (attack["verdict"] == "no")
      say(fmt::format("{} may not fire at {}{}", text(attack["by"]), text(attack["target"]), why(attack)));
    else
      say(fmt::format("{} fires at {} with {}: {} {}, {} at once and {} carried; {} (C-K5).", text(attack["by"]), text(attack["target"]),
                      question["attacks"][i]["dice"].empty() ? "no die" : joined(question["attacks"][i]["dice"]),
                      text(attack["casualties"]), attack["casualties"] == "1" ? "casualty" : "casualties", attack["at_once"].dump(),
                      text(attack["carried"]),
                      attack["at_once"] != 0 && attack["falls"].empty() ? "a die tells who falls" : fall(attack["falls"])));
  }
  for (const Json& line : answer["fractions"])
    if (line["men"] != 0)
      say(fmt::format("The fractions of {} come to {}{} (C-K4).", text(line["body"]), line["men"].dump(),
                      line["falls"].empty() ? "" : "; " + fall(line["falls"])));
  for (const Json& owed : answer["owed"])
    say(fmt::format("{} of {} must still be told apart by a die, among {} (C-K5).", owed["men"].dump(), text(owed["body"]),
                    joined(owed["among"])));
  for (const Json& may : answer["may_fire"])
    say(fmt::format("{} may still fire at {}{} (CG11).", text(may["by"]), joined(may["targets"], "or"),
                    may["verdict"] == "too_close" ? ", which is too close to call" : ""));
  for (const Json& combat : answer["melee"]) {
    if (combat["verdict"] == "no") {
      say(fmt::format("{} may not fight {}{}", joined(combat["a"]), joined(combat["b"]), why(combat)));
      continue;
    }
    say(fmt::format("{} against {}: {} to {}, {} (C-H2).", joined(combat["a"]), joined(combat["b"]), text(combat["scores"][0]),
                    text(combat["scores"][1]), fall(combat["falls"])));
    for (const Json& back : combat["back"])
      say(fmt::format("{} goes back to {}{} (C-H8).", text(back["name"]), back["to"].dump(),
                      back.contains("shortened_by") ? ", stopped by " + text(back["shortened_by"]) : ""));
  }
  for (const Json& combat : answer["to_fight"])
    say(fmt::format("{} {} still to fight {} (CG32).", joined(combat["a"]), combat["a"].size() > 1 ? "have" : "has", joined(combat["b"])));
  for (const Json& army : answer["armies"])
    say(fmt::format("{} has lost {} of {} and {} (C-W1).", text(army["name"]), army["removed"].dump(), army["original"].dump(),
                    army["defeated"].get<bool>() ? "is defeated" : "stands"));
  return out;
}

}  // namespace app::ask
