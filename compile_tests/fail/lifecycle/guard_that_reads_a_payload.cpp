// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a guard reads what pawl::facts has and nothing else, such as the payload; write it as
// sentence: pawl: a guard reads what pawl::facts has and nothing else, such as the payload; write it as [](const pawl::facts& f) { return f.attempt < 3; }, without captures
// meaning: No decision about a job's life reads what the job carries, so that it can be made without decoding it.
// repair: Let the handler look at the payload, and fail with a class of its own.
#include <pawl/lifecycle.hpp>

struct order {
  int cents;
};

#ifdef COMPILE_FAIL
using seen = order;
#else
using seen = pawl::facts;
#endif
constexpr bool is_big(const order& of) { return of.cents > 5; }
constexpr bool is_big(const pawl::facts& of) { return of.attempt > 5; }

struct parcel : pawl::lifecycle {
  enum class state { packed, shipping, delivered, lost };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  static constexpr pawl::guard big{"big", [](const seen& of) { return is_big(of); }};
  static constexpr auto table = transitions(
      kinds(ready(packed), active(shipping), success(delivered), dead(lost)),
      packed + on(start) = shipping, shipping + on(succeed) = delivered,
      shipping + on(fail)[big] = packed, shipping + on(fail) = lost, shipping + on(lose) = lost);
};
static_assert(pawl::proven<parcel>);
