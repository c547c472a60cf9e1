// SPDX-License-Identifier: BSL-1.0
// A limit that an operator sets, in the processes that share a store.
#pragma once

#include <pawl/job/id_source.hpp>
#include <pawl/storage/store.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "support/catch.hpp"

namespace support {

/// It holds in the others, and after them. `open()` gives another process's store on the same jobs,
/// by a pointer of its own.
template <class Open>
void check_that_a_limit_holds_in_every_process(Open open) {
  namespace storage = pawl::storage;
  const pawl::job_descriptor& narrow = pawl::testing::law_jobs::narrow;
  const auto opened = [&] {
    auto store = open();
    const pawl::job_descriptor* const types[] = {&narrow};
    REQUIRE(store->learn(types));
    return store;
  };
  const auto claimed_by = [&](storage::store& store) {
    const auto owner = storage::apply_one(store, storage::enrol{});
    const storage::claim most{.owner = owner->owner, .types = {&narrow}, .start = 10};
    return storage::apply_one(store, most)->jobs.size();
  };
  const auto operators = opened();
  const auto workers = opened();
  pawl::id_source ids;
  for (int i = 0; i < 6; ++i) {
    storage::submit job{.type = &narrow, .id = ids.next(workers->now())};
    job.who = {"acme", "ann", ""};
    job.payload = "{}";
    job.limit_keys = {"key"};
    REQUIRE(storage::apply_one(*workers, std::move(job)));
  }
  CHECK(claimed_by(*workers) == 2);
  REQUIRE(operators->configure(narrow, narrow.limits[0].name, 3));
  CHECK(claimed_by(*workers) == 1);
  REQUIRE(operators->configure(narrow, narrow.limits[0].name, 4));
  const auto next = opened();
  CHECK(claimed_by(*next) == 1);
}

}  // namespace support
