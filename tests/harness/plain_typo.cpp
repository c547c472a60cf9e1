// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
statik_assert(false, "pawl: the guard");
