// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/audit.hpp>
#include <pawl/testing/audit_laws.hpp>

using namespace pawl;
using pawl::testing::audit_archetype;

static_assert(audit_policy<audit_archetype>);

struct without_axis : audit_archetype {
  void axis();
};
static_assert(!audit_policy<without_axis>);

struct without_count : audit_archetype {
  void count();
};
static_assert(!audit_policy<without_count>);

struct without_name : audit_archetype {
  void name();
};
static_assert(!audit_policy<without_name>);

struct without_contains : audit_archetype {
  void contains();
};
static_assert(!audit_policy<without_contains>);

static_assert(testing::broken_audit_law<audit_archetype>().empty());

template <class P>
concept sound = audit_policy<P> && sizeof(P) == 1 && testing::broken_audit_law<P>().empty();

static_assert(sound<default_audit>);
static_assert(sound<audit<"model", "tokenUsage">>);
