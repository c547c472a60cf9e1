// SPDX-License-Identifier: BSL-1.0
// The version in the header is the version of the package.
#include <pawl/version.hpp>
#include <string_view>

#define SPELLED(x) #x
#define DOTTED(major, minor, patch) SPELLED(major) "." SPELLED(minor) "." SPELLED(patch)

static_assert(std::string_view(PACKAGE_VERSION) ==
              DOTTED(PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR, PAWL_VERSION_PATCH));
