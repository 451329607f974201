// Are the rulings right? What `vedette umpire` printed against what truly happened on the table.
//   vedette umpire --table T --roster R --lens L --json SOURCE > lines.jsonl
//   rulings FOLDER lines.jsonl [--verbose]     FOLDER: the truth beside the pictures
// Costs, lines of fire and men lifted are worked out here from the true places alone, without the rules' code.
//   "Too close" for a move is inside its margin where the stated interval, told +- margin, holds both the limit - so that
//   nothing surer could be said (CG52) - and the true cost, so that the interval was honest. The line "doubt at limit" says
//   how many of them pass the narrower reading too: the truth itself no farther from the limit than the stated margin.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "measure/gap.h"
#include "rules/charge/house.h"
#include "tests/bench/accuracy/recording.h"
#include "tests/support/grid_paths.h"

namespace {

using measure::Inches;
using measure::TablePoint;
using nlohmann::json;
using rules::charge::Arm;
using rules::charge::MoveQuestion;

constexpr double kGateInches = 0.5;    // a report farther off than this is of another piece
constexpr double kStillInches = 0.05;  // less is no move: figures of a render lie to a thousandth
constexpr double kStillDegrees = 3.0;
constexpr double kLeastError = 0.04;   // inches: both ends of a line of fire are tried at least so far to either side
constexpr double kAngleError = 0.5;    // degrees, likewise
constexpr double kAsShown = 0.05;      // inches: a range told so near is right
constexpr double kSearchError = 0.02;  // of 1: the grid errs by half a percent, and a table file draws woods with fewer corners
/// The first narrows what the second must search. The first alone is 1.6 percent too dear along the border of a wood.
constexpr std::array<grid_paths::Grid, 2> kGrids{grid_paths::Grid{40.0, 5}, grid_paths::Grid{100.0, 10}};
constexpr double kTouching = 0.03;  // inches: bases put against each other stand so near
constexpr double kSample = 0.05;    // inches along a line of fire
constexpr double kArcDegrees = 45.0, kGunReach = 36.0, kClear = 1.0, kIntoWoods = 2.0;

enum class Kind { Right, TooCloseInside, TooCloseBeyond, Wrong, Missing, Invented };
constexpr std::array<const char*, 6> kKinds{"right",   "too close, inside its margin", "too close, beyond it", "wrong", "missing",
                                            "invented"};

struct Tally {
  std::array<int, 6> of{};
  std::vector<std::string> log;
  void add(Kind kind, const std::string& what) {
    ++of[static_cast<std::size_t>(kind)];
    if (kind != Kind::Right) log.push_back(fmt::format("{}: {}", kKinds[static_cast<std::size_t>(kind)], what));
  }
  void print(const char* name, bool verbose) const {
    fmt::print("{:<16}", name);
    for (std::size_t i = 0; i < of.size(); ++i) fmt::print("{} {}{}", of[i], kKinds[i], i + 1 < of.size() ? ", " : "\n");
    for (const std::string& line : log)
      if (verbose || !line.starts_with(kKinds[1])) fmt::print("    {}\n", line);
  }
};

TablePoint point_of(const json& j) { return {Inches(j.at(0).get<double>()), Inches(j.at(1).get<double>())}; }

double apart(TablePoint a, TablePoint b) { return measure::distance(a, b).value; }

const truth::Piece* named(const std::vector<truth::Piece>& pieces, const std::string& name) {
  const auto found = std::find_if(pieces.begin(), pieces.end(), [&](const auto& p) { return p.name == name; });
  return found == pieces.end() ? nullptr : &*found;
}

measure::Footprint footprint_of(const truth::Piece& p) {
  return {.shape = p.spec.base.shape, .centre = p.at, .heading = p.heading, .covariance = {}, .heading_margin = {}};
}

/// The disc inside a base, for the search on a grid.
measure::RoundShape inner_disc(const measure::Shape& shape) {
  if (const auto* oval = std::get_if<measure::OvalShape>(&shape)) return {std::min(oval->length, oval->width)};
  if (const auto* rect = std::get_if<measure::RectShape>(&shape)) return {std::min(rect->length, rect->width)};
  return std::get<measure::RoundShape>(shape);
}

bool is_cavalry(const truth::Piece& p) { return p.spec.unit == "RC" || p.spec.unit == "BC"; }

// ---- moves ----

struct TrueMove {
  const truth::Piece *before = nullptr, *now = nullptr;
  double cost = 0.0, limit = 0.0;
  double slack = 0.0;  // inches: how well the cost is known; a straight way is known exactly
};

double turned(const truth::Piece& a, const truth::Piece& b) {
  return std::abs(std::remainder(measure::degrees(a.heading) - measure::degrees(b.heading), 360.0));
}

std::vector<TrueMove> moves_between(const std::vector<truth::Piece>& before, const std::vector<truth::Piece>& now) {
  std::vector<TrueMove> moves;
  for (const truth::Piece& p : now) {
    const truth::Piece* was = named(before, p.name);
    if (was && (apart(was->at, p.at) > kStillInches || turned(*was, p) > kStillDegrees)) moves.push_back({was, &p});
  }
  return moves;
}

/// The cheaper of the straight way, priced by sampling, and of a search over a fine grid.
void price(TrueMove& move, const std::vector<TrueMove>& all, const std::vector<truth::Piece>& now,
           const std::vector<measure::Terrain>& terrain) {
  const rules::charge::House house;
  MoveQuestion question;
  question.arm = move.now->spec.kind == measure::PieceKind::Gun ? Arm::Gun : is_cavalry(*move.now) ? Arm::Cavalry : Arm::Infantry;
  question.base = footprint_of(*move.before);
  question.base.shape = inner_disc(move.now->spec.base.shape);
  question.terrain = terrain;
  for (const truth::Piece& p : now) {
    if (std::any_of(all.begin(), all.end(), [&](const TrueMove& m) { return m.now == &p; })) continue;
    if (measure::gap(footprint_of(p), footprint_of(*move.now)).value.value <= 0.0) continue;
    rules::charge::Figure figure;
    figure.footprint = footprint_of(p);
    figure.footprint.shape = inner_disc(p.spec.base.shape);
    (p.spec.army == move.now->spec.army ? question.friends : question.enemies).push_back(figure);
  }
  move.limit = question.arm == Arm::Cavalry ? 12.0 : 6.0;
  const double straight = apart(move.before->at, move.now->at);
  const std::array<TablePoint, 2> line{move.before->at, move.now->at};
  const auto sampled = grid_paths::price(question, line, house);
  move.cost = sampled.value_or(1e9);
  if (move.cost > straight * (1.0 + kSearchError)) {
    for (const grid_paths::Grid& grid : kGrids)
      if (const auto found = grid_paths::cheapest(question, move.now->at, house, grid, move.cost)) move.cost = std::min(move.cost, *found);
    move.slack = kSearchError * move.cost;
  }
}

struct MoveTallies {
  Tally verdicts;
  Tally at_limit;  // of those told too close: by the narrower reading
  Tally costs;
  Tally margins;  // of straight ways, whose true cost is exact
};

void compare_moves(const json& line, std::vector<TrueMove> moves, const std::vector<truth::Piece>& now,
                   const std::vector<measure::Terrain>& terrain, MoveTallies& tallies) {
  const std::string frame = line.at("frame");
  std::vector<bool> used(line.at("moved").size(), false);
  for (TrueMove& move : moves) {
    price(move, moves, now, terrain);
    const json* ruling = nullptr;
    for (std::size_t i = 0; i < used.size(); ++i) {
      const json& each = line.at("moved")[i];
      if (used[i] || each.at("unit") != move.now->spec.unit || apart(point_of(each.at("to")), move.now->at) > kGateInches ||
          apart(point_of(each.at("from")), move.before->at) > kGateInches)
        continue;
      used[i] = true;
      ruling = &each;
      break;
    }
    std::string what = fmt::format("{} {}: truly {:.3f} of {:.0f}", frame, move.now->name, move.cost, move.limit);
    if (!ruling) {
      tallies.verdicts.add(Kind::Missing, what);
      continue;
    }
    const std::string verdict = ruling->at("verdict");
    const double margin = ruling->value("cost_margin_in", 0.0),
                 told = ruling->at("cost_in").is_null() ? 1e9 : ruling->at("cost_in").get<double>();
    what += fmt::format(", told {} {:.3f} +- {:.3f} {}", verdict, told, margin, ruling->at("because").dump());
    const bool legal = move.cost <= move.limit + 1e-9;
    if (verdict == "too_close") {
      const bool honest = std::abs(told - move.limit) <= margin && std::abs(told - move.cost) <= margin + move.slack;
      tallies.verdicts.add(honest ? Kind::TooCloseInside : Kind::TooCloseBeyond, what);
      const bool near = std::abs(move.cost - move.limit) <= margin + move.slack;
      tallies.at_limit.add(near ? Kind::TooCloseInside : Kind::TooCloseBeyond, what);
    } else {
      tallies.verdicts.add((verdict == "yes") == legal ? Kind::Right : Kind::Wrong, what);
    }
    tallies.costs.add(std::abs(told - move.cost) <= std::max(margin, kSearchError * move.cost) ? Kind::Right : Kind::Wrong, what);
    if (move.slack == 0.0) tallies.margins.add(std::abs(told - move.cost) <= margin ? Kind::Right : Kind::Wrong, what);
  }
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) tallies.verdicts.add(Kind::Invented, fmt::format("{} {}", frame, line.at("moved")[i].dump()));
}

