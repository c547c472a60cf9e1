// SPDX-License-Identifier: BSL-1.0
// What most tests include, read once for all of them. A test names its headers all the same: that
// each can be included alone is judged elsewhere.
#pragma once

#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/storage/sqlite.hpp>

#include "support/catch.hpp"
