#include "app/hall/broker.h"

#include <fmt/format.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "app/files/disk.h"

namespace app::hall {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;
using LineClock = std::chrono::steady_clock;

/// Seconds; the least the library takes. A broker tells the will of a line that it has not heard of for one and a half times as long.
constexpr int kKeepAlive = 5;
/// How long a connection may take until the broker has answered.
constexpr std::chrono::seconds kConnecting{5};
/// Between two tries: at first, and at most.
constexpr std::chrono::milliseconds kFirstPause{250}, kLongestPause{3000};
/// How long the end of the program waits for what was not sent yet.
constexpr std::chrono::milliseconds kLeaving{1000};
/// Lines one after the other that last less than kConnecting: a sign that two programs of one name take the line from each other. Mosquitto
/// 2.0 does not say so. They then let each other be for a while.
constexpr int kShortLines = 3;
constexpr std::chrono::seconds kAfterTakeOver{10};
/// Messages that are sent before the first of them is acknowledged: as many as Mosquitto takes.
constexpr std::size_t kInFlight = 20;
/// Messages that the broker may send before the first of them is acknowledged: forty tables at once are many.
constexpr int kMostUnacknowledged = 65535;
/// Messages that are handed on together.
constexpr std::size_t kMostAtOnce = 500;
/// Larger messages than these bytes are nobody's of ours.
constexpr int kLargestMessage = 256 * 1024;

/// Of MQTT 3.1.1, which an old broker answers with.
constexpr int kOldProtocol = 1;

struct Addresses {
  addrinfo* first = nullptr;
  ~Addresses() {
    if (first) freeaddrinfo(first);
  }
};

LinkNews away(std::string says, std::string fix) { return {false, std::move(says), std::move(fix)}; }

}  // namespace

std::string BrokerAddress::text() const { return fmt::format("{}:{}", host, port); }

