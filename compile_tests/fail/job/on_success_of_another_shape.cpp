// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_success of handler buy has another shape; write one public void on_success\(const input&, const output&\) const, without the output if there is none
// sentence: pawl: on_success of handler … has another shape; write one public void on_success(const input&, const output&) const, without the output if there is none
// meaning: The member would never be called.
// repair: Take the input and the output by const reference, and make it const.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#ifdef COMPILE_FAIL
  void on_success(const receipt&) const {}
#else
  void on_success(const order&, const receipt&) const {}
#endif
};
pawl::jobs<buy> all;
