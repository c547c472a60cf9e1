// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/timing.hpp>
#include <pawl/testing/timing_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::lease_archetype;

static_assert(lease_policy<lease_archetype>);

struct without_axis : lease_archetype {
  void axis();
};
static_assert(!lease_policy<without_axis>);

struct without_length : lease_archetype {
  void length();
};
static_assert(!lease_policy<without_length>);

static_assert(testing::broken_lease_law<lease_archetype>().empty());

template <class P>
concept sound = lease_policy<P> && sizeof(P) == 1 && testing::broken_lease_law<P>().empty();

static_assert(sound<default_lease>);
static_assert(sound<lease<5_s>>);