Result<BrokerAddress> address_of(const BrokerWords& words) {
  BrokerAddress out;
  out.ca = words.ca;
  out.port = words.ca.empty() ? 1883 : 8883;
  std::string_view host = words.broker, port;
  if (host.starts_with('[')) {  // an address of IPv6
    const auto end = host.find(']');
    if (end == std::string_view::npos) return fail(ErrorCode::Usage, fmt::format("--broker {}: has no closing bracket", words.broker));
    if (host.substr(end + 1).starts_with(':')) port = host.substr(end + 2);
    host = host.substr(1, end - 1);
  } else if (const auto colon = host.find(':'); colon != std::string_view::npos) {
    port = host.substr(colon + 1);
    if (port.empty()) return fail(ErrorCode::Usage, fmt::format("--broker {}: name a port after the colon, or leave it out", words.broker));
    host = host.substr(0, colon);
  }
  out.host = host;
  if (out.host.empty() || out.host.find_first_of("/ ") != std::string::npos)
    return fail(ErrorCode::Usage, fmt::format("--broker {}: name the machine the broker runs on: HOST or HOST:PORT", words.broker));
  if (!port.empty()) {
    unsigned number = 0;
    const auto [end, problem] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (problem != std::errc() || end != port.data() + port.size() || number < 1 || number > 65535)
      return fail(ErrorCode::Usage, fmt::format("--broker {}: the port must be a number from 1 to 65535", words.broker));
    out.port = static_cast<std::uint16_t>(number);
  }
  if (words.user.empty() != words.password_file.empty())
    return fail(ErrorCode::Usage, "--broker-user and --broker-password-file: name both, or neither");
  out.user = words.user;
  if (!words.password_file.empty()) {
    auto password = read_text(words.password_file, 4096);
    if (!password) return tl::unexpected(password.error());
    out.password = password->substr(0, password->find_first_of("\r\n"));
    if (out.password.empty()) return fail(ErrorCode::BadFile, words.password_file + ": holds no password; write it into the first line");
  }
  if (!words.ca.empty()) {
    const auto certificates = read_text(words.ca);
    if (!certificates) return tl::unexpected(certificates.error());
    if (certificates->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
      return fail(ErrorCode::BadFile, words.ca + ": holds no certificate; name the authority's one (PEM)");
  }
  return out;
}

struct Broker::State {
  struct Waiting {
    std::string topic, payload;
    int mid = 0;  // while it is under way; 0: it is not
  };
  struct Kept {
    std::string payload;
    bool sent = false;
    bool again = false;  // to be repeated
  };

  explicit State(BrokerOptions given) : options(std::move(given)), woken(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    static const int once = mosquitto_lib_init();
    (void)once;
    thread = std::thread([this] { run(); });
  }
  ~State() {
    stop = true;
    wake();
    thread.join();
    close(woken);
  }

  void wake() const {
    const std::uint64_t one = 1;
    (void)!write(woken, &one, sizeof one);
  }

  void run();
  [[nodiscard]] LinkNews connected();
  [[nodiscard]] std::optional<LinkNews> reach();
  [[nodiscard]] bool reached(const addrinfo& to, int& problem);
  [[nodiscard]] int start();
  [[nodiscard]] LinkNews work();
  [[nodiscard]] int turn();
  void send();
  void repeat();
  void hand_on();
  void wait(std::chrono::milliseconds time, int socket = -1, bool to_write = false) const;
  void tell(const LinkNews& news);
  [[nodiscard]] bool all_sent() const;
  [[nodiscard]] LinkNews refusal(int reason) const;
  [[nodiscard]] LinkNews lost(int code) const;

  static State& of(void* user) { return *static_cast<State*>(user); }
  static void on_connect(mosquitto* line, void* user, int reason, int flags, const mosquitto_property*);
  static void on_disconnect(mosquitto* line, void* user, int reason, const mosquitto_property*);
  static void on_publish(mosquitto* line, void* user, int mid, int reason, const mosquitto_property*);
  static void on_subscribe(mosquitto* line, void* user, int mid, int count, const int* granted, const mosquitto_property*);
  static void on_message(mosquitto* line, void* user, const mosquitto_message* message, const mosquitto_property*);

  BrokerOptions options;
  int woken;
  std::atomic<bool> stop{false};

  mutable std::mutex mutex;  // of what others hand in
  std::deque<Waiting> queue;
  std::map<std::string, Kept> kept;

  // The thread's own.
  mosquitto* line = nullptr;
  bool open = false, was_open = false, taken_over = false;
  int short_lines = 0;
  int not_heard_yet = 0;              // subscriptions that the broker has not acknowledged
  std::optional<LinkNews> ended;      // the broker has said why
  std::optional<LinkNews> forbidden;  // the line is up, and what is sent is thrown away
  std::set<int> kept_under_way;
  std::vector<Message> heard;
  std::optional<LinkNews> told;
  std::thread thread;
};

void Broker::State::tell(const LinkNews& news) {
  if (told && told->up == news.up && told->says == news.says) return;
  told = news;
  if (options.link) options.link(news);
}

void Broker::State::wait(std::chrono::milliseconds time, int socket, bool to_write) const {
  std::array<pollfd, 2> watched{{{woken, POLLIN, 0}, {socket, static_cast<short>(POLLIN | (to_write ? POLLOUT : 0)), 0}}};
  poll(watched.data(), socket < 0 ? 1 : 2, static_cast<int>(time.count()));
  std::uint64_t count = 0;
  if (watched[0].revents) (void)!read(woken, &count, sizeof count);
}

void Broker::State::run() {
  sigset_t all;  // who wants to end the program asks its main thread; a line that breaks while it is written to is an error, not a signal
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::chrono::milliseconds pause = kFirstPause;
  while (!stop) {
    const auto began = LineClock::now();
    LinkNews news = connected();
    if (stop) return;
    const bool lasted = LineClock::now() - began > kConnecting;
    short_lines = was_open && !lasted ? short_lines + 1 : 0;
    const bool contended = taken_over || short_lines >= kShortLines;
    if (contended)
      news = away(fmt::format("another program seems to come as {}", options.session), "give every table a --table-name of its own");
    tell(news);
    if (was_open && lasted) pause = kFirstPause;
    if (contended) pause = kAfterTakeOver;
    const auto until = LineClock::now() + pause;
    while (!stop && LineClock::now() < until)
      wait(std::max(std::chrono::milliseconds(1), std::chrono::duration_cast<std::chrono::milliseconds>(until - LineClock::now())));
    pause = contended ? kFirstPause : std::min(kLongestPause, 2 * pause);
  }
}

/// From the first try to the end of the line; what it ended by.
LinkNews Broker::State::connected() {
  open = was_open = taken_over = false;
  ended.reset();
  forbidden.reset();
  kept_under_way.clear();
  heard.clear();
  if (auto problem = reach()) return *problem;
  if (stop) return {};
  line = mosquitto_new(options.session.c_str(), false, this);
  const int code = line ? start() : MOSQ_ERR_NOMEM;
  const LinkNews news = code == MOSQ_ERR_SUCCESS ? work() : lost(code);
  mosquitto_destroy(line);
  line = nullptr;
  const std::scoped_lock lock(mutex);
  for (Waiting& each : queue) each.mid = 0;
  return news;
}

/// The library connects without a way to stop it; so it is asked only where somebody listens.
std::optional<LinkNews> Broker::State::reach() {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  Addresses found;
  const std::string port = std::to_string(options.at.port);
  if (getaddrinfo(options.at.host.c_str(), port.c_str(), &hints, &found.first) != 0)
    return away(fmt::format("there is no machine called {}", options.at.host), "look at --broker, and whether the network is there");
  int problem = 0;
  for (const addrinfo* each = found.first; each && !stop; each = each->ai_next)
    if (reached(*each, problem)) return std::nullopt;
  if (stop) return std::nullopt;
  if (problem == ECONNREFUSED)
    return away("no broker listens there", "start Mosquitto on that machine (docs/hall.md), or look at --broker");
  return away(fmt::format("it cannot be reached ({})", std::strerror(problem)), "look at the network, and at --broker");
}

bool Broker::State::reached(const addrinfo& to, int& problem) {
  const int socket = ::socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol);
  bool there = socket >= 0 && connect(socket, to.ai_addr, to.ai_addrlen) == 0;
  problem = errno;
  const auto until = LineClock::now() + kConnecting;
  while (!there && socket >= 0 && problem == EINPROGRESS && !stop && LineClock::now() < until) {
    wait(std::chrono::milliseconds(200), socket, true);
    pollfd now{socket, POLLOUT, 0};
    if (poll(&now, 1, 0) <= 0) continue;
    socklen_t size = sizeof problem;
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size);
    there = problem == 0;
  }
  if (problem == EINPROGRESS) problem = ETIMEDOUT;
  if (socket >= 0) close(socket);
  return there;
}

