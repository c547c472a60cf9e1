// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/storage/postgres/plan.hpp>

namespace pawl::storage::detail {

/// The statements by which a batch reads ahead: each asks for all rows of its kind that the batch
/// needs, by arrays. Those that take rows which any process may take pass over what is locked.
struct pg_reads {
  explicit pg_reads(const pg_connection& db) : db_(&db) { describe(); }

  pg_statement time{};
  pg_statement time_and_plans{};  ///< in a transaction of its own
  pg_statement put_names{};
  pg_statement find_names{};
  pg_statement names_of{};
  pg_statement key_locks{};
  pg_statement watermark{};
  pg_statement count_ready{};
  pg_statement count_ready_of{};
  pg_statement numbers{};
  pg_statement event_numbers{};
  pg_statement none_drained{};
  pg_statement is_not_drained{};  ///< the same for one job type, which is planned once
  pg_statement ids{};
  pg_statement keys{};
  pg_statement uniques{};
  pg_statement owners{};
  pg_statement leaving{};
  pg_statement all_owners{};
  pg_statement holding{};
  pg_statement silent{};
  pg_statement leased_by{};
  pg_statement lost{};
  pg_statement new_owners{};
  pg_statement forms{};
  pg_statement declared{};
  pg_statement declarations{};
  pg_statement declared_by{};
  pg_statement outcomes{};
  pg_statement jobs{};
  pg_statement heads{};
  pg_statement ready{};
  pg_statement left{};
  pg_statement ready_of_many{};
  pg_statement left_of_many{};
  pg_statement due{};
  pg_statement upcoming{};
  pg_statement inbox{};
  pg_statement letters{};
  pg_statement fresh_letters{};
  pg_statement due_letters{};
  pg_statement findings{};
  pg_statement checkpoints{};
  pg_statement callbacks{};
  pg_statement callbacks_to_take{};
  pg_statement releases{};
  pg_statement rechecks{};
  pg_statement parked_keys{};
  pg_statement finished{};
  pg_statement over{};
  pg_statement counts{};
  pg_statement oldest{};

