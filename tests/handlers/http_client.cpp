// SPDX-License-Identifier: BSL-1.0
// What downloads and webhooks ask with.
#include <signal.h>

#include <pawl/handlers/http_client.hpp>

#include "../support/catch.hpp"
#include "handlers/server.hpp"

using namespace pawl::handlers;
using namespace handlers_test;

namespace {

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

/// Sets variables of the environment for as long as it lives.
struct with_environment {
  std::string name;
  with_environment(std::string n, const std::string& value) : name(std::move(n)) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  ~with_environment() { ::unsetenv(name.c_str()); }
};

}  // namespace

TEST_CASE("a proxy of the environment is not used", "[SVC-18][DECK-30]") {
  server proxy(say_ok);
  server inner(say_ok);
  const std::string address = "http://127.0.0.1:" + std::to_string(proxy.port());
  const with_environment one("http_proxy", address);
  const with_environment all("ALL_PROXY", address);
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(inner.port()).allow_port(proxy.port());
  CHECK(ask(guard, inner.url()).status == 200);
  CHECK(proxy.connections() == 0);
}

TEST_CASE("redirects are not followed unless asked for", "[SVC-18]") {
  server target(say_ok);
  server first([&](wire& to, const request&) {
    to.send("HTTP/1.1 302 Found\r\nLocation: " + target.url() + "\r\nContent-Length: 0\r\n\r\n");
  });
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(first.port()).allow_port(target.port());
  CHECK(ask(guard, first.url()).status == 302);
  CHECK(target.connections() == 0);
  std::string body;
  CHECK(ask(guard, first.url(), 1, &body).status == 200);
  CHECK(body == "ok");
  CHECK(target.connections() == 1);
}

TEST_CASE("each hop of a redirect is judged, and there are few", "[SVC-18]") {
  server inner(say_ok);
  std::string location;
  server first([&](wire& to, const request&) {
    to.send("HTTP/1.1 307 Temporary Redirect\r\nLocation: " + location +
            "\r\nContent-Length: 0\r\n\r\n");
  });
  address_guard guard;
  guard.allow_network("127.0.0.1").allow_port(first.port());
  const std::string port = ':' + std::to_string(inner.port()) + '/';
  const auto led_to = [&](const std::string& to) {
    location = to;
    return ask(guard, first.url(), 3).end;
  };
  CHECK(led_to("http://127.0.0.1" + port) == exchange_end::redirect_refused);  // the port
  CHECK(led_to("file:///etc/passwd") == exchange_end::redirect_refused);
  CHECK(led_to("http://u:p@127.0.0.1" + port) == exchange_end::redirect_refused);
  CHECK(led_to("") == exchange_end::redirect_refused);
  CHECK(led_to("/again") == exchange_end::redirect_refused);  // a circle
  guard.allow_port(inner.port());
  CHECK(led_to("http://[::ffff:127.0.0.1]" + port) == exchange_end::address_refused);
  CHECK(led_to("http://127.0.0.2" + port) == exchange_end::address_refused);
  CHECK(inner.connections() == 0);
  CHECK(led_to("http://127.0.0.1" + port) == exchange_end::answered);
}

TEST_CASE("an answer without an end to its head is nonsense", "[SVC-18]") {
  server endless([](wire& to, const request&) {
    to.send("HTTP/1.1 200 OK\r\n");
    while (to.send("X-More: " + std::string(1000, 'x') + "\r\n")) continue;
  });
  server noise([](wire& to, const request&) {
    to.send("\x16\x03\x01 this is not HTTP at all\r\n\r\n");
    to.cut();
  });
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(endless.port()).allow_port(noise.port());
  CHECK(ask(guard, endless.url()).end == exchange_end::nonsense);
  CHECK(ask(guard, noise.url()).end == exchange_end::nonsense);
}

TEST_CASE("the head of an answer is read", "[SVC-18]") {
  server source([](wire& to, const request&) {
    to.send(
        "HTTP/1.1 100 Continue\r\nETag: \"no\"\r\n\r\nHTTP/1.1 503 Busy\r\nETag:  \"v1\" \r\n"
        "rEtRy-AfTeR: 12\r\nContent-Length: 0\r\n\r\n");
  });
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(source.port());
  const http_answer answer = ask(guard, source.url());
  CHECK(answer.status == 503);
  CHECK(answer.header("etag") == "\"v1\"");
  CHECK(answer.header("nothing").empty());
  CHECK(answer.asked_wait() == std::chrono::seconds{12});
  for (const char* each :
       {"", "-1", "1.5", "12 s", "Fri, 31 Dec 1999 23:59:59 GMT", "99999999999999999999"}) {
    const http_answer other{.headers = {{"retry-after", each}}};
    CHECK(other.asked_wait() == std::chrono::seconds{0});
  }
}

TEST_CASE("a broken pipe does not end the process, and does not come later", "[SVC-18][DECK-30]") {
  // As TLS would be told that its peer is gone.
  struct : http_receiver {
    bool begin(const http_answer&) override { return ::raise(SIGPIPE) == 0; }
    bool take(std::string_view) override { return true; }
  } breaks;
  server source(say_ok);
  address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(source.port());
  CHECK(http_client(guard, {}).exchange({.url = source.url()}, {}, {}, breaks).status == 200);
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  CHECK(::sigismember(&now, SIGPIPE) == 0);
  ::sigpending(&now);
  CHECK(::sigismember(&now, SIGPIPE) == 0);
}
