// SPDX-License-Identifier: BSL-1.0
#include <pawl/src.hpp>
#include <pawl/storage/sqlite/src.hpp>
