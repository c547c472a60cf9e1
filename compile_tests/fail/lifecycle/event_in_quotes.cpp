// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: transitions\(\) takes kinds\(\.\.\.\) first and then rows
// sentence: pawl: transitions() takes kinds(...) first and then rows `from + on(event) = to`; use one state enum and one event enum in all of them
#include <pawl/lifecycle.hpp>

struct parcel : pawl::lifecycle {
  static constexpr pawl::text name = "parcel";
  enum class state { packed, shipping, delivered, lost };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
#ifdef COMPILE_FAIL
  static constexpr auto table =
      transitions(kinds(ready(packed), active(shipping), success(delivered), failure(lost)),
                  packed + on(start) = shipping, shipping + on("succeed")[may_retry] = delivered,
                  shipping + on(fail) = lost, shipping + on(lose) = lost);
#else
  static constexpr auto table =
      transitions(kinds(ready(packed), active(shipping), success(delivered), failure(lost)),
                  packed + on(start) = shipping, shipping + on(succeed) = delivered,
                  shipping + on(fail) = lost, shipping + on(lose) = lost);
#endif
};
