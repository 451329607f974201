// Any bytes are a record, a position or a seen game of Le Choc, or an error with its place; what parses prints and parses back to the same.
#include <cstdint>
#include <string_view>

#include "rules/le_choc/record/record.h"
#include "tests/fuzz/require.h"
#include "tests/support/le_choc_text.h"

namespace choc = rules::le_choc;

namespace {

template <class Game, class Parse>
void reads_back(const choc::FromText<Game>& parsed, Parse parse) {
  if (!parsed) {
    fuzz::require(parsed.error().at.line > 0 && parsed.error().at.column > 0 && !parsed.error().says.empty(), "an error has its place");
    return;
  }
  const auto again = parse(choc::text(*parsed));
  fuzz::require(again.has_value() && *again == *parsed, "what is printed parses back the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const choc::Rules rules = choc::rules_of(choc::House{});
  const auto record = [](std::string_view text) {
    return choc::parse_record(text).map([](const choc::ReadRecord& read) { return read.record; });
  };
  const auto position = [&](std::string_view text) { return choc::parse_position(text, rules); };
  const auto seen = [&](std::string_view text) { return choc::parse_seen(text, rules); };
  reads_back<choc::Record>(record(bytes), record);
  reads_back<choc::Position>(position(bytes), position);
  reads_back<choc::Seen>(seen(bytes), seen);
  if (const auto read = record(bytes)) {
    static_cast<void>(choc::replay(*read));
    static_cast<void>(choc::replay_seen(*read));
  }
  if (const auto game = position(bytes)) {
    for (const choc::Action& action : choc::legal(*game, rules)) {
      const choc::Applied applied = choc::apply(*game, action, rules);
      fuzz::require(applied.done || game->ending.has_value(), "what is listed is allowed");
    }
  }
  return 0;
}
