// SPDX-License-Identifier: BSL-1.0
// ./dev bench maintenance: what goes on beside the work. Whether a backlog of what is to be
// deleted, released or taken back slows claims, and how fast it is worked off; how late due work
// begins, also if another process submitted it; and what an idle service costs. Rounds with and
// without a backlog alternate, medians count, and nothing fails because it was slow. Usage:
// bench_maintenance [--directory <dir>] [--jobs <per round>] [--backlog <jobs>]
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;
using store_type = pawl::storage::sqlite<>;

std::filesystem::path directory = std::filesystem::temp_directory_path();
std::size_t jobs_per_round = 10'000;
std::size_t backlog = 20'000;
constexpr int rounds = 3;
const pawl::principal who{.tenant = "acme", .user = "u", .organisation = {}};

struct note {
  int number{};
};

/// The work: does nothing, and tells when all have.
struct work : pawl::job<"bench.work", pawl::lifecycles::service> {
  std::shared_ptr<std::atomic<std::int64_t>> left = std::make_shared<std::atomic<std::int64_t>>(0);
  outcome<void> operator()(context&, const note&) const {
    if (left->fetch_sub(1) == 1) left->notify_all();
    return {};
  }
  void wait() const {
    for (std::int64_t now = 0; (now = left->load()) > 0;) left->wait(now);
  }
};
/// What the backlog consists of: kept and leased for a moment only.
struct old : pawl::job<"bench.old", pawl::lifecycles::service, pawl::idempotency<pawl::ttl<1_s>>,
                       pawl::retention<pawl::keep_results<1_s>, pawl::keep_events<1_s>,
                                       pawl::keep_dead_letters<1_s>>,
                       pawl::heartbeat<300_ms>, pawl::lease<1_s>> {
  outcome<void> operator()(context&, const note&) const { return {}; }
};
/// Tells when it was entered.
struct stamp : pawl::job<"bench.stamp", pawl::lifecycles::service> {
  std::shared_ptr<std::atomic<std::int64_t>> at = std::make_shared<std::atomic<std::int64_t>>(0);
  outcome<void> operator()(context&, const note&) const {
    *at = clock_type::now().time_since_epoch().count();
    at->notify_all();
    return {};
  }
  [[nodiscard]] std::int64_t entered() const {
    at->wait(0);
    return at->exchange(0);
  }
};

struct fresh_file {
  std::string path = (directory / ("pawl-bench-maintenance-" + std::to_string(::getpid()) + '-' +
                                   std::to_string(counter++) + ".db"))
                         .string();
  ~fresh_file() {
    for (const char* suffix : {"", "-wal", "-shm", "-wake"}) std::filesystem::remove(path + suffix);
  }
  static inline int counter = 0;
};

template <class T>
T must(pawl::storage::result<T> answer) {
  if (answer) return *std::move(answer);
  std::fprintf(stderr, "bench_maintenance: %s\n", describe(answer.error()).c_str());
  std::exit(1);
}
auto open(const std::string& path) { return must(store_type::open(path)); }
double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

template <class H, class Session>
std::vector<pawl::job_id> submit_many(const Session& me, std::size_t count,
                                      std::vector<pawl::job_id> after = {}) {
  std::vector<pawl::job_id> made;
  const std::vector<note> notes(500);
  while (made.size() < count)
    for (auto& each : me.template submit_all<H>(notes, {.depends_on = after}))
      made.push_back(must(std::move(each)).id);
  return made;
}

// --- Backlogs: each is made by a process that is gone, and answers whether a job is worked off
// ----

struct nothing_to_do {
  static constexpr const char* name = "none";
  static pawl::job_id make(const std::string&) { return {}; }
  static bool is_done(const pawl::storage::result<pawl::job_record>&) { return true; }
};

