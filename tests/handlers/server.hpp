// SPDX-License-Identifier: BSL-1.0
// A server on the loopback whose answers a test writes itself, byte by byte if it likes. It counts
// what it was asked and what it has sent.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace handlers_test {

struct request {
  std::string method{};
  std::string target{};
  std::map<std::string, std::string> headers{};  ///< names in lower case
  std::string body{};

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
  /// The first and the last byte that are asked for.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> range() const {
    const std::string value = header("range");
    if (value.rfind("bytes=", 0) != 0) return {-1, -1};
    const std::size_t dash = value.find('-');
    return {std::stoll(value.substr(6, dash - 6)), std::stoll(value.substr(dash + 1))};
  }
};

/// One connection, as an answer sees it.
class wire {
 public:
  wire(int socket, SSL_CTX* secrets) : socket_(socket) {
    if (secrets == nullptr) return;
    tls_.reset(SSL_new(secrets));
    SSL_set_fd(tls_.get(), socket);
    open_ = SSL_accept(tls_.get()) == 1;
  }
  wire(const wire&) = delete;
  wire& operator=(const wire&) = delete;
  ~wire() { ::close(socket_); }

  [[nodiscard]] bool is_open() const { return open_; }
  bool send(std::string_view bytes) {
    while (open_ && !bytes.empty()) {
      const auto done = tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                             : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (done <= 0) return open_ = false;
      bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return open_;
  }
  /// More bytes; empty if there will be none.
  std::string receive() {
    char buffer[16384];
    const auto got = tls_ ? SSL_read(tls_.get(), buffer, sizeof buffer)
                          : ::recv(socket_, buffer, sizeof buffer, 0);
    if (got <= 0) {
      open_ = false;
      return {};
    }
    return std::string(buffer, static_cast<std::size_t>(got));
  }
  /// Until the other side has gone, or the server ends.
  void wait_for_end() {
    while (!receive().empty()) continue;
  }
  void cut() {
    ::shutdown(socket_, SHUT_RDWR);
    open_ = false;
  }

 private:
  struct frees {
    void operator()(SSL* each) const { SSL_free(each); }
  };
  int socket_;
  std::unique_ptr<SSL, frees> tls_{};
  bool open_ = true;
};

class server {
 public:
  using answerer = std::function<void(wire&, const request&)>;

