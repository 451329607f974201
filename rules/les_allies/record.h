// A game as players tell it, in a text that can be pasted and read back:
//     les_allies record 1
//     variant four_players
//     house capture strict                       what differs from the defaults
//     men 1 0,0 2,0 4,0                          where player 1 put his men
//     first allies
//     1. 3,7-4,8 15,11-16,10 5,11x7,9x9,7=G ...  a move, a sweep by its landings, a General made
//     2. huff:4,8 take_back:3,3 ...              a man huffed; the turn taken back, this man has to take
//   Lines are numbered by rounds. Reading finds what is no record at all; replaying finds what the rules refuse. Both say where.
// Needs rules/les_allies/game.h, text.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/les_allies/game.h"
#include "rules/les_allies/text.h"

namespace rules::les_allies {

struct Record {
  Variant variant = Variant::FourPlayers;
  House house;
  std::vector<Action> actions;
};

/// The record of a game that was played with these actions, all of them legal, on the variant's board.
[[nodiscard]] std::string write_record(const Record& record, const Board& board);

/// A record as it was read, with the place of every action in the text and the Generals it says were made.
struct ReadRecord {
  Record record;
  struct Note {
    TextPlace at;
    bool general = false;  // "=G"
    bool taking = false;   // "x"
  };
  std::vector<Note> notes;  // one an action
};
[[nodiscard]] tl::expected<ReadRecord, TextError> read_record(std::string_view text);

/// The game the record tells, and every state on the way: `states[i]` is the game before action i, the last one its end.
struct Replayed {
  std::vector<Game> states;
};
[[nodiscard]] tl::expected<Replayed, TextError> replay(const ReadRecord& read, const Board& board);

}  // namespace rules::les_allies
