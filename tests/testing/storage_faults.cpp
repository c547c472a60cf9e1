// SPDX-License-Identifier: BSL-1.0
#include <pawl/testing/storage_faults.hpp>

#include "../support/catch.hpp"

namespace {

using pawl::testing::storage_fault;
using pawl::testing::storage_faults;
namespace storage = pawl::storage;

storage::enrol enrol{"a"};
storage::beat beat{1};
storage::reap reap;
const storage::operation_ptr enrolling[] = {&enrol};
const storage::operation_ptr keeping[] = {&beat, &reap};

}  // namespace

TEST_CASE("a plan holds for one commit, counted among those that it is for") {
  storage_faults faults;
  faults.plan({.nth = 2, .holds = [](const storage::operation_ptr& op) {
                 return op.as<storage::reap>() != nullptr;
               }});
  CHECK_FALSE(faults.next(keeping));
  CHECK_FALSE(faults.next(enrolling));
  CHECK(faults.planned() == 1);
  CHECK(faults.next(keeping));
  CHECK(faults.disturbed() == "beat, reap");
  CHECK(faults.planned() == 0);
  CHECK_FALSE(faults.next(keeping));
  CHECK(faults.commits() == 4);
}

TEST_CASE("of two plans for one commit, the second is for the next") {
  storage_faults faults;
  faults.plan({.what = storage_fault::how::refused});
  faults.plan({.what = storage_fault::how::reply_lost});
  CHECK(faults.next(enrolling)->what == storage_fault::how::refused);
  CHECK(faults.next(enrolling)->what == storage_fault::how::reply_lost);
  CHECK_FALSE(faults.next(enrolling));
}

TEST_CASE("during a truce nothing is disturbed or counted, and plans can be dropped") {
  storage_faults faults;
  faults.plan({});
  {
    const storage_faults::truce truce(faults);
    CHECK_FALSE(faults.next(enrolling));
  }
  CHECK(faults.commits() == 0);
  faults.clear();
  CHECK_FALSE(faults.next(enrolling));
  CHECK(faults.commits() == 1);
}

TEST_CASE("a process that has crashed throws at every call until it is buried") {
  storage_faults faults;
  CHECK_THROWS_AS(faults.crash(), pawl::testing::simulated_crash);
  CHECK(faults.crashed());
  CHECK_THROWS_AS(faults.next(enrolling), pawl::testing::simulated_crash);
  faults.bury();
  CHECK_FALSE(faults.next(enrolling));
}
