// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member rights of payload grant has type right, whose enumerators are not numbered 0, 1, 2 and so on; number them so, or write pawl_names
// sentence: pawl: member … of payload … has type …, whose enumerators are not numbered 0, 1, 2 and so on; number them so, or write pawl_names
// meaning: Enumerators are stored by name, and names can be found only for such values.
// repair: Remove the explicit values, or give the names with pawl_names.
#include <pawl/codec/json.hpp>

namespace app {
#ifdef COMPILE_FAIL
enum class right { read = 1, write = 2, admin = 4 };
#else
enum class right { read, write, admin };
#endif
struct grant {
  right rights{};
};
}  // namespace app

bool submit(const app::grant& grant) { return pawl::json::encode(grant).has_value(); }
