// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member title of payload report has type basic_string_view<char>, which does not own what it shows; store a std::string or a std::vector
// sentence: pawl: member … of payload … has type …, which does not own what it shows; store a std::string or a std::vector
// meaning: A decoded payload would show memory that is gone.
// repair: Store the owning type.
#include <pawl/codec/json.hpp>

#include <string>
#include <string_view>

namespace app {
struct report {
#ifdef COMPILE_FAIL
  std::string_view title;
#else
  std::string title;
#endif
};
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
