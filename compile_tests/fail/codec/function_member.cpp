// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member then of payload report has type function<void ?\(\)>, whose members are not known
#include <pawl/codec/json.hpp>

#include <functional>
#include <string>

namespace app {
struct report {
#ifdef COMPILE_FAIL
  std::function<void()> then;
#else
  std::string then;
#endif
};
}  // namespace app

BOOST_HANA_ADAPT_STRUCT(app::report, then);

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
