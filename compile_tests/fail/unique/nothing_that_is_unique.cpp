// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: unique is not told what is to be unique; give by::member<&payload::document> or whole_payload first"
// sentence: pawl: unique is not told what is to be unique; give by::member<&payload::document> or whole_payload first
// meaning: A part stands where the members belong.
// repair: Name the members first.
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
static_assert(sizeof(unique<until_begun>) == 1);
#else
static_assert(sizeof(unique<whole_payload, until_begun>) == 1);
#endif
