// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <pawl/storage/postgres/side_rows.hpp>

namespace pawl::storage::detail {

/// What a batch knows of owners, callbacks, and what is to be forgotten: the rows of maintenance.
/// What it changes is written with the commit.
class postgres_upkeep_rows : public postgres_side_rows {
 public:
  postgres_upkeep_rows(pg_connection* db, const known_types& known)
      : postgres_side_rows(db, known) {
    describe();
  }

  // Owners.
  owner_number insert_owner(const std::string& label, std::int64_t now, std::string_view boot_id) {
    if (reserved_owners_.empty()) {
      ++unforeseen_;
      return sql_rows::insert_owner(label, now, boot_id);
    }
    const owner_number number = reserved_owners_.back();
    reserved_owners_.pop_back();
    owners_out_.add(number, label, now, boot_id, std::string_view());
    owner_row row{.owner = number, .seen_at = now, .boot_id = std::string(boot_id)};
    row.label = label;
    owners_.put(number, std::move(row));
    return number;
  }
  maybe<owner_row> owner(owner_number number) {
    if (const maybe<owner_row>* const known = owners_.find(number)) return *known;
    ++unforeseen_;
    return owners_.put(number, sql_rows::owner(number));
  }
  void see_owner(owner_number number, std::int64_t now, std::string_view boot_id,
                 const std::string& ended) {
    maybe<owner_row>* const known = owners_.find(number);
    if (known == nullptr || !*known) return;
    (*known)->seen_at = now;
    (*known)->boot_id = boot_id;
    (*known)->ended = ended;
    if (!contains(seen_, number)) seen_.push_back(number);
  }
  void delete_owner(owner_number number) {
    erase_if(seen_, [number](owner_number each) { return each == number; });
    owners_gone_.add(number);
    owners_.put(number, maybe<owner_row>());
  }
  light_vector<owner_number> owners() {
    if (all_owners_) return *all_owners_;
    ++unforeseen_;
    return sql_rows::owners();
  }

  maybe<sha256_digest> payload_form(name_number handler, unsigned version) {
    if (const maybe<sha256_digest>* const known = forms_.find(form_text(handler, version)))
      return *known;
    ++unforeseen_;
    return sql_rows::payload_form(handler, version);
  }
  void put_payload_form(name_number handler, unsigned version, const sha256_digest& form) {
    forms_.put(form_text(handler, version), form);
    sql_rows::put_payload_form(handler, version, form);
  }

  // Callbacks.
  void insert_callback(const callback_row& row) {
    callbacks_.put(row.job, {row, change::inserted});
    order_callback(row.job);
  }
  void update_callback(const callback_row& row) {
    kept_callback* const known = callbacks_.find(row.job);
    const bool is_new = known != nullptr && known->how == change::inserted;
    callbacks_.put(row.job, {row, is_new ? change::inserted : change::changed});
    order_callback(row.job);
  }
  void delete_callback(std::int64_t job) {
    kept_callback* const known = callbacks_.find(job);
    const bool is_new = known != nullptr && known->how == change::inserted;
    callbacks_.put(job, {maybe<callback_row>(), is_new ? change::none : change::removed});
    order_callback(job);
  }
  maybe<callback_row> callback(std::int64_t job) {
    if (const kept_callback* const known = callbacks_.find(job)) return known->row;
    ++unforeseen_;
    const auto found = sql_rows::callback(job);
    callbacks_.put(job, {found, change::none});
    return found;
  }
  /// `is_wanted(const callback_row&)` is called for each that is due, the earliest first, until
  /// there are enough.
  template <class Wanted>
  light_vector<callback_row> first_due_callbacks(name_number handler, std::int64_t now,
                                                 std::size_t limit, Wanted is_wanted) {
    light_vector<callback_row> due;
    for (const std::int64_t job : callback_order_) {
      const kept_callback& each = *callbacks_.find(job);
      if (each.row && each.row->handler == handler && each.row->caller == 0 &&
          each.row->due_at <= now)
        due.push_back(*each.row);
    }
    pawl::detail::sort_by(due, [](const callback_row& a, const callback_row& b) {
      return a.due_at != b.due_at ? a.due_at < b.due_at : a.job < b.job;
    });
    light_vector<callback_row> found;
    for (const callback_row& each : due) {
      if (found.size() == limit) break;
      if (is_wanted(each)) found.push_back(each);
    }
    return found;
  }
  /// Those whose process gives signs of life were not read.
  light_vector<callback_row> called_callbacks(name_number handler) {
    light_vector<callback_row> found;
    for (const std::int64_t job : callback_order_) {
      const kept_callback& each = *callbacks_.find(job);
      if (each.row && each.row->handler == handler && each.row->caller != 0)
        found.push_back(*each.row);
    }
    return found;
  }

