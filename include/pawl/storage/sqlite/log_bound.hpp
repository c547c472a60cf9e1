// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <pawl/detail/durations.hpp>
#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage::detail {

/// Keeps SQLite's write-ahead log short. A log begins anew only when no reader needs it, and of
/// readers that overlap there is always one that does: however often it is copied into the
/// database, it grows. So beyond a size the writer waits for those who read, while it lets nobody
/// write: those who begin to read meanwhile find all they need in the database.
///
/// Called by the connection that it was made for, after each of its commits.
class log_bound {
 public:
  explicit log_bound(const database_handle& writer) : db_(writer.get()), waits_(writer.waits()) {
    sqlite3_wal_hook(db_, &after_commit, this);
  }
  log_bound(const log_bound&) = delete;
  log_bound& operator=(const log_bound&) = delete;
  ~log_bound() { sqlite3_wal_hook(db_, nullptr, nullptr); }

 private:
  // In pages of 4 KiB: 16 MB between two copies, and 48 MB before the log begins anew. The writer
  // waits for the readers of old pages, copies, and waits for the readers of the log, each time no
  // longer than `longest_wait`. It tries again after 16 MB more if a reader takes longer.
  static constexpr int copied_from = 4'000;
  static constexpr int begun_anew_from = 12'000;
  static constexpr std::chrono::milliseconds longest_wait{250};

  static int after_commit(void* self, sqlite3*, const char*, int pages) {
    static_cast<log_bound*>(self)->shorten(pages);
    return SQLITE_OK;  // what could not be copied is copied later
  }
  void shorten(int pages) {
    if (pages < copied_from) {
      anew_from_ = begun_anew_from;
      return;
    }
    if (pages < anew_from_) {
      copy(SQLITE_CHECKPOINT_PASSIVE);
      return;
    }
    const auto usual = std::exchange(waits_->longest, least(waits_->longest, longest_wait));
    // In two steps, because SQLite counts the time that it copies and syncs as time that it has
    // waited: in one, a slow disk leaves no time to wait for the last readers.
    const bool begins_anew = copy(SQLITE_CHECKPOINT_FULL) && copy(SQLITE_CHECKPOINT_RESTART);
    waits_->longest = usual;
    anew_from_ = begins_anew ? begun_anew_from : pages + copied_from;
  }
  bool copy(int mode) {
    return sqlite3_wal_checkpoint_v2(db_, nullptr, mode, nullptr, nullptr) == SQLITE_OK;
  }

  sqlite3* db_;
  patience* waits_;
  int anew_from_ = begun_anew_from;
};

}  // namespace pawl::storage::detail