  /// With a certificate and its key, both in files, it speaks TLS.
  explicit server(answerer answer, const std::string& certificate = {}, const std::string& key = {})
      : answer_(std::move(answer)) {
    if (!certificate.empty()) {
      secrets_.reset(SSL_CTX_new(TLS_server_method()));
      if (SSL_CTX_use_certificate_file(secrets_.get(), certificate.c_str(), SSL_FILETYPE_PEM) !=
              1 ||
          SSL_CTX_use_PrivateKey_file(secrets_.get(), key.c_str(), SSL_FILETYPE_PEM) != 1)
        throw std::runtime_error("no certificate for the server");
    }
    listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    if (::bind(listening_, reinterpret_cast<sockaddr*>(&at), size) != 0 ||
        ::listen(listening_, 64) != 0 ||
        ::getsockname(listening_, reinterpret_cast<sockaddr*>(&at), &size) != 0)
      throw std::runtime_error("no socket for the server");
    port_ = ntohs(at.sin_port);
    accepting_ = std::jthread([this] { accept(); });
  }
  server(const server&) = delete;
  server& operator=(const server&) = delete;
  ~server() {
    ending_ = true;
    ::shutdown(listening_, SHUT_RDWR);
    accepting_.join();
    {
      const std::scoped_lock lock(mutex_);
      for (const int each : sockets_) ::shutdown(each, SHUT_RDWR);
    }
    serving_.clear();
    for (const int each : sockets_) ::close(each);
    ::close(listening_);
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url(const std::string& path = "/file") const {
    return (secrets_ ? "https://localhost:" : "http://127.0.0.1:") + std::to_string(port_) + path;
  }
  [[nodiscard]] int connections() const { return connections_; }
  [[nodiscard]] std::vector<request> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }
  /// Waits until so many requests have come.
  void await_requests(std::size_t count) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return requests_.size() >= count; });
  }

 private:
  void accept() {
    while (!ending_) {
      const int socket = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) continue;
      ++connections_;
      const std::scoped_lock lock(mutex_);
      sockets_.push_back(socket);
      serving_.emplace_back([this, socket] { serve(socket); });
    }
  }
  void serve(int socket) {
    // Here, and not for the whole process: the client's thread must see to itself.
    sigset_t broken_pipe;
    ::sigemptyset(&broken_pipe);
    ::sigaddset(&broken_pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    // Closed by the server's end only, so that no other file gets the number meanwhile.
    wire on(::dup(socket), secrets_.get());
    std::string pending;
    while (on.is_open()) {
      std::size_t head = 0;
      while ((head = pending.find("\r\n\r\n")) == pending.npos) {
        std::string more = on.receive();
        if (more.empty()) break;
        pending += more;
      }
      if (head == pending.npos) break;
      request asked = parse(pending.substr(0, head));
      pending.erase(0, head + 4);
      const std::string length = asked.header("content-length");
      const std::size_t wanted = length.empty() ? 0 : std::stoul(length);
      while (pending.size() < wanted) {
        std::string more = on.receive();
        if (more.empty()) break;
        pending += more;
      }
      asked.body = pending.substr(0, wanted);
      pending.erase(0, wanted);
      {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(asked);
      }
      changed_.notify_all();
      answer_(on, asked);
    }
    on.cut();
  }
  static request parse(const std::string& head) {
    request out;
    std::size_t at = head.find("\r\n");
    const std::string line = head.substr(0, at);
    const std::size_t first = line.find(' ');
    const std::size_t second = line.find(' ', first + 1);
    out.method = line.substr(0, first);
    out.target = line.substr(first + 1, second - first - 1);
    while (at != head.npos) {
      const std::size_t end = head.find("\r\n", at + 2);
      const std::string each = head.substr(at + 2, end == head.npos ? end : end - at - 2);
      const std::size_t colon = each.find(':');
      std::string name = each.substr(0, colon);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (colon != each.npos)
        out.headers[name] = each.substr(each.find_first_not_of(' ', colon + 1));
      at = end;
    }
    return out;
  }

  struct frees {
    void operator()(SSL_CTX* each) const { SSL_CTX_free(each); }
  };
  answerer answer_;
  std::unique_ptr<SSL_CTX, frees> secrets_{};
  int listening_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> ending_{false};
  std::atomic<int> connections_{0};
  mutable std::mutex mutex_;  ///< for all that follows
  mutable std::condition_variable changed_;
  std::vector<request> requests_;
  std::vector<int> sockets_;
  std::vector<std::jthread> serving_;
  std::jthread accepting_;
};

/// A file as a server keeps it, with what is to go wrong.
struct served_file {
  std::string bytes{};
  std::string etag = "\"v1\"";
  bool knows_ranges = true;
  std::atomic<std::int64_t> sent{0};  ///< bytes of it that were sent
  std::int64_t cut_after = -1;        ///< of an answer's body, the connection ends; -1: never

  void operator()(wire& to, const request& asked) {
    const auto all = static_cast<std::int64_t>(bytes.size());
    auto [first, last] = asked.range();
    const std::string fresh = asked.header("if-range");
    const bool part = knows_ranges && first >= 0 && (fresh.empty() || fresh == etag);
    if (part && first >= all) {
      to.send("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */" +
              std::to_string(all) + "\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (!part) first = 0;
    last = part ? std::min(last, all - 1) : all - 1;
    std::string head = part ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " +
                                  std::to_string(first) + '-' + std::to_string(last) + '/' +
                                  std::to_string(all) + "\r\n"
                            : "HTTP/1.1 200 OK\r\n";
    if (!etag.empty()) head += "ETag: " + etag + "\r\n";
    head += "Content-Length: " + std::to_string(last - first + 1) + "\r\n\r\n";
    to.send(head);
    std::int64_t count = last - first + 1;
    const bool cuts = cut_after >= 0 && cut_after < count;
    if (cuts) count = cut_after;
    to.send(std::string_view(bytes).substr(static_cast<std::size_t>(first),
                                           static_cast<std::size_t>(count)));
    sent += count;
    if (cuts) to.cut();
  }
};

/// Bytes that differ everywhere.
inline std::string numbered_bytes(std::size_t count) {
  std::string out;
  for (unsigned i = 0; out.size() < count; ++i) out += std::to_string(i * 2654435761U) + ' ';
  out.resize(count);
  return out;
}

}  // namespace handlers_test
