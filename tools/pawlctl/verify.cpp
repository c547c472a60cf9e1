// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <pawl/codec/sha256.hpp>
#include <pawl/storage/sql/failure.hpp>
#include <pawl/storage/sql/tables.hpp>

#include "look.hpp"

/// Looks for damage: what the database finds itself, and what pawl never leaves behind. All of it
/// is read from one state of the store, so that services may go on meanwhile.

namespace pawl::ctl {

namespace {

struct check {
  text code{};   ///< stable
  text wrong{};  ///< what a row of the statement means
  text finds{};  ///< one row for each finding; its first column says what it is about
};

// A job is named by its id where it has one, else by its number.
constexpr check checks[] = {
    {"job-nowhere", "the job is neither in the queue nor among those that have ended",
     "SELECT j.id FROM pawl_jobs AS j LEFT JOIN pawl_queue AS q ON q.key = j.key LEFT JOIN "
     "pawl_outcomes AS o ON o.key = j.key WHERE q.key IS NULL AND o.key IS NULL ORDER BY j.key"},
    {"job-twice", "the job is in the queue and has ended",
     "SELECT j.id FROM pawl_jobs AS j JOIN pawl_queue AS q ON q.key = j.key JOIN pawl_outcomes AS "
     "o "
     "ON o.key = j.key ORDER BY j.key"},
    {"phase", "its phase is none that a living job can have",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key WHERE q.phase NOT IN "
     "({phase.blocked}, {phase.scheduled}, {phase.ready}, {phase.held}, {phase.running}) ORDER BY "
     "q.key"},
    {"lease", "it is leased and has no owner, or has an owner and is not leased",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key WHERE (q.phase IN "
     "({phase.held}, {phase.running}) AND q.owner IS NULL) OR (q.phase NOT IN ({phase.held}, "
     "{phase.running}) AND q.owner IS NOT NULL) ORDER BY q.key"},
    {"lease-length", "it is leased for no time",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key WHERE q.phase IN "
     "({phase.held}, {phase.running}) AND q.lease_ms <= 0 ORDER BY q.key"},
    {"lease-owner", "its owner is not enrolled; a service that runs takes the job up again",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key LEFT JOIN pawl_owners "
     "AS w ON w.owner = q.owner WHERE q.owner IS NOT NULL AND w.owner IS NULL ORDER BY q.key"},
    {"queue-differs", "its row in the queue repeats the submitted one wrongly",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key WHERE q.handler <> "
     "j.handler OR q.tenant <> j.tenant OR q.rank <> j.rank OR q.max_attempts <> j.max_attempts "
     "ORDER BY q.key"},
    {"outcome-differs", "its outcome repeats the submitted row wrongly",
     "SELECT j.id FROM pawl_outcomes AS o JOIN pawl_jobs AS j ON j.key = o.key WHERE o.handler <> "
     "j.handler OR o.tenant <> j.tenant ORDER BY o.key"},
    {"format", "what a claim is told of it is not what it is: state, payload version or suspicion",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key LEFT JOIN pawl_names "
     "AS "
     "n ON n.number = (q.format >> 17) WHERE q.phase IN ({phase.scheduled}, {phase.ready}) AND "
     "(n.name IS NULL OR n.name <> q.state OR ((q.format >> 1) & 65535) <> j.payload_version OR "
     "(q.format & 1) <> ((q.flags >> 4) & 1)) ORDER BY q.key"},
    {"events", "its history has a gap, or not as many events as it should",
     "SELECT j.id FROM (SELECT key, events FROM pawl_queue UNION ALL SELECT key, events FROM "
     "pawl_outcomes WHERE has_events <> 0) AS l JOIN pawl_jobs AS j ON j.key = l.key LEFT JOIN "
     "(SELECT job, count(*) AS kept, min(number) AS first, max(number) AS last FROM pawl_events "
     "GROUP BY job) AS e ON e.job = l.key WHERE coalesce(e.kept, 0) <> l.events OR "
     "coalesce(e.last, "
     "0) <> l.events OR coalesce(e.first, 1) <> 1 ORDER BY l.key"},
    {"events-order", "a transition of its history does not begin where the one before has ended",
     "SELECT DISTINCT j.id FROM (SELECT job, from_state, lag(to_state) OVER (PARTITION BY job "
     "ORDER "
     "BY number) AS before FROM pawl_events WHERE kind = {event.transition}) AS t JOIN pawl_jobs "
     "AS "
     "j ON j.key = t.job WHERE t.before IS NOT NULL AND t.from_state <> t.before ORDER BY j.id"},
    {"events-state", "its last transition did not lead to the state that it has",
     "SELECT j.id FROM (SELECT job, to_state, row_number() OVER (PARTITION BY job ORDER BY number "
     "DESC) AS place FROM pawl_events WHERE kind = {event.transition}) AS t JOIN pawl_jobs AS j ON "
     "j.key = t.job LEFT JOIN pawl_queue AS q ON q.key = t.job LEFT JOIN pawl_outcomes AS o ON "
     "o.key = t.job WHERE t.place = 1 AND t.to_state <> coalesce(q.state, o.state) ORDER BY j.id"},
    {"attempts", "it was started more often than it may be",
     "SELECT j.id FROM pawl_jobs AS j LEFT JOIN pawl_queue AS q ON q.key = j.key LEFT JOIN "
     "pawl_outcomes AS o ON o.key = j.key WHERE coalesce(q.attempt, o.attempt) > j.max_attempts "
     "ORDER BY j.key"},
    {"dead-letter", "it is a dead letter and has not failed",
     "SELECT j.id FROM pawl_dead_letters AS d JOIN pawl_jobs AS j ON j.key = d.job LEFT JOIN "
     "pawl_outcomes AS o ON o.key = d.job WHERE o.key IS NULL OR o.kind NOT IN ({kind.failure}, "
     "{kind.dead}) ORDER BY d.job"},
    {"dead-letter-missing", "it was given up, and is no dead letter",
     "SELECT j.id FROM pawl_outcomes AS o JOIN pawl_jobs AS j ON j.key = o.key LEFT JOIN "
     "pawl_dead_letters AS d ON d.job = o.key WHERE o.kind = {kind.dead} AND d.job IS NULL ORDER "
     "BY "
     "o.key"},
    {"dead-letter-differs", "its dead letter repeats the submitted row wrongly",
     "SELECT j.id FROM pawl_dead_letters AS d JOIN pawl_jobs AS j ON j.key = d.job WHERE d.handler "
     "<> j.handler OR d.tenant <> j.tenant ORDER BY d.job"},
    {"parked", "it is said to wait for a slot and does not, or the other way round",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key LEFT JOIN (SELECT "
     "DISTINCT job FROM pawl_parked) AS p ON p.job = q.key WHERE (((q.flags >> 6) & 1) = 1 AND "
     "p.job IS NULL) OR (((q.flags >> 6) & 1) = 0 AND p.job IS NOT NULL) ORDER BY q.key"},
    {"slot", "it has a slot of a limit, and is not counted",
     "SELECT j.id FROM (SELECT DISTINCT job FROM pawl_slots) AS s JOIN pawl_jobs AS j ON j.key = "
     "s.job JOIN pawl_queue AS q ON q.key = s.job WHERE ((q.flags >> 5) & 1) = 0 ORDER BY s.job"},
    {"checkpoint", "it is said to have a checkpoint and has none, or the other way round",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key LEFT JOIN (SELECT "
     "DISTINCT job FROM pawl_details WHERE kind = {detail.checkpoint}) AS c ON c.job = q.key WHERE "
     "(((q.flags >> 2) & 1) = 1 AND c.job IS NULL) OR (((q.flags >> 2) & 1) = 0 AND c.job IS NOT "
     "NULL) ORDER BY q.key"},
    {"waits-for", "it waits for another number of jobs than it is said to",
     "SELECT j.id FROM pawl_queue AS q JOIN pawl_jobs AS j ON j.key = q.key LEFT JOIN (SELECT job, "
     "count(*) AS awaits FROM pawl_dependencies GROUP BY job) AS d ON d.job = q.key WHERE "
     "coalesce(d.awaits, 0) <> q.waiting_for ORDER BY q.key"},

    {"orphan-queue", "a row of the queue has no job",
     "SELECT q.key FROM pawl_queue AS q LEFT JOIN pawl_jobs AS j ON j.key = q.key WHERE j.key IS "
     "NULL ORDER BY q.key"},
    {"orphan-outcome", "an outcome has no job",
     "SELECT o.key FROM pawl_outcomes AS o LEFT JOIN pawl_jobs AS j ON j.key = o.key WHERE j.key "
     "IS "
     "NULL ORDER BY o.key"},
    // The newest event of all is never deleted, also if its job is: one is left then.
    {"orphan-events", "events have no job",
     "SELECT e.job FROM pawl_events AS e LEFT JOIN pawl_jobs AS j ON j.key = e.job WHERE j.key IS "
     "NULL GROUP BY e.job HAVING count(*) > 1 ORDER BY e.job"},
    {"orphan-dead-letter", "a dead letter has no job",
     "SELECT d.job FROM pawl_dead_letters AS d LEFT JOIN pawl_jobs AS j ON j.key = d.job WHERE "
     "j.key IS NULL ORDER BY d.job"},
    {"orphan-key", "an idempotency key has no job",
     "SELECT k.job FROM pawl_keys AS k LEFT JOIN pawl_jobs AS j ON j.key = k.job WHERE j.key IS "
     "NULL ORDER BY k.job"},
    {"orphan-detail", "a checkpoint, artifact or audit field has no job",
     "SELECT DISTINCT d.job FROM pawl_details AS d LEFT JOIN pawl_jobs AS j ON j.key = d.job WHERE "
     "j.key IS NULL ORDER BY d.job"},
    {"orphan-inbox", "an event from outside has no job",
     "SELECT DISTINCT i.job FROM pawl_inbox AS i LEFT JOIN pawl_jobs AS j ON j.key = i.job WHERE "
     "j.key IS NULL ORDER BY i.job"},
    {"orphan-slot", "a slot is held by a job that does not live",
     "SELECT DISTINCT s.job FROM pawl_slots AS s LEFT JOIN pawl_queue AS q ON q.key = s.job WHERE "
     "q.key IS NULL ORDER BY s.job"},
    {"orphan-parked", "a job that does not live waits for a slot",
     "SELECT DISTINCT p.job FROM pawl_parked AS p LEFT JOIN pawl_queue AS q ON q.key = p.job WHERE "
     "q.key IS NULL ORDER BY p.job"},
    {"orphan-dependency",
     "a job that does not live waits for another, or one that lives waits for "
     "one that is gone",
     "SELECT d.job FROM pawl_dependencies AS d LEFT JOIN pawl_queue AS q ON q.key = d.job LEFT "
     "JOIN "
     "pawl_jobs AS a ON a.key = d.awaited WHERE q.key IS NULL OR a.key IS NULL ORDER BY d.job"},
    {"orphan-release", "a job is to let others go, and has not ended",
     "SELECT r.job FROM pawl_releases AS r LEFT JOIN pawl_outcomes AS o ON o.key = r.job WHERE "
     "o.key IS NULL ORDER BY r.job"},
    {"orphan-callback", "a handler is to be told of a job that has not ended",
     "SELECT c.job FROM pawl_callbacks AS c LEFT JOIN pawl_outcomes AS o ON o.key = c.job WHERE "
     "o.key IS NULL ORDER BY c.job"},
    {"orphan-declaration", "a limit is declared by a process that is not enrolled",
     "SELECT DISTINCT d.owner FROM pawl_declarations AS d LEFT JOIN pawl_owners AS w ON w.owner = "
     "d.owner WHERE w.owner IS NULL ORDER BY d.owner"},

    {"dictionary", "a number stands for no name",
     "SELECT DISTINCT u.number FROM (SELECT DISTINCT tenant AS number FROM pawl_jobs UNION SELECT "
     "DISTINCT handler FROM pawl_jobs UNION SELECT handler FROM pawl_types UNION SELECT handler "
     "FROM pawl_definitions UNION SELECT lim FROM pawl_limits UNION SELECT DISTINCT lim FROM "
     "pawl_slots UNION SELECT DISTINCT lim FROM pawl_parked UNION SELECT lim FROM "
     "pawl_declarations UNION SELECT tenant FROM pawl_schedules UNION SELECT handler FROM "
     "pawl_schedules) AS u LEFT JOIN pawl_names AS n ON n.number = u.number WHERE n.number IS "
     "NULL ORDER BY 1"},
    {"type", "jobs are of a type that the store has no definition of",
     "SELECT n.name FROM (SELECT DISTINCT handler FROM pawl_jobs) AS j JOIN pawl_names AS n ON "
     "n.number = j.handler LEFT JOIN pawl_definitions AS d ON d.handler = j.handler WHERE "
     "d.handler "
     "IS NULL ORDER BY n.name"}};

class verification {
 public:
  explicit verification(session& of) : of_(&of), most_(of.number("limit", 20)) {}

  exit_code run() {
    std::string out;
    http::json_out to(out);
    json_ = of_->json() ? &to : nullptr;
    to.open('{');
    to.key("findings");
    to.open('[');
    look();
    to.close(']');
    to.member("checks", done_);
    to.close('}');
    if (of_->json())
      of_->print_json(out);
    else if (found_ == 0)
      of_->print(fmt::format("nothing was found by {} checks\n", done_));
    return found_ == 0 ? exit_code::done : exit_code::found;
  }

 private:
  void find(std::string_view code, std::string_view about, std::string_view wrong) {
    ++found_;
    if (json_ != nullptr) {
      json_->open('{');
      json_->member("code", code);
      json_->member("about", about);
      json_->member("message", wrong);
      json_->close('}');
    } else {
      of_->print(fmt::format("{}  {}: {}\n", of_->in(tint::bad, code), shown(about), wrong));
    }
  }

  /// What cannot be read is a finding as well, and the rest is looked at all the same.
  template <class Work>
  void guarded(std::string_view about, Work work) {
    ++done_;
    try {
      work();
    } catch (const storage::detail::store_failure& failed) {
      if (failed.why.code == storage::errc::busy) throw;
      find("damaged", about, shown(failed.why.message));
    }
  }

  void look() {
    try {
      tables_ = &of_->on().tables();
    } catch (const storage::detail::store_failure& failed) {
      if (failed.why.code != storage::errc::corrupt) throw;
      return find("damaged", "the database", shown(failed.why.message));
    }
    if (tables_->is_sqlite()) guarded("the database", [&] { look_at_file(); });
    tables_->begin();
    guarded("the tables", [&] { look_at_tables(); });
    if (is_whole_) {
      for (const check& each : checks)
        guarded(std::string_view(each.code), [&] { look_for(each); });
      guarded("the definitions", [&] { look_at_definitions(); });
      guarded("the states", [&] { look_at_states(); });
      if (tables_->is_sqlite()) guarded("the clock", [&] { look_at_clock(); });
    }
    try {
      tables_->end();
    } catch (const storage::detail::store_failure&) {  // nothing was written
    }
  }

  void look_at_file() {
    std::size_t count = 0;
    tables_->each(of_->given.has("full") ? "PRAGMA integrity_check" : "PRAGMA quick_check", {},
                  [&](const tables::row& row) {
                    if (row[0] != "ok" && ++count <= most_)
                      find("damaged", "the database", shown(row[0]));
                  });
  }

  /// Without its tables nothing else can be looked at.
  void look_at_tables() {
    const std::string here = tables_->is_sqlite()
                                 ? "SELECT name FROM sqlite_master WHERE type IN ('table', 'index')"
                                 : "SELECT relname FROM pg_class WHERE relkind IN ('r', 'i') AND "
                                   "relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = "
                                   "'pawl_schema'::regclass)";
    std::vector<std::string> names;
    for (const tables::row& row : tables_->all(here)) names.push_back(row[0]);
    const auto is_missing = [&](text name) {
      return std::find(names.begin(), names.end(), std::string_view(name)) == names.end();
    };
    for (const sql::table& each : sql::tables())
      if (is_missing(each.name)) {
        is_whole_ = false;
        find("table", std::string_view(each.name), "the table is missing");
      }
    for (const sql::index& each : sql::indexes())
      if (is_missing(each.name))
        find("index", std::string_view(each.name), "the index is missing: the store is slow");
  }

  void look_for(const check& of) {
    std::size_t count = 0;
    tables_->each(std::string_view(of.finds), {}, [&](const tables::row& row) {
      if (++count <= most_)
        find(std::string_view(of.code), spelled_id(row[0]), std::string_view(of.wrong));
    });
    if (count > most_)
      find(std::string_view(of.code), fmt::format("{} more", count - most_),
           std::string_view(of.wrong));
  }

  void look_at_definitions() {
    for (const held_type& each : of_->on().types()) {
      if (!each.definition)
        find("definition", each.handler, "a definition of this type cannot be read");
      if (to_hex(sha256_of(each.text)) != each.fingerprint)
        find("definition", each.handler, "a definition of this type is not what it was");
    }
  }

  struct standing {
    std::string handler, state;
    std::int64_t phase, kind, count;
  };
  /// That each state is one of its type, and what it is: by any definition, for each job may have
  /// been submitted by another release.
  void look_at_states() {
    const auto look = [&](std::string_view statement, bool ended) {
      for (const tables::row& row : tables_->all(statement)) {
        const auto number = [&](std::size_t at) {
          return std::strtoll(row[at].c_str(), nullptr, 10);
        };
        judge({row[0], row[1], number(2), number(2), number(3)}, ended);
      }
    };
    look(
        "SELECT n.name, q.state, q.phase, count(*) FROM pawl_queue AS q JOIN pawl_names AS n ON "
        "n.number = q.handler GROUP BY n.name, q.state, q.phase ORDER BY n.name, q.state, q.phase",
        false);
    look(
        "SELECT n.name, o.state, o.kind, count(*) FROM pawl_outcomes AS o JOIN pawl_names AS n ON "
        "n.number = o.handler GROUP BY n.name, o.state, o.kind ORDER BY n.name, o.state, o.kind",
        true);
  }
  void judge(const standing& of, bool ended) {
    bool is_defined = false;
    bool is_known = false;
    bool is_right = false;
    for (const held_type& each : of_->on().types()) {
      if (each.handler != of.handler || each.type() == nullptr) continue;
      is_defined = true;
      const auto state = each.type()->state_called(text(of.state));
      if (!state) continue;
      is_known = true;
      const kind is = each.type()->kind_of(*state);
      if (ended)
        is_right = is_right || static_cast<std::int64_t>(is) == of.kind;
      else
        is_right = is_right ||
                   (!is_terminal(is) &&
                    (of.phase != static_cast<std::int64_t>(phase::running) || is == kind::active));
    }
    if (!is_defined || is_right) return;
    find("state", fmt::format("{} in {}, {} jobs", of.handler, of.state, of.count),
         is_known ? "the state does not go with where they stand"
                  : "no definition of the type has this state");
  }

  void look_at_clock() {
    if (tables_->one("SELECT count(*) FROM pawl_clock WHERE line = 1") != "1")
      find("clock", "pawl_clock", "the store's own line of time is missing");
  }

  /// 32 hexadecimal digits are an id; all else stays as it is.
  static std::string spelled_id(const std::string& value) {
    if (value.size() != 32 || value.find_first_not_of("0123456789abcdef") != value.npos)
      return value.find_first_not_of("0123456789") == value.npos ? "number " + value : value;
    return fmt::format("{}-{}-{}-{}-{}", value.substr(0, 8), value.substr(8, 4),
                       value.substr(12, 4), value.substr(16, 4), value.substr(20));
  }
  static std::string to_hex(const sha256_digest& of) {
    std::string out;
    for (const std::uint8_t byte : of.bytes) out += fmt::format("{:02x}", byte);
    return out;
  }

  session* of_;
  std::size_t most_;
  tables* tables_ = nullptr;
  http::json_out* json_ = nullptr;
  bool is_whole_ = true;
  std::size_t found_ = 0;
  std::size_t done_ = 0;
};

}  // namespace

exit_code verify_store(session& of) { return verification(of).run(); }

std::vector<std::string> verify_codes() {
  std::vector<std::string> out{"damaged", "table", "index", "definition", "state", "clock"};
  for (const check& each : checks) out.emplace_back(std::string_view(each.code));
  return out;
}

}  // namespace pawl::ctl