// ---- targets of a gun ----

struct Line3 {
  TablePoint eye, middle;
  double eye_height, middle_height;
  [[nodiscard]] TablePoint at(double t) const { return eye + (middle - eye) * t; }
  [[nodiscard]] double height(double t) const { return eye_height + t * (middle_height - eye_height); }
};

bool hidden(const Line3& line, const truth::Piece& gun, const truth::Piece& man, const std::vector<truth::Piece>& pieces,
            const std::vector<measure::Terrain>& terrain) {
  const double length = apart(line.eye, line.middle);
  const int steps = static_cast<int>(length / kSample) + 1;
  std::map<const measure::Terrain*, double> in_wood;
  for (int i = 1; i < steps; ++i) {
    const double t = static_cast<double>(i) / steps, height = line.height(t);
    const TablePoint here = line.at(t);
    if (measure::ground_height(terrain, here).value > height) return true;
    for (const measure::Terrain& piece : terrain) {
      using enum measure::TerrainKind;
      if (piece.kind != Wood && piece.kind != House && piece.kind != Wall && piece.kind != Hedge) continue;
      if (piece.height.value <= height || !measure::inside(piece.polygon, here)) continue;
      if (piece.kind != Wood) return true;
      if ((in_wood[&piece] += length / steps) > kIntoWoods) return true;
    }
    for (const truth::Piece& p : pieces)
      if (p.spec.army != gun.spec.army && p.spec.unit != man.spec.unit && measure::contains(footprint_of(p), here)) return true;
  }
  return false;
}

