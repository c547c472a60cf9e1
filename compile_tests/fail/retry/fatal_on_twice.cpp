// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry has fatal_on twice; keep one of them"
// sentence: pawl: retry has … twice; keep one of them
// meaning: Two parts of a retry policy are about the same thing.
// repair: Keep one; join two lists of classes into one.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::fatal_on<error::timeout>, pawl::fatal_on<error::worker_lost>>;
#else
using policy = pawl::retry<pawl::fatal_on<error::timeout, error::worker_lost>>;
#endif
static_assert(pawl::retry_policy<policy>);