int Broker::State::start() {
  mosquitto_int_option(line, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(line, MOSQ_OPT_RECEIVE_MAXIMUM, kMostUnacknowledged);
  mosquitto_connect_v5_callback_set(line, on_connect);
  mosquitto_disconnect_v5_callback_set(line, on_disconnect);
  mosquitto_publish_v5_callback_set(line, on_publish);
  mosquitto_subscribe_v5_callback_set(line, on_subscribe);
  mosquitto_message_v5_callback_set(line, on_message);
  int code = MOSQ_ERR_SUCCESS;
  if (!options.at.user.empty()) code = mosquitto_username_pw_set(line, options.at.user.c_str(), options.at.password.c_str());
  if (code == MOSQ_ERR_SUCCESS && !options.at.ca.empty())
    code = mosquitto_tls_set(line, options.at.ca.c_str(), nullptr, nullptr, nullptr, nullptr);
  if (code == MOSQ_ERR_SUCCESS && options.will)
    code = mosquitto_will_set(line, options.will->topic.c_str(), static_cast<int>(options.will->payload.size()),
                              options.will->payload.data(), 1, true);
  if (code != MOSQ_ERR_SUCCESS) return code;
  mosquitto_property* properties = nullptr;
  mosquitto_property_add_int32(&properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, options.kept_s);
  code = mosquitto_connect_bind_v5(line, options.at.host.c_str(), options.at.port, kKeepAlive, nullptr, properties);
  mosquitto_property_free_all(&properties);
  return code;
}

/// Sends and hears until the line ends or the program does.
LinkNews Broker::State::work() {
  const auto began = LineClock::now();
  std::optional<LineClock::time_point> stopped;
  for (;;) {
    const int code = turn();
    hand_on();
    if (ended) return *ended;
    if (code != MOSQ_ERR_SUCCESS) return lost(code);
    if (open) {
      if (not_heard_yet == 0) tell(forbidden ? *forbidden : LinkNews{.up = true});
      send();
    } else if (LineClock::now() - began > kConnecting) {
      return away("it does not answer", "look whether the broker there is well; another program may have that port");
    }
    if (!stop) continue;
    if (!stopped) stopped = LineClock::now();
    if (open && !all_sent() && LineClock::now() - *stopped < kLeaving) continue;
    if (open) {
      mosquitto_disconnect_v5(line, options.will ? MQTT_RC_DISCONNECT_WITH_WILL_MSG : MQTT_RC_NORMAL_DISCONNECTION, nullptr);
      while (mosquitto_want_write(line) && LineClock::now() - *stopped < 2 * kLeaving && turn() == MOSQ_ERR_SUCCESS) continue;
    }
    return {};
  }
}

/// Waits until there is something to do, and does what the library has to do then.
int Broker::State::turn() {
  const int socket = mosquitto_socket(line);
  if (socket < 0) return MOSQ_ERR_NO_CONN;
  wait(std::chrono::milliseconds(stop ? 20 : 500), socket, mosquitto_want_write(line));
  for (std::size_t i = 0; i < kMostAtOnce; ++i) {
    pollfd now{socket, POLLIN, 0};
    if (poll(&now, 1, 0) <= 0) break;
    if (const int code = mosquitto_loop_read(line, 1); code != MOSQ_ERR_SUCCESS) return code;
    if (mosquitto_socket(line) < 0) return MOSQ_ERR_CONN_LOST;
  }
  if (mosquitto_want_write(line))
    if (const int code = mosquitto_loop_write(line, 1); code != MOSQ_ERR_SUCCESS) return code;
  return mosquitto_loop_misc(line);
}

void Broker::State::send() {
  repeat();
  if (mosquitto_want_write(line)) return;  // it would be handed over with the next one, while the lock is held
  const std::scoped_lock lock(mutex);
  std::size_t under_way = 0;
  for (Waiting& each : queue) {
    if (++under_way > kInFlight) break;
    if (each.mid != 0) continue;
    const int code =
        mosquitto_publish(line, &each.mid, each.topic.c_str(), static_cast<int>(each.payload.size()), each.payload.data(), 1, false);
    if (code != MOSQ_ERR_SUCCESS) return void(each.mid = 0);
  }
  for (auto& [topic, each] : kept) {
    if (each.sent) continue;
    int mid = 0;
    if (mosquitto_publish(line, &mid, topic.c_str(), static_cast<int>(each.payload.size()), each.payload.data(), 1, true) !=
        MOSQ_ERR_SUCCESS)
      return;
    each.sent = true;
    kept_under_way.insert(mid);
  }
}

/// Without receipt, or a hall that is away would find each of them queued. The library tells of such a message while it is handed over:
/// the lock is free meanwhile.
void Broker::State::repeat() {
  std::vector<std::pair<std::string, std::string>> again;
  {
    const std::scoped_lock lock(mutex);
    for (auto& [topic, each] : kept)
      if (std::exchange(each.again, false) && each.sent) again.emplace_back(topic, each.payload);
  }
  for (const auto& [topic, payload] : again)
    mosquitto_publish(line, nullptr, topic.c_str(), static_cast<int>(payload.size()), payload.data(), 0, false);
}

bool Broker::State::all_sent() const {
  const std::scoped_lock lock(mutex);
  return queue.empty() && kept_under_way.empty() && std::ranges::all_of(kept, [](const auto& each) { return each.second.sent; });
}

void Broker::State::hand_on() {
  if (heard.empty()) return;
  const std::vector<Message> now = std::exchange(heard, {});
  if (options.heard) options.heard(now);
}

LinkNews Broker::State::refusal(int reason) const {
  const bool named = !options.at.user.empty();
  switch (reason) {
    case MQTT_RC_BAD_USERNAME_OR_PASSWORD:
    case MQTT_RC_NOT_AUTHORIZED:
      if (!named) return away("it wants to know who asks", "name --broker-user and --broker-password-file");
      return away(fmt::format("it refuses the user {} with this password", options.at.user),
                  "look at --broker-user and --broker-password-file, and at the broker's own password file");
    case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION:
    case kOldProtocol: return away("it does not speak MQTT 5", "use a newer broker: Mosquitto 1.6 or later");
    case MQTT_RC_SERVER_SHUTTING_DOWN: return away("it is being stopped", "start it again");
    default: return away(fmt::format("it refuses this program ({})", mosquitto_reason_string(reason)), "look into the broker's log");
  }
}

LinkNews Broker::State::lost(int code) const {
  switch (code) {
    case MOSQ_ERR_TLS:
      return away(options.at.ca.empty() ? "the line cannot be encrypted"
                                        : fmt::format("its certificate is not one of {}, or names another machine", options.at.ca),
                  "look at --broker-ca, and name the broker as its certificate does");
    case MOSQ_ERR_NOMEM: return away("there is no memory left", "end other programs");
    default: break;
  }
  if (!was_open)
    return away("it closes the line before it has answered",
                options.at.ca.empty() ? "if it wants an encrypted line, name --broker-ca; else look into its log"
                                      : "if its line is not encrypted, leave --broker-ca out; else look into its log");
  return away("the line has broken", "look whether the broker still runs, and at the network");
}

void Broker::State::on_connect(mosquitto* line, void* user, int reason, int, const mosquitto_property*) {
  State& state = of(user);
  if (reason != 0) {
    state.ended = state.refusal(reason);
    return;
  }
  state.open = state.was_open = true;
  for (const std::string& topic : state.options.hears) mosquitto_subscribe(line, nullptr, topic.c_str(), 1);
  state.not_heard_yet = static_cast<int>(state.options.hears.size());
  const std::scoped_lock lock(state.mutex);
  for (auto& [topic, each] : state.kept) each.sent = false;
}

void Broker::State::on_disconnect(mosquitto*, void* user, int reason, const mosquitto_property*) {
  State& state = of(user);
  state.open = false;
  state.taken_over = reason == MQTT_RC_SESSION_TAKEN_OVER;
  if (reason >= MQTT_RC_UNSPECIFIED && !state.ended) state.ended = state.refusal(reason);
}

void Broker::State::on_publish(mosquitto*, void* user, int mid, int reason, const mosquitto_property*) {
  State& state = of(user);
  if (reason == MQTT_RC_NOT_AUTHORIZED)
    state.forbidden = away("it does not let this user publish here", "look at the broker's access list (acl_file)");
  state.kept_under_way.erase(mid);
  const std::scoped_lock lock(state.mutex);
  const auto found = std::ranges::find(state.queue, mid, &Waiting::mid);
  if (found != state.queue.end()) state.queue.erase(found);
}

void Broker::State::on_subscribe(mosquitto*, void* user, int, int count, const int* granted, const mosquitto_property*) {
  State& state = of(user);
  --state.not_heard_yet;
  for (int i = 0; i < count; ++i)
    if (granted[i] >= MQTT_RC_UNSPECIFIED)
      state.ended = away("it does not let this user hear what tables say", "look at the broker's access list (acl_file)");
}

void Broker::State::on_message(mosquitto*, void* user, const mosquitto_message* message, const mosquitto_property*) {
  if (message->payloadlen < 0 || message->payloadlen > kLargestMessage) return;
  const auto* const bytes = static_cast<const char*>(message->payload);
  of(user).heard.push_back(
      {message->topic, bytes ? std::string(bytes, static_cast<std::size_t>(message->payloadlen)) : std::string(), message->retain});
}

Broker::Broker(BrokerOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Broker::~Broker() = default;

void Broker::post(std::string topic, std::string payload) {
  {
    const std::scoped_lock lock(state_->mutex);
    auto& queue = state_->queue;
    if (queue.size() >= state_->options.most_waiting) {
      const auto oldest = std::ranges::find(queue, 0, &State::Waiting::mid);
      if (oldest != queue.end()) queue.erase(oldest);
    }
    queue.push_back({std::move(topic), std::move(payload)});
  }
  state_->wake();
}

void Broker::keep(std::string topic, std::string payload) {
  {
    const std::scoped_lock lock(state_->mutex);
    auto& kept = state_->kept[std::move(topic)];
    if (kept.sent && kept.payload == payload) return;
    kept = {std::move(payload)};
  }
  state_->wake();
}

void Broker::repeat(const std::string& topic) {
  {
    const std::scoped_lock lock(state_->mutex);
    const auto kept = state_->kept.find(topic);
    if (kept == state_->kept.end()) return;
    kept->second.again = true;
  }
  state_->wake();
}

std::size_t Broker::waiting() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->queue.size();
}

}  // namespace app::hall
