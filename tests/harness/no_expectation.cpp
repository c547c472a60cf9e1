// SPDX-License-Identifier: BSL-1.0
static_assert(false, "pawl: the guard");
