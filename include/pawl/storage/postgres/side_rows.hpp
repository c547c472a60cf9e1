// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <pawl/storage/postgres/limits.hpp>

namespace pawl::storage::detail {

/// What a batch knows of the rows beside the jobs: idempotency keys, dependencies, details, events
/// from outside, dead letters, owners, callbacks, and what is to be forgotten. What it changes is
/// written with the commit.
class postgres_side_rows : public postgres_limits {
 public:
  postgres_side_rows(pg_connection* db, const known_types& known) : postgres_limits(db, known) {
    describe();
  }

  // Idempotency keys.
  maybe<key_row> find_key(name_number tenant, name_number handler, const std::string& key) {
    const std::string of = key_text(tenant, handler, key);
    if (const kept_key* const known = keys_.find(of)) return known->row;
    ++unforeseen_;
    const auto found = sql_rows::find_key(tenant, handler, key);
    keys_.put(of, {tenant, handler, key, found});
    return found;
  }
  void put_key(name_number tenant, name_number handler, const std::string& key, const key_row& of) {
    const std::string text = key_text(tenant, handler, key);
    const kept_key* const known = keys_.find(text);
    const bool is_listed = known != nullptr && known->is_changed;
    keys_.put(text, {tenant, handler, key, of, true});
    if (!is_listed) changed_keys_.push_back(text);
  }
  // What living jobs are unique by.
  maybe<unique_row> find_unique(name_number tenant, name_number handler, const std::string& value) {
    const std::string of = key_text(tenant, handler, value);
    if (const kept_unique* const known = uniques_.find(of)) return known->row;
    ++unforeseen_;
    write_held();
    const auto found = sql_rows::find_unique(tenant, handler, value);
    know_unique(tenant, handler, value, found);
    return found;
  }
  void put_unique(name_number tenant, name_number handler, const std::string& value,
                  const unique_row& of) {
    const std::string text = key_text(tenant, handler, value);
    uniques_.put(text, {tenant, handler, value, of, true});
    values_.put(of.job, text);
    changed_uniques_.push_back(text);
  }
  void remove_unique(std::int64_t job) {
    if (const std::string* const text = values_.find(job)) {
      kept_unique& of = *uniques_.find(*text);
      const bool is_its = of.row && of.row->job == job;
      const bool was_written = !is_its || !of.is_changed;
      if (is_its) {
        of.row = {};
        of.is_changed = false;
      }
      if (!was_written) return;
    }
    uniques_gone_.add(job);
  }
  // Dependencies.
  void insert_dependency(std::int64_t job, std::int64_t on) {
    waits_now_.push_back({job, on});
    if (waiting_for_job* const known = dependents_.find(on)) known->jobs.push_back(job);
  }
  void remove_dependency(std::int64_t job, std::int64_t on) {
    if (waiting_for_job* const known = dependents_.find(on))
      erase_if(known->jobs, [job](std::int64_t each) { return each == job; });
    if (!drop_wait([&](const wait& each) { return each.job == job && each.on == on; }))
      waits_gone_.add(job, on);
  }
  void remove_dependencies(std::int64_t job) {
    drop_wait([&](const wait& each) { return each.job == job; });
    waiting_gone_.add(job);
  }
  void remove_dependents(std::int64_t on) {
    drop_wait([&](const wait& each) { return each.on == on; });
    dependents_.put(on, {});
    awaited_gone_.add(on);
  }
  light_vector<std::int64_t> dependents_of(std::int64_t on, std::size_t limit) {
    waiting_for_job* known = dependents_.find(on);
    if (known == nullptr || (known->jobs.size() < limit && !known->are_all)) {
      ++unforeseen_;
      write_held();
      ask_dependents({on});
      db().round_trip();
      known = dependents_.find(on);
    }
    light_vector<std::int64_t> found = known->jobs;
    while (found.size() > limit) found.pop_back();
    return found;
  }
  void insert_release(std::int64_t job) { releases_.push_back({job, true}); }
  maybe<std::int64_t> next_release() {
    if (releases_.empty()) return {};
    return releases_[0].job;
  }
  void remove_release(std::int64_t job) {
    erase_if(releases_, [&](const release& each) {
      if (each.job != job) return false;
      if (!each.is_new) releases_gone_.add(job);
      return true;
    });
  }

