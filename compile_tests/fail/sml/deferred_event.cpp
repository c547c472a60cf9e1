// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has an action that defers its event; a job keeps no event for later, so remove the row"
// sentence: pawl: … has an action that defers its event; a job keeps no event for later, so remove the row
// meaning: An event is accepted or refused when it arrives; there is no queue of events beside a job.
// repair: Remove the row, and let the sender repeat the event.
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
      state<off> + event<hold> / defer);
#else
     *state<off> + event<press> = state<on>);
#endif
    // clang-format on
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>, pawl::without_actions> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
