// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/timing.hpp>
#include <pawl/testing/timing_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::timeout_archetype;

static_assert(timeout_policy<timeout_archetype>);

struct without_axis : timeout_archetype {
  void axis();
};
static_assert(!timeout_policy<without_axis>);

struct without_bounded : timeout_archetype {
  void bounded();
};
static_assert(!timeout_policy<without_bounded>);

struct without_limit : timeout_archetype {
  void limit();
};
static_assert(!timeout_policy<without_limit>);

struct without_rescue : timeout_archetype {
  void rescue();
};
static_assert(!timeout_policy<without_rescue>);

static_assert(testing::broken_timeout_law<timeout_archetype>().empty());

template <class P>
concept sound = timeout_policy<P> && sizeof(P) == 1 && testing::broken_timeout_law<P>().empty();

static_assert(sound<default_timeout>);
static_assert(sound<no_timeout>);
static_assert(sound<timeout<5_min, rescue_after<7_min>>>);
