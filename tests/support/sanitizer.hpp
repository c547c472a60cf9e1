// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace support {

/// Whether this program was built with the thread sanitizer: its own instructions depend on what
/// ran before, and no signal may come in the middle of an atomic operation.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool has_thread_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool has_thread_sanitizer = __has_feature(thread_sanitizer);
#else
inline constexpr bool has_thread_sanitizer = false;
#endif

}  // namespace support
