// SPDX-License-Identifier: BSL-1.0
// Many threads on one store. What they must not do is counted, and checked when all of them are
// done: Catch2's assertions are for one thread.
#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

#include <pawl/testing/storage/bench.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using std::chrono::milliseconds;
using storage::attempt_end;
using storage::errc;
namespace jobs = testing::law_jobs;

template <class Backend>
struct fixture {
  testing::manual_clock clock{};
  decltype(Backend::make(clock)) made = Backend::make(clock);
  testing::storage_bench on{*made, clock};
};

/// Runs `work(number)` in so many threads, all of which begin together.
template <class Work>
void in_threads(int count, Work work) {
  std::latch begin(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      begin.arrive_and_wait();
      work(i);
    });
  for (std::thread& each : threads) each.join();
}

TEMPLATE_TEST_CASE("64 threads with the same 1,000 keys make 1,000 jobs", "[SVC-08][DECK-09]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  constexpr int keys = 1000;
  std::atomic<int> created{0};
  std::atomic<int> refused{0};
  std::vector<std::vector<job_id>> answers(64, std::vector<job_id>(keys));
  in_threads(64, [&](int number) {
    constexpr int size = 25;
    for (int first = 0; first < keys; first += size) {
      std::vector<storage::submit> made;
      for (int i = 0; i < size; ++i) {
        // Each thread begins somewhere else, so that they meet everywhere.
        storage::submit op = on.request(jobs::plain);
        op.key = "key-" + std::to_string((first + i + number * 16) % keys);
        made.push_back(std::move(op));
      }
      std::vector<storage::operation_ptr> batch;
      for (storage::submit& each : made) batch.emplace_back(&each);
      on.store.apply(batch);
      for (int i = 0; i < size; ++i) {
        const auto& answer = made[static_cast<std::size_t>(i)].answer;
        if (!answer) {
          ++refused;
          continue;
        }
        created += answer->created ? 1 : 0;
        answers[static_cast<std::size_t>(number)]
               [static_cast<std::size_t>((first + i + number * 16) % keys)] = answer->id;
      }
    }
  });
  CHECK(refused == 0);
  CHECK(created == keys);
  std::set<job_id> ids(answers[0].begin(), answers[0].end());
  CHECK(ids.size() == keys);
  for (const auto& each : answers) CHECK(each == answers[0]);
  CHECK(on.read(on.store.count(on.everyone())).in(phase::ready) == keys);
}

TEMPLATE_TEST_CASE("a limit at submission is exact under a race", "[DECK-11]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  REQUIRE(on.store.configure(jobs::exclusive, jobs::exclusive.limits[0].name, 7));
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> made{0};
    std::atomic<int> refused{0};
    std::atomic<int> otherwise{0};
    in_threads(8, [&](int) {
      for (int i = 0; i < 25; ++i) {
        const auto answer = storage::apply_one(on.store, on.request(jobs::exclusive));
        ++(answer ? made : answer.error().code == errc::limit_reached ? refused : otherwise);
      }
    });
    CHECK(made == 7);
    CHECK(refused == 200 - 7);
    CHECK(otherwise == 0);
    for (const auto& job : on.claim(owner, {&jobs::exclusive}, 100)) on.succeed(job);
  }
}

TEMPLATE_TEST_CASE("no job is given out twice", "[DOC-07]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  constexpr std::size_t count = 2000;
  for (std::size_t i = 0; i < count; ++i) {
    on.who.tenant = "tenant " + std::to_string(i % 5);
    on.submit(i % 2 == 0 ? jobs::plain : jobs::served);
  }
  std::vector<storage::light_vector<storage::claimed>> taken(8);
  std::atomic<int> failed{0};
  in_threads(8, [&](int number) {
    auto& mine = taken[static_cast<std::size_t>(number)];
    const auto enrolled = storage::apply_one(on.store, storage::enrol{"a thread"});
    while (enrolled) {
      storage::claim op{enrolled->owner, {&jobs::plain, &jobs::served}, 1, 6};
      const auto got = storage::apply_one(on.store, op);
      if (!got) ++failed;
      if (!got || got->jobs.empty()) return;
      mine.append(got->jobs.begin(), got->jobs.end());
    }
  });
  CHECK(failed == 0);
  std::set<job_id> ids;
  std::size_t sum = 0;
  for (const auto& each : taken)
    for (const auto& job : each) {
      ids.insert(job.id);
      ++sum;
    }
  CHECK(sum == count);
  CHECK(ids.size() == count);
}

TEMPLATE_TEST_CASE("a limit at a claim is exact under a race, and all jobs run", "[DECK-12]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  constexpr int keys = 3;
  constexpr int count = 300;
  for (int i = 0; i < count; ++i) {
    storage::submit op = on.request(jobs::narrow, std::to_string(i % keys));
    op.limit_keys = {"key " + std::to_string(i % keys)};
    on.submit(op);
  }
  std::atomic<int> running[keys]{};
  std::atomic<int> most{0};
  std::atomic<int> left{count};
  std::atomic<int> failed{0};
  in_threads(8, [&](int number) {
    const auto enrolled = storage::apply_one(on.store, storage::enrol{"a thread"});
    while (enrolled && left > 0) {
      storage::claim op{enrolled->owner, {&jobs::narrow}, 1, number % 3 == 0 ? 1U : 0U};
      const auto got = storage::apply_one(on.store, op);
      if (!got) ++failed;
      if (!got) return;
      if (got->jobs.empty()) std::this_thread::yield();
      for (const storage::claimed& job : got->jobs) {
        if (!job.started && !storage::apply_one(on.store, storage::start{job.lease, job.type}))
          ++failed;
        std::atomic<int>& mine = running[job.payload.view()[0] - '0'];
        const int now = ++mine;
        for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
        }
        std::this_thread::yield();
        --mine;
        storage::settle end{.lease = job.lease, .type = job.type};
        if (!storage::apply_one(on.store, end)) ++failed;
        --left;
      }
    }
  });
  CHECK(failed == 0);
  CHECK(most <= 2);
  CHECK(left == 0);
  CHECK(on.read(on.store.count(on.everyone())).in(phase::terminal) == count);
}

