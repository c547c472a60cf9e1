// SPDX-License-Identifier: BSL-1.0
// A queue by hand, in few statements, on pawl's own tables: what a program would do that has
// one kind of job. It writes the rows that pawl writes, in batches, with the same durability.
#pragma once

#include <libpq-fe.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <pawl/storage/sql/compose.hpp>

namespace by_hand {

class connection {
 public:
  explicit connection(std::string schema) : schema_(std::move(schema)), db_(PQconnectdb("")) {
    if (PQstatus(db_) != CONNECTION_OK) fail();
    PQsetNoticeProcessor(db_, [](void*, const char*) {}, nullptr);
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { PQfinish(db_); }

  /// Rows of words. `@` stands for the schema, and holes are filled.
  std::vector<std::vector<std::string>> run(const std::string& sql,
                                            const std::vector<std::string>& values = {}) {
    return read(PQexecParams(db_, spelled(sql).c_str(), static_cast<int>(values.size()), nullptr,
                             pointers(values).data(), nullptr, nullptr, 0));
  }
  void prepare(const char* name, const std::string& sql) {
    read(PQprepare(db_, name, spelled(sql).c_str(), 0, nullptr));
  }
  std::vector<std::vector<std::string>> again(const char* name,
                                              const std::vector<std::string>& values) {
    return read(PQexecPrepared(db_, name, static_cast<int>(values.size()), pointers(values).data(),
                               nullptr, nullptr, 0));
  }
  long number(const std::string& sql) { return std::stol(run(sql).at(0).at(0)); }

 private:
  [[noreturn]] void fail() {
    std::fprintf(stderr, "bench_postgres: %s", PQerrorMessage(db_));
    std::exit(1);
  }
  [[nodiscard]] std::string spelled(const std::string& sql) const {
    std::string out;
    for (const char c : pawl::sql::compose(sql)) out += c == '@' ? schema_ : std::string(1, c);
    return out;
  }
  static std::vector<const char*> pointers(const std::vector<std::string>& values) {
    std::vector<const char*> out;
    for (const std::string& each : values) out.push_back(each.c_str());
    return out;
  }
  std::vector<std::vector<std::string>> read(PGresult* answer) {
    const ExecStatusType state = PQresultStatus(answer);
    if (state != PGRES_TUPLES_OK && state != PGRES_COMMAND_OK) fail();
    std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(PQntuples(answer)));
    for (int i = 0; i < PQntuples(answer); ++i)
      for (int k = 0; k < PQnfields(answer); ++k)
        rows[static_cast<std::size_t>(i)].emplace_back(PQgetvalue(answer, i, k));
    PQclear(answer);
    return rows;
  }

  std::string schema_;
  PGconn* db_;
};

inline const char* const milliseconds = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// Arrays as words: `{1,2,3}`.
template <class Each>
std::string array(std::size_t count, Each each) {
  std::string out = "{";
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + each(i);
  return out + "}";
}

/// Submits so many jobs in one commit.
class submitter {
 public:
  explicit submitter(const std::string& schema) : db_(schema) {
    const auto like = db_.run(
        "SELECT q.handler, q.tenant, q.rank, q.max_attempts, q.format FROM @.pawl_queue AS q LIMIT "
        "1");
    handler_ = like.at(0).at(0);
    tenant_ = like.at(0).at(1);
    const std::string now = milliseconds;
    db_.prepare(
        "submit",
        "WITH n AS (SELECT ((pg_current_xact_id()::text::bigint + (SELECT f.numbers_from FROM "
        "@.pawl_feed AS f)) << 20) AS base), made AS (INSERT INTO @.pawl_jobs ({jobs}) "
        "OVERRIDING SYSTEM VALUE SELECT n.base + u.place, u.id, " +
            tenant_ + ", " + handler_ + ", " + now +
            ", 1, u.payload, 'u', '', '', '', '', '', '', NULL, " + like[0][2] + ", " + like[0][3] +
            ", NULL, NULL, NULL, '', NULL, NULL FROM n, unnest($1::bytea[], $2::bytea[]) WITH "
            "ORDINALITY AS "
            "u(id, payload, place) RETURNING key) INSERT INTO @.pawl_queue ({queue}) SELECT "
            "made.key, " +
            handler_ + ", " + tenant_ + ", " + like[0][2] + ", " + like[0][3] + ", " + like[0][4] +
            ", 'pending', {phase.ready}, " + now + ", NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, " + now +
            ", 0, 0 FROM made");
  }
  void submit(std::size_t count) {
    char id[64];
    const std::string ids = array(count, [&](std::size_t) {
      std::snprintf(id, sizeof id, "\"\\\\x%08lx%08lx%08lx%08lx\"", random() & 0xffffffffL,
                    random() & 0xffffffffL, random() & 0xffffffffL, random() & 0xffffffffL);
      return std::string(id);
    });
    const std::string payloads = array(count, [](std::size_t) {
      return std::string(
          "\"\\\\x7b22637573746f6d6572223a22414c464b49222c2279656172223a323032367d\"");
    });
    db_.again("submit", {ids, payloads});
  }

