// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has a state that is a machine of its own; a job is in one state, so write the inner rows into its table"
// sentence: pawl: … has a state that is a machine of its own; a job is in one state, so write the inner rows into its table
// meaning: A stored job has one state; it cannot be in a state of an inner machine as well.
// repair: Write the rows of the inner machine into the outer table.
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
struct press {};
struct hold {};
struct inside;

struct inner_machine {
  auto operator()() const {
    using namespace boost::sml;
    return make_transition_table(*state<inside> + event<press> = X);
  }
};

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    // clang-format off
    return make_transition_table(
#ifdef COMPILE_FAIL
     *state<off> + event<press> = state<on>,
      state<off> + event<hold>  = state<inner_machine>,
      state<inner_machine> + event<press> = state<on>);
#else
     *state<off> + event<press> = state<on>,
      state<off> + event<hold>  = state<on>);
#endif
    // clang-format on
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
