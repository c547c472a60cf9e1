// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lamp_machine says no kinds of its states; add pawl::are<kind, states\.\.\.> for each kind to from_sml"
// sentence: pawl: … says no kinds of its states; add pawl::are<kind, states...> for each kind to from_sml
// meaning: Whether a state is ready, active or an end decides what the engine does in it, and an SML machine does not say.
// repair: Say it with pawl::are, once for each kind.
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
struct press {};

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    return make_transition_table(*state<off> + event<press> = state<on>);
  }
};

#ifdef COMPILE_FAIL
struct lamp : pawl::from_sml<lamp_machine> {
#else
struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>> {
#endif
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
