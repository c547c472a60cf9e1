// SPDX-License-Identifier: BSL-1.0
// The store of a service that runs, opened by the test itself: what other processes of a platform
// do natively, a test does.
#pragma once

#include <pawl/client.hpp>
#include <pawl/storage/sqlite.hpp>
#if PAWL_TEST_WITH_POSTGRES
#include <pawl/storage/postgres.hpp>
#endif

#include "system.hpp"

namespace systems_test {

/// The store of a system, whichever it is: job types are compiled for one.
class shared_store : public pawl::storage::forwarding_store {
 public:
  static constexpr bool survives_the_process = true;
  static constexpr bool shared_between_processes = true;

  static std::unique_ptr<shared_store> open(const running_system& of) {
    return std::unique_ptr<shared_store>(new shared_store(open_inner(of)));
  }

 private:
  using inner = std::unique_ptr<pawl::storage::store>;

  explicit shared_store(inner opened) : inner_(std::move(opened)) { pass_to(*inner_); }
  static inner open_inner(const running_system& of) {
    if (!of.is_on_postgres()) return pawl::storage::sqlite<>::open(of.file()).value();
#if PAWL_TEST_WITH_POSTGRES
    return pawl::storage::postgres<>::open("", {.schema = of.schema()}).value();
#else
    throw std::runtime_error("built without libpq");
#endif
  }

  inner inner_;
};

}  // namespace systems_test
