// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include <pawl/storage/postgres/upkeep_ahead.hpp>

namespace pawl::storage::detail {

/// What a batch will look at, read before it is done, in three rounds however many operations it
/// has: what they name; the rows that those name, and what is taken because it is due; and what
/// hangs on those rows, limits and dependents. Names that this process has not met yet cost rounds
/// of their own, and so does what the answers to a round lead to that was not foreseen.
///
/// Locks come in one order: callbacks, owners and dead letters by their numbers; idempotency keys
/// by their hashes; living rows, and those who wait for them, by their keys; limits by their
/// hashes. What is taken besides never waits.
class pg_read_ahead : public pg_upkeep_ahead {
 public:
  using pg_upkeep_ahead::pg_upkeep_ahead;

  /// Times by the server's clock, or by one that was given.
  std::function<std::pair<std::int64_t, std::int64_t>()> given_time{};
  /// The server's time as it should be by now, if it was read a moment ago.
  std::function<maybe<clock_reading>()> guessed_time{};
  /// False inside a transaction of the caller's, who has begun it.
  bool begins = true;

  /// Whether the time of the batch was not read.
  [[nodiscard]] bool has_guessed() const { return has_guessed_; }

  /// Begins a transaction and reads what the batch needs. The time at which all of it happens.
  clock_reading begin(std::span<const operation_ptr> batch) {
    rows_->begin();
    forget();
    has_guessed_ = false;
    heads_.clear();
    elsewhere_.clear();
    if (begins) learn_names(batch);
    pg_plan of = planner_.plan(batch);
    if (begins && of.only_adds())
      if (const auto now = guess(of)) return *now;
    if (!of.only_submits) rows_->keep_new_jobs(of.looks_for_work);
    clock_reading now = read_names_and_keys(of);
    if (read_rows(of, now)) read_limits(of);
    return now;
  }

 private:
  using head = postgres_rows::head;

  /// Begins a batch that has nothing to read: its rows go out with the beginning and the commit, in
  /// one round.
  maybe<clock_reading> guess(const pg_plan& of) {
    maybe<clock_reading> now;
    if (given_time) {
      now.emplace();
      std::tie(now->wall, now->elapsed) = given_time();
    } else if (guessed_time) {
      now = guessed_time();
    }
    if (!now || !rows_->guess_numbers()) return {};
    for (const job_id& each : of.ids) rows_->know_id(each, {});
    db_->begin();
    if (of.submitted.size() == 1) {
      pg_values handler;
      handler << of.submitted[0];
      db_->send(reads_.is_not_drained, handler);
    } else {
      db_->send(reads_.none_drained, array_of_numbers(of.submitted));
    }
    rows_->know_no_controls();
    has_guessed_ = true;
    return now;
  }

  // --- The first round: what the operations name -------------------------------------------------

  /// Names are written by themselves, before the batch: a number stays what it is, and nobody waits
  /// for a batch to learn it.
  void learn_names(std::span<const operation_ptr> batch) {
    const auto names = planner_.unknown_names(batch);
    if (names.empty()) return;
    pg_arrays one;
    one.expect(pg_type::words);
    for (const std::string& each : names) {
      one << each;
      one.end_row();
    }
    pg_values values;
    one.bind(values);
    ask(reads_.put_names, values);
    ask(reads_.find_names, values, [this](const PGresult& rows) { take_names(rows); });
    db_->round_trip();
  }
  clock_reading read_names_and_keys(pg_plan& of) {
    clock_reading now;
    if (begins) db_->begin();
    // A caller's own transaction keeps its settings.
    if (begins || !given_time)
      ask(begins ? reads_.time_and_plans : reads_.time, {},
          [&now](const PGresult& rows) { now.wall = now.elapsed = pg_row(&rows, 0).integer(); });
    ask_for(reads_.callbacks, of.callbacks, [this, &of](const PGresult& rows) {
      for (const std::int64_t each : of.callbacks) rows_->know_callback(each, {});
      each_row(rows, [this](pg_row& row) {
        const callback_row found = read_callback(row);
        rows_->know_callback(found.job, found);
      });
    });
    ask_owners(of);
    ask_for(reads_.key_locks, of.locks, {});
    ask_counts(of);
    if (of.submissions != 0)
      ask(reads_.numbers, {},
          [this](const PGresult& rows) { rows_->know_last_key(pg_row(&rows, 0).integer()); });
    // In a transaction of our own there are no events yet.
    if (!begins)
      ask(reads_.event_numbers, {},
          [this](const PGresult& rows) { rows_->know_last_event(pg_row(&rows, 0).integer()); });
    ask_ids(of);
    ask_keys(of);
    ask_uniques(of);
    ask_declared(of);
    ask_heads(of);
    ask_maintenance(of);
    // Living rows are locked in one go: with those that are named by ids, if there are any.
    if (!of.acts_on_ids()) {
      ask_living(of);
      if (of.only_submits) ask_limits(of);
    }
    db_->round_trip();
    if (given_time) std::tie(now.wall, now.elapsed) = given_time();
    return now;
  }

