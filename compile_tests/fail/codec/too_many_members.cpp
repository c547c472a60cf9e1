// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which has more than 64 members; group them in structs of their own
// sentence: pawl: … has type …, which has more than 64 members; group them in structs of their own
// meaning: A struct is taken apart by the compiler only if its members can be counted.
// repair: Group members that belong together in structs, or describe it with Boost.Describe.
#include <pawl/codec/json.hpp>

namespace app {
struct report {
  int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
  int c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;
  int e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5, f6, f7;
  int g0, g1, g2, g3, g4, g5, g6, g7, h0, h1, h2, h3, h4, h5, h6, h7;
#ifdef COMPILE_FAIL
  int i0;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
