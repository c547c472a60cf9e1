// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: keep_results -1 d is out of range; give a time longer than zero and at most 3650 d
// sentence: pawl: keep_results … is out of range; give a time longer than zero and at most 3650 d
#include <pawl/policies/retention.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::keep_results<-1_d> given;
#else
pawl::keep_results<1_d> given;
#endif
