// `vedette ask`: one question to the rules on standard input, one answer on standard output.
#include <fmt/format.h>

#include <iostream>
#include <iterator>

#include "app/ask/ask.h"
#include "app/commands/commands.h"
#include "app/commands/state_json.h"

namespace app {

int ask_rules(const AskOptions& options) {
  const std::string question{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  const ask::Reply reply = ask::answer(question);
  fmt::print("{}\n", options.json ? line_of(reply.json) : reply.json.dump(2, ' ', false, Json::error_handler_t::replace));
  return reply.status;
}

}  // namespace app
