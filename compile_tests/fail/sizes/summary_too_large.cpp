// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: summary_limit 1 MiB is out of range; give a size from 1 byte to 64 KiB"
// sentence: pawl: summary_limit … is out of range; give a size from 1 byte to 64 KiB
// meaning: The size is zero, negative or larger than a job should carry.
// repair: Give a size in the range; put larger things into an object store.
#include <pawl/policies/sizes.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(payload_limit<1_MiB, summary_limit<1_MiB>>) == 1);
#else
static_assert(sizeof(payload_limit<1_MiB, summary_limit<64_KiB>>) == 1);
#endif
