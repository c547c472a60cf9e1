// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy returns \{\} where its output is
// sentence: pawl: job … returns {} where its output is …; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}
// meaning: Only an `outcome<void>` is made of nothing.
// repair: Return a value, or why there is none.
#include <string>

#include <pawl/job.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, std::string in) const {
#ifdef COMPILE_FAIL
    static_cast<void>(in);
    return {};
#else
    return in;
#endif
  }
};
