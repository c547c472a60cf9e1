// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_exception of handler buy has another shape; write one public outcome<output> on_exception\(const std::exception&\) const
// sentence: pawl: on_exception of handler … has another shape; write one public outcome<output> on_exception(const std::exception&) const
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order) const { return 1; }
#ifdef COMPILE_FAIL
  outcome<std::string> on_exception(const std::exception&) const { return std::string(); }
#else
  outcome<int> on_exception(const std::exception&) const { return 0; }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
