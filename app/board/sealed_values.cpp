#include "app/board/sealed_values.h"

#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <numeric>

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
  if (locked(side)) return false;
  own = std::move(secret);
  return true;
}

bool SealedValues::opens(choc::Side side, std::string_view secret) const {
  const auto& own = secrets_[choc::index(side)];
  return !closed(side) && (!own || own->empty() || *own == secret);
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
  set_up_seen_ = seen;
  for (const choc::Side side : choc::kSides) entrust_set_up(side);
}

void SealedValues::entrust_set_up(choc::Side side) {
  const auto& squares = set_up_[choc::index(side)];
  for (const choc::SeenPiece& piece : set_up_seen_.pieces)
    if (const auto entry = piece.at && piece.side == side ? squares.find(*piece.at) : squares.end(); entry != squares.end())
      choc::entrust(entrusted_, side, piece.number, entry->second);
}

void SealedValues::follow(const choc::Seen& seen) {
  begun_ = true;
  for (const choc::Side side : choc::kSides) {
    const auto pieces = static_cast<std::size_t>(std::ranges::count(seen.pieces, side, &choc::SeenPiece::side));
    auto& letters = entrusted_.letters[choc::index(side)];
    if (letters.size() > pieces) letters.resize(pieces);
    known_[choc::index(side)] = std::min(known_[choc::index(side)], pieces);
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

// ---- sealed ----

namespace {

constexpr char kNone = '.';
/// As many letters as a side has pieces; a fight may show more of one than there are, which the players know anyway.
std::size_t most_letters(const choc::Rules& rules) {
  return static_cast<std::size_t>(std::accumulate(rules.force.begin(), rules.force.end(), 0));
}

constexpr std::size_t kEntry = 3;  // two bytes and a letter
void put(std::string& out, int high, int low, char letter) {
  out += static_cast<char>(high);
  out += static_cast<char>(low);
  out += letter;
}

}  // namespace

std::string SealedValues::written(choc::Side side) const {
  const std::size_t most = most_letters(rules_);
  std::string out(1, begun_ ? 'b' : 's');
  std::string squares, numbers;
  for (const auto& [at, value] : set_up_[choc::index(side)]) put(squares, at.column, at.row, letter(value));
  const auto& letters = entrusted_.letters[choc::index(side)];
  for (std::size_t place = 0; place < letters.size(); ++place)
    if (letters[place]) put(numbers, static_cast<int>(place >> 8U), static_cast<int>(place & 0xFFU), letter(*letters[place]));
  for (std::string* part : {&squares, &numbers}) {
    part->resize(std::min(part->size(), kEntry * most));
    while (part->size() < kEntry * most) put(*part, 0, 0, kNone);
  }
  return out + squares + numbers;
}

bool SealedValues::read(choc::Side side, std::string_view text) {
  const std::size_t most = most_letters(rules_);
  if (text.size() != 1 + 2 * kEntry * most) return false;
  const bool begun = text.front() == 'b';
  auto& squares = set_up_[choc::index(side)];
  squares.clear();
  for (std::size_t i = 0; i < 2 * most; ++i) {
    const std::string_view entry = text.substr(1 + i * kEntry, kEntry);
    const auto value = choc::value_called(entry.substr(2));
    if (!value) continue;
    const int high = static_cast<unsigned char>(entry[0]), low = static_cast<unsigned char>(entry[1]);
    if (i < most)
      squares[{high, low}] = *value;
    else if (const int place = high * 256 + low; begun && static_cast<std::size_t>(place) < known_[choc::index(side)])
      choc::entrust(entrusted_, side, place + 1, *value);  // a piece's number counts from 1
  }
  if (!begun) entrust_set_up(side);
  return true;
}

std::optional<LetterBox> SealedValues::sealed(choc::Side side, std::string_view device) {
  const std::size_t page = choc::index(side);
  if (boxes_[page]) return boxes_[page];
  if (!secrets_[page]) return std::nullopt;
  if (!keys_[page]) keys_[page] = LetterKey::make(*secrets_[page], device, page);
  return keys_[page]->seal(written(side));
}

void SealedValues::take(choc::Side side, LetterBox box) {
  const std::size_t page = choc::index(side);
  boxes_[page] = std::move(box);
  secrets_[page].reset();
  keys_[page].reset();
  known_[page] = std::numeric_limits<std::size_t>::max();
  set_up_[page].clear();
  entrusted_.letters[page].clear();
}

bool SealedValues::unseal(choc::Side side, std::string secret, std::string_view device) {
  const std::size_t page = choc::index(side);
  if (!boxes_[page]) return false;
  auto key = LetterKey::of(*boxes_[page], secret, device, page);
  const auto letters = key ? key->open(*boxes_[page]) : std::nullopt;
  if (!letters || !read(side, *letters)) return false;
  boxes_[page].reset();
  keys_[page] = std::move(key);
  secrets_[page] = std::move(secret);
  return true;
}

}  // namespace app
