// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given parcel, a lifecycle without all of its parts; declare enum class state, enum class event, spelled so, and static constexpr auto table = transitions\(\.\.\.\)
// sentence: pawl: job … is given …, a lifecycle without all of its parts; declare enum class state, enum class event, spelled so, and static constexpr auto table = transitions(...)
// meaning: The enums of a lifecycle and its table are found by their names.
// repair: Call them `state`, `event` and `table`.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
#define STATE State
#else
#define STATE state
#endif

struct parcel : pawl::lifecycle {
  static constexpr pawl::text name = "parcel";
  enum class STATE { packed, shipping, delivered, lost };
  enum class event { start, succeed, fail, lose };
  using enum STATE;
  using enum event;
  static constexpr auto table =
      transitions(kinds(ready(packed), active(shipping), success(delivered), dead(lost)),
                  packed + on(start) = shipping, shipping + on(succeed) = delivered,
                  shipping + on(fail) = lost, shipping + on(lose) = lost);
};

pawl::job<"shop.buy", parcel> type;
