// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/postgres/address.hpp>
#include <pawl/storage/postgres/failure.hpp>
#include <pawl/storage/postgres/options.hpp>
#include <pawl/storage/postgres/values.hpp>
#include <pawl/storage/postgres/waiting.hpp>

namespace pawl::storage::detail {

using pawl::detail::light_ptr;

struct clears {
  static void end(PGresult* result) { PQclear(result); }
};
using pg_result = light_ptr<PGresult, clears>;

struct finishes {
  static void end(PGconn* connection) { PQfinish(connection); }
};

/// Ends a connection without its owner: the server rolls back, and libpq finds the connection
/// broken. It can be reset, or finished, by its owner.
inline void cut_off(PGconn* callers) {
  if (PQstatus(callers) != CONNECTION_OK) return;
  ::shutdown(PQsocket(callers), SHUT_RDWR);
  while (PQconsumeInput(callers) == 1) {  // until it has read all that had come, and then the end
  }
}

/// A statement that is sent again and again, and what it is called on the connection that has
/// parsed it.
struct pg_statement {
  std::string sql{};
  std::string name{};       ///< empty: it has to be parsed first
  unsigned generation = 0;  ///< of the connection that knows the name
  bool is_sent_once = false;
};

/// Reads the answer to one statement. The round trip that brings the answer calls it; if that
/// fails, nothing does.
using pg_reader = std::function<void(const PGresult&)>;

/// One connection in pipeline mode. Statements are sent without waiting; `round_trip` waits for the
/// answers to all that were sent, and gives each to the reader that was sent with its statement. So
/// a statement may be sent, or fetched, at any time, also by a reader: no answer is found by its
/// place among the others. One thread at a time uses a connection.
class pg_connection {
 public:
  using clock = pg_deadline::clock;

  /// `latest` is when an engine that stops wants to be done; see `pg_deadline`.
  pg_connection(std::string dsn, const postgres_options& options,
                const std::atomic<clock::time_point>* latest = nullptr)
      : address_(std::move(dsn), options.deadline),
        schema_(options.schema),
        deadline_(options.deadline, latest),
        prepares_(options.prepared_statements),
        as_tenants_(options.as_tenants) {}
  /// On a connection of the caller's, which stays the caller's and is not in pipeline mode
  /// afterwards.
  pg_connection(PGconn* callers, const postgres_options& options)
      : address_({}, options.deadline),
        schema_(options.schema),
        deadline_(options.deadline, nullptr),
        as_tenants_(options.as_tenants),
        callers_(callers) {}
  pg_connection(const pg_connection&) = delete;
  pg_connection& operator=(const pg_connection&) = delete;
  ~pg_connection() = default;

  [[nodiscard]] bool is_open() const { return db() != nullptr; }
  [[nodiscard]] PGconn* get() const { return db(); }
  /// One of the caller's is cut off: what it has not answered yet would come to the caller as the
  /// answer to something else.
  void close() {
    if (callers_ != nullptr) cut_off(callers_);
    own_.reset();
    sent_.clear();
    parsing_.clear();
    ++generation_;
  }
  /// After a fork: the parent's connection is not ended from here.
  void abandon() { static_cast<void>(own_.release()); }
  /// Times that the answers of the server were waited for.
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }

