// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: timeout is given something that is no length of time; write one such as 30_s or 5_min
// sentence: pawl: … is given something that is no length of time; write one such as 30_s or 5_min
// meaning: A policy takes a length of time, and is given something else.
// repair: Write a number with its unit.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

struct minutes {
  int count;
};

#ifdef COMPILE_FAIL
pawl::timeout<minutes{5}> given;
#else
pawl::timeout<5_min> given;
#endif
