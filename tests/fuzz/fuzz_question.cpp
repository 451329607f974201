// Any bytes are questions, one a line or over many: each is answered, or refused with what is wrong and where, in JSON that reads back the
// same and in words. Nothing ends the program. Seeds: one of every kind; the dictionary holds their keys and words:
//   build/fuzz/fuzz_question -timeout=10 -dict=tests/fuzz/question.dict build/fuzz/corpus-question tests/fuzz/seeds/question
#include <cstdint>
#include <sstream>
#include <string>

#include "app/ask/ask.h"
#include "app/ask/say.h"
#include "tests/fuzz/require.h"

namespace {

using app::ask::Json;

void check(const std::string& question, const app::ask::Reply& reply) {
  const Json& answer = reply.json;
  fuzz::require(answer.is_object(), "an answer is an object");
  fuzz::require((reply.status == 2) == answer.contains("error"), "status 2 and an error go together");
  if (reply.status == 2) {
    const Json& error = answer["error"];
    const auto at = error["at"].get<std::string>();
    fuzz::require(at.empty() || at.front() == '/', "an error's place is a JSON pointer");
    fuzz::require(!error["says"].get<std::string>().empty(), "an error says something");
  } else {
    const std::string verdict = answer.value("verdict", "yes");
    fuzz::require(reply.status == (verdict == "yes" ? 0 : verdict == "no" ? 1 : 3), "the exit status is that of the verdict");
    fuzz::require(verdict == "yes" || verdict == "no" || verdict == "too_close", "a verdict is one of three words");
  }
  // A number that is none would be written as null, a text that is not UTF-8 would throw.
  fuzz::require(Json::parse(answer.dump()) == answer, "an answer is written and read back the same");
  fuzz::require(!app::ask::in_words(question, answer).empty(), "an answer has words");
}

/// Does a text ask for a count of more than three turns? It ends, but under the sanitizers not soon.
bool counts_for_long(const std::string& text) {
  if (text.find("perft") == std::string::npos) return false;
  for (std::size_t at = text.find("\"depth\""); at != std::string::npos; at = text.find("\"depth\"", at + 1)) {
    const std::size_t digit = text.find_first_not_of(" \t\r\n:", at + 7);
    if (digit != std::string::npos && !(text[digit] <= '3' && text.find_first_of("0123456789eE.", digit + 1) != digit + 1)) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 4096;  // bytes; longer questions only take longer
  if (size > kLongest) return -1;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (counts_for_long(text)) return -1;
  std::istringstream questions(text);
  const int status = app::ask::answer_each(questions, check);
  fuzz::require(status >= 0 && status <= 3, "questions have one of the four exit statuses");
  return 0;
}
