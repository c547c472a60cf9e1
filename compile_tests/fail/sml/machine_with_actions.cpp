// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has actions; a job runs none, so do the work in its handler and add pawl::without_actions to from_sml"
// sentence: pawl: … has actions; a job runs none, so do the work in its handler and add pawl::without_actions to from_sml
// meaning: SML runs actions on transitions, entry and exit. A stored job moves in the store, where none is run.
// repair: Move the work into the handler, and add pawl::without_actions.
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
     *state<off> + event<press> / [] {} = state<on>);
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
