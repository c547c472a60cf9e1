// SPDX-License-Identifier: BSL-1.0
// What must hold in a database of pawl's at every moment, whatever was killed or cut: asked in SQL,
// past pawl.
#pragma once

namespace support {

struct invariant {
  const char* sentence;
  const char* violations;  // counts what breaks it
};

inline constexpr invariant invariants[] = {
    {"a job lives or has ended, and never both",
     "SELECT count(*) FROM pawl_jobs AS j WHERE "
     "(EXISTS (SELECT 1 FROM pawl_queue AS q WHERE q.key = j.key)) = "
     "(EXISTS (SELECT 1 FROM pawl_outcomes AS o WHERE o.key = j.key))"},
    {"what lives or has ended was submitted",
     "SELECT count(*) FROM (SELECT key FROM pawl_queue UNION SELECT key FROM pawl_outcomes) AS k "
     "WHERE NOT EXISTS (SELECT 1 FROM pawl_jobs AS j WHERE j.key = k.key)"},
    {"a job is leased exactly while it is held or running",
     "SELECT count(*) FROM pawl_queue WHERE (phase IN (3, 4)) <> (owner IS NOT NULL)"},
    {"the events of a job are numbered without a gap",
     "SELECT count(*) FROM (SELECT job, count(*) AS n, max(number) AS last FROM pawl_events "
     "GROUP BY job) AS e WHERE e.n <> e.last"},
    {"a job knows the number of its newest event",
     "SELECT count(*) FROM pawl_jobs AS j "
     "LEFT JOIN pawl_queue AS q ON q.key = j.key LEFT JOIN pawl_outcomes AS o ON o.key = j.key "
     "WHERE coalesce(o.has_events, 1) = 1 AND coalesce(q.events, o.events) <> "
     "(SELECT count(*) FROM pawl_events AS e WHERE e.job = j.key)"},
    {"each transition begins where the one before has ended",
     "SELECT count(*) FROM (SELECT from_state, lag(to_state) OVER (PARTITION BY job ORDER BY "
     "number) AS before FROM pawl_events WHERE kind = 0) AS t "
     "WHERE before IS NOT NULL AND from_state <> before"},
    {"the last transition led to the state that a job has",
     "SELECT count(*) FROM (SELECT job, to_state, row_number() OVER (PARTITION BY job ORDER BY "
     "number DESC) AS place FROM pawl_events WHERE kind = 0) AS t "
     "LEFT JOIN pawl_queue AS q ON q.key = t.job LEFT JOIN pawl_outcomes AS o ON o.key = t.job "
     "WHERE t.place = 1 AND t.to_state <> coalesce(q.state, o.state)"},
    {"every transition is one of its lifecycle",
     "SELECT count(*) FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = e.job "
     "JOIN pawl_types AS y ON y.handler = j.handler WHERE e.kind = 0 AND NOT EXISTS (SELECT 1 "
     "FROM pawl_transitions AS t WHERE t.lifecycle = y.lifecycle AND t.from_state = e.from_state "
     "AND t.to_state = e.to_state)"},
    {"a job has a result if and only if it succeeded",
     "SELECT count(*) FROM pawl_outcomes WHERE (kind = 5) <> (result IS NOT NULL)"},
    {"only jobs that have ended are dead letters",
     "SELECT count(*) FROM pawl_dead_letters AS d WHERE NOT EXISTS (SELECT 1 FROM pawl_outcomes "
     "AS o WHERE o.key = d.job AND o.kind IN (6, 8))"},
    {"a dead state has its dead letter",
     "SELECT count(*) FROM pawl_outcomes AS o WHERE o.kind = 8 AND NOT EXISTS (SELECT 1 FROM "
     "pawl_dead_letters AS d WHERE d.job = o.key)"},
    {"no job is started more often than it may be",
     "SELECT count(*) FROM pawl_jobs AS j LEFT JOIN pawl_queue AS q ON q.key = j.key LEFT JOIN "
     "pawl_outcomes AS o ON o.key = j.key WHERE coalesce(q.attempt, o.attempt) > j.max_attempts"},
    {"a key leads to a job that has it",
     "SELECT count(*) FROM pawl_keys AS k WHERE NOT EXISTS (SELECT 1 FROM pawl_jobs AS j WHERE "
     "j.key = k.job AND j.idempotency_key = k.key AND j.tenant = k.tenant)"},
    {"slots are held by living jobs only",
     "SELECT count(*) FROM pawl_slots AS s WHERE NOT EXISTS (SELECT 1 FROM pawl_queue AS q WHERE "
     "q.key = s.job)"},
    {"only blocked jobs are parked",
     "SELECT count(*) FROM pawl_parked AS p WHERE NOT EXISTS (SELECT 1 FROM pawl_queue AS q WHERE "
     "q.key = p.job AND q.phase = 0)"},
    {"a job that waits for others waits for as many as it says",
     "SELECT count(*) FROM pawl_queue AS q WHERE q.waiting_for <> (SELECT count(*) FROM "
     "pawl_dependencies AS d WHERE d.job = q.key)"}};

}  // namespace support