/// How far everything is moved from its true place: inches along and across the line of fire, degrees, inches of clearance.
struct Nudge {
  double eye_aside = 0.0, man_aside = 0.0, man_along = 0.0, degrees = 0.0, clear = 0.0;
};

double off_degrees(TablePoint from, measure::Radians heading, TablePoint to) {
  const measure::TableVector line = to - from;
  return std::abs(std::remainder(measure::degrees(measure::Radians(std::atan2(line.dy.value, line.dx.value)) - heading), 360.0));
}

bool may_fire(const truth::Piece& gun, const truth::Piece& man, const std::vector<truth::Piece>& pieces,
              const std::vector<measure::Terrain>& terrain, const Nudge& nudge) {
  const measure::TableVector along = (man.at - gun.at) * (1.0 / apart(gun.at, man.at)), aside{-along.dy, along.dx};
  const TablePoint eye = gun.at + aside * nudge.eye_aside, middle = man.at + aside * nudge.man_aside + along * nudge.man_along;
  if (off_degrees(eye, gun.heading, middle) > kArcDegrees + nudge.degrees || apart(eye, middle) > kGunReach) return false;
  for (const truth::Piece& p : pieces)
    if (p.spec.army == gun.spec.army && p.spec.unit != gun.spec.unit &&
        measure::clearance({eye, {}}, {middle, {}}, footprint_of(p)).value.value.value < kClear + nudge.clear)
      return false;
  const Line3 line{eye, middle, gun.ground.value + gun.spec.figure_height.value, man.ground.value + 0.5 * man.spec.figure_height.value};
  return !hidden(line, gun, man, pieces, terrain);
}

