// A browser's part of HTTP, in plain sockets, so that a test can also send what no browser would.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace web_client {

/// A connection to this machine's own address; everything that is waited for is waited for at most ten seconds.
class Line {
 public:
  explicit Line(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    timeval patience{.tv_sec = 10, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }
  ~Line() { close(socket_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  void send(const std::string& bytes) const { (void)::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  /// Reads until `wanted` is in what has come, or nothing comes any more.
  const std::string& until(const std::string& wanted) {
    while (got_.find(wanted) == std::string::npos && more()) continue;
    return got_;
  }
  const std::string& until_size(std::size_t size) {
    while (got_.size() < size && more()) continue;
    return got_;
  }
  /// The other side has closed the line.
  [[nodiscard]] bool closed() {
    while (more()) continue;
    return ended_;
  }
  std::string take(std::size_t size) {
    std::string out = got_.substr(0, size);
    got_.erase(0, size);
    return out;
  }

 private:
  bool more() {
    char buffer[65536];
    const auto size = recv(socket_, buffer, sizeof buffer, 0);
    if (size > 0) got_.append(buffer, static_cast<std::size_t>(size));
    if (size == 0) ended_ = true;
    return size > 0;
  }

  int socket_;
  bool connected_ = false, ended_ = false;
  std::string got_;
};

struct Reply {
  int status = 0;  // 0: there was none
  std::map<std::string, std::string> headers;
  std::string body;
};

using Headers = std::map<std::string, std::string>;

inline std::string request_text(const std::string& method, const std::string& path, Headers headers, const std::string& body) {
  headers.try_emplace("Host", "127.0.0.1");
  if (!body.empty()) headers.try_emplace("Content-Length", std::to_string(body.size()));
  std::string out = method + " " + path + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) out += name + ": " + value + "\r\n";
  return out + "\r\n" + body;
}

/// The head of the answer that comes next, and its body where its length is known.
inline Reply read_reply(Line& line, bool head_only = false) {
  Reply out;
  const std::string& got = line.until("\r\n\r\n");
  const auto end = got.find("\r\n\r\n");
  if (end == std::string::npos) return out;
  const std::string head = line.take(end + 4);
  if (head.size() > 12) out.status = std::atoi(head.c_str() + 9);
  for (std::size_t at = head.find("\r\n") + 2; at < end;) {
    const std::size_t stop = head.find("\r\n", at), colon = head.find(':', at);
    if (colon < stop) {
      std::string name = head.substr(at, colon - at);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      out.headers[name] = head.substr(std::min(stop, colon + 2), stop - std::min(stop, colon + 2));
    }
    at = stop + 2;
  }
  if (const auto length = out.headers.find("content-length"); length != out.headers.end() && !head_only) {
    const auto size = static_cast<std::size_t>(std::atoll(length->second.c_str()));
    line.until_size(size);
    out.body = line.take(size);
  }
  return out;
}

inline Reply ask(std::uint16_t port, const std::string& method, const std::string& path, const Headers& headers = {},
                 const std::string& body = "") {
  Line line(port);
  line.send(request_text(method, path, headers, body));
  return read_reply(line, method == "HEAD");
}
inline Reply get(std::uint16_t port, const std::string& path, const Headers& headers = {}) { return ask(port, "GET", path, headers); }

}  // namespace web_client
