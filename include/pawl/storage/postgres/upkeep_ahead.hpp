// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>

#include <pawl/storage/postgres/reads.hpp>

namespace pawl::storage::detail {

/// How a batch asks for rows, many kinds in one round; and what maintenance reads ahead: owners and
/// what they have lost, dead letters, callbacks, limits to look at again, and what is to be
/// forgotten.
class pg_upkeep_ahead {
 public:
  pg_upkeep_ahead(pg_connection& db, postgres_rows& rows)
      : db_(&db), rows_(&rows), planner_(rows, db.schema()), reads_(db) {}
  pg_upkeep_ahead(const pg_upkeep_ahead&) = delete;
  pg_upkeep_ahead& operator=(const pg_upkeep_ahead&) = delete;

  /// Which start of the machine this is.
  std::string boot_id{};

 protected:
  using numbers = pg_plan::numbers;

  ~pg_upkeep_ahead() = default;

  void forget() {
    for (numbers* const each :
         {&enrolled_, &holding_, &lost_, &released_, &repeated_, &rechecked_, &unknown_})
      each->clear();
    rechecks_.clear();
    finished_.clear();
    has_configured_ = false;
    names_come_first_ = false;
  }

  // --- Asking ------------------------------------------------------------------------------------

  /// What the readers refer to is there until the round trip.
  void ask(pg_statement& what, const pg_values& values, pg_reader read = {}) {
    db_->send(what, values, std::move(read));
  }
  void ask_for(pg_statement& what, const numbers& of, pg_reader read) {
    if (!of.empty()) ask(what, array_of_numbers(of), std::move(read));
  }
  template <class See>
  static void each_row(const PGresult& rows, See see) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      see(row);
    }
  }

  void take_names(const PGresult& rows) {
    each_row(rows, [this](pg_row& row) {
      const auto number = row.number<name_number>();
      rows_->know_name(row.view(), number);
    });
  }
  void ask_unknown_names() {
    ask_for(reads_.names_of, unknown_, [this](const PGresult& rows) { take_names(rows); });
    unknown_.clear();
  }
  /// For those without which the next round cannot be sent.
  void read_names_first() {
    ask_unknown_names();
    if (std::exchange(names_come_first_, false)) db_->round_trip();
  }
  /// The next round asks for it.
  void need_name(name_number number) {
    if (!rows_->knows(number) && !contains(unknown_, std::int64_t{number}))
      unknown_.push_back(number);
  }
  /// What the next round asks for depends on it. A name is new to a process once: this costs a
  /// round trip then, and none later.
  void need_name_first(name_number number) {
    need_name(number);
    names_come_first_ = names_come_first_ || !rows_->knows(number);
  }
  void ask_outcomes(const numbers& of) {
    ask_for(reads_.outcomes, of, [this, of](const PGresult& rows) {
      for (const std::int64_t each : of) rows_->know_outcome(each, {});
      each_row(rows, [this](pg_row& row) {
        outcome_row end = read_outcome(row);
        const std::int64_t key = end.key;
        rows_->know_outcome(key, std::move(end));
      });
    });
  }
  void take_jobs(const PGresult& rows) {
    each_row(rows, [this](pg_row& row) { rows_->know_job(read_job(row, sql::part::all)); });
  }
  void take_with_jobs(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) rows_->take_with_job(rows, i);
  }

  // --- Limits ------------------------------------------------------------------------------------

  void ask_configured() {
    rows_->ask_configured();
    has_configured_ = true;
  }
  void ask_declarations(const numbers& limits) {
    ask_for(reads_.declarations, limits, [this, &limits](const PGresult& rows) {
      for (const std::int64_t each : limits)
        rows_->know_declaration(static_cast<name_number>(each), {});
      each_row(rows, [this](pg_row& row) {
        const declared_limit found = postgres_rows::read_declared(row);
        rows_->know_declaration(found.limit, found);
      });
    });
  }
  void ask_declared_by(const numbers& owners) {
    ask_for(reads_.declared_by, owners, [this, owners](const PGresult& rows) {
      for (const std::int64_t owner : owners) {
        light_vector<name_number> found;
        each_row(rows, [&](pg_row& row) {
          if (row.integer() == owner) found.push_back(row.number<name_number>());
        });
        rows_->know_declared_by(owner, std::move(found));
      }
    });
  }

  // --- Owners, and what is worked off by any process --------------------------------------------

  void ask_owners(pg_plan& of) {
    const auto take = [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        owner_row found;
        found.owner = row.integer();
        found.seen_at = row.integer();
        found.boot_id = row.string();
        found.label = row.string();
        found.ended = row.string();
        const owner_number number = found.owner;
        rows_->know_owner(number, std::move(found));
      });
    };
    for (const numbers* const each : {&of.owners, &of.leaving})
      for (const std::int64_t number : *each) rows_->know_owner(number, {});
    ask_for(reads_.owners, of.owners, take);
    ask_for(reads_.leaving, of.leaving, take);
    ask_declared_by(of.leaving);
    if (of.reaped != 0) {
      ask(reads_.all_owners, {}, [this, take](const PGresult& rows) {
        take(rows);
        each_row(rows, [this](pg_row& row) { enrolled_.push_back(row.integer()); });
      });
      ask(reads_.holding, {}, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) { holding_.push_back(row.integer()); });
      });
    }
    // What others have told is read as it is.
    if (of.reaped == 0 && of.hears) {
      ask(reads_.all_owners, {}, [this, take](const PGresult& rows) {
        take(rows);
        numbers all;
        each_row(rows, [&all](pg_row& row) { all.push_back(row.integer()); });
        rows_->know_all_owners(std::move(all));
      });
    }
    if (of.enrolled != 0) {
      pg_values count;
      count << std::uint64_t{of.enrolled};
      ask(reads_.new_owners, count, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) { rows_->reserve_owner(row.integer()); });
      });
    }
    ask_for(reads_.leased_by, of.beating,
            [this, &of](const PGresult& rows) { rows_->know_leased(of.beating, rows); });
  }
  void ask_maintenance(pg_plan& of) {
    if (of.released != 0) {
      pg_values most;
      most << std::uint64_t{of.released + 1};
      ask(reads_.releases, most, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) {
          released_.push_back(row.integer());
          rows_->know_release(released_.back());
        });
      });
    }
    if (of.rechecked != 0)
      ask(reads_.rechecks, {}, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) {
          recheck_row one;
          one.limit = row.number<name_number>();
          if (!row.is_null()) one.after = row.string();
          rechecks_.push_back(one);
          rows_->know_recheck(std::move(one));
        });
      });
    if (of.pruned != 0)
      ask(reads_.finished, {}, [this](const PGresult& rows) {
        each_row(rows, [this](pg_row& row) {
          const std::int64_t at = row.integer();
          // No type has such a number: those who wrote it know how long to keep it.
          if (!std::in_range<name_number>(at)) return;
          finished_.push_back(static_cast<name_number>(at));
          need_name_first(finished_.back());
        });
        rows_->know_finished(finished_);
      });
    for (const pg_plan::letters& each : of.dead) {
      if (each.are_due) continue;
      pg_values values;
      values << each.handler << std::uint64_t{each.limit} << each.tenant;
      ask_letters(reads_.fresh_letters, values, each);
    }
  }
  void ask_letters(pg_statement& what, const pg_values& values, const pg_plan::letters& of) {
    ask(what, values, [this, &of](const PGresult& rows) {
      light_vector<std::int64_t> found;
      each_row(rows, [&](pg_row& row) {
        job_row job = read_job(row, sql::part::all);
        found.push_back(job.key);
        repeated_.push_back(job.key);
        need_name(job.tenant);
        rows_->know_job(std::move(job));
      });
      rows_->know_letters(of.are_due ? "due" : "fresh", of.tenant, of.handler, of.limit,
                          std::move(found));
    });
  }

  /// What owners have lost is locked, unless another process takes it away already.
  void ask_lost(const pg_plan& of, const clock_reading& now) {
    for (const std::int64_t number : of.beating) {
      const auto owner = rows_->owner(number);
      const bool leaves = contains(of.leaving, number);
      for (const queue_row& job : rows_->leased(number))
        if (leaves || is_lost(owner, job.lease_ms, now)) lost_.push_back(job.key);
    }
    if (!lost_.empty()) {
      pg_planner::sort_and_unite(lost_);
      rows_->ask_living(lost_, postgres_rows::locking::skips);
      ask_for(reads_.jobs, lost_, [this](const PGresult& rows) {
        rows_->leave_to_others(lost_);  // those of which no living row has come by now
        take_jobs(rows);
      });
    }
    if (of.reaped == 0) return;
    numbers all = holding_;
    numbers silent;
    for (const std::int64_t number : enrolled_) {
      all.push_back(number);
      if (is_lost(rows_->owner(number), owner_silence, now)) silent.push_back(number);
    }
    pg_planner::sort_and_unite(all);
    for (const std::int64_t number : holding_)
      if (!contains(enrolled_, number)) rows_->know_owner(number, {});
    rows_->know_all_owners(all);
    rows_->know_none_leased(all);
    pg_values values = array_of_numbers(all);
    values << boot_id << now.elapsed << std::uint64_t{of.reaped + 1};
    ask(reads_.lost, values, [this](const PGresult& rows) { take_with_jobs(rows); });
    // Who comes back after all is not forgotten.
    ask_for(reads_.silent, silent, [this, silent, now](const PGresult& rows) {
      numbers ours;
      each_row(rows, [&](pg_row& row) { ours.push_back(row.integer()); });
      for (const std::int64_t number : silent)
        if (!contains(ours, number)) rows_->bring_back(number, now.elapsed, boot_id);
    });
    ask_declared_by(silent);
    ask_for(reads_.leased_by, silent, [this, silent, now](const PGresult& rows) {
      rows_->know_leased(silent, rows);
      numbers left;
      for (const std::int64_t number : silent)
        for (const queue_row& job : rows_->leased(number))
          if (is_lost(rows_->owner(number), job.lease_ms, now)) left.push_back(job.key);
      rows_->leave_to_others(left);
    });
  }
  bool is_lost(const maybe<owner_row>& owner, std::int64_t lease_ms, const clock_reading& now) {
    return !owner || owner->boot_id != boot_id || now.elapsed > owner->seen_at + lease_ms;
  }
  void ask_rest_of_maintenance(pg_plan& of, const clock_reading& now) {
    for (const pg_plan::letters& each : of.dead) {
      if (!each.are_due) continue;
      pg_values values;
      values << each.handler << std::uint64_t{each.limit}
             << now.elapsed - std::max<std::int64_t>(each.after, 0);
      ask_letters(reads_.due_letters, values, each);
    }
    ask_callbacks(of, now);
    ask_rechecks(of);
    ask_prunable(of, now);
  }
  void ask_callbacks(const pg_plan& of, const clock_reading& now) {
    if (of.called.empty()) return;
    pg_arrays types;
    for (int i = 0; i < 4; ++i) types.expect(pg_type::integer);
    for (const pg_plan::callbacks_of& each : of.called) {
      types << each.handler << each.lease_ms << std::int64_t{each.newest_version} << each.taker;
      types.end_row();
    }
    pg_values values;
    types.bind(values);
    values << boot_id << now.elapsed << std::uint64_t{of.called_limit};
    ask(reads_.callbacks_to_take, values, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        const callback_row found = read_callback(row);
        rows_->know_callback(found.job, found);
        rows_->know_outcome(found.job, {});
        const bool has_ended = !row.is_null();
        outcome_row end = read_outcome(row);
        if (!has_ended) return;
        rows_->know_outcome(found.job, std::move(end));
        rows_->know_job(read_job(row, sql::part::all));
      });
    });
  }
  void ask_rechecks(pg_plan& of) {
    for (const std::int64_t limit : of.rechecked_limits) {
      erase_if(rechecks_, [limit](const recheck_row& each) { return each.limit == limit; });
      rechecks_.push_back({static_cast<name_number>(limit), {}});
    }
    if (rechecks_.empty()) return;
    pg_arrays all;
    for (const pg_type each : {pg_type::integer, pg_type::words}) all.expect(each);
    for (const recheck_row& each : rechecks_) {
      all << each.limit << each.after;
      all.end_row();
      rechecked_.push_back(each.limit);
    }
    pg_values values;
    all.bind(values);
    const std::size_t most = of.rechecked + 1;
    values << std::uint64_t{most};
    ask(reads_.parked_keys, values, [this, most](const PGresult& rows) {
      for (const recheck_row& each : rechecks_) {
        postgres_rows::parked_keys found;
        each_row(rows, [&](pg_row& row) {
          if (row.integer() == each.limit) found.first.push_back(row.string());
        });
        found.are_all = found.first.size() < most;
        rows_->know_parked_keys(each.limit, std::move(found));
      }
    });
    ask_declarations(rechecked_);
  }
  void ask_prunable(const pg_plan& of, const clock_reading& now) {
    if (of.pruned == 0) return;
    numbers known;
    numbers counted;
    pg_arrays kept;
    kept.expect(pg_type::integer);
    kept.expect(pg_type::integer);
    for (const name_number handler : finished_) {
      const job_descriptor* const type = rows_->type(handler);
      if (type == nullptr) continue;
      known.push_back(handler);
      if (type->keep_at_most == 0) continue;
      counted.push_back(handler);
      kept << handler << std::int64_t{type->keep_at_most};
      kept.end_row();
    }
    if (known.empty()) return;
    pg_values values = array_of_numbers(known);
    values << now.elapsed << std::uint64_t{of.pruned};
    ask(reads_.over, values, [this](const PGresult& rows) { take_ended(rows, true); });
    if (counted.empty()) return;
    ask_for(reads_.counts, counted, [this](const PGresult& rows) {
      each_row(rows, [this](pg_row& row) {
        const auto handler = row.number<name_number>();
        rows_->know_finished_count(handler, row.integer());
      });
    });
    pg_values most;
    kept.bind(most);
    most << std::uint64_t{2 * of.pruned};
    ask(reads_.oldest, most, [this](const PGresult& rows) { take_ended(rows, false); });
  }
  void take_ended(const PGresult& rows, bool are_over) {
    each_row(rows, [&](pg_row& row) {
      postgres_rows::ended_job one;
      one.end = read_outcome(row);
      (are_over ? one.is_over : one.is_oldest) = true;
      one.is_dead_letter = row.integer() != 0;
      if (row.is_null())
        row.skip();
      else
        one.key_made_at = row.integer();
      light_vector<std::int64_t> waiting;
      if (row.is_null())
        row.skip();
      else
        waiting.push_back(row.integer());
      if (row.integer() == 0) rows_->know_callback(one.end.key, {});
      rows_->know_dependents(one.end.key, std::move(waiting));
      rows_->know_ended(std::move(one));
    });
  }

  pg_connection* db_;
  postgres_rows* rows_;
  pg_planner planner_;
  pg_reads reads_;
  // Of the batch that is being read.
  numbers released_{};
  numbers repeated_{};
  light_vector<recheck_row> rechecks_{};
  bool has_configured_ = false;

 private:
  numbers enrolled_{};
  numbers holding_{};
  numbers lost_{};
  numbers rechecked_{};
  numbers unknown_{};
  bool names_come_first_ = false;  ///< the next round cannot be sent without the unknown ones
  light_vector<name_number> finished_{};
};

}  // namespace pawl::storage::detail
