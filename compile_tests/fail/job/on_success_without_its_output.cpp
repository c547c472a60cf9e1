// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_success of handler buy is given an output that is not kept; keep it for a time, as in keep_output<1_h>
// sentence: pawl: on_success of handler … is given an output that is not kept; keep it for a time, as in keep_output<1_h>
// meaning: The callback comes after the end of the job, when its output is gone.
// repair: Keep the output for as long as the callback may take, or leave on_success out.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using kept = pawl::keep_no_output;
#else
using kept = pawl::keep_output<1_h>;
#endif

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retention<kept>> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
  void on_success(const order&, const receipt&) const {}
};

static_assert(pawl::jobs<buy>::count == 1);
