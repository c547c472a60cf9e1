// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
// expect-error: pawl: a second sentence
static_assert(false, "pawl: the guard");
