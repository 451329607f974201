#include "tests/bench/accuracy/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace accuracy {
namespace {

constexpr double kMatchGateInches = 0.5;  // half a base: farther off, a report speaks of something else
constexpr double kWantedVisible = 0.3;    // less of a piece in sight and nobody can ask for it
constexpr double kHeadingVisible = 0.5;   // from here on a heading is asked for
constexpr double kWidestDiscMarginInches = 0.08, kWidestTagMarginInches = 0.03, kWidestPlainMarginInches = 0.3;
constexpr double kSamePlaceInches = 0.02, kSameHeadingDegrees = 0.5;  // less than this is not a true move

double wrapped_degrees(double degrees) { return std::remainder(degrees, 360.0); }

std::string marker_of(const truth::Piece& p) {
  if (p.spec.marker == measure::MarkerType::Tag) return "tag";
  if (p.spec.marker == measure::MarkerType::None) return "no marker";
  return std::holds_alternative<measure::OvalShape>(p.spec.base.shape) ? "oval disc" : "round disc";
}

double widest_margin(const truth::Piece& p) {
  switch (p.spec.marker) {
    case measure::MarkerType::Tag: return kWidestTagMarginInches;
    case measure::MarkerType::None: return kWidestPlainMarginInches;
    default: return kWidestDiscMarginInches;
  }
}

std::string fifth_of(double visible) {
  const int fifth = std::min(4, static_cast<int>(visible * 5.0));
  return fmt::format("visible {:.1f}-{:.1f}", fifth * 0.2, fifth * 0.2 + 0.2);
}

/// For each true piece the index of its report, or -1: tags by id, the rest by the nearest pairs first.
std::vector<int> match(const TrueFrame& truth, const ReportedFrame& report) {
  std::vector<int> found(truth.pieces.size(), -1);
  std::vector<bool> taken(report.pieces.size(), false);
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t t = 0; t < truth.pieces.size(); ++t) {
    const truth::Piece& p = truth.pieces[t];
    for (std::size_t r = 0; r < report.pieces.size(); ++r) {
      const ReportedPiece& q = report.pieces[r];
      const double off = std::hypot(q.x - p.at.x.value, q.y - p.at.y.value);
      if (p.spec.tag && q.tag == p.spec.tag && off < kMatchGateInches) pairs.emplace_back(-1.0, t, r);
      if (!p.spec.tag && !q.tag && off < kMatchGateInches) pairs.emplace_back(off, t, r);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [off, t, r] : pairs) {
    if (found[t] >= 0 || taken[r]) continue;
    found[t] = static_cast<int>(r);
    taken[r] = true;
  }
  return found;
}

void judge_piece(const truth::Piece& p, const ReportedPiece* q, MarkerScore& s, std::vector<std::string>* log, const std::string& frame) {
  const double widest = widest_margin(p);
  const bool wanted = p.visible_fraction >= kWantedVisible;
  std::string why;
  if (!q)
    why = "not found";
  else if (q->seen != "yes")
    why = q->seen;
  else if (q->margin_in > widest)
    why = fmt::format("margin {:.3f} in", q->margin_in);
  else if (!q->heading_deg && p.visible_fraction >= kHeadingVisible && p.spec.marker != measure::MarkerType::None)
    why = "no heading";
  if (wanted) {
    ++s.wanted;
    if (!why.empty()) {
      ++s.missed;
      if (log) log->push_back(fmt::format("{}: missed {} (visible {:.2f}): {}", frame, p.name, p.visible_fraction, why));
    }
  }
  if (!q || q->seen != "yes") return;
  const double dx = q->x - p.at.x.value, dy = q->y - p.at.y.value;
  s.place_in.push_back(std::hypot(dx, dy));
  s.coordinates += 2;
  s.inside_margin += (std::abs(dx) <= q->margin_in) + (std::abs(dy) <= q->margin_in);
  if (log && std::hypot(dx, dy) > 3.0 * std::max(widest / 3.0, q->margin_in))
    log->push_back(fmt::format("{}: {} is {:.3f} in off ({:+.3f}, {:+.3f}), margin {:.3f}, visible {:.2f}", frame, p.name,
                               std::hypot(dx, dy), dx, dy, q->margin_in, p.visible_fraction));
  if (!q->heading_deg) return;
  const double turn = std::abs(wrapped_degrees(*q->heading_deg - measure::degrees(p.heading)));
  ++s.headings;
  s.heading_inside_margin += turn <= q->margin_deg;
  if (turn > 90.0) {
    ++s.flips;
    if (log) log->push_back(fmt::format("{}: {} is turned by {:.1f} deg", frame, p.name, turn));
  } else {
    s.heading_deg.push_back(turn);
  }
}

/// What is remembered of the frames before, to judge identities and moves.
struct Memory {
  std::map<std::string, int> id_of;             // true name -> last track id
  std::map<int, std::string> unit_of_track;     // track id -> true unit it was first matched to
  std::map<std::string, truth::Piece> settled;  // true name -> pose at the last settled report
  std::map<std::string, truth::Piece> told;     // true name -> pose in the first picture without a hand, or to which its last move was told
};

void judge_identities(const TrueFrame& truth, const ReportedFrame& report, const std::vector<int>& found, Memory& memory, Score& s) {
  for (std::size_t t = 0; t < truth.pieces.size(); ++t) {
    if (found[t] < 0) continue;
    const truth::Piece& p = truth.pieces[t];
    const ReportedPiece& q = report.pieces[static_cast<std::size_t>(found[t])];
    if (q.identity == "doubtful") ++s.doubtful;
    if (q.unit != p.spec.unit) {
      ++s.wrong_units;
      s.log.push_back(fmt::format("{}: {} reported as unit '{}'", truth.name, p.name, q.unit));
    }
    const auto before = memory.id_of.find(p.name);
    const bool touched = truth.moved.contains(p.name) || truth.added.contains(p.name);
    if (before != memory.id_of.end() && before->second != q.id && !touched) {
      ++s.identity_switches;
      s.log.push_back(fmt::format("{}: {} was track {}, is {}", truth.name, p.name, before->second, q.id));
    }
    memory.id_of[p.name] = q.id;
    const auto [unit, fresh] = memory.unit_of_track.emplace(q.id, p.spec.unit);
    if (!fresh && unit->second != p.spec.unit) {
      ++s.unit_switches;
      s.log.push_back(fmt::format("{}: track {} was of {}, is {} of {}", truth.name, q.id, unit->second, p.name, p.spec.unit));
      unit->second = p.spec.unit;
    }
  }
}

bool truly_moved(const truth::Piece& before, const truth::Piece& now) {
  return measure::distance(before.at, now.at).value > kSamePlaceInches ||
         std::abs(wrapped_degrees(measure::degrees(now.heading - before.heading))) > kSameHeadingDegrees;
}

void judge_moves(const TrueFrame& truth, const ReportedFrame& report, const std::vector<int>& found, Memory& memory, Score& s) {
  std::map<int, const truth::Piece*> by_track;
  for (std::size_t t = 0; t < truth.pieces.size(); ++t)
    if (found[t] >= 0) by_track[report.pieces[static_cast<std::size_t>(found[t])].id] = &truth.pieces[t];
  std::set<std::string> reported_names;
  for (const ReportedMove& m : report.moves) {
    const auto it = by_track.find(m.id);
    const auto before = it == by_track.end() ? memory.settled.end() : memory.settled.find(it->second->name);
    if (before != memory.settled.end()) reported_names.insert(it->second->name);
    if (before != memory.settled.end() && truly_moved(before->second, *it->second)) {
      ++s.found_moves;
    } else {
      ++s.false_moves;
      s.log.push_back(fmt::format("{}: false move of track {} ({}): ({:.3f}, {:.3f}) -> ({:.3f}, {:.3f}), {:.2f} -> {:.2f} deg", truth.name,
                                  m.id, it == by_track.end() ? "nobody" : it->second->name, m.from_x, m.from_y, m.to_x, m.to_y,
                                  m.from_deg.value_or(-1), m.to_deg.value_or(-1)));
    }
  }
  if (!truth.hand)
    for (const truth::Piece& p : truth.pieces) memory.told.try_emplace(p.name, p);
  for (const std::string& name : reported_names)
    if (const auto p = std::ranges::find(truth.pieces, name, &truth::Piece::name); p != truth.pieces.end()) memory.told[name] = *p;
  if (!report.settled) return;
  for (const truth::Piece& p : truth.pieces) {
    const auto before = memory.settled.find(p.name);
    if (before != memory.settled.end() && truly_moved(before->second, p) && !reported_names.contains(p.name) &&
        p.visible_fraction >= kWantedVisible) {
      ++s.missed_moves;
      s.log.push_back(fmt::format("{}: the move of {} was not reported", truth.name, p.name));
    }
    memory.settled[p.name] = p;
  }
}

void judge_hands(const TrueFrame& truth, const ReportedFrame& report, Score& s) {
  ++(truth.hand ? s.hands : s.without_hand);
  if (report.settled != truth.hand) return;
  ++(truth.hand ? s.settled_with_hand : s.unsettled_without_hand);
  s.log.push_back(fmt::format("{}: {}", truth.name, truth.hand ? "settled with a hand in view" : "not settled, with no hand in view"));
}

void judge_untold(const TrueFrame& last, const Memory& memory, Score& s) {
  if (last.hand) return;  // what happened under it is told when it is gone
  for (const truth::Piece& p : last.pieces) {
    const auto told = memory.told.find(p.name);
    if (told == memory.told.end() || !truly_moved(told->second, p) || p.visible_fraction < kWantedVisible) continue;
    ++s.untold_moves;
    s.log.push_back(fmt::format("{}: no move of {} to where it stands was ever told", last.name, p.name));
  }
}

double rms(const std::vector<double>& values) {
  double sum = 0.0;
  for (double v : values) sum += v * v;
  return values.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(values.size()));
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(q * static_cast<double>(values.size())))];
}

