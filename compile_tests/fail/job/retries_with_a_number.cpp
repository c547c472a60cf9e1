// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: there is no retries; write pawl::retry<pawl::attempts<3>>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: there is no retries; write pawl::retry<pawl::attempts<3>>
// sentence: pawl: there is no retries; write pawl::retry<pawl::attempts<3>>
// meaning: How often a job is tried is a part of `retry`.
// repair: Write what the sentence shows.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retries<3>> {};
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retry<pawl::attempts<3>>> {};
#endif
