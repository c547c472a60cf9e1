// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy takes an input by value that cannot be copied, but every attempt and every callback is given it; take it by const reference, or allow 1 attempt and have no callbacks
// sentence: pawl: handler … takes an input by value that cannot be copied, but every attempt and every callback is given it; take it by const reference, or allow 1 attempt and have no callbacks
// meaning: The input of an ephemeral job cannot be copied, and its handler takes it by value: the second attempt would have none.
// repair: Write `operator()(context&, const input&) const`; or, if the job has no callbacks, say `retry<attempts<1>>`.
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