 private:
  connection db_;
  std::string handler_;
  std::string tenant_;
};

/// Claims so many at once, does nothing with them, and ends them together.
class worker {
 public:
  explicit worker(const std::string& schema) : db_(schema) {
    const std::string now = milliseconds;
    db_.prepare(
        "claim",
        "WITH t AS MATERIALIZED (SELECT q.key FROM @.pawl_queue AS q WHERE q.queued_as = "
        "{phase.ready} ORDER BY q.handler, q.format, q.tenant, q.order_at LIMIT $1::bigint FOR "
        "UPDATE SKIP LOCKED) UPDATE @.pawl_queue AS q SET phase = {phase.held}, owner = "
        "$2::bigint, lease_ms = 60000, fence = q.fence + 1, updated_at = " +
            now +
            " FROM t JOIN @.pawl_jobs AS j ON j.key = t.key WHERE q.key = t.key RETURNING q.key, "
            "q.fence, j.id, j.payload, j.requested_by");
    db_.prepare(
        "end",
        "WITH n AS (SELECT ((pg_current_xact_id()::text::bigint + (SELECT f.numbers_from FROM "
        "@.pawl_feed AS f)) << 20) AS base, " +
            now +
            " AS at), gone AS (DELETE FROM @.pawl_queue AS q USING unnest($1::bigint[], "
            "$2::bigint[], $3::bytea[]) AS u(key, fence, result) WHERE q.key = u.key AND q.fence = "
            "u.fence RETURNING q.*, u.result), ended AS (INSERT INTO @.pawl_outcomes ({outcomes}) "
            "SELECT g.key, g.handler, g.tenant, 'succeeded', {kind.success}, g.fence, 2, 1, 0, "
            "100, '', n.at, n.at, n.at, n.at + 86400000, 1, g.result, NULL, NULL, NULL, NULL, 0, "
            "'' FROM gone AS g, n) INSERT INTO @.pawl_events ({events}) OVERRIDING SYSTEM VALUE "
            "SELECT n.base + 2 * row_number() OVER () + s.number, g.key, s.number, 0, n.at, CASE "
            "s.number WHEN 1 THEN 'start' ELSE 'succeed' END, CASE s.number WHEN 1 THEN 'pending' "
            "ELSE 'running' END, CASE s.number WHEN 1 THEN 'running' ELSE 'succeeded' END, 1, 100 "
            "* (s.number - 1), '', '', '', '', '', '' FROM gone AS g, n, generate_series(1, 2) AS "
            "s(number)");
    owner_ = std::to_string(db_.number(
        "INSERT INTO @.pawl_owners (label, seen_at, boot_id) VALUES ('by hand', 0, '') RETURNING "
        "owner"));
  }
  /// How many it has done; 0: there are none left.
  std::size_t work(std::size_t batch) {
    const auto jobs = db_.again("claim", {std::to_string(batch), owner_});
    if (jobs.empty()) return 0;
    db_.again("end", {array(jobs.size(), [&](std::size_t i) { return jobs[i][0]; }),
                      array(jobs.size(), [&](std::size_t i) { return jobs[i][1]; }),
                      array(jobs.size(), [](std::size_t) {
                        return std::string("\"\\\\x7b2275726c223a22227d\"");
                      })});
    return jobs.size();
  }

 private:
  connection db_;
  std::string owner_;
};

}  // namespace by_hand
