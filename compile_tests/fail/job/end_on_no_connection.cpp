// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: complete_in takes a pointer to your own connection to the database, such as a sqlite3\*, and then the output
// sentence: pawl: complete_in takes a pointer to your own connection to the database, such as a sqlite3*, and then the output
// meaning: The job ends in the transaction of that connection.
// repair: Give the connection on which your transaction is open.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct sqlite3;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#ifdef COMPILE_FAIL
  outcome<receipt> operator()(context& ctx, order) const {
    int database = 0;
    auto done = ctx.complete_in(&database, receipt{});
    if (!done) return pawl::cancelled;
    return *done;
  }
#else
  outcome<receipt> operator()(context& ctx, order) const {
    auto done = ctx.complete_in(static_cast<sqlite3*>(nullptr), receipt{});
    if (!done) return pawl::cancelled;
    return *done;
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
