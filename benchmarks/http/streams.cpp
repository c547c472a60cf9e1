// SPDX-License-Identifier: BSL-1.0
// Clients of event streams for ./dev bench http.
// Usage: bench_http_streams follow <port> <streams> <rounds> <pid of the server>
//            opens them, makes one event after the other, and prints in microseconds how long after
//            its commit was asked for an event came (median, 99th percentile, longest), and how
//            many bytes of memory a stream costs the server
//        bench_http_streams stall <port> <streams> <pid of the server>
//            opens them and never reads; says when they stand, and ends with its input
//        bench_http_streams dawdle <port> <connections> <pid of the server>
//            opens them and sends each a byte of a header every four seconds; says when they stand,
//            and ends with its input
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

void demand(bool kept, const char* what) {
  if (kept) return;
  std::fprintf(stderr, "bench_http_streams: %s\n", what);
  std::exit(1);
}

int connect_to(int port, int window) {
  const int out = ::socket(AF_INET, SOCK_STREAM, 0);
  if (window != 0) ::setsockopt(out, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  demand(::connect(out, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0, "cannot connect");
  return out;
}
void ask(int at, const std::string& line, const std::string& body = {}) {
  std::string bytes = line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer bench\r\n";
  if (!body.empty())
    bytes +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  bytes += "\r\n" + body;
  demand(::send(at, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()),
         "cannot send");
}
std::string read_until(int from, const std::string& what) {
  std::string out;
  char bytes[65'536];
  while (out.find(what) == out.npos) {
    const ssize_t got = ::recv(from, bytes, sizeof bytes, 0);
    demand(got > 0, "the server has closed");
    out.append(bytes, static_cast<std::size_t>(got));
  }
  return out;
}
/// Submits a job and cancels it; the time is when the cancellation was asked for. What is measured
/// from then on has the commit in it: its answer may come later than its event.
clock_type::time_point make_event(int at) {
  ask(at, "POST /v1/jobs/acme.report.v1", R"({"input":{"customer":"ALFKI","year":2026}})");
  const std::string made = read_until(at, "\"statusUrl\":\"");
  const std::string rest = made.ends_with('}') ? made : made + read_until(at, "}");
  const std::size_t url = rest.find("\"statusUrl\":\"") + 13;
  const auto now = clock_type::now();
  ask(at, "POST " + rest.substr(url, rest.find('"', url) - url) + "/cancel");
  const std::string head = read_until(at, "\r\n\r\n");
  demand(head.starts_with("HTTP/1.1 200"), "a job was not cancelled");
  if (!head.ends_with('}')) read_until(at, "}");
  return now;
}
long resident_kilobytes(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
}

int follow(int port, std::size_t count, int rounds, const std::string& pid) {
  const int control = connect_to(port, 0);
  make_event(control);
  const long before = resident_kilobytes(pid);
  std::vector<int> streams;
  const int poller = ::epoll_create1(0);
  for (std::size_t i = 0; i < count; ++i) {
    streams.push_back(connect_to(port, 0));
    ask(streams.back(), "GET /v1/events?from=now");
    read_until(streams.back(), "\r\n\r\n");
    epoll_event ready{.events = EPOLLIN, .data = {.u64 = i}};
    ::epoll_ctl(poller, EPOLL_CTL_ADD, streams.back(), &ready);
  }
  std::vector<double> late;
  for (int round = 0; round < rounds; ++round) {
    // Both, the submission and the cancellation, come; the last of them counts.
    std::vector<std::string> seen(count);
    std::size_t left = count;
    const auto committed = make_event(control);
    while (left != 0) {
      epoll_event ready[256];
      const int some = ::epoll_wait(poller, ready, 256, 10'000);
      demand(some > 0, "an event did not come");
      const auto now = clock_type::now();
      for (int i = 0; i < some; ++i) {
        const std::size_t which = ready[i].data.u64;
        char bytes[4096];
        const ssize_t got = ::recv(streams[which], bytes, sizeof bytes, 0);
        demand(got > 0, "a stream has ended");
        std::string& all = seen[which];
        const bool had = all.find("\"to\":\"canceled\"") != all.npos;
        all.append(bytes, static_cast<std::size_t>(got));
        if (had || all.find("\"to\":\"canceled\"") == all.npos) continue;
        --left;
        late.push_back(std::chrono::duration<double, std::micro>(now - committed).count());
      }
    }
  }
  const long after = resident_kilobytes(pid);
  std::sort(late.begin(), late.end());
  std::printf("%.0f %.0f %.0f %ld\n", late[late.size() / 2], late[late.size() * 99 / 100],
              late.back(), (after - before) * 1024 / static_cast<long>(count));
  return 0;
}

/// Ticks that the server has worked.
long work_of(const std::string& pid) {
  std::ifstream from("/proc/" + pid + "/stat");
  std::string line;
  std::getline(from, line);
  line.erase(0, line.rfind(')') + 2);
  long user = 0;
  long system = 0;
  std::sscanf(line.c_str(), "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
  return user + system;
}
/// Returns when the server has done all that it can for those who have just come.
void wait_until_idle(const std::string& pid) {
  for (int idle = 0; idle < 4;) {
    const long before = work_of(pid);
    ::usleep(500'000);
    idle = work_of(pid) - before <= 1 ? idle + 1 : 0;
  }
}
void say_that_they_stand() {
  std::puts("they stand");
  std::fflush(stdout);
}

int stall(int port, std::size_t count, const std::string& pid) {
  const int control = connect_to(port, 0);
  for (int i = 0; i < 1500; ++i) make_event(control);
  std::vector<int> streams;
  for (std::size_t i = 0; i < count; ++i) {
    streams.push_back(connect_to(port, 4096));
    ask(streams.back(), "GET /v1/events");
  }
  wait_until_idle(pid);
  say_that_they_stand();
  std::getchar();
  return 0;
}

int dawdle(int port, std::size_t count, const std::string& pid) {
  std::vector<int> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(connect_to(port, 0));
    const std::string begun = "GET /v1/jobs HTTP/1.1\r\nX-Slow: ";
    ::send(all.back(), begun.data(), begun.size(), MSG_NOSIGNAL);
  }
  wait_until_idle(pid);
  say_that_they_stand();
  // A part of them each time, so that all have sent a byte after four seconds.
  for (std::size_t next = 0;;) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 40) > 0) return 0;
    for (std::size_t i = 0; i < count / 100; ++i, ++next)
      ::send(all[next % count], "x", 1, MSG_NOSIGNAL);
  }
}

}  // namespace

int main(int argc, char** argv) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "follow" && argc == 6)
    return follow(std::stoi(argv[2]), std::stoul(argv[3]), std::stoi(argv[4]), argv[5]);
  if (what == "stall" && argc == 5) return stall(std::stoi(argv[2]), std::stoul(argv[3]), argv[4]);
  if (what == "dawdle" && argc == 5)
    return dawdle(std::stoi(argv[2]), std::stoul(argv[3]), argv[4]);
  return 2;
}
