// A game as players tell it, in a text that can be pasted and read back:
//     les_allies record 1
//     variant four_players
//     house capture strict                       what differs from the defaults
//     men 1 0,0 2,0 4,0                          where player 1 put his men
//     first allies
//     1. 3,7-4,8 15,11-16,10 5,11x7,9x9,7=G ...  a move, a sweep by its landings, a General made
//     2. huff:4,8 take_back:3,3 ...              a man huffed; the turn taken back, this man has to take
//   A game that was watched on a board begins with what stood there, and may go on from a board that nothing explains, or with the wrong
//   side. It names its board (board_text.h), and has no variant.
//     stands allies 0,0 2,0=G
//     stands central 9,9
//     first allies                               at the start; later "to_move allies", also alone; "to_move allies 2": in zone 2 only
//   On a board of two zones it is a battle: whoever is first begins in zone 1, the others in zone 2.
//   Lines are numbered by rounds. Reading finds what is no record at all; replaying finds what the rules refuse. Both say where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/les_allies/explain.h"
#include "rules/les_allies/record/board_text.h"
#include "rules/les_allies/record/text.h"

namespace rules::les_allies {

// The words of a record, for those who write and read it.
inline constexpr int kRecordVersion = 1;
inline constexpr std::string_view kStands = "stands", kToMove = "to_move";
inline constexpr std::string_view kHuff = "huff:", kTakeBack = "take_back:", kGeneral = "=G";

/// Men on the board, each with his rank, and whose turn it is.
struct Standing {
  std::vector<SeenMan> men;  // in the order of squares
  Side to_move = Side::Allies;
  friend bool operator==(const Standing&, const Standing&) = default;
};
/// Where a watched game went on from what stood on the board, or with the side whose turn it was not.
struct Interruption {
  std::size_t after = 0;                    // so many actions came before
  std::optional<std::vector<SeenMan>> men;  // the board that nothing explains; none: it stood as the actions left it
  Side to_move = Side::Allies;
  int zone = 0;  // of a battle: only this zone's fight and men; 0: the board, and fights that are over have been dealt with (D-20)
  friend bool operator==(const Interruption&, const Interruption&) = default;
};

struct Record {
  Variant variant = Variant::FourPlayers;
  House house;
  std::vector<Action> actions;
  std::optional<Standing> start = {};            // of a watched game, which has no set-up
  std::vector<Interruption> interruptions = {};  // in their order
  std::optional<BoardAsTold> board = {};         // where it was played; none: on the reader's, or the variant's
  friend bool operator==(const Record&, const Record&) = default;
};

/// The board that a record names. Errors (Usage): too many squares for any.
[[nodiscard]] measure::Result<Board> board_of(const BoardAsTold& told);
/// The men of a game as they stand, by square.
[[nodiscard]] std::vector<SeenMan> standing(const Game& game);

/// The record of a game that was played with these actions, all of them legal, on the variant's board, or the one that was watched.
[[nodiscard]] std::string write_record(const Record& record, const Board& board);

/// A record as it was read, with the place of every action in the text and the Generals it says were made.
struct ReadRecord {
  Record record;
  struct Note {
    TextPlace at;
    bool general = false;  // "=G"
    bool taking = false;   // "x"
  };
  std::vector<Note> notes;               // one an action
  std::vector<TextPlace> interruptions;  // where each stands in the text
  TextPlace start;                       // of a watched game
};
/// As much of a record as can be read.
struct PartRead {
  ReadRecord read;
  std::optional<TextError> wrong;  // where the text is no record any more
};
[[nodiscard]] PartRead read_record_as_far(std::string_view text);

/// The game the record tells, and every state on the way: `states[i]` is the game before step i, the last one its end.
struct Replayed {
  std::vector<Game> states;
  std::optional<TextError> stopped = {};  // where the rules refuse what follows
};
/// As far as the record plays; no state where it cannot even begin.
[[nodiscard]] Replayed replay_as_far(const ReadRecord& read, const Board& board);
}  // namespace rules::les_allies
