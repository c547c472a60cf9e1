// SPDX-License-Identifier: BSL-1.0
// expect-error: only_in_the_file_name
// The prefix of every message names this file, and so do messages about a lambda's type.
template <class T>
struct shown;
shown<decltype([] {})> incomplete;
