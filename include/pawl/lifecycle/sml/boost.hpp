// SPDX-License-Identifier: BSL-1.0
#pragma once

#if !__has_include(<boost/sml.hpp>)
#error \
    "pawl/lifecycle/sml.hpp needs Boost.SML, and boost/sml.hpp was not found; install it (Conan: sml, vcpkg: bext-sml) or do not include this header."
// A file that is missing ends the compilation, which #error does not. Under another name, because
// GCC says nothing when it is asked again for one that __has_include has missed.
#include <boost/sml.hpp/is/missing>
#else
#include <boost/sml.hpp>
#endif
