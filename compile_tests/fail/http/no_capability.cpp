// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: int is no capability of an API; compose it from pawl::http::read_only, submit, control, callbacks, events, metrics and dashboard
// sentence: pawl: <type> is no capability of an API; compose it from pawl::http::read_only, submit, control, callbacks, events, metrics and dashboard
// meaning: Something else than a capability is given to an HTTP API.
// repair: Compose it from those that are named.
#include <pawl/http/api.hpp>

namespace http = pawl::http;

#ifdef COMPILE_FAIL
using api = http::api<http::read_only, int>;
#else
using api = http::api<http::read_only>;
#endif

std::size_t use() { return sizeof(api); }
