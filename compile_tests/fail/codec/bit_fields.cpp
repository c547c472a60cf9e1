// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which has bit-fields, and those have no address; use whole integers
// sentence: pawl: … has type …, which has bit-fields, and those have no address; use whole integers
// meaning: The codec reads into members by their addresses.
// repair: Use `bool` or whole integers; in a document they are no longer.
#include <pawl/codec/json.hpp>

namespace app {
struct report {
#ifdef COMPILE_FAIL
  unsigned pages : 7;
  unsigned draft : 1;
#else
  unsigned pages;
  bool draft;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
