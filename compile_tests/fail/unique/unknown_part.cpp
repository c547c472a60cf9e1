// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: unique does not take at_claim; it takes only until_begun_or_until_ended, second, longest_wait"
// sentence: pawl: unique does not take …; it takes only until_begun_or_until_ended, second, longest_wait
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
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
static_assert(sizeof(unique<whole_payload, at_claim>) == 1);
#else
static_assert(sizeof(unique<whole_payload, until_ended>) == 1);
#endif
