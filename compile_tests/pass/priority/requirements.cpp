// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/priority.hpp>
#include <pawl/testing/priority_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::priority_archetype;

static_assert(priority_policy<priority_archetype>);

struct without_axis : priority_archetype {
  void axis();
};
static_assert(!priority_policy<without_axis>);

struct without_count : priority_archetype {
  void count();
};
static_assert(!priority_policy<without_count>);

struct without_name : priority_archetype {
  void name();
};
static_assert(!priority_policy<without_name>);

struct without_default_rank : priority_archetype {
  void default_rank();
};
static_assert(!priority_policy<without_default_rank>);

struct without_aging_step : priority_archetype {
  void aging_step();
};
static_assert(!priority_policy<without_aging_step>);

static_assert(testing::broken_priority_law<priority_archetype>().empty());

template <class P>
concept sound = priority_policy<P> && sizeof(P) == 1 && testing::broken_priority_law<P>().empty();

static_assert(sound<default_priority>);
static_assert(sound<deck_priority>);
static_assert(sound<priority<levels<"bulk", "live">, aging<1_min>, default_level<"live">>>);
