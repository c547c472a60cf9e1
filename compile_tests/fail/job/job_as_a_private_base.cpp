// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy derives from pawl::job<\.\.\.> privately, so that nothing can be asked of it; write struct, or : public pawl::job<\.\.\.>
// sentence: pawl: handler … derives from pawl::job<...> privately, so that nothing can be asked of it; write struct, or : public pawl::job<...>
// meaning: What a class derives from without a word is private.
// repair: Derive publicly.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

#ifdef COMPILE_FAIL
class buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#else
class buy : public pawl::job<"shop.buy", pawl::lifecycles::service> {
#endif
 public:
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
};

static_assert(pawl::jobs<buy>::count == 1);
