// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: player_machine has a transition without an event; a job moves only on events, so name the one that moves it"
// sentence: pawl: … has a transition without an event; a job moves only on events, so name the one that moves it
// meaning: Boost.SML takes such a transition by itself; a job does nothing by itself.
// repair: Name an event, and raise it.
#include <pawl/lifecycle/sml.hpp>

struct idle;
struct playing;
struct ended;
struct broken;
struct start {};
struct succeed {};
struct fail {};
struct lose {};
struct succeed_early {};

struct player_machine {
  auto operator()() const {
    using namespace boost::sml;
    // clang-format off
    return make_transition_table(
     *state<idle>    + event<start>   = state<playing>,
      state<playing> + event<succeed> = state<ended>,
#ifdef COMPILE_FAIL
      state<idle>                     = state<ended>,
#else
      state<idle>    + event<succeed_early> = state<ended>,
#endif
      state<playing> + event<fail>    = state<broken>,
      state<playing> + event<lose>    = state<broken>);
    // clang-format on
  }
};

// clang-format off
struct player : pawl::from_sml<player_machine,
    pawl::are<pawl::kind::ready, idle>,
    pawl::are<pawl::kind::active, playing>,
    pawl::are<pawl::kind::success, ended>,
    pawl::are<pawl::kind::failure, broken>
> {};
// clang-format on
static_assert(pawl::proven<player>);
