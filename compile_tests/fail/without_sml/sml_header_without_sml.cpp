// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: pawl/lifecycle/sml\.hpp needs Boost\.SML, and boost/sml\.hpp was not found; install it \(Conan: sml, vcpkg: bext-sml\) or do not include this header\.
// sentence: pawl: pawl/lifecycle/sml.hpp needs Boost.SML, and boost/sml.hpp was not found; install it (Conan: sml, vcpkg: bext-sml) or do not include this header.
// meaning: The include path of this target does not hold Boost.SML.
// repair: Link pawl::sml, or install Boost.SML.
#ifdef COMPILE_FAIL
#include <pawl/lifecycle/sml.hpp>
#else
#include <pawl/lifecycle.hpp>
#endif
