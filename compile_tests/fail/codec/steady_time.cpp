// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member when of payload alarm has type time_point<.*>, whose clock means nothing in another process; store a std::chrono::sys_time
// sentence: pawl: member … of payload … has type …, whose clock means nothing in another process; store a std::chrono::sys_time
// meaning: A steady clock counts from an arbitrary moment of one machine.
// repair: Store a point of the system clock, or a duration.
#include <pawl/codec/json.hpp>

#include <chrono>

namespace app {
struct alarm {
#ifdef COMPILE_FAIL
  std::chrono::steady_clock::time_point when;
#else
  std::chrono::system_clock::time_point when;
#endif
};
}  // namespace app

bool submit(const app::alarm& alarm) { return pawl::json::encode(alarm).has_value(); }
