// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: unique has a longest_wait, but a second submission puts nothing off; add second::reschedule or second::replace, or remove it"
// sentence: pawl: unique has a longest_wait, but a second submission puts nothing off; add second::reschedule or second::replace, or remove it
// meaning: Nothing would wait for longer.
// repair: Say what a second submission does, or remove it.
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
static_assert(sizeof(unique<whole_payload, longest_wait<1_min>>) == 1);
#else
static_assert(sizeof(unique<whole_payload, second::reschedule, longest_wait<1_min>>) == 1);
#endif
