// SPDX-License-Identifier: BSL-1.0
// ./dev bench storage: pawl on SQLite against a program by hand on the same schema, side by side in
// one run. Rounds alternate, medians count, and nothing fails because it was slow.
// Usage: bench_storage [--directory <dir>] [--large <jobs of the scaling test>]
//                      [--only single|threads|batches|drains|claims]
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <pawl/job/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/sqlite.hpp>

#include "examples/jobs/service.hpp"
#include "raw.hpp"

namespace {

using namespace pawl::storage;
using seconds = std::chrono::duration<double>;

const pawl::job_descriptor& report = pawl::type_of<service_jobs::report_job>;
pawl::id_source ids;
std::filesystem::path directory = std::filesystem::temp_directory_path();

pawl::job_id fresh_id() { return ids.next(pawl::system_clock{}.wall()); }
std::int64_t now_ms() { return pawl::system_clock{}.wall().time_since_epoch().count(); }

double time_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return seconds(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

[[noreturn]] void give_up(const error& why) {
  std::fprintf(stderr, "bench_storage: %s\n", describe(why).c_str());
  std::exit(1);
}
template <class Answer>
auto must(Answer answer) {
  if (!answer) give_up(answer.error());
  return *std::move(answer);
}
/// All of a batch in one commit.
void must_all(sqlite<>& in, const std::vector<operation_ptr>& batch) {
  in.apply(batch);
  for (const operation_ptr& op : batch)
    if (!op.answer()) give_up(op.answer().error());
}

/// A new store in a file of its own, which goes with it.
struct fresh_store {
  std::string path;
  std::unique_ptr<sqlite<>> store;

  explicit fresh_store(bool full, bool guarded = false)
      : path((directory / ("pawl-bench-" + std::to_string(::getpid()) + '-' +
                           std::to_string(counter++) + ".db"))
                 .string()) {
    store = must(sqlite<>::open(
        path, {.durability = full ? durability_level::full : durability_level::normal,
               .guarded = guarded}));
    const pawl::job_descriptor* const types[] = {&report};
    if (auto learnt = store->learn(types); !learnt) std::exit(1);
  }
  fresh_store(fresh_store&&) = default;
  ~fresh_store() {
    store.reset();
    for (const char* suffix : {"", "-wal", "-shm", "-wake"}) std::filesystem::remove(path + suffix);
  }
  static inline int counter = 0;
};

submit one_job() {
  return {.type = &report,
          .id = fresh_id(),
          .who = {"acme", "u", ""},
          .payload = R"({"customer":"ALFKI","year":2026})"};
}
void submit_some(sqlite<>& to, std::size_t count) {
  std::vector<submit> jobs;
  jobs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) jobs.push_back(one_job());
  std::vector<operation_ptr> batch;
  batch.reserve(count);
  for (submit& each : jobs) batch.emplace_back(&each);
  must_all(to, batch);
}
std::vector<pawl::job_id> some_ids(std::size_t count) {
  std::vector<pawl::job_id> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(fresh_id());
  return all;
}

void heading(const char* title) { std::printf("\n== %s\n", title); }
void line(const char* what, double pawl_rate, double raw_rate, const char* goal, bool met) {
  std::printf("%-44s %12.0f %12.0f %8.2f   goal %-10s %s\n", what, pawl_rate, raw_rate,
              pawl_rate / raw_rate, goal, met ? "met" : "NOT met");
}
void columns() { std::printf("%-44s %12s %12s %8s\n", "", "pawl", "by hand", "ratio"); }

/// Bytes that this process has asked the system to write.
std::int64_t bytes_written() {
  std::ifstream io("/proc/self/io");
  for (std::string name; io >> name;) {
    std::int64_t value = 0;
    io >> value;
    if (name == "wchar:") return value;
  }
  return 0;
}

// --- Submission --------------------------------------------------------------------------------

constexpr int rounds = 7;

void single_inserts(bool full) {
  const std::size_t count = full ? 500 : 3000;
  std::vector<double> ours;
  std::vector<double> theirs;
  fresh_store a(full);
  fresh_store b(full);
  raw::store by_hand(b.path, full);
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(time_of([&] {
      for (std::size_t i = 0; i < count; ++i) must(apply_one(*a.store, one_job()));
    }));
    theirs.push_back(time_of([&] {
      for (std::size_t i = 0; i < count; ++i) by_hand.insert({fresh_id()}, now_ms());
    }));
  }
  const double n = static_cast<double>(count);
  const double slower = median(ours) / median(theirs);
  line(full ? "one insert, one commit, FULL (per s)" : "one insert, one commit, NORMAL (per s)",
       n / median(ours), n / median(theirs), ">= 0.83", slower <= 1.2);
}

