// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job acme.export does not say for how long its link is valid; add keep_link<\.\.\.> to its pawl::retention<\.\.\.>"
// sentence: pawl: job … does not say for how long its link is valid; add keep_link<...> to its pawl::retention<...>
// meaning: Who is given a link is promised that it is valid for a time.
// repair: Declare the least time.
#include <pawl/job/context.hpp>
#include <pawl/job/job.hpp>
#include <pawl/lifecycles/service.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
using exported = job<"acme.export", lifecycles::service>;
#else
using exported = job<"acme.export", lifecycles::service, retention<keep_link<1_h>>>;
#endif

void hand_out(context<exported>& ctx) {
  ctx.link("https://files.example/a.pdf", ctx.now() + std::chrono::hours{1});
}
