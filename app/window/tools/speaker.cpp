#include "app/window/tools/speaker.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>

namespace window {
namespace {

constexpr const char* kProgram = "spd-say";
/// Sentences that wait. More, and the table is read out long after it has changed.
constexpr std::size_t kMostWaiting = 4;
/// How often it is looked whether a sentence has been said; that much silence between two is not heard.
constexpr std::chrono::milliseconds kGlanceAtSpeech{40};
/// No sentence of ours takes so long: what does hangs.
constexpr std::chrono::seconds kLongestSentence{30};

std::optional<pid_t> start(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, kProgram, &quiet, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  return problem == 0 ? std::optional(child) : std::nullopt;
}

}  // namespace

std::optional<std::string> why_mute() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + kProgram).c_str(), X_OK) == 0) return std::nullopt;
  return tongue::tr("spd-say is not installed (package speech-dispatcher): nothing can be read out.");
}

Speaker::~Speaker() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  news_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Speaker::say(std::string text, tongue::Language language) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({std::move(text), language});
  if (waiting_.size() > kMostWaiting) waiting_.pop_front();
  if (!thread_.joinable()) thread_ = std::thread([this] { go_on(); });
  news_.notify_all();
}

void Speaker::go_on() {
  std::unique_lock lock(mutex_);
  for (;;) {
    news_.wait(lock, [&] { return leaving_ || !waiting_.empty(); });
    if (leaving_) return;
    const Sentence sentence = std::move(waiting_.front());
    waiting_.pop_front();
    speak(sentence, lock);
  }
}

void Speaker::speak(const Sentence& sentence, std::unique_lock<std::mutex>& lock) {
  const auto child =
      start({kProgram, "--wait", "--application-name", "vedette", "--language", tongue::code_of(sentence.language), "--", sentence.text});
  if (!child) return;
  const auto until = std::chrono::steady_clock::now() + kLongestSentence;
  while (::waitpid(*child, nullptr, WNOHANG) == 0) {
    if (leaving_ || std::chrono::steady_clock::now() > until) {
      ::kill(*child, SIGKILL);
      ::waitpid(*child, nullptr, 0);
      return;
    }
    news_.wait_for(lock, kGlanceAtSpeech);
  }
}

}  // namespace window
