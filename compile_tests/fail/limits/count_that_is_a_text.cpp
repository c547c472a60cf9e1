// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: concurrent is given no number of jobs; write it first, as in concurrent<4>
// sentence: pawl: concurrent is given no number of jobs; write it first, as in concurrent<4>
// meaning: The number is left out, or something else stands in its place.
// repair: Write the number, without quotes.
#include <pawl/policies/limits.hpp>

#ifdef COMPILE_FAIL
pawl::concurrent<"4"> given;
#else
pawl::concurrent<4> given;
#endif
