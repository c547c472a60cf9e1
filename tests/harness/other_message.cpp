// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: another sentence
static_assert(false, "pawl: the guard");
