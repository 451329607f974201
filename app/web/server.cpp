#include "app/web/server.h"

#include <fmt/format.h>
#include <libwebsockets.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

namespace app::web {
namespace {

/// Bytes that are written at once: the line is asked between them whether it is free.
constexpr std::size_t kPiece = 32 * 1024;
/// Seconds: of a request that does not come to its end, and of a connection that asks for nothing more.
constexpr unsigned kSlow = 10, kKeptAlive = 20;
/// How often it is looked who has left, and whether an answer that comes later has waited for long enough.
constexpr lws_usec_t kGlance = 250 * LWS_US_PER_MS;
/// Bytes of one request's headers; longer ones are refused. A line that has asked for nothing yet holds room for them, too.
constexpr unsigned short kHeaderBytes = 8192;

/// What every answer says to a browser: nothing from elsewhere, nothing kept, no script but ours.
constexpr std::array<std::pair<const char*, const char*>, 5> kAlways{{
    {"cache-control:", "no-store"},
    {"content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-resource-policy:", "same-origin"},
}};

}  // namespace

Answer answer_of(const Refusal& refusal) {
  return {.status = refusal.status, .body = nlohmann::ordered_json{{"error", refusal.error}, {"fix", refusal.fix}}.dump() + "\n"};
}

/// One request on its way through; the line itself may carry more of them after it.
struct Exchange {
  lws* line = nullptr;
  Request request;
  std::optional<Answer> answer;  // none: the body is still coming
  bool told = false;             // the answer's head is written
  std::size_t written = 0;       // of what is being written
  std::string piece;             // of a stream, what is being written
};

struct Server::State {
  /// The library hands back the address of its first member.
  struct Timer {
    lws_sorted_usec_list_t of_library{};
    State* state = nullptr;
  } timer;
  ServerOptions options;
  Answering answering;
  lws_context* context = nullptr;
  lws_vhost* host = nullptr;
  std::thread thread;
  std::atomic<bool> stop{false}, news{false};
  std::set<Exchange*> open;  // the thread's own
  std::size_t connections = 0;

  ~State() {
    if (thread.joinable()) {
      stop = true;
      lws_cancel_service(context);
      thread.join();
    }
    if (context) lws_context_destroy(context);
    for (Exchange* const each : open) delete each;
  }

