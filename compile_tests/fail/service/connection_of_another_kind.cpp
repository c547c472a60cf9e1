// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: in\(\.\.\.\) takes a pointer to your own connection to the database; give it a sqlite3\*
// sentence: pawl: in(...) takes a pointer to your own connection to the database; give it a …
// meaning: The job is submitted in the transaction of that connection.
// repair: Give the connection on which your transaction is open.
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
  int database = 0;
  static_cast<void>(jobs.as({.tenant = "acme"}).in(&database));
#else
  pawl::service jobs{store::open("jobs.db").value(), buy{}};
  sqlite3* const database = nullptr;
  static_cast<void>(jobs.as({.tenant = "acme"}).in(database));
#endif
}
