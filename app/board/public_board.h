// What of a board game may be told to everybody.
//   Overlay, record, second window and feeds are made of this. No member can hold a letter that nobody has shown, and no file that makes
//   them knows of any.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"

namespace app {

/// What happened on the board, as it was told.
struct BoardLogLine {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::string side, says, rule;  // `side` and `rule` may be empty
  int zone = 0;                  // of a battle: where; 0: anywhere
  std::size_t look = 0;          // counts the looks that were told
  friend bool operator==(const BoardLogLine&, const BoardLogLine&) = default;
};

/// What of the letters of a sworn game the last look or wish made known to everybody.
struct ShownLetters {
  std::map<std::size_t, std::string> fights = {};  // by an action's place those of the fight, the attacker's first: "DB"
  std::optional<std::size_t> end = {};             // for whom the end was announced (L-15)
  friend bool operator==(const ShownLetters&, const ShownLetters&) = default;
};

/// How far a player has come with entering his letters.
struct BoardEntries {
  int entered = 0, pieces = 0;  // of his pieces on the board
  bool locked = false;          // his page has been opened before: its keys are chosen
  bool sealed = false;          // his letters come from a record, and his keys have not opened them since
  int tries = 0;                // how often wrong keys were pressed to open them
};

/// What everybody may know. No member of it can hold a letter that nobody has shown.
struct PublicBoard {
  bool sworn = false;
  std::optional<std::size_t> to_move;
  std::vector<BoardZone> zones;      // of a battle
  BoardRuling last;                  // unchanged: nothing has been told yet
  std::vector<BoardLogLine> log;     // the newest first
  std::vector<BoardAction> options;  // of the side to move, all of them; of both while nobody has moved
  std::vector<measure::SquareName> must_take, huffable;
  std::vector<PieceLetters> letters;
  std::vector<Standing> standing;  // as the game has it
  std::vector<BoardForce> forces;  // by side of the board; empty: no board has been read
  std::vector<rules::Reason> facts;
  std::vector<BoardClosed> closed;             // of every piece that has such reasons
  std::string record;                          // as BoardUmpire::record
  bool asks_letters = false;                   // the last action was an attack whose letters nobody has declared
  std::vector<measure::SquareName> waits_for;  // as of the last ruling, also of one that told nothing
  bool asks_which = false;                     // `last` has several explanations: the players say which
  std::vector<BoardEntries> entries;           // sworn: by side of the board
};

}  // namespace app
