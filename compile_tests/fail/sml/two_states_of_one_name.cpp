// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: two states of lamp_machine are called off, and names are stored; give one a static constexpr pawl::text name"
// sentence: pawl: two … of … are called …, and names are stored; give one a static constexpr pawl::text name
// meaning: Types of two namespaces have the same unqualified name, and a stored job could not be told apart.
// repair: Give one of the types a name of its own: static constexpr pawl::text name = "…".
#include <pawl/lifecycle/sml.hpp>

struct off;
struct press {};
namespace upstairs {
#ifdef COMPILE_FAIL
struct off;
#else
struct off {
  static constexpr pawl::text name = "off upstairs";
};
#endif
}  // namespace upstairs

struct lamp_machine {
  auto operator()() const {
    using namespace boost::sml;
    return make_transition_table(*state<off> + event<press> = state<upstairs::off>);
  }
};

struct lamp : pawl::from_sml<lamp_machine, pawl::are<pawl::kind::dormant, off>,
                             pawl::are<pawl::kind::success, upstairs::off>> {
  static constexpr pawl::text name = "lamp";
};
static_assert(pawl::proven<lamp>);
