// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job that was refused is not stored; look at the answer
// sentence: pawl: a job that was refused is not stored; look at the answer
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
  pawl::service jobs{store::open("jobs.db").value(), buy{}};
  sqlite3* const database = nullptr;
  jobs.as({.tenant = "acme"}).in(database).submit<buy>({"tea", 1});
#else
  pawl::service jobs{store::open("jobs.db").value(), buy{}};
  sqlite3* const database = nullptr;
  static_cast<void>(jobs.as({.tenant = "acme"}).in(database).submit<buy>({"tea", 1}));
#endif
}
