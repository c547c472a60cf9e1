// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member size of payload report has type extent, whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT
// sentence: pawl: member … of payload … has type …, whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT
#include <pawl/codec/hana.hpp>
#include <pawl/codec/json.hpp>

namespace app {
class extent {
 public:
  extent() = default;  // a class with constructors is no aggregate
  int width = 0;
  int height = 0;
};
struct report {
  extent size;
};
}  // namespace app

#ifndef COMPILE_FAIL
BOOST_HANA_ADAPT_STRUCT(app::extent, width, height);
#endif

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
