// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: payload v1 has no upcast to the next version; write v2 upcast\(v1\) in its namespace
// sentence: pawl: payload … has no upcast to the next version; write … upcast(…) in its namespace
#include <pawl/codec/version.hpp>

namespace app {
struct v1 {
  int a{};
};
struct v2 {
  int b{};
};
#ifdef COMPILE_FAIL
inline v1 upcast(const v1& old) { return old; }
#else
inline v2 upcast(const v1& old) { return {old.a}; }
#endif
}  // namespace app

bool read(pawl::text bytes) {
  return pawl::versions<app::v1, app::v2>::decode(1, bytes).has_value();
}
