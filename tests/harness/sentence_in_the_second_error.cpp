// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
int before_the_guard = misspelt;
static_assert(false, "pawl: the guard");
