// Any bytes are a table.toml or an error; what parses prints, and what is printed parses back to the same.
#include <cstdint>
#include <string_view>

#include "app/files/table_file.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parsed = app::parse_table(std::string_view(reinterpret_cast<const char*>(data), size), "fuzzed");
  if (!parsed) {
    fuzz::require(parsed.error().code == measure::ErrorCode::BadFile, "damage is BadFile");
    fuzz::require(!parsed.error().message.empty(), "an error says something");
    return 0;
  }
  const std::string printed = app::table_text(*parsed);
  const auto again = app::parse_table(printed, "printed");
  fuzz::require(again.has_value(), "what is printed parses");
  fuzz::require(app::table_text(*again) == printed, "and prints the same");
  return 0;
}
