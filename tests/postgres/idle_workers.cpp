// SPDX-License-Identifier: BSL-1.0
// No job waits behind a busy worker while one of another process is idle, in PostgreSQL.
#include "../runtime/idle_workers.hpp"

#include <pawl/testing/postgres_store.hpp>

namespace {

namespace same = runtime_test::idle_workers;

const auto fresh = [](const pawl::testing::manual_clock& clock) {
  return pawl::testing::fresh_postgres_store(clock);
};

TEST_CASE("a process whose workers are busy takes no job from idle ones in PostgreSQL") {
  same::a_busy_process_takes_nothing(fresh);
}
TEST_CASE("what the workers do not enter soon goes back in PostgreSQL") {
  same::what_is_not_entered_goes_back(fresh);
}
TEST_CASE("processes that are all busy do not pass jobs to and fro in PostgreSQL") {
  same::busy_processes_leave_jobs_in_the_store(fresh);
}
TEST_CASE("as many jobs are held ahead as the workers enter in a moment, in PostgreSQL") {
  same::as_much_is_held_as_is_entered_in_a_moment(fresh);
}
TEST_CASE("an urgent job goes before less urgent ones that are held in PostgreSQL") {
  same::an_urgent_job_goes_before_what_is_held(fresh);
}

}  // namespace
