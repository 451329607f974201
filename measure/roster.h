// Who may stand on the table: armies, units, and one specification per piece.
//   The roster is what players write down; `pieces_of` flattens it into one entry per piece, which is
//   what the detectors and the tracker work from. Names follow docs/formats.md ("R1/leader", "R1/1").
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "measure/footprint.h"

namespace measure {

enum class Arm { Infantry, Cavalry, Gun };
enum class PieceKind { Infantry, Cavalry, Officer, Gun, Gunner };
enum class MarkerType { Tag, Disc, None };

/// A base as the figure stands on it. `height` is its thickness: the top is that far above the ground.
struct Base {
  Shape shape = RoundShape{Inches(1.0)};
  Inches height{0.1};
  friend bool operator==(const Base&, const Base&) = default;
};

/// How a tag is fixed to a piece.
struct TagMount {
  std::string dictionary = "DICT_4X4_250";
  Inches side{1.0};    // of the black square
  Inches height{0.0};  // above the ground the piece stands on
  TableVector offset;  // tag centre from base centre: dx forward, dy left
  friend bool operator==(const TagMount&, const TagMount&) = default;
};

struct Leader {
  std::optional<int> tag;
  TagMount mount;
  Base base;
};

struct Crew {
  int men = 0;
  Base base;
  MarkerType marker = MarkerType::Disc;
  Inches figure_height{1.35};
  std::vector<int> tags;
  TagMount mount;
};

struct Unit {
  std::string name;
  Arm arm = Arm::Infantry;
  int models = 0;  // the leader included; for guns the guns
  Base base;
  MarkerType marker = MarkerType::Disc;
  Inches figure_height{1.35};
  std::optional<Leader> leader;
  std::vector<int> tags;  // tags[i] belongs to model i; the leader's is not among them
  TagMount mount;
  std::optional<Crew> crew;
  std::vector<std::string> names;  // replaces the made-up names of the models, in order
};

struct Army {
  std::string name;
  std::string colour;  // "#rrggbb" of its discs: a hint, the picture decides; may be empty
  std::vector<Unit> units = {};
};

struct Roster {
  std::vector<Army> armies;
};

/// One piece that may stand on the table.
struct PieceSpec {
  std::string name;  // "R1/leader", "R1/1", "RG/gun", "RG/crew1"
  std::string army, unit;
  std::string colour;  // of its army
  PieceKind kind = PieceKind::Infantry;
  Base base;
  MarkerType marker = MarkerType::Disc;
  std::optional<int> tag;  // set when marker is Tag
  TagMount mount;
  Inches figure_height{1.35};
  friend bool operator==(const PieceSpec&, const PieceSpec&) = default;
};

/// Every piece of the roster, in the roster's order: leader first, then models, guns, crew.
[[nodiscard]] std::vector<PieceSpec> pieces_of(const Roster& roster);

[[nodiscard]] constexpr const char* word(PieceKind kind) {
  return std::array{"infantry", "cavalry", "officer", "gun", "gunner"}[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr const char* word(MarkerType marker) { return std::array{"tag", "disc", "none"}[static_cast<std::size_t>(marker)]; }

}  // namespace measure
