// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/config.hpp>

namespace pawl::detail {

/// A program is header-only or compiled. This symbol is thread-local in one mode only, so that
/// objects of both do not link: their inline functions would be mixed, and which one runs could not
/// be told.
#if PAWL_COMPILED
[[gnu::used]] inline thread_local char one_mode_per_program = 0;
#else
[[gnu::used]] inline char one_mode_per_program = 0;
#endif

}  // namespace pawl::detail
