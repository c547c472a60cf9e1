// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an ephemeral job is kept in memory; include <pawl/storage/memory.hpp>
// sentence: pawl: an ephemeral job is kept in memory; include <pawl/storage/memory.hpp> where its service is made
// meaning: A service runs a job type that lives in memory, and the header that keeps such jobs is not included. A service without them need not pay for it.
// repair: Include <pawl/storage/memory.hpp>, or make the job durable.
#include <pawl/service.hpp>
#include <pawl/testing/storage/archetype.hpp>
#ifndef COMPILE_FAIL
#include <pawl/storage/memory.hpp>
#endif

struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<int> operator()(context&, const int& in) const { return in; }
};

void run(std::unique_ptr<pawl::testing::storage_archetype> store) {
  pawl::service jobs{std::move(store), look{}};
  static_cast<void>(jobs.start());
}