  // Details.
  void put_detail(std::int64_t job, detail_kind kind, std::string_view name, unsigned version,
                  std::string_view value) {
    for (detail& each : details_now_)
      if (each.job == job && each.kind == kind && each.version == version && each.name == name) {
        each.value = value;
        return;
      }
    details_now_.push_back({job, kind, std::string(name), version, std::string(value)});
    if (light_vector<detail_size>* const known = findings_.find(job)) {
      erase_if(*known, [&](const detail_size& each) {
        return each.kind == kind && each.version == version && each.name == name;
      });
      known->push_back({kind, std::string(name), version, static_cast<std::int64_t>(value.size())});
    }
  }
  std::optional<std::string> find_detail(std::int64_t job, detail_kind kind) {
    for (const detail& each : details_now_)
      if (each.job == job && each.kind == kind) return each.value;
    if (kind == detail_kind::checkpoint)
      if (const std::optional<std::string>* const known = checkpoints_.find(job)) return *known;
    ++unforeseen_;
    return sql_rows::find_detail(job, kind);
  }
  unsigned newest_version(std::int64_t job, detail_kind kind, const std::string& name) {
    unsigned newest = 0;
    for (const detail_size& each : findings_of(job))
      if (each.kind == kind && each.name == name) newest = std::max(newest, each.version);
    return newest;
  }
  light_vector<finding_size> finding_sizes(std::int64_t job) {
    light_vector<finding_size> found;
    for (const detail_size& each : findings_of(job)) {
      if (each.kind != detail_kind::artifact && each.kind != detail_kind::audit) continue;
      finding_size& one = found.emplace_back();
      one.is_audit = each.kind == detail_kind::audit;
      one.name = each.name;
      one.bytes = each.bytes;
    }
    return found;
  }
  void remove_details(std::int64_t job, detail_kind kind) {
    erase_if(details_now_,
             [&](const detail& each) { return each.job == job && each.kind == kind; });
    if (kind == detail_kind::checkpoint) checkpoints_.put(job, {});
    details_gone_.add(job, static_cast<int>(kind));
  }

  // Events from outside.
  maybe<inbox_row> find_inbox(std::int64_t job, const std::string& id) {
    if (const maybe<inbox_row>* const known = inbox_.find(inbox_text(job, id))) return *known;
    ++unforeseen_;
    return inbox_.put(inbox_text(job, id), sql_rows::find_inbox(job, id));
  }
  void put_inbox(std::int64_t job, const std::string& id, const sha256_digest& content,
                 const std::string& state) {
    inbox_out_.add(job, id, content, state);
    inbox_.put(inbox_text(job, id), inbox_row{content, state});
  }

