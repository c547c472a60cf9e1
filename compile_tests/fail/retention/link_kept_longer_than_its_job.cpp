// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_link 2 d is longer than keep_results 1 d; a link is found in its job, so keep the job longer or the link shorter"
// sentence: pawl: keep_link … is longer than keep_results …; a link is found in its job, so keep the job longer or the link shorter
// meaning: The link of a deleted job is nowhere to be found.
// repair: Keep the job at least as long as its link.
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_link<2_d>>) == 1);
#else
static_assert(sizeof(retention<keep_link<2_d>, keep_results<2_d>>) == 1);
#endif
