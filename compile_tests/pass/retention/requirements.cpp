// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/retention.hpp>
#include <pawl/testing/retention_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::retention_archetype;

static_assert(retention_policy<retention_archetype>);

struct without_axis : retention_archetype {
  void axis();
};
static_assert(!retention_policy<without_axis>);

struct without_results : retention_archetype {
  void results();
};
static_assert(!retention_policy<without_results>);

struct without_events : retention_archetype {
  void events();
};
static_assert(!retention_policy<without_events>);

struct without_dead_letters : retention_archetype {
  void dead_letters();
};
static_assert(!retention_policy<without_dead_letters>);

struct without_at_most : retention_archetype {
  void at_most();
};
static_assert(!retention_policy<without_at_most>);

static_assert(testing::broken_retention_law<retention_archetype>().empty());

template <class P>
concept sound = retention_policy<P> && sizeof(P) == 1 && testing::broken_retention_law<P>().empty();

static_assert(sound<default_retention>);
static_assert(sound<retention<keep_at_most<1000>, keep_dead_letters<30_d>>>);
