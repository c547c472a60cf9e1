// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member out of payload report has type [A-Za-z_]+ ?\*, and an address means nothing in another process; store the value or an id
// sentence: pawl: member … of payload … has type …, and an address means nothing in another process; store the value or an id
// meaning: The job may be run by another process, or after a restart.
// repair: Store what the pointer points to, or an id to find it by.
#include <pawl/codec/json.hpp>

#include <cstdio>
#include <string>

namespace app {
struct report {
  int id{};
#ifdef COMPILE_FAIL
  std::FILE* out{};
#else
  std::string out;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
