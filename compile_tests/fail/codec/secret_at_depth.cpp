// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member login\.credentials\[\]\.password of payload session is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// sentence: pawl: member … of payload … is a pawl::secret, which is never stored; store where to find it and fetch it in the handler
// meaning: Payloads are stored, shown to operators and kept for days; a secret must not be in them.
// repair: Store a reference, and read the secret from the configuration in the handler.
#include <pawl/codec/json.hpp>

#include <map>
#include <optional>
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
struct login {
  std::map<std::string, std::optional<app::credentials>> credentials;
};
struct session {
  int id{};
  app::login login;
};
}  // namespace app

bool submit(const app::session& session) { return pawl::json::encode(session).has_value(); }
