// SPDX-License-Identifier: BSL-1.0
// Submits to pawl on SQLite, and drains it, through sessions of a service: what plainjob.mjs does
// with plainjob.
// Usage: bench_peers_pawl <directory> <single|bulk|drain|version> [<jobs>]
// Prints jobs a second, or the version of SQLite that it is linked with. The number of jobs is a
// multiple of 1000, which is the size of a batch.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "examples/jobs/service.hpp"

namespace {

using service_jobs::report_input;
using service_jobs::report_output;

constexpr std::size_t batch = 1000;
constexpr std::size_t warming = 1000;

/// Does nothing, and tells when all have.
struct report : service_jobs::report_job {
  std::shared_ptr<std::atomic<std::size_t>> left = std::make_shared<std::atomic<std::size_t>>(0);
  outcome<report_output> operator()(context&, const report_input&) const {
    if (left->fetch_sub(1) == 1) left->notify_all();
    return report_output{};
  }
};

template <class T>
T must(pawl::storage::result<T> answer) {
  if (answer) return *std::move(answer);
  std::fprintf(stderr, "bench_peers_pawl: %s\n", describe(answer.error()).c_str());
  std::exit(1);
}

/// A service on a file of its own, which goes with it: WAL mode and synchronous=NORMAL.
class fresh_service {
 public:
  explicit fresh_service(const std::filesystem::path& directory)
      : path_((directory / ("pawl-" + std::to_string(::getpid()) + ".db")).string()) {}
  fresh_service(const fresh_service&) = delete;
  fresh_service& operator=(const fresh_service&) = delete;
  ~fresh_service() {
    jobs_.stop();
    for (const char* suffix : {"", "-wal", "-shm", "-wake"})
      std::filesystem::remove(path_ + suffix);
  }

  void submit_singles(std::size_t count) {
    const auto me = jobs_.as({.tenant = "acme", .user = "u", .organisation = {}});
    for (std::size_t i = 0; i < count; ++i)
      static_cast<void>(must(me.submit<report>({"ALFKI", 2026})));
  }
  void submit_batches(std::size_t count) {
    const auto me = jobs_.as({.tenant = "acme", .user = "u", .organisation = {}});
    for (std::size_t i = 0; i < count; i += batch) {
      const std::vector<report_input> inputs(batch, report_input{"ALFKI", 2026});
      for (const auto& each : me.submit_all<report>(inputs)) static_cast<void>(must(each));
    }
  }
  /// From the start of the service until the last end is stored.
  void run(std::size_t count) {
    *handler_.left = count;
    if (!jobs_.start({.workers = 4, .prefetch = 200})) std::exit(1);
    for (std::size_t now = 0; (now = handler_.left->load()) > 0;) handler_.left->wait(now);
    jobs_.stop();
  }

 private:
  static std::unique_ptr<pawl::storage::sqlite<>> open(const std::string& path) {
    return must(pawl::storage::sqlite<>::open(
        path, {.durability = pawl::storage::durability_level::normal}));
  }

  std::string path_;
  report handler_;
  pawl::service<pawl::storage::sqlite<>, report> jobs_{open(path_), handler_};
};

template <class Work>
void print_rate(std::size_t count, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.0f\n", static_cast<double>(count) / took.count());
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string_view what = argument_count > 2 ? arguments[2] : "";
  const std::size_t count = argument_count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 0;
  if (what == "version") {
    std::puts(sqlite3_libversion());
    return 0;
  }
  if ((what != "single" && what != "bulk" && what != "drain") || count == 0 || count % batch != 0) {
    std::fputs("usage: bench_peers_pawl <directory> <single|bulk|drain|version> [<jobs>]\n",
               stderr);
    return 2;
  }
  fresh_service jobs(arguments[1]);
  if (what == "single") {
    jobs.submit_singles(warming);
    print_rate(count, [&] { jobs.submit_singles(count); });
  } else if (what == "bulk") {
    jobs.submit_batches(warming);
    print_rate(count, [&] { jobs.submit_batches(count); });
  } else {
    jobs.submit_batches(count);
    print_rate(count, [&] { jobs.run(count); });
  }
}
