// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member pages of payload report has type int ?.3., which is a C array; use std::array
// sentence: pawl: member … of payload … has type …, which is a C array; use std::array
// meaning: A C array cannot be returned, compared or assigned as a whole.
// repair: Use `std::array`, or a `std::vector` if its length differs.
#include <pawl/codec/json.hpp>

#include <array>

namespace app {
struct report {
#ifdef COMPILE_FAIL
  int pages[3];
#else
  std::array<int, 3> pages;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