std::string row(const std::string& name, const MarkerScore& s) {
  const auto percent = [](int part, int whole) { return whole ? 100.0 * part / whole : 0.0; };
  return fmt::format("{:<16} {:>5}/{:<5} {:>7.4f}  {:>7.4f} {:>7.4f} {:>7.4f}  {:>6.1f}  {:>6.3f} {:>4}  {:>6.1f}\n", name,
                     s.wanted - s.missed, s.wanted, s.wanted ? 1.0 - static_cast<double>(s.missed) / s.wanted : 0.0, rms(s.place_in),
                     quantile(s.place_in, 0.95), quantile(s.place_in, 1.0), percent(s.inside_margin, s.coordinates), rms(s.heading_deg),
                     s.flips, percent(s.heading_inside_margin, s.headings));
}

}  // namespace

void add_score(std::vector<TrueFrame> truth, const std::vector<ReportedFrame>& report, bool track, Score& s) {
  if (truth.size() == report.size() + 1 && truth.front().pieces.empty()) truth.erase(truth.begin());
  Memory memory;
  for (std::size_t i = 0; i < std::min(truth.size(), report.size()); ++i) {
    const std::vector<int> found = match(truth[i], report[i]);
    std::vector<bool> matched(report[i].pieces.size(), false);
    for (std::size_t t = 0; t < found.size(); ++t) {
      const truth::Piece& p = truth[i].pieces[t];
      const ReportedPiece* q = found[t] < 0 ? nullptr : &report[i].pieces[static_cast<std::size_t>(found[t])];
      if (q) matched[static_cast<std::size_t>(found[t])] = true;
      if (truth[i].in_motion.contains(p.name)) continue;
      judge_piece(p, q, s.by_marker[marker_of(p)], &s.log, truth[i].name);
      for (const std::string& group : {fifth_of(p.visible_fraction), std::string(p.ground.value > 0.0 ? "on a hill" : "on the flat")})
        judge_piece(p, q, s.by_group[group], nullptr, truth[i].name);
    }
    for (std::size_t r = 0; r < matched.size(); ++r) {
      const ReportedPiece& q = report[i].pieces[r];
      if (q.seen != "yes") continue;
      ++s.reported;
      if (matched[r]) continue;
      const bool moving = std::any_of(truth[i].pieces.begin(), truth[i].pieces.end(),
                                      [&](const truth::Piece& p) { return truth[i].in_motion.contains(p.name) && p.spec.tag == q.tag; });
      if (moving) continue;
      ++s.ghosts;
      s.log.push_back(fmt::format("{}: ghost {} at ({:.2f}, {:.2f})", truth[i].name, q.name, q.x, q.y));
    }
    if (!track) continue;
    judge_identities(truth[i], report[i], found, memory, s);
    judge_moves(truth[i], report[i], found, memory, s);
    judge_hands(truth[i], report[i], s);
  }
  if (track && !truth.empty()) judge_untold(truth.back(), memory, s);
  if (truth.size() != report.size()) s.log.push_back(fmt::format("{} frames of truth, {} reported", truth.size(), report.size()));
}

