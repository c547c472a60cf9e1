// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

#include <atomic>

namespace pawl::detail {

/// Remembers the process that an object was made in. A child that was forked has the object, and
/// neither its threads nor its locks on files.
class process_mark {
 public:
  process_mark() {
    static const int counted = ::pthread_atfork(nullptr, nullptr, [] { ++forks; });
    static_cast<void>(counted);
  }
  /// Whether this is a child of that process. Costs one load: a system call would be felt.
  [[nodiscard]] bool is_forked() const { return forks.load(std::memory_order_relaxed) != made_; }

 private:
  static inline std::atomic<unsigned> forks{0};

  unsigned made_ = forks.load(std::memory_order_relaxed);
};

}  // namespace pawl::detail
