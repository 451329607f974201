// The window's log and `vedette umpire` say the same of the same recording, word by word.
#include <gmock/gmock.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "tests/app/program.h"
#include "tests/app/recorded_game.h"

namespace same_lines_test {
namespace {

using namespace std::chrono_literals;
using program::charge;

/// What the window's log holds once the recording has ended, the oldest table first.
std::vector<std::shared_ptr<const app::RuledTable>> log_of_the_window(const std::string& recording) {
  app::Session session(recorded::setup());
  session.open(std::make_unique<recorded::HurriedStills>(*vision::open_source(recording)));
  for (int i = 0; i < 12000 && session.latest()->status != vision::SourceStatus::Ended; ++i) std::this_thread::sleep_for(5ms);
  const auto log = session.latest()->rulings;
  if (!log) return {};
  return {log->rbegin(), log->rend()};
}

/// The command's text, cut at the line that names each picture; lines that tell what the camera saw are left out.
std::vector<std::string> rulings_of(const std::string& text) {
  std::vector<std::string> tables;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto tells = [&](const char* word) { return line.starts_with(std::string("  ") + word + " "); };
    if (line.starts_with("Ruled by")) continue;
    if (!line.starts_with(' '))
      tables.emplace_back();
    else if (!tells("moved") && !tells("added") && !tells("removed") && !tells("!"))
      tables.back() += line + "\n";
  }
  return tables;
}

TEST(SameLines, TheWindowsLogIsWhatTheUmpireCommandPrints) {
  auto words = program::on_charge({"umpire"}, {charge("stills")});
  std::erase(words, "--json");
  const auto printed = program::run(words);
  ASSERT_EQ(printed.status, 0) << printed.err;
  const std::vector<std::string> tables = rulings_of(printed.out);
  const auto log = log_of_the_window(charge("stills"));
  ASSERT_EQ(log.size(), 3U);
  ASSERT_EQ(tables.size(), log.size()) << printed.out;
  for (std::size_t i = 0; i < log.size(); ++i) EXPECT_EQ(tables[i], app::text_of(log[i]->lines)) << log[i]->frame;
}

}  // namespace
}  // namespace same_lines_test
