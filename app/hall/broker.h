// A line to an MQTT broker (libmosquitto, MQTT 5, quality of service 1) that is kept up for as long as it exists.
//   One thread of its own connects, sends and hears; nobody who calls waits for it. What is posted while the broker is away waits, and
//   what was not acknowledged is sent again: who hears it may hear it twice, never not at all. Only what is repeated goes
//   without receipt.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/result.h"

namespace app::hall {

/// Where a broker is, and as whom it is spoken to.
struct BrokerAddress {
  std::string host;
  std::uint16_t port = 1883;
  std::string user = {}, password = {};  // empty: nobody is named
  std::string ca = {};                   // a file of certificates; empty: the line is not encrypted
  /// "hut:1883"
  [[nodiscard]] std::string text() const;
};
/// As the command line names it.
struct BrokerWords {
  std::string broker = {};  // HOST[:PORT]; the port is 1883, 8883 with `ca`
  std::string user = {}, password_file = {}, ca = {};
};
/// Errors: Usage (no host, a port that is none, a user without a password), BadFile (a file that cannot be read).
[[nodiscard]] measure::Result<BrokerAddress> address_of(const BrokerWords& words);

struct Message {
  std::string topic, payload;
  bool retained = false;  // it was said some time ago
};

/// The line is up, or it is not: why, and what to do.
struct LinkNews {
  bool up = false;
  std::string says = {}, fix = {};
};

struct BrokerOptions {
  BrokerAddress at;
  std::string session;                  // its name: whoever comes with the same one takes the line over
  std::uint32_t kept_s = 3600;          // how long the broker keeps what comes for the session while it is away, in seconds
  std::vector<std::string> hears = {};  // what is subscribed to
  std::optional<Message> will = {};     // retained, sent by the broker when this line ends
  std::size_t most_waiting = 20000;     // messages; of more the oldest are lost
  std::function<void(const std::vector<Message>&)> heard = {};  // on the line's thread
  std::function<void(const LinkNews&)> link = {};               // on the line's thread, when it changes
};

class Broker {
 public:
  explicit Broker(BrokerOptions options);
  /// What still waits is sent if that takes less than a second.
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  /// Sent once, in order, however long the broker is away.
  void post(std::string topic, std::string payload);
  /// Retained: what the topic is now; sent again whenever the broker comes back.
  void keep(std::string topic, std::string payload);
  /// Says again what is kept of the topic to whoever listens just now; nothing waits for those who do not.
  void repeat(const std::string& topic);
  /// So many posted messages are not acknowledged yet.
  [[nodiscard]] std::size_t waiting() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace app::hall
