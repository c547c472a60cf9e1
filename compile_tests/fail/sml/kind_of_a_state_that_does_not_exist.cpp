// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stray is no state of player_machine; only states of its transition table have a kind or a value"
// sentence: pawl: … is no state of …; only states of its transition table have a kind or a value
// meaning: No transition of the Boost.SML machine begins or ends in this state.
// repair: Remove it from are<…>, or add a transition.
#include <pawl/lifecycle/sml.hpp>

struct idle;
struct playing;
struct ended;
struct broken;
struct stray;
struct start {};
struct succeed {};
struct fail {};
struct lose {};

struct player_machine {
  auto operator()() const {
    using namespace boost::sml;
    // clang-format off
    return make_transition_table(
     *state<idle>    + event<start>   = state<playing>,
      state<playing> + event<succeed> = state<ended>,
      state<playing> + event<fail>    = state<broken>,
      state<playing> + event<lose>    = state<broken>);
    // clang-format on
  }
};

// clang-format off
struct player : pawl::from_sml<player_machine,
    pawl::are<pawl::kind::ready, idle>,
    pawl::are<pawl::kind::active, playing>,
#ifdef COMPILE_FAIL
    pawl::are<pawl::kind::failure, broken, stray>,
#else
    pawl::are<pawl::kind::failure, broken>,
#endif
    pawl::are<pawl::kind::success, ended>
> {};
// clang-format on
static_assert(pawl::proven<player>);