/// Would errors as large as the report's own change the answer?
bool is_close(const truth::Piece& gun, const truth::Piece& man, const std::vector<truth::Piece>& pieces,
              const std::vector<measure::Terrain>& terrain, double error, bool truly) {
  std::vector<Nudge> nudges;
  for (const double sign : {-1.0, 1.0}) {
    nudges.push_back({.man_along = sign * error});
    nudges.push_back({.degrees = sign * kAngleError, .clear = -sign * error});
    for (const double other : {-1.0, 1.0}) nudges.push_back({.eye_aside = sign * kLeastError, .man_aside = other * error});
  }
  return std::any_of(nudges.begin(), nudges.end(), [&](const Nudge& n) { return may_fire(gun, man, pieces, terrain, n) != truly; });
}

void compare_aims(const json& line, const std::vector<truth::Piece>& now, const std::vector<measure::Terrain>& terrain, Tally& tally,
                  Tally& figures) {
  const std::string frame = line.at("frame");
  std::map<int, double> margins;
  for (const json& p : line.at("pieces")) margins[p.at("id")] = p.at("margin_in");
  for (const truth::Piece& gun : now) {
    if (gun.spec.kind != measure::PieceKind::Gun) continue;
    std::vector<std::string> units;
    for (const truth::Piece& p : now)
      if (p.spec.army != gun.spec.army && std::find(units.begin(), units.end(), p.spec.unit) == units.end()) units.push_back(p.spec.unit);
    for (const std::string& unit : units) {
      const json* told = nullptr;
      for (const json& aim : line.at("aims"))
        if (aim.at("firer") == gun.spec.unit + "/gun" && aim.at("target") == unit) told = &aim;
      if (!told) {
        tally.add(Kind::Missing, fmt::format("{} {} at {}", frame, gun.name, unit));
        continue;
      }
      int crew = 0;
      for (const truth::Piece& p : now)
        crew += p.spec.army == gun.spec.army && p.spec.kind == measure::PieceKind::Gunner &&
                measure::gap(footprint_of(gun), footprint_of(p)).value.value <= 2.0;
      bool any = false, doubt = false;
      for (const truth::Piece& man : now) {
        if (man.spec.unit != unit || man.spec.kind == measure::PieceKind::Gun) continue;
        const json* judged = nullptr;
        for (const json& each : told->at("men"))
          if (apart(point_of(each.at("at")), man.at) < kGateInches) judged = &each;
        const double error = std::max(kLeastError, judged ? margins[judged->at("id")] : 0.0);
        const bool truly = may_fire(gun, man, now, terrain, {}), close = is_close(gun, man, now, terrain, error, truly);
        any = any || truly;
        doubt = doubt || close;
        if (!judged) {
          tally.add(Kind::Missing, fmt::format("{} {} at {}", frame, gun.name, man.name));
          continue;
        }
        const double range = apart(gun.at, man.at), off = off_degrees(gun.at, gun.heading, man.at);
        const std::string verdict = judged->at("verdict");
        const std::string what = fmt::format("{} {} at {}: truly {}{}, told {} (truly {:.3f} in {:.2f} deg, told {:.3f} in {:.2f} deg)",
                                             frame, gun.name, man.name, truly ? "yes" : "no", close ? " but close" : "", verdict, range,
                                             off, judged->at("range_in").get<double>(), judged->at("off_deg").get<double>());
        if (verdict == "too_close")
          tally.add(close ? Kind::TooCloseInside : Kind::TooCloseBeyond, what);
        else
          tally.add((verdict == "yes") == truly ? Kind::Right : Kind::Wrong, what);
        const bool exact = std::abs(range - judged->at("range_in").get<double>()) < std::max(kAsShown, error) &&
                           std::abs(off - judged->at("off_deg").get<double>()) < 2.0 * kAngleError;
        figures.add(exact ? Kind::Right : Kind::Wrong, what);
      }
      any = any && crew >= 4;
      const std::string verdict = told->at("verdict"),
                        what = fmt::format("{} {} at all of {}: truly {}, told {}", frame, gun.name, unit, any, verdict);
      if (verdict == "too_close")
        tally.add(doubt ? Kind::TooCloseInside : Kind::TooCloseBeyond, what);
      else
        tally.add((verdict == "yes") == any ? Kind::Right : Kind::Wrong, what);
    }
  }
}

