// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <string>

namespace pawl::storage::detail {

/// A counter that all processes with one store share: a small file beside the database, mapped into
/// each of them, on which they can sleep until it changes.
///
/// Only a hint. Where the file cannot be made, the counter serves this process alone, and the
/// others find their work by polling, as they do anyway.
class wake_counter {
 public:
  explicit wake_counter(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    struct stat found{};
    // Grown, never cut: somebody may have mapped it.
    const bool large_enough =
        ::fstat(file, &found) == 0 && (found.st_size >= size || ::ftruncate(file, size) == 0);
    void* mapped = large_enough ? ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                                : MAP_FAILED;
    ::close(file);
    if (mapped != MAP_FAILED) shared_ = static_cast<std::atomic<std::uint32_t>*>(mapped);
  }
  wake_counter(const wake_counter&) = delete;
  wake_counter& operator=(const wake_counter&) = delete;
  ~wake_counter() {
    if (shared_ != &own_) ::munmap(shared_, size);
  }

  [[nodiscard]] bool is_shared() const { return shared_ != &own_; }

  [[nodiscard]] std::uint32_t value() const { return shared_->load(std::memory_order_acquire); }

  void bump() {
    shared_->fetch_add(1, std::memory_order_release);
    ::syscall(SYS_futex, shared_, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }

  /// Sleeps until the counter is no longer `seen`, or for `longest`. May return for no reason.
  void wait(std::uint32_t seen, std::chrono::milliseconds longest) const {
    if (value() != seen || longest.count() <= 0) return;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(longest);
    const timespec timeout{static_cast<time_t>(seconds.count()),
                           static_cast<long>(std::chrono::nanoseconds(longest - seconds).count())};
    ::syscall(SYS_futex, shared_, FUTEX_WAIT, seen, &timeout, nullptr, 0);
  }

 private:
  static constexpr off_t size = 4096;
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::uint32_t) == 4);

  std::atomic<std::uint32_t> own_{0};
  std::atomic<std::uint32_t>* shared_ = &own_;
};

}  // namespace pawl::storage::detail
