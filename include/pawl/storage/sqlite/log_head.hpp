// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <bit>
#include <cstdint>

#include <pawl/detail/maybe.hpp>

namespace pawl::storage::detail {

/// A number that is another one after every commit to a database, whichever process has made it:
/// read from the head of SQLite's index of its write-ahead log, which all processes have mapped and
/// which a commit changes before it is acknowledged. Costs no lock and no system call.
///
/// The layout is that of https://sqlite.org/walformat.html: 48 bytes, twice. They hold a counter of
/// commits and the checksums of the last one, and their own.
class log_head {
 public:
  /// For as long as the connection is open. It has made sure that there is such a log, has read
  /// from the database, and no thread uses it now. Null: there is none.
  explicit log_head(sqlite3* db) {
    if (db == nullptr) return;
    sqlite3_file* file = nullptr;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (file == nullptr || file->pMethods == nullptr || file->pMethods->iVersion < 2) return;
    void volatile* mapped = nullptr;
    constexpr int first_part = 32'768;  // what SQLite maps at a time
    if (file->pMethods->xShmMap(file, 0, first_part, 0, &mapped) == SQLITE_OK)
      head_ = static_cast<word*>(const_cast<void*>(mapped));
  }

  /// Nothing: the database has no such log, or it is being changed now.
  [[nodiscard]] pawl::detail::maybe<std::uint64_t> read() const {
    if (head_ == nullptr) return {};
    std::uint64_t out = 0;
    word first[words];
    // Its writer writes the second copy first.
    for (std::size_t i = 0; i < words; ++i) first[i] = load(i);
    std::atomic_thread_fence(std::memory_order_acquire);
    for (std::size_t i = 0; i < words; ++i)
      if (load(words + i) != first[i]) return {};
    if (static_cast<std::uint32_t>(first[0]) != format) return {};
    for (const word each : first) out = std::rotl((out ^ each) * 0x9e3779b97f4a7c15, 29);
    return out;
  }

 private:
  using word = std::uint64_t;
  static constexpr std::size_t words = 6;
  static constexpr std::uint32_t format = 3'007'000;

  [[nodiscard]] word load(std::size_t at) const {
    return std::atomic_ref<word>(head_[at]).load(std::memory_order_relaxed);
  }

  word* head_ = nullptr;
};

}  // namespace pawl::storage::detail
