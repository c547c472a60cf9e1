// SPDX-License-Identifier: BSL-1.0
// What stands between a store and its server, and does to their connection what networks do. It
// reads the messages that pass, so that it strikes at a chosen moment: what a client sends until it
// waits for answers is a flight, and a fault belongs to one flight.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace support {

enum class fault : unsigned char {
  none,
  cut_before,      ///< the flight never arrives, and both ends are closed
  cut_after,       ///< the server has answered it; the answer never arrives
  reset,           ///< likewise, and the client is told by a reset
  silence_before,  ///< from this flight on nothing passes, and no end is closed
  silence_after,   ///< the flight arrives, and nothing passes any more
  late,            ///< the client is cut; the flight arrives when the client has long gone on
  delay,           ///< the answer takes its time, and arrives
  fragments,       ///< from here on each byte goes alone
  refuse,          ///< as cut_before, and for a while nothing listens
  one_less,        ///< of the answers to the flight's statements one never arrives
  one_more,        ///< one of them arrives twice
  strike           ///< `on_strike` is called, then the flight goes on
};

class proxy {
 public:
  explicit proxy(std::string server) : server_(std::move(server)) {
    listen(0);
    if (::pipe(wake_) != 0) throw std::runtime_error("no pipe");
    thread_ = std::thread([this] { run(); });
  }
  proxy(const proxy&) = delete;
  proxy& operator=(const proxy&) = delete;
  ~proxy() {
    tell('q');
    thread_.join();
    for (link& each : links_) each.close();
    if (listener_ >= 0) ::close(listener_);
    for (const int each : wake_) ::close(each);
  }

  [[nodiscard]] int port() const { return port_; }
  /// The fault comes with the so-many-th flight from now, of whichever connection.
  void arm(fault what, int flight) {
    const std::scoped_lock lock(mutex_);
    armed_ = what;
    left_ = flight;
    flights_ = 0;
    fired_ = false;
  }
  /// Whether it came; disarms it if not.
  bool has_struck() {
    const std::scoped_lock lock(mutex_);
    armed_ = fault::none;
    return fired_;
  }
  /// Flights since it was armed.
  [[nodiscard]] int flights() {
    const std::scoped_lock lock(mutex_);
    return flights_;
  }
  /// From now on the statements that are executed are noted.
  void record() {
    const std::scoped_lock lock(mutex_);
    records_ = true;
    recorded_.clear();
    recorded_flights_ = 0;
  }
  /// The statements of all flights since then, in their order, and how many flights those were.
  std::vector<std::string> recorded(int& flights) {
    const std::scoped_lock lock(mutex_);
    records_ = false;
    flights = recorded_flights_;
    return std::move(recorded_);
  }
  /// What was held back by `late` arrives now; what was silent is closed. Returns when the server
  /// has done with all of it.
  void heal() {
    tell('h');
    while (healed_ != asked_) std::this_thread::yield();
  }
  /// Whether nothing passes on any connection, old or new; those from then are closed at its end.
  void be_silent(bool is) {
    is_silent_ = is;
    if (!is) heal();
  }
  /// The server says that it is of this version, from now on: as long as its own, with blanks.
  void claim_version(std::string version) {
    const std::scoped_lock lock(mutex_);
    version_ = std::move(version);
  }
  std::function<void()> on_strike{};  ///< called by the proxy's thread

 private:
  using clock = std::chrono::steady_clock;

  struct link {
    int client = -1;
    int server = -1;
    std::string flight{};     ///< what the client has sent, up to where it waits
    std::string to_client{};  ///< what is held back
    std::map<std::string, std::string> parsed{};  ///< statements, by their names
    std::string bound{};                          ///< the statement that is executed next
    std::string answers{};  ///< of the server, as far as they are not looked through
    bool is_begun = false;  ///< the first message has no type
    bool is_silent = false;
    bool is_late = false;
    bool drops_answer = false;
    bool resets = false;
    bool in_fragments = false;
    fault recounts = fault::none;  ///< how many answers the next flight has
    clock::time_point holds_until{};

    void close() {
      for (int* const each : {&client, &server}) {
        if (*each >= 0) ::close(*each);
        *each = -1;
      }
    }
    void close_client(bool by_reset) {
      const linger none{1, 0};
      if (by_reset) ::setsockopt(client, SOL_SOCKET, SO_LINGER, &none, sizeof none);
      ::close(client);
      client = -1;
    }
  };

