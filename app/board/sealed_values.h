// What the players of a sworn game keep from each other: their letters, and the keys that open each one's page.
//   Never a member of anything that is shown, told or drawn: it can be neither copied nor compared nor turned into text. What goes into a
//   file is sealed with the player's keys and always of one length.
//   While nobody has moved a letter goes with its square, so that a board may be set up in any order; later with its piece.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/board/letter_box.h"
#include "rules/le_choc/sworn.h"

namespace app {

/// A player's own page, for his eyes while he asks for it.
struct PrivatePiece {
  rules::le_choc::Square at;
  std::optional<rules::le_choc::Value> letter;
};
struct PrivatePage {
  rules::le_choc::Side side = rules::le_choc::Side::South;
  std::vector<PrivatePiece> pieces = {};   // his, on the board
  rules::le_choc::Counts left{};           // letters of his force that no piece has been given
  std::vector<rules::Reason> doubts = {};  // what his pieces have done that their letters cannot
  std::string refused;                     // why the last letter was not taken; empty: it was
};

/// A page that only its player's keys open; it can be handed about.
class LockedPage {
 public:
  LockedPage(PrivatePage page, std::optional<std::string> secret) : page_(std::move(page)), secret_(std::move(secret)) {}
  /// Null: these are not the keys.
  [[nodiscard]] const PrivatePage* open(std::string_view secret) const {
    return !secret_ || secret_->empty() || *secret_ == secret ? &page_ : nullptr;
  }

 private:
  PrivatePage page_;
  std::optional<std::string> secret_;
};

class SealedValues {
 public:
  explicit SealedValues(rules::le_choc::Rules rules) : rules_(std::move(rules)) {}
  SealedValues(const SealedValues&) = delete;
  SealedValues& operator=(const SealedValues&) = delete;

  /// A player locks his page, once; an empty secret leaves it open to whoever asks. False: it has been chosen already.
  bool lock(rules::le_choc::Side side, std::string secret);
  [[nodiscard]] bool locked(rules::le_choc::Side side) const { return secrets_[rules::le_choc::index(side)] || closed(side); }
  [[nodiscard]] bool opens(rules::le_choc::Side side, std::string_view secret) const;
  /// `refused`: why the player's last letter was not taken.
  [[nodiscard]] LockedPage page_of(rules::le_choc::Side side, const rules::le_choc::Seen& seen, std::string refused) const;

  /// The letter of a piece on the board; none takes it back. The reason why not: nobody of this side stands there, or L-2; then
  /// nothing has changed.
  [[nodiscard]] std::optional<rules::Reason> enter(rules::le_choc::Side side, rules::le_choc::Square at,
                                                   std::optional<rules::le_choc::Value> value, const rules::le_choc::Seen& seen);
  /// A letter that was shown, and not entered before.
  void note_shown(const rules::le_choc::SeenPiece& piece, rules::le_choc::Value value);

  /// The board as it is being set up, and the one the game began with.
  void follow_set_up(const rules::le_choc::Seen& seen);
  /// The board of a game that goes on, or back: letters of pieces that are not in it any more are forgotten.
  void follow(const rules::le_choc::Seen& seen);

  // ---- in a file; `device` as of LetterKey::make ----
  /// His letters and all they go with, in a box whose length tells nothing. None: he has not chosen his keys.
  [[nodiscard]] std::optional<LetterBox> sealed(rules::le_choc::Side side, std::string_view device);
  /// Of a game that goes on: his page is closed until his keys open it. It takes the place of what he has entered.
  void take(rules::le_choc::Side side, LetterBox box);
  [[nodiscard]] bool closed(rules::le_choc::Side side) const { return boxes_[rules::le_choc::index(side)].has_value(); }
  /// False: these are not the keys.
  bool unseal(rules::le_choc::Side side, std::string secret, std::string_view device);

  /// For the umpire's rulings, and for the page of the player they belong to.
  [[nodiscard]] const rules::le_choc::Entrusted& letters() const { return entrusted_; }

 private:
  [[nodiscard]] std::string written(rules::le_choc::Side side) const;
  /// False where it was not made by `written` under these rules.
  bool read(rules::le_choc::Side side, std::string_view letters);
  void entrust_set_up(rules::le_choc::Side side);

  rules::le_choc::Rules rules_;
  rules::le_choc::Entrusted entrusted_;
  std::array<std::map<rules::le_choc::Square, rules::le_choc::Value>, 2> set_up_;  // by side; also of squares that are empty just now
  std::array<std::optional<std::string>, 2> secrets_;
  std::array<std::optional<LetterKey>, 2> keys_;   // made of the secrets when they are first needed
  std::array<std::optional<LetterBox>, 2> boxes_;  // of who has not opened them yet
  std::array<std::size_t, 2> known_{};             // of a closed page: pieces from this number on came after it was sealed
  rules::le_choc::Seen set_up_seen_;               // the board that was last set up: it gave the pieces their numbers
  bool begun_ = false;                             // pieces have their numbers for good
};

}  // namespace app
