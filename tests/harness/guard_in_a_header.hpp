// SPDX-License-Identifier: BSL-1.0
#pragma once
static_assert(false, "pawl: the guard");
