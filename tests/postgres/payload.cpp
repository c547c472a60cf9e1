// SPDX-License-Identifier: BSL-1.0
#include "runtime/engine/payload.hpp"

#include <pawl/testing/postgres_store.hpp>

namespace {

using namespace runtime_test;

struct on_postgres {
  using store = pawl::testing::postgres_store;
  static std::unique_ptr<store> make(const manual_clock& clock) {
    return pawl::testing::fresh_postgres_store(clock);
  }
};

TEST_CASE("what the policies of a job type allow can be read again from a server", "[pooled]") {
  payloads::what_is_allowed_can_be_read_again<on_postgres>();
}

TEST_CASE("an audit field that is too large for a server is told of, and takes nothing with it",
          "[pooled]") {
  payloads::a_field_that_is_too_large_takes_nothing_with_it<on_postgres>();
}

}  // namespace
