// SPDX-License-Identifier: BSL-1.0
// Whom a handler may connect to.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

#include <pawl/handlers/address_guard.hpp>
#include <pawl/handlers/http_client.hpp>

#include "../support/catch.hpp"
#include "handlers/server.hpp"

using namespace pawl::handlers;
using namespace handlers_test;

namespace {

ip_address at(const std::string& spelled) {
  const auto parsed = parse_network(spelled);
  REQUIRE(parsed);
  return parsed->first;
}

struct listener : http_receiver {
  std::string body{};
  bool begin(const http_answer&) override { return true; }
  bool take(std::string_view bytes) override {
    body += bytes;
    return true;
  }
};

http_answer ask(const address_guard& guard, const std::string& url, unsigned redirects = 0,
                std::string* body = nullptr) {
  http_client client(guard, {});
  listener heard;
  auto answer = client.exchange({.url = url, .redirects = redirects}, {}, {}, heard);
  if (body != nullptr) *body = heard.body;
  return answer;
}

void say_ok(wire& to, const request&) { to.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"); }

static_assert(is_public({{8, 8, 8, 8}}) && is_public({{93, 184, 216, 34}}));
static_assert(!is_public({{127, 0, 0, 1}}) && !is_public({{169, 254, 169, 254}}));
static_assert(is_public({{0x26, 0x06, 0x47, 0}, true}));

}  // namespace

TEST_CASE("only addresses of the public Internet are permitted", "[SVC-18][DECK-30]") {
  const address_guard guard;
  for (const char* each : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "10.255.255.255",
                           "100.64.0.1",
                           "100.127.255.255",
                           "127.0.0.1",
                           "127.255.255.254",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.8",
                           "192.0.2.1",
                           "192.88.99.1",
                           "192.168.1.1",
                           "198.18.0.1",
                           "198.19.255.255",
                           "198.51.100.1",
                           "203.0.113.9",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "::127.0.0.1",
                           "::ffff:127.0.0.1",
                           "::ffff:8.8.8.8",
                           "::ffff:0:7f00:1",
                           "64:ff9b::7f00:1",
                           "64:ff9b::808:808",
                           "64:ff9b:1::1",
                           "100::1",
                           "2001::1",
                           "2001:db8::1",
                           "2001:20::1",
                           "2002:7f00:1::",
                           "2002:808:808::1",
                           "3fff::1",
                           "fc00::1",
                           "fd00::1",
                           "fdff::1",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1",
                           "5f00::1",
                           "4000::1"}) {
    INFO(each);
    CHECK_FALSE(guard.permits(at(each)));
  }
  for (const char* each :
       {"1.1.1.1",         "9.255.255.255",   "11.0.0.0",        "100.63.255.255",
        "100.128.0.0",     "126.255.255.255", "128.0.0.1",       "169.253.0.1",
        "172.15.255.255",  "172.32.0.0",      "192.0.1.1",       "192.167.0.1",
        "198.17.255.255",  "198.20.0.0",      "223.255.255.255", "2001:200::1",
        "2001:4860::8888", "2003::1",         "2606:4700::1111", "2a00::1"}) {
    INFO(each);
    CHECK(guard.permits(at(each)));
  }
}

