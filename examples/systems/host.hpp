// SPDX-License-Identifier: BSL-1.0
// What the five services do in the same way: read a command line, open a store, ask for tokens,
// serve HTTP, and drain when they are told to end.
#pragma once

#include <signal.h>

#include <charconv>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/http/server.hpp>
#include <pawl/http/token_file.hpp>
#include <pawl/observe/log.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#if SYSTEMS_WITH_POSTGRES
#include <pawl/storage/postgres.hpp>
#endif

namespace systems {

namespace http = pawl::http;

/// A further option of one service: `--model URL`, for instance.
struct own_option {
  std::string name;  ///< with its dashes
  std::string value;
  std::string help;
};

/// What a service is called and does, for its users.
struct about {
  std::string name;
  std::string summary;
  std::vector<own_option> own{};
};

struct options {
  std::string database{};
  std::optional<std::string> postgres{};  ///< set: the DSN of a database; may be empty
  std::string schema = "pawl";            ///< of the tables in PostgreSQL
  std::string tokens{};  ///< a file that `pawl-token` writes; empty: one is made up
  std::string address = "127.0.0.1";
  unsigned short port = 8080;
  unsigned workers = 6;
  std::map<std::string, std::string> own{};  ///< by name, with its dashes
};

/// The place that an option names; without one, beside the database.
inline std::string place_of(const options& asked, const char* option, const char* ending) {
  const std::string& named = asked.own.at(option);
  return named.empty() ? asked.database + ending : named;
}

inline std::string usage(const about& service) {
  std::string out = "usage: " + service.name + " [--option value]...\n" + service.summary +
                    "\n"
                    "  --database FILE  SQLite file (" +
                    service.name +
                    ".db)\n"
                    "  --postgres DSN   PostgreSQL instead; '' takes what the environment names\n"
                    "  --schema NAME    of the tables there (pawl)\n"
                    "  --tokens FILE    who may call, as pawl-token writes it; without it, one\n"
                    "                   token is made and printed\n"
                    "  --address A      where to listen (127.0.0.1)\n"
                    "  --port N         where to listen (8080; 0: any that is free)\n"
                    "  --workers N      jobs that run at the same time (6)\n";
  for (const own_option& each : service.own) {
    std::string line = "  " + each.name + " ...";
    line.resize(std::max<std::size_t>(line.size() + 1, 19), ' ');
    out += line + each.help + (each.value.empty() ? "" : " (" + each.value + ")") + "\n";
  }
  return out;
}

/// The options, or the exit code of a program that was asked for help or told nonsense.
inline pawl::expected<options, int> read_options(int argc, char** argv, const about& service) {
  const auto read_number = [](std::string_view written, auto& number) {
    const char* const end = written.data() + written.size();
    const auto [stop, error] = std::from_chars(written.data(), end, number);
    return error == std::errc{} && stop == end;
  };
  const auto refused = [&](std::string_view why) {
    std::cerr << service.name << ": " << why << "\n\n" << usage(service);
    return pawl::unexpected(2);
  };
  options out{.database = service.name + ".db"};
  for (const own_option& each : service.own) out.own[each.name] = each.value;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help") {
      std::cout << usage(service);
      return pawl::unexpected(0);
    }
    if (++i == argc) return refused(name + " needs a value");
    const std::string_view value = argv[i];
    if (const auto own = out.own.find(name); own != out.own.end())
      own->second = value;
    else if (name == "--database")
      out.database = value;
    else if (name == "--postgres")
      out.postgres = value;
    else if (name == "--schema")
      out.schema = value;
    else if (name == "--tokens")
      out.tokens = value;
    else if (name == "--address")
      out.address = value;
    else if (name == "--port" || name == "--workers") {
      if (name == "--port" ? !read_number(value, out.port) : !read_number(value, out.workers))
        return refused(name + " needs a number");
    } else
      return refused("there is no option " + name);
  }
  return out;
}

/// Opens the store that was asked for and gives it to the rest of the program.
template <class Rest>
int on_store(const options& asked, Rest&& rest) {
  const auto go_on = [&](auto store) {
    if (store) return rest(*std::move(store));
    std::cerr << describe(store.error()) << '\n';
    return 1;
  };
  if (!asked.postgres) return go_on(pawl::storage::sqlite<>::open(asked.database));
#if SYSTEMS_WITH_POSTGRES
  return go_on(pawl::storage::postgres<>::open(*asked.postgres, {.schema = asked.schema}));
#else
  std::cerr << "this program was built without libpq; give it a --database\n";
  return 1;
#endif
}

/// Those of `--tokens`; or one for a visitor who may do everything with the jobs of a tenant, and
/// one for `/metrics`, which counts those of all tenants. Both are printed.
inline std::shared_ptr<http::authenticator> make_tokens(const options& asked) {
  if (!asked.tokens.empty()) return std::make_shared<http::token_file>(asked.tokens);
  const std::string token = http::make_token({}).token;
  auto out = std::make_shared<http::bearer_tokens>();
  out->add(token,
           {{.tenant = "demo", .user = "visitor", .organisation = {}}, http::permissions::all()});
  const std::string scraper = http::make_token({}).token;
  out->add(scraper, {{.tenant = std::string(pawl::root_tenant), .user = "scraper"},
                     {http::permission::operate}});
  std::cout << "token: " << token << "\ntoken for /metrics: " << scraper << '\n';
  return out;
}

/// The signals by which a service is asked to end; blocked, so that no thread is hit by one and
/// `sigwait` receives it. To be called before any thread is started.
inline sigset_t block_ends() {
  sigset_t out;
  ::sigemptyset(&out);
  ::sigaddset(&out, SIGINT);
  ::sigaddset(&out, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &out, nullptr);
  return out;
}

/// What an operator should see, on standard error: warnings and errors, a line of JSON each.
inline void log(const pawl::observe::log_entry& entry) {
  static const pawl::observe::json_lines lines(std::cerr);
  if (entry.level >= pawl::observe::log_level::warning) lines(entry);
}

/// Runs a service and serves it over HTTP until SIGINT or SIGTERM, then drains.
template <class... Capabilities, class Service>
int serve(Service& jobs, const options& asked, pawl::service_options how = {},
          http::api_options offered = {}) {
  const sigset_t ends = block_ends();
  how.workers = asked.workers;
  how.log = log;
  if (const auto started = jobs.start(std::move(how)); !started) {
    std::cerr << describe(started.error()) << '\n';
    return 1;
  }
  if (!offered.auth) offered.auth = make_tokens(asked);
  http::api<Capabilities...> api{jobs, std::move(offered)};
  http::server server{api, {.address = asked.address, .port = asked.port}};
  if (const auto listening = server.start(); !listening) {
    std::cerr << listening.error() << '\n';
    return 1;
  }
  std::cout << "listening: " << server.url() << std::endl;
  int which = 0;
  ::sigwait(&ends, &which);
  server.stop();
  jobs.stop();
  std::cout << "drained" << std::endl;
  return 0;
}

}  // namespace systems
