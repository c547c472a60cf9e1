// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a class without a base is no handler; derive it from pawl::job<\.\.\.>
// refused-by: code
// sentence: pawl: a class without a base is no handler; derive it from pawl::job<...>
// meaning: A class that has neither a base nor an operator() is what is left of a handler whose job type was refused; so this is said last, and only if nothing else is wrong.
// repair: Derive the class from a `pawl::job<...>`.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#ifdef COMPILE_FAIL
struct buy {};
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, std::string in) const { return in; }
};
#endif
using store = pawl::testing::memory_store<>;

void use(std::unique_ptr<store> given) { pawl::service jobs{std::move(given), buy{}}; }
