// SPDX-License-Identifier: BSL-1.0
#include <pawl/pawl.hpp>

static_assert(PAWL_COMPILED == 0);
