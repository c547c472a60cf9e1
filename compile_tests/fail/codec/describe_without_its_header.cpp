// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which is known to Boost.Describe only; include <pawl/codec/describe.hpp>
// sentence: pawl: … has type …, which is known to Boost.Describe only; include <pawl/codec/describe.hpp>
// meaning: The struct says by Boost.Describe which of its members are stored, and pawl was not told to listen.
// repair: Include `<pawl/codec/describe.hpp>`; or remove the macro, if all members are stored under their names.
#ifndef COMPILE_FAIL
#include <pawl/codec/describe.hpp>
#endif
#include <pawl/codec/json.hpp>

#include <boost/describe/class.hpp>

namespace app {
struct report {
  int pages;
  int draft;
};
BOOST_DESCRIBE_STRUCT(report, (), (pages))
}  // namespace app

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
