// SPDX-License-Identifier: BSL-1.0
// Compiled with PAWL_COMPILED=1, which the rest of the program is not.
#include <pawl/storage/store.hpp>
