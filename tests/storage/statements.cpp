// SPDX-License-Identifier: BSL-1.0
// What SQLite looks at to find what is due: that, and not what lies there.
#include <pawl/testing/storage/bench.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using std::chrono::milliseconds;
namespace jobs = testing::law_jobs;

/// The pages that an operation looks at, which has nothing to do, when so many dead letters, and
/// jobs that wait for their time, lie there.
template <class Operation>
std::int64_t pages_for(Operation op, std::size_t lying) {
  const testing::manual_clock clock;
  const auto made = support::sqlite_backend::make(clock);
  testing::storage_bench on(*made, clock);
  const auto owner = on.worker();
  for (std::size_t i = 0; i < lying; ++i) {
    storage::submit dying = on.request(jobs::plain);
    dying.retry.max_attempts = 1;
    on.submit(dying);
    on.fail(on.start(owner, jobs::plain));
    storage::submit waiting = on.request(jobs::plain);
    waiting.delay = std::chrono::hours{1};
    on.submit(waiting);
  }
  const std::int64_t before = made->pages_used();
  on.done(op);
  return made->pages_used() - before;
}

TEST_CASE("what lies there does not cost what looks for the due") {
  const auto grows = [](auto op) {
    const std::int64_t few = pages_for(op, 20);
    const std::int64_t many = pages_for(op, 1000);
    CAPTURE(few, many);
    return many > few + 10;  // an index that is one level higher
  };
  id_source ids;
  CHECK_FALSE(grows(storage::reprocess{.type = &jobs::plain,
                                       .after = std::chrono::hours{1},
                                       .fresh = {ids.next(instant{}), ids.next(instant{})}}));
  CHECK_FALSE(grows(storage::prune{}));
  CHECK_FALSE(grows(storage::claim{1, {&jobs::plain}, 1, 0}));
}

}  // namespace
