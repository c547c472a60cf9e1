// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/process_mark.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/sql/failure.hpp>
#include <pawl/storage/sql/statements.hpp>

namespace pawl::storage::detail {

using pawl::detail::light_ptr;
using pawl::detail::light_vector;

inline errc errc_of(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return errc::busy;
    case SQLITE_FULL:
      return errc::full;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return errc::read_only;
    case SQLITE_CORRUPT:
      return errc::corrupt;
    case SQLITE_NOTADB:
      return errc::not_a_store;
    default:
      return errc::failed;
  }
}

inline text advice_for(errc code) {
  switch (code) {
    case errc::busy:
      return "another process holds the database, or this program has a transaction of its own "
             "open on it; end that, or try again";
    case errc::full:
      return "no space is left for the database; free some, and work goes on by itself";
    case errc::read_only:
      return "the database cannot be written; check its permissions and its file system";
    case errc::corrupt:
      return "the database is damaged; stop, and restore it from a backup";
    case errc::not_a_store:
      return "the file is no SQLite database; give the path of another one";
    default:
      return "the database failed; see the message";
  }
}

[[noreturn]] inline void fail_with(sqlite3* db, int code) {
  const int extended = db == nullptr ? code : sqlite3_extended_errcode(db);
  const bool constraint = (extended & 0xff) == SQLITE_CONSTRAINT;
  const errc meaning = errc_of(extended);
  const text advice = advice_for(meaning);
  std::string message(advice.data(), advice.size());
  message += " (SQLite ";
  message += std::to_string(extended);
  message += ": ";
  message += db == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(db);
  message += ')';
  throw store_failure{{meaning, std::move(message), {}, {}}, constraint};
}

struct finalizes {
  static void end(sqlite3_stmt* statement) { sqlite3_finalize(statement); }
};
/// Owns a statement; but not in a child that was forked, where a lock of SQLite's may be held by a
/// thread that does not exist.
class statement_handle : public light_ptr<sqlite3_stmt, finalizes> {
 public:
  using light_ptr<sqlite3_stmt, finalizes>::light_ptr;
  statement_handle() = default;
  statement_handle(statement_handle&&) noexcept = default;
  statement_handle& operator=(statement_handle&&) noexcept = default;
  ~statement_handle() {
    if (home_.is_forked()) static_cast<void>(release());
  }

 private:
  pawl::detail::process_mark home_{};
};

/// A statement that is used again and again, and the values that are still bound to it: most are
/// the same each time, and comparing is ten times cheaper than binding.
class kept_statement {
 public:
  kept_statement() = default;
  explicit kept_statement(statement_handle made)
      : made_(std::move(made)),
        bound_(static_cast<std::size_t>(sqlite3_bind_parameter_count(made_.get()))) {}

  explicit operator bool() const { return static_cast<bool>(made_); }
  [[nodiscard]] sqlite3_stmt* get() const { return made_.get(); }

  enum class bound : unsigned char { other, null, integer, no_text };
  /// False if the value is bound at that place already, counted from 1.
  bool changes(int place, bound what, std::int64_t value = 0) {
    slot& at = bound_[static_cast<std::size_t>(place - 1)];
    if (what != bound::other && at.what == what && at.value == value) return false;
    at = {what, value};
    return true;
  }
  /// What was to be bound there is not.
  void forget(int place) { bound_[static_cast<std::size_t>(place - 1)] = {}; }

 private:
  struct slot {
    bound what = bound::other;
    std::int64_t value = 0;
  };
  statement_handle made_{};
  light_vector<slot> bound_{};
};

/// One use of a prepared statement: values are bound in order, rows are stepped through, and the
/// statement is ready again when this goes.
///
/// What is bound is not copied: it must live as long as this does.
class execution {
 public:
  execution(sqlite3* db, sqlite3_stmt* statement) : db_(db), statement_(statement) {}
  execution(sqlite3* db, kept_statement& kept) : db_(db), statement_(kept.get()), kept_(&kept) {}
  execution(const execution&) = delete;
  execution& operator=(const execution&) = delete;
  ~execution() { sqlite3_reset(statement_); }