void group_commit(bool full) {
  constexpr std::size_t threads = 16;
  const std::size_t each = full ? 300 : 1500;
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> unreduced;
  fresh_store a(full);
  fresh_store b(full);
  raw::store by_hand(b.path, full);
  const std::uint64_t commits = a.store->commits();
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(time_of([&] {
      std::vector<std::jthread> all;
      for (std::size_t t = 0; t < threads; ++t)
        all.emplace_back([&] {
          for (std::size_t i = 0; i < each; ++i) must(apply_one(*a.store, one_job()));
        });
    }));
    theirs.push_back(time_of([&] {
      for (std::size_t i = 0; i < each; ++i) by_hand.insert(some_ids(threads), now_ms());
    }));
    unreduced.push_back(time_of([&] {
      for (std::size_t i = 0; i < each * threads / 1000; ++i)
        by_hand.insert(some_ids(1000), now_ms());
    }));
  }
  const double n = static_cast<double>(each * threads);
  line(full ? "16 threads, one insert each, FULL (per s)" : "16 threads, one insert each, NORMAL",
       n / median(ours), n / median(theirs), ">= 0.70", median(theirs) / median(ours) >= 0.7);
  std::printf("%-44s %12.1f %12zu\n", "  inserts in a commit",
              n * rounds / static_cast<double>(a.store->commits() - commits), threads);
  std::printf("%-44s %12s %12.0f\n", "  by hand in batches of 1000, one thread", "",
              static_cast<double>(each * threads / 1000 * 1000) / median(unreduced));
}

void batches(bool full) {
  std::vector<double> ours;
  std::vector<double> theirs;
  fresh_store a(full);
  fresh_store b(full);
  raw::store by_hand(b.path, full);
  constexpr std::size_t count = 100;
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(time_of([&] {
      for (std::size_t i = 0; i < count; ++i) submit_some(*a.store, 100);
    }));
    theirs.push_back(time_of([&] {
      for (std::size_t i = 0; i < count; ++i) by_hand.insert(some_ids(100), now_ms());
    }));
  }
  line(full ? "inserts in batches of 100, FULL (per s)" : "inserts in batches of 100, NORMAL",
       count * 100 / median(ours), count * 100 / median(theirs), ">= 0.70",
       median(theirs) / median(ours) >= 0.7);
}

// --- Claim and settle ----------------------------------------------------------------------------

/// Drains a store as a worker would: the jobs of one claim are settled with the next.
std::size_t drain(sqlite<>& from, owner_number owner) {
  std::size_t done = 0;
  std::vector<settle> ends;
  std::vector<operation_ptr> batch;
  while (true) {
    claim next{owner, {&report}, 100, 0};
    batch.clear();
    for (settle& each : ends) batch.emplace_back(&each);
    batch.emplace_back(&next);
    must_all(from, batch);
    ends.clear();
    if (next.answer->jobs.empty()) return done;
    for (const claimed& job : next.answer->jobs)
      ends.push_back({.lease = job.lease, .type = job.type, .result = "{}"});
    done += ends.size();
  }
}

