// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: objective p50 20 s is longer than p95 15 s; what more of the jobs keep is no shorter, so swap them"
// sentence: pawl: objective … is longer than …; what more of the jobs keep is no shorter, so swap them
// meaning: Half of the jobs would have to take longer than 95 of a hundred.
// repair: Give the shorter time to the smaller share.
#include <pawl/policies/objectives.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(objectives<p50<20_s>, p95<15_s>>) == 1);
#else
static_assert(sizeof(objectives<p50<15_s>, p95<20_s>>) == 1);
#endif
