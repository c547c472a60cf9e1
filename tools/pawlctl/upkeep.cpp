// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdlib>
#include <list>

#include <fmt/format.h>

#include <pawl/storage/sql/tables.hpp>

#include "look.hpp"

/// What keeps a store small: prune, vacuum.

namespace pawl::ctl {

namespace {

std::int64_t number_in(const std::string& word) { return std::strtoll(word.c_str(), nullptr, 10); }

/// What goes, of one job type.
struct going {
  std::string handler{};
  std::int64_t jobs = 0;
  std::int64_t histories = 0;  ///< jobs that lose their events or their output, and stay
};

/// Job types with what they keep jobs for: as they say; or, if what ended long ago is to go, no
/// longer than that. Dead letters are for people: they go when their own time is over.
class retention {
 public:
  explicit retention(session& of) : of_(&of), longest_(of.length("older-than")) {
    const std::string only = of.given.last("type");
    for (const held_type& each : of.on().types())
      if (each.is_newest && (only.empty() || each.handler == only)) types_.push_back(&each);
    if (types_.empty() && !only.empty())
      throw ends{
          exit_code::found,
          fmt::format("the store knows no job type '{}'; pawlctl types lists them", shown(only))};
    for (const held_type* each : types_) {
      job_descriptor& own = owned_.emplace_back(*each->type());
      if (!longest_) continue;
      own.keep_results.count = std::min<std::int64_t>(own.keep_results.count, longest_->count());
      own.keep_output.count = std::min<std::int64_t>(own.keep_output.count, longest_->count());
      own.keep_events.count = std::min<std::int64_t>(own.keep_events.count, longest_->count());
    }
  }

  /// What would go now, without touching anything.
  [[nodiscard]] std::vector<going> rehearse() {
    std::vector<going> out;
    const std::string now = std::to_string(of_->store().elapsed().count());
    for (const job_descriptor& type : owned_) {
      const std::string handler = number_of(type);
      if (handler.empty()) continue;
      // By the same rules as maintenance: a job is kept as long as its idempotency key, and the
      // newest of all stays, because its number must not be given out again.
      const auto counts = of_->on().tables().all(
          "SELECT CASE WHEN o.kept_since + CASE WHEN d.job IS NULL THEN CAST(?3 AS bigint) ELSE "
          "CAST(?4 AS bigint) END <= CAST(?2 AS bigint) AND (k.job IS NULL OR k.created_at + "
          "CAST(?5 AS bigint) <= CAST(?2 AS bigint)) THEN 1 ELSE 0 END AS whole, count(*) FROM "
          "pawl_outcomes AS o JOIN pawl_jobs AS j ON j.key = o.key LEFT JOIN pawl_dead_letters AS "
          "d ON d.job = o.key LEFT JOIN pawl_keys AS k ON k.tenant = j.tenant AND k.handler = "
          "j.handler AND k.key = j.idempotency_key AND k.job = j.key WHERE o.handler = CAST(?1 AS "
          "bigint) AND (o.prune_at <= CAST(?2 AS bigint) OR (d.job IS NULL AND o.kept_since <= "
          "CAST(?6 AS bigint))) AND o.key < (SELECT max(key) FROM pawl_jobs) AND NOT EXISTS "
          "(SELECT "
          "1 FROM pawl_dependencies AS w WHERE w.awaited = o.key) GROUP BY 1",
          {handler, now, std::to_string(type.keep_results.count),
           std::to_string(type.keep_dead_letters.count), std::to_string(type.key_ttl.count),
           std::to_string(horizon())});
      going each{.handler = std::string(std::string_view(type.handler))};
      for (const tables::row& row : counts)
        (row[0] == "1" ? each.jobs : each.histories) += number_in(row[1]);
      if (type.keep_at_most != 0) each.jobs = std::max(each.jobs, beyond_count(type, handler));
      if (each.jobs != 0 || each.histories != 0) out.push_back(each);
    }
    return out;
  }

  /// Does it, as maintenance does: so many at a time, and others write in between.
  [[nodiscard]] storage::prune::answer_type carry_out() {
    teach();
    if (longest_) look_now();
    storage::prune::answer_type sum;
    while (true) {
      const auto done = apply_one(of_->store(), storage::prune{.limit = 500});
      if (!done) end_with(done.error());
      sum.jobs += done->jobs;
      sum.histories += done->histories;
      if (!done->more) return sum;
    }
  }

