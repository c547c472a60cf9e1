// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pawl::storage::detail {

/// The connections of callers in whose transactions stores of this process have taken part, and the
/// thread of each transaction that is still open.
///
/// Until a caller ends such a transaction, it holds the write lock of the file. If the same thread
/// asks the store for a commit of its own, the thread waits for itself; the store refuses that
/// before it waits.
///
/// SQLite calls the methods of a virtual table when a transaction that has written to the table
/// ends, whichever statement ends it, and destroys the table's module when the connection is
/// closed. So each such connection gets a virtual table without rows, and pawl writes to it once
/// in each transaction that it takes part in. Hooks would do the same, but there is one of each
/// kind for a connection, and it is the caller's.
///
/// A transaction in which no store has written yet is not noticed. `sqlite3_txn_state` cannot be
/// called for it: it locks the connection, which another thread may be closing.
///
/// Order of locks: first SQLite's lock of a connection, then `connections::mutex`. SQLite calls
/// `remove` with the connection locked, so no function of SQLite is called with
/// `connections::mutex` locked.
class open_transactions {
 public:
  /// Whether the calling thread has a transaction open in which a store has written to this file.
  [[nodiscard]] static bool hold_up_this_thread(std::string_view path) {
    if (every_connection().count.load(std::memory_order_relaxed) == 0) return false;
    const std::thread::id me = std::this_thread::get_id();
    return is_any_connection(
        [&](const connection& each) { return each.path == path && each.owner == me; });
  }

  /// The store is about to write inside the caller's transaction, on the thread whose transaction
  /// it is. A failure of SQLite is ignored: what the store writes next fails in the same way, and
  /// says so.
  static void note_transaction(sqlite3* db) {
    const std::thread::id me = std::this_thread::get_id();
    if (is_any_connection(
            [&](const connection& each) { return each.db == db && each.owner == me; }))
      return;
    {
      // Of several threads that use the connection, only one creates the table.
      const connection_lock lock(db);
      if (!is_any_connection([&](const connection& each) { return each.db == db; })) add(db);
    }
    sqlite3_exec(db, "INSERT INTO pawl_open_transaction VALUES (0)", nullptr, nullptr, nullptr);
  }

 private:
  struct connection {
    sqlite3* db = nullptr;
    std::string path{};
    /// The thread whose transaction pawl takes part in, if any. Without `mutex`: SQLite has the
    /// connection locked when it says that a transaction begins or ends.
    std::atomic<std::thread::id> owner{};
  };
  /// All else is read and changed with `mutex` locked; `count` is also read without.
  struct connections {
    std::mutex mutex;
    std::vector<connection*> list{};  ///< each is owned by SQLite, until its connection is closed
    std::atomic<std::size_t> count{0};
  };
  struct table : sqlite3_vtab {
    connection* of = nullptr;
  };

  /// Never destroyed: a caller may close a connection while the program exits.
  static connections& every_connection() {
    static auto* const all = new connections;
    return *all;
  }
  /// While it lives, other threads wait when they use the connection. A connection that the caller
  /// has opened without a mutex is used by one thread at a time, and is not locked.
  class connection_lock {
   public:
    explicit connection_lock(sqlite3* db) : mutex_(sqlite3_db_mutex(db)) {
      sqlite3_mutex_enter(mutex_);
    }
    connection_lock(const connection_lock&) = delete;
    connection_lock& operator=(const connection_lock&) = delete;
    ~connection_lock() { sqlite3_mutex_leave(mutex_); }

   private:
    sqlite3_mutex* mutex_;
  };
  /// Two connections never have the same address: SQLite calls `remove` before it frees one.
  template <class Condition>
  static bool is_any_connection(Condition is_true_of) {
    connections& all = every_connection();
    const std::scoped_lock lock(all.mutex);
    return std::any_of(all.list.begin(), all.list.end(),
                       [&](const connection* each) { return is_true_of(*each); });
  }
  /// With the connection locked.
  static void add(sqlite3* db) {
    auto added = std::make_unique<connection>();
    added->db = db;
    if (const char* path = sqlite3_db_filename(db, "main")) added->path = path;
    {
      connections& all = every_connection();
      const std::scoped_lock lock(all.mutex);
      all.list.push_back(added.get());
      all.count = all.list.size();
    }
    // If this fails, SQLite calls `remove`.
    sqlite3_create_module_v2(db, "pawl_open_transaction", &methods(), added.release(), &remove);
  }
  /// The connection is being closed.
  static void remove(void* closed) {
    const std::unique_ptr<connection> of(static_cast<connection*>(closed));
    connections& all = every_connection();
    const std::scoped_lock lock(all.mutex);
    std::erase(all.list, of.get());
    all.count = all.list.size();
  }

  static const sqlite3_module& methods() {
    static const sqlite3_module made = [] {
      sqlite3_module all{};
      all.xConnect = &connect;
      all.xDisconnect = [](sqlite3_vtab* of) {
        delete static_cast<table*>(of);
        return SQLITE_OK;
      };
      all.xBestIndex = [](sqlite3_vtab*, sqlite3_index_info*) {
        return SQLITE_ERROR;  // there is nothing to read
      };
      all.xUpdate = [](sqlite3_vtab*, int, sqlite3_value**, sqlite3_int64* row) {
        *row = 0;
        return SQLITE_OK;
      };
      all.xBegin = [](sqlite3_vtab* of) { return set_owner(of, std::this_thread::get_id()); };
      all.xSync = [](sqlite3_vtab*) { return SQLITE_OK; };
      all.xCommit = all.xRollback = [](sqlite3_vtab* of) { return set_owner(of, {}); };
      return all;
    }();
    return made;
  }
  static int connect(sqlite3* db, void* of, int, const char* const*, sqlite3_vtab** out, char**) {
    if (const int code = sqlite3_declare_vtab(db, "CREATE TABLE t (unused)"); code != SQLITE_OK)
      return code;
    auto* const made = new (std::nothrow) table{};
    if (made == nullptr) return SQLITE_NOMEM;
    made->of = static_cast<connection*>(of);
    *out = made;
    return SQLITE_OK;
  }
  static int set_owner(sqlite3_vtab* of, std::thread::id thread) {
    static_cast<table*>(of)->of->owner = thread;
    return SQLITE_OK;
  }
};

}  // namespace pawl::storage::detail
