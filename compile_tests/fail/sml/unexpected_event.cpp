// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has a row for unexpected events; a job refuses what its state does not accept, so remove the row"
// sentence: pawl: … has a row for unexpected events; a job refuses what its state does not accept, so remove the row
// meaning: An event that a state does not accept is refused, and the job stays where it is.
// repair: Remove the row; the caller learns of the refusal.
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
      state<off> + unexpected_event<_> = state<on>);
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
