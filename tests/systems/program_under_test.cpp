// SPDX-License-Identifier: BSL-1.0
#include "system.hpp"

const char* systems_test::program_under_test() { return PAWL_TEST_SYSTEM; }