  /// Connects. Within the time of the operation that needs it.
  void open() {
    close();
    if (deadline_.is_too_late_to_connect()) throw pg_lost{"the service stops"};
    deadline_.begin_round();
    PGconn* const begun = address_.start_connecting();
    own_ = light_ptr<PGconn, finishes>(begun);
    if (begun == nullptr) throw pg_lost{"there is no memory for a connection"};
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK) {
      if (state == PGRES_POLLING_FAILED || PQstatus(begun) == CONNECTION_BAD) lose();
      wait_for_socket(state == PGRES_POLLING_READING ? POLLIN : POLLOUT);
      state = PQconnectPoll(begun);
    }
    PQsetNoticeProcessor(begun, [](void*, const char*) {}, nullptr);
    if (PQsetnonblocking(begun, 1) != 0 || PQenterPipelineMode(begun) != 1) lose();
    settle_in();
  }
  /// A pooler stands between: what this connection says may reach another one of the server's with
  /// each transaction.
  [[nodiscard]] bool is_pooled() const { return is_pooled_; }

  /// The operation that begins now has so long.
  void begin_deadline() { deadline_.begin(); }
  /// Operations have so long from now on.
  void allow(std::chrono::milliseconds whole) { deadline_.allow(whole); }
  /// What is asked of it from now on is part of an operation that has begun elsewhere.
  void share(const pg_deadline& of) { deadline_ = of; }
  [[nodiscard]] const pg_deadline& deadline() const { return deadline_; }

  /// Begins a transaction that writes. It does not say so: a standby refuses `READ WRITE` with the
  /// same code (0A000) as what no server can do, and a write as what cannot be written now (25006).
  void begin() { begin(begin_writing_); }
  /// One that sees the database as it is now, until its end.
  void begin_reading() { begin(begin_reading_); }
  /// Ends it; done when this returns.
  void commit() {
    // A transaction that has failed is ended by the same word, and answers with another.
    if (std::string_view(PQcmdStatus(fetch(commit_).get())) != "COMMIT") throw pg_conflict{};
  }

  /// Sends a statement. The next round trip gives the answer to `read`, if there is one.
  void send(const std::string& sql, const pg_values& values = {}, pg_reader read = {}) {
    send_question(sql, values, {.read = std::move(read)});
  }
  /// The same for one that will be sent again.
  void send(pg_statement& statement, const pg_values& values, pg_reader read = {}) {
    send_question(statement, values, {.read = std::move(read)});
  }
  /// Whether something was sent whose answer has not come yet.
  [[nodiscard]] bool has_sent() const { return !sent_.empty(); }

  /// Waits for the answers to all that was sent, and gives them to their readers, in the order of
  /// the statements. The first failure of a statement is thrown when all answers have come; then no
  /// reader is called, and the connection can be used again.
  void round_trip() {
    for (question& each : receive()) {
      if (each.keep_in != nullptr) *each.keep_in = std::move(each.answer);
      if (each.read) each.read(*each.answer);
    }
  }
  /// Sends a statement, and waits for its answer and for those to all that was sent before.
  template <class Statement>
  [[nodiscard]] pg_result fetch(Statement&& statement, const pg_values& values = {}) {
    pg_result answer;
    send_question(statement, values, {.keep_in = &answer});
    round_trip();
    return answer;
  }

  /// Ends a transaction of which nothing shall remain; the connection is closed if that fails.
  void roll_back() noexcept {
    try {
      if (!is_open()) return;
      drain();
      send("ROLLBACK");
      round_trip();
    } catch (...) {
      close();
    }
  }

  /// Sends what waits without waiting for answers: those come with the next round.
  void flush() {
    if (PQflush(db()) < 0) lose();
  }
  /// Waits until all that was sent is answered, and calls no reader: what those refer to may be
  /// gone. The connection can be used again, or `pg_lost` is thrown.
  void drain() {
    if (!has_sent()) return;
    try {
      static_cast<void>(receive());
    } catch (const pg_lost&) {
      throw;
    } catch (...) {  // NOLINT(bugprone-empty-catch): the failure before it is reported
    }
  }

  /// In a transaction of the caller's: from now on the server gives a statement up before this side
  /// stops waiting for it, for the connection can only be used again when its answer has come. A
  /// limit of the caller's that is shorter holds. `before` is what it was, for `end_limit`; a
  /// rollback to a savepoint brings it back, too.
  void begin_limit(std::string& before) {
    pg_values most;
    most << std::to_string((deadline_.of_a_round() / 2).count());
    send(
        "WITH was AS MATERIALIZED (SELECT current_setting('statement_timeout') AS setting), t AS "
        "(SELECT setting, extract(epoch FROM setting::interval) * 1000 AS ms FROM was) SELECT "
        "setting, set_config('statement_timeout', CASE WHEN ms = 0 OR ms > $1::bigint THEN $1 ELSE "
        "setting END, true) FROM t",
        most, [&before](const PGresult& rows) { before = PQgetvalue(&rows, 0, 0); });
  }
  void end_limit(const std::string& before) {
    pg_values value;
    value << before;
    send("SELECT set_config('statement_timeout', $1, true)", value);
  }

  /// With the schema before the names of pawl's tables: nothing depends on a setting of the
  /// connection, which a pooler may give to others.
  [[nodiscard]] std::string qualified(std::string_view sql) const {
    std::string out;
    const auto is_part_of_a_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '"';
    };
    for (std::size_t at = 0; at < sql.size(); ++at) {
      if (sql.substr(at).starts_with("pawl_") && (at == 0 || !is_part_of_a_name(sql[at - 1]))) {
        out += '"';
        out += schema_;
        out += "\".";
      }
      out += sql[at];
    }
    return out;
  }
  [[nodiscard]] const std::string& schema() const { return schema_; }
  /// Row-level security holds here: a transaction sees the rows of one tenant.
  [[nodiscard]] bool is_as_tenants() const { return as_tenants_; }

  [[noreturn]] void lose() {
    std::string why = db() != nullptr ? PQerrorMessage(db()) : "the connection is closed";
    while (why.ends_with('\n')) why.pop_back();
    close();
    throw pg_lost{address_.without_secrets(std::move(why))};
  }

 private:
  struct bound_values {
    light_vector<Oid> types{};
    light_vector<const char*> data{};
    light_vector<int> lengths{};
    light_vector<int> formats{};

    explicit bound_values(const pg_values& values) {
      for (std::size_t at = 0; at < static_cast<std::size_t>(values.count()); ++at) {
        types.push_back(values.type(at));
        data.push_back(values.data(at));
        lengths.push_back(values.length(at));
        formats.push_back(1);
      }
    }
  };
  /// Something that was sent and has one answer: a statement, or the request to parse one.
  struct question {
    pg_reader read{};
    pg_result* keep_in = nullptr;  ///< of a caller that waits for the answer
    pg_result answer{};
  };

  void send_question(const std::string& sql, const pg_values& values, question asked) {
    const bound_values bound(values);
    if (PQsendQueryParams(db(), sql.c_str(), values.count(), bound.types.begin(),
                          bound.data.begin(), bound.lengths.begin(), bound.formats.begin(), 1) != 1)
      lose();
    note_sent(std::move(asked));
  }
  void send_question(pg_statement& statement, const pg_values& values, question asked) {
    if (!prepares_ || is_pooled_ || statement.is_sent_once)
      return send_question(statement.sql, values, std::move(asked));
    const bound_values bound(values);
    if (statement.generation != generation_ || statement.name.empty()) {
      statement.name = "pawl_" + std::to_string(++names_);
      statement.generation = generation_;
      if (PQsendPrepare(db(), statement.name.c_str(), statement.sql.c_str(), values.count(),
                        bound.types.begin()) != 1)
        lose();
      note_sent({});
      parsing_.push_back(&statement);
    }
    if (PQsendQueryPrepared(db(), statement.name.c_str(), values.count(), bound.data.begin(),
                            bound.lengths.begin(), bound.formats.begin(), 1) != 1)
      lose();
    note_sent(std::move(asked));
  }
  void note_sent(question asked) {
    sent_.push_back(std::move(asked));
    // What waits is sent from time to time, so that neither side's buffers fill up.
    if (sent_.size() % 64 != 0) return;
    if (PQflush(db()) < 0 || PQconsumeInput(db()) != 1) lose();
  }

  /// All that was sent, with the answers. Throws the first failure when all answers have come.
  light_vector<question> receive() {
    ++rounds_;
    deadline_.begin_round();
    if (PQpipelineSync(db()) != 1) lose();
    pg_result failed;
    for (question& each : sent_) {
      each.answer = next_result();
      if (!each.answer || is_end_of_round(each.answer) || next_result()) fail_on_count();
      if (PQresultStatus(each.answer.get()) == PGRES_FATAL_ERROR && !failed)
        failed = std::move(each.answer);
    }
    if (!is_end_of_round(next_result())) fail_on_count();
    light_vector<question> answered = std::exchange(sent_, {});
    if (failed) {
      // What comes after a failure is not parsed: it is done again, under another name.
      for (pg_statement* const each : parsing_) each->name.clear();
      parsing_.clear();
      fail_with(failed.get());
    }
    parsing_.clear();
    return answered;
  }
  [[nodiscard]] static bool is_end_of_round(const pg_result& each) {
    return each && PQresultStatus(each.get()) == PGRES_PIPELINE_SYNC;
  }
  /// There were more answers than questions, or fewer: which answer belongs to which question is
  /// not known. With the connection, the server ends the transaction.
  [[noreturn]] void fail_on_count() {
    if (PQstatus(db()) == CONNECTION_BAD) lose();
    close();
    throw store_failure{
        {errc::failed,
         "the server's answers are not as many as the statements that were sent, so the connection "
         "was closed and the transaction rolled back; look for a proxy or pooler between this "
         "process and the server that changes what passes, and try again",
         {},
         {}},
        false};
  }
  [[nodiscard]] PGconn* db() const { return callers_ != nullptr ? callers_ : own_.get(); }

  [[noreturn]] void fail_with(const PGresult* failed) {
    const pg_error_text says(failed);
    if (says.is_conflict()) throw pg_conflict{.is_deadlock = says.is("40P01")};
    if (says.ends_connection()) {
      close();
      throw pg_lost{says.message()};
    }
    throw store_failure{pg_error(failed), says.is("23") || says.is("22"), says.is("25006")};
  }

  /// What ends a transaction of ours that nobody speaks to any more, so that nothing waits for its
  /// locks: by then we have given it up too. On a connection of our own that holds for all of its
  /// time, and a peer that is gone is noticed; through a pooler, for one transaction.
  void settle_in() {
    pg_values values = limits();
    values << std::int64_t{PQbackendPID(db())};
    const pg_result answer = fetch(
        "SELECT set_config('statement_timeout', $1, false), "
        "set_config('idle_in_transaction_session_timeout', $2, false), "
        "set_config('tcp_keepalives_idle', '10', false), "
        "set_config('tcp_keepalives_interval', '5', false), "
        "set_config('tcp_keepalives_count', '3', false), "
        "set_config('tcp_user_timeout', $2, false) WHERE pg_backend_pid() = $3",
        values);
    is_pooled_ = PQntuples(answer.get()) == 0;
  }
  [[nodiscard]] pg_values limits() const {
    const std::string most = std::to_string(deadline_.of_a_round().count());
    pg_values values;
    values << most << most;
    return values;
  }
  void begin(pg_statement& how) {
    send(how, {});
    if (!is_pooled_) return;
    send(limit_one_, limits());
  }

  void wait_for_socket(short events) {
    pollfd at{PQsocket(db()), events, 0};
    while (true) {
      const auto left = deadline_.next_wait();
      if (left.count() <= 0) {
        close();
        throw pg_lost{"the server did not answer in time"};
      }
      const int ready = ::poll(&at, 1, static_cast<int>(left.count()));
      if (ready > 0 || (ready < 0 && errno != EINTR)) return;
    }
  }
  pg_result next_result() {
    while (true) {
      const int unsent = PQflush(db());
      if (unsent < 0) lose();
      if (PQisBusy(db()) == 0) return pg_result(PQgetResult(db()));
      wait_for_socket(static_cast<short>(unsent != 0 ? POLLIN | POLLOUT : POLLIN));
      if (PQconsumeInput(db()) != 1) lose();
    }
  }

  pg_address address_;
  std::string schema_;
  pg_deadline deadline_;
  bool prepares_ = false;
  bool is_pooled_ = false;
  bool as_tenants_ = false;
  light_ptr<PGconn, finishes> own_{};
  PGconn* callers_ = nullptr;
  light_vector<question> sent_{};  ///< and not answered yet
  std::uint64_t rounds_ = 0;
  unsigned generation_ = 0;
  unsigned names_ = 0;
  light_vector<pg_statement*> parsing_{};  ///< sent to be parsed, and not yet known to be
  pg_statement begin_writing_{.sql = "BEGIN ISOLATION LEVEL READ COMMITTED"};
  pg_statement begin_reading_{.sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"};
  pg_statement limit_one_{.sql =
                              "SELECT set_config('statement_timeout', $1, true), "
                              "set_config('idle_in_transaction_session_timeout', $2, true)"};
  pg_statement commit_{.sql = "COMMIT"};
};

}  // namespace pawl::storage::detail
