// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has a row for exceptions; a handler that throws fails its job, so write a row for the event fail"
// sentence: pawl: … has a row for exceptions; a handler that throws fails its job, so write a row for the event fail
// meaning: Lifecycles run no code that could throw.
// repair: Write a row for the event fail.
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
     *state<off> + event<press> = state<on>,
      state<off> + exception<_> = state<on>);
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
