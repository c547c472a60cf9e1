// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a link has an address and a point in time; write ctx.link\(url, ctx.now\(\) \+ 1h\)
// sentence: pawl: a link has an address and a point in time; write ctx.link(url, ctx.now() + 1h)
// meaning: Until when it is valid is told by the clock of the store.
// repair: Give a point in time.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service,
                       pawl::retention<pawl::keep_link<pawl::duration_ms{3600000}>>> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    ctx.link("https://shop", std::chrono::hours{1});
#else
    ctx.link("https://shop", ctx.now() + std::chrono::hours{1});
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
