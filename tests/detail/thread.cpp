// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/thread.hpp>

#include <memory>

#include "support/catch.hpp"

namespace {

struct clerk {
  int done = 0;
  void work() { ++done; }
};

TEST_CASE("a thread calls a member, or what it owns") {
  clerk one;
  pawl::detail::start_thread<&clerk::work>(one).join();
  CHECK(one.done == 1);
  auto owned = std::make_shared<clerk>();
  std::thread other = pawl::detail::start_thread([owned] { owned->work(); });
  other.join();
  CHECK(owned->done == 1);
  CHECK(owned.use_count() == 1);
}

}  // namespace
