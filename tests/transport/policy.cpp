// SPDX-License-Identifier: BSL-1.0
#include <pawl/transport/none.hpp>

#include "../support/catch.hpp"

namespace {

using pawl::transport::milliseconds;
using pawl::transport::none;

struct says_not_how_far : none {
 private:
  using none::between_processes;
};
struct announces_no_work : none {
  int announce_work();
};
struct waits_for_no_work : none {
  void wait_for_work(milliseconds);
};
struct announces_no_news : none {
  int announce_news();
};
struct has_no_news : none {
  void news();
};
struct waits_for_no_news : none {
  void wait_for_news(std::uint32_t, milliseconds);
};
struct never_wakes : none {
  int interrupt();
};

}  // namespace

TEST_CASE("a transport has every member of its concept") {
  namespace part = pawl::transport::detail;
  using pawl::transport::job_transport;
  STATIC_REQUIRE(job_transport<none>);
  STATIC_REQUIRE_FALSE(part::says_how_far_it_reaches<says_not_how_far>);
  STATIC_REQUIRE_FALSE(part::carries_work<announces_no_work>);
  STATIC_REQUIRE_FALSE(part::carries_work<waits_for_no_work>);
  STATIC_REQUIRE_FALSE(part::carries_news<announces_no_news>);
  STATIC_REQUIRE_FALSE(part::carries_news<has_no_news>);
  STATIC_REQUIRE_FALSE(part::carries_news<waits_for_no_news>);
  STATIC_REQUIRE_FALSE(part::can_be_interrupted<never_wakes>);
  STATIC_REQUIRE_FALSE(job_transport<never_wakes>);
}
