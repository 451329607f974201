// From what was seen to a ruling: who is asked about whom, put as a question that anybody can ask again, and its answer.
//   Pure, and from texts alone: `verify` goes the same way with the texts it finds, and must come to the same bytes.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/evidence/measurement.h"
#include "app/wire/question.h"
#include "measure/result.h"
#include "measure/table.h"
#include "rules/charge/aim/aim.h"
#include "rules/charge/house.h"
#include "rules/charge/move/movement.h"

namespace app::evidence {

/// What is asked: may `from` fire at `to` ("fire"), may it go to where `to` stands ("move"), how far are they apart ("measure").
/// Bodies and pieces by their names, a piece also by its tag, `tag:10`; moves and measurements also to a table point, `x,y`.
struct Asked {
  std::string ask = "fire", from, to;
  std::optional<rules::charge::AimContact> contact = {};  // of a shot: what an umpire knew of the two bodies beside their places
};

/// The texts that a question rests on, as they lie in the evidence.
struct Grounds {
  std::string state, table, roster, house;
};

/// The same, read.
struct Scene {
  vision::TableState state;
  measure::Table table;
  measure::Roster roster;
  rules::charge::House house;
};
/// Errors: BadFile.
[[nodiscard]] measure::Result<Scene> read_scene(const Grounds& grounds);

/// What an umpire who forbade a shot by this rule knew of the two bodies; none where it is no rule of contact (CG28, CG29, CG31).
[[nodiscard]] std::optional<rules::charge::AimContact> contact_known_by(std::string_view rule);

struct Move {
  rules::charge::MoveQuestion question;
  measure::TablePoint to;
};

struct Ruling {
  ask::Json question;  // as `ask` takes it; of a measurement its two ends
  ask::Json answer;    // of `ask` or `measure`, with the question beside it
  int status = 0;      // exit status: 0 yes or measured, 1 no, 3 too close to call
  std::variant<rules::charge::AimQuestion, Move, Measurement> rests_on;
};
/// Errors: Usage for a name that nobody has, or what cannot be asked; NotSeen for who is known but not seen.
[[nodiscard]] measure::Result<Ruling> rule(const Scene& scene, const Asked& asked);

/// JSON as the files of evidence hold it.
[[nodiscard]] std::string text_of(const ask::Json& json);

}  // namespace app::evidence
