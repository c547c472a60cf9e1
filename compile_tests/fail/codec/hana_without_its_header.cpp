// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which is known to Boost.Hana only; include <pawl/codec/hana.hpp>
// sentence: pawl: … has type …, which is known to Boost.Hana only; include <pawl/codec/hana.hpp>
// meaning: The struct says by Boost.Hana which of its members are stored, and pawl was not told to listen.
// repair: Include `<pawl/codec/hana.hpp>`; or remove the macro, if all members are stored under their names.
#ifndef COMPILE_FAIL
#include <pawl/codec/hana.hpp>
#endif
#include <pawl/codec/json.hpp>

#include <boost/hana/adapt_struct.hpp>

namespace app {
struct report {
  int pages;
  int draft;
};
}  // namespace app

BOOST_HANA_ADAPT_STRUCT(app::report, pages);

bool submit(const app::report& report) { return pawl::json::encode(report).has_value(); }
