// SPDX-License-Identifier: BSL-1.0
#include "elsewhere.hpp"

#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>

#include "../storage/directory.hpp"

namespace {

namespace same = runtime_test::elsewhere;

template <class Clock>
auto in_memory(const Clock& clock) {
  return std::make_unique<pawl::testing::memory_store<Clock>>(pawl::storage::memory_options{},
                                                              clock);
}
template <class Clock>
auto in_a_file(const support::fresh_directory& directory, const Clock& clock) {
  static int files = 0;
  return pawl::storage::sqlite<Clock>::open(directory / ("jobs" + std::to_string(++files) + ".db"),
                                            {.durability = pawl::storage::durability_level::normal},
                                            clock)
      .value();
}

TEST_CASE("a pipeline reaches its end wherever its steps are done") {
  same::every_mixture_reaches_its_end([](const auto& clock) { return in_memory(clock); });
}
TEST_CASE("a pipeline reaches its end wherever its steps are done, in a file") {
  const support::fresh_directory directory;
  same::every_mixture_reaches_its_end(
      [&](const auto& clock) { return in_a_file(directory, clock); });
}
TEST_CASE("a service runs a pipeline wherever its steps are done") {
  same::every_mixture_runs_by_itself([] { return in_memory(pawl::system_clock{}); });
}
TEST_CASE("a service runs a pipeline wherever its steps are done, in a file") {
  const support::fresh_directory directory;
  same::every_mixture_runs_by_itself([&] { return in_a_file(directory, pawl::system_clock{}); });
}
TEST_CASE("work that is done elsewhere waits for no worker") {
  same::work_elsewhere_waits_for_no_worker([](const auto& clock) { return in_memory(clock); });
}
TEST_CASE("work that is done elsewhere waits for no worker, in a file") {
  const support::fresh_directory directory;
  same::work_elsewhere_waits_for_no_worker(
      [&](const auto& clock) { return in_a_file(directory, clock); });
}
TEST_CASE("all work that is done elsewhere starts beside a worker that stays busy") {
  same::all_start_elsewhere_beside_a_busy_worker(in_memory(pawl::system_clock{}));
}
TEST_CASE("all work that is done elsewhere starts beside a worker that stays busy, in a file") {
  const support::fresh_directory directory;
  same::all_start_elsewhere_beside_a_busy_worker(in_a_file(directory, pawl::system_clock{}));
}

}  // namespace
