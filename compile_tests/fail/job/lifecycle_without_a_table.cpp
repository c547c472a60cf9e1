// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given parcel, a lifecycle whose table is missing or cannot be read; write static constexpr auto table = transitions\(\.\.\.\), public, with states and events of its own
// sentence: pawl: job … is given …, a lifecycle whose table is missing or cannot be read; write static constexpr auto table = transitions(...), public, with states and events of its own
// meaning: The lifecycle has its enums, but no table; or the compiler has refused a row of it, and says so before.
// repair: Mend what the compiler says of the table, or call it `table`.
#include <pawl/job.hpp>

struct parcel : pawl::lifecycle {
  static constexpr pawl::text name = "parcel";
  enum class state { packed, shipping, delivered, lost };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
#ifdef COMPILE_FAIL
  static constexpr int rows = 0;
#else
  static constexpr auto table =
      transitions(kinds(ready(packed), active(shipping), success(delivered), failure(lost)),
                  packed + on(start) = shipping, shipping + on(succeed) = delivered,
                  shipping + on(fail) = lost, shipping + on(lose) = lost);
#endif
};
pawl::job<"shop.buy", parcel> type;
