// Who may ask the web side for what. Pure: requests as plain values in, a role or a refusal out.
//   On this machine's own address everything is free; from anywhere else every request needs the token of a role. A foreign name in
//   `Host` is refused (DNS rebinding), and so is a question that another site's page sends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace app::web {

enum class Role { Watcher, Red, Blue, Referee };
inline constexpr std::array<Role, 4> kRoles{Role::Watcher, Role::Red, Role::Blue, Role::Referee};
[[nodiscard]] std::string_view word(Role role);

struct Request {
  std::string method, path;     // "GET", "/api/state"
  std::string token, after;     // of the query, decoded
  std::string language;         // `lang` of the query
  std::string accept_language;  // as the header says
  std::string peer;             // the address that asks
  std::string authorization;    // "Bearer .."
  std::string host, origin;     // as the headers say; empty: not there
  std::string fetch_site;       // Sec-Fetch-Site
  std::string last_event_id;    // header, or `last-event-id` of the query
  std::string content_length;   // as the header says
  std::string body;
  bool from_this_machine = false;  // the peer's address is a loopback one
};

/// An answer that says what is wrong and what to do.
struct Refusal {
  int status = 400;
  std::string error, fix;
};

/// Random and long, one for each role; whoever holds one has its role until it is revoked.
class Tokens {
 public:
  Tokens();
  [[nodiscard]] const std::string& of(Role role) const { return tokens_[static_cast<std::size_t>(role)]; }
  /// Nobody has the old one's role any more.
  void revoke(Role role);
  /// None: it is nobody's. Takes as long for a token that is nearly right.
  [[nodiscard]] std::optional<Role> role_of(std::string_view token) const;

 private:
  std::array<std::string, kRoles.size()> tokens_;
};

/// The longest body of a question, in bytes.
inline constexpr std::size_t kLongestBody = 64 * 1024;

/// What other machines call this one; empty where it has no name.
[[nodiscard]] std::vector<std::string> names_of_this_machine();

class Gate {
 public:
  /// `names`: what this machine is called, beside "localhost" and its addresses.
  Gate(Tokens tokens, bool shared, std::vector<std::string> names)
      : tokens_(std::move(tokens)), shared_(shared), names_(std::move(names)) {}

  /// The role that asks. Errors: 421 a foreign host, 401 no token or a wrong one, 403 another site's page, 413 too long a body, 400 a
  /// length that is no number.
  [[nodiscard]] tl::expected<Role, Refusal> admit(const Request& request) const;
  /// Does it name a token, in its address or its head?
  [[nodiscard]] static bool names_token(const Request& request) { return !token_in(request).empty(); }
  [[nodiscard]] bool shared() const { return shared_; }
  [[nodiscard]] Tokens& tokens() { return tokens_; }
  [[nodiscard]] const Tokens& tokens() const { return tokens_; }

 private:
  [[nodiscard]] bool ours(std::string_view host) const;
  [[nodiscard]] static std::string_view token_in(const Request& request);

  Tokens tokens_;
  bool shared_;
  std::vector<std::string> names_;
};

}  // namespace app::web
