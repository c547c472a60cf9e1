// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the payload has type report, which cannot be assigned, for it holds a reference, a const member, a mutex or the like; store values
// sentence: pawl: … has type …, which cannot be assigned, for it holds a reference, a const member, a mutex or the like; store values
#include <mutex>
#include <string>

#include <pawl/job.hpp>

struct report {
  std::string title;
#ifdef COMPILE_FAIL
  std::mutex lock;
#else
  int lock{};
#endif
};
struct print : pawl::job<"acme.print", pawl::lifecycles::service> {
  outcome<void> operator()(context&, const report&) const { return {}; }
};
static_assert(pawl::jobs<print>::count == 1);
