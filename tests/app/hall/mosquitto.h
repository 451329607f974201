// A Mosquitto of a test's own on a free port of this machine, as docs/hall.md sets one up, and a line to it that can be cut.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/hall/broker.h"
#include "tests/app/program.h"

namespace mosquitto_test {

/// Waits until something is so, for at most half a minute.
inline bool eventually(const std::function<bool()>& is_so) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

/// A listening socket on a port of this machine that was free.
inline std::pair<int, std::uint16_t> free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at);
  listen(socket, 64);
  socklen_t size = sizeof at;
  getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size);
  return {socket, ntohs(at.sin_port)};
}

/// A line to a port of this machine; below 0: nobody listens there.
inline int line_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return socket;
  close(socket);
  return -1;
}

class Mosquitto {
 public:
  /// With a password only the user `hall` is let in.
  explicit Mosquitto(const std::string& password = "") {
    const auto [socket, port] = free_port();
    close(socket);
    port_ = port;
    std::string config = "listener " + std::to_string(port) + " 127.0.0.1\nuser root\npersistence true\npersistence_location " +
                         folder_.path() +
                         "/\nautosave_interval 1\nmax_queued_messages 0\nmax_inflight_messages 0\n"
                         "log_type error\n";
    if (password.empty()) {
      config += "allow_anonymous true\n";
    } else {
      run_to_end({"mosquitto_passwd", "-b", "-c", folder_ / "passwords", "hall", password});
      config += "allow_anonymous false\npassword_file " + (folder_ / "passwords") + "\n";
    }
    program::write_bytes(folder_ / "mosquitto.conf", config);
    start();
  }
  ~Mosquitto() { stop(); }
  Mosquitto(const Mosquitto&) = delete;
  Mosquitto& operator=(const Mosquitto&) = delete;

  void start() {
    child_ = spawn({"mosquitto", "-c", folder_ / "mosquitto.conf"});
    eventually([&] {
      const int line = line_to(port_);
      if (line >= 0) close(line);
      return line >= 0;
    });
  }
  void stop(int signal = SIGKILL) {
    if (child_ <= 0) return;
    kill(child_, signal);
    waitpid(std::exchange(child_, -1), nullptr, 0);
  }
  /// Until it has written what would come back if it were killed now, with this text in it.
  [[nodiscard]] bool saved(const std::string& text) const {
    return eventually([&] {
      return std::filesystem::exists(folder_ / "mosquitto.db") &&
             program::bytes_of(folder_ / "mosquitto.db").find(text) != std::string::npos;
    });
  }
  void pause() const { kill(child_, SIGSTOP); }
  void go_on() const { kill(child_, SIGCONT); }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] app::hall::BrokerAddress address() const { return {.host = "127.0.0.1", .port = port_}; }

 private:
  static pid_t spawn(std::vector<std::string> words) {
    const pid_t child = fork();
    if (child != 0) return child;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setenv("PATH", (std::string(getenv("PATH")) + ":/usr/sbin").c_str(), 1);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    (void)!std::freopen("/dev/null", "w", stderr);
    execvp(arguments.front(), arguments.data());
    _exit(127);
  }
  static void run_to_end(std::vector<std::string> words) { waitpid(spawn(std::move(words)), nullptr, 0); }

  program::Folder folder_;
  std::uint16_t port_ = 0;
  pid_t child_ = -1;
};

/// What comes to its port goes on to another one, until it is cut.
class Relay {
 public:
  explicit Relay(std::uint16_t to) : to_(to) {
    std::tie(listening_, port_) = free_port();
    thread_ = std::thread([this] { run(); });
  }
  ~Relay() {
    stop_ = true;
    thread_.join();
    close(listening_);
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  void cut() { cut_ = true; }
  void mend() { cut_ = false; }
  [[nodiscard]] app::hall::BrokerAddress address() const { return {.host = "127.0.0.1", .port = port_}; }

 private:
  void run() {
    std::vector<std::pair<int, int>> lines;
    const auto end = [](const std::pair<int, int>& line) { close(line.first), close(line.second); };
    while (!stop_) {
      std::vector<pollfd> watched{{listening_, POLLIN, 0}};
      for (const auto& [a, b] : lines) watched.push_back({a, POLLIN, 0}), watched.push_back({b, POLLIN, 0});
      poll(watched.data(), watched.size(), 10);
      if (cut_) {
        for (const auto& line : lines) end(line);
        lines.clear();
      }
      if (watched.front().revents) {
        const int line = accept(listening_, nullptr, nullptr);
        const int on = cut_ ? -1 : line_to(to_);
        if (on < 0)
          close(line);
        else
          lines.emplace_back(line, on);
        continue;
      }
      if (lines.size() * 2 + 1 != watched.size()) continue;
      std::vector<std::pair<int, int>> left;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto [a, b] = lines[i];
        const bool open = pass(a, b, watched[2 * i + 1]) && pass(b, a, watched[2 * i + 2]);
        if (open)
          left.push_back(lines[i]);
        else
          end(lines[i]);
      }
      lines = std::move(left);
    }
    for (const auto& line : lines) end(line);
  }
  static bool pass(int from, int to, const pollfd& state) {
    if (!state.revents) return true;
    char buffer[65536];
    const auto size = recv(from, buffer, sizeof buffer, 0);
    return size > 0 && send(to, buffer, static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }

  std::uint16_t to_, port_ = 0;
  int listening_ = -1;
  std::atomic<bool> cut_{false}, stop_{false};
  std::thread thread_;
};

}  // namespace mosquitto_test
