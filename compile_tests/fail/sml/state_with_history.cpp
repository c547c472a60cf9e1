// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has a state with history; a stored job keeps its state, so mark the first one with \* instead of H"
// sentence: pawl: … has a state with history; a stored job keeps its state, so mark the first one with * instead of H
// meaning: SML's history is what an inner machine remembers; a stored job always goes on where it was.
// repair: Mark the initial state with *.
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
struct press {};

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    // clang-format off
    return make_transition_table(
#ifdef COMPILE_FAIL
      state<off>(H) + event<press> = state<on>);
#else
     *state<off> + event<press> = state<on>);
#endif
    // clang-format on
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
