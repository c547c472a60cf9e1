// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
// expect-error[gc]: pawl: the guard
static_assert(false, "pawl: the guard");
