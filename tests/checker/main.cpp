// Reads a question of `aim` (question.json of evidence) on standard input and says what it finds: yes, too_close, no, or not_simple.
#include <iostream>

#include "tests/checker/checker.h"

int main() {
  nlohmann::json question;
  std::cin >> question;
  std::cout << checker::verdict_of(question).value_or("not_simple") << "\n";
}
