// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/core.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
namespace storage = pawl::storage;

}  // namespace

TEST_CASE("an open gate lets operations through to the store") {
  pawl::testing::manual_clock clock;
  pawl::testing::memory_store<> store(storage::memory_options{}, clock);
  pawl::runtime::store_gate gate(store);
  storage::enrol op{"one"};
  const storage::operation_ptr batch[] = {&op};
  CHECK(gate.apply(batch));
  CHECK(op.answer);
  clock.advance(5s);
  CHECK(gate.elapsed() == store.elapsed());
}

TEST_CASE(
    "a closed gate refuses everything as if the lease were lost, and asks the store nothing") {
  pawl::testing::manual_clock clock;
  pawl::testing::memory_store<> store(storage::memory_options{}, clock);
  storage::enrol owner{"one"};
  store.apply_one(owner);
  REQUIRE(owner.answer);
  pawl::runtime::store_gate gate(store);
  clock.advance(5s);
  gate.close();
  gate.close();
  storage::beat beat{owner.answer->owner};
  storage::reap reap;
  const storage::operation_ptr batch[] = {&beat, &reap};
  CHECK_FALSE(gate.apply(batch));
  for (const storage::operation_ptr& each : batch) {
    CHECK_FALSE(each.answer());
    CHECK(each.answer().error().code == storage::errc::lease_lost);
  }
  storage::settle end;
  gate.join({}, &end);
  CHECK_FALSE(end.answer);
  CHECK(end.answer.error().code == storage::errc::lease_lost);
  CHECK(gate.elapsed() == 0ms);
}

TEST_CASE("a pause that has ended does not pause again") {
  pawl::runtime::interruptible_pause pause;
  CHECK(pause.sleep(0ms));
  pause.end();
  CHECK_FALSE(pause.sleep(24h));
  CHECK_FALSE(pause.sleep(24h));
}
