// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service is given its store and then one object of each handler, as in \{std::move\(store\), report\{\}\}
// sentence: pawl: a service is given its store and then one object of each handler, as in {std::move(store), report{}}
// meaning: The handlers are named as template arguments, but no objects of them are given, or too many.
// repair: Leave the template arguments to the compiler, and give an object of each handler.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, std::string in) const { return in; }
};
using store = pawl::testing::memory_store<>;

void use(std::unique_ptr<store> given) {
#ifdef COMPILE_FAIL
  pawl::service<store, buy> jobs{std::move(given)};
#else
  pawl::service<store, buy> jobs{std::move(given), buy{}};
#endif
}
