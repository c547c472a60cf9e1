// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench sets the time, so its store has a manual_clock; give none, or fresh_sqlite_store\(\)
// sentence: pawl: a workbench sets the time, so its store has a manual_clock; give none, or fresh_sqlite_store()
// meaning: A store with the clock of the machine is given to a workbench, which would wait for it.
// repair: Leave it out, for a store in memory; or include <pawl/testing/sqlite_store.hpp>.
#include <pawl/testing/sqlite_store.hpp>
#include <pawl/testing/workbench.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

#ifdef COMPILE_FAIL
using store = pawl::storage::sqlite<>;
#else
using store = pawl::testing::sqlite_store;
#endif

void use(std::shared_ptr<store> made) { pawl::testing::workbench jobs{std::move(made), buy{}}; }
