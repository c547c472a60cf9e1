// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/held_leases.hpp>

#include "support/catch.hpp"

namespace {

using pawl::runtime::held_leases;
using pawl::storage::held_job;
using pawl::storage::lease_token;
using jobs = pawl::storage::light_vector<held_job>;

TEST_CASE("a lease is found by its job and its fence, whatever the jobs' numbers are") {
  // One after another, with gaps, and so that the search for each begins at the same place.
  for (const std::int64_t step : {1, 10, 64}) {
    for (std::int64_t count = 0; count <= 9; ++count) {
      jobs given;
      for (std::int64_t i = count; i-- != 0;) {
        const std::int64_t key = step * i;
        given.push_back({.lease = {key, static_cast<std::uint64_t>(key) + 3}});
      }
      const held_leases leased(given);
      for (std::int64_t key = 0; key <= step * count; ++key) {
        const lease_token own{key, static_cast<std::uint64_t>(key) + 3};
        const held_job* const found = leased.find(own);
        const bool is_held = key % step == 0 && key < step * count;
        REQUIRE((found != nullptr) == is_held);
        if (is_held) CHECK(found->lease == own);
        CHECK(leased.find({key, own.fence + 1}) == nullptr);
      }
      CHECK(leased.end() - leased.begin() == count);
    }
  }
}

TEST_CASE("what is marked in one lease is seen by the next look at it") {
  jobs given;
  given.push_back({.lease = {7, 1}, .cancel_requested = true});
  const held_leases leased(given);
  leased.find({7, 1})->cancel_requested = false;
  CHECK_FALSE(leased.begin()->cancel_requested);
}

}  // namespace
