// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member password of payload credentials is a pawl::secret, which is never stored
// sentence: pawl: member … of payload … is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
#include <pawl/codec/json.hpp>

#include <string>

namespace app {
struct credentials {
  pawl::secret<std::string> password;
  std::string user;
};
struct identity {
  std::string user;
};
}  // namespace app

bool read(pawl::text bytes) {
#ifdef COMPILE_FAIL
  return pawl::json::decode<app::credentials>(bytes).has_value();
#else
  return pawl::json::decode<app::identity>(bytes).has_value();
#endif
}
