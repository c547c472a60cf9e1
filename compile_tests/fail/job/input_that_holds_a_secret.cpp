// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member password of payload login is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// sentence: pawl: member … of payload … is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// [SVC-26]
#include <string>

#include <boost/hana/define_struct.hpp>

#include <pawl/job.hpp>

struct order {
  BOOST_HANA_DEFINE_STRUCT(order, (std::string, item));
};
struct receipt {
  BOOST_HANA_DEFINE_STRUCT(receipt, (std::string, number));
};

struct login {
#ifdef COMPILE_FAIL
  BOOST_HANA_DEFINE_STRUCT(login, (std::string, user), (pawl::secret<std::string>, password));
#else
  BOOST_HANA_DEFINE_STRUCT(login, (std::string, user), (std::string, password_reference));
#endif
};
struct enter : pawl::job<"shop.enter", pawl::lifecycles::service> {
  outcome<void> operator()(context&, login) const { return {}; }
};
pawl::jobs<enter> all;
