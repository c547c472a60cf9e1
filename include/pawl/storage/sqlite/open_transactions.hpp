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

/// The connections of callers that stores of this process have joined, and the transactions that
/// are open on them.
///
/// Until a caller ends such a transaction, it holds the write lock of the file. If the same thread
/// asks the store for a commit of its own, the thread waits for itself; the store refuses that
/// before it waits.
///
/// SQLite calls the methods of a virtual table when a transaction that has written to the table
/// ends, whichever statement ends it, and destroys the table's module when the connection is
/// closed. So each joined connection gets a virtual table without rows, and pawl writes to it once
/// in each transaction that it takes part in. Hooks would do the same, but there is one of each
/// kind for a connection, and it is the caller's.
class open_transactions {
 public:
  /// Whether the calling thread has a transaction open that holds the write lock of this file.
  [[nodiscard]] static bool hold_up_this_thread(std::string_view path) {
    connections& all = every_connection();
    if (all.count.load(std::memory_order_relaxed) == 0) return false;
    const std::thread::id me = std::this_thread::get_id();
    const std::scoped_lock lock(all.mutex);
    return std::any_of(all.list.begin(), all.list.end(), [&](const connection* each) {
      return each->path == path && (each->owner == me || (is_user(*each, me) && is_writing(*each)));
    });
  }

  /// A store has joined the connection, on the calling thread. If SQLite has no memory for the
  /// table, open transactions on this connection are not noticed.
  static void add_user(sqlite3* db) {
    connections& all = every_connection();
    {
      const std::scoped_lock lock(all.mutex);
      if (connection* const known = all.find(db)) return add_this_thread(*known);
    }
    auto added = std::make_unique<connection>();
    added->db = db;
    if (const char* path = sqlite3_db_filename(db, "main")) added->path = path;
    add_this_thread(*added);
    {
      const std::scoped_lock lock(all.mutex);
      all.list.push_back(added.get());
      all.count = all.list.size();
    }
    // Without `mutex`, because SQLite locks the connection. If this fails, SQLite calls `remove`.
    sqlite3_create_module_v2(db, "pawl_open_transaction", &methods(), added.release(), &remove);
  }
  /// The store has left the connection, which may have been closed meanwhile.
  static void remove_user(const sqlite3* db, std::thread::id user) {
    connections& all = every_connection();
    const std::scoped_lock lock(all.mutex);
    connection* const of = all.find(db);
    if (of == nullptr) return;
    const auto found = std::find(of->users.begin(), of->users.end(), user);
    if (found != of->users.end()) of->users.erase(found);
  }
  /// The store is about to write inside the caller's transaction, on the thread whose transaction
  /// it is. A failure is ignored: what the store writes next fails in the same way, and says so.
  static void note_transaction(sqlite3* db) {
    {
      connections& all = every_connection();
      const std::scoped_lock lock(all.mutex);
      const connection* const of = all.find(db);
      if (of == nullptr || of->owner == std::this_thread::get_id()) return;
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
    std::vector<std::thread::id> users{};  ///< threads on which a store has joined it
  };
  /// All else is read and changed with `mutex` locked; `count` is also read without.
  struct connections {
    std::mutex mutex;
    std::vector<connection*> list{};  ///< each is owned by SQLite, until its connection is closed
    std::atomic<std::size_t> count{0};

    [[nodiscard]] connection* find(const sqlite3* db) const {
      const auto found = std::find_if(list.begin(), list.end(),
                                      [&](const connection* each) { return each->db == db; });
      return found == list.end() ? nullptr : *found;
    }
  };
  struct table : sqlite3_vtab {
    connection* of = nullptr;
  };

  /// Never destroyed: a caller may close a connection while the program exits.
  static connections& every_connection() {
    static auto* const all = new connections;
    return *all;
  }
  static void add_this_thread(connection& to) { to.users.push_back(std::this_thread::get_id()); }
  static bool is_user(const connection& of, std::thread::id thread) {
    return std::find(of.users.begin(), of.users.end(), thread) != of.users.end();
  }
  static bool is_writing(const connection& each) {
    return sqlite3_txn_state(each.db, "main") == SQLITE_TXN_WRITE;
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
