// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a guard of lamp_machine reads more than the facts of an attempt; make it a stateless function object of const pawl::facts&, of nothing, or of an event made from facts"
// sentence: pawl: a guard of … reads more than the facts of an attempt; make it a stateless function object of const pawl::facts&, of nothing, or of an event made from facts
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
struct press {};

#ifdef COMPILE_FAIL
struct patient {
  unsigned presses = 0;  // only the type of a guard is known, so this would be lost
  bool operator()(const pawl::facts& known) const { return known.attempt > presses; }
};
inline constexpr patient guard{3};
#else
struct patient {
  bool operator()(const pawl::facts& known) const { return known.attempt > 3; }
};
inline constexpr patient guard{};
#endif

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    const auto lucky = [] { return true; };
    // clang-format off
    return make_transition_table(
     *state<off> + event<press>[!guard && lucky] = state<on>,
      state<off> + event<press>                  = state<off>);
    // clang-format on
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
