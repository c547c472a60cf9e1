// SPDX-License-Identifier: BSL-1.0
// ./dev bench daily: what those who use and operate pawl do every day, each beside what it is
// measured against, in one run. Prints its goals; nothing fails because it was slow. Usage:
// bench_daily [--directory <dir>] [--only stream|fan_out|schedules|operators] [--jobs <submitted>]
//             [--fan <jobs>] [--pawlctl <program>]
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

namespace {

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
using store_type = pawl::storage::sqlite<>;

struct settings {
  std::filesystem::path directory = std::filesystem::temp_directory_path();
  std::string only{};
  std::size_t jobs = 1'000'000;
  std::size_t fan = 10'000;
  std::string pawlctl{};
} wanted;

const pawl::principal who{.tenant = "acme", .user = "u", .organisation = {}};

// --- What the measurements share ----------------------------------------------------------------

struct note {
  std::size_t number{};
  std::string text;
};
/// Does nothing, and tells when all have.
struct work : pawl::job<"daily.work", pawl::lifecycles::service> {
  std::shared_ptr<std::atomic<std::int64_t>> left = std::make_shared<std::atomic<std::int64_t>>(0);
  outcome<void> operator()(context&, const note&) const {
    if (left->fetch_sub(1) == 1) left->notify_all();
    return {};
  }
  void wait() const {
    for (std::int64_t now = 0; (now = left->load()) > 0;) left->wait(now);
  }
};
/// Waits for many others.
struct join : pawl::job<"daily.join", pawl::lifecycles::service,
                        pawl::dependencies<pawl::depends_on_at_most<1000>>> {
  outcome<void> operator()(context&, const note&) const { return {}; }
};

struct fresh_file {
  std::string path = (wanted.directory / ("pawl-bench-daily-" + std::to_string(::getpid()) + '-' +
                                          std::to_string(counter++) + ".db"))
                         .string();
  ~fresh_file() {
    for (const char* suffix : {"", "-wal", "-shm", "-wake"}) std::filesystem::remove(path + suffix);
  }
  static inline int counter = 0;
};

template <class Answer>
auto must(Answer&& answer) {
  if (answer) return *std::forward<Answer>(answer);
  std::fprintf(stderr, "bench_daily: %s\n", describe(answer.error()).c_str());
  std::exit(1);
}
auto open(const std::string& path) { return must(store_type::open(path)); }

template <class Act>
double seconds_of(Act act) {
  const auto begin = clock_type::now();
  act();
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}
/// The middle of several.
template <class Act>
double median_of(int rounds, Act act) {
  std::vector<double> all;
  for (int i = 0; i < rounds; ++i) all.push_back(seconds_of(act));
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

void print(const char* what, double is, const char* unit) {
  std::printf("%-58s %12.1f %s\n", what, is, unit);
}
void print_goal(const char* what, double is, const char* unit, double most) {
  std::printf("%-58s %12.1f %s   goal at most %.1f %s\n", what, is, unit, most,
              is <= most ? "met" : "NOT met");
}

/// Of what a process had in memory at most since `forget_peak`, or has now, in MiB.
double resident(const char* which) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == which) {
      double kib = 0;
      status >> kib;
      return kib / 1024;
    }
  return 0;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// A generator as every program has one before C++23.
class notes {
 public:
  struct promise_type {
    note value{};

    notes get_return_object() {
      return notes(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    static std::suspend_always initial_suspend() { return {}; }
    static std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(note next) {
      value = std::move(next);
      return {};
    }
    static void return_void() {}
    static void unhandled_exception() { std::terminate(); }
  };
  struct iterator {
    std::coroutine_handle<promise_type> at;

    note& operator*() const { return at.promise().value; }
    iterator& operator++() {
      at.resume();
      return *this;
    }
    bool operator!=(std::default_sentinel_t) const { return !at.done(); }
  };

  static notes up_to(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      note next{i, "a line of a file that is read"};
      co_yield std::move(next);  // g++ 12 destroys a temporary here twice
    }
  }
  notes(notes&& other) noexcept : at_(std::exchange(other.at_, {})) {}
  ~notes() {
    if (at_) at_.destroy();
  }
  iterator begin() { return ++iterator{at_}; }
  static std::default_sentinel_t end() { return {}; }

