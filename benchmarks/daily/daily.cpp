// SPDX-License-Identifier: BSL-1.0
// ./dev bench daily: what those who use and operate pawl do every day, each beside what it is
// measured against, in one run. Prints its goals; nothing fails because it was slow. Usage:
// bench_daily [--directory <dir>] [--only stream|fan_out|schedules|operators] [--jobs <submitted>]
//             [--fan <jobs>] [--schedules <number>]
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
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pawl/schedules.hpp>
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
  std::size_t schedules = 10'000;
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
                        pawl::dependencies<pawl::depends_on_at_most<10'000>>> {
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

/// Many jobs and one that waits for all of them, against as many plain ones.
void fan_out() {
  std::printf("-- %zu jobs and one join, against %zu plain jobs, SQLite\n", wanted.fan, wanted.fan);
  const auto drain = [](bool joined) {
    const fresh_file file;
    const work handler;
    pawl::service jobs{open(file.path), handler, join{}};
    const auto me = jobs.as(who);
    *handler.left = static_cast<std::int64_t>(wanted.fan);
    std::vector<pawl::job_id> all;
    static_cast<void>(me.submit_all<work>(notes::up_to(wanted.fan),
                                          [&](auto&& each) { all.push_back(must(each).id); }));
    pawl::job_id last{};
    if (joined) last = must(me.submit<join>({}, {.depends_on = all})).id;
    return seconds_of([&] {
      if (!jobs.start({.workers = 2, .prefetch = 1000})) std::exit(1);
      handler.wait();
      if (joined && must(me.wait(last, 10min)).state != "succeeded") std::exit(1);
      jobs.stop();
    });
  };
  std::vector<double> ratios;
  for (int round = 0; round < 3; ++round) {
    const double plain = drain(false);
    const double joined = drain(true);
    print("seconds, plain jobs", plain, "s");
    print("seconds, with a join", joined, "s");
    ratios.push_back(joined / plain);
  }
  std::sort(ratios.begin(), ratios.end());
  print_goal("with a join, against plain jobs", ratios[1], "x", 1.3);
}

// --- Schedules ----------------------------------------------------------------------------------

/// Notes how late it is, by the time of day.
struct tick : pawl::job<"daily.tick", pawl::lifecycles::service, pawl::schedulable> {
  struct notebook {
    std::mutex mutex;
    std::vector<double> late_ms;
    std::vector<std::size_t> runs;  ///< of each schedule
  };
  std::shared_ptr<notebook> notes = std::make_shared<notebook>();

  outcome<void> operator()(context& ctx, std::size_t number) const {
    const auto now = std::chrono::system_clock::now();
    const auto slot = pawl::slot_of(ctx);
    const std::scoped_lock lock(notes->mutex);
    if (slot)
      notes->late_ms.push_back(std::chrono::duration<double, std::milli>(now - slot->at).count());
    if (number < notes->runs.size()) ++notes->runs[number];
    return {};
  }
};

/// Many schedules, each due once within the same minute.
void schedules() {
  std::printf("-- %zu schedules, each due once within a minute, SQLite\n", wanted.schedules);
  const fresh_file file;
  const tick handler;
  handler.notes->runs.resize(wanted.schedules);
  pawl::service jobs{open(file.path), handler};
  const auto me = jobs.as(who);
  if (!jobs.start({.workers = 2})) std::exit(1);
  // Made over a minute, and first due a minute and a half after that.
  const auto begin = clock_type::now();
  for (std::size_t i = 0; i < wanted.schedules; ++i) {
    std::this_thread::sleep_until(begin + 60s * static_cast<double>(i) /
                                              static_cast<double>(wanted.schedules));
    static_cast<void>(must(me.schedule<tick>("s" + std::to_string(i), pawl::repeat_every(90s), i)));
  }
  std::this_thread::sleep_until(begin + 155s);
  jobs.stop();
  auto& late = handler.notes->late_ms;
  std::sort(late.begin(), late.end());
  const auto once = std::count(handler.notes->runs.begin(), handler.notes->runs.end(), 1U);
  print("schedules that ran exactly once", static_cast<double>(once), "");
  if (late.empty()) std::exit(1);
  print("lateness of the handler, p50", late[late.size() / 2], "ms");
  print_goal("lateness of the handler, p99", late[late.size() * 99 / 100], "ms", 50);
}

// --- Operators ----------------------------------------------------------------------------------

/// A statement by hand, as a program of its own: pawlctl is one as well.
int run_sql(const char* path, const char* sql) {
  sqlite3* db = nullptr;
  sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, nullptr);
  const auto show = [](void*, int columns, char** values, char**) {
    for (int i = 0; i < columns; ++i) std::printf("%s ", values[i] == nullptr ? "" : values[i]);
    return std::putchar('\n') == EOF ? 1 : 0;
  };
  const int done = sqlite3_exec(db, sql, show, nullptr, nullptr);
  if (done != SQLITE_OK) std::fprintf(stderr, "bench_daily: %s\n", sqlite3_errmsg(db));
  sqlite3_close(db);
  return done;
}
double run_program(const std::string& line) {
  return median_of(5, [&] {
    if (std::system((line + " >/dev/null").c_str()) != 0) {  // NOLINT(cert-env33-c): our own
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
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const auto by_hand = [&](const std::string& sql) {
    return run_program('"' + self + "\" --sql '" + file.path + "' \"" + sql + '"');
  };
  const auto pawlctl = [&](const std::string& command) {
    return run_program(std::string(PAWL_BENCH_PAWLCTL) + " --store '" + file.path + "' " + command);
  };
  const double list = by_hand(
      "SELECT hex(j.id), j.created_at, q.state, q.attempt FROM pawl_jobs AS j LEFT JOIN pawl_queue "
      "AS q ON q.key = j.key ORDER BY j.key DESC LIMIT 50");
  const double stats = by_hand(
      "SELECT handler, state, phase, count(*) FROM pawl_queue GROUP BY handler, state, phase");
  print("a page of jobs, by hand", 1000 * list, "ms");
  print("counts, by hand", 1000 * stats, "ms");
  print_goal("pawlctl list, against by hand", pawlctl("list") / list, "x", 3);
  print_goal("pawlctl stats, against by hand", pawlctl("stats") / stats, "x", 3);
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 4 && std::strcmp(arguments[1], "--sql") == 0)
    return run_sql(arguments[2], arguments[3]);
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
    else if (name == "--schedules")
      wanted.schedules = std::strtoul(value, nullptr, 10);
  }
  const std::pair<const char*, void (*)()> all[] = {
      {"stream", stream}, {"fan_out", fan_out}, {"schedules", schedules}, {"operators", operators}};
  for (const auto& [name, measure] : all)
    if (wanted.only.empty() || wanted.only == name) measure();
}
