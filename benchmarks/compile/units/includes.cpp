// SPDX-License-Identifier: BSL-1.0
// What a source pays before it uses anything.
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