 private:
  explicit notes(std::coroutine_handle<promise_type> at) : at_(at) {}
  std::coroutine_handle<promise_type> at_;
};

// --- Submitting from a generator ----------------------------------------------------------------

/// Many jobs from a generator, against the same as vectors of 1000 that the caller makes.
void stream() {
  std::printf("-- %zu jobs from a generator, SQLite\n", wanted.jobs);
  const fresh_file by_hand_file;
  const fresh_file file;
  double by_hand = 0;
  {
    pawl::client jobs{open(by_hand_file.path), pawl::jobs<work>{}};
    const auto me = jobs.as(who);
    by_hand = seconds_of([&] {
      std::vector<note> chunk;
      for (std::size_t at = 0; at < wanted.jobs; at += chunk.size()) {
        chunk.clear();
        while (chunk.size() < 1000 && at + chunk.size() < wanted.jobs)
          chunk.push_back({at + chunk.size(), "a line of a file that is read"});
        for (const auto& each : me.submit_all<work>(chunk)) static_cast<void>(must(each));
      }
    });
  }
  pawl::client jobs{open(file.path), pawl::jobs<work>{}};
  const auto me = jobs.as(who);
  // What a store has in memory once it works is not what the range costs.
  static_cast<void>(me.submit_all<work>(notes::up_to(2000), pawl::only_counted));
  forget_peak();
  const double before = resident("VmHWM:");
  pawl::submit_counts counts;
  const double streamed = seconds_of(
      [&] { counts = me.submit_all<work>(notes::up_to(wanted.jobs), pawl::only_counted); });
  const double after = resident("VmHWM:");
  if (counts.accepted != wanted.jobs)
    must(pawl::storage::result<int>(pawl::unexpected<pawl::storage::error>(counts.first_refusal)));
  print("jobs a second, vectors by hand", static_cast<double>(wanted.jobs) / by_hand, "");
  print("jobs a second, one submit_all", static_cast<double>(wanted.jobs) / streamed, "");
  print_goal("time, against vectors by hand", streamed / by_hand, "x", 1.1);
  print("peak resident set before", before, "MiB");
  print("peak resident set after", after, "MiB");
  print_goal("what it grew by", after - before, "MiB", 64);
}

// --- A fan-out with one join --------------------------------------------------------------------

/// Many jobs and one that waits for all of them, through joins of 1000, against as many plain ones.
void fan_out() {
  std::printf("-- %zu jobs and one join, against %zu plain jobs, SQLite\n", wanted.fan, wanted.fan);
  const auto drain = [](bool joined) {
    const fresh_file file;
    const work handler;
    pawl::service jobs{open(file.path), handler, join{}};
    const auto me = jobs.as(who);
    *handler.left = static_cast<std::int64_t>(wanted.fan);
    pawl::job_id last{};
    std::vector<pawl::job_id> all;
    std::vector<pawl::job_id> joins;
    const auto submit = [&] {
      static_cast<void>(me.submit_all<work>(notes::up_to(wanted.fan),
                                            [&](auto&& each) { all.push_back(must(each).id); }));
      if (!joined) return;
      for (std::size_t at = 0; at < all.size(); at += 1000) {
        const std::size_t end = std::min(all.size(), at + 1000);
        joins.push_back(must(me.submit<join>({}, {.depends_on = {&all[at], &all[0] + end}})).id);
      }
      last = must(me.submit<join>({}, {.depends_on = joins})).id;
    };
    return seconds_of([&] {
      submit();
      if (!jobs.start({.workers = 2, .prefetch = 1000})) std::exit(1);
      handler.wait();
      if (joined && must(me.wait(last, 10min)).state != "succeeded") std::exit(1);
      jobs.stop();
    });
  };
  const double plain = drain(false);
  const double joined = drain(true);
  print("seconds, plain jobs", plain, "s");
  print("seconds, with a join", joined, "s");
  print_goal("with a join, against plain jobs", joined / plain, "x", 1.5);
}

// --- Schedules ----------------------------------------------------------------------------------

/// Many schedules that are due within a minute.
void schedules() { std::printf("-- schedules: there is nothing to measure in this version\n"); }

// --- Operators ----------------------------------------------------------------------------------

double run_sql(const std::string& path, const char* sql) {
  return median_of(3, [&] {
    sqlite3* db = nullptr;
    sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      std::fprintf(stderr, "bench_daily: %s\n", sqlite3_errmsg(db));
      std::exit(1);
    }
    sqlite3_close(db);
  });
}
double run_pawlctl(const std::string& path, const char* command) {
  const std::string line =
      wanted.pawlctl + ' ' + command + " --store '" + path + "' --tenant acme >/dev/null";
  return median_of(3, [&] {
    if (std::system(line.c_str()) != 0) {  // NOLINT(cert-env33-c): the caller's own program
      std::fprintf(stderr, "bench_daily: %s failed\n", line.c_str());
      std::exit(1);
    }
  });
}

/// Lists and counts of many jobs, against one statement by hand.
void operators() {
  std::printf("-- a list and the counts of %zu jobs, against one SQL query by hand\n", wanted.jobs);
  const fresh_file file;
  {
    pawl::client jobs{open(file.path), pawl::jobs<work>{}};
    if (jobs.as(who).submit_all<work>(notes::up_to(wanted.jobs), pawl::only_counted).refused != 0)
      std::exit(1);
  }
  pawl::client jobs{open(file.path), pawl::jobs<work>{}};
  const auto me = jobs.as(who);
  const double list_by_hand =
      run_sql(file.path,
              "SELECT j.* FROM pawl_jobs AS j WHERE tenant = (SELECT number FROM pawl_names WHERE "
              "name = 'acme') ORDER BY key DESC LIMIT 50");
  const double stats_by_hand =
      run_sql(file.path, "SELECT handler, state, count(*) FROM pawl_queue GROUP BY handler, state");
  const double list = median_of(3, [&] { must(me.list()); });
  const double stats =
      median_of(3, [&] { must(jobs.store().count(pawl::storage::scope::tenant("acme"))); });
  print("a page of jobs, by hand", 1000 * list_by_hand, "ms");
  print("a page of jobs, session.list", 1000 * list, "ms");
  print("counts, by hand", 1000 * stats_by_hand, "ms");
  print_goal("counts, store.count, against by hand", stats / stats_by_hand, "x", 2);
  if (wanted.pawlctl.empty()) {
    std::printf("--pawlctl <program> measures a command line, too\n");
    return;
  }
  print_goal("pawlctl list, against by hand", run_pawlctl(file.path, "list") / list_by_hand, "x",
             10);
  print_goal("pawlctl stats, against by hand", run_pawlctl(file.path, "stats") / stats_by_hand, "x",
             2);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const char* const value = arguments[i + 1];
    if (name == "--directory")
      wanted.directory = value;
    else if (name == "--only")
      wanted.only = value;
    else if (name == "--jobs")
      wanted.jobs = std::strtoul(value, nullptr, 10);
    else if (name == "--fan")
      wanted.fan = std::strtoul(value, nullptr, 10);
    else if (name == "--pawlctl")
      wanted.pawlctl = value;
  }
  const std::pair<const char*, void (*)()> all[] = {
      {"stream", stream}, {"fan_out", fan_out}, {"schedules", schedules}, {"operators", operators}};
  for (const auto& [name, measure] : all)
    if (wanted.only.empty() || wanted.only == name) measure();
}
