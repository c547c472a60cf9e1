// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: missed<slots::all, 5000> is out of range; give a number from 1 to 1000
// sentence: pawl: missed<slots::all, …> is out of range; give a number from 1 to 1000
// meaning: All of them would be submitted in one commit.
// repair: Give a smaller number, or let one run make up for all.
#include <pawl/policies/schedule.hpp>

#ifdef COMPILE_FAIL
pawl::missed<pawl::slots::all, 5000> given;
#else
pawl::missed<pawl::slots::all, 500> given;
#endif
