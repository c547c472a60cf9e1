// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: payload_limit is given 1000, which has no unit; write a size such as 64_KiB or 1_MiB
// sentence: pawl: … is given …, which has no unit; write a size such as 64_KiB or 1_MiB
// meaning: Nothing says whether bytes are meant, or KiB.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/sizes.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::payload_limit<1000> given;
#else
pawl::payload_limit<1000_B> given;
#endif
