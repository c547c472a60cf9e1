// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/dependencies.hpp>
#include <pawl/testing/dependencies_laws.hpp>

using namespace pawl;
using pawl::testing::dependencies_archetype;

static_assert(dependencies_policy<dependencies_archetype>);

struct without_axis : dependencies_archetype {
  void axis();
};
static_assert(!dependencies_policy<without_axis>);

struct without_on_failed : dependencies_archetype {
  void on_failed();
};
static_assert(!dependencies_policy<without_on_failed>);

struct without_at_most : dependencies_archetype {
  void at_most();
};
static_assert(!dependencies_policy<without_at_most>);

static_assert(testing::broken_dependencies_law<dependencies_archetype>().empty());

template <class P>
concept sound =
    dependencies_policy<P> && sizeof(P) == 1 && testing::broken_dependencies_law<P>().empty();

static_assert(sound<default_dependencies>);
static_assert(sound<dependencies<on_failed_dependency<dependents::run_anyway>>>);