  /// Counts what is ready, where a watermark is near or the last count is old. Until its end no
  /// other batch does: so all processes together keep a watermark to the job.
  void ask_counts(const pg_plan& of) {
    const auto submissions = static_cast<std::int64_t>(of.submissions);
    bool is_locked = false;
    const auto lock_once = [&] {
      if (!std::exchange(is_locked, true)) ask(reads_.watermark, {});
    };
    if (of.watermark != 0 &&
        postgres_rows::has_to_count(rows_->ready_count(), of.watermark, submissions)) {
      lock_once();
      pg_values most;
      most << of.watermark;
      ask(reads_.count_ready, most, [this, &of](const PGresult& rows) {
        rows_->ready_count().know(pg_row(&rows, 0).integer(), of.watermark);
      });
    }
    for (const pg_plan::share_of& each : of.shares) {
      if (!postgres_rows::has_to_count(rows_->ready_count_of(each.tenant), each.watermark,
                                       submissions))
        continue;
      lock_once();
      pg_values values;
      values << std::int64_t{each.tenant} << each.watermark;
      ask(reads_.count_ready_of, values, [this, each](const PGresult& rows) {
        rows_->ready_count_of(each.tenant).know(pg_row(&rows, 0).integer(), each.watermark);
      });
    }
  }

