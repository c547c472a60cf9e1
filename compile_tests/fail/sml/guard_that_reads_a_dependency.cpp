// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a guard of door_machine reads more than the facts of an attempt; make it a stateless function object of const pawl::facts&, of nothing, or of an event made from facts"
// sentence: pawl: a guard of … reads more than the facts of an attempt; make it a stateless function object of const pawl::facts&, of nothing, or of an event made from facts
// meaning: A stored job is decided by its facts; what a machine was given to depend on is not there then.
// repair: Rewrite the guard over pawl::facts.
#include <pawl/lifecycle/sml.hpp>

struct closed;
struct open;
struct push {};
struct key_ring {
  int keys = 0;
};

struct door_machine {
  auto operator()() const {
    using namespace boost::sml;
#ifdef COMPILE_FAIL
    const auto allowed = [](const key_ring& ring) { return ring.keys > 0; };
#else
    const auto allowed = [](const pawl::facts& known) {
      return known.attempt < known.max_attempts;
    };
#endif
    // clang-format off
    return make_transition_table(
     *state<closed> + event<push>[allowed] = state<open>,
      state<closed> + event<push>          = state<closed>);
    // clang-format on
  }
};

struct door : pawl::from_sml<door_machine, pawl::are<pawl::kind::dormant, closed>,
                             pawl::are<pawl::kind::success, open>> {};
static_assert(pawl::proven<door>);
