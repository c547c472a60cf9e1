// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/api_core.hpp>

namespace pawl::http {

/// The OpenAPI 3.1 description of an API, made from its routes, job types, views and problems: what
/// is not composed in is not described.
[[nodiscard]] std::string openapi_document(const api_core& of);

}  // namespace pawl::http
