// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: int is no event of player_machine; only events of its transition table have a value"
// sentence: pawl: … is no event of …; only events of its transition table have a value
// meaning: No transition of the Boost.SML machine names this event.
// repair: Add a transition on it, or ask for another event.
#include <pawl/lifecycle/sml.hpp>

struct idle;
struct playing;
struct ended;
struct broken;
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
    pawl::are<pawl::kind::success, ended>,
    pawl::are<pawl::kind::failure, broken>
> {};
// clang-format on
#ifdef COMPILE_FAIL
constexpr auto moved = player::event_of<int>;
#else
constexpr auto moved = player::event_of<start>;
#endif
static_assert(moved == player::event_of<start>);