 private:
  [[nodiscard]] std::string made(const std::string& sql) const {
    return db_->qualified(sql::by_queued_as(sql::compose(sql)));
  }
  /// Each next value of a column that has a row with it, found without looking at all of them.
  static std::string distinct(const std::string& column, const std::string& where,
                              const std::string& after, const std::string& until) {
    const auto next = [&](const std::string& than) {
      return "(SELECT n." + column + " FROM pawl_queue AS n WHERE " + where + " AND n." + column +
             " > " + than + until + " ORDER BY n." + column + " LIMIT 1)";
    };
    return "(WITH RECURSIVE s(value, place) AS (SELECT " + next(after) + ", 1 UNION ALL SELECT " +
           next("s.value") +
           ", s.place + 1 FROM s WHERE s.value IS NOT NULL AND s.place < $3) "
           "SELECT value FROM s WHERE value IS NOT NULL)";
  }
  void describe() {
    describe_names();
    describe_claims();
    describe_maintenance();
    time.sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    // What a batch reads it finds by indexes, however many rows there are. The planner does not
    // know how few are wanted: it would hash whole tables, and plan for longer than all of it
    // takes.
    time_and_plans.sql = time.sql;
    for (const char* each :
         {"plan_cache_mode', 'force_generic_plan", "jit', 'off", "enable_seqscan', 'off",
          "enable_hashjoin', 'off", "enable_mergejoin', 'off"})
      time_and_plans.sql += ", set_config('" + std::string(each) + "', true)";
    key_locks.sql =
        "SELECT pg_advisory_xact_lock(l) FROM (SELECT l FROM unnest($1) AS t(l) ORDER BY l) AS o";
    watermark.sql =
        "SELECT pg_advisory_xact_lock(hashtextextended('" + db_->schema() + " watermark', 0))";
    count_ready.sql = db_->qualified(counting_statement(sql::query::count_ready, *db_));
    count_ready_of.sql = db_->qualified(counting_statement(sql::query::count_ready_of, *db_));
    numbers.sql = made(postgres_rows::last_number("pawl_jobs", "key"));
    event_numbers.sql = made(postgres_rows::last_number("pawl_events", "feed"));
    // Fails if there is one: then the batch runs again and looks.
    const std::string none =
        "SELECT 1 / (count(*) = 0)::int FROM pawl_controls WHERE draining <> 0";
    none_drained.sql = made(none + " AND handler = ANY($1)");
    is_not_drained.sql = made(none + " AND handler = $1");
    ids.sql = made("SELECT id, key, tenant FROM pawl_jobs WHERE id = ANY($1)");
    keys.sql = made(
        "SELECT k.tenant, k.handler, k.key, k.job, k.payload, k.created_at, (SELECT j.id FROM "
        "pawl_jobs AS j WHERE j.key = k.job) FROM unnest($1, $2, $3) AS u(tenant, handler, key) "
        "JOIN pawl_keys AS k ON k.tenant = u.tenant AND k.handler = u.handler AND k.key = u.key");
    uniques.sql = made(
        "SELECT q.tenant, q.handler, q.value, q.job, q.since, (SELECT j.id FROM pawl_jobs AS j "
        "WHERE j.key = q.job) FROM unnest($1, $2, $3) AS u(tenant, handler, value) JOIN "
        "pawl_uniques AS q ON q.tenant = u.tenant AND q.handler = u.handler AND q.value = u.value");
    outcomes.sql = made("SELECT {outcomes} FROM pawl_outcomes WHERE key = ANY($1)");
    jobs.sql = made("SELECT {jobs} FROM pawl_jobs WHERE key = ANY($1)");
    inbox.sql = made(
        "SELECT i.job, i.event_id, i.content, i.state FROM unnest($1, $2) AS u(job, event_id) JOIN "
        "pawl_inbox AS i ON i.job = u.job AND i.event_id = u.event_id");
    findings.sql = made(postgres_rows::findings_sql);
    checkpoints.sql = made(
        "SELECT job, value FROM pawl_details WHERE job = ANY($1) AND kind = {detail.checkpoint}");
    callbacks.sql =
        made("SELECT {callbacks} FROM pawl_callbacks WHERE job = ANY($1) ORDER BY job FOR UPDATE");
    letters.sql = made(
        "SELECT job, (replayed_as IS NOT NULL)::int FROM pawl_dead_letters WHERE job = ANY($1) "
        "ORDER BY job FOR UPDATE");
    const std::string with_job =
        ") SELECT {j.jobs} FROM l JOIN pawl_jobs AS j ON j.key = l.job ORDER BY l.place, l.job";
    // Who repeats all of them has counted them, and waits for who does the same.
    fresh_letters.sql = made(
        "WITH l AS (SELECT job, 0 AS place FROM pawl_dead_letters WHERE handler = $1 AND "
        "replayed_as IS NULL AND ($3 = 0 OR tenant = $3) ORDER BY job LIMIT $2 FOR UPDATE" +
        with_job);
    due_letters.sql = made(
        "WITH l AS (SELECT job, lies_since AS place FROM pawl_dead_letters WHERE handler = $1 AND "
        "lies_since <= $3 ORDER BY lies_since, job LIMIT $2 FOR UPDATE SKIP LOCKED" +
        with_job);
  }
  void describe_names() {
    put_names.sql = made(
        "INSERT INTO pawl_names (name) SELECT u.name FROM unnest($1) AS u(name) WHERE NOT EXISTS "
        "(SELECT 1 FROM pawl_names AS n WHERE n.name = u.name) ORDER BY u.name ON CONFLICT DO "
        "NOTHING");
    find_names.sql = made("SELECT number, name FROM pawl_names WHERE name = ANY($1)");
    names_of.sql = made("SELECT number, name FROM pawl_names WHERE number = ANY($1)");
  }
  void describe_claims() {
    declared.sql = made(
        "SELECT handler, lim, max(point), min(key), min(count), min(most) FROM pawl_declarations "
        "WHERE handler = ANY($1) GROUP BY handler, lim");
    declarations.sql = made(
        "SELECT lim, max(point), min(key), min(count), min(most) FROM pawl_declarations "
        "WHERE lim = ANY($1) GROUP BY lim");
    declared_by.sql = made("SELECT owner, lim FROM pawl_declarations WHERE owner = ANY($1)");
    const std::string is_ready = "n.phase = {phase.ready} AND n.handler = h.handler";
    const std::string in_lane = is_ready + " AND n.format = f.value";
    heads.sql = made(
        "SELECT h.handler, f.value, t.value FROM unnest($1) AS h(handler), LATERAL " +
        distinct("format", is_ready, "-1", "") + " AS f, LATERAL (SELECT value, 0 AS lap FROM " +
        distinct("tenant", in_lane, "$2", "") + " AS a UNION ALL SELECT value, 1 FROM " +
        distinct("tenant", in_lane, "0", " AND n.tenant <= $2") +
        " AS b ORDER BY lap, value LIMIT $3) AS t ORDER BY t.lap, t.value, h.handler");

    ready.sql = made(
        "WITH taken AS (SELECT r.* FROM unnest($1, $2, $3, $4) AS h(handler, format, tenant, "
        "share), LATERAL (SELECT n.* FROM pawl_queue AS n WHERE n.phase = {phase.ready} AND "
        "n.handler = h.handler AND n.format = h.format AND n.tenant = h.tenant "
        "ORDER BY n.order_at, n.key LIMIT h.share FOR UPDATE SKIP LOCKED) AS r) " +
        postgres_rows::select_with_job("taken"));
    left.sql = made(
        "SELECT h.handler, h.format, h.tenant FROM unnest($1, $2, $3, $4) AS h(handler, format, "
        "tenant, share) WHERE EXISTS (SELECT 1 FROM pawl_queue AS n WHERE n.phase = {phase.ready} "
        "AND n.handler = h.handler AND n.format = h.format AND n.tenant = h.tenant ORDER BY "
        "n.order_at, n.key OFFSET h.share LIMIT 1)");
    // Of several heads, those go first that a claim would take if it saw all of them: `f` has the
    // first rows of each, in the turns of their tenants, and `s` how many of them are wanted. Those
    // that it may have to leave take nothing away from the others. What another batch has locked
    // meanwhile is made up for by the next ones of the same head.
    const std::string in_head =
        "FROM pawl_queue AS n WHERE n.phase = {phase.ready} AND n.handler = h.handler AND n.format "
        "= h.format AND n.tenant = h.tenant ORDER BY n.order_at, n.key ";
    const std::string shares =
        "WITH h AS MATERIALIZED (SELECT * FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY AS "
        "u(handler, format, tenant, place, unsure, i)), f AS MATERIALIZED (SELECT h.i, h.unsure, "
        "row_number() OVER (PARTITION BY h.tenant ORDER BY r.order_at, h.place, r.key) AS turn, "
        "row_number() OVER (PARTITION BY h.tenant, h.unsure ORDER BY r.order_at, h.place, r.key) "
        "AS sure_turn FROM h, LATERAL (SELECT n.order_at, n.key " +
        in_head +
        "LIMIT $7) AS r), s AS MATERIALIZED (SELECT c.i, count(*) AS share FROM (SELECT f.i, CASE "
        "f.unsure WHEN 1 THEN row_number() OVER (ORDER BY f.turn, f.i) ELSE row_number() OVER "
        "(PARTITION BY f.unsure ORDER BY f.sure_turn, f.i) END AS rank FROM f) AS c WHERE c.rank "
        "<= $6 GROUP BY c.i)";
    ready_of_many.sql =
        made(shares +
             ", taken AS (SELECT r.* FROM s JOIN h ON h.i = s.i CROSS JOIN LATERAL (SELECT n.* " +
             in_head + "LIMIT s.share FOR UPDATE SKIP LOCKED) AS r) " +
             postgres_rows::select_with_job("taken"));
    left_of_many.sql = made(
        shares +
        " SELECT h.handler, h.format, h.tenant FROM h JOIN (SELECT f.i, count(*) AS found FROM f "
        "GROUP BY f.i) AS g ON g.i = h.i LEFT JOIN s ON s.i = h.i WHERE g.found > "
        "coalesce(s.share, 0) OR g.found = $7");
    const std::string waits = "n.phase = {phase.scheduled} AND n.handler = h.handler";
    const std::string formats =
        "LATERAL (WITH RECURSIVE s(value) AS (SELECT (SELECT n.format FROM pawl_queue AS n WHERE " +
        waits +
        " ORDER BY n.format LIMIT 1) UNION ALL SELECT (SELECT n.format FROM pawl_queue AS n "
        "WHERE " +
        waits +
        " AND n.format > s.value ORDER BY n.format LIMIT 1) FROM s WHERE s.value IS NOT "
        "NULL) SELECT value FROM s WHERE value IS NOT NULL) AS f";
    // Lane by lane and line by line, so that an index leads to what is due and to nothing else.
    due.sql =
        made("WITH taken AS (SELECT r.* FROM unnest($1) AS h(handler), " + formats +
             ", LATERAL (VALUES (-4611686018427387904, $2), (0, $3)) AS line(first, last), LATERAL "
             "(SELECT n.* FROM pawl_queue AS n WHERE " +
             waits +
             " AND n.format = f.value AND n.order_at BETWEEN line.first AND line.last ORDER BY "
             "n.order_at LIMIT $4 FOR UPDATE SKIP LOCKED) AS r) " +
             postgres_rows::select_with_job("taken"));
    upcoming.sql = made(
        "SELECT h.handler, f.value, (SELECT min(n.order_at) FROM pawl_queue AS n WHERE " + waits +
        " AND n.format = f.value AND n.order_at > $2 AND n.order_at < 0), (SELECT min(n.order_at) "
        "FROM pawl_queue AS n WHERE " +
        waits + " AND n.format = f.value AND n.order_at > $3) FROM unnest($1) AS h(handler), " +
        formats);
  }
  void describe_maintenance() {
    const std::string owner =
        "SELECT owner, seen_at, boot_id, label, coalesce(ended, '') FROM pawl_owners";
    owners.sql = made(owner + " WHERE owner = ANY($1) ORDER BY owner FOR KEY SHARE");
    leaving.sql = made(owner + " WHERE owner = ANY($1) ORDER BY owner FOR UPDATE");
    all_owners.sql = made(owner);
    holding.sql = made(
        "WITH RECURSIVE s(owner) AS (SELECT (SELECT n.owner FROM pawl_queue AS n WHERE n.owner IS "
        "NOT NULL ORDER BY n.owner LIMIT 1) UNION ALL SELECT (SELECT n.owner FROM pawl_queue AS n "
        "WHERE n.owner > s.owner ORDER BY n.owner LIMIT 1) FROM s WHERE s.owner IS NOT NULL) "
        "SELECT owner FROM s WHERE owner IS NOT NULL");
    silent.sql = made("SELECT owner FROM pawl_owners WHERE owner = ANY($1) FOR UPDATE SKIP LOCKED");
    leased_by.sql = made("SELECT " + std::string(std::string_view(living_columns)) +
                         " FROM pawl_queue AS q WHERE q.owner = ANY($1) ORDER BY q.key");
    lost.sql = made(
        "WITH taken AS (SELECT n.* FROM pawl_queue AS n LEFT JOIN pawl_owners AS o ON o.owner = "
        "n.owner WHERE n.owner = ANY($1) AND (o.owner IS NULL OR o.boot_id <> $2 OR $3 > o.seen_at "
        "+ n.lease_ms) ORDER BY n.key LIMIT $4 FOR UPDATE OF n SKIP LOCKED) " +
        postgres_rows::select_with_job("taken"));
    new_owners.sql = "SELECT nextval(pg_get_serial_sequence('" + db_->schema() +
                     ".pawl_owners', 'owner')) FROM generate_series(1, $1)";
    forms.sql = made("SELECT handler, version, form FROM pawl_payloads WHERE handler = ANY($1)");

    // What is due and can be read here, and what may have to come back: its process is lost, or
    // takes callbacks here and was given it before.
    const std::string called_by = std::to_string(sql::due_or_caller<const callback_row>::called_by);
    callbacks_to_take.sql = made(
        "WITH h AS (SELECT * FROM unnest($1, $2, $3, $4) AS h(handler, lease_ms, newest, taker)), "
        "due AS (SELECT r.* FROM h, LATERAL (SELECT c.* FROM pawl_callbacks AS c WHERE c.handler = "
        "h.handler AND c.due_at <= $6 AND NOT EXISTS (SELECT 1 FROM pawl_jobs AS p WHERE p.key = "
        "c.job AND p.payload_version > h.newest) ORDER BY c.due_at, c.job LIMIT $7 FOR UPDATE SKIP "
        "LOCKED) AS r), called AS (SELECT r.* FROM h, LATERAL (SELECT c.* FROM pawl_callbacks AS c "
        "LEFT JOIN "
        "pawl_owners AS w ON w.owner = c.due_at - " +
        called_by + " WHERE c.handler = h.handler AND c.due_at >= " + called_by +
        " AND (w.owner IS NULL OR w.owner = h.taker OR w.boot_id <> $5 OR $6 > w.seen_at + "
        "h.lease_ms) LIMIT 100 FOR UPDATE OF c SKIP LOCKED) AS r) SELECT {c.callbacks}, "
        "{o.outcomes}, {j.jobs} FROM (SELECT * FROM due UNION ALL SELECT * FROM called) AS c LEFT "
        "JOIN pawl_outcomes AS o ON o.key = c.job LEFT JOIN pawl_jobs AS j ON j.key = c.job");
    releases.sql =
        made("SELECT job FROM pawl_releases ORDER BY job LIMIT $1 FOR UPDATE SKIP LOCKED");
    rechecks.sql = made(
        "SELECT lim, after_key FROM pawl_rechecks ORDER BY lim LIMIT 100 FOR UPDATE SKIP LOCKED");
    const auto next_key = [](const std::string& after) {
      return "(SELECT p.key FROM pawl_parked AS p WHERE p.lim = u.lim" + after +
             " ORDER BY p.key LIMIT 1)";
    };
    parked_keys.sql = made(
        "SELECT u.lim, k.key FROM unnest($1, $2) AS u(lim, after), LATERAL (WITH RECURSIVE s(key, "
        "place) AS (SELECT " +
        next_key(" AND (u.after IS NULL OR p.key > u.after)") + ", 1 UNION ALL SELECT " +
        next_key(" AND p.key > s.key") +
        ", s.place + 1 FROM s WHERE s.key IS NOT NULL AND s.place < $3) SELECT key FROM s WHERE "
        "key IS NOT NULL) AS k ORDER BY u.lim, k.key");
    finished.sql = made(
        "WITH RECURSIVE s(handler) AS (SELECT (SELECT o.handler FROM pawl_outcomes AS o ORDER BY "
        "o.handler LIMIT 1) UNION ALL SELECT (SELECT o.handler FROM pawl_outcomes AS o WHERE "
        "o.handler > s.handler ORDER BY o.handler LIMIT 1) FROM s WHERE s.handler IS NOT NULL) "
        "SELECT handler FROM s WHERE handler IS NOT NULL");
    const std::string decides =
        "SELECT {o.outcomes}, (EXISTS (SELECT 1 FROM pawl_dead_letters AS d WHERE d.job = "
        "o.key))::int, (SELECT k.created_at FROM pawl_jobs AS j JOIN pawl_keys AS k ON k.tenant = "
        "j.tenant AND k.handler = j.handler AND k.key = j.idempotency_key WHERE j.key = o.key AND "
        "k.job = o.key), (SELECT w.job FROM pawl_dependencies AS w WHERE w.awaited = o.key LIMIT "
        "1), (EXISTS (SELECT 1 FROM pawl_callbacks AS c WHERE c.job = o.key))::int FROM ";
    // The newest job stays. Not `<`, which an index answers with all others.
    over.sql = made(decides +
                    "unnest($1) AS h(handler), LATERAL (SELECT n.* FROM pawl_outcomes AS n WHERE "
                    "n.handler = h.handler AND n.prune_at <= $2 AND n.key <> (SELECT max(key) FROM "
                    "pawl_jobs) ORDER BY n.prune_at, n.key LIMIT $3 FOR UPDATE SKIP LOCKED) AS o");
    const std::string no_letter =
        "NOT EXISTS (SELECT 1 FROM pawl_dead_letters AS d WHERE d.job = n.key)";
    counts.sql = made(
        "SELECT h.handler, (SELECT count(*) FROM pawl_outcomes AS n WHERE n.handler = h.handler "
        "AND " +
        no_letter + ") FROM unnest($1) AS h(handler)");
    oldest.sql = made(
        decides +
        "unnest($1, $2) AS h(handler, kept), LATERAL (SELECT n.* FROM pawl_outcomes AS n WHERE "
        "n.handler = h.handler AND n.key <> (SELECT max(key) FROM pawl_jobs) AND " +
        no_letter +
        " ORDER BY n.kept_since, n.key LIMIT greatest(0, least($3, (SELECT count(*) FROM "
        "pawl_outcomes AS n WHERE n.handler = h.handler AND " +
        no_letter + ") - h.kept)) FOR UPDATE SKIP LOCKED) AS o");
  }

  const pg_connection* db_;
};

}  // namespace pawl::storage::detail
