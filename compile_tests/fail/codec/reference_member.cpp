// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which cannot be assigned, for it holds a reference, a const member, a mutex or the like; store values
// sentence: pawl: … has type …, which cannot be assigned, for it holds a reference, a const member, a mutex or the like; store values
// meaning: What a reference refers to is not there when the job runs, and a const member cannot be read into.
// repair: Store the value itself, without const.
#include <pawl/codec/json.hpp>

namespace app {
struct report {
#ifdef COMPILE_FAIL
  const int& pages;
#else
  int pages;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
