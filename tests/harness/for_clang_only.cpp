// SPDX-License-Identifier: BSL-1.0
// expect-error[clang]: pawl: the guard
static_assert(false, "pawl: the guard");
