// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has no initial state; mark one with \*"
// sentence: pawl: … has no initial state; mark one with *
// meaning: Nothing says where a job begins.
// repair: Mark the first state with *.
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
      state<off> + event<press> = state<on>);
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
