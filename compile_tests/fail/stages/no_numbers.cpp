// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a stage is a name in quotes and two whole numbers; write stage<name, from, to>, with numbers from 0 to 100
// sentence: pawl: a stage is a name in quotes and two whole numbers; write stage<name, from, to>, with numbers from 0 to 100
// meaning: What a stage covers is left out, stands before its name, or is no number.
// repair: Write name, begin and end, in this order.
#include <pawl/policies/stages.hpp>

#ifdef COMPILE_FAIL
pawl::stages<pawl::stage<"reading">, pawl::stage<"writing">> given;
#else
pawl::stages<pawl::stage<"reading", 0, 50>, pawl::stage<"writing", 50, 100>> given;
#endif
