// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: unique is given second twice; keep one"
// sentence: pawl: unique is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
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
static_assert(sizeof(unique<whole_payload, second::skip, second::replace>) == 1);
#else
static_assert(sizeof(unique<whole_payload, second::replace>) == 1);
#endif