/// Workers that finish while a reaper takes their jobs away: every job ends, and at most one end of
/// it is accepted.
TEMPLATE_TEST_CASE("a reaper and a worker that finishes do not both end a job", "[STAT-04][DOC-08]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  constexpr std::size_t count = 300;
  std::vector<job_id> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(on.submit(jobs::filed));
  std::mutex mutex;
  std::map<job_id, int> accepted;
  std::atomic<int> lost{0};
  std::atomic<int> otherwise{0};
  std::atomic<int> workers{6};
  const auto all_ended = [&] {
    const auto counted = on.store.count(storage::scope::every_tenant());
    return counted && counted->in(phase::terminal) == static_cast<std::int64_t>(count);
  };
  in_threads(8, [&](int number) {
    if (number >= 6) {
      while (workers > 0) {
        f.clock.advance(milliseconds{number == 6 ? 20'500 : 700});
        static_cast<void>(storage::apply_one(on.store, storage::reap{}));
        std::this_thread::yield();
      }
      return;
    }
    auto enrolled = storage::apply_one(on.store, storage::enrol{"a thread"});
    while (enrolled && !all_ended()) {
      const auto got =
          storage::apply_one(on.store, storage::claim{enrolled->owner, {&jobs::filed}, 2, 1});
      // No thread beats, and the clock runs: an owner is forgotten, and enrols again.
      if (!got && got.error().code == errc::owner_lost) {
        enrolled = storage::apply_one(on.store, storage::enrol{"a thread"});
        continue;
      }
      if (!got) ++otherwise;
      if (!got) break;
      for (const storage::claimed& job : got->jobs) {
        if (!job.started) {
          const auto begun = storage::apply_one(on.store, storage::start{job.lease, job.type});
          if (!begun) continue;  // taken away meanwhile
        }
        std::this_thread::yield();
        const auto end =
            storage::apply_one(on.store, storage::settle{.lease = job.lease, .type = job.type});
        if (end) {
          const std::scoped_lock lock(mutex);
          ++accepted[job.id];
        } else {
          ++(end.error().code == errc::lease_lost ? lost : otherwise);
        }
      }
    }
    --workers;
  });
  CHECK(otherwise == 0);
  INFO(lost << " ends came too late");
  for (const job_id& id : ids) {
    const job_record job = on.get(id);
    int ends = 0;
    std::uint64_t number = 0;
    for (const job_event& each : on.events(id)) {
      if (each.number != ++number) FAIL_CHECK("events are numbered without a gap");
      if (each.kind == event_kind::transition && (each.to == "SUCCEEDED" || each.to == "FAILED"))
        ++ends;
    }
    if (job.phase != phase::terminal || ends != 1) FAIL_CHECK("every job ends once");
    if (accepted[id] != (job.state == "SUCCEEDED" ? 1 : 0))
      FAIL_CHECK("an end that was accepted is the job's end");
    if (job.attempt > job.max_attempts) FAIL_CHECK("no more starts than attempts");
  }
}

TEMPLATE_TEST_CASE("a reader never sees a job go back", "", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const auto job = on.running(owner, jobs::plain);
  std::atomic<bool> done{false};
  std::atomic<int> backwards{0};
  std::atomic<int> gaps{0};
  in_threads(4, [&](int number) {
    if (number == 0) {
      for (int i = 1; i <= 100; ++i)
        static_cast<void>(storage::apply_one(
            on.store, storage::report{.lease = job.lease, .type = job.type, .progress = i}));
      done = true;
      return;
    }
    std::uint64_t last = 0;
    int progress = 0;
    do {
      const auto seen = on.store.get(storage::scope::every_tenant(), job.id);
      if (!seen || seen->last_event < last || seen->progress < progress) {
        ++backwards;
        return;
      }
      last = seen->last_event;
      progress = seen->progress;
      const auto events = on.store.events(storage::scope::every_tenant(), job.id, 0, 1000);
      if (!events || events->size() < last) {
        ++gaps;
        return;
      }
    } while (!done);
  });
  CHECK(backwards == 0);
  CHECK(gaps == 0);
  CHECK(on.get(job.id).progress == 100);
}

TEMPLATE_TEST_CASE("a commit that makes something ready announces work to one, and news to all", "",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  auto& transport = on.store.transport();
  while (transport.wait_for_work(milliseconds{0}, transport.due())) {
  }
  const auto job = on.request(jobs::plain);
  std::atomic<int> woken{0};
  in_threads(2, [&](int number) {
    if (number == 0)
      static_cast<void>(storage::apply_one(on.store, job));
    else if (transport.wait_for_work(milliseconds{600'000}, transport.due()))
      ++woken;
  });
  CHECK(woken == 1);
  CHECK_FALSE(transport.wait_for_work(milliseconds{0}, transport.due()));

  const std::uint32_t seen = transport.news();
  std::atomic<int> heard{0};
  in_threads(4, [&](int number) {
    if (number == 0) {
      static_cast<void>(
          storage::apply_one(on.store, storage::cancel{storage::scope::every_tenant(), job.id}));
    } else {
      while (transport.wait_for_news(seen, milliseconds{600'000}) == seen) {
      }
      ++heard;
    }
  });
  CHECK(heard == 3);
  on.store.notify();
  CHECK(transport.wait_for_work(milliseconds{0}, transport.due()));
}

}  // namespace
