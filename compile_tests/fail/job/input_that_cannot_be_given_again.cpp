// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy takes an input by value that cannot be copied, but every attempt is given it anew; take it by const reference
// sentence: pawl: handler … takes an input by value that cannot be copied, but every attempt is given it anew; take it by const reference
// meaning: The input of an ephemeral job cannot be copied, and its handler takes it by value: the second attempt would have none.
// repair: Write `operator()(context&, const input&) const`.
#include <memory>

#include <pawl/job.hpp>
#include <pawl/job/jobs.hpp>

struct order {
  std::unique_ptr<int> item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::ephemeral<>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context&, order) const { return {}; }
#else
  outcome<void> operator()(context&, const order&) const { return {}; }
#endif
};
static_assert(pawl::jobs<buy>::count == 1);
