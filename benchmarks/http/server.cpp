// SPDX-License-Identifier: BSL-1.0
// What ./dev bench http measures: a service behind its server, a server by hand beside it that says
// one and the same thing, and submissions without HTTP.
// Usage: bench_http_server jobs <database>            prints its address and the target of a job
//        bench_http_server constant <bytes of body>   prints its address
//        bench_http_server native <database> <threads> <seconds>   prints submissions a second
//        bench_http_server tokens <samples>           prints how far the times of wrong tokens
//        differ
// The first two end with their input.
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <random>
#include <thread>

#include <pawl/http/server.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "examples/jobs/service.hpp"

namespace {

using namespace std::chrono_literals;
using service_jobs::report_input;

struct report : service_jobs::report_job {
  outcome<service_jobs::report_output> operator()(context&, const report_input&) const {
    return service_jobs::report_output{"u"};
  }
};
const pawl::principal who{.tenant = "acme", .user = "ann", .organisation = {}};

template <class T, class E>
T must(pawl::expected<T, E> answer) {
  if (answer) return *std::move(answer);
  std::cerr << "bench_http_server: it failed\n";
  std::exit(1);
}
/// Nothing runs the jobs: what is measured is how they come in and are looked at.
auto open(const char* path) {
  return must(
      pawl::storage::sqlite<>::open(path, {.durability = pawl::storage::durability_level::full}));
}

int serve_jobs(const char* path) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  pawl::service jobs{open(path), report{}};
  const auto job = must(jobs.as(who).submit<report>({"ALFKI", 2026}));
  namespace http = pawl::http;
  auto tokens = std::make_shared<http::bearer_tokens>();
  tokens->add("bench", {who, http::permissions::all()});
  http::api<http::read_only, http::submit, http::control, http::events> api{
      jobs, {.auth = tokens, .most_streams = 10'000, .most_streams_of_one = 10'000}};
  http::server server{api,
                      {.most_connections = 10'000,
                       .most_connections_of_one = 10'000,
                       .header_timeout = std::chrono::hours{1}}};  // for those who dawdle
  if (!server.start()) return 1;
  std::cout << server.url() << "\n/v1/jobs/" << to_string(job.id) << std::endl;
  std::cin.get();
  server.stop();
  return 0;
}

namespace asio = boost::asio;
namespace beast = boost::beast;

asio::awaitable<void> say(beast::tcp_stream stream, const std::string& what) {
  beast::flat_buffer buffer;
  for (;;) {
    stream.expires_after(30s);
    beast::http::request<beast::http::string_body> asked;
    co_await beast::http::async_read(stream, buffer, asked, asio::use_awaitable);
    beast::http::response<beast::http::string_body> reply{beast::http::status::ok, 11};
    reply.set(beast::http::field::content_type, "application/json");
    reply.keep_alive(asked.keep_alive());
    reply.body() = what;
    reply.prepare_payload();
    co_await beast::http::async_write(stream, reply, asio::use_awaitable);
  }
}
asio::awaitable<void> accept(asio::ip::tcp::acceptor& at, const std::string& what) {
  for (;;) {
    auto socket = co_await at.async_accept(asio::use_awaitable);
    socket.set_option(asio::ip::tcp::no_delay(true));
    asio::co_spawn(at.get_executor(), say(beast::tcp_stream{std::move(socket)}, what),
                   asio::detached);
  }
}
int serve_constant(std::size_t bytes) {
  const std::string what(bytes, 'x');
  asio::io_context io{1};
  asio::ip::tcp::acceptor at{io, {asio::ip::make_address("127.0.0.1"), 0}};
  asio::co_spawn(io, accept(at, what), asio::detached);
  std::cout << "http://127.0.0.1:" << at.local_endpoint().port() << std::endl;
  std::thread serving([&] { io.run(); });
  std::cin.get();
  io.stop();
  serving.join();
  return 0;
}

int submit_natively(const char* path, unsigned threads, int seconds) {
  pawl::service jobs{open(path), report{}};
  std::atomic<bool> over{false};
  std::atomic<long> done{0};
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([&] {
      auto me = jobs.as(who);
      for (; !over; ++done) must(me.submit<report>({"ALFKI", 2026}));
    });
  std::this_thread::sleep_for(std::chrono::seconds{seconds});
  over = true;
  const long counted = done;
  for (std::thread& each : all) each.join();
  std::cout << counted / seconds << '\n';
  return 0;
}

/// Whether it can be told from the time of a refusal how much of a token is right: Welch's t of
/// guesses that have all of it but the end, and of guesses that have nothing of it, taken in turns
/// that chance decides. The slowest of each are those that the machine has interrupted.
int time_tokens(std::size_t samples) {
  namespace http = pawl::http;
  const std::string token = "0123456789abcdef0123456789abcdef";
  http::bearer_tokens tokens;
  tokens.add(token, {who, http::permissions::all()});
  const auto guess = [](const std::string& what) {
    http::request out;
    out.headers.push_back({"Authorization", "Bearer " + what});
    return out;
  };
  const http::request asked[] = {guess(std::string(token.size(), 'x')),
                                 guess(token.substr(0, token.size() - 1) + 'x')};
  std::vector<double> took[2];
  std::mt19937 chance(1);
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t which = chance() & 1U;
    const auto begin = std::chrono::steady_clock::now();
    for (int repeat = 0; repeat < 4; ++repeat)
      if (tokens.identify(asked[which])) return 1;
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    took[which].push_back(spent.count());
  }
  double mean[2]{};
  double spread[2]{};
  for (const int which : {0, 1}) {
    std::vector<double>& all = took[which];
    std::sort(all.begin(), all.end());
    all.resize(all.size() * 9 / 10);
    for (const double each : all) mean[which] += each / static_cast<double>(all.size());
    for (const double each : all)
      spread[which] += (each - mean[which]) * (each - mean[which]) /
                       static_cast<double>(all.size() - 1) / static_cast<double>(all.size());
  }
  std::printf("%.2f\n", std::abs(mean[0] - mean[1]) / std::sqrt(spread[0] + spread[1]));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "jobs" && argc == 3) return serve_jobs(argv[2]);
  if (what == "constant" && argc == 3) return serve_constant(std::stoul(argv[2]));
  if (what == "native" && argc == 5)
    return submit_natively(argv[2], static_cast<unsigned>(std::stoul(argv[3])), std::stoi(argv[4]));
  if (what == "tokens" && argc == 3) return time_tokens(std::stoul(argv[2]));
  return 2;
}
