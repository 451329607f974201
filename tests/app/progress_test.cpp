// Long work shows itself on a terminal, and nowhere else.
#include "app/commands/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <regex>

#include "tests/app/program.h"

namespace progress_test {
namespace {

using program::charge;
using testing::HasSubstr, testing::Not;

struct OnTerminal {
  int status = -1;
  std::string screen, out;  // all that was written to the terminal; standard output, where it is a file
};

/// Runs the program with its standard error on a terminal, and its standard output, too, or in a file. It is ended once `enough` stands
/// there.
OnTerminal run_on_terminal(std::vector<std::string> words, bool out_too, const std::string& enough = "") {
  const program::Folder folder;
  int terminal = -1, other = -1;
  EXPECT_EQ(::openpty(&terminal, &other, nullptr, nullptr, nullptr), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out_too ? other : ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600), 1);
    ::dup2(other, 2);
    ::close(terminal);
    ::alarm(120);
    words.insert(words.begin(), VEDETTE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(other);
  OnTerminal outcome;
  char piece[4096];
  for (ssize_t size; (size = ::read(terminal, piece, sizeof piece)) > 0;) {
    outcome.screen.append(piece, static_cast<std::size_t>(size));
    if (!enough.empty() && outcome.screen.find(enough) != std::string::npos) ::kill(child, SIGTERM);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.out = program::bytes_of(folder / "out");
  return outcome;
}

// More than a second of work, for a bar to show: under a sanitizer each picture takes four times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kTimes = 1;
#else
constexpr std::size_t kTimes = 5;
#endif
std::vector<std::string> long_work(bool json) {
  std::vector<std::string> words{"locate", "--table",          charge("table.toml"), "--roster", charge("roster.toml"),
                                 "--lens", charge("lens.json")};
  if (json) words.emplace_back("--json");
  words.insert(words.end(), kTimes, charge("stills"));
  return words;
}

/// What a person sees in the end: carriage returns begin a line again, and what is written later covers what stood there.
std::vector<std::string> lines_seen(const std::string& screen) {
  std::vector<std::string> lines{""};
  std::size_t at = 0;
  for (const char c : screen) {
    if (c == '\r') {
      at = 0;
    } else if (c == '\n') {
      lines.emplace_back(), at = 0;
    } else {
      lines.back().resize(std::max(lines.back().size(), at + 1), ' ');
      lines.back()[at++] = c;
    }
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

TEST(Progress, SaysHowManyOfHowManyAndHowLongStill) {
  EXPECT_EQ(app::progress_line("pictures", 0, 12, 1.0), "[>                   ] 0 of 12 pictures");
  EXPECT_EQ(app::progress_line("pictures", 3, 12, 2.0), "[=====>              ] 3 of 12 pictures, 6 s left");
  EXPECT_EQ(app::progress_line("frames", 120, 120, 9.0), "[====================] 120 of 120 frames");
  EXPECT_EQ(app::progress_line("frames", 130, 120, 9.0), "[====================] 130 of 120 frames") << "a video may promise too few";
  EXPECT_EQ(app::progress_line("frames", 40, 0, 3.2), "40 frames, 3 s");
}

TEST(Progress, StandsOnATerminalAndIsGoneInTheEnd) {
  const OnTerminal outcome = run_on_terminal(long_work(true), false);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(std::regex_search(outcome.screen, std::regex(R"(\r\[=*>? *\] \d+ of \d+ pictures, \d+ s left)"))) << outcome.screen;
  for (const std::string& line : lines_seen(outcome.screen)) EXPECT_EQ(line, "");
  EXPECT_THAT(outcome.screen, Not(HasSubstr("\033"))) << "no colour";
  EXPECT_THAT(outcome.out, Not(HasSubstr("\r")));
}

TEST(Progress, MakesWayForWhatIsPrintedBesideIt) {
  const auto plain = program::run(long_work(false));
  EXPECT_THAT(plain.err, Not(HasSubstr("\r"))) << "none in a pipe";
  const OnTerminal outcome = run_on_terminal(long_work(false), true);
  EXPECT_THAT(outcome.screen, HasSubstr(" pictures, "));
  std::string seen;
  for (const std::string& line : lines_seen(outcome.screen)) seen += line + "\n";
  EXPECT_EQ(seen, plain.out + plain.err + "\n");
}

TEST(Progress, JsonOnATerminalStandsAlone) { EXPECT_THAT(run_on_terminal(long_work(true), true).screen, Not(HasSubstr("pictures"))); }

TEST(Progress, CountsTheFramesOfAVideo) {
  const OnTerminal outcome = run_on_terminal(
      {"track", "--table", charge("table.toml"), "--roster", charge("roster.toml"), "--json", charge("clip.mp4")}, false, " frames, ");
  EXPECT_TRUE(std::regex_search(outcome.screen, std::regex(R"(\d+ of \d+ frames)"))) << outcome.screen;
}

}  // namespace
}  // namespace progress_test
