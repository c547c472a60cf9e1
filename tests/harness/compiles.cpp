// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
static_assert(true, "pawl: the guard");