  void listen(int port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    socklen_t size = sizeof at;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&at), size) != 0 ||
        ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size) != 0)
      throw std::runtime_error("the proxy cannot listen");
    port_ = ntohs(at.sin_port);
  }
  void tell(char what) {
    if (what == 'h') ++asked_;
    static_cast<void>(!::write(wake_[1], &what, 1));
  }

  void run() {
    while (true) {
      std::vector<pollfd> all{{wake_[0], POLLIN, 0}};
      if (listener_ >= 0) all.push_back({listener_, POLLIN, 0});
      for (const link& each : links_) {
        if (each.client >= 0) all.push_back({each.client, POLLIN, 0});
        if (each.server >= 0) all.push_back({each.server, POLLIN, 0});
      }
      const bool is_waiting = listener_ < 0 || holds_something();
      ::poll(all.data(), all.size(), is_waiting ? 5 : -1);
      for (const pollfd& each : all) {
        if (each.revents == 0) continue;
        if (each.fd == wake_[0]) {
          char what = 0;
          if (::read(wake_[0], &what, 1) == 1 && what == 'q') return;
          if (what == 'h') heal_all();
        } else if (each.fd == listener_) {
          accept();
        } else {
          for (link& one : links_) {
            if (one.client == each.fd)
              from_client(one);
            else if (one.server == each.fd)
              from_server(one);
          }
        }
      }
      let_go();
      links_.remove_if([](const link& each) { return each.client < 0 && each.server < 0; });
      end_healing();
    }
  }
  [[nodiscard]] bool holds_something() const {
    for (const link& each : links_)
      if (!each.to_client.empty()) return true;
    return false;
  }
  /// What has waited long enough.
  void let_go() {
    if (listener_ < 0 && clock::now() >= listens_again_) listen(port_);
    for (link& each : links_) {
      if (each.to_client.empty() || clock::now() < each.holds_until) continue;
      pass(each, each.client, std::exchange(each.to_client, {}));
    }
  }
  void heal_all() {
    for (link& each : links_) {
      if (each.is_late) {
        pass(each, each.server, std::exchange(each.flight, {}));
        each.is_late = false;
        each.drops_answer = true;
      } else if (each.is_silent) {
        each.close();
      }
    }
    is_healing_ = true;
  }
  void end_healing() {
    for (const link& each : links_)
      if (each.is_silent || each.is_late || each.drops_answer) return;
    if (std::exchange(is_healing_, false)) healed_ = asked_.load();
  }

  void accept() {
    link one;
    one.client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (one.client < 0) return;
    one.server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::strncpy(at.sun_path, server_.c_str(), sizeof at.sun_path - 1);
    const int yes = 1;
    ::setsockopt(one.client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (::connect(one.server, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0)
      one.close();
    else
      links_.push_back(std::move(one));
  }
  static bool read_some(int from, std::string& to) {
    char buffer[65536];
    const ssize_t got = ::recv(from, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return false;
    to.append(buffer, static_cast<std::size_t>(got));
    return true;
  }
  void pass(link& of, int to, const std::string& bytes) {
    if (to < 0) return;
    const std::size_t piece = of.in_fragments ? 1 : bytes.size();
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min(piece, bytes.size() - at);
      const ssize_t sent = ::send(to, bytes.data() + at, size, MSG_NOSIGNAL);
      if (sent <= 0) return;  // the reading side will find it closed
      at += static_cast<std::size_t>(sent);
    }
  }
  static std::size_t length_at(const std::string& bytes, std::size_t at) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + at, sizeof length);
    return ntohl(length);
  }
  /// Where the first flight ends, and with which message; 0 if it has not come yet as a whole.
  static std::size_t end_of_flight(link& of, char& type) {
    std::size_t at = 0;
    if (!of.is_begun) {
      if (of.flight.size() < 4 || of.flight.size() < length_at(of.flight, 0)) return 0;
      of.is_begun = true;
      type = 0;
      return length_at(of.flight, 0);
    }
    while (at + 5 <= of.flight.size()) {
      const std::size_t next = at + 1 + length_at(of.flight, at + 1);
      if (next > of.flight.size()) return 0;
      // Sync, a simple query, a password, or the end.
      type = of.flight[at];
      at = next;
      if (type == 'S' || type == 'Q' || type == 'p' || type == 'X') return at;
    }
    return 0;
  }
  void from_client(link& of) {
    if (!read_some(of.client, of.flight)) {
      if (of.is_silent || of.is_late) {
        ::close(std::exchange(of.client, -1));
        return;
      }
      of.close();
      return;
    }
    of.is_silent = of.is_silent || is_silent_;
    if (of.is_silent) return;
    char type = 0;
    while (const std::size_t end = end_of_flight(of, type)) {
      if (type == 'S') note_statements(of, end);
      if (type == 'S' && strike(of, end)) return;
      pass(of, of.server, of.flight.substr(0, end));
      of.flight.erase(0, end);
    }
  }
  void note_statements(link& of, std::size_t end) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t at = 0; at < end; at += 1 + length_at(of.flight, at + 1)) {
      // Two texts, each ended by a zero: a name and what it is for.
      const char* const first = of.flight.data() + at + 5;
      const char* const second = first + std::strlen(first) + 1;
      if (of.flight[at] == 'P') of.parsed[first] = second;
      if (of.flight[at] == 'B') of.bound = of.parsed[second];
      if (of.flight[at] == 'E' && records_) recorded_.push_back(of.bound);
    }
    if (records_) ++recorded_flights_;
  }
  /// True if the flight does not go on.
  bool strike(link& of, std::size_t end) {
    fault what = fault::none;
    {
      const std::scoped_lock lock(mutex_);
      ++flights_;
      if (armed_ == fault::none || --left_ != 0) return false;
      what = std::exchange(armed_, fault::none);
      fired_ = true;
    }
    switch (what) {
      case fault::none:
        return false;
      case fault::refuse:
        ::close(std::exchange(listener_, -1));
        listens_again_ = clock::now() + std::chrono::milliseconds{150};
        [[fallthrough]];
      case fault::cut_before:
        of.close();
        return true;
      case fault::reset:
        of.resets = true;
        [[fallthrough]];
      case fault::cut_after:
        of.drops_answer = true;
        return false;
      case fault::silence_before:
        of.is_silent = true;
        return true;
      case fault::silence_after:
        pass(of, of.server, of.flight.substr(0, end));
        of.is_silent = true;
        return true;
      case fault::late:
        of.is_late = true;
        of.close_client(false);
        return true;
      case fault::delay:
        of.holds_until = clock::now() + std::chrono::milliseconds{100};
        return false;
      case fault::fragments:
        of.in_fragments = true;
        return false;
      case fault::one_less:
      case fault::one_more:
        of.recounts = what;
        return false;
      case fault::strike:
        on_strike();
        return false;
    }
    return false;
  }
  void from_server(link& of) {
    std::string came;
    if (!read_some(of.server, came)) {
      if (of.is_silent)
        ::close(std::exchange(of.server, -1));
      else
        of.close();
      return;
    }
    of.is_silent = of.is_silent || is_silent_;
    if (of.is_silent || of.is_late) return;
    if (of.drops_answer) {
      of.answers += came;
      // Until it waits for the next flight: all of this one is done then.
      while (of.answers.size() >= 5) {
        const std::size_t next = 1 + length_at(of.answers, 1);
        if (of.answers.size() < next) return;
        const bool is_ready = of.answers[0] == 'Z';
        of.answers.erase(0, next);
        if (!is_ready) continue;
        if (of.client >= 0) of.close_client(of.resets);
        of.close();
        return;
      }
      return;
    }
    if (of.recounts != fault::none) {
      of.answers += came;
      if (!recount(of)) return;
      came = std::exchange(of.answers, {});
    }
    change_version(came);
    if (clock::now() < of.holds_until || !of.to_client.empty())
      of.to_client += came;
    else
      pass(of, of.client, came);
  }

  /// When all answers to a flight are here, takes the first of them away, or repeats it.
  static bool recount(link& of) {
    std::string& all = of.answers;
    std::size_t first = std::string::npos;
    std::size_t size = 0;
    bool is_all = false;
    for (std::size_t at = 0; at + 5 <= all.size() && !is_all;) {
      const std::size_t next = at + 1 + length_at(all, at + 1);
      if (next > all.size()) return false;
      // From the values that are bound to the end of the command.
      if (all[at] == '2' && size == 0) first = at;
      if (all[at] == 'C' && size == 0) size = next - first;
      is_all = all[at] == 'Z';
      at = next;
    }
    if (!is_all) return false;
    if (of.recounts == fault::one_less)
      all.erase(first, size);
    else
      all.insert(first, all.substr(first, size));
    of.recounts = fault::none;
    return true;
  }

  void change_version(std::string& came) {
    const std::scoped_lock lock(mutex_);
    if (version_.empty()) return;
    const std::string name = "server_version";
    const std::size_t at = came.find(name);
    if (at == std::string::npos) return;
    const std::size_t from = at + name.size() + 1;
    const std::size_t size = came.find('\0', from) - from;
    version_.resize(size, ' ');
    came.replace(from, size, version_);
  }

  std::string server_;
  int listener_ = -1;
  int port_ = 0;
  clock::time_point listens_again_{};
  int wake_[2]{-1, -1};
  std::list<link> links_{};  // the thread's own
  bool is_healing_ = false;
  std::atomic<bool> is_silent_{false};
  std::atomic<unsigned> asked_{0};
  std::atomic<unsigned> healed_{0};
  std::mutex mutex_;  // of what follows
  std::string version_{};
  fault armed_ = fault::none;
  int left_ = 0;
  int flights_ = 0;
  bool fired_ = false;
  bool records_ = false;
  std::vector<std::string> recorded_{};
  int recorded_flights_ = 0;
  std::thread thread_;
};

}  // namespace support
