// SPDX-License-Identifier: BSL-1.0
// How a session of a database counts what waits: seldom, and no further than a bound needs.
#include <pawl/storage/sql/waiting_counts.hpp>

#include "support/catch.hpp"

namespace {

using pawl::phase;
using pawl::storage::name_number;
using pawl::storage::queue_row;
using pawl::storage::detail::kept_count;
using pawl::storage::detail::waiting_counts;

queue_row row_of(name_number tenant, phase where, unsigned waiting_for = 0) {
  queue_row out;
  out.tenant = tenant;
  out.at.phase = where;
  out.waiting_for = waiting_for;
  return out;
}

}  // namespace

TEST_CASE("a count that was read follows what the session does") {
  kept_count count;
  CHECK_FALSE(count.is_known_to(1));
  count.add(1);  // of nothing that is known
  CHECK_FALSE(count.is_known_to(1));
  CHECK(count.read(10, [](std::int64_t limit) {
    CHECK(limit > 10);
    return std::int64_t{7};
  }) == 7);
  CHECK(count.is_fresh_to(10));
  count.add(2);
  CHECK(count.value() == 9);
  count.forget();
  CHECK_FALSE(count.is_known_to(1));
}

TEST_CASE("a count that was cut off at its limit is read again for a higher bound") {
  kept_count count;
  count.know(5, 5);
  CHECK(count.is_known_to(5));
  CHECK_FALSE(count.is_known_to(6));
  count.know(4, 5);
  CHECK(count.is_known_to(1'000'000));
}

TEST_CASE("what is ready and what is delayed is counted by tenants") {
  waiting_counts counts;
  counts.ready.know(0, 10);
  counts.delayed.know(0, 10);
  counts.ready_of(1).know(0, 10);
  int readings = 0;
  const auto delayed_of = [&](name_number tenant) {
    return counts.delayed_of(tenant, [&](auto note) {
      ++readings;
      note(1, std::int64_t{4});
      note(2, std::int64_t{1});
      note(1, std::int64_t{1});
    });
  };
  CHECK(delayed_of(1) == 5);
  CHECK(delayed_of(2) == 1);
  CHECK(delayed_of(3) == 0);
  CHECK(readings == 1);
  counts.came(row_of(1, phase::ready));
  counts.came(row_of(2, phase::ready));
  counts.came(row_of(2, phase::scheduled));
  counts.came(row_of(3, phase::blocked, 2));
  for (const phase none : {phase::held, phase::running, phase::blocked, phase::terminal})
    counts.came(row_of(1, none));
  CHECK(counts.ready.value() == 2);
  CHECK(counts.ready_of(1).value() == 1);
  CHECK(counts.delayed.value() == 2);
  CHECK(delayed_of(2) == 2);
  CHECK(delayed_of(3) == 1);
  counts.went(row_of(2, phase::scheduled));
  counts.went(row_of(1, phase::ready));
  CHECK(counts.ready_of(1).value() == 0);
  CHECK(counts.delayed.value() == 1);
  CHECK(readings == 1);
  counts.forget();
  CHECK(delayed_of(1) == 5);
  CHECK(readings == 2);
}
