// SPDX-License-Identifier: BSL-1.0
// A server over a desk, and a client that talks to it over real connections, byte by byte.
#pragma once

#include <pawl/http/server.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "desk.hpp"

namespace http_test {

using runtime_test::convert;

inline const std::string good = R"({"input":{"document":"d1","source_uri":"s3://a"}})";

/// A client that sends what it is told and reads what comes.
class client {
 public:
  /// `window` is how much the system takes in for a client that does not read; 0: what it likes.
  explicit client(unsigned short port, int window = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (window != 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  }
  client(const client&) = delete;
  client& operator=(const client&) = delete;
  ~client() { ::close(socket_); }

  void send(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const auto done = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (done <= 0) return;  // refused before all was sent
      sent += static_cast<std::size_t>(done);
    }
  }
  /// Reads until a text has come, or the server has closed. At most ten seconds without a byte.
  std::string read_until(const std::string& what) {
    while (received_.find(what) == received_.npos) {
      pollfd ready{socket_, POLLIN, 0};
      if (::poll(&ready, 1, 10'000) <= 0) break;
      char bytes[4096];
      const auto got = ::recv(socket_, bytes, sizeof bytes, 0);
      if (got <= 0) {
        closed_ = true;
        break;
      }
      received_.append(bytes, static_cast<std::size_t>(got));
    }
    return received_;
  }
  std::string read_to_the_end() { return read_until("\x01 never sent \x02"); }
  [[nodiscard]] bool closed() const { return closed_; }
  void forget() { received_.clear(); }

 private:
  int socket_;
  std::string received_;
  bool closed_ = false;
};

struct served : desk<convert> {
  http::server server;

  explicit served(http::server_options options = {}, http::api_options api_options = {})
      : desk<convert>(std::move(api_options)), server(api, std::move(options)) {
    const auto started = server.start();
    INFO((started ? "" : started.error()));
    REQUIRE(started);
  }
  static std::string request(const std::string& line, const std::string& body = {},
                             const std::string& more = {}) {
    std::string out =
        line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admin\r\n" + more;
    if (!body.empty())
      out += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
             "\r\n";
    return out + "\r\n" + body;
  }
  /// The status that is answered to these bytes.
  std::string status_of(const std::string& bytes) {
    client each(server.port());
    each.send(bytes);
    const std::string answer = each.read_until("\r\n");
    return answer.substr(0, 12);
  }
};

}  // namespace http_test
