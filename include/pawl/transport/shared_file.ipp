// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <pawl/transport/shared_file.hpp>

namespace pawl::transport::detail {

inline constexpr off_t wake_page_size = 4096;

/// The pages that may lose the file behind them, as a handler of signals can look at them: places
/// are taken and given back without a lock, and are never freed.
class fragile_pages {
 public:
  /// Null if there is no memory for a place.
  static std::atomic<char*>* add(void* page) {
    char* const mine = static_cast<char*>(page);
    for (place* at = first().load(); at != nullptr; at = at->next) {
      char* none = nullptr;
      if (at->page.compare_exchange_strong(none, mine)) return &at->page;
    }
    auto* const made = new (std::nothrow) place;
    if (made == nullptr) return nullptr;
    made->page = mine;
    made->next = first().load();
    while (!first().compare_exchange_weak(made->next, made)) {
    }
    return &made->page;
  }

  /// Once in a process.
  static void watch() {
    static const bool installed = [] {
      struct sigaction ours{};
      ours.sa_sigaction = &on_lost_page;
      ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
      ::sigemptyset(&ours.sa_mask);
      return ::sigaction(SIGBUS, &ours, &before()) == 0;
    }();
    static_cast<void>(installed);
  }

 private:
  struct place {
    std::atomic<char*> page{nullptr};
    place* next = nullptr;
  };
  static std::atomic<place*>& first() {
    static constinit std::atomic<place*> list{nullptr};
    return list;
  }
  static struct sigaction& before() {
    static constinit struct sigaction previous{};
    return previous;
  }

  /// By the system call itself: a handler of signals may not run what a library, or a sanitizer,
  /// has put around it.
  static bool put_memory_at(char* page) {
    constexpr int access = PROT_READ | PROT_WRITE;
    constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
#ifdef SYS_mmap
    return ::syscall(SYS_mmap, page, wake_page_size, access, kind, -1, off_t{0}) != -1;
#else
    return ::mmap(page, wake_page_size, access, kind, -1, 0) != MAP_FAILED;
#endif
  }
  static void on_lost_page(int signal, siginfo_t* info, void* context) {
    const char* const at = static_cast<const char*>(info->si_addr);
    for (place* each = first().load(); each != nullptr; each = each->next) {
      char* const page = each->page.load();
      if (page == nullptr || at < page || at >= page + wake_page_size) continue;
      if (put_memory_at(page)) return;
    }
    const struct sigaction& previous = before();
    if ((previous.sa_flags & SA_SIGINFO) != 0)
      previous.sa_sigaction(signal, info, context);
    else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
      previous.sa_handler(signal);
    else
      ::sigaction(signal, &previous, nullptr);  // it comes again, and ends the process
  }
};

PAWL_INLINE mapped_words::mapped_words(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  // Reserved, so that a full disk is noticed here and not where a word is written. Grown, never
  // cut: another process may have mapped it.
  void* const mapped =
      ::posix_fallocate(file, 0, wake_page_size) == 0
          ? ::mmap(nullptr, wake_page_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
          : MAP_FAILED;
  ::close(file);
  if (mapped == MAP_FAILED) return;
  fragile_pages::watch();
  watched_ = fragile_pages::add(mapped);
  if (watched_ == nullptr)
    ::munmap(mapped, wake_page_size);
  else
    words_ = static_cast<signal_words*>(mapped);
}

PAWL_INLINE mapped_words::~mapped_words() {
  if (words_ == &own_) return;
  watched_->store(nullptr);
  ::munmap(words_, wake_page_size);
}

}  // namespace pawl::transport::detail
