// What the players of a sworn game keep from each other: their letters, and the keys that open each one's page.
//   Never a member of anything that is shown, told, drawn or written: it can be neither copied nor compared nor turned into text.
//   While nobody has moved a letter goes with its square, so that a board may be set up in any order; later with its piece.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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
  [[nodiscard]] bool locked(rules::le_choc::Side side) const { return secrets_[rules::le_choc::index(side)].has_value(); }
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

  /// For the umpire's rulings, and for the page of the player they belong to.
  [[nodiscard]] const rules::le_choc::Entrusted& letters() const { return entrusted_; }

 private:
  rules::le_choc::Rules rules_;
  rules::le_choc::Entrusted entrusted_;
  std::array<std::map<rules::le_choc::Square, rules::le_choc::Value>, 2> set_up_;  // by side; also of squares that are empty just now
  std::array<std::optional<std::string>, 2> secrets_;
  bool begun_ = false;  // pieces have their numbers for good
};

}  // namespace app
