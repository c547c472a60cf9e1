// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: opening a store may fail, and says why; write open\(path\)\.value\(\)
// sentence: pawl: opening a store may fail, and says why; write open(path).value()
// meaning: A constructor could not say why.
// repair: Open it, and look at the answer or let `value()` throw.
#include <string>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using store = pawl::storage::sqlite<>;

int main() {
#ifdef COMPILE_FAIL
  const store jobs("jobs.db");
#else
  static_cast<void>(store::open("jobs.db").value());
#endif
}
