// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: what is unique is no member of the payload change; name members of the payload in pawl::unique<by::member<...>>"
// sentence: pawl: what is unique is no member of the payload …; name members of the payload in pawl::unique<by::member<...>>
// meaning: The value is read from the payload of the job.
// repair: Point to members of the payload.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/jobs.hpp>

using namespace pawl;
using namespace pawl::literals;

struct change {
  std::string document;
};
struct order {
  std::string item;
};

#ifdef COMPILE_FAIL
using by_what = by::member<&order::item>;
#else
using by_what = by::member<&change::document>;
#endif
struct reindex : job<"shop.reindex", lifecycles::service, unique<by_what>> {
  outcome<void> operator()(context&, change) const { return {}; }
};
static_assert(jobs<reindex>::count == 1);
