// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a handler that submits jobs includes what it takes; include <pawl/runtime/submit.hpp>
// sentence: pawl: a handler that submits jobs includes what it takes; include <pawl/runtime/submit.hpp>
// meaning: A handler calls ctx.submit, and its file knows jobs, but not how one is submitted.
// repair: Include <pawl/runtime/submit.hpp>, or <pawl/service.hpp>.
#include <string>

#include <pawl/job.hpp>
#ifndef COMPILE_FAIL
#include <pawl/runtime/submit.hpp>
#endif

struct order {
  std::string item;
};
struct tell : pawl::job<"shop.tell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context& ctx, order in) const {
    static_cast<void>(ctx.submit<tell>(in));
    return {};
  }
};
