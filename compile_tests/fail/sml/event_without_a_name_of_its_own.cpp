// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: press<1> of lamp_machine is not spelled alike by all compilers, and names are stored; give it a static constexpr pawl::text name"
// sentence: pawl: … of … is not spelled alike by all compilers, and names are stored; give it a static constexpr pawl::text name
// meaning: Compilers print template arguments and unnamed types in different words, and a stored job must be read by a program of another compiler.
// repair: Give the type a name of its own: static constexpr pawl::text name = "…".
#include <pawl/lifecycle/sml.hpp>

struct off;
struct on;
template <int Times>
struct press {
#ifndef COMPILE_FAIL
  static constexpr pawl::text name = "press";
#endif
};

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    return make_transition_table(*state<off> + event<press<1>> = state<on>);
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, on>> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
