// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
#ifdef COMPILE_FAIL
static_assert(false, "pawl: the guard");
#endif
