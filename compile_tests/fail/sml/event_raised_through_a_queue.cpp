// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has an action that raises an event; events of a job come from outside, so lead the row to where that event would"
// sentence: pawl: … has an action that raises an event; events of a job come from outside, so lead the row to where that event would
// meaning: Actions are not run, so what they raise would be lost.
// repair: Lead the row to the state where the raised event would lead.
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
struct press {};
struct hold {};

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    // clang-format off
    return make_transition_table(
#ifdef COMPILE_FAIL
     *state<off> + event<press> = state<on>,
      state<off> + event<hold> / [](back::process<press> raise) { raise(press{}); });
#else
     *state<off> + event<press> = state<on>,
      state<off> + event<hold> / [] {});
#endif
    // clang-format on
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>, pawl::without_actions> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