  // Dead letters.
  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at, maybe<std::int64_t> lies_since) {
    letters_out_.add(job, tenant, handler, at, nullptr, lies_since);
    letters_.put(job, true);
  }
  bool is_dead_letter(std::int64_t job) {
    if (const bool* const known = letters_.find(job)) return *known;
    ++unforeseen_;
    return letters_.put(job, sql_rows::is_dead_letter(job));
  }
  bool is_replayed(std::int64_t job) {
    if (const bool* const known = repeated_.find(job)) return *known;
    ++unforeseen_;
    return repeated_.put(job, sql_rows::is_replayed(job));
  }
  void mark_replayed(std::int64_t job, const job_id& as) {
    before_letter_changes(job);
    replayed_.add(as, job);
    repeated_.put(job, true);
  }
  void postpone_dead_letter(std::int64_t job, std::int64_t since) {
    before_letter_changes(job);
    postponed_.add(since, job);
  }
  light_vector<std::int64_t> due_dead_letters(name_number handler, std::int64_t before,
                                              std::size_t limit) {
    return sought_letters("due", 0, handler, limit,
                          [&] { return sql_rows::due_dead_letters(handler, before, limit); });
  }
  light_vector<std::int64_t> fresh_dead_letters(maybe<name_number> tenant, name_number handler,
                                                std::size_t limit) {
    return sought_letters("fresh", tenant.value_or(0), handler, limit,
                          [&] { return sql_rows::fresh_dead_letters(tenant, handler, limit); });
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  void know_key(name_number tenant, name_number handler, std::string_view key,
                maybe<key_row> found) {
    keys_.put(key_text(tenant, handler, key), {tenant, handler, std::string(key), found});
  }
  void know_unique(name_number tenant, name_number handler, std::string_view value,
                   maybe<unique_row> found) {
    const std::string text = key_text(tenant, handler, value);
    if (found) values_.put(found->job, text);
    uniques_.put(text, {tenant, handler, std::string(value), found});
  }
  /// Sends what reads the dependents of jobs, with their living rows.
  void ask_dependents(const light_vector<std::int64_t>& of) {
    pg_values values = array_of_numbers(of);
    values << wants_jobs_;
    db().send(dependents_now_, values,
              [this, of](const PGresult& rows) { take_dependents(of, rows); });
  }
  void know_dependents(std::int64_t of, light_vector<std::int64_t> jobs) {
    dependents_.put(of, {std::move(jobs), true});
  }
  void know_release(std::int64_t job) { releases_.push_back({job, false}); }
  void know_findings(const light_vector<std::int64_t>& of, const PGresult& rows) {
    for (const std::int64_t each : of) findings_.put(each, {});
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      const std::int64_t job = row.integer();
      detail_size one;
      one.kind = static_cast<detail_kind>(row.integer());
      one.name = row.string();
      one.version = row.number<unsigned>();
      one.bytes = row.integer();
      findings_.find(job)->push_back(std::move(one));
    }
  }
  void know_checkpoint(std::int64_t job, std::string value) {
    checkpoints_.put(job, std::move(value));
  }
  void know_inbox(std::int64_t job, const std::string& id, maybe<inbox_row> found) {
    inbox_.put(inbox_text(job, id), std::move(found));
  }
  void know_letter(std::int64_t job, bool is_one) { letters_.put(job, is_one); }
  void know_replayed(std::int64_t job, bool is_so) { repeated_.put(job, is_so); }
  void know_letters(const char* which, name_number tenant, name_number handler, std::size_t limit,
                    light_vector<std::int64_t> found) {
    for (const std::int64_t each : found) letters_.put(each, true);
    letters_found_.put(letters_text(which, tenant, handler, limit), std::move(found));
  }

 protected:
  ~postgres_side_rows() = default;

  enum class change : unsigned char { none, touched, changed, inserted, removed };

  void forget_side_rows() {
    forget_limits();
    keys_.clear();
    changed_keys_.clear();
    uniques_.clear();
    values_.clear();
    changed_uniques_.clear();
    waits_now_.clear();
    dependents_.clear();
    releases_.clear();
    details_now_.clear();
    findings_.clear();
    checkpoints_.clear();
    inbox_.clear();
    letters_.clear();
    repeated_.clear();
    letters_changed_.clear();
    letters_found_.clear();
    for (pg_held_rows* const each :
         {&keys_out_, &uniques_out_, &uniques_gone_, &waits_out_, &waits_gone_, &waiting_gone_,
          &awaited_gone_, &releases_out_, &releases_gone_, &details_out_, &details_gone_,
          &inbox_out_, &letters_out_, &replayed_, &postponed_})
      each->drop();
  }
  void write_side_rows() {
    for (const std::string& each : changed_keys_) {
      kept_key& of = *keys_.find(each);
      of.is_changed = false;
      keys_out_.add(of.tenant, of.handler, of.key, of.row->job, of.row->payload,
                    of.row->created_at);
    }
    changed_keys_.clear();
    keys_out_.write(db());
    // One that is replaced gives up what the next one takes.
    uniques_gone_.write(db());
    for (const std::string& each : changed_uniques_) {
      kept_unique& of = *uniques_.find(each);
      if (!std::exchange(of.is_changed, false)) continue;
      uniques_out_.add(of.tenant, of.handler, of.value, of.row->job, of.row->since);
    }
    changed_uniques_.clear();
    uniques_out_.write(db());
    write_limits();
    waits_gone_.write(db());
    waiting_gone_.write(db());
    awaited_gone_.write(db());
    for (const wait& each : waits_now_) waits_out_.add(each.job, each.on);
    waits_now_.clear();
    waits_out_.write(db());
    releases_gone_.write(db());
    for (release& each : releases_)
      if (std::exchange(each.is_new, false)) releases_out_.add(each.job);
    releases_out_.write(db());
    details_gone_.write(db());
    for (const detail& each : details_now_) {
      details_out_.rows() << each.job << static_cast<int>(each.kind) << each.name << each.version;
      details_out_.rows().bytes(each.value.data(), each.value.size());
      details_out_.rows().end_row();
    }
    details_now_.clear();
    details_out_.write(db());
    inbox_out_.write(db());
    for (pg_held_rows* const each : {&letters_out_, &replayed_, &postponed_}) each->write(db());
  }

