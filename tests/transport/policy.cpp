// SPDX-License-Identifier: BSL-1.0
#include <pawl/transport/none.hpp>

#include "../support/catch.hpp"

namespace {

using pawl::transport::milliseconds;
using pawl::transport::none;

/// Has all members, and is no channel.
struct no_channel {
  [[maybe_unused]] static constexpr bool between_processes = false;
};
/// Is a channel, and says not how far it reaches.
struct says_not_how_far : pawl::transport::channel {
  void announce_work() override {}
  void announce_due(milliseconds, milliseconds) override {}
  [[nodiscard]] milliseconds due() const override { return never; }
  bool wait_for_work(milliseconds, milliseconds) override { return false; }
  void announce_news() override {}
  [[nodiscard]] std::uint32_t news() const override { return 0; }
  std::uint32_t wait_for_news(std::uint32_t, milliseconds) override { return 0; }
  void interrupt() override {}
};

}  // namespace

TEST_CASE("a transport is a channel, and says how far it reaches") {
  namespace part = pawl::transport::detail;
  using pawl::transport::job_transport;
  STATIC_REQUIRE(job_transport<none>);
  STATIC_REQUIRE_FALSE(part::is_a_channel<no_channel>);
  STATIC_REQUIRE_FALSE(job_transport<no_channel>);
  STATIC_REQUIRE_FALSE(part::says_how_far_it_reaches<says_not_how_far>);
  STATIC_REQUIRE_FALSE(job_transport<says_not_how_far>);
}
