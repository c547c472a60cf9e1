// SPDX-License-Identifier: BSL-1.0
// Delays are constants where the arguments are, and need nothing but the core.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

static_assert(pawl::delay(pawl::exponential<1_s, 1_min>::plan, 7, 3) == 4_s);
static_assert(pawl::bounds(pawl::linear<1_s, 1_min>::plan, 4'294'967'295).max == 1_min);

// A plan is a template argument.
template <pawl::backoff_plan Plan>
inline constexpr pawl::duration_ms first = pawl::delay(Plan, 0, 1);
static_assert(first<pawl::fixed<3_s>::plan> == 3_s);
static_assert(first<pawl::polynomial<2_s, 2, 1_h>::plan.with(pawl::equal_jitter::spread)> >= 1_s);

// So are a plan of one's own and a jitter of one's own.
struct nightly {
  static constexpr pawl::backoff_plan plan{
      .model = pawl::backoff_model::fixed, .initial = 24_h, .cap = 24_h};
};
struct last_quarter {
  static constexpr pawl::jitter_spread spread{.low = 750};
};
static_assert(pawl::backoff_policy<nightly> && pawl::jitter_policy<last_quarter>);
static_assert(pawl::bounds(nightly::plan.with(last_quarter::spread), 1) ==
              pawl::delay_bounds{18_h, 24_h});
