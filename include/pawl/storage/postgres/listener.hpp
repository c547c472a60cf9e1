// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>
#include <poll.h>

#include <string>
#include <string_view>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_ptr.hpp>

namespace pawl::storage::detail {

/// A connection that announces and listens. Not in pipeline mode: it has at most one statement
/// under way, and hears what was announced between them. Used by one thread; every wait ends as
/// well when there is something to read on the descriptor `wake`, which is the caller's to read.
class pg_listener {
 public:
  using clock = std::chrono::steady_clock;

  explicit pg_listener(int wake) : wake_(wake) {}
  pg_listener(const pg_listener&) = delete;
  pg_listener& operator=(const pg_listener&) = delete;
  ~pg_listener() = default;

  /// Begins to connect; `is_connected` after some waits.
  bool connect(const std::string& dsn) {
    const char* const keywords[] = {"dbname", "fallback_application_name", nullptr};
    const char* const values[] = {dsn.c_str(), "pawl listener", nullptr};
    db_ = handle(PQconnectStartParams(keywords, values, 1));
    if (!db_ || PQstatus(db_.get()) == CONNECTION_BAD) return false;
    PQsetNoticeProcessor(db_.get(), [](void*, const char*) {}, nullptr);
    connecting_ = PGRES_POLLING_WRITING;
    return true;
  }
  [[nodiscard]] bool is_connected() const { return connecting_ == PGRES_POLLING_OK; }

  bool listen(const std::string& channel) {
    char* const name = PQescapeIdentifier(db_.get(), channel.data(), channel.size());
    if (name == nullptr) return false;
    const std::string statement = std::string("LISTEN ") + name;
    PQfreemem(name);
    return begun(PQsendQuery(db_.get(), statement.c_str()));
  }
  /// Tells other listeners. Nothing depends on it, so its commit waits for no disk, and the server
  /// gives up when another transaction with a NOTIFY has not ended `within` this time.
  bool notify(const std::string& channel, const std::string& message,
              std::chrono::milliseconds within) {
    const std::string most = std::to_string(within.count());
    const char* const values[] = {channel.c_str(), message.c_str(), most.c_str()};
    return begun(PQsendQueryParams(
        db_.get(),
        "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', $3, "
        "true), pg_notify($1, $2)",
        3, nullptr, values, nullptr, nullptr, 0));
  }
  /// Asks the server whether it is there.
  bool ping() { return begun(PQsendQuery(db_.get(), "")); }
  /// A statement is under way.
  [[nodiscard]] bool is_busy() const { return is_busy_; }
  /// The server has refused the last statement.
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  /// Waits for anything to happen, at most until then. False: the connection is lost.
  bool wait(clock::time_point until) {
    short events = POLLIN;
    if (!is_connected())
      events = connecting_ == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    else if (const int unsent = PQflush(db_.get()); unsent != 0)
      events = POLLIN | POLLOUT;
    pollfd at[] = {{PQsocket(db_.get()), events, 0}, {wake_, POLLIN, 0}};
    // Rounded up: a wait that ends a little too early would be begun again and again.
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
    ::poll(at, 2, left < 0 ? 0 : left > 60'000 ? 60'000 : static_cast<int>(left));
    if (at[0].revents == 0) return true;
    if (!is_connected()) {
      connecting_ = PQconnectPoll(db_.get());
      // From here on nothing that is sent may block: waits have deadlines.
      if (is_connected() && PQsetnonblocking(db_.get(), 1) != 0) return false;
      return connecting_ != PGRES_POLLING_FAILED;
    }
    if (PQconsumeInput(db_.get()) != 1) return false;
    has_heard_ = true;
    return take_answers();
  }
  /// Whether the server was heard since this was last asked.
  [[nodiscard]] bool take_heard() {
    const bool heard = has_heard_;
    has_heard_ = false;
    return heard;
  }
  /// Shows each message that has come.
  template <class Show>
  void take_messages(Show show) {
    while (const notification each{PQnotifies(db_.get())}) show(std::string_view(each->extra));
  }

 private:
  struct finishes_connection {
    static void end(PGconn* connection) { PQfinish(connection); }
  };
  using handle = pawl::detail::light_ptr<PGconn, finishes_connection>;
  struct frees {
    static void end(PGnotify* message) { PQfreemem(message); }
  };
  using notification = pawl::detail::light_ptr<PGnotify, frees>;

  bool begun(int sent) {
    is_busy_ = sent == 1;
    has_failed_ = false;
    return is_busy_;
  }
  bool take_answers() {
    while (is_busy_ && PQisBusy(db_.get()) == 0) {
      PGresult* const answer = PQgetResult(db_.get());
      if (answer == nullptr) {
        is_busy_ = false;
        return true;
      }
      const ExecStatusType how = PQresultStatus(answer);
      PQclear(answer);
      has_failed_ |= how == PGRES_FATAL_ERROR || how == PGRES_BAD_RESPONSE;
      if (PQstatus(db_.get()) != CONNECTION_OK) return false;
    }
    return true;
  }

  int wake_;
  handle db_{};
  PostgresPollingStatusType connecting_ = PGRES_POLLING_FAILED;
  bool is_busy_ = false;
  bool has_failed_ = false;
  bool has_heard_ = false;
};

}  // namespace pawl::storage::detail