std::string as_text(const Score& s, bool track) {
  std::string text = fmt::format("{:<16} {:>11} {:>7}  {:>7} {:>7} {:>7}  {:>6}  {:>6} {:>4}  {:>6}\n", "", "found", "recall", "rms in",
                                 "95 %", "max", "cover%", "deg", "flip", "cover%");
  MarkerScore all;
  for (const auto& [name, m] : s.by_marker) {
    text += row(name, m);
    all.wanted += m.wanted;
    all.missed += m.missed;
    all.coordinates += m.coordinates;
    all.inside_margin += m.inside_margin;
    all.flips += m.flips;
    all.headings += m.headings;
    all.heading_inside_margin += m.heading_inside_margin;
    all.place_in.insert(all.place_in.end(), m.place_in.begin(), m.place_in.end());
    all.heading_deg.insert(all.heading_deg.end(), m.heading_deg.begin(), m.heading_deg.end());
  }
  text += row("all", all);
  for (const auto& [name, m] : s.by_group) text += row(name, m);
  text += fmt::format("ghosts {} of {} reported\n", s.ghosts, s.reported);
  if (track)
    text += fmt::format(
        "identity switches {}, tracks that changed unit {}, wrong unit reports {}, doubtful reports {}\n"
        "moves found {}, missed {}, false {}, never told {}\n"
        "settled with a hand in view {} of {}, not settled without one {} of {}\n",
        s.identity_switches, s.unit_switches, s.wrong_units, s.doubtful, s.found_moves, s.missed_moves, s.false_moves, s.untold_moves,
        s.settled_with_hand, s.hands, s.unsettled_without_hand, s.without_hand);
  return text;
}

}  // namespace accuracy
