// One recording twice: what truly stood on the table, and what the program reported.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/support/truth.h"

namespace accuracy {

/// The truth of one frame. `touched`: pieces whose pose differs from the frame before.
struct TrueFrame {
  std::string name;
  bool hand = false, bumped = false, glare = false;
  std::vector<truth::Piece> pieces;
  std::set<std::string> moved, added, removed;
  std::set<std::string> in_motion;  // lifted, pushed or falling: no place to be judged by
};

struct ReportedPiece {
  int id = 0;
  std::string name, army, unit, kind, seen, identity, marker;
  std::optional<int> tag;
  double x = 0.0, y = 0.0, margin_in = 0.0, margin_deg = 0.0;
  std::optional<double> heading_deg;
};

struct ReportedMove {
  int id = 0;
  double to_x = 0.0, to_y = 0.0, from_x = 0.0, from_y = 0.0;
  std::optional<double> from_deg, to_deg;
};

struct ReportedFrame {
  std::string name;
  bool registered = false, camera_moved = false, settled = false;
  std::vector<ReportedPiece> pieces;
  std::vector<ReportedMove> moves;
  std::vector<int> added, removed;
  std::vector<std::string> findings;
};

/// Reads a folder of NN.json states, or a clip.json with its start.json. Errors: BadFile.
[[nodiscard]] measure::Result<std::vector<TrueFrame>> read_truth(const std::string& folder);

/// Reads the JSON lines that `vedette track --json` or `vedette locate --json` printed. Errors: BadFile.
[[nodiscard]] measure::Result<std::vector<ReportedFrame>> read_report(const std::string& path);

}  // namespace accuracy