/// Jobs that ended longer ago than they are kept.
struct to_delete {
  static constexpr const char* name = "retention";
  static pawl::job_id make(const std::string& path) {
    pawl::service jobs{open(path), old{}};
    const auto me = jobs.as(who);
    const auto made = submit_many<old>(me, backlog);
    // Nothing is deleted before the measurement.
    if (!jobs.start({.prefetch = 500, .maintenance = std::chrono::hours{1}})) std::exit(1);
    for (const pawl::job_id& each : made) static_cast<void>(must(me.wait(each, 1min)));
    jobs.stop();
    // What was submitted last is kept as long as it is the newest, so the one before counts.
    static_cast<void>(must(me.submit<old>({})));
    std::this_thread::sleep_for(1500ms);  // as long as results are kept
    return made.back();
  }
  static bool is_done(const pawl::storage::result<pawl::job_record>& last) { return !last; }
};

/// Jobs that wait for one that has ended.
struct to_release {
  static constexpr const char* name = "releases";
  static pawl::job_id make(const std::string& path) {
    pawl::service jobs{open(path), old{}};
    const auto me = jobs.as(who);
    const pawl::job_id first = must(me.submit<old>({})).id;
    const auto made = submit_many<old>(me, backlog, {first});
    if (!jobs.start({.maintenance = std::chrono::hours{1}})) std::exit(1);
    static_cast<void>(must(me.wait(first, 1min)));
    jobs.stop();
    return made.back();
  }
  static bool is_done(const pawl::storage::result<pawl::job_record>& last) {
    return !last || last->phase != pawl::phase::blocked;
  }
};

/// Jobs that a process held when it died.
struct to_take_back {
  static constexpr const char* name = "reaping";
  static pawl::job_id make(const std::string& path) {
    pawl::service jobs{open(path), old{}};
    const auto made = submit_many<old>(jobs.as(who), backlog);
    pawl::storage::enrol owner{.label = "lost", .types = {&pawl::type_of<old>}};
    jobs.store().apply_one(owner);
    if (!owner.answer) std::exit(1);
    pawl::storage::claim all{
        .owner = owner.answer->owner, .types = {&pawl::type_of<old>}, .start = 0, .hold = backlog};
    jobs.store().apply_one(all);
    std::this_thread::sleep_for(1500ms);  // longer than its lease
    return made.back();
  }
  static bool is_done(const pawl::storage::result<pawl::job_record>& last) {
    return !last || last->phase != pawl::phase::held;
  }
};

struct measured {
  double work = 0;         ///< jobs a second
  double maintenance = 0;  ///< of the backlog, a second
};

/// Jobs that are claimed, run and settled while the backlog is worked off, and how long that takes.
template <class Backlog>
measured run_beside() {
  const fresh_file file;
  const pawl::job_id last = Backlog::make(file.path);
  const work handler;
  pawl::service jobs{open(file.path), handler};
  // Known, so that it can be deleted, and no work of this process, so that none is added.
  const pawl::job_descriptor* const known[] = {&pawl::type_of<old>};
  if (!jobs.store().learn(known)) std::exit(1);
  const auto me = jobs.as(who);
  submit_many<work>(me, jobs_per_round);
  *handler.left = static_cast<std::int64_t>(jobs_per_round);
  measured out;
  const auto begin = clock_type::now();
  const auto since = [&] { return seconds(clock_type::now() - begin).count(); };
  if (!jobs.start({.workers = 4, .prefetch = 200})) std::exit(1);
  handler.wait();
  out.work = static_cast<double>(jobs_per_round) / since();
  while (!Backlog::is_done(me.status(last)) && since() < 120) std::this_thread::sleep_for(5ms);
  out.maintenance = static_cast<double>(backlog) / since();
  jobs.stop();
  return out;
}

