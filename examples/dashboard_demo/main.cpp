// SPDX-License-Identifier: BSL-1.0
// The slide-deck and video services of the specifications on a SQLite file, with the HTTP API and
// the dashboard, and a little traffic so that there is something to look at. Ctrl-C drains.
#include <sys/random.h>

#include <charconv>
#include <iostream>

#include <pawl/http/server.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "../terminal_demo/desk.hpp"
#include "../terminal_demo/terminal.hpp"

namespace {

using std::chrono::milliseconds;
namespace http = pawl::http;

struct options {
  std::string database = "dashboard_demo.db";
  unsigned short port = 8080;
  int seconds = 0;  ///< 0: until it is told to end
  bool help = false;
};
constexpr const char* usage =
    "usage: dashboard_demo [--database PATH] [--port N] [--seconds N]\n"
    "Runs jobs on a SQLite file and serves them over HTTP, with a dashboard. Ctrl-C drains.\n";

template <class Number>
bool read_number(std::string_view written, Number& number) {
  const char* const end = written.data() + written.size();
  const auto [stop, error] = std::from_chars(written.data(), end, number);
  return error == std::errc{} && stop == end;
}

std::optional<options> read_options(int argc, char** argv) {
  options out;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help") {
      out.help = true;
      continue;
    }
    if (++i == argc) return {};
    if (name == "--database")
      out.database = argv[i];
    else if (name == "--port"      ? !read_number(argv[i], out.port)
             : name == "--seconds" ? !read_number(argv[i], out.seconds)
                                   : true)
      return {};
  }
  return out;
}

/// A token that nobody can guess, made anew at every start.
std::string make_token() {
  std::uint8_t bytes[24]{};
  if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    throw std::runtime_error("no randomness");
  std::string out;
  for (const std::uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

int run(const options& asked) {
  auto store = pawl::storage::sqlite<>::open(asked.database);
  if (!store) {
    std::cerr << describe(store.error()) << '\n';
    return 1;
  }
  auto news = std::make_shared<demo::news>();
  const demo::workshop shop(1, news);
  pawl::service jobs{*std::move(store), demo::convert{shop}, demo::export_deck{shop},
                     demo::ask_model{shop}, demo::instruct{shop}};
  if (const auto started = jobs.start({.workers = 6, .name = "dashboard_demo"}); !started) {
    std::cerr << describe(started.error()) << '\n';
    return 1;
  }

  const std::string token = make_token();
  auto tokens = std::make_shared<http::bearer_tokens>();
  tokens->add(
      token, {{.tenant = "demo", .user = "visitor", .organisation = {}}, http::permissions::all()});
  http::api<http::read_only, http::submit, http::control, http::callbacks, http::events,
            http::metrics, http::dashboard>
      api{jobs, {.auth = tokens}};
  http::server server{api, {.port = asked.port}};
  if (const auto listening = server.start(); !listening) {
    std::cerr << listening.error() << '\n';
    return 1;
  }
  std::cout << "dashboard: " << server.url() << "/\ntoken:     " << token << "\n\ntry: curl -H "
            << "'Authorization: Bearer " << token << "' " << server.url() << "/v1/jobs?limit=3\n"
            << std::flush;

  demo::desk desk(jobs, news);
  const auto begun = std::chrono::steady_clock::now();
  const auto running_for = [&] { return std::chrono::steady_clock::now() - begun; };
  for (int round = 0; demo::asked_to_end == 0; ++round) {
    if (asked.seconds != 0 && running_for() > std::chrono::seconds{asked.seconds}) break;
    if (round % 6 == 0) desk.ask_for(1);
    desk.submit_wanted();
    if (round % 20 == 0) desk.play_editor();
    std::this_thread::sleep_for(milliseconds{200});
  }
  server.stop();
  std::cout << '\n' << desk.stop() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = read_options(argc, argv);
  if (!asked || asked->help) {
    (asked ? std::cout : std::cerr) << usage;
    return asked ? 0 : 2;
  }
  demo::end_when_asked();
  return run(*asked);
}
