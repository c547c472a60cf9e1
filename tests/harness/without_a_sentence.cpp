// SPDX-License-Identifier: BSL-1.0
// expect-error: misspelt
int no_guard = misspelt;