template <class Backlog>
void report_backlog() {
  std::vector<double> alone;
  std::vector<double> beside;
  std::vector<double> worked_off;
  for (int i = 0; i < rounds; ++i) {
    alone.push_back(run_beside<nothing_to_do>().work);
    const measured with = run_beside<Backlog>();
    beside.push_back(with.work);
    worked_off.push_back(with.maintenance);
  }
  const double ratio = median(beside) / median(alone);
  std::printf("%-12s %10.0f %10.0f %8.2f   goal 0.90 %-8s %10.0f\n", Backlog::name, median(alone),
              median(beside), ratio, ratio >= 0.9 ? "met" : "NOT met", median(worked_off));
}

// --- Due work, and none
// ---------------------------------------------------------------------------

/// Another process: submits a job that is due so many milliseconds later, and says when that is.
int submit_and_tell(const std::string& path, std::chrono::milliseconds delay) {
  pawl::client jobs{open(path), pawl::jobs<stamp>{}};
  static_cast<void>(must(jobs.as(who).submit<stamp>({}, {.delay = delay})));
  std::printf("%lld\n",
              static_cast<long long>((clock_type::now() + delay).time_since_epoch().count()));
  return 0;
}

/// When the job is due, by the clock that all processes of the machine share.
std::int64_t submit_elsewhere(const std::string& path, std::chrono::milliseconds delay) {
  const std::string command = std::filesystem::read_symlink("/proc/self/exe").string() +
                              " --submit '" + path + "' " + std::to_string(delay.count());
  std::FILE* const told = ::popen(command.c_str(), "r");
  long long due = 0;
  if (told == nullptr || std::fscanf(told, "%lld", &due) != 1) std::exit(1);
  ::pclose(told);
  return due;
}

void report_due(bool elsewhere) {
  const fresh_file file;
  const stamp handler;
  pawl::service jobs{open(file.path), handler};
  if (!jobs.start()) std::exit(1);
  const auto me = jobs.as(who);
  std::vector<double> late;
  for (int i = 0; i < 30; ++i) {
    const std::chrono::milliseconds delay = 200ms + i * 1ms;
    std::int64_t due = 0;
    if (elsewhere) {
      due = submit_elsewhere(file.path, delay);
    } else {
      static_cast<void>(must(me.submit<stamp>({}, {.delay = delay})));
      due = (clock_type::now() + delay).time_since_epoch().count();
    }
    late.push_back(seconds(clock_type::duration(handler.entered() - due)).count());
  }
  std::sort(late.begin(), late.end());
  std::printf("%-44s %8.0f us, worst %.0f us; goal 10 ms  %s\n",
              elsewhere ? "due work, submitted by another process" : "due work", 1e6 * median(late),
              1e6 * late.back(), median(late) <= 0.010 ? "met" : "NOT met");
}

double processor_time() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

void report_idle() {
  const fresh_file file;
  pawl::service jobs{open(file.path), work{}};
  if (!jobs.start()) std::exit(1);
  std::this_thread::sleep_for(1s);
  const double before = processor_time();
  std::this_thread::sleep_for(10s);
  const double share = (processor_time() - before) / 10;
  std::printf("%-44s %8.2f %% of a core; goal 0.50 %%  %s\n", "an idle service", 100 * share,
              share <= 0.005 ? "met" : "NOT met");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--submit") == 0)
    return submit_and_tell(argv[2], std::chrono::milliseconds{std::atol(argv[3])});
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--directory") == 0) directory = argv[i + 1];
    if (std::strcmp(argv[i], "--jobs") == 0)
      jobs_per_round = std::strtoul(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--backlog") == 0) backlog = std::strtoul(argv[i + 1], nullptr, 10);
  }
  std::printf("%-12s %10s %10s %8s   %-17s %10s\n", "backlog", "jobs/s", "beside it", "ratio", "",
              "worked off/s");
  report_backlog<to_delete>();
  report_backlog<to_release>();
  report_backlog<to_take_back>();
  for (const bool elsewhere : {false, true}) report_due(elsewhere);
  report_idle();
}
