// SPDX-License-Identifier: BSL-1.0
// The least that a program could write by hand for the same rows, indexes, events and triggers:
// prepared statements in a loop, no decisions, nothing checked. What pawl is measured against.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <pawl/job/id.hpp>

namespace raw {

struct job {
  std::int64_t key;
  std::int64_t fence;
};

class statement {
 public:
  statement(sqlite3* db, const char* sql) : db_(db) {
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &made_, nullptr) != SQLITE_OK)
      fail();
  }
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;
  ~statement() { sqlite3_finalize(made_); }

  template <std::integral Number>
  statement& with(int at, Number value) {
    sqlite3_bind_int64(made_, at, std::int64_t{value});
    return *this;
  }
  statement& with(int at, const char* value) {
    sqlite3_bind_text(made_, at, value, -1, SQLITE_STATIC);
    return *this;
  }
  statement& with(int at, const pawl::job_id& id) {
    sqlite3_bind_blob(made_, at, id.bytes.data(), 16, SQLITE_STATIC);
    return *this;
  }
  bool next() {
    const int code = sqlite3_step(made_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) fail();
    sqlite3_reset(made_);
    return false;
  }
  void run() {
    while (next()) {
    }
  }
  void reset() { sqlite3_reset(made_); }
  [[nodiscard]] std::int64_t integer(int column) const {
    return sqlite3_column_int64(made_, column);
  }
  [[nodiscard]] std::string bytes(int column) const {
    return {static_cast<const char*>(sqlite3_column_blob(made_, column)),
            static_cast<std::size_t>(sqlite3_column_bytes(made_, column))};
  }

 private:
  [[noreturn]] void fail() const {
    std::fprintf(stderr, "raw SQLite: %s\n", sqlite3_errmsg(db_));
    std::exit(1);
  }
  sqlite3* db_;
  sqlite3_stmt* made_ = nullptr;
};