  // Retention.
  void forget_parts(const outcome_row& job, outcome_parts going, std::int64_t prune_at) {
    if (going.events) histories_.add(job.key);
    if (going.output) outputs_.add(job.key);
    kept_longer_.add(prune_at, job.has_events && !going.events, job.key);
  }
  void forget(const outcome_row& job) {
    forgotten_.push_back(job.key);
    forgotten_now_.push_back(job.key);
  }
  light_vector<name_number> finished_handlers() {
    if (finished_) return *finished_;
    ++unforeseen_;
    return sql_rows::finished_handlers();
  }
  light_vector<outcome_row> prunable(name_number handler, std::int64_t, std::size_t limit) {
    return ended_of(
        handler, limit, [](const ended_job& each) { return each.is_over; },
        [](const outcome_row& end) { return end.prune_at; });
  }
  light_vector<outcome_row> beyond_count(name_number handler, std::int64_t kept,
                                         std::size_t limit) {
    std::int64_t too_many = -kept;
    if (const std::int64_t* const count = finished_count_.find(handler)) too_many += *count;
    for (const std::int64_t each : forgotten_) {
      const ended_job& gone = *ended_jobs_.find(each);
      if (gone.end.handler == handler && !gone.is_dead_letter) --too_many;
    }
    if (too_many <= 0) return {};
    return ended_of(
        handler, std::min(limit, static_cast<std::size_t>(too_many)),
        [](const ended_job& each) { return each.is_oldest; },
        [](const outcome_row& end) { return end.kept_since; });
  }

