// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/limits.hpp>
#include <pawl/testing/limits_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::limits_archetype;

static_assert(limits_policy<limits_archetype>);

struct without_axis : limits_archetype {
  void axis();
};
static_assert(!limits_policy<without_axis>);

struct without_all : limits_archetype {
  void all();
};
static_assert(!limits_policy<without_all>);

struct without_for_each : limits_archetype {
  void for_each();
};
static_assert(!limits_policy<without_for_each>);

static_assert(testing::broken_limits_law<limits_archetype>().empty());

template <class P>
concept sound = limits_policy<P> && sizeof(P) == 1 && testing::broken_limits_law<P>().empty();

static_assert(sound<default_limits>);
static_assert(sound<limits<concurrent<8>>>);
static_assert(sound<limits<rate_per<by::user, 20, 1_min>, rate_per<by::organisation, 200, 1_min>>>);
