// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: pawl/lifecycle/sml\.hpp needs Boost\.SML 1\.1\.1 or newer\.
// sentence: pawl: pawl/lifecycle/sml.hpp needs Boost.SML 1.1.1 or newer.
// meaning: Version 1.1.0 and those before do not compile as C++20.
// repair: Install Boost.SML 1.1.1 or newer.
#ifdef COMPILE_FAIL
#include <pawl/lifecycle/sml.hpp>
#else
#include <pawl/lifecycle.hpp>
#endif
