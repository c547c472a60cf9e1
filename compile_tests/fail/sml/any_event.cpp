// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine has a row for any event, event<_>; a lifecycle names its events, so write a row for each"
// sentence: pawl: … has a row for any event, event<_>; a lifecycle names its events, so write a row for each
// meaning: A lifecycle is a table of named events; SML's wildcard has no name to store.
// repair: Write one row for each event that the wildcard stands for.
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
     *state<off> + event<_>     = state<on>);
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