  /// The key of a job that is pruned; when it was made is all that is asked.
  maybe<key_row> key_of(std::int64_t job) {
    if (const ended_job* const known = ended_jobs_.find(job)) {
      if (!known->key_made_at) return {};
      return key_row{job, {}, *known->key_made_at};
    }
    ++unforeseen_;
    return sql_rows::key_of(job);
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  void know_owner(owner_number number, maybe<owner_row> found) {
    owners_.put(number, std::move(found));
  }
  /// An owner that was silent for long has come back meanwhile.
  void bring_back(owner_number number, std::int64_t now, std::string_view boot_id) {
    if (maybe<owner_row>* const known = owners_.find(number); known != nullptr && *known) {
      (*known)->seen_at = now;
      (*known)->boot_id = boot_id;
    }
  }
  void know_all_owners(light_vector<owner_number> all) { all_owners_ = std::move(all); }
  void reserve_owner(owner_number number) { reserved_owners_.push_back(number); }
  void know_form(name_number handler, unsigned version, maybe<sha256_digest> form) {
    forms_.put(form_text(handler, version), form);
  }
  void know_callback(std::int64_t job, maybe<callback_row> row) {
    callbacks_.put(job, {std::move(row), change::none});
    order_callback(job);
  }
  void know_finished(light_vector<name_number> handlers) { finished_ = std::move(handlers); }
  void know_finished_count(name_number handler, std::int64_t count) {
    finished_count_.put(handler, count);
  }
  /// A job that may be pruned, and what decides it.
  struct ended_job {
    outcome_row end{};
    bool is_over = false;    ///< its time has come
    bool is_oldest = false;  ///< there may be too many of its type
    bool is_dead_letter = false;
    maybe<std::int64_t> key_made_at{};
  };
  void know_ended(ended_job&& job) {
    const std::int64_t key = job.end.key;
    if (ended_job* const known = ended_jobs_.find(key)) {
      known->is_over |= job.is_over;
      known->is_oldest |= job.is_oldest;
      return;
    }
    ended_order_.push_back(key);
    know_letter(key, job.is_dead_letter);
    ended_jobs_.put(key, std::move(job));
  }

 protected:
  ~postgres_upkeep_rows() = default;

  void forget_upkeep() {
    forget_side_rows();
    owners_.clear();
    seen_.clear();
    all_owners_.reset();
    reserved_owners_.clear();
    forms_.clear();
    callbacks_.clear();
    callback_order_.clear();
    ended_jobs_.clear();
    ended_order_.clear();
    finished_.reset();
    finished_count_.clear();
    forgotten_.clear();
    forgotten_now_.clear();
    for (pg_held_rows* const each :
         {&owners_out_, &owners_seen_, &owners_gone_, &callbacks_out_, &callbacks_changed_,
          &callbacks_gone_, &histories_, &outputs_, &kept_longer_})
      each->drop();
  }
  void write_upkeep() {
    write_side_rows();
    owners_out_.write(db());
    for (const owner_number number : seen_) {
      const owner_row& row = **owners_.find(number);
      owners_seen_.add(number, row.seen_at, row.boot_id, row.ended);
    }
    seen_.clear();
    owners_seen_.write(db());
    owners_gone_.write(db());
    write_callbacks();
    write_forgotten();
  }

 private:
  struct kept_callback {
    maybe<callback_row> row{};
    change how = change::none;
  };

  static std::string form_text(name_number handler, unsigned version) {
    return std::to_string(handler) + '/' + std::to_string(version);
  }
  void order_callback(std::int64_t job) {
    if (!contains(callback_order_, job)) callback_order_.push_back(job);
  }
  /// The first of a type's that are wanted, by a time of theirs.
  template <class Wanted, class Time>
  light_vector<outcome_row> ended_of(name_number handler, std::size_t limit, Wanted wanted,
                                     Time time) {
    light_vector<outcome_row> found;
    for (const std::int64_t key : ended_order_) {
      const ended_job& each = *ended_jobs_.find(key);
      if (each.end.handler == handler && wanted(each) && !contains(forgotten_, key))
        found.push_back(each.end);
    }
    pawl::detail::sort_by(found, [&](const outcome_row& a, const outcome_row& b) {
      return time(a) != time(b) ? time(a) < time(b) : a.key < b.key;
    });
    while (found.size() > limit) found.pop_back();
    return found;
  }
  void write_callbacks() {
    for (const std::int64_t job : callback_order_) {
      kept_callback& each = *callbacks_.find(job);
      if (each.how == change::inserted)
        callbacks_out_.add(job, each.row->handler, each.row->tries,
                           sql::due_or_caller(*each.row).get());
      if (each.how == change::changed)
        callbacks_changed_.add(job, each.row->tries, sql::due_or_caller(*each.row).get());
      if (each.how == change::removed) callbacks_gone_.add(job);
      each.how = change::none;
    }
    callbacks_gone_.write(db());
    callbacks_changed_.write(db());
    callbacks_out_.write(db());
  }
  void write_forgotten() {
    histories_.write(db());
    outputs_.write(db());
    kept_longer_.write(db());
    if (forgotten_now_.empty()) return;
    const pg_values values = array_of_numbers(forgotten_now_);
    for (pg_statement& each : forget_) db().send(each, values);
    forgotten_now_.clear();
  }

  void describe() {
    using enum sql::column_type;
    owners_out_.inserts(db(), "pawl_owners");
    owners_gone_.deletes(db(), "pawl_owners", {"owner"});
    callbacks_out_.inserts(db(), "pawl_callbacks");
    callbacks_gone_.deletes(db(), "pawl_callbacks", {"job"});
    owners_seen_.updates(db(), {integer, integer, words, words},
                         "UPDATE pawl_owners AS t SET seen_at = u.c2, boot_id = u.c3, ended = u.c4 "
                         "FROM @ WHERE t.owner = "
                         "u.c1");
    callbacks_changed_.updates(
        db(), {integer, integer, integer},
        "UPDATE pawl_callbacks AS t SET tries = u.c2, due_at = u.c3 FROM @ WHERE t.job = u.c1");
    kept_longer_.updates(db(), {integer, integer, integer},
                         "UPDATE pawl_outcomes AS t SET prune_at = u.c1, has_events = u.c2 FROM @ "
                         "WHERE t.key = u.c3");
    outputs_.updates(db(), {integer},
                     "UPDATE pawl_outcomes AS t SET result = NULL FROM @ WHERE t.key = u.c1");
    // Who follows the feed has to hear of what is gone.
    const std::string forget_events =
        "WITH gone AS (DELETE FROM pawl_events AS t USING @ WHERE t.job = u.c1 RETURNING t.feed) "
        "UPDATE pawl_feed SET pruned = "
        "greatest(pruned, (SELECT max(feed) FROM gone)) WHERE EXISTS (SELECT 1 FROM gone)";
    histories_.updates(db(), {integer}, forget_events);
    std::string all = forget_events;
    all.replace(all.find('@'), 1, "unnest($1) AS u(c1)");
    const char* const rest[] = {
        ("DELETE FROM pawl_keys AS k USING pawl_jobs AS j WHERE j.key = ANY($1) AND k.tenant = "
         "j.tenant AND k.handler = j.handler AND k.key = j.idempotency_key AND k.job = j.key"),
        "DELETE FROM pawl_details WHERE job = ANY($1)",
        "DELETE FROM pawl_inbox WHERE job = ANY($1)",
        "DELETE FROM pawl_dead_letters WHERE job = ANY($1)",
        "DELETE FROM pawl_callbacks WHERE job = ANY($1)",
        "DELETE FROM pawl_releases WHERE job = ANY($1)",
        "DELETE FROM pawl_outcomes WHERE key = ANY($1)",
        "DELETE FROM pawl_jobs WHERE key = ANY($1)"};
    forget_.emplace_back().sql = db().qualified(all);
    for (const char* const each : rest) forget_.emplace_back().sql = db().qualified(each);
  }

  pawl::detail::light_map<std::int64_t, maybe<owner_row>> owners_{};
  light_vector<owner_number> seen_{};
  maybe<light_vector<owner_number>> all_owners_{};
  light_vector<owner_number> reserved_owners_{};
  pawl::detail::light_map<std::string, maybe<sha256_digest>> forms_{};
  pawl::detail::light_map<std::int64_t, kept_callback> callbacks_{};
  light_vector<std::int64_t> callback_order_{};
  pawl::detail::light_map<std::int64_t, ended_job> ended_jobs_{};
  light_vector<std::int64_t> ended_order_{};
  maybe<light_vector<name_number>> finished_{};
  pawl::detail::light_map<std::int64_t, std::int64_t> finished_count_{};
  light_vector<std::int64_t> forgotten_{};
  light_vector<std::int64_t> forgotten_now_{};  ///< and not written yet

  pg_held_rows owners_out_{};
  pg_held_rows owners_seen_{};
  pg_held_rows owners_gone_{};
  pg_held_rows callbacks_out_{};
  pg_held_rows callbacks_changed_{};
  pg_held_rows callbacks_gone_{};
  pg_held_rows histories_{};
  pg_held_rows outputs_{};
  pg_held_rows kept_longer_{};
  light_vector<pg_statement> forget_{};
};

}  // namespace pawl::storage::detail