/// A connection to a file that pawl has made, and the statements of its hot path by hand.
class store {
 public:
  store(const std::string& path, bool full) {
    if (sqlite3_open_v2(path.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) !=
        SQLITE_OK)
      std::exit(1);
    run(full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    run("PRAGMA wal_autocheckpoint = 4000");
    sqlite3_busy_timeout(db_, 5000);
    handler_ = number_of("acme.report.v1");
    tenant_ = number_of("acme");
    prepare();
  }
  store(const store&) = delete;
  store& operator=(const store&) = delete;
  ~store() {
    for (statement* each : {begin_, commit_, insert_job_, insert_queue_, select_ready_, claim_,
                            event_, payload_, outcome_, remove_})
      delete each;
    sqlite3_close(db_);
  }

  /// Commits jobs, all in one transaction.
  void insert(const std::vector<pawl::job_id>& ids, std::int64_t now) {
    begin_->run();
    for (const pawl::job_id& id : ids) {
      insert_job_->with(1, id).with(2, tenant_).with(3, handler_).with(4, now).run();
      insert_queue_->with(1, sqlite3_last_insert_rowid(db_))
          .with(2, handler_)
          .with(3, tenant_)
          .with(4, now)
          .run();
    }
    commit_->run();
  }

  /// Settles what was claimed before and claims more, in one transaction: as a worker does.
  std::vector<job> settle_and_claim(const std::vector<job>& finished, std::int64_t limit,
                                    std::int64_t now) {
    begin_->run();
    for (const job& each : finished) {
      event_->with(1, each.key)
          .with(2, 2)
          .with(3, now)
          .with(4, "succeed")
          .with(5, "running")
          .with(6, "succeeded")
          .with(7, 100)
          .run();
      outcome_->with(1, each.key)
          .with(2, handler_)
          .with(3, tenant_)
          .with(4, each.fence)
          .with(5, now)
          .with(6, now + 86'400'000)
          .run();
      remove_->with(1, each.key).with(2, each.fence).run();
    }
    std::vector<job> ready;
    select_ready_->with(1, handler_).with(2, tenant_).with(3, limit);
    while (select_ready_->next())
      ready.push_back({select_ready_->integer(0), select_ready_->integer(1)});
    for (job& each : ready) {
      event_->with(1, each.key)
          .with(2, 1)
          .with(3, now)
          .with(4, "start")
          .with(5, "pending")
          .with(6, "running")
          .with(7, 0)
          .run();
      claim_->with(1, 1).with(2, each.fence + 1).with(3, now).with(4, each.key).with(5, each.fence);
      claim_->run();
      ++each.fence;
      payload_->with(1, each.key).next();
      payload_bytes_ += payload_->bytes(0).size();
      payload_->reset();
    }
    commit_->run();
    return ready;
  }

  [[nodiscard]] std::size_t payload_bytes() const { return payload_bytes_; }

 private:
  void run(const char* sql) {
    if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::exit(1);
  }
  std::int64_t number_of(const char* name) {
    statement insert(db_, "INSERT INTO pawl_names (name) VALUES (?1) ON CONFLICT DO NOTHING");
    insert.with(1, name).run();
    statement find(db_, "SELECT number FROM pawl_names WHERE name = ?1");
    find.with(1, name).next();
    return find.integer(0);
  }

  void prepare() {
    begin_ = new statement(db_, "BEGIN IMMEDIATE");
    commit_ = new statement(db_, "COMMIT");
    insert_job_ = new statement(
        db_,
        "INSERT INTO pawl_jobs (id, tenant, handler, created_at, payload_version, payload, "
        "requested_by, organisation, subject, correlation, traceparent, metadata, "
        "idempotency_key, rank, max_attempts, limit_keys) VALUES (?1, ?2, ?3, ?4, 1, "
        "x'7b22637573746f6d6572223a22414c464b49222c2279656172223a323032367d', 'u', '', '', '', "
        "'', '', '', 1, 3, '')");
    insert_queue_ = new statement(
        db_,
        "INSERT INTO pawl_queue (key, handler, tenant, rank, max_attempts, format, state, phase, "
        "order_at, lease_ms, fence, events, error_event, attempt, retries, progress, stage, "
        "started_at, updated_at, waiting_for, flags) VALUES (?1, ?2, ?3, 1, 3, 2, 'pending', 2, "
        "?4, 0, 0, 0, 0, 0, 0, 0, '', 0, ?4, 0, 0)");
    select_ready_ = new statement(db_,
                                  "SELECT key, fence FROM pawl_queue WHERE phase = 2 AND handler = "
                                  "?1 AND format = 2 AND tenant = "
                                  "?2 ORDER BY order_at, key LIMIT ?3");
    claim_ = new statement(db_,
                           "UPDATE pawl_queue SET state = 'running', format = 4, phase = 4, owner "
                           "= ?1, lease_ms = 60000, "
                           "fence = ?2, events = 1, attempt = 1, started_at = ?3, updated_at = ?3 "
                           "WHERE key = ?4 AND fence = ?5");
    event_ = new statement(
        db_,
        "INSERT INTO pawl_events (job, number, kind, at, event, from_state, to_state, attempt, "
        "progress, stage, message, error, detail, actor, metadata) VALUES (?1, ?2, 0, ?3, ?4, ?5, "
        "?6, 1, ?7, '', '', '', '', '', '')");
    payload_ = new statement(db_, "SELECT payload FROM pawl_jobs WHERE key = ?1");
    outcome_ = new statement(
        db_,
        "INSERT INTO pawl_outcomes (key, handler, tenant, state, kind, fence, events, attempt, "
        "retries, progress, stage, started_at, completed_at, kept_since, prune_at, has_events, "
        "result, "
        "retryable, cancel_reason) VALUES (?1, ?2, ?3, 'succeeded', 5, ?4, 2, 1, 0, 100, '', ?5, "
        "?5, ?5, ?6, 1, x'7b7d', 0, '')");
    remove_ = new statement(db_, "DELETE FROM pawl_queue WHERE key = ?1 AND fence = ?2");
  }

  sqlite3* db_ = nullptr;
  std::int64_t handler_ = 0;
  std::int64_t tenant_ = 0;
  std::size_t payload_bytes_ = 0;
  statement* begin_ = nullptr;
  statement* commit_ = nullptr;
  statement* insert_job_ = nullptr;
  statement* insert_queue_ = nullptr;
  statement* select_ready_ = nullptr;
  statement* claim_ = nullptr;
  statement* event_ = nullptr;
  statement* payload_ = nullptr;
  statement* outcome_ = nullptr;
  statement* remove_ = nullptr;
};

}  // namespace raw
