// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a job is unique by its whole payload pointed, which never becomes bytes; name members, as in pawl::unique<by::member<...>>"
// sentence: pawl: a job is unique by its whole payload …, which never becomes bytes; name members, as in pawl::unique<by::member<...>>
// meaning: An ephemeral payload that cannot be stored cannot be compared either.
// repair: Name members that are strings, integers or enums.
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

struct pointed {
  const int* at;
  int number;
};
#ifdef COMPILE_FAIL
using by_what = whole_payload;
#else
using by_what = by::member<&pointed::number>;
#endif
struct look : job<"shop.look", lifecycles::service, ephemeral<>, unique<by_what>> {
  outcome<void> operator()(context&, pointed) const { return {}; }
};
static_assert(jobs<look>::count == 1);