// ---- men lifted, contacts ----

void compare_lifted(const json& line, const std::vector<truth::Piece>& before, const std::vector<truth::Piece>& now,
                    const std::map<int, TablePoint>& seen_before, Tally& tally) {
  std::vector<int> ids = line.at("lifted").get<std::vector<int>>();
  for (const truth::Piece& p : before) {
    if (named(now, p.name)) continue;
    const auto found = std::find_if(ids.begin(), ids.end(),
                                    [&](int id) { return seen_before.contains(id) && apart(seen_before.at(id), p.at) < kGateInches; });
    tally.add(found == ids.end() ? Kind::Missing : Kind::Right, fmt::format("{} {}", line.at("frame").dump(), p.name));
    if (found != ids.end()) ids.erase(found);
  }
  for (const int id : ids) tally.add(Kind::Invented, fmt::format("{} id {}", line.at("frame").dump(), id));
}

void compare_contacts(const json& line, const std::vector<truth::Piece>& now, Tally& tally) {
  int truly = 0, told = 0;
  for (const truth::Piece& a : now)
    for (const truth::Piece& b : now)
      if (a.spec.army < b.spec.army && a.spec.kind != measure::PieceKind::Gun && b.spec.kind != measure::PieceKind::Gun)
        truly += measure::gap(footprint_of(a), footprint_of(b)).value.value <= kTouching;
  told = static_cast<int>(line.at("contacts").size());
  tally.add(truly == told ? Kind::Right : Kind::Wrong, fmt::format("{}: truly {} pairs, told {}", line.at("frame").dump(), truly, told));
}

measure::Result<std::vector<measure::Terrain>> terrain_beside(const std::filesystem::path& folder) {
  const auto clip = folder / "start.json";
  const auto state = truth::load_state((std::filesystem::exists(clip) ? clip : folder / "01.json").string());
  if (!state) return tl::unexpected(state.error());
  return state->table.terrain;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() < 2) {
    fmt::print(stderr, "usage: rulings FOLDER LINES.jsonl [--verbose]\n");
    return 2;
  }
  const bool verbose = args.size() > 2 && args[2] == "--verbose";
  const auto frames = accuracy::read_truth(args[0]);
  const auto terrain = terrain_beside(args[0]);
  if (!frames || !terrain) {
    fmt::print(stderr, "{}\n", !frames ? frames.error().message : terrain.error().message);
    return 6;
  }
  std::ifstream file(args[1]);
  MoveTallies moves;
  Tally targets, figures, lifted, contacts;
  std::vector<truth::Piece> settled;
  std::map<int, TablePoint> seen;
  std::size_t which = 0;
  for (std::string text; std::getline(file, text) && which < frames->size(); ++which) {
    const json line = json::parse(text);
    if (!line.contains("moved")) continue;
    const std::vector<truth::Piece>& now = (*frames)[which].pieces;
    compare_moves(line, moves_between(settled, now), now, *terrain, moves);
    compare_aims(line, now, *terrain, targets, figures);
    compare_lifted(line, settled, now, seen, lifted);
    compare_contacts(line, now, contacts);
    settled = now;
    seen.clear();
    for (const json& p : line.at("pieces")) seen[p.at("id")] = point_of(p.at("at"));
  }
  moves.verdicts.print("moves", verbose);
  moves.at_limit.print("doubt at limit", verbose);
  moves.costs.print("their cost", verbose);
  moves.margins.print("margin holds", verbose);
  targets.print("gun targets", verbose);
  figures.print("range and angle", verbose);
  lifted.print("men lifted", verbose);
  contacts.print("contacts", verbose);
  return 0;
}
