// SPDX-License-Identifier: BSL-1.0
// pawl on PostgreSQL beside a program by hand on the same tables, one measurement for each call:
// `run` calls it again and again, with pawl, the program by hand and the peers taking turns.
// Usage: bench_postgres <what> [<jobs>] [<processes>] [<workers>]
//   pawl-single | hand-single | pawl-bulk | hand-bulk   jobs a second, submitted
//   pawl-drain | hand-drain                             jobs a second, done by <processes>
//   idle                                                milliseconds from a submission to its start
//                                                       in another process: median and p99
//   due                                                 milliseconds that jobs begin late: the same
//   sleeps                                              milliseconds that a thread alone, which
//                                                       sleeps for 20 ms, wakes late: the same
//   claims <finished>                                   median milliseconds of a claim, without and
//                                                       with so many finished jobs
//   writers <seconds> <processes>                       jobs a second, submitted one by one by all
//                                                       of them: announced, by transport::none,
//                                                       and the ratio
//   pinned <seconds>                                    jobs a second done of 800 submitted,
//   before,
//                                                       while and after a snapshot is held
// The server is the one that libpq finds: PGHOST and so on.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/transport/none.hpp>

#include "examples/jobs/service.hpp"
#include "hand.hpp"

namespace {

using service_jobs::report_input;
using service_jobs::report_output;
using clock_type = std::chrono::steady_clock;
using milliseconds = std::chrono::milliseconds;

constexpr std::size_t bulk = 1000;
const std::string schema = "bench_" + std::to_string(::getpid());

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(clock_type::now().time_since_epoch())
      .count();
}

