// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_exception of handler buy has another shape; write outcome<output> on_exception\(const std::exception&\) const
// sentence: pawl: on_exception of handler … has another shape; write outcome<output> on_exception(const std::exception&) const
// meaning: What a thrown exception means could not be asked of this member.
// repair: Take the exception by const reference, return an outcome of the job, and make it const.
#include <exception>
#include <string>

#include <boost/hana/define_struct.hpp>

#include <pawl/job.hpp>

struct order {
  BOOST_HANA_DEFINE_STRUCT(order, (std::string, item));
};
struct receipt {
  BOOST_HANA_DEFINE_STRUCT(receipt, (std::string, number));
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#ifdef COMPILE_FAIL
  void on_exception(const std::exception&) const {}
#else
  outcome<receipt> on_exception(const std::exception&) const { return receipt{}; }
#endif
};
pawl::jobs<buy> all;
