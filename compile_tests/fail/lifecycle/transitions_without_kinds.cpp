// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: transitions\(\) takes kinds\(\.\.\.\) first and then rows `from \+ on\(event\) = to`; use one state enum and one event enum in all of them"
// sentence: pawl: transitions() takes kinds(...) first and then rows `from + on(event) = to`; use one state enum and one event enum in all of them
// meaning: The arguments are in another order, or come from different enums.
// repair: Write kinds(...) first, then the rows, all of this lifecycle.
#include <pawl/lifecycle.hpp>

enum class other { elsewhere };

struct job : pawl::lifecycle {
  enum class state { open, done };
  enum class event { finish };
  using enum state;
  using enum event;
#ifdef COMPILE_FAIL
  static constexpr auto table = transitions(open + on(finish) = done);
#else
  static constexpr auto table =
      transitions(kinds(dormant(open), success(done)), open + on(finish) = done);
#endif
};
#ifndef COMPILE_FAIL
static_assert(pawl::proven<job>);
#endif
