// SPDX-License-Identifier: BSL-1.0
// Unscoped enums with a fixed underlying type, of any width and sign.
#include <utility>

#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/testing/engine_laws.hpp>
#include <pawl/testing/lifecycle.hpp>

template <class StateType, class EventType>
struct job : pawl::lifecycle {
  enum state : StateType { queued, running, done, failed };
  enum event : EventType { start, succeed, fail, lose };

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)           = running,
    running + on(succeed)         = done,
    running + on(fail)[may_retry] = queued,
    running + on(fail)            = failed,
    running + on(lose)            = failed);
  // clang-format on
};

template <class StateType, class EventType>
constexpr bool holds() {
  using L = job<StateType, EventType>;
  constexpr auto no_state = static_cast<typename L::state>(static_cast<StateType>(-1));
  constexpr auto no_event = static_cast<typename L::event>(static_cast<EventType>(-1));
  return pawl::proven<L> && pawl::next<L>(L::queued, L::start).state() == L::running &&
         pawl::next<L>(L::queued, L::lose).forbidden() &&
         pawl::name_of(L::done) == pawl::text("done") &&
         pawl::restore<L>("failed").state() == L::failed &&
         // A value that is no enumerator is refused, the largest and a negative one alike.
         pawl::next<L>(no_state, L::start).forbidden() &&
         pawl::next<L>(L::queued, no_event).forbidden() &&
         pawl::next<L>(no_state, no_event).forbidden() &&
         pawl::testing::engine_laws<L, pawl::engine::table<L>>().law.empty();
}

static_assert(holds<unsigned char, unsigned char>());
static_assert(holds<signed char, short>());
static_assert(holds<int, unsigned>());
static_assert(holds<long long, unsigned long long>());
static_assert(holds<char, long>());

using life = job<int, int>;
static_assert(
    pawl::testing::path<life, life::queued, life::start, life::running, life::succeed, life::done>);
static_assert(decltype(pawl::machine<life>{}.on<life::start>())::state == life::running);
