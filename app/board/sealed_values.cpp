#include "app/board/sealed_values.h"

#include <fmt/format.h>
#include <algorithm>

namespace app {

namespace choc = rules::le_choc;

namespace {

const choc::SeenPiece* piece_of(const choc::Seen& seen, choc::Side side, choc::Square at) {
  const auto place = choc::seen_on(seen, at);
  return place && seen.pieces[*place].side == side ? &seen.pieces[*place] : nullptr;
}

}  // namespace

bool SealedValues::lock(choc::Side side, std::string secret) {
  auto& own = secrets_[choc::index(side)];
  if (own) return false;
  own = std::move(secret);
  return true;
}

bool SealedValues::opens(choc::Side side, std::string_view secret) const {
  const auto& own = secrets_[choc::index(side)];
  return !own || own->empty() || *own == secret;
}

std::optional<rules::Reason> SealedValues::enter(choc::Side side, choc::Square at, std::optional<choc::Value> value,
                                                 const choc::Seen& seen) {
  const choc::SeenPiece* const piece = piece_of(seen, side, at);
  if (!piece) return rules::reason("L-4", fmt::format("no piece of {} stands on {}", word(side), text(at)), text(at));
  if (value)
    if (auto why = choc::why_not_entrusted(entrusted_, side, piece->number, *value, rules_)) return why;
  choc::entrust(entrusted_, side, piece->number, value);
  if (begun_) return std::nullopt;
  auto& squares = set_up_[choc::index(side)];
  squares.erase(at);
  if (!value) return std::nullopt;
  // A square that is empty just now may remember a letter that is needed here.
  const auto same = [&](const auto& entry) { return entry.second == *value; };
  if (std::ranges::count_if(squares, same) >= rules_.force[choc::index(*value)])
    for (auto entry = squares.begin(); entry != squares.end(); ++entry)
      if (same(*entry) && !piece_of(seen, side, entry->first)) {
        squares.erase(entry);
        break;
      }
  squares[at] = *value;
  return std::nullopt;
}

void SealedValues::note_shown(const choc::SeenPiece& piece, choc::Value value) {
  if (!choc::letter_of(entrusted_, piece.side, piece.number)) choc::entrust(entrusted_, piece.side, piece.number, value);
}

void SealedValues::follow_set_up(const choc::Seen& seen) {
  entrusted_ = {};
  for (const choc::SeenPiece& piece : seen.pieces) {
    const auto& squares = set_up_[choc::index(piece.side)];
    if (const auto entry = piece.at ? squares.find(*piece.at) : squares.end(); entry != squares.end())
      choc::entrust(entrusted_, piece.side, piece.number, entry->second);
  }
}

void SealedValues::follow(const choc::Seen& seen) {
  begun_ = true;
  for (const choc::Side side : choc::kSides) {
    const auto pieces = static_cast<std::size_t>(std::ranges::count(seen.pieces, side, &choc::SeenPiece::side));
    auto& letters = entrusted_.letters[choc::index(side)];
    if (letters.size() > pieces) letters.resize(pieces);
  }
}

LockedPage SealedValues::page_of(choc::Side side, const choc::Seen& seen, std::string refused) const {
  PrivatePage page{.side = side, .left = choc::not_entrusted(entrusted_, side, rules_), .refused = std::move(refused)};
  for (const choc::SeenPiece& piece : seen.pieces) {
    if (piece.side != side) continue;
    const auto letter = choc::letter_of(entrusted_, side, piece.number);
    if (piece.at) page.pieces.push_back({*piece.at, letter});
    if (auto doubt = letter ? choc::contradicted(piece, *letter) : std::nullopt) page.doubts.push_back(std::move(*doubt));
  }
  return {std::move(page), secrets_[choc::index(side)]};
}

}  // namespace app
