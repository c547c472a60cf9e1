// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/config.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/transport/signals.hpp>

namespace pawl::transport {

namespace detail {

/// The words in a small file that every process maps. Where it cannot be made, or there is no space
/// for it, they are this process's own, and the others find their work by polling, as they do
/// anyway.
///
/// The same holds if the file is cut short later. Then the system sends SIGBUS to a thread that
/// touches the words; the first of these objects therefore installs a handler for that signal,
/// which puts memory of this process in the place of the lost page and passes every other SIGBUS on
/// to what was installed before it.
class mapped_words {
 public:
  explicit mapped_words(const std::string& path);
  mapped_words(const mapped_words&) = delete;
  mapped_words& operator=(const mapped_words&) = delete;
  ~mapped_words();

 protected:
  [[nodiscard]] signal_words& words() { return *words_; }
  [[nodiscard]] bool is_mapped() const { return words_ != &own_; }

 private:
  signal_words own_{};
  signal_words* words_ = &own_;
  std::atomic<char*>* watched_ = nullptr;  ///< the place where the handler of the signal finds them
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

#if !PAWL_COMPILED
#include <pawl/transport/shared_file.ipp>
#endif
