// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <pawl/storage/sql/schema.hpp>
#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/storage/sqlite/options.hpp>

namespace pawl::storage {

namespace detail {

/// Makes the file readable by its owner alone, before SQLite could make it readable by others. The
/// files that SQLite puts beside it get the same permissions.
inline void create_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file >= 0) ::close(file);  // if not, SQLite will say why
}

inline void set_and_read_back(sqlite3* db, const std::string& name, const std::string& value,
                              const std::string& shown) {
  execute(db, "PRAGMA " + name + " = " + value);
  if (const std::string is = pragma(db, name); is != shown)
    throw store_failure{{errc::failed,
                         "SQLite does not take " + name + " = " + value + " here, but says " + is +
                             "; use a local file system and a SQLite with write-ahead logging",
                         {},
                         {}},
                        false};
}

inline void set_durability(sqlite3* db, durability_level level) {
  set_and_read_back(db, "journal_mode", "WAL", "wal");
  set_and_read_back(db, "synchronous", level == durability_level::full ? "FULL" : "NORMAL",
                    level == durability_level::full ? "2" : "1");
  // What is left behind of a log that had to become longer; `log_bound` says how long it becomes.
  execute(db, "PRAGMA journal_size_limit = 67108864");
}

/// The words around a transaction on one connection, prepared once: parsing them anew would cost a
/// small commit a tenth of its time.
class transaction_words {
 public:
  transaction_words(sqlite3* db, std::string_view begin)
      : db_(db), begin_(prepare(db, begin)), commit_(prepare(db, "COMMIT")) {}

  void begin() { execution(db_, begin_.get()).run(); }
  void commit() { execution(db_, commit_.get()).run(); }
  void roll_back() { sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr); }

 private:
  sqlite3* db_;
  statement_handle begin_;
  statement_handle commit_;
};

/// A transaction: begun here, rolled back unless it is committed.
class transaction_guard {
 public:
  explicit transaction_guard(transaction_words& words) : words_(&words) { words.begin(); }
  transaction_guard(const transaction_guard&) = delete;
  transaction_guard& operator=(const transaction_guard&) = delete;
  ~transaction_guard() {
    if (words_ != nullptr) words_->roll_back();
  }
  void commit() {
    words_->commit();
    words_ = nullptr;
  }

 private:
  transaction_words* words_;
};

/// The version of the tables in a database; 0 if there are none.
inline int schema_version_of(sqlite3* db) {
  bool is_ours = false;
  bool is_taken = false;
  {
    // One statement: between two of them another process could make the tables.
    const statement_handle look =
        prepare(db,
                "SELECT name = 'pawl_schema' FROM sqlite_master WHERE type = 'table' AND name IN "
                "('pawl_schema', 'pawl_jobs', 'pawl_queue')");
    execution row(db, look.get());
    while (row.next()) (row.integer() != 0 ? is_ours : is_taken) = true;
  }
  if (!is_ours && !is_taken) return 0;
  if (!is_ours)
    throw store_failure{{errc::not_a_store,
                         "the database has tables with pawl's names that are not pawl's; use "
                         "another database",
                         {},
                         {}},
                        false};
  const statement_handle look = prepare(db, "SELECT max(version) FROM pawl_schema");
  execution row(db, look.get());
  return row.next() ? row.number<int>() : 0;
}

/// Whether the database itself refuses what the lifecycles forbid.
inline bool is_guarded(sqlite3* db) {
  const statement_handle look = prepare(
      db, "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'pawl_queue_guard'");
  return execution(db, look.get()).next();
}

[[noreturn]] inline void refuse_newer(int version) {
  throw store_failure{
      {errc::newer_schema,
       "the database has schema version " + std::to_string(version) + ", this program knows " +
           std::to_string(sql::schema_version) + "; upgrade the program",
       {},
       {}},
      false};
}

[[noreturn]] inline void refuse_older(int version) {
  throw store_failure{{errc::not_a_store,
                       "the database has schema version " + std::to_string(version) +
                           ", of a program before pawl's first release; end its jobs with that "
                           "program, or use another database",
                       {},
                       {}},
                      false};
}

/// That a database has tables of this version, for those who only look.
inline void expect_version(int version) {
  if (version > sql::schema_version) refuse_newer(version);
  if (version == sql::schema_version) return;
  throw store_failure{
      {errc::not_a_store,
       version == 0 ? "there is no store in this database"
                    : "the database has schema version " + std::to_string(version) +
                          ", this program knows " + std::to_string(sql::schema_version) +
                          "; open it once to write, which brings it up to date",
       {},
       {}},
      false};
}

/// The oldest tables that are brought up to date. Version 3 notes what has ended with an owner's
/// signs of life; version 4 has schedules, which job submitted another, timeouts of jobs, what
/// operators say of job types, and what jobs are unique by.
inline constexpr int oldest_version = 2;

/// Brings the tables up to date. Any number of processes may do so at once: one does it, the others
/// find it done.
inline void migrate(sqlite3* db, const sqlite_options& options) {
  if (schema_version_of(db) == sql::schema_version) return;
  transaction_words words(db, "BEGIN IMMEDIATE");
  transaction_guard change(words);
  const int version = schema_version_of(db);
  if (version > sql::schema_version) refuse_newer(version);
  if (version != 0 && version < oldest_version) refuse_older(version);
  if (version != 0 && version < 3) execute(db, "ALTER TABLE pawl_owners ADD COLUMN ended TEXT");
  if (version != 0 && version < 4) {
    execute(db, "ALTER TABLE pawl_jobs ADD COLUMN submitted_by BLOB");
    execute(db, "ALTER TABLE pawl_jobs ADD COLUMN timeout_ms INTEGER");
    execute(db, sql::create_tables_of<sql::dialect::sqlite>(
                    {"pawl_schedules", "pawl_controls", "pawl_uniques"}));
  }
  if (version == 0) {
    execute(db, "CREATE TABLE pawl_schema (version INTEGER NOT NULL)");
    execute(db, sql::create_schema<sql::dialect::sqlite>(options.guarded));
  }
  if (version != sql::schema_version)
    execute(db, "INSERT INTO pawl_schema (version) VALUES (" + std::to_string(sql::schema_version) +
                    ")");
  change.commit();
}

}  // namespace detail
}  // namespace pawl::storage
