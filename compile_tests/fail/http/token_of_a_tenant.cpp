// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a token proves a caller, which is a principal and permissions; write add\(token, \{\{.tenant = .*acme.*\}, \{permission::read\}\}\)
// sentence: pawl: a token proves a caller, which is a principal and permissions; write add(token, {{.tenant = "acme"}, {permission::read}})
// meaning: Who asks and what that caller may do are told together.
// repair: Give the principal and its permissions.
#include <pawl/http/caller.hpp>

namespace http = pawl::http;

void use(http::bearer_tokens& tokens) {
#ifdef COMPILE_FAIL
  tokens.add("token", "acme");
#else
  tokens.add("token", {{.tenant = "acme"}, {http::permission::read}});
#endif
}
