// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: heartbeat takes a length of time such as 20_s
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: heartbeat takes a length of time such as 20_s
// sentence: pawl: heartbeat takes a length of time such as 20_s
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::heartbeat<int> given;
#else
pawl::heartbeat<20_s> given;
#endif
