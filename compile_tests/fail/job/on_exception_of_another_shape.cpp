// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_exception of handler buy has another shape; write one public outcome<output> on_exception\(const std::exception&\) const
// sentence: pawl: on_exception of handler … has another shape; write one public outcome<output> on_exception(const std::exception&) const
// meaning: A handler says what its exceptions mean, but not as an outcome of its job.
// repair: Return an `outcome` with a declared error class.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/jobs.hpp>

struct order {
  std::string item;
};
struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<void> operator()(context&, order) const { return {}; }
#ifdef COMPILE_FAIL
  std::string on_exception(const std::exception& thrown) const { return thrown.what(); }
#else
  outcome<void> on_exception(const std::exception& thrown) const {
    return fail<pawl::error::network_timeout>("no answer", thrown.what());
  }
#endif
};
static_assert(pawl::jobs<buy>::count == 1);
