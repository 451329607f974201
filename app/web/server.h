// HTTP as the web side needs it (libwebsockets): one thread, any number of connections, answers at once, later, or bit by bit.
//   It knows no page and no game; who may ask and what is answered comes from outside.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/web/gate.h"
#include "measure/result.h"

namespace app::web {

/// What a connection is told as long as it lasts; asked whenever the line is free and something may be new.
class Stream {
 public:
  virtual ~Stream() = default;
  /// None: nothing is new.
  [[nodiscard]] virtual std::optional<std::string> next() = 0;
};

struct Answer {
  int status = 200;
  std::string type = "application/json", body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  // beside those every answer has
  std::unique_ptr<Stream> stream = {};                            // instead of a body
  /// Instead of an answer: asked again whenever something may be new, until it gives one.
  std::function<std::optional<Answer>()> later = {};
};
/// {"error":"..","fix":".."}
[[nodiscard]] Answer answer_of(const Refusal& refusal);

struct ServerOptions {
  std::uint16_t port = 8787;  // 0: one that is free
  bool shared = false;        // false: on 127.0.0.1 alone
  std::size_t most_connections = 1500;
};

class Server {
 public:
  /// `answer` is called on the server's thread: for a request whose headers are there (`whole` false), so that it can be refused before
  /// its body is read - no answer lets it come -, and once it is whole. Errors (Usage): the port is taken, or may not be listened on.
  using Answering = std::function<std::optional<Answer>(const Request&, bool whole)>;
  [[nodiscard]] static measure::Result<std::unique_ptr<Server>> open(const ServerOptions& options, Answering answer);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// Something may be new for streams and for answers that come later. From any thread.
  void wake();

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace app::web
