#include "app/player/letters.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/player/seat.h"
#include "app/session/board_session.h"

namespace app::player {
namespace {

namespace choc = rules::le_choc;
using LettersJson = nlohmann::ordered_json;
using LettersClock = std::chrono::steady_clock;

/// How long it is waited until the board's thread has done what a player asks, and how often it is looked.
constexpr std::chrono::milliseconds kDoneWithin{2000}, kLetterGlance{5};
/// After the board's thread has handed out something so long ago nothing more comes of the same wish.
constexpr std::chrono::milliseconds kNothingMoves{400};
/// Wrong keys one after the other before the next try has to wait, and for how long: a page has four keys, and nobody shall try them all.
constexpr int kTries = 3;
constexpr std::chrono::seconds kAfterTries{5};
constexpr std::size_t kKeysOfPage = 4;

web::Answer not_done(int status, std::string error, std::string fix) {
  return web::answer_of(web::Refusal{status, std::move(error), std::move(fix)});
}

web::Answer misread(const std::string& says) {
  return not_done(400, says, R"(send {"keys":"Q7ZZ"}, with "choose":true or with "at":[0,1] and "letter":"A" or null; docs/web.md)");
}

web::Answer no_sworn_game() {
  return not_done(409, "no letters are entrusted here",
                  "a sworn game of Le Choc is wanted: umpire = \"sworn\" in board.toml, or \"Umpire\" in the window");
}

std::string dumped(const LettersJson& json) { return json.dump(-1, ' ', false, LettersJson::error_handler_t::replace) + "\n"; }

/// What a player asks for.
struct Wanted {
  std::string keys;
  bool choose = false;
  std::optional<measure::SquareName> at;
  std::optional<char> letter;
};

std::optional<Wanted> wanted_in(const std::string& body, std::string& problem) {
  const LettersJson json = LettersJson::parse(body, nullptr, false);
  Wanted out;
  const auto refuse = [&](std::string says) { return problem = std::move(says), std::nullopt; };
  if (!json.is_object()) return refuse("an object is wanted");
  for (const auto& [key, value] : json.items())
    if (key != "keys" && key != "choose" && key != "at" && key != "letter") return refuse(fmt::format("/{}: there is no such key", key));
  if (!json.contains("keys") || !json["keys"].is_string()) return refuse("/keys: a text is wanted, \"\" for a page without keys");
  out.keys = json["keys"].get<std::string>();
  const bool fits = std::ranges::all_of(out.keys, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
  if (!fits || (!out.keys.empty() && out.keys.size() != kKeysOfPage)) return refuse("/keys: four of A to Z and 0 to 9 are wanted");
  if (json.contains("choose")) {
    if (!json["choose"].is_boolean()) return refuse("/choose: true or false is wanted");
    out.choose = json["choose"].get<bool>();
  }
  if (json.contains("at") != json.contains("letter")) return refuse("\"at\" and \"letter\" go together");
  if (!json.contains("at")) return out;
  const LettersJson &at = json["at"], &letter = json["letter"];
  const auto is_place = [](const LettersJson& each) { return each.is_number_integer() && each >= 0 && each < 100; };
  if (!at.is_array() || at.size() != 2 || !is_place(at[0]) || !is_place(at[1]))
    return refuse("/at: a square is wanted, [column,row] from 0");
  out.at = measure::SquareName{at[0].get<int>(), at[1].get<int>()};
  if (letter.is_null()) return out;
  const auto value = letter.is_string() ? choc::value_called(letter.get<std::string>()) : std::nullopt;
  if (!value) return refuse("/letter: A to H or null is wanted");
  out.letter = choc::letter(*value);
  return out;
}

const PrivatePiece* piece_at(const PrivatePage& page, measure::SquareName at) {
  const auto piece =
      std::ranges::find_if(page.pieces, [&](const PrivatePiece& each) { return each.at.column == at.column && each.at.row == at.row; });
  return piece == page.pieces.end() ? nullptr : &*piece;
}

class LettersDesk {
 public:
  LettersDesk(BoardSession& session, const measure::Board& board) : session_(session), board_(board) {}

  [[nodiscard]] web::Answer progress(web::Role role) const {
    const auto side = side_of(role);
    const SharedBoardSnapshot now = session_.latest();
    if (!side || !now->sworn || *side >= now->entries.size()) return {.body = dumped({{"sworn", false}})};
    const BoardEntries& entries = now->entries[*side];
    return {.body = dumped({{"sworn", true},
                            {"side", board_.sides[*side].name},
                            {"entered", entries.entered},
                            {"pieces", entries.pieces},
                            {"locked", entries.locked}})};
  }

  [[nodiscard]] web::Answer answer(const std::string& body, web::Role role) {
    std::string problem;
    const auto wanted = wanted_in(body, problem);
    if (!wanted) return misread(problem);
    const auto side = side_of(role);
    const SharedBoardSnapshot now = session_.latest();
    if (!side || !now->sworn || *side >= now->entries.size()) return no_sworn_game();
    Tries& tries = tries_[*side];
    if (tries.wrong >= kTries && LettersClock::now() < tries.until)
      return not_done(429, "wrong keys, several times", fmt::format("wait {} seconds, then press your own four keys", kAfterTries.count()));
    if (!now->entries[*side].locked && !wanted->choose)
      return not_done(409, "your keys have not been chosen yet",
                      "choose four keys that the other player does not see, or none (\"choose\":true)");
    if (now->entries[*side].locked && wanted->choose)
      return not_done(409, "your keys have been chosen already", "press those four keys; a new game forgets them");
    if (wanted->choose) session_.lock(*side, wanted->keys);
    if (now->entries[*side].sealed) session_.unseal(*side, wanted->keys);
    const auto page = opened(*side, *wanted, *now);
    if (!page) {
      ++tries.wrong;
      tries.until = LettersClock::now() + kAfterTries;
      return not_done(403, "these are not your keys", "press the four keys that you have chosen");
    }
    tries = {};
    return wanted->at ? give(*side, *wanted, page) : shown(*side, *page);
  }

 private:
  struct Tries {
    int wrong = 0;
    LettersClock::time_point until{};
  };

  [[nodiscard]] std::optional<std::size_t> side_of(web::Role role) const {
    std::vector<std::string> names;
    for (const auto& side : board_.sides) names.push_back(side.name);
    for (std::size_t side = 0; side < names.size(); ++side)
      if (seat_of(names, side) == role) return side;
    return std::nullopt;
  }

  /// His page; waited for where his keys are only being chosen, or open letters of a record. Null: they are not his keys.
  [[nodiscard]] std::shared_ptr<const PrivatePage> opened(std::size_t side, const Wanted& wanted, const BoardSnapshot& before) const {
    const bool waits = wanted.choose || before.entries[side].sealed;
    for (const auto until = LettersClock::now() + kDoneWithin;;) {
      const SharedBoardSnapshot now = session_.latest();
      const bool done = !waits || now->entries.size() <= side || (now->entries[side].locked && !now->entries[side].sealed) ||
                        now->entries[side].tries != before.entries[side].tries;
      if (done || LettersClock::now() > until) return session_.private_page(side, wanted.keys);
      std::this_thread::sleep_for(kLetterGlance);
    }
  }

  [[nodiscard]] web::Answer give(std::size_t side, const Wanted& wanted, std::shared_ptr<const PrivatePage> page) {
    const PrivatePiece* const piece = piece_at(*page, *wanted.at);
    if (!piece)
      return not_done(409, fmt::format("none of your pieces stands on {}", choc::text(choc::Square{wanted.at->column, wanted.at->row})),
                      "name a square of your own pieces");
    const auto is_so = [&](const PrivatePage& now) {
      const PrivatePiece* const there = piece_at(now, *wanted.at);
      return there && (there->letter ? std::optional(choc::letter(*there->letter)) : std::nullopt) == wanted.letter;
    };
    session_.enter(side, wanted.keys, *wanted.at, wanted.letter);
    // Of two pages that are newer than the wish the second was made after it was carried out; of a board on which nothing moves there is
    // but one.
    int newer = 0;
    auto until = LettersClock::now() + kDoneWithin;
    while (newer < 2 && LettersClock::now() < until) {
      auto now = session_.private_page(side, wanted.keys);
      if (!now) break;
      if (is_so(*now)) return shown(side, *now);
      if (now != page) {
        if (++newer == 1) until = std::min(until, LettersClock::now() + kNothingMoves);
        page = std::move(now);
      }
      std::this_thread::sleep_for(kLetterGlance);
    }
    if (!page->refused.empty()) return not_done(409, page->refused, "give another letter; nothing has changed");
    return not_done(503, "the board is busy", "look at your letters and enter this one again");
  }

  [[nodiscard]] web::Answer shown(std::size_t side, const PrivatePage& page) const {
    LettersJson out{{"side", board_.sides[side].name},
                    {"pieces", LettersJson::array()},
                    {"letters", LettersJson::array()},
                    {"doubts", LettersJson::array()}};
    for (const PrivatePiece& piece : page.pieces) {
      out["pieces"].push_back({{"at", {piece.at.column, piece.at.row}},
                               {"square", choc::text(piece.at)},
                               {"letter", piece.letter ? LettersJson(std::string(1, choc::letter(*piece.letter))) : LettersJson()}});
    }
    for (const choc::Value value : choc::kAllValues)
      out["letters"].push_back(
          {{"letter", std::string(1, choc::letter(value))}, {"name", choc::name(value)}, {"left", page.left[choc::index(value)]}});
    for (const rules::Reason& doubt : page.doubts) out["doubts"].push_back(doubt.rule + " " + doubt.says);
    return {.body = dumped(out)};
  }

  BoardSession& session_;
  const measure::Board& board_;
  std::array<Tries, 2> tries_{};  // by side; only the one thread that answers questions
};

}  // namespace

web::Question letters_question(BoardSession& session, const measure::Board& board) {
  const auto desk = std::make_shared<LettersDesk>(session, board);
  return {.path = "/api/letters",
          .of = web::Question::Of::Players,
          .answer = [desk](const std::string& body, web::Role role) { return desk->answer(body, role); },
          .read = [desk](web::Role role) { return desk->progress(role); }};
}

web::Question no_letters_question() {
  return {.path = "/api/letters",
          .of = web::Question::Of::Players,
          .answer = [](const std::string&, web::Role) { return no_sworn_game(); },
          .read =
              [](web::Role) {
                return web::Answer{.body = dumped({{"sworn", false}})};
              }};
}

}  // namespace app::player