TEST_CASE("a network that is named is permitted, and only that", "[SVC-18]") {
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_network("fd12:3456::/32").allow_network("10.1.2.3");
  CHECK(guard.permits(at("127.9.9.9")));
  CHECK(guard.permits(at("fd12:3456::7")));
  CHECK(guard.permits(at("10.1.2.3")));
  CHECK_FALSE(guard.permits(at("10.1.2.4")));
  CHECK_FALSE(guard.permits(at("fd12:3457::7")));
  // What carries an address of version 4 is another address.
  CHECK_FALSE(guard.permits(at("::ffff:127.0.0.1")));
  for (const char* each : {"", "10", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8x", "::/129", "a/8"}) {
    INFO(each);
    CHECK_THROWS_AS(guard.allow_network(each), std::invalid_argument);
  }
}

TEST_CASE("a socket is judged by its address and its port", "[SVC-18]") {
  sockaddr_storage room{};
  auto& to = reinterpret_cast<sockaddr_in&>(room);
  to.sin_family = AF_INET;
  ::inet_pton(AF_INET, "1.1.1.1", &to.sin_addr);
  const auto permits = [&](std::uint16_t port) {
    to.sin_port = htons(port);
    return address_guard{}.permits(reinterpret_cast<const sockaddr&>(room));
  };
  CHECK(permits(80));
  CHECK(permits(443));
  CHECK_FALSE(permits(22));
  CHECK_FALSE(permits(0));
  room.ss_family = AF_UNIX;
  CHECK_FALSE(address_guard{}.permits(reinterpret_cast<const sockaddr&>(room)));
}

TEST_CASE("every spelling of an inner address is refused before a connection",
          "[SVC-18][DECK-30]") {
  server inner(say_ok);
  const std::string port = ':' + std::to_string(inner.port()) + "/";
  address_guard guard;
  guard.allow_port(inner.port());
  // It is there for those who may: otherwise none of the refusals would mean anything.
  CHECK(ask(address_guard(guard).allow_network("127.0.0.0/8"), "http://127.0.0.1" + port).status ==
        200);
  const int before = inner.connections();
  for (const char* host : {"127.0.0.1",
                           "127.1",
                           "127.0.1",
                           "0x7f000001",
                           "0x7f.0.0.1",
                           "2130706433",
                           "017700000001",
                           "0177.0.0.1",
                           "localhost",
                           "LOCALHOST",
                           "0.0.0.0",
                           "0",
                           "[::1]",
                           "[::]",
                           "[::ffff:127.0.0.1]",
                           "[::ffff:7f00:1]",
                           "[0:0:0:0:0:ffff:127.0.0.1]",
                           "[::127.0.0.1]",
                           "[64:ff9b::7f00:1]",
                           "[2002:7f00:1::]",
                           "169.254.169.254",
                           "10.0.0.1",
                           "100.64.0.1",
                           "[fd00::1]",
                           "[fe80::1]",
                           "192.168.0.1",
                           "172.16.0.1",
                           "224.0.0.1",
                           "[ff02::1]"}) {
    INFO(host);
    const http_answer answer = ask(guard, "http://" + std::string(host) + port);
    CHECK((answer.end == exchange_end::address_refused || answer.end == exchange_end::url_refused));
  }
  CHECK(inner.connections() == before);
}

TEST_CASE("other schemes, ports and users are refused", "[SVC-18][DECK-30]") {
  server inner(say_ok);
  const std::string port = ':' + std::to_string(inner.port());
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(inner.port());
  for (const std::string& url : std::vector<std::string>{
           "ftp://127.0.0.1" + port, "file:///etc/passwd", "gopher://127.0.0.1" + port + "/_x",
           "dict://127.0.0.1" + port, "http://u@127.0.0.1" + port, "http://u:p@127.0.0.1" + port,
           "http://example.com@127.0.0.1" + port, "http://127.0.0.1:1/", "http://127.0.0.1:22/",
           "127.0.0.1" + port, "//127.0.0.1" + port, "http://", "", "javascript:1",
           "http://127.0.0.1" + port + "/a b", "http://127.0.0.1" + port + "/\r\nX: y",
           "http://127.0.0.1:99999/", "http://127.0.0.1" + port + "/" + std::string(9000, 'a'),
           "http://127.0.0.1" + port + std::string("/\0x", 3)}) {
    INFO(url);
    CHECK(ask(guard, url).end == exchange_end::url_refused);
  }
  CHECK(ask(address_guard(guard).require_https(), inner.url()).end == exchange_end::url_refused);
  CHECK(inner.connections() == 0);
}
