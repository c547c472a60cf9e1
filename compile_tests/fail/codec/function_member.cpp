// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member then of payload report has type function<void ?\(\)>, whose members are not known
// sentence: pawl: member … of payload … has type …, whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT
// meaning: The codec writes what reflection shows, and this type shows nothing.
// repair: Adapt the type with Boost.Hana or Boost.Describe, or store something else.
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

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