 private:
  [[nodiscard]] std::string number_of(const job_descriptor& type) {
    return of_->on().tables().one("SELECT number FROM pawl_names WHERE name = ?1",
                                  {std::string(std::string_view(type.handler))});
  }
  /// What ended then or earlier is to go; before all time, if only what is over its own is.
  [[nodiscard]] std::int64_t horizon() {
    return longest_ ? of_->store().elapsed().count() - longest_->count() : -1;
  }
  [[nodiscard]] std::int64_t beyond_count(const job_descriptor& type, const std::string& handler) {
    return number_in(of_->on().tables().one(
               "SELECT count(*) FROM pawl_outcomes AS o WHERE o.handler = CAST(?1 AS bigint) AND "
               "NOT EXISTS (SELECT 1 FROM pawl_dead_letters AS d WHERE d.job = o.key)",
               {handler})) -
           type.keep_at_most;
  }
  /// The store acts by what it is taught. Types that this is not about keep all they have.
  void teach() {
    std::vector<const job_descriptor*> all;
    for (const job_descriptor& each : owned_) all.push_back(&each);
    for (const held_type& each : of_->on().types()) {
      if (!each.is_newest || std::find(types_.begin(), types_.end(), &each) != types_.end())
        continue;
      job_descriptor& kept = kept_.emplace_back(*each.type());
      constexpr std::int64_t always = std::int64_t{1} << 52;
      for (duration_ms* const time :
           {&kept.keep_results, &kept.keep_output, &kept.keep_events, &kept.keep_dead_letters})
        time->count = always;
      kept.keep_at_most = 0;
      all.push_back(&kept);
    }
    if (const auto learnt = of_->store().learn(all); !learnt) end_with(learnt.error());
  }
  /// When the first of what is left goes was noted when a job ended. It is only looked at earlier:
  /// the process that looks finds out by itself whether something goes.
  void look_now() {
    const std::string until = std::to_string(horizon());
    for (const job_descriptor& type : owned_) {
      const std::string handler = number_of(type);
      // In portions: others write in between.
      while (handler.empty() ? false
                             : !of_->on()
                                    .tables()
                                    .all("UPDATE pawl_outcomes SET prune_at = CAST(?2 AS bigint) "
                                         "WHERE key IN (SELECT o.key FROM pawl_outcomes AS o WHERE "
                                         "o.handler = CAST(?1 AS bigint) AND o.kept_since <= "
                                         "CAST(?2 AS bigint) AND o.prune_at > CAST(?2 AS bigint) "
                                         "AND NOT EXISTS (SELECT 1 FROM pawl_dead_letters AS d "
                                         "WHERE d.job = o.key) LIMIT 5000) RETURNING key",
                                         {handler, until})
                                    .empty()) {
      }
    }
  }

  session* of_;
  std::optional<std::chrono::milliseconds> longest_;
  std::vector<const held_type*> types_{};
  std::list<job_descriptor> owned_{};
  std::list<job_descriptor> kept_{};
};

std::string size_in_words(std::int64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::int64_t size_of(tables& of) {
  if (of.is_sqlite())
    return number_in(of.one("PRAGMA page_count")) * number_in(of.one("PRAGMA page_size"));
  std::int64_t sum = 0;
  for (const sql::table& each : sql::tables())
    sum += number_in(of.one("SELECT pg_total_relation_size('" +
                            std::string(std::string_view(each.name)) + "'::regclass)"));
  return sum;
}

}  // namespace

exit_code prune_jobs(session& of) {
  retention kept(of);
  if (!of.given.has("yes")) {
    const auto would = kept.rehearse();
    std::int64_t jobs = 0;
    std::int64_t histories = 0;
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("done", false);
    to.key("items");
    to.open('[');
    for (const going& each : would) {
      jobs += each.jobs;
      histories += each.histories;
      to.open('{');
      to.member("handlerId", each.handler);
      to.member("jobs", each.jobs);
      to.member("histories", each.histories);
      to.close('}');
      if (!of.json())
        of.print(fmt::format("{}: {} jobs, and the events or outputs of {} more\n",
                             shown(each.handler), each.jobs, each.histories));
    }
    to.close(']');
    to.member("jobs", jobs);
    to.member("histories", histories);
    to.close('}');
    if (of.json())
      of.print_json(out);
    else
      of.print(jobs + histories == 0 ? std::string("nothing would be deleted\n")
                                     : std::string("nothing was deleted; --yes does it\n"));
    return exit_code::done;
  }
  const auto done = kept.carry_out();
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("done", true);
    to.member("jobs", done.jobs);
    to.member("histories", done.histories);
    to.close('}');
    of.print_json(out);
  } else {
    of.print(fmt::format("deleted {} jobs, and the events or outputs of {} more\n", done.jobs,
                         done.histories));
  }
  return exit_code::done;
}

exit_code vacuum_store(session& of) {
  tables& all = of.on().tables();
  const std::int64_t before = size_of(all);
  if (all.is_sqlite()) {
    static_cast<void>(all.all("PRAGMA wal_checkpoint(TRUNCATE)"));
    all.run(of.given.has("incremental") ? "PRAGMA incremental_vacuum" : "VACUUM");
    static_cast<void>(all.all("PRAGMA wal_checkpoint(TRUNCATE)"));
  } else {
    for (const sql::table& each : sql::tables())
      all.run("VACUUM (ANALYZE) " + std::string(std::string_view(each.name)));
  }
  const std::int64_t after = size_of(all);
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("bytesBefore", before);
    to.member("bytesAfter", after);
    to.close('}');
    of.print_json(out);
  } else {
    of.print(fmt::format("{} before, {} now\n", size_in_words(before), size_in_words(after)));
  }
  return exit_code::done;
}

}  // namespace pawl::ctl
