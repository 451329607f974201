#include "app/web/gate.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace app::web {
namespace {

constexpr std::size_t kTokenBytes = 18;  // 144 bits, 24 signs

std::string random_token() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) throw std::runtime_error("libsodium finds no source of randomness");
  std::array<unsigned char, kTokenBytes> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  std::string out(sodium_base64_ENCODED_LEN(kTokenBytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
  sodium_bin2base64(out.data(), out.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  out.pop_back();
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  return out;
}

/// "example.org:80" and "[::1]:80" without the port.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    return end == std::string_view::npos ? std::string_view() : host.substr(1, end - 1);
  }
  return host.substr(0, host.rfind(':'));
}

bool is_address(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  return inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1;
}

}  // namespace

std::string_view word(Role role) {
  switch (role) {
    case Role::Watcher: return "watcher";
    case Role::Red: return "red";
    case Role::Blue: return "blue";
    case Role::Referee: return "referee";
  }
  return "";
}

Tokens::Tokens() { std::ranges::generate(tokens_, random_token); }

void Tokens::revoke(Role role) { tokens_[static_cast<std::size_t>(role)] = random_token(); }

std::optional<Role> Tokens::role_of(std::string_view token) const {
  std::optional<Role> found;
  for (const Role role : kRoles) {
    const std::string& own = of(role);
    if (token.size() == own.size() && sodium_memcmp(token.data(), own.data(), own.size()) == 0) found = role;
  }
  return found;
}

std::vector<std::string> names_of_this_machine() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::string own = name.data();
  return {own, own + ".local"};
}

/// An attacker's page may have any name point at this machine, but no address: pages that were reached by an address came from it.
bool Gate::ours(std::string_view host) const {
  const std::string name = lower(without_port(host));
  if (name == "localhost") return true;
  if (!shared_) return name == "127.0.0.1" || name == "::1";
  return is_address(name) || std::ranges::find(names_, name) != names_.end();
}

std::string_view Gate::token_in(const Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view bearer = request.authorization;
  return bearer.starts_with(kBearer) ? bearer.substr(kBearer.size()) : std::string_view(request.token);
}

tl::expected<Role, Refusal> Gate::admit(const Request& request) const {
  const auto refuse = [](int status, std::string error, std::string fix) {
    return tl::unexpected(Refusal{status, std::move(error), std::move(fix)});
  };
  if (!ours(request.host)) return refuse(421, "this host is not served here", "ask for it by the address that the program printed");
  std::optional<Role> role = request.from_this_machine ? std::optional(Role::Referee) : std::nullopt;
  const std::string_view token = token_in(request);
  if (!token.empty() || !role) {
    role = tokens_.role_of(token);
    if (!role)
      return refuse(401, token.empty() ? "a token is needed" : "this token is not valid, or not any more",
                    "open the address with ?token= that the table shows");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    const bool cross = request.fetch_site == "cross-site" || (!request.origin.empty() && request.origin != "http://" + request.host);
    if (cross) return refuse(403, "another site's page may not ask here", "ask from this site's own pages, or from a program");
    std::size_t length = 0;
    const std::string& said = request.content_length;
    const auto [end, problem] = std::from_chars(said.data(), said.data() + said.size(), length);
    if (!said.empty() && (problem != std::errc() || end != said.data() + said.size()))
      return refuse(400, "Content-Length is no number", "send the length of the body in bytes");
    if (length > kLongestBody || request.body.size() > kLongestBody) return refuse(413, "the question is too long", "send at most 64 KiB");
  }
  return *role;
}

}  // namespace app::web
