// Any bytes are a question that is answered or an error that names its place; nothing ends the program.
#include <cstdint>
#include <string_view>

#include "app/ask/ask.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 4096;  // bytes; longer questions only take longer
  if (size > kLongest) return -1;
  const app::ask::Reply reply = app::ask::answer(std::string_view(reinterpret_cast<const char*>(data), size));
  fuzz::require(reply.status >= 0 && reply.status <= 3, "a question has one of the four exit statuses");
  fuzz::require((reply.status == 2) == reply.json.contains("error"), "status 2 and an error go together");
  if (reply.status == 2) fuzz::require(!reply.json["error"]["says"].get<std::string>().empty(), "an error says something");
  return 0;
}