  static int called(lws* line, lws_callback_reasons why, void* user, void* in, std::size_t size);
  int asked(lws* line, Exchange*& exchange, std::string path);
  int whole(Exchange& exchange);
  int body(Exchange& exchange, std::string_view bytes);
  int write(Exchange& exchange);
  int write_head(Exchange& exchange);
  void end(Exchange*& exchange);
  void look_again();
  void look_after();
  static void timed(lws_sorted_usec_list_t* timer);
};

namespace {

std::string header_of(lws* line, lws_token_indexes token) {
  const int length = lws_hdr_total_length(line, token);
  if (length <= 0) return "";
  std::string out(static_cast<std::size_t>(length) + 1, '\0');
  const int copied = lws_hdr_copy(line, out.data(), static_cast<int>(out.size()), token);
  out.resize(copied > 0 ? static_cast<std::size_t>(copied) : 0);
  return out;
}

std::string header_of(lws* line, const std::string& name) {
  const int length = lws_hdr_custom_length(line, name.c_str(), static_cast<int>(name.size()));
  if (length <= 0) return "";
  std::string out(static_cast<std::size_t>(length) + 1, '\0');
  const int copied = lws_hdr_custom_copy(line, out.data(), static_cast<int>(out.size()), name.c_str(), static_cast<int>(name.size()));
  out.resize(copied > 0 ? static_cast<std::size_t>(copied) : 0);
  return out;
}

std::string argument_of(lws* line, const char* name) {
  std::array<char, 256> buffer{};
  const char* const value = lws_get_urlarg_by_name(line, name, buffer.data(), static_cast<int>(buffer.size()));
  return value ? value : "";
}

std::string peer_of(lws* line) {
  std::array<char, 64> address{};
  const char* const peer = lws_get_peer_simple(line, address.data(), address.size());
  return peer ? peer : "";
}
bool is_loopback(std::string_view address) { return address == "::1" || address.starts_with("127.") || address.starts_with("::ffff:127."); }

const char* method_of(int method) {
  switch (method) {
    case LWSHUMETH_GET: return "GET";
    case LWSHUMETH_POST: return "POST";
    case LWSHUMETH_HEAD: return "HEAD";
    default: return "OTHER";
  }
}

}  // namespace

int Server::State::asked(lws* line, Exchange*& exchange, std::string path) {
  end(exchange);  // of the request before on the same line
  exchange = new Exchange;
  exchange->line = line;
  open.insert(exchange);
  Request& request = exchange->request;
  char* uri = nullptr;
  int length = 0;
  request.method = method_of(lws_http_get_uri_and_method(line, &uri, &length));
  request.path = std::move(path);
  request.token = argument_of(line, "token=");
  request.authorization = header_of(line, WSI_TOKEN_HTTP_AUTHORIZATION);
  request.host = header_of(line, WSI_TOKEN_HOST);
  request.origin = header_of(line, WSI_TOKEN_ORIGIN);
  request.content_length = header_of(line, WSI_TOKEN_HTTP_CONTENT_LENGTH);
  request.fetch_site = header_of(line, "sec-fetch-site:");
  request.last_event_id = header_of(line, "last-event-id:");
  if (request.last_event_id.empty()) request.last_event_id = argument_of(line, "last-event-id=");
  request.after = argument_of(line, "after=");
  request.language = argument_of(line, "lang=");
  request.accept_language = header_of(line, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
  request.peer = peer_of(line);
  request.from_this_machine = is_loopback(request.peer);
  const bool has_body =
      request.method != "GET" && request.method != "HEAD" && !request.content_length.empty() && request.content_length != "0";
  exchange->answer = answering(request, !has_body);
  if (exchange->answer) lws_callback_on_writable(line);
  return 0;
}

int Server::State::body(Exchange& exchange, std::string_view bytes) {
  if (exchange.answer) return 0;  // refused already: what still comes is thrown away
  exchange.request.body += bytes;
  if (exchange.request.body.size() <= kLongestBody) return 0;
  return whole(exchange);
}

int Server::State::whole(Exchange& exchange) {
  if (exchange.answer) return 0;
  exchange.answer = answering(exchange.request, true);
  lws_callback_on_writable(exchange.line);
  return 0;
}

int Server::State::write_head(Exchange& exchange) {
  const Answer& answer = *exchange.answer;
  std::vector<unsigned char> buffer(LWS_PRE + 4096);
  unsigned char* const begin = buffer.data() + LWS_PRE;
  unsigned char *at = begin, *const end_of = buffer.data() + buffer.size() - 1;
  const lws_filepos_t length = answer.stream ? LWS_ILLEGAL_HTTP_CONTENT_LEN : answer.body.size();
  if (lws_add_http_common_headers(exchange.line, static_cast<unsigned>(answer.status), answer.type.c_str(), length, &at, end_of)) return 1;
  const auto add = [&](const char* name, std::string_view value) {
    return lws_add_http_header_by_name(exchange.line, reinterpret_cast<const unsigned char*>(name),
                                       reinterpret_cast<const unsigned char*>(value.data()), static_cast<int>(value.size()), &at, end_of);
  };
  for (const auto& [name, value] : kAlways)
    if (add(name, value)) return 1;
  for (const auto& [name, value] : answer.headers)
    if (add((name + ":").c_str(), value)) return 1;
  exchange.told = true;
  if (lws_finalize_write_http_header(exchange.line, begin, &at, end_of)) return 1;
  if (answer.stream) lws_set_timeout(exchange.line, NO_PENDING_TIMEOUT, 0);
  return 0;
}

/// What the line takes now; called when it is free. 1: the line is to be closed.
int Server::State::write(Exchange& exchange) {
  if (!exchange.answer) return 0;
  if (exchange.answer->later) {
    auto now = exchange.answer->later();
    if (!now) return 0;
    exchange.answer = std::move(now);
  }
  Answer& answer = *exchange.answer;
  const bool head_only = exchange.request.method == "HEAD";
  if (!exchange.told) {
    if (write_head(exchange)) return 1;
    if (answer.stream || (!answer.body.empty() && !head_only)) {
      lws_callback_on_writable(exchange.line);
      return 0;
    }
    return lws_http_transaction_completed(exchange.line);
  }
  std::string& bytes = answer.stream ? exchange.piece : answer.body;
  if (answer.stream && exchange.written == bytes.size()) {
    auto next = answer.stream->next();
    if (!next) return 0;
    bytes = std::move(*next);
    exchange.written = 0;
  }
  const std::size_t size = std::min(kPiece, bytes.size() - exchange.written);
  std::vector<unsigned char> buffer(LWS_PRE + size);
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(exchange.written), size, buffer.begin() + LWS_PRE);
  exchange.written += size;
  const bool last = !answer.stream && exchange.written == bytes.size();
  if (lws_write(exchange.line, buffer.data() + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < static_cast<int>(size))
    return 1;
  if (last) return lws_http_transaction_completed(exchange.line);
  lws_callback_on_writable(exchange.line);
  return 0;
}

void Server::State::end(Exchange*& exchange) {
  if (!exchange) return;
  open.erase(exchange);
  delete exchange;
  exchange = nullptr;
}

void Server::State::look_again() {
  if (!news.exchange(false)) return;
  for (Exchange* const each : open)
    if (each->answer && (each->answer->later || each->answer->stream)) lws_callback_on_writable(each->line);
}

/// While an answer is under way the library reads nothing of its line, so it does not notice who has left before the next write.
void Server::State::look_after() {
  for (Exchange* const each : open) {
    if (!each->answer || !(each->answer->later || each->answer->stream)) continue;
    char byte = 0;
    if (recv(lws_get_socket_fd(each->line), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
      lws_set_timeout(each->line, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    else if (each->answer->later)
      lws_callback_on_writable(each->line);
  }
  lws_sul_schedule(context, 0, &timer.of_library, timed, kGlance);
}

void Server::State::timed(lws_sorted_usec_list_t* timer) { reinterpret_cast<Timer*>(timer)->state->look_after(); }

int Server::State::called(lws* line, lws_callback_reasons why, void* user, void* in, std::size_t size) {
  auto* const state = static_cast<State*>(lws_context_user(lws_get_context(line)));
  auto** const exchange = static_cast<Exchange**>(user);
  switch (why) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return state->connections >= state->options.most_connections ? 1 : 0;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: ++state->connections; return 0;
    case LWS_CALLBACK_WSI_DESTROY:
      if (state->connections > 0) --state->connections;
      return 0;
    case LWS_CALLBACK_HTTP: return state->asked(line, *exchange, static_cast<const char*>(in));
    case LWS_CALLBACK_HTTP_BODY: return *exchange ? state->body(**exchange, {static_cast<const char*>(in), size}) : 1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return *exchange ? state->whole(**exchange) : 1;
    case LWS_CALLBACK_HTTP_WRITEABLE: {
      if (!*exchange) return 1;
      const int close = state->write(**exchange);
      return close;
    }
    case LWS_CALLBACK_CLOSED_HTTP:
      if (exchange) state->end(*exchange);
      return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: state->look_again(); return 0;
    default: return 0;
  }
}

measure::Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options, Answering answer) {
  lws_set_log_level(0, nullptr);
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {  // a line takes one
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, std::max<rlim_t>(files.rlim_cur, 2 * options.most_connections + 256));
    setrlimit(RLIMIT_NOFILE, &files);
  }
  auto state = std::make_unique<State>();
  state->options = options;
  state->answering = std::move(answer);
  static const std::array<lws_protocols, 2> protocols{{{"http", &State::called, sizeof(Exchange*), 0, 0, nullptr, 0}, {}}};
  lws_context_creation_info info{};
  info.port = options.port;
  info.iface = options.shared ? nullptr : "127.0.0.1";
  info.protocols = protocols.data();
  info.user = state.get();
  info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6;
  info.timeout_secs = kSlow;
  info.keepalive_timeout = kKeptAlive;
  info.max_http_header_pool = static_cast<unsigned short>(options.most_connections);
  info.max_http_header_data = kHeaderBytes;
  info.fd_limit_per_thread = static_cast<unsigned>(options.most_connections) + 16;
  state->context = lws_create_context(&info);
  if (state->context) state->host = lws_create_vhost(state->context, &info);
  if (!state->host)
    return measure::fail(
        measure::ErrorCode::Usage,
        fmt::format("--port {}: cannot be listened on; another program has it, or it is not allowed. Take another one, or 0",
                    options.port));
  state->timer.state = state.get();
  lws_sul_schedule(state->context, 0, &state->timer.of_library, State::timed, kGlance);
  state->thread = std::thread([running = state.get()] {
    while (!running->stop) lws_service(running->context, 0);
  });
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::~Server() = default;
std::uint16_t Server::port() const { return static_cast<std::uint16_t>(lws_get_vhost_listen_port(state_->host)); }
void Server::wake() {
  state_->news = true;
  lws_cancel_service(state_->context);
}

}  // namespace app::web
