// SPDX-License-Identifier: BSL-1.0
#pragma once

#if !__has_include(<boost/sml.hpp>)
#error \
    "pawl/lifecycle/sml.hpp needs Boost.SML, and boost/sml.hpp was not found; install it (Conan: sml, vcpkg: bext-sml) or do not include this header."
#else
#include <boost/sml.hpp>
#endif
