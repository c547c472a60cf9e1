// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/expected.hpp>

/// A file that is made below a directory, whatever its name says, and is there whole or not at all.

namespace pawl::handlers {

/// A descriptor of its own.
class file_descriptor {
 public:
  file_descriptor() = default;
  explicit file_descriptor(int number) : number_(number) {}
  file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~file_descriptor();

  [[nodiscard]] int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// Why a file cannot be made.
struct file_error {
  enum class reason : unsigned char {
    refused,      ///< the name, or what stands there, does not permit it
    unavailable,  ///< the disk is full, or does not work: later perhaps
    busy          ///< another attempt of the same job has not let go yet
  };
  reason why = reason::unavailable;
  std::string message{};  ///< for who gave the name
  std::string detail{};   ///< for operators
};

template <class T>
using file_result = expected<T, file_error>;

/// What is wrong with a name below a root; empty: nothing. Its parts are separated by `/`. None is
/// `.`, `..`, a device's name elsewhere or begins with `.pawl-`; there is no backslash, no control
/// character and no dot, slash, backslash or NUL spelled by `%`.
[[nodiscard]] std::string_view flaw_of_name(std::string_view name);

/// Removes what a job has left behind of a file that it did not finish. Nothing there is no error.
void remove_unfinished(const std::string& root, std::string_view job);

/// A file on its way to its name. What is written goes to `<root>/.pawl-parts`, which only its user
/// can read, and is moved when it is whole; so the root is one file system. No part of the way is
/// followed through a symbolic link. One object at a time has the file of a job; a second is told
/// that it is busy.
class destination {
 public:
  [[nodiscard]] static file_result<destination> open(const std::string& root, std::string_view name,
                                                     std::string_view job);

  /// What tells the file from every other: its number in the file system.
  [[nodiscard]] std::int64_t file() const { return file_; }
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Whether something has the name already.
  [[nodiscard]] bool is_taken() const;
  /// Whether this file has the name already, with so many bytes: it was moved there, and then its
  /// process died.
  [[nodiscard]] bool is_in_place(std::int64_t file, std::int64_t bytes) const;

  /// Opens what was written, cut to its first bytes; begins anew, at 0, if it is not this file or
  /// has fewer.
  [[nodiscard]] file_result<void> begin(std::int64_t file, std::int64_t bytes);
  [[nodiscard]] file_result<void> write(std::string_view bytes);
  /// Begins anew.
  [[nodiscard]] file_result<void> clear();
  /// What was written is on the disk.
  [[nodiscard]] file_result<void> sync();
  /// Of what was written so far; nothing as soon as `give_up` says so.
  template <class GiveUp>
  [[nodiscard]] file_result<pawl::detail::maybe<sha256_digest>> digest(GiveUp&& give_up) const {
    sha256 sum;
    for (std::int64_t at = 0; at < size_;) {
      if (give_up()) return pawl::detail::maybe<sha256_digest>();
      auto some = read(at);
      if (!some) return unexpected<file_error>(std::move(some).error());
      sum.update(text(some->data(), some->size()));
      at += static_cast<std::int64_t>(some->size());
    }
    return pawl::detail::maybe<sha256_digest>(sum.digest());
  }
  /// Gives it its name, for good.
  [[nodiscard]] file_result<void> publish(bool replace, mode_t mode);
  void remove();

 private:
  file_result<std::string> read(std::int64_t at) const;

  file_descriptor parts_{};      ///< the directory of what is not finished
  file_descriptor directory_{};  ///< the one that the name is in
  file_descriptor written_{};    ///< locked while it is open
  std::string leaf_{};
  std::string part_{};
  std::int64_t file_ = 0;
  std::int64_t size_ = 0;
};

}  // namespace pawl::handlers

#if !PAWL_COMPILED
#include <pawl/handlers/destination.ipp>
#endif
