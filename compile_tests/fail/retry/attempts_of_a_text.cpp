// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: attempts is given no whole number; write one, as in attempts<3>
// sentence: pawl: attempts is given no whole number; write one, as in attempts<3>
// meaning: A text, a time or a fraction stands where the number belongs, or nothing.
// repair: Write how often the job may be started.
#include <pawl/policies/retry.hpp>

#ifdef COMPILE_FAIL
pawl::attempts<"3"> given;
#else
pawl::attempts<3> given;
#endif
