// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <version>

// The first std::expected of libstdc++ (202202L) has no and_then; code written against it would
// compile here and not there, so it counts as absent.
#if defined(__cpp_lib_expected) && __cpp_lib_expected >= 202211L
#include <expected>
#else
#include <pawl/detail/expected.hpp>
#endif

namespace pawl {

/// A value or the reason there is none: std::expected where the library has it whole, else one of
/// pawl's own that is used alike.
#if defined(__cpp_lib_expected) && __cpp_lib_expected >= 202211L
using std::bad_expected_access;
using std::expected;
using std::unexpect;
using std::unexpect_t;
using std::unexpected;
#else
using detail::own::bad_expected_access;
using detail::own::expected;
using detail::own::unexpect;
using detail::own::unexpect_t;
using detail::own::unexpected;
#endif

}  // namespace pawl