void drains(bool full) {
  constexpr std::size_t jobs = 20'000;
  std::vector<double> ours;
  std::vector<double> with_guard;
  std::vector<double> theirs;
  std::int64_t written = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const bool guarded : {true, false}) {
      fresh_store a(full, guarded);
      const auto owner = must(apply_one(*a.store, enrol{"bench"})).owner;
      const std::int64_t before = bytes_written();
      for (std::size_t i = 0; i < jobs / 100; ++i) submit_some(*a.store, 100);
      (guarded ? with_guard : ours).push_back(time_of([&] {
        if (drain(*a.store, owner) != jobs) std::exit(1);
      }));
      if (!guarded) written = bytes_written() - before;
    }
    fresh_store b(full);
    raw::store by_hand(b.path, full);
    for (std::size_t i = 0; i < jobs / 100; ++i) by_hand.insert(some_ids(100), now_ms());
    theirs.push_back(time_of([&] {
      std::vector<raw::job> held;
      do held = by_hand.settle_and_claim(held, 100, now_ms());
      while (!held.empty());
    }));
  }
  line(full ? "claim + settle, batches of 100, FULL" : "claim + settle, batches of 100, NORMAL",
       jobs / median(ours), jobs / median(theirs), ">= 0.70", median(theirs) / median(ours) >= 0.7);
  std::printf("%-44s %11.1f %%\n", "  the database's own guard costs",
              100 * (median(with_guard) / median(ours) - 1));
  std::printf("%-44s %12lld bytes\n", "  written for a job's whole life",
              static_cast<long long>(written / static_cast<std::int64_t>(jobs)));
}

// --- Scaling -------------------------------------------------------------------------------------

struct claim_cost {
  double median_us = 0;
  double p99_us = 0;
  double pages_per_row = 0;
};

/// Claims of ten with as many jobs queued and finished.
claim_cost cost_of_claims(std::size_t queued, std::size_t finished) {
  fresh_store s(false);
  const auto owner = must(apply_one(*s.store, enrol{"bench"})).owner;
  for (std::size_t i = 0; i < finished / 1000; ++i) submit_some(*s.store, 1000);
  if (finished != 0) drain(*s.store, owner);
  for (std::size_t i = 0; i < queued / 1000; ++i) submit_some(*s.store, 1000);

  constexpr std::size_t claims = 90;
  std::vector<double> times;
  const std::int64_t pages = s.store->pages_used();
  for (std::size_t i = 0; i < claims; ++i) {
    times.push_back(1e6 * time_of([&] {
                      const auto got = must(apply_one(*s.store, claim{owner, {&report}, 10, 0}));
                      if (got.jobs.size() != 10) std::exit(1);
                    }));
  }
  std::sort(times.begin(), times.end());
  return {times[claims / 2], times[claims * 99 / 100],
          static_cast<double>(s.store->pages_used() - pages) / (claims * 10)};
}

void scaling(std::size_t large) {
  heading("Claims of ten jobs, NORMAL");
  const claim_cost small = cost_of_claims(1000, 0);
  std::printf("%-44s median %7.0f us   p99 %7.0f us   pages per row %5.1f\n",
              "1000 queued, none finished", small.median_us, small.p99_us, small.pages_per_row);
  const claim_cost big = cost_of_claims(large, large);
  std::printf("%-44s median %7.0f us   p99 %7.0f us   pages per row %5.1f\n",
              (std::to_string(large) + " queued, as many finished").c_str(), big.median_us,
              big.p99_us, big.pages_per_row);
  std::printf("%-44s %6.2f   goal <= 1.20 %s; pages %+.1f   goal <= +4 %s\n",
              "ratio of the medians", big.median_us / small.median_us,
              big.median_us <= 1.2 * small.median_us ? "met" : "NOT met",
              big.pages_per_row - small.pages_per_row,
              big.pages_per_row <= small.pages_per_row + 4 ? "met" : "NOT met");
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t large = 1'000'000;
  std::string_view only;
  for (int i = 1; i + 1 < count; i += 2) {
    if (std::strcmp(arguments[i], "--directory") == 0) directory = arguments[i + 1];
    if (std::strcmp(arguments[i], "--large") == 0)
      large = std::strtoull(arguments[i + 1], nullptr, 10);
    if (std::strcmp(arguments[i], "--only") == 0) only = arguments[i + 1];
  }
  const auto asked_for = [&](std::string_view part) { return only.empty() || only == part; };
  std::printf("SQLite %s, files in %s\n", sqlite3_libversion(), directory.c_str());
  heading("Throughput");
  columns();
  for (const bool full : {true, false}) {
    if (asked_for("single")) single_inserts(full);
    if (asked_for("threads")) group_commit(full);
    if (asked_for("batches")) batches(full);
    if (asked_for("drains")) drains(full);
  }
  if (asked_for("claims")) scaling(large);
}
