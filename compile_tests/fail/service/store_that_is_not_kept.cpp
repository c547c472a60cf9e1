// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: what is not kept is closed at once; keep the store
// sentence: pawl: what is not kept is closed at once; keep the store
// meaning: The store lives as long as the object that `open` gives.
// repair: Keep it, or give it to a service.
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
  store::open("jobs.db");
#else
  const auto kept = store::open("jobs.db");
  return kept ? 0 : 1;
#endif
}
