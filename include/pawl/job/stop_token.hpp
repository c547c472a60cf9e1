// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stop_token>

#include <pawl/job/context.hpp>

/// For handlers that pass their stop token on. What asks `stop_requested()` or `stop_here()` does
/// not need it: <stop_token> is a tenth of what a handler's own file costs the compiler.

namespace pawl {

/// Where an attempt writes its stop token.
struct stop_token_place {
  std::stop_token token{};
};

}  // namespace pawl
