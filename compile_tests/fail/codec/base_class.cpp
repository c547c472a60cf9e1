// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which has a base class; make the base a member, or describe both with BOOST_DESCRIBE_STRUCT
// sentence: pawl: … has type …, which has a base class; make the base a member, or describe both with BOOST_DESCRIBE_STRUCT
// meaning: A struct is taken apart by the compiler only if all its members are its own.
// repair: Make the base a member, or describe both structs and include `<pawl/codec/describe.hpp>`.
#include <pawl/codec/json.hpp>

namespace app {
struct request {
  int id;
};
#ifdef COMPILE_FAIL
struct report : request {
  int pages;
};
#else
struct report {
  request made;
  int pages;
};
#endif
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
