// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an array \[with one bracket open; and a second part
// expect-error: a second part] of the sentence
static_assert(false, "pawl: an array [with one bracket open; and a second part] of the sentence");
