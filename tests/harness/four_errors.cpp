// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the guard
static_assert(false, "pawl: the guard");
static_assert(false, "pawl: and its first consequence");
static_assert(false, "pawl: and its second consequence");
static_assert(false, "pawl: and its third consequence");
