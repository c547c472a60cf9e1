// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/durability.hpp>
#include <pawl/testing/durability_laws.hpp>

using namespace pawl;
using pawl::testing::durability_archetype;

static_assert(durability_policy<durability_archetype>);

struct without_axis : durability_archetype {
  void axis();
};
static_assert(!durability_policy<without_axis>);

struct without_is_ephemeral : durability_archetype {
  void is_ephemeral();
};
static_assert(!durability_policy<without_is_ephemeral>);

struct without_capacity : durability_archetype {
  void capacity();
};
static_assert(!durability_policy<without_capacity>);

static_assert(testing::broken_durability_law<durability_archetype>().empty());

template <class P>
concept sound =
    durability_policy<P> && sizeof(P) == 1 && testing::broken_durability_law<P>().empty();

static_assert(sound<default_durability>);
static_assert(sound<durable>);
static_assert(sound<ephemeral<>>);
static_assert(sound<ephemeral<capacity<1>>>);
