// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: jitter own<900, 100> has an impossible spread; keep low <= high <= 1000"
// sentence: pawl: jitter … has an impossible spread; keep low <= high <= 1000
// meaning: A jitter of one's own spreads delays beyond their full length, or backwards.
// repair: Keep low <= high <= 1000 thousandths.
#include <pawl/policies/retry.hpp>

template <unsigned Low, unsigned High>
struct own {
  static constexpr pawl::jitter_spread spread{.low = Low, .high = High};
};

#ifdef COMPILE_FAIL
using policy = pawl::retry<own<900, 100>>;
#else
using policy = pawl::retry<own<100, 900>>;
#endif
static_assert(pawl::retry_policy<policy>);