 private:
  struct kept_key {
    name_number tenant = 0;
    name_number handler = 0;
    std::string key{};
    maybe<key_row> row{};
    bool is_changed = false;
  };
  struct kept_unique {
    name_number tenant = 0;
    name_number handler = 0;
    std::string value{};
    maybe<unique_row> row{};
    bool is_changed = false;  ///< and not written yet
  };
  struct wait {
    std::int64_t job = 0;
    std::int64_t on = 0;
  };
  struct waiting_for_job {
    light_vector<std::int64_t> jobs{};
    bool are_all = true;
  };
  struct release {
    std::int64_t job = 0;
    bool is_new = false;  ///< and not written yet
  };
  struct detail {
    std::int64_t job = 0;
    detail_kind kind{};
    std::string name{};
    unsigned version = 1;
    std::string value{};
  };
  struct detail_size {
    detail_kind kind{};
    std::string name{};
    unsigned version = 1;
    std::int64_t bytes = 0;
  };

  static std::string key_text(name_number tenant, name_number handler, std::string_view key) {
    return std::to_string(tenant) + '/' + std::to_string(handler) + '/' + std::string(key);
  }
  static std::string inbox_text(std::int64_t job, const std::string& id) {
    return std::to_string(job) + '/' + id;
  }
  static std::string letters_text(const char* which, name_number tenant, name_number handler,
                                  std::size_t limit) {
    return which + ('/' + std::to_string(tenant)) + '/' + std::to_string(handler) + '/' +
           std::to_string(limit);
  }
  /// A statement changes a row once, by whichever of its values: what the batch has said of a dead
  /// letter before is written before it says something else.
  void before_letter_changes(std::int64_t job) {
    if (letters_changed_.find(job) != nullptr) write_held();
    letters_changed_.put(job, true);
  }
  void take_dependents(const light_vector<std::int64_t>& of, const PGresult& rows) {
    for (const std::int64_t each : of) dependents_.put(each, {});
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      waiting_for_job& known = *dependents_.find(row.integer());
      known.jobs.push_back(row.integer());
      if (known.jobs.size() > most_dependents) known.are_all = false;
      if (!row.is_null()) know_living(row);
    }
  }
  template <class Unwanted>
  bool drop_wait(Unwanted unwanted) {
    const std::size_t before = waits_now_.size();
    erase_if(waits_now_, unwanted);
    return waits_now_.size() != before;
  }
  light_vector<detail_size>& findings_of(std::int64_t job) {
    if (light_vector<detail_size>* const known = findings_.find(job)) return *known;
    ++unforeseen_;
    write_held();
    know_findings({job}, *db().fetch(findings_now_, array_of_numbers({job})));
    return *findings_.find(job);
  }
  template <class Ask>
  light_vector<std::int64_t> sought_letters(const char* which, name_number tenant,
                                            name_number handler, std::size_t limit, Ask ask) {
    const std::string of = letters_text(which, tenant, handler, limit);
    if (light_vector<std::int64_t>* const known = letters_found_.find(of)) {
      // Once: what another operation of the batch did to them is not known here.
      light_vector<std::int64_t> found = std::move(*known);
      letters_found_.erase(of);
      return found;
    }
    ++unforeseen_;
    write_held();
    return ask();
  }
  void describe() {
    const auto made = [this](const std::string& sql) { return db().qualified(sql::compose(sql)); };
    keys_out_.inserts(db(), "pawl_keys", sql::part::all,
                      "(tenant, handler, key) DO UPDATE SET job = excluded.job, payload = "
                      "excluded.payload, created_at = excluded.created_at");
    // Without a word about conflicts: who has not waited for the lock finds out, and runs again.
    uniques_out_.inserts(db(), "pawl_uniques");
    uniques_gone_.deletes(db(), "pawl_uniques", {"job"});
    waits_out_.inserts(db(), "pawl_dependencies");
    waits_gone_.deletes(db(), "pawl_dependencies", {"job", "awaited"});
    waiting_gone_.deletes(db(), "pawl_dependencies", {"job"});
    awaited_gone_.deletes(db(), "pawl_dependencies", {"awaited"});
    releases_out_.inserts(db(), "pawl_releases");
    releases_gone_.deletes(db(), "pawl_releases", {"job"});
    details_out_.inserts(db(), "pawl_details", sql::part::all,
                         "(job, kind, name, version) DO UPDATE SET value = excluded.value");
    details_gone_.deletes(db(), "pawl_details", {"job", "kind"});
    inbox_out_.inserts(db(), "pawl_inbox");
    letters_out_.inserts(db(), "pawl_dead_letters");
    replayed_.updates(
        db(), {sql::column_type::bytes, sql::column_type::integer},
        "UPDATE pawl_dead_letters AS t SET replayed_as = u.c1, lies_since = NULL FROM @ WHERE "
        "t.job = u.c2");
    postponed_.updates(
        db(), {sql::column_type::integer, sql::column_type::integer},
        "UPDATE pawl_dead_letters AS t SET lies_since = u.c1 FROM @ WHERE t.job = u.c2");
    dependents_now_.sql = made(
        "WITH found AS MATERIALIZED (SELECT a.awaited, d.job FROM unnest($1) AS a(awaited), "
        "LATERAL (SELECT d.job FROM pawl_dependencies AS d WHERE d.awaited = a.awaited ORDER BY "
        "d.job LIMIT " +
        std::to_string(most_dependents + 1) +
        ") AS d), q AS (SELECT n.* FROM pawl_queue AS n WHERE n.key = ANY(ARRAY(SELECT f.job FROM "
        "found AS f)) FOR UPDATE SKIP LOCKED) SELECT f.awaited, f.job, " +
        std::string(std::string_view(living_columns)) +
        ", {j.jobs} FROM found AS f LEFT JOIN q ON q.key = f.job LEFT JOIN pawl_jobs AS j ON $2 = "
        "1 AND j.key = q.key ORDER BY f.awaited, f.job");
    findings_now_.sql = made(findings_sql);
  }

 public:
  static constexpr const char* findings_sql =
      "SELECT job, kind, name, version, length(value) FROM pawl_details WHERE job = ANY($1) AND "
      "kind IN ({detail.artifact}, {detail.audit})";

 private:
  /// That one transaction lets go.
  static constexpr std::size_t most_dependents = 100;

  pawl::detail::light_map<std::string, kept_key> keys_{};
  light_vector<std::string> changed_keys_{};
  pawl::detail::light_map<std::string, kept_unique> uniques_{};
  pawl::detail::light_map<std::int64_t, std::string> values_{};  ///< of the jobs that have them
  light_vector<std::string> changed_uniques_{};
  light_vector<wait> waits_now_{};  ///< by this batch, and not written yet
  pawl::detail::light_map<std::int64_t, waiting_for_job> dependents_{};
  light_vector<release> releases_{};
  light_vector<detail> details_now_{};  ///< likewise
  pawl::detail::light_map<std::int64_t, light_vector<detail_size>> findings_{};
  pawl::detail::light_map<std::int64_t, std::optional<std::string>> checkpoints_{};
  pawl::detail::light_map<std::string, maybe<inbox_row>> inbox_{};
  pawl::detail::light_map<std::int64_t, bool> letters_{};
  pawl::detail::light_map<std::int64_t, bool> repeated_{};  ///< whether another job repeats it
  pawl::detail::light_map<std::int64_t, bool> letters_changed_{};  ///< by this batch
  pawl::detail::light_map<std::string, light_vector<std::int64_t>> letters_found_{};

  pg_held_rows keys_out_{};
  pg_held_rows waits_out_{};
  pg_held_rows waits_gone_{};
  pg_held_rows waiting_gone_{};
  pg_held_rows awaited_gone_{};
  pg_held_rows uniques_out_{};
  pg_held_rows uniques_gone_{};
  pg_held_rows releases_out_{};
  pg_held_rows releases_gone_{};
  pg_held_rows details_out_{};
  pg_held_rows details_gone_{};
  pg_held_rows inbox_out_{};
  pg_held_rows letters_out_{};
  pg_held_rows replayed_{};
  pg_held_rows postponed_{};
  pg_statement dependents_now_{};
  pg_statement findings_now_{};
};

}  // namespace pawl::storage::detail
