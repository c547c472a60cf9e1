// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The bodies of JSON Web Tokens, for one source of a program that defines PAWL_COMPILED=1
/// everywhere.

#include <pawl/config.hpp>

#if !PAWL_COMPILED
#error "pawl: src.hpp has the bodies of the compiled mode; define PAWL_COMPILED=1 for every source."
#endif

#include <pawl/http/jwt.ipp>