  void ask_ids(pg_plan& of) {
    if (of.ids.empty()) return;
    pg_arrays one;
    one.expect(pg_type::bytes);
    for (const job_id& each : of.ids) {
      one << each;
      one.end_row();
    }
    pg_values values;
    one.bind(values);
    ask(reads_.ids, values, [this, &of](const PGresult& rows) {
      for (const job_id& each : of.ids) rows_->know_id(each, {});
      each_row(rows, [this](pg_row& row) {
        const job_id id = row.id();
        const std::int64_t key = row.integer();
        const auto tenant = row.number<name_number>();
        rows_->know_id(id, found_job{key, tenant});
        need_name(tenant);
      });
    });
  }
  void ask_keys(const pg_plan& of) {
    if (of.keys.empty()) return;
    pg_arrays all;
    for (const pg_type each : {pg_type::integer, pg_type::integer, pg_type::words})
      all.expect(each);
    for (const pg_plan::key_of& each : of.keys) {
      all << each.tenant << each.handler << each.key;
      all.end_row();
    }
    pg_values values;
    all.bind(values);
    ask(reads_.keys, values, [this, &of](const PGresult& rows) {
      for (const pg_plan::key_of& each : of.keys)
        rows_->know_key(each.tenant, each.handler, each.key, {});
      each_row(rows, [this](pg_row& row) {
        const auto tenant = row.number<name_number>();
        const auto handler = row.number<name_number>();
        const std::string key = row.string();
        key_row found;
        found.job = row.integer();
        found.payload = row.hash();
        found.created_at = row.integer();
        rows_->know_key(tenant, handler, key, found);
        if (!row.is_null()) rows_->know_id_of(found.job, row.id());
      });
    });
  }
  /// Under the locks on them, which were asked for before.
  void ask_uniques(pg_plan& of) {
    if (of.uniques.empty()) return;
    pg_arrays all;
    for (const pg_type each : {pg_type::integer, pg_type::integer, pg_type::words})
      all.expect(each);
    for (const pg_plan::unique_of& each : of.uniques) {
      all << each.tenant << each.handler << each.value;
      all.end_row();
    }
    pg_values values;
    all.bind(values);
    ask(reads_.uniques, values, [this, &of](const PGresult& rows) {
      for (const pg_plan::unique_of& each : of.uniques)
        rows_->know_unique(each.tenant, each.handler, each.value, {});
      each_row(rows, [this](pg_row& row) {
        const auto tenant = row.number<name_number>();
        const auto handler = row.number<name_number>();
        const std::string value = row.string();
        unique_row found;
        found.job = row.integer();
        found.since = row.integer();
        rows_->know_unique(tenant, handler, value, found);
        if (!row.is_null()) rows_->know_id_of(found.job, row.id());
      });
    });
  }
  void ask_declared(pg_plan& of) {
    ask_for(reads_.declared, of.handlers, [this, &of](const PGresult& rows) {
      for (const std::int64_t handler : of.handlers) {
        light_vector<declared_limit> found;
        each_row(rows, [&](pg_row& row) {
          if (row.integer() == handler) found.push_back(postgres_rows::read_declared(row));
        });
        of.has_limits = of.has_limits || !found.empty();
        rows_->know_declared(static_cast<name_number>(handler), std::move(found));
      }
    });
    ask_declarations(of.limits);
    if (of.has_limits || of.rechecked != 0) ask_configured();
    if (of.looks_for_work || of.submissions != 0 || of.controls) rows_->ask_controls();
    ask_for(reads_.forms, of.enrolled_handlers, [this, &of](const PGresult& rows) {
      for (const std::int64_t handler : of.enrolled_handlers)
        if (const job_descriptor* const type = rows_->type(static_cast<name_number>(handler)))
          rows_->know_form(static_cast<name_number>(handler), type->newest_version, {});
      each_row(rows, [this](pg_row& row) {
        const auto handler = row.number<name_number>();
        const auto version = row.number<unsigned>();
        rows_->know_form(handler, version, row.hash());
      });
    });
  }
  void ask_heads(const pg_plan& of) {
    if (of.wanted == 0 && !of.starts_elsewhere) return;
    pg_values values = array_of_numbers(of.handlers);
    values << rows_->last_served() << std::uint64_t{logic::most_heads};
    ask(reads_.heads, values, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        head one;
        one.handler = row.number<name_number>();
        one.format = row.integer();
        one.tenant = row.number<name_number>();
        heads_.push_back(one);
        need_name_first(sql::state_in(one.format));
      });
    });
  }
  // --- Living rows -------------------------------------------------------------------------------

  void ask_living(pg_plan& of) {
    if (!of.living.empty()) {
      rows_->ask_waiting(of.living, of.leases);
      ask_outcomes(of.living);
    }
    ask_for(reads_.jobs, of.jobs, [this](const PGresult& rows) { take_jobs(rows); });
    ask_for(reads_.findings, of.findings,
            [this, &of](const PGresult& rows) { rows_->know_findings(of.findings, rows); });
  }
  // --- The second round: the rows that those name ------------------------------------------------

  /// False if nothing is left to read.
  bool read_rows(pg_plan& of, const clock_reading& now) {
    read_names_first();
    if (of.acts_on_ids()) ask_acted(of);
    if (of.looks_for_work) {
      ask_due(of, now);
      ask_ready(of);
      if (of.has_limits && !has_configured_) ask_configured();
    }
    ask_lost(of, now);
    ask_rest_of_maintenance(of, now);
    if (of.only_submits && of.acts_on_ids()) ask_limits(of);
    if (db_->has_sent()) db_->round_trip();
    return !of.only_submits;
  }
  void ask_acted(pg_plan& of) {
    const auto key_of = [this](const job_id& id) {
      const auto found = rows_->find_job(id);
      return found ? found->key : 0;
    };
    for (const job_id& id : of.acted) {
      const std::int64_t key = key_of(id);
      if (key == 0) continue;
      of.leases.push_back(key);
      of.living.push_back(key);
      of.jobs.push_back(key);
    }
    for (const job_id& id : of.awaited)
      if (const std::int64_t key = key_of(id); key != 0) of.living.push_back(key);
    for (const job_id& id : of.judged)
      if (const std::int64_t key = key_of(id); key != 0) of.findings.push_back(key);
    // Waiting jobs that are put off or replaced, which ends them.
    for (const pg_plan::unique_of& each : of.uniques) {
      if (each.second == second_submission::skipped) continue;
      const auto found = rows_->find_unique(each.tenant, each.handler, std::string(each.value));
      if (!found) continue;
      of.living.push_back(found->job);
      if (each.second != second_submission::replaces) continue;
      of.leases.push_back(found->job);
      of.jobs.push_back(found->job);
    }
    pg_planner::sort_out(of);
    numbers letters;
    for (const replay* const each : of.replays)
      if (const std::int64_t key = key_of(each->id); key != 0) {
        letters.push_back(key);
        repeated_.push_back(key);
      }
    pg_planner::sort_and_unite(letters);
    ask_for(reads_.letters, letters, [this, letters](const PGresult& rows) {
      for (const std::int64_t each : letters) rows_->know_letter(each, false);
      each_row(rows, [this](pg_row& row) {
        const std::int64_t letter = row.integer();
        rows_->know_letter(letter, true);
        rows_->know_replayed(letter, row.integer() != 0);
      });
    });
    ask_living(of);
    if (!of.inbox.empty()) {
      pg_arrays all;
      for (const pg_type each : {pg_type::integer, pg_type::words}) all.expect(each);
      for (const pg_plan::told& each : of.inbox) {
        const std::int64_t key = key_of(each.id);
        all << key << each.event_id;
        all.end_row();
        rows_->know_inbox(key, std::string(each.event_id), {});
      }
      pg_values values;
      all.bind(values);
      ask(reads_.inbox, values, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) {
          const std::int64_t job = row.integer();
          const std::string id = row.string();
          inbox_row found;
          found.content = row.hash();
          found.state = row.string();
          rows_->know_inbox(job, id, std::move(found));
        });
      });
    }
  }
  /// Jobs whose time has come, and for each lane when the next comes.
  void ask_due(const pg_plan& of, const clock_reading& now) {
    numbers served = of.handlers;
    erase_if(served, [this](std::int64_t each) {
      return rows_->control(static_cast<name_number>(each)).paused;
    });
    if (served.empty()) return;
    pg_values values = array_of_numbers(served);
    values << due_time::by_wall(now.wall).number() << now.elapsed
           << std::uint64_t{logic::most_promoted};
    ask(reads_.due, values, [this](const PGresult& rows) { take_with_jobs(rows); });
    pg_values next = array_of_numbers(served);
    next << due_time::by_wall(now.wall).number() << now.elapsed;
    ask(reads_.upcoming, next, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        const auto handler = row.number<name_number>();
        const std::int64_t format = row.integer();
        for (int line = 0; line < 2; ++line) {
          if (row.is_null())
            row.skip();
          else
            rows_->know_next_due(handler, format, row.integer());
        }
      });
    });
  }
  void ask_ready(const pg_plan& of) {
    choose_heads(of);
    ask_ready_elsewhere(of);
    if (of.wanted != 0) ask_ready_here(of);
  }
  /// Keeps the heads that a claim of this batch may take; those whose jobs may start without a
  /// worker are kept apart.
  void choose_heads(const pg_plan& of) {
    const light_vector<head> all = std::exchange(heads_, {});
    for (const head& each : all) {
      const job_descriptor& type = *of.types[place_of(of, each.handler)];
      const queue_lane lane = rows_->lane_of(each.handler, each.format);
      if (!lane.state_is_known || lane.version > type.newest_version) continue;
      if (rows_->control(each.handler).paused) continue;
      if (type.starts_elsewhere_from(lane.state))
        elsewhere_.push_back(each);
      else if (of.suspects || !lane.suspect)
        heads_.push_back(each);
    }
  }
  /// Jobs that may start without a worker, however many workers are free. A guard may let some of
  /// them start here: there is one more than the claim can take, so that it sees what it leaves.
  void ask_ready_elsewhere(const pg_plan& of) {
    if (elsewhere_.empty()) return;
    const std::size_t share = std::max(logic::most_elsewhere / elsewhere_.size(), of.wanted + 1);
    pg_arrays all;
    for (int i = 0; i < 4; ++i) all.expect(pg_type::integer);
    for (const head& each : elsewhere_) {
      all << each.handler << each.format << each.tenant << std::uint64_t{share};
      all.end_row();
    }
    pg_values values;
    all.bind(values);
    ask(reads_.ready, values, [this](const PGresult& rows) { take_with_jobs(rows); });
  }
  /// Not more than the claim asks for, of those that it will take if it gets them; and which heads
  /// have more.
  void ask_ready_here(const pg_plan& of) {
    if (heads_.empty()) return;
    const bool is_one = heads_.size() == 1;
    pg_arrays all;
    for (int i = 0; i < (is_one ? 4 : 5); ++i) all.expect(pg_type::integer);
    for (const head& each : heads_) {
      all << each.handler << each.format << each.tenant;
      if (is_one)
        all << std::uint64_t{of.wanted};
      else
        all << std::uint64_t{place_of(of, each.handler)} << (may_be_left(of, each) ? 1 : 0);
      all.end_row();
    }
    pg_values values;
    all.bind(values);
    if (!is_one) values << std::uint64_t{of.wanted} << std::uint64_t{most_compared(of) + 1};
    ask(is_one ? reads_.ready : reads_.ready_of_many, values,
        [this](const PGresult& rows) { take_with_jobs(rows); });
    ask(is_one ? reads_.left : reads_.left_of_many, values, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        head one;
        one.handler = row.number<name_number>();
        one.format = row.integer();
        one.tenant = row.number<name_number>();
        rows_->leave_behind(one);
      });
    });
  }
  /// Because of a limit, or because only so many of them are begun.
  bool may_be_left(const pg_plan& of, const head& each) {
    return rows_->has_limits(each.handler) || sql::suspect_in(each.format) ||
           of.types[place_of(of, each.handler)]->at_most_once;
  }
  /// Of two jobs that are equally urgent the one goes first whose type was named first.
  static std::size_t place_of(const pg_plan& of, name_number handler) {
    std::size_t place = 0;
    while (place < of.handlers.size() && of.handlers[place] != handler) ++place;
    return place;
  }
  /// Rows of each head that are compared with those of the others: all that could be taken, or, of
  /// many heads, what is its tenant's due if every tenant has as much.
  [[nodiscard]] std::size_t most_compared(const pg_plan& of) const {
    constexpr std::size_t most_in_all = 1024;
    std::size_t tenants = 0;
    for (std::size_t i = 0; i < heads_.size(); ++i)  // those of one tenant stand together
      if (i == 0 || heads_[i].tenant != heads_[i - 1].tenant) ++tenants;
    const std::size_t due = (of.wanted + tenants - 1) / tenants;
    return std::min(of.wanted, std::max(due, most_in_all / heads_.size()));
  }
  // --- The third round: what hangs on those rows -------------------------------------------------

  void read_limits(pg_plan& of) {
    numbers awaited = released_;
    numbers checkpoints;
    logic::transaction<postgres_rows> tx{*rows_};
    rows_->each_living([&](const queue_row& job) {
      need_name(job.tenant);
      if (job.counted) of.looks.holders.push_back(job.key);
      if (job.has_dependents) awaited.push_back(job.key);
      if (job.has_checkpoint && of.looks_for_work && !logic::is_leased(job.at.phase))
        checkpoints.push_back(job.key);
    });
    if (of.has_limits) {
      if (of.looks_for_work) add_claimed(of, tx);
      for (const std::int64_t key : repeated_) add_repeated(of, tx, key);
    }
    for (const recheck_row& each : rechecks_) add_recheck(of, tx, each);
    of.looks.awaited = awaited;
    ask_unknown_names();
    ask_for(reads_.checkpoints, checkpoints, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        const std::int64_t job = row.integer();
        rows_->know_checkpoint(job, row.string());
      });
    });
    ask_outcomes(released_);
    if (!awaited.empty()) rows_->ask_dependents(awaited);
    ask_limits(of);
    if (db_->has_sent()) db_->round_trip();
  }
  /// Jobs that a claim may take, or that were woken: what their limits count.
  void add_claimed(pg_plan& of, logic::transaction<postgres_rows>& tx) {
    for (const job_descriptor* const type : of.types) {
      const auto limits = logic::limits_at_claim(tx, *type);
      if (limits.empty()) continue;
      const name_number handler = rows_->number_of(type->handler);
      rows_->each_living([&](const queue_row& job) {
        if (job.handler != handler || logic::is_leased(job.at.phase)) return;
        const job_row* const cold = rows_->cold_part_of(job.key);
        if (cold == nullptr) return;
        for (const logic::standing_limit& limit : limits)
          if (auto key = logic::limit_key_of(tx, *cold, limit.name, limit.key))
            of.looks.add({limit.number, *std::move(key)}, job.woken ? 1 : 0);
      });
    }
  }
  /// A dead job that is submitted again.
  void add_repeated(pg_plan& of, logic::transaction<postgres_rows>& tx, std::int64_t key) {
    const job_row* const dead = rows_->cold_part_of(key);
    if (dead == nullptr) return;
    const job_descriptor* const type = rows_->type(dead->handler);
    if (type == nullptr) return;
    for (const limit_description& limit : type->limits)
      if (limit.point == limit_point::at_submit)
        of.looks.add({logic::limit_number(tx, *type, limit),
                      logic::limit_key_of(tx, *dead, limit.name, limit.key).value_or("")},
                     0, limit.kind == limit_kind::rate);
  }
  void add_recheck(pg_plan& of, logic::transaction<postgres_rows>& tx, const recheck_row& each) {
    const bool is_declared = static_cast<bool>(tx.rows.declaration(each.limit));
    const postgres_rows::parked_keys* const keys = rows_->parked_keys_of(each.limit);
    if (keys == nullptr) return;
    std::size_t left = of.rechecked;
    for (const std::string& key : keys->first) {
      of.looks.add({each.limit, key}, is_declared ? 1 : left);
      if (left > 1) left /= 2;
    }
  }
  void ask_limits(pg_plan& of) {
    if (!of.looks.empty()) rows_->ask_limits(of.looks);
  }

  bool has_guessed_ = false;
  light_vector<head> heads_{};
  light_vector<head> elsewhere_{};  ///< those whose jobs may start without a worker
};

}  // namespace pawl::storage::detail
