// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <version>

// The first std::expected of libstdc++ (202202L) has no and_then; code written against it would
// compile here and not there, so it counts as absent.
#if defined(__cpp_lib_expected) && __cpp_lib_expected >= 202211L
#include <expected>
#else
#include <tl/expected.hpp>
#endif

namespace pawl {

/// A value or the reason there is none: std::expected where the library has it whole, else
/// tl::expected.
#if defined(__cpp_lib_expected) && __cpp_lib_expected >= 202211L
using std::bad_expected_access;
using std::expected;
using std::unexpected;
#else
using tl::bad_expected_access;
using tl::expected;
using tl::unexpected;
#endif

}  // namespace pawl
