// SPDX-License-Identifier: BSL-1.0
#pragma once

#if !__has_include(<boost/sml.hpp>)
#error \
    "pawl: pawl/lifecycle/sml.hpp needs Boost.SML, and boost/sml.hpp was not found; install it (Conan: sml, vcpkg: bext-sml) or do not include this header."
// A file that is missing ends the compilation, which #error does not. Under another name, because
// GCC says nothing when it is asked again for one that __has_include has missed.
#include <boost/sml.hpp/is/missing>
#else
#include <boost/sml.hpp>
// 1'1'13 is the number 1113, so that later versions cannot be told apart; those before can.
#if BOOST_SML_VERSION < 1'1'1
#error "pawl: pawl/lifecycle/sml.hpp needs Boost.SML 1.1.1 or newer."
#include <boost/sml.hpp/is/missing>
#endif
#endif
