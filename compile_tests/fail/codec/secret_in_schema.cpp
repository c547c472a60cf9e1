// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member password of payload credentials is a pawl::secret, which is never stored
// sentence: pawl: member … of payload … is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
#include <pawl/codec/schema.hpp>

#include <string>

namespace app {
struct credentials {
  std::string user;
#ifdef COMPILE_FAIL
  pawl::secret<std::string> password;
#else
  std::string password;
#endif
};
}  // namespace app

pawl::text describe_credentials() { return pawl::json_schema<app::credentials>(); }
