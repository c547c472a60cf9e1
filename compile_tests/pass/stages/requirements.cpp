// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/stages.hpp>
#include <pawl/testing/stages_laws.hpp>

using namespace pawl;
using pawl::testing::stages_archetype;

static_assert(stages_policy<stages_archetype>);

struct without_axis : stages_archetype {
  void axis();
};
static_assert(!stages_policy<without_axis>);

struct without_count : stages_archetype {
  void count();
};
static_assert(!stages_policy<without_count>);

struct without_name : stages_archetype {
  void name();
};
static_assert(!stages_policy<without_name>);

struct without_min : stages_archetype {
  void min();
};
static_assert(!stages_policy<without_min>);

struct without_max : stages_archetype {
  void max();
};
static_assert(!stages_policy<without_max>);

static_assert(testing::broken_stages_law<stages_archetype>().empty());

template <class P>
concept sound = stages_policy<P> && sizeof(P) == 1 && testing::broken_stages_law<P>().empty();

static_assert(sound<no_stages>);
static_assert(sound<convert_stages>);
static_assert(sound<export_stages>);
static_assert(sound<ai_stages>);
