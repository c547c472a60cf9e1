// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: payload v2 has no upcast to the next version; write v3 upcast\(v2\) in its namespace
// sentence: pawl: payload … has no upcast to the next version; write … upcast(…) in its namespace
// meaning: A job stored by an older program could not be read by this one.
// repair: Write the function that turns the older payload into the next one.
#include <pawl/codec/version.hpp>

namespace app {
struct v1 {
  int a{};
};
struct v2 {
  int b{};
};
struct v3 {
  int c{};
};
inline v2 upcast(const v1& old) { return {old.a}; }
#ifndef COMPILE_FAIL
inline v3 upcast(const v2& old) { return {old.b}; }
#endif
}  // namespace app

bool read(pawl::text bytes) {
  return pawl::versions<app::v1, app::v2, app::v3>::decode(1, bytes).has_value();
}
