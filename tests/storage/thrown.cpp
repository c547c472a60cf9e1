// SPDX-License-Identifier: BSL-1.0
#include "storage/thrown.hpp"

#include <pawl/storage/sqlite/connection.hpp>

#include "storage/backends.hpp"

namespace {

using namespace pawl;

TEMPLATE_TEST_CASE("a guard that throws refuses its own operation, and no other", "",
                   PAWL_TEST_BACKENDS) {
  const testing::manual_clock clock;
  auto made = TestType::make(clock);
  support::check_that_a_guard_that_throws_refuses_its_own_operation(*made, clock);
}

TEST_CASE("a number that makes no sense neither keeps maintenance busy nor becomes another's") {
  const testing::manual_clock clock;
  auto made = support::sqlite_backend::make(clock);
  auto foreign = storage::detail::connect(made->path(), SQLITE_OPEN_READWRITE,
                                          std::chrono::milliseconds{5000});
  support::check_that_a_number_without_sense_is_nobody_elses(
      *made, clock, [&](const std::string& sql) { storage::detail::execute(foreign.get(), sql); });
}

}  // namespace
