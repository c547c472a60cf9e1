// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member amount of payload bill has type variant<.*>, whose alternatives have no names or the same; give each a pawl_name
// sentence: pawl: member … of payload … has type …, whose alternatives have no names or the same; give each a pawl_name
// meaning: A stored variant says by name which alternative it holds.
// repair: Give each alternative a pawl_name of its own.
#include <pawl/codec/json.hpp>

#include <string>
#include <variant>

namespace app {
struct bill {
#ifdef COMPILE_FAIL
  std::variant<int, unsigned> amount;
#else
  std::variant<int, std::string> amount;
#endif
};
}  // namespace app

bool submit(const app::bill& bill) { return pawl::json::encode(bill).has_value(); }
