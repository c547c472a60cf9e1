// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: transitions\(\) takes kinds\(\.\.\.\) first and then rows `from \+ on\(event\) = to`; use one state enum and one event enum in all of them"
// sentence: pawl: transitions() takes kinds(...) first and then rows `from + on(event) = to`; use one state enum and one event enum in all of them
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    queued  + on(start)   = deck::running,
#else
    queued  + on(start)   = running,
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
