// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/idempotency.hpp>
#include <pawl/testing/idempotency_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::idempotency_archetype;

static_assert(idempotency_policy<idempotency_archetype>);

struct without_axis : idempotency_archetype {
  void axis();
};
static_assert(!idempotency_policy<without_axis>);

struct without_ttl : idempotency_archetype {
  void ttl();
};
static_assert(!idempotency_policy<without_ttl>);

struct without_required : idempotency_archetype {
  void required();
};
static_assert(!idempotency_policy<without_required>);

static_assert(testing::broken_idempotency_law<idempotency_archetype>().empty());

template <class P>
concept sound =
    idempotency_policy<P> && sizeof(P) == 1 && testing::broken_idempotency_law<P>().empty();

static_assert(sound<default_idempotency>);
static_assert(sound<idempotency<key_required, ttl<1_h>>>);
