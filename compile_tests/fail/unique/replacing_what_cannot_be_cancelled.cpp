// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a second submission of job shop.reindex replaces the first by cancelling it, and lifecycle plain has no cancel; use second::skip or second::reschedule"
// sentence: pawl: a second submission of job … replaces the first by cancelling it, and lifecycle … has no cancel; use second::skip or second::reschedule
// meaning: The first would have to go somewhere.
// repair: Let a second submission do something else, or give the lifecycle a cancel.
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

struct plain : lifecycle {
  enum class state { waiting, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(pawl::ready(waiting), active(running), success(done), failure(failed)),
    waiting + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
#ifdef COMPILE_FAIL
using twice = second::replace;
#else
using twice = second::skip;
#endif
static_assert(sizeof(job<"shop.reindex", plain, unique<whole_payload, twice>>) == 1);
