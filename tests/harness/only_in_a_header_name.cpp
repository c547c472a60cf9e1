// SPDX-License-Identifier: BSL-1.0
// expect-error: guard_in_a_header
#include "guard_in_a_header.hpp"
