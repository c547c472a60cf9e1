// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member password of payload login is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// sentence: pawl: member … of payload … is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// [SVC-26]
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct login {
#ifdef COMPILE_FAIL
  std::string user;
  pawl::secret<std::string> password;
#else
  std::string user;
  std::string password_reference;
#endif
};
struct enter : pawl::job<"shop.enter", pawl::lifecycles::service> {
  outcome<void> operator()(context&, login) const { return {}; }
};
pawl::jobs<enter> all;
