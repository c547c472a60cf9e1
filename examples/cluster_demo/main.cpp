// SPDX-License-Identifier: BSL-1.0
// A producer and three workers, each a process of its own, share one queue in PostgreSQL. One of
// the workers is killed with -9 in the middle of a job; the others take over what it had. At the
// end everything is counted, by the store, by the handlers' own words, and in the shop's ledger.
//
//     ./dev run cluster
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <string_view>
#include <thread>

#include <pawl/client.hpp>
#include <pawl/service.hpp>

#include "shop.hpp"

namespace {

using cluster::book;
using store_type = pawl::storage::postgres<>;
using std::chrono::minutes;

constexpr int workers = 3;
const pawl::principal shop{.tenant = "shop", .user = "demo"};

std::unique_ptr<store_type> open_store() {
  auto opened = store_type::open("", {.schema = cluster::schema});
  if (!opened) throw std::runtime_error(pawl::storage::describe(opened.error()));
  return *std::move(opened);
}

// --- What the processes do
// -------------------------------------------------------------------------

void produce(const cluster::diary& notes, int jobs) {
  pawl::client queue{open_store(), pawl::jobs<book>{}};
  auto me = queue.as(shop);
  for (int number = 1; number <= jobs; ++number) {
    const auto job = me.submit<book>({number}, {.key = fmt::format("order-{}", number)});
    if (!job) throw std::runtime_error(pawl::storage::describe(job.error()));
    notes.write("submitted", number);
  }
}

void work(const cluster::diary& notes) {
  book handler;
  handler.notes = &notes;
  pawl::service jobs{open_store(), std::move(handler)};
  const auto ended =
      pawl::run_until_signal(jobs, {.workers = 4, .prefetch = 4, .name = notes.who()});
  if (!ended) throw std::runtime_error(pawl::storage::describe(ended.error()));
}

// --- The demo itself
// -------------------------------------------------------------------------------

/// A process that tells its story through the pipe that all share.
template <class Work>
pid_t start(int pipe_end, const std::string& name, Work does) {
  std::fflush(stdout);
  const pid_t demo = ::getpid();
  const pid_t process = ::fork();
  if (process != 0) return process;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody works for a demo that is gone
  if (::getppid() != demo) ::_exit(1);
  // Heard when the service waits for them, and not before.
  sigset_t asked;
  ::sigemptyset(&asked);
  ::sigaddset(&asked, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &asked, nullptr);
  const cluster::diary notes(pipe_end, name);
  int verdict = 0;
  try {
    does(notes);
  } catch (const std::exception& failed) {
    fmt::print(stderr, "{}: {}\n", name, failed.what());
    verdict = 1;
  }
  ::_exit(verdict);
}

/// What was told: each process's words, by the orders that they are about.
struct story {
  int submitted = 0;
  int booked = 0;
  std::map<int, int> begun{};  ///< how often a handler was entered, by order
};

/// Hears what the processes tell, until none is left, and kills one of the workers where it hurts:
/// in the middle of a job, when a third of the orders is booked.
class narrator {
 public:
  narrator(int pipe_end, int jobs, std::map<std::string, pid_t> crew)
      : from_(::fdopen(pipe_end, "r")), jobs_(jobs), crew_(std::move(crew)) {}
  narrator(const narrator&) = delete;
  narrator& operator=(const narrator&) = delete;
  ~narrator() { std::fclose(from_); }

  story listen() {
    story told;
    char who[32];
    char what[32];
    int number = 0;
    while (std::fscanf(from_, "%31s %31s %d", who, what, &number) == 3) {
      const std::string_view word = what;
      if (word == "submitted") ++told.submitted;
      if (word == "begins") ++told.begun[number];
      if (word == "booked" && ++told.booked % 50 == 0)
        fmt::print("{:4} orders are booked\n", told.booked);
      if (!was_killed_ && word == "begins" && told.booked * 3 >= jobs_) {
        fmt::print("{:4} orders are booked; {} is killed while it works on order {}\n", told.booked,
                   who, number);
        ::kill(crew_.at(who), SIGKILL);
        was_killed_ = true;
      }
    }
    return told;
  }