/// Seen by all processes of a measurement.
struct shared_page {
  static constexpr std::size_t most = 1 << 20;
  std::atomic<long> done;
  std::atomic<long> done_quietly;
  std::atomic<long> ready;
  std::atomic<bool> quiet;
  std::atomic<bool> go;
  std::atomic<bool> stop;
  std::atomic<std::int64_t> entered[most];
};
shared_page& page() {
  static auto* const made = static_cast<shared_page*>(::mmap(
      nullptr, sizeof(shared_page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *made;
}

/// Notes when it began, by the number that is its year, and does nothing else.
struct report : service_jobs::report_job {
  outcome<report_output> operator()(context&, const report_input& in) const {
    page().entered[static_cast<std::size_t>(in.year) % shared_page::most] = now_us();
    page().done.fetch_add(1);
    return report_output{};
  }
};

using store_type = pawl::storage::postgres<>;
using service_type = pawl::service<store_type, report>;

template <class T>
T must(pawl::storage::result<T> answer) {
  if (answer) return *std::move(answer);
  std::fprintf(stderr, "bench_postgres: %s\n", describe(answer.error()).c_str());
  std::exit(1);
}
std::unique_ptr<store_type> open() { return must(store_type::open("", {.schema = schema})); }

void submit_bulk(service_type& to, std::size_t count) {
  const auto me = to.as({.tenant = "acme", .user = "u", .organisation = {}});
  for (std::size_t i = 0; i < count; i += bulk) {
    const std::vector<report_input> inputs(std::min(bulk, count - i), report_input{"ALFKI", 2026});
    for (const auto& each : me.submit_all<report>(inputs)) static_cast<void>(must(each));
  }
}
void submit_singles(service_type& to, std::size_t count) {
  const auto me = to.as({.tenant = "acme", .user = "u", .organisation = {}});
  for (std::size_t i = 0; i < count; ++i)
    static_cast<void>(must(me.submit<report>({"ALFKI", 2026})));
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = clock_type::now();
  work();
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}
void print_rate(std::size_t count, double seconds) {
  std::printf("%.0f\n", static_cast<double>(count) / seconds);
}

// --- Several processes ---------------------------------------------------------------------------

/// Processes that work until they are told to stop.
class crew {
 public:
  crew(int processes, const std::function<void()>& work) {
    for (int i = 0; i < processes; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        work();
        ::_exit(0);
      }
      children_.push_back(child);
    }
    while (page().ready < processes) std::this_thread::sleep_for(milliseconds{1});
  }
  void begin() { page().go = true; }
  ~crew() {
    page().stop = true;
    for (const pid_t each : children_) ::waitpid(each, nullptr, 0);
  }

 private:
  std::vector<pid_t> children_;
};
void wait_for_the_start() {
  ++page().ready;
  while (!page().go) std::this_thread::sleep_for(std::chrono::microseconds{200});
}
void serve(unsigned workers) {
  service_type jobs{open(), report{}};
  wait_for_the_start();
  if (!jobs.start({.workers = workers, .prefetch = std::max(200U, 4 * workers)})) std::exit(1);
  while (!page().stop) std::this_thread::sleep_for(milliseconds{2});
  jobs.stop();
}
void work_by_hand() {
  by_hand::worker me(schema);
  wait_for_the_start();
  while (!page().stop) {
    const std::size_t done = me.work(200);
    if (done == 0) std::this_thread::sleep_for(milliseconds{2});
    page().done.fetch_add(static_cast<long>(done));
  }
}

void drain(std::size_t count, int processes, const std::function<void()>& work) {
  {
    service_type filling{open(), report{}};
    submit_bulk(filling, count);
  }
  by_hand::connection looking(schema);
  looking.run("VACUUM ANALYZE @.pawl_queue");
  double took = 0;
  {
    crew all(processes, work);
    took = seconds_of([&] {
      all.begin();
      while (looking.number("SELECT count(*) FROM (SELECT 1 FROM @.pawl_queue LIMIT 1) AS q") != 0)
        std::this_thread::sleep_for(milliseconds{5});
    });
  }
  print_rate(count, took);
}

/// Median and p99 of how long after its time each job began.
void print_median_and_p99(std::vector<double> late) {
  std::sort(late.begin(), late.end());
  std::printf("%.2f %.2f\n", late[late.size() / 2], late[late.size() * 99 / 100]);
}
void print_latencies(const std::vector<std::int64_t>& expected) {
  std::vector<double> late;
  for (std::size_t i = 0; i < expected.size(); ++i)
    late.push_back(static_cast<double>(page().entered[i] - expected[i]) / 1000);
  print_median_and_p99(std::move(late));
}

/// What the machine itself adds to every wake-up, of which a start in another process has several.
void measure_sleeps(std::size_t count) {
  constexpr milliseconds length{20};
  std::vector<double> late;
  for (std::size_t i = 0; i < count; ++i) {
    const auto until = clock_type::now() + length;
    std::this_thread::sleep_until(until);
    late.push_back(std::chrono::duration<double, std::milli>(clock_type::now() - until).count());
  }
  print_median_and_p99(std::move(late));
}
void measure_latency(std::size_t count, milliseconds delay) {
  service_type submitting{open(), report{}};
  crew workers(1, [] { serve(4); });
  workers.begin();
  std::this_thread::sleep_for(milliseconds{300});
  const auto me = submitting.as({.tenant = "acme", .user = "u", .organisation = {}});
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    // Nothing else is going on when the next one comes.
    while (page().done < static_cast<long>(delay.count() == 0 ? i : 0))
      std::this_thread::sleep_for(milliseconds{1});
    std::this_thread::sleep_for(milliseconds{delay.count() == 0 ? 20 : 5});
    const std::int64_t begin = now_us();
    static_cast<void>(must(me.submit<report>({"ALFKI", static_cast<int>(i)}, {.delay = delay})));
    // A delay counts from the commit; what cannot be told apart is half of the submission.
    expected.push_back(delay.count() == 0 ? begin : (begin + now_us()) / 2 + 1000 * delay.count());
  }
  while (page().done < static_cast<long>(count)) std::this_thread::sleep_for(milliseconds{1});
  print_latencies(expected);
}

// --- Many processes that submit ------------------------------------------------------------------

using quiet_store = pawl::storage::postgres<pawl::storage::server_clock, pawl::transport::none>;

/// Submits until it is told to stop: announced while `page().quiet` is not set, and else through a
/// store that announces nothing.
void submit_singles_in_turns() {
  pawl::client announced{open(), pawl::jobs<report>{}};
  pawl::client quiet{must(quiet_store::open("", {.schema = schema})), pawl::jobs<report>{}};
  const auto submit = [](auto& to) {
    const auto me = to.as({.tenant = "acme", .user = "u", .organisation = {}});
    static_cast<void>(must(me.template submit<report>({"ALFKI", 2026})));
  };
  submit(announced);
  submit(quiet);
  wait_for_the_start();
  while (!page().stop) {
    const bool is_quiet = page().quiet;
    if (is_quiet)
      submit(quiet);
    else
      submit(announced);
    // What was under way when the turn changed counts for neither.
    if (page().quiet == is_quiet) (is_quiet ? page().done_quietly : page().done).fetch_add(1);
  }
}
/// The two take turns of a quarter of a second, so that both see the same machine.
void measure_writers(std::size_t seconds, int processes) {
  static_cast<void>(open());  // makes the tables
  constexpr milliseconds turn{250};
  crew all(processes, submit_singles_in_turns);
  // One process hears of all that is announced, as a service without room would.
  pawl::transport::postgres_notify listening({.dsn = "", .channel = schema});
  std::thread listener([&] {
    while (!page().stop)
      static_cast<void>(listening.wait_for_work(milliseconds{100}, listening.due()));
  });
  all.begin();
  double took[2] = {0, 0};
  for (std::size_t i = 0; i < 4 * seconds; ++i) {
    page().quiet = i % 2 == 1;
    took[i % 2] += seconds_of([&] { std::this_thread::sleep_for(turn); });
  }
  page().stop = true;
  listener.join();
  const double announced = static_cast<double>(page().done) / took[0];
  const double quiet = static_cast<double>(page().done_quietly) / took[1];
  std::printf("%.0f %.0f %.3f\n", announced, quiet, announced / quiet);
}

// --- Claims beside many finished jobs ------------------------------------------------------------

double median_claim(store_type& store, pawl::storage::owner_number owner) {
  std::vector<double> took;
  for (int i = 0; i < 200; ++i) {
    pawl::storage::claim op{owner, {&pawl::type_of<report>}, 1};
    took.push_back(seconds_of([&] { store.apply_one(op); }));
    if (!op.answer || op.answer->jobs.empty()) std::exit(1);
  }
  std::sort(took.begin(), took.end());
  return 1000 * took[took.size() / 2];
}
void measure_claims(std::size_t finished) {
  service_type jobs{open(), report{}};
  submit_bulk(jobs, 1000);
  const auto store = open();
  const pawl::job_descriptor* const types[] = {&pawl::type_of<report>};
  static_cast<void>(store->learn(types));
  pawl::storage::enrol me{"bench"};
  store->apply_one(me);
  by_hand::connection db(schema);
  const auto vacuum = [&] { db.run("VACUUM ANALYZE @.pawl_queue"); };
  vacuum();
  const double before = median_claim(*store, me.answer->owner);
  const std::string many = std::to_string(finished);
  const std::string now = by_hand::milliseconds;
  db.run(
      "INSERT INTO @.pawl_jobs ({jobs}) OVERRIDING SYSTEM VALUE SELECT s, "
      "decode(lpad(to_hex(s), 32, '0'), 'hex'), j.tenant, j.handler, j.created_at, 1, j.payload, "
      "'u', '', '', '', '', '', '', NULL, 1, 3, NULL, NULL, NULL, '', NULL, NULL FROM "
      "generate_series(1, " +
      many + ") AS s, (SELECT * FROM @.pawl_jobs LIMIT 1) AS j");
  db.run(
      "INSERT INTO @.pawl_outcomes ({outcomes}) SELECT s, j.handler, j.tenant, 'succeeded', "
      "{kind.success}, 1, 2, 1, 0, 100, '', j.created_at, j.created_at, j.created_at, " +
      now + " + 86400000, 1, '{}', NULL, NULL, NULL, NULL, 0, '' FROM generate_series(1, " + many +
      ") AS s, (SELECT * FROM @.pawl_jobs LIMIT 1) AS j");
  db.run(
      "INSERT INTO @.pawl_events ({events}) OVERRIDING SYSTEM VALUE SELECT 2 * s + n, s, n, 0, "
      "0, 'e', 'f', 't', 1, 0, '', '', '', '', '', '' FROM generate_series(1, " +
      many + ") AS s, generate_series(1, 2) AS n");
  for (const char* table : {"pawl_jobs", "pawl_outcomes", "pawl_events"})
    db.run("ANALYZE @." + std::string(table));
  vacuum();
  std::printf("%.3f %.3f\n", before, median_claim(*store, me.answer->owner));
}

// --- A snapshot that another session holds -------------------------------------------------------

void measure_pinned(std::size_t seconds) {
  service_type submitting{open(), report{}};
  crew workers(1, [] { serve(16); });
  workers.begin();
  const auto me = submitting.as({.tenant = "acme", .user = "u", .organisation = {}});
  // 800 a second, and what is done of them.
  const auto rate_over = [&](std::size_t length) {
    const long before = page().done;
    const auto begin = clock_type::now();
    std::size_t sent = 0;
    while (true) {
      const double passed = std::chrono::duration<double>(clock_type::now() - begin).count();
      if (passed >= static_cast<double>(length)) break;
      const auto due = static_cast<std::size_t>(passed * 800);
      if (sent >= due) {
        std::this_thread::sleep_for(milliseconds{5});
        continue;
      }
      const std::vector<report_input> inputs(due - sent, report_input{"ALFKI", 2026});
      for (const auto& each : me.submit_all<report>(inputs)) static_cast<void>(must(each));
      sent = due;
    }
    return static_cast<double>(page().done - before) / static_cast<double>(length);
  };
  const std::size_t some = std::max<std::size_t>(5, seconds / 6);
  rate_over(2);
  const double before = rate_over(some);
  by_hand::connection pinning(schema);
  pinning.run("BEGIN ISOLATION LEVEL REPEATABLE READ");
  pinning.run("SELECT count(*) FROM @.pawl_queue");
  const double first = rate_over(seconds - some);
  const double last = rate_over(some);
  pinning.run("COMMIT");
  const double after = rate_over(some);
  std::printf("%.0f %.0f %.0f %.0f\n", before, first, last, after);
}

void measure(std::string_view what, std::size_t count, int processes, unsigned workers) {
  if (what == "pawl-single" || what == "pawl-bulk") {
    service_type jobs{open(), report{}};
    const auto submit = what == "pawl-bulk" ? submit_bulk : submit_singles;
    submit(jobs, what == "pawl-bulk" ? bulk : 50);
    print_rate(count, seconds_of([&] { submit(jobs, count); }));
  } else if (what == "hand-single" || what == "hand-bulk") {
    {
      service_type jobs{open(), report{}};
      submit_singles(jobs, 1);
    }
    by_hand::submitter by(schema);
    const std::size_t batch = what == "hand-bulk" ? bulk : 1;
    const auto submit = [&](std::size_t all) {
      for (std::size_t i = 0; i < all; i += batch) by.submit(batch);
    };
    submit(what == "hand-bulk" ? bulk : 50);
    print_rate(count, seconds_of([&] { submit(count); }));
  } else if (what == "pawl-drain") {
    drain(count, processes, [workers] { serve(workers); });
  } else if (what == "hand-drain") {
    drain(count, processes, work_by_hand);
  } else if (what == "idle") {
    measure_latency(count, milliseconds{0});
  } else if (what == "due") {
    measure_latency(count, milliseconds{1500});
  } else if (what == "sleeps") {
    measure_sleeps(count);
  } else if (what == "claims") {
    measure_claims(count);
  } else if (what == "writers") {
    measure_writers(count, processes);
  } else if (what == "pinned") {
    measure_pinned(count);
  } else {
    std::fputs("bench_postgres: see the usage in its source\n", stderr);
    std::exit(2);
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  page();  // before there are other processes
  const auto number = [&](int at, std::size_t otherwise) {
    return argument_count > at ? std::strtoul(arguments[at], nullptr, 10) : otherwise;
  };
  measure(argument_count > 1 ? arguments[1] : "", number(2, 1000), static_cast<int>(number(3, 1)),
          static_cast<unsigned>(number(4, 16)));
  by_hand::connection(schema).run("DROP SCHEMA IF EXISTS @ CASCADE");
}