  execution& operator<<(std::int64_t value) {
    if (is_new(bound::integer, value)) check(sqlite3_bind_int64(statement_, bound_, value));
    return *this;
  }
  execution& operator<<(int value) { return *this << std::int64_t{value}; }
  execution& operator<<(unsigned value) { return *this << std::int64_t{value}; }
  /// What is greater than every stored number is bound as the greatest of them.
  execution& operator<<(std::uint64_t value) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return *this << (std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : most);
  }
  execution& operator<<(bool value) { return *this << std::int64_t{value}; }
  execution& operator<<(std::string_view value) {
    if (is_new(value.empty() ? bound::no_text : bound::other))
      check(sqlite3_bind_text(statement_, bound_, value.empty() ? "" : value.data(),
                              static_cast<int>(value.size()), SQLITE_STATIC));
    return *this;
  }
  execution& operator<<(const std::string& value) { return *this << std::string_view(value); }
  execution& operator<<(text value) { return *this << std::string_view(value); }
  execution& operator<<(const job_id& id) { return bytes(id.bytes.data(), id.bytes.size()); }
  execution& operator<<(const sha256_digest& hash) {
    return bytes(hash.bytes.data(), hash.bytes.size());
  }
  execution& operator<<(std::nullptr_t) {
    if (is_new(bound::null)) check(sqlite3_bind_null(statement_, bound_));
    return *this;
  }
  // Templates, so that no other value is asked whether it could become an optional one.
  template <class T>
  execution& operator<<(const std::optional<T>& value) {
    return value ? *this << *value : *this << nullptr;
  }
  template <class T>
  execution& operator<<(const maybe<T>& value) {
    return value ? *this << *value : *this << nullptr;
  }
  execution& bytes(const void* data, std::size_t size) {
    // A null pointer would bind NULL, and an empty value is a value.
    if (is_new(bound::other))
      check(sqlite3_bind_blob(statement_, bound_, size == 0 ? "" : data, static_cast<int>(size),
                              SQLITE_STATIC));
    return *this;
  }

  /// The next row, if there is one.
  bool next() {
    at_ = 0;
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail_with(db_, code);
    return false;
  }
  /// Executes a statement to its end.
  void run() {
    while (next()) {
    }
  }

  [[nodiscard]] std::int64_t integer() { return sqlite3_column_int64(statement_, at_++); }
  /// A number of a narrower type. Another program may have written one that is none: cut to its
  /// width it would be another row's.
  template <class Number>
  Number number() {
    const std::int64_t value = integer();
    if (!std::in_range<Number>(value)) fail_on_number(value);
    return static_cast<Number>(value);
  }
  /// An enumerator by its number.
  template <class Enum>
  Enum enumerator() {
    const std::int64_t value = integer();
    if (value < 0 || value >= static_cast<std::int64_t>(pawl::detail::names_of<Enum>.count))
      fail_on_number(value);
    return static_cast<Enum>(value);
  }
  [[nodiscard]] bool is_null() const { return sqlite3_column_type(statement_, at_) == SQLITE_NULL; }
  void skip(int columns = 1) { at_ += columns; }
  /// Valid until the next row.
  [[nodiscard]] std::string_view view() {
    const void* data = sqlite3_column_blob(statement_, at_);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, at_));
    ++at_;
    return data == nullptr ? std::string_view{}
                           : std::string_view(static_cast<const char*>(data), size);
  }
  [[nodiscard]] std::string string() { return std::string(view()); }
  [[nodiscard]] job_id id() {
    job_id out;
    copy(view(), out.bytes);
    return out;
  }
  [[nodiscard]] sha256_digest hash() {
    sha256_digest out;
    copy(view(), out.bytes);
    return out;
  }

 private:
  using bound = kept_statement::bound;

  /// Goes on to the next place. False if the value is there already.
  bool is_new(bound what, std::int64_t value = 0) {
    ++bound_;
    return kept_ == nullptr || kept_->changes(bound_, what, value);
  }
  void check(int code) {
    if (code == SQLITE_OK) return;
    if (kept_ != nullptr) kept_->forget(bound_);
    fail_with(db_, code);
  }
  template <std::size_t Size>
  static void copy(std::string_view from, std::array<std::uint8_t, Size>& to) {
    if (from.size() != Size) return;  // another program has written this row: no id, no hash
    for (std::size_t i = 0; i < Size; ++i) to[i] = static_cast<std::uint8_t>(from[i]);
  }

  sqlite3* db_;
  sqlite3_stmt* statement_;
  kept_statement* kept_ = nullptr;
  int bound_ = 0;
  int at_ = 0;
};

inline statement_handle prepare(sqlite3* db, std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  if (code != SQLITE_OK) fail_with(db, code);
  return statement_handle(made);
}

