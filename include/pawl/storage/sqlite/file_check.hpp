// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage::detail {

/// Notices that another program has removed, replaced, cut or overwritten the database file, or has
/// cut or removed its write-ahead log, while the store is open. SQLite does not: it has read the
/// pages before, and acknowledges commits that no process will ever find.
///
/// The sizes of both files are compared with those of the last look. A file that is smaller than it
/// was may be sound: VACUUM makes the database smaller, and a checkpoint may empty the log. So a
/// suspicion is checked by what the database header, or SQLite, says of the size.
///
/// A check that could not be made proves no damage: without a free file descriptor, without memory
/// or on an I/O error this batch fails, and the next one checks again.
///
/// Used by the thread that holds the writer's lock, except `is_damaged`.
class file_check {
 public:
  /// The store has read from the database, so that there is a log.
  explicit file_check(sqlite3* writer) : writer_(writer) {
    const char* const path = sqlite3_db_filename(writer, "main");
    if (path == nullptr) return;
    path_ = path;
    log_path_ = sqlite3_filename_wal(path);
    file_ = look_at(path_);
    log_ = look_at(log_path_);
  }

  /// Inside a transaction that holds the write lock, before the store writes: no other connection
  /// changes the log now. Fails as `gone`, as `corrupt` (once damaged, always), or, if the check
  /// could not be made, with what prevented it.
  void expect_sound() {
    if (is_damaged()) fail_as_damaged();
    const file_state file = look_at(path_);
    const file_state log = look_at(log_path_);
    if (file.number != file_.number) fail_as_gone();
    if (is_file_damaged(file) || is_log_damaged(log)) {
      is_damaged_ = true;
      fail_as_damaged();
    }
    file_ = file;
    log_ = log;
  }
  /// The store has committed, which makes no file smaller. Where a file cannot be looked at, the
  /// size of the look before stays: the commit stands, and must not be answered as a failure.
  void note_sizes() {
    file_state now;
    if (find_state(path_, now) == 0) file_.size = std::max(file_.size, now.size);
    if (find_state(log_path_, now) == 0) log_.size = std::max(log_.size, now.size);
  }

  /// Read by any thread.
  [[nodiscard]] bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }
  [[noreturn]] static void fail_as_gone() {
    throw store_failure{{errc::gone,
                         "the database file was deleted or replaced; put it back, or open the "
                         "store again",
                         {},
                         {}},
                        false};
  }
  [[noreturn]] static void fail_as_damaged() {
    throw store_failure{
        {errc::corrupt,
         "another program has cut or overwritten the database file or its log while "
         "they were open; stop, restore the database from a backup, and open the "
         "store again",
         {},
         {}},
        false};
  }

 private:
  /// What a file was at a look; if there is no file, zeros.
  struct file_state {
    ino_t number{};
    std::int64_t size = 0;
    std::int64_t changed_s = 0;
    std::int64_t changed_ns = 0;
    friend bool operator==(const file_state&, const file_state&) = default;
  };
  /// Returns the `errno` of a failure, or 0. That there is no file is no failure.
  static int find_state(const std::string& path, file_state& out) {
    out = {};
    struct stat found{};
    if (::stat(path.c_str(), &found) != 0) return errno == ENOENT ? 0 : errno;
    out = {found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
    return 0;
  }
  static file_state look_at(const std::string& path) {
    file_state found;
    if (const int number = find_state(path, found); number != 0)
      throw store_failure{
          {errc::failed,
           "the size of the database file or of its log cannot be read (" +
               std::generic_category().message(number) + "); nothing was written, try again",
           {},
           {}},
          false};
    return found;
  }

  [[nodiscard]] bool is_file_damaged(const file_state& now) const {
    if (now == file_) return false;
    std::array<unsigned char, 100> header{};
    if (!read_header(header)) return file_.size != 0;  // nothing may have been written there yet
    // While a checkpoint of another process makes the file longer, the file is shorter than its
    // header says. A file that was cut is also shorter than it was.
    return now.size < file_.size && now.size < size_by(header);
  }
  /// False: the file is too short for a header, or has that of something else.
  bool read_header(std::array<unsigned char, 100>& out) const {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(writer_, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (file == nullptr || file->pMethods == nullptr) fail_with(nullptr, SQLITE_CANTOPEN);
    // The file is not opened here: closing it would release the locks that SQLite has on it.
    const int code = file->pMethods->xRead(file, out.data(), static_cast<int>(out.size()), 0);
    if (code == SQLITE_IOERR_SHORT_READ) return false;
    if (code != SQLITE_OK) fail_with(nullptr, code);
    constexpr std::string_view magic("SQLite format 3\0", 16);
    return std::equal(magic.begin(), magic.end(), out.begin(),
                      [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; });
  }
  /// The layout is that of https://sqlite.org/fileformat.html.
  static std::int64_t size_by(const std::array<unsigned char, 100>& header) {
    const auto number_at = [&](std::size_t at, std::size_t bytes) {
      std::int64_t number = 0;
      for (std::size_t i = 0; i != bytes; ++i) number = number * 256 + header[at + i];
      return number;
    };
    const std::int64_t page = number_at(16, 2);
    return number_at(28, 4) * (page == 1 ? 65'536 : page);
  }

  [[nodiscard]] bool is_log_damaged(const file_state& now) const {
    // SQLite removes the log only when the last connection is closed.
    if (log_.number != 0 && now.number != log_.number) return true;
    return now.size < log_.size && now.size < log_size_by_sqlite();
  }
  /// The bytes that the log must have, by the number of frames in the index that all processes
  /// share. Asked by a checkpoint on another connection, which fails if it finds less than it
  /// needs.
  [[nodiscard]] std::int64_t log_size_by_sqlite() const {
    const database_handle db = connect(path_, SQLITE_OPEN_READWRITE, longest_wait);
    int frames = 0;
    try {
      again_while_busy(*db.waits(), [&] {
        execute(db.get(), "SELECT 1 FROM sqlite_master");  // opens the log
        if (const int code = sqlite3_wal_checkpoint_v2(db.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE,
                                                       &frames, nullptr);
            code != SQLITE_OK)
          fail_with(db.get(), code);
      });
    } catch (const store_failure&) {
      if (!is_damage(sqlite3_extended_errcode(db.get()))) throw;
      return std::numeric_limits<std::int64_t>::max();
    }
    const std::int64_t page = std::stoll(pragma(db.get(), "page_size"));
    return frames <= 0 ? 0 : 32 + frames * (page + 24);
  }
  /// Whether SQLite has found that a file is damaged, or shorter than what it needs of the log. All
  /// other failures may pass: the disk is full, a file cannot be opened, a process has the lock.
  static bool is_damage(int extended_code) {
    const int code = extended_code & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
           extended_code == SQLITE_IOERR_SHORT_READ;
  }

  /// For a checkpoint of another process.
  static constexpr std::chrono::milliseconds longest_wait{5000};

  sqlite3* writer_;
  std::string path_{};
  std::string log_path_{};
  file_state file_{};
  file_state log_{};
  std::atomic<bool> is_damaged_{false};
};

}  // namespace pawl::storage::detail
