// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/timing.hpp>
#include <pawl/testing/timing_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::heartbeat_archetype;

static_assert(heartbeat_policy<heartbeat_archetype>);

struct without_axis : heartbeat_archetype {
  void axis();
};
static_assert(!heartbeat_policy<without_axis>);

struct without_interval : heartbeat_archetype {
  void interval();
};
static_assert(!heartbeat_policy<without_interval>);

static_assert(
    testing::broken_heartbeat_law<heartbeat_archetype, testing::lease_archetype>().empty());

template <class P>
concept sound = heartbeat_policy<P> && sizeof(P) == 1 &&
                testing::broken_heartbeat_law<P, lease<60_s>>().empty();

static_assert(sound<default_heartbeat>);
static_assert(sound<heartbeat<20_s>>);