/// The statements of `sql::query` on one connection, each prepared when it is first used.
class statements {
 public:
  explicit statements(sqlite3* db) : db_(db) {}

  execution use(sql::query name) { return {db_, prepared(name)}; }
  /// A statement that is no `sql::query`, and what keeps it for as long as it is used.
  [[nodiscard]] statement_handle prepare_once(std::string_view sql) const {
    return prepare(db_, sql);
  }
  execution use(const statement_handle& made) { return {db_, made.get()}; }
  kept_statement& prepared(sql::query name) {
    kept_statement& kept = prepared_[static_cast<std::size_t>(name)];
    if (!kept) kept = kept_statement(prepare(db_, sql::in_dialect(sql::dialect::sqlite, name)));
    return kept;
  }
  [[nodiscard]] sqlite3* db() const { return db_; }
  /// The number that the last inserted row was given.
  [[nodiscard]] std::int64_t given_number() const { return sqlite3_last_insert_rowid(db_); }
  /// Rows that the last statement has changed.
  [[nodiscard]] int changes() const { return sqlite3_changes(db_); }
  /// Grows with every commit that this connection makes, and when a transaction begins after
  /// another connection has made one.
  [[nodiscard]] unsigned data_version() const {
    unsigned version = 0;
    sqlite3_file_control(db_, "main", SQLITE_FCNTL_DATA_VERSION, &version);
    return version;
  }

 private:
  sqlite3* db_;
  std::array<kept_statement, sql::query_count> prepared_{};
};

/// When all waiting for other processes ends: set by one thread, looked at by all that wait.
using waiting_limit = std::atomic<std::chrono::steady_clock::time_point>;

/// How long a connection waits for another process's transaction.
struct patience {
  std::chrono::milliseconds longest{};
  const waiting_limit* until = nullptr;  ///< null: there is none
  std::chrono::steady_clock::time_point since{};
};

struct closes {
  static void end(sqlite3* db) { sqlite3_close_v2(db); }
};
class database_handle {
 public:
  database_handle() = default;
  database_handle(sqlite3* db, patience waits) : waits_(new patience(waits)), db_(db) {}

  explicit operator bool() const { return static_cast<bool>(db_); }
  [[nodiscard]] sqlite3* get() const { return db_.get(); }
  /// It is not closed from here.
  [[nodiscard]] sqlite3* release() { return db_.release(); }
  [[nodiscard]] patience* waits() const { return waits_.get(); }

 private:
  light_ptr<patience> waits_;  ///< what the connection's busy handler looks at
  light_ptr<sqlite3, closes> db_;
};

inline void execute(sqlite3* db, const std::string& sql) {
  const int code = sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail_with(db, code);
}

/// Waits for another process's transaction: short sleeps first, because most are short.
inline int wait_while_busy(void* how, int calls) {
  using namespace std::chrono_literals;
  patience& waits = *static_cast<patience*>(how);
  const auto now = std::chrono::steady_clock::now();
  if (calls == 0) waits.since = now;
  if (now - waits.since >= waits.longest) return 0;
  if (waits.until != nullptr && now >= waits.until->load()) return 0;
  std::this_thread::sleep_for(calls < 100 ? 100us : 1000us);
  return 1;
}

/// Does what can be done again from its start, while another process is in its way. SQLite does not
/// ask the busy handler when two processes turn on the write-ahead log of a new file together.
template <class Work>
void again_while_busy(patience& waits, Work work) {
  waits.since = std::chrono::steady_clock::now();
  for (int calls = 1;; ++calls) {
    try {
      return work();
    } catch (const store_failure& failed) {
      if (failed.why.code != errc::busy || wait_while_busy(&waits, calls) == 0) throw;
    }
  }
}

inline database_handle connect(const std::string& path, int flags,
                               std::chrono::milliseconds busy_wait,
                               const waiting_limit* until = nullptr) {
  sqlite3* db = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &db, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database_handle opened(db, {busy_wait, until, {}});
  if (code != SQLITE_OK) fail_with(db, code);
  sqlite3_busy_handler(db, &wait_while_busy, opened.waits());
  sqlite3_extended_result_codes(db, 1);
  return opened;
}

/// What a PRAGMA says.
inline std::string pragma(sqlite3* db, const std::string& name) {
  const statement_handle statement = prepare(db, "PRAGMA " + name);
  execution row(db, statement.get());
  return row.next() ? row.string() : std::string();
}

}  // namespace pawl::storage::detail
