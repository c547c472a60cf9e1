// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a sentence that was handed over in three pieces"
#include <pawl/detail/fixed_string.hpp>
template <pawl::fixed_string...>
struct refused;
static_assert(sizeof(refused<"pawl: a sentence", "that was handed over", "in three pieces">) != 0);
