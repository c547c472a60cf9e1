// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_output 2 d is longer than keep_results 1 d; an output goes with its job, so keep the job longer or the output shorter"
// sentence: pawl: keep_output … is longer than keep_results …; an output goes with its job, so keep the job longer or the output shorter
// meaning: The output of a deleted job has nothing to belong to.
// repair: Keep the job at least as long as its output.
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_output<2_d>>) == 1);
#else
static_assert(sizeof(retention<keep_output<2_d>, keep_results<2_d>>) == 1);
#endif