 private:
  FILE* from_;
  int jobs_;
  std::map<std::string, pid_t> crew_;
  bool was_killed_ = false;
};

/// What the store has to say when all is over.
struct counted {
  int jobs = 0;
  int succeeded = 0;
  int retried = 0;
  int succeeded_twice = 0;
};

counted count_jobs() {
  pawl::client queue{open_store(), pawl::jobs<book>{}};
  auto me = queue.as(shop);
  counted out;
  pawl::storage::list_filter filter{.limit = pawl::storage::list_filter::most};
  do {
    const auto page = me.list(filter).value();
    for (const pawl::job_record& each : page.jobs) {
      const pawl::job_record job = me.wait(each.id, minutes{1}).value();
      ++out.jobs;
      if (job.kind == pawl::kind::success) ++out.succeeded;
      if (job.retries > 0) ++out.retried;
      int ends = 0;
      for (const pawl::job_event& event : me.events(job.id).value())
        if (event.kind == pawl::event_kind::transition && event.to == "succeeded") ++ends;
      if (ends > 1) ++out.succeeded_twice;
    }
    filter.cursor = page.cursor;
  } while (!filter.cursor.empty());
  return out;
}

void print_row(const char* what, int count, const char* by) {
  fmt::print("| {:<20} | {:>6} | {:<46} |\n", what, count, by);
}

/// If the demo fails it hears no more of its workers, and waits for none.
struct ended_with_the_demo {
  const std::map<std::string, pid_t>& crew;
  ~ended_with_the_demo() {
    if (std::uncaught_exceptions() == 0) return;
    for (const auto& [name, process] : crew) ::kill(process, SIGKILL);
  }
};

int run(int jobs) {
  cluster::ledger books;
  books.make();
  open_store().reset();  // the tables, before all need them at once
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("there is no pipe");
  std::map<std::string, pid_t> crew;
  for (int i = 1; i <= workers; ++i) {
    const std::string name = fmt::format("worker-{}", i);
    crew[name] = start(ends[1], name, work);
  }
  const pid_t producer =
      start(ends[1], "producer", [jobs](const cluster::diary& notes) { produce(notes, jobs); });
  ::close(ends[1]);
  fmt::print("a producer and {} workers, {} orders\n", workers, jobs);
  story told;
  std::jthread listening([&] { told = narrator(ends[0], jobs, crew).listen(); });
  const ended_with_the_demo on_failure{crew};

  int failed = 0;
  int status = 0;
  ::waitpid(producer, &status, 0);
  if (status != 0) ++failed;
  const counted seen = count_jobs();
  int killed = 0;
  for (const auto& [name, process] : crew) {
    ::kill(process, SIGTERM);
    ::waitpid(process, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      ++killed;
    else if (status != 0)
      ++failed;
  }
  listening.join();
  int entered_again = 0;
  for (const auto& [number, times] : told.begun) entered_again += times > 1 ? 1 : 0;
  const int booked_once_or_more =
      books.count("(SELECT DISTINCT number FROM cluster_demo.ledger) AS l");
  const int booked_twice =
      books.count("(SELECT 1 FROM cluster_demo.ledger GROUP BY number HAVING count(*) > 1) AS l");
  const int lost = told.submitted - std::min(seen.succeeded, booked_once_or_more);
  const int accepted_twice = booked_twice + seen.succeeded_twice;

  fmt::print("\n");
  print_row("submitted", told.submitted, "the producer's own words");
  print_row("jobs", seen.jobs, "the store");
  print_row("succeeded", seen.succeeded, "the store");
  print_row("retried", seen.retried, "the store");
  print_row("entered again", entered_again, "the handlers' own words");
  print_row("workers killed", killed, "the demo");
  print_row("lost", lost, "submitted, but not succeeded and in the ledger");
  print_row("accepted twice", accepted_twice, "two lines in the ledger, or two successes");

  const bool is_well = told.submitted == jobs && seen.jobs == jobs && seen.succeeded == jobs &&
                       lost == 0 && accepted_twice == 0 && killed == 1 && failed == 0 &&
                       seen.retried >= jobs / 10 && entered_again >= jobs / 10;
  if (!is_well) fmt::print("this is not as it should be\n");
  return is_well ? 0 : 1;
}

std::optional<int> read_jobs(int argc, char** argv) {
  if (argc == 1) return 300;
  if (argc != 3 || std::string_view(argv[1]) != "--jobs") return {};
  int jobs = 0;
  const std::string_view given = argv[2];
  const auto read = std::from_chars(given.data(), given.data() + given.size(), jobs);
  if (read.ec != std::errc{} || read.ptr != given.data() + given.size()) return {};
  if (jobs < 30 || jobs > 100'000) return {};
  return jobs;
}

}  // namespace

int main(int argc, char** argv) {
  const auto jobs = read_jobs(argc, argv);
  if (!jobs) {
    fmt::print(
        stderr,
        "usage: cluster_demo [--jobs N]\n"
        "Runs N orders (30 to 100000) through a producer and three workers, on the database that\n"
        "libpq finds by its environment (PGHOST, PGDATABASE, ...); kills a worker on the way.\n");
    return 2;
  }
  try {
    return run(*jobs);
  } catch (const std::exception& failed) {
    fmt::print(stderr, "cluster_demo: {}\n", failed.what());
    return 1;
  }
}
