// SPDX-License-Identifier: BSL-1.0
// expect-error: only in the source
// With carets the compilers would print the next line, which looks like a message of theirs.
static_assert(false, "pawl: the guard");  // x.cpp:1:1: error: only in the source
