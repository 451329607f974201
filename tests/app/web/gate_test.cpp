// Who may ask for what.
#include "app/web/gate.h"

#include <gmock/gmock.h>

namespace gate_test {
namespace {

using namespace app::web;

Request from_here(const std::string& host = "127.0.0.1:8787") {
  Request out;
  out.method = "GET", out.path = "/", out.host = host, out.from_this_machine = true;
  return out;
}
Request from_elsewhere(const std::string& token) {
  Request out = from_here("192.168.1.20:8787");
  out.from_this_machine = false;
  out.token = token;
  return out;
}
int status_of(const Gate& gate, const Request& request) {
  const auto role = gate.admit(request);
  return role ? 200 : role.error().status;
}

TEST(Gate, OnThisMachineNoTokenIsNeeded) {
  const Gate gate(Tokens(), false, {});
  EXPECT_EQ(gate.admit(from_here()).value(), Role::Referee);
  for (const char* host : {"127.0.0.1", "localhost:8787", "LOCALHOST", "[::1]:8787"})
    EXPECT_EQ(status_of(gate, from_here(host)), 200) << host;
}

TEST(Gate, AForeignHostIsRefusedWhoeverAsks) {
  const Gate alone(Tokens(), false, {"hut"}), shared(Tokens(), true, {"hut", "hut.local"});
  for (const char* host : {"evil.example", "127.0.0.1.evil.example", "", "hut.local.evil.example:8787", "[::1", "localhost.evil"}) {
    EXPECT_EQ(status_of(alone, from_here(host)), 421) << host;
    EXPECT_EQ(status_of(shared, from_here(host)), 421) << host;
  }
  EXPECT_EQ(status_of(alone, from_here("192.168.1.20")), 421) << "nobody else is served";
  for (const char* host : {"192.168.1.20:8787", "Hut:8787", "hut.local"}) EXPECT_EQ(status_of(shared, from_here(host)), 200) << host;
}

TEST(Gate, ElsewhereTheTokenGivesTheRole) {
  Gate gate(Tokens(), true, {});
  for (const Role role : kRoles) EXPECT_EQ(gate.admit(from_elsewhere(gate.tokens().of(role))).value(), role);
  EXPECT_EQ(status_of(gate, from_elsewhere("")), 401);
  EXPECT_EQ(status_of(gate, from_elsewhere("guess")), 401);
  Request bearer = from_elsewhere("");
  bearer.authorization = "Bearer " + gate.tokens().of(Role::Blue);
  EXPECT_EQ(gate.admit(bearer).value(), Role::Blue);
  const std::string old = gate.tokens().of(Role::Red);
  gate.tokens().revoke(Role::Red);
  EXPECT_EQ(status_of(gate, from_elsewhere(old)), 401) << "it has been revoked";
  EXPECT_EQ(status_of(gate, from_elsewhere(gate.tokens().of(Role::Red))), 200);
}

TEST(Gate, TokensAreLongAndAllDifferent) {
  std::set<std::string> all;
  for (int i = 0; i < 100; ++i) {
    const Tokens tokens;
    for (const Role role : kRoles) all.insert(tokens.of(role));
  }
  EXPECT_EQ(all.size(), 400U);
  for (const std::string& token : all) EXPECT_EQ(token.size(), 24U);
}

TEST(Gate, AWrongTokenIsWrongOnThisMachineToo) {
  const Gate gate(Tokens(), false, {});
  Request request = from_here();
  request.token = "old";
  EXPECT_EQ(status_of(gate, request), 401);
}

TEST(Gate, AnotherSitesPageAsksNothing) {
  const Gate gate(Tokens(), false, {});
  Request request = from_here();
  request.method = "POST";
  EXPECT_EQ(status_of(gate, request), 200) << "a program names no origin";
  request.origin = "http://127.0.0.1:8787";
  EXPECT_EQ(status_of(gate, request), 200);
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:8787", "http://127.0.0.1:9999"}) {
    request.origin = origin;
    EXPECT_EQ(status_of(gate, request), 403) << origin;
  }
  request.origin.clear();
  request.fetch_site = "cross-site";
  EXPECT_EQ(status_of(gate, request), 403);
}

TEST(Gate, BodiesAreBounded) {
  const Gate gate(Tokens(), false, {});
  Request request = from_here();
  request.method = "POST";
  request.content_length = std::to_string(kLongestBody + 1);
  EXPECT_EQ(status_of(gate, request), 413);
  for (const char* length : {"-1", "ten", "1e3", "99999999999999999999999999"}) {
    request.content_length = length;
    EXPECT_EQ(status_of(gate, request), 400) << length;
  }
}

}  // namespace
}  // namespace gate_test
