// How well a report agrees with the truth, figure by figure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/bench/accuracy/recording.h"

namespace accuracy {

/// Errors of one kind of marker ("round disc", "oval disc", "tag", "no marker").
struct MarkerScore {
  int wanted = 0;                   // pieces with visible fraction >= 0.3
  int missed = 0;                   // of those: not found, hidden, lost, margin too wide, or without a heading it should have
  std::vector<double> place_in;     // distance from the true place
  std::vector<double> heading_deg;  // absolute error
  int flips = 0;                    // heading wrong by more than 90 degrees
  int coordinates = 0, inside_margin = 0;
  int headings = 0, heading_inside_margin = 0;
};

struct Score {
  std::map<std::string, MarkerScore> by_marker;
  std::map<std::string, MarkerScore> by_group;  // by fifths of the visible fraction; on a hill and on the flat
  int reported = 0, ghosts = 0;
  int identity_switches = 0, unit_switches = 0, wrong_units = 0, doubtful = 0;
  int false_moves = 0, missed_moves = 0, found_moves = 0;
  int untold_moves = 0;                  // true ones, in sight, between pictures without a hand, that no picture up to the last told
  int hands = 0, settled_with_hand = 0;  // pictures with a hand in view; of those: taken for a settled table
  int without_hand = 0, unsettled_without_hand = 0;  // pictures with none; of those: taken for an unsettled one
  std::vector<std::string> log;                      // every miss, ghost, switch and false move in words
};

/// Adds one recording. Frames are paired in order; a first true frame without pieces, the empty table, may be left out of the report.
/// `track`: judge identities and moves too.
void add_score(std::vector<TrueFrame> truth, const std::vector<ReportedFrame>& report, bool track, Score& score);

/// The figures as a table in words.
[[nodiscard]] std::string as_text(const Score& score, bool track);

}  // namespace accuracy
