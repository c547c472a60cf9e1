// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has several initial states; a job is in one state at a time, so make a lifecycle of each region"
// sentence: pawl: … has several initial states; a job is in one state at a time, so make a lifecycle of each region
// meaning: Orthogonal regions are several machines that run beside each other; a job has one state.
// repair: Make a lifecycle, and a job type, of each region.
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
     *state<on>  + event<press> = state<on>);
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
