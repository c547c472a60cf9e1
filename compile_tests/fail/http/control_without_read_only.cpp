// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an API with http::control needs http::read_only: nobody can act on jobs that cannot be seen; add it to the composition
// sentence: pawl: an API with http::<capability> needs http::<capability>: <reason>; add it to the composition
// meaning: A capability of an HTTP API relies on another one that was not composed in.
// repair: Add the one that is named.
#include <pawl/http/api.hpp>

namespace http = pawl::http;

#ifdef COMPILE_FAIL
using api = http::api<http::control>;
#else
using api = http::api<http::read_only, http::control>;
#endif

std::size_t use() { return sizeof(api); }
