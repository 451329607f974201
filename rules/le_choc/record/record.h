// A game of Le Choc written down: the set-up, an action a line, the end. Read back it plays itself.
//   The public record holds events alone. A player's own adds the letters of his set-up and entries; the sworn umpire's has both sides'.
//     le choc record 1
//     base south b1 c1 d1                        a line each, where the board's are not the house's
//     first south
//     south b1(A) c1(E) d1 h1 i1 j1
//     north b11 c11 d11 h11 i11 j11
//     1. b1-b4
//     2. +b11(G)
//     3. b4(A)xc5(D)
//   A game that was watched on a board may begin with any board, and has more: fights nobody declared, boards that nothing explains, turns
//   that were taken by the wrong side.
//     4. c8xc9 attacker_falls
//     stands south b1 d1
//     stands north c9
//     to_move north
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/le_choc/explain.h"
#include "rules/le_choc/record/text_reader.h"
#include "rules/le_choc/sworn.h"

namespace rules::le_choc {

struct RecordedPlace {
  Square at;
  std::optional<Value> value;  // none: hidden from whom the record is for
  friend bool operator==(const RecordedPlace&, const RecordedPlace&) = default;
};
/// Who is left of a fight, as the board shows it.
enum class Outcome { AttackerFalls, DefenderFalls };
struct RecordedAction {
  Event event;
  std::optional<Value> entered;         // the letter of an entry; none where it is hidden, or shown by a fight
  std::optional<Outcome> outcome = {};  // of an attack whose letters nobody declared, or whose letters say otherwise than the board
  friend bool operator==(const RecordedAction&, const RecordedAction&) = default;
};
/// Where a watched game went on from what stood on the board, with the side whose turn it was not, or after its end.
struct Interruption {
  std::size_t after = 0;  // so many actions came before
  std::optional<std::array<std::vector<Square>, 2>>
      stands;  // the board that nothing explains, by side; none: it stood as the actions left it
  Side to_move = Side::South;
  friend bool operator==(const Interruption&, const Interruption&) = default;
};
struct Record {
  House house;
  Side first = Side::South;
  std::array<std::vector<RecordedPlace>, 2> start;  // by side
  std::vector<RecordedAction> actions;              // by the sides in turns
  std::vector<Interruption> interruptions;          // in their order
  std::optional<Ending> ending;
  std::array<std::vector<Base>, 2> bases = {};  // by side, where the board has others than the house rules say (LG2); empty: theirs
  friend bool operator==(const Record&, const Record&) = default;
};

/// What the record was played by: its house rules and its board.
[[nodiscard]] Rules rules_for(const Record& record);
/// The record of a game that begins so; nobody but the players knows a value.
[[nodiscard]] Record begin_record(const Seen& start, const Rules& rules);
[[nodiscard]] std::string text(const Record& record);
/// The actions in words, as `text` writes them: "b4(A)xc5(D)".
[[nodiscard]] std::string text(const RecordedAction& action);
/// Its lines, each with its end.
[[nodiscard]] std::string text(const Interruption& interruption);

struct ReadRecord {
  Record record;
  std::vector<TextPlace> actions, interruptions;  // where each stands in the text
};
/// As much of a record as can be read. Whether the actions are legal is not asked here.
struct PartRead {
  std::optional<ReadRecord> read;  // none: not even its set-ups
  std::optional<TextError> wrong;  // where the text is no record any more
};
[[nodiscard]] PartRead parse_record_as_far(std::string_view text);

/// Where a record does not play: at its set-up, at an action, or in its end.
struct ReplayError {
  std::optional<std::size_t> action;
  Reason why;
};
/// A record as far as it plays. Game 0 is the start, game i the one after step i.
template <class Game>
struct Played {
  std::vector<Game> games;
  std::optional<ReplayError> stopped;
};
/// Plays a record that has every value; a watched one has not.
[[nodiscard]] Played<SwornGame> play_as_far(const Record& record, const Rules& rules);
/// Plays any record as everybody saw it.
[[nodiscard]] Played<Seen> watch_as_far(const Record& record, const Rules& rules);
}  // namespace rules::le_choc
