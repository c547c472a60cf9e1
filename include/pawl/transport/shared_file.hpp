// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <string>

#include <pawl/transport/signals.hpp>

namespace pawl::transport {

namespace detail {

/// The words in a small file that every process maps. Where it cannot be made they are this
/// process's own, and the others find their work by polling, as they do anyway.
class mapped_words {
 public:
  explicit mapped_words(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    struct stat found{};
    // Grown, never cut: another process may have mapped it.
    const bool large_enough =
        ::fstat(file, &found) == 0 && (found.st_size >= size || ::ftruncate(file, size) == 0);
    void* mapped = large_enough ? ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                                : MAP_FAILED;
    ::close(file);
    if (mapped != MAP_FAILED) words_ = static_cast<signal_words*>(mapped);
  }
  mapped_words(const mapped_words&) = delete;
  mapped_words& operator=(const mapped_words&) = delete;
  ~mapped_words() {
    if (words_ != &own_) ::munmap(words_, size);
  }

 protected:
  [[nodiscard]] signal_words& words() { return *words_; }
  [[nodiscard]] bool is_mapped() const { return words_ != &own_; }

 private:
  static constexpr off_t size = 4096;

  signal_words own_{};
  signal_words* words_ = &own_;
};

}  // namespace detail

/// Between all processes of one machine that name the same file, such as the one beside a SQLite
/// database. Those who wait sleep in the kernel.
class shared_file final : private detail::mapped_words, public detail::signals {
 public:
  static constexpr bool between_processes = true;

  explicit shared_file(const std::string& path) : mapped_words(path), signals(words()) {}

  /// Whether the file could be had; if not, only this process hears what it announces.
  [[nodiscard]] bool is_shared() const { return is_mapped(); }
};

static_assert(job_transport<shared_file>);

}  // namespace pawl::transport
