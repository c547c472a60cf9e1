// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: there is no limit; write pawl::limits<pawl::concurrent<4>>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: there is no limit; write pawl::limits<pawl::concurrent<4>>
// sentence: pawl: there is no limit; write pawl::limits<pawl::concurrent<4>>
// meaning: A limit is declared with what it counts.
// repair: Write what the sentence shows.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limit<4>> {};
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> {};
#endif
