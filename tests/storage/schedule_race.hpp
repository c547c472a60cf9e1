// SPDX-License-Identifier: BSL-1.0
// Processes that fire the same schedules at the same time, one of which is killed.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>
#include <vector>

#include <pawl/job/id_source.hpp>
#include <pawl/policies/schedule/slots.hpp>
#include <pawl/storage/schedule.hpp>
#include <pawl/storage/store.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "support/catch.hpp"

namespace support {

namespace storage = pawl::storage;

/// Fires what is due until nothing is left; dies after so many rounds, if that is not zero.
inline void fire_all(storage::store& store, int rounds) {
  const pawl::job_descriptor& type = pawl::testing::law_jobs::scheduled;
  pawl::id_source ids;
  for (int round = 1;; ++round) {
    storage::due_schedules due{{&type}, 16};
    store.apply_one(due);
    if (!due.answer) {
      if (due.answer.error().code == storage::errc::busy) continue;
      ::_exit(2);
    }
    if (due.answer->found.empty()) return;
    std::vector<storage::fire_schedule> all;
    for (const storage::schedule& each : due.answer->found) {
      storage::fire_schedule& op = all.emplace_back();
      op.number = each.number;
      op.fence = each.fence;
      op.next = pawl::no_slot;
      storage::submit job{.type = &type, .id = ids.next(store.now())};
      job.who = {.tenant = each.tenant, .user = each.requested_by};
      job.payload = each.payload;
      job.correlation = each.name;
      op.runs.push_back({each.slot, each.slot, job});
    }
    storage::light_vector<storage::operation_ptr> batch;
    for (storage::fire_schedule& each : all) batch.push_back(&each);
    store.apply(batch);
    if (round == rounds) ::raise(SIGKILL);
  }
}

/// `open()` gives a store that all processes share, by a pointer of its own.
template <class Open>
void check_that_each_slot_is_fired_once(Open open) {
  constexpr int schedules = 200;
  {
    auto store = open();
    const pawl::job_descriptor* const types[] = {&pawl::testing::law_jobs::scheduled};
    REQUIRE(store->learn(types));
    for (int i = 0; i < schedules; ++i) {
      storage::put_schedule op{.type = types[0]};
      op.of.tenant = "acme";
      op.of.name = "schedule " + std::to_string(i);
      op.of.cron = "0 3 * * *";
      op.of.slot = store->now().time_since_epoch().count() - 1000;
      op.of.payload = storage::shared_text("{}");
      store->apply_one(op);
      REQUIRE(op.answer);
    }
  }
  std::vector<::pid_t> children;
  for (const int rounds : {3, 0, 0}) {
    const ::pid_t child = ::fork();
    if (child == 0) {
      auto store = open();
      const pawl::job_descriptor* const types[] = {&pawl::testing::law_jobs::scheduled};
      if (!store->learn(types)) ::_exit(3);
      fire_all(*store, rounds);
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const ::pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
  }
  auto store = open();
  const pawl::job_descriptor* const types[] = {&pawl::testing::law_jobs::scheduled};
  REQUIRE(store->learn(types));
  std::set<std::string> fired;
  std::size_t jobs = 0;
  storage::list_filter filter;
  filter.limit = storage::list_filter::most;
  do {
    const auto page = store->list(storage::scope::every_tenant(), filter);
    REQUIRE(page);
    for (const auto& each : page->jobs) {
      fired.insert(std::string(each.correlation));
      ++jobs;
    }
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  CHECK(jobs == schedules);
  CHECK(fired.size() == schedules);
}

}  // namespace support
