// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <pawl/detail/light_map.hpp>
#include <pawl/storage/postgres/upkeep_rows.hpp>

namespace pawl::storage::detail {

/// The rows of the jobs themselves, as one batch sees them: what was read ahead for it, what it has
/// changed, and for all else the database itself.
///
/// Every living row that is changed is locked first; what was read ahead is locked in the order of
/// its key, so that two batches never wait for each other.
class postgres_job_rows : public postgres_upkeep_rows {
 public:
  postgres_job_rows(pg_connection* db, const known_types& known) : postgres_upkeep_rows(db, known) {
    describe_held();
  }

  /// Writes what was held back. Before a transaction is committed, and before a statement that
  /// could miss it.
  void write_held() override {
    if (numbers_later_) {
      hold_changes();
      for (pg_held_rows* const each : {&jobs_, &queue_, &events_}) each->write_numbered(db());
      return;
    }
    jobs_.write(db());
    write_queue();
    outcomes_.write(db());
    events_.write(db());
    write_upkeep();
  }
  void keep_uncommitted() {
    guesses_ = false;
    keep_new_names();
    forget_foreseen_limits();
    foreseen_living_.clear();
  }

  // Jobs.
  maybe<found_job> find_job(const job_id& id) {
    const std::string_view bytes(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size());
    if (const maybe<found_job>* const known = ids_.find(bytes)) return *known;
    ++unforeseen_;
    maybe<found_job> found = sql_rows::find_job(id);
    ids_.put(bytes, found);
    return found;
  }
  std::int64_t insert_job(job_row&& job) {
    job.key = next_key();
    sql::jobs_list::visit(std::as_const(job), row_binder(jobs_.rows(), sql::part::all));
    jobs_.rows().end_row();
    const std::string_view bytes(reinterpret_cast<const char*>(job.id.bytes.data()),
                                 job.id.bytes.size());
    ids_.put(bytes, found_job{job.key, job.tenant});
    const std::int64_t key = job.key;
    if (keeps_new_jobs_) cold_.put(key, std::move(job));
    return key;
  }
  const job_row& job(std::int64_t key) {
    if (const job_row* const known = cold_.find(key)) return *known;
    ++unforeseen_;
    return cold_.put(key, sql_rows::job(key));
  }
  const job_row& claim_part(std::int64_t key) { return job(key); }
  job_id id_of(std::int64_t key) {
    const job_id* const known = ids_of_.find(key);
    return known != nullptr ? *known : job(key).id;
  }

  // The queue.
  bool queued(std::int64_t key, queue_row& out) {
    const living* const found = find_living(key);
    if (!found->is_there) return false;
    out = found->row;
    return true;
  }
  void insert_queued(const queue_row& job) {
    remember(job, false).change = change::inserted;
    counts().came(job);
  }
  void update_queued(const queue_row&, const queue_row& after) {
    living& of = *find_living(after.key);
    counts().went(of.row);
    counts().came(after);
    of.row = after;
    if (of.change != change::inserted) of.change = change::changed;
    if (is_guarded()) write_queue();
  }
  void touch_queued(const queue_row& before, const queue_row& after) {
    if (after.cancel_reason != before.cancel_reason)
      put_detail(after.key, detail_kind::cancel_reason, {}, 1, after.cancel_reason);
    if (after.cancel_actor != before.cancel_actor)
      put_detail(after.key, detail_kind::cancel_actor, {}, 1, after.cancel_actor);
    living& of = *find_living(after.key);
    of.row = after;
    if (of.change == change::none) of.change = change::touched;
  }
  /// The first of two steps that are written together: the guard sees each of them.
  void pass_through(const queue_row& job, const job_descriptor& of, state_number state) {
    if (!is_guarded()) return;
    run(query::pass_through, of.name_of(state), job.key);
  }
  void delete_queued(const queue_row& job) {
    living& of = *find_living(job.key);
    of.is_there = false;
    of.change = of.change == change::inserted ? change::none : change::removed;
    counts().went(of.row);
    if (!is_guarded()) return;
    outcomes_.write(db());
    write_queue();
  }
  bool outcome(std::int64_t key, outcome_row& out) {
    const maybe<outcome_row>* known = ended_.find(key);
    if (known == nullptr) {
      ++unforeseen_;
      outcome_row read;
      known = &ended_.put(key, sql_rows::outcome(key, read) ? maybe<outcome_row>(std::move(read))
                                                            : maybe<outcome_row>());
    }
    if (!*known) return false;
    out = **known;
    return true;
  }
  void insert_outcome(outcome_row&& end) {
    sql::outcomes_list::visit(std::as_const(end),
                              row_binder(outcomes_.rows(), sql::part::inserted));
    outcomes_.rows().end_row();
    const std::int64_t key = end.key;
    ended_.put(key, std::move(end));
  }
  /// Other operations of the batch, and what they end, may have brought callbacks here that this
  /// process cannot read.
  light_vector<callback_row> due_callbacks(name_number handler, std::int64_t now,
                                           unsigned newest_version, std::size_t limit) {
    return first_due_callbacks(handler, now, limit, [&](const callback_row& each) {
      return job(each.job).payload_version <= newest_version;
    });
  }
  std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number, bool retryable) {
    if (const failure* const known = failures_.find(key); known && known->event == number) {
      std::optional<failure_info> found = known->why;
      found->retryable = retryable;
      return found;
    }
    ++unforeseen_;
    return sql_rows::failure_of(key, number, retryable);
  }
  void insert_event(const event_row& event) {
    if (!event.error.empty()) {
      failure& told = failures_.put(event.job, {});
      told.event = event.number;
      told.why = {.code = std::string(event.error),
                  .message = std::string(event.message),
                  .detail = std::string(event.detail),
                  .state = std::string(std::string_view(event.from)),
                  .retryable = false};
    }
    expect_number_left(++last_event_, "events");
    sql::events_list::visit(event, row_binder(events_.rows(), sql::part::inserted));
    events_.rows().end_row();
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  /// What happens where another batch has locked a row.
  enum class locking : unsigned char { waits, fails, skips };

  /// The number of a lock on an idempotency key, which may not be there yet.
  static std::int64_t lock_on_key(std::string_view schema, name_number tenant, name_number handler,
                                  std::string_view key) {
    std::string all(schema);
    for (const name_number each : {tenant, handler}) all += '/' + std::to_string(each);
    all += '/';
    all += key;
    const sha256_digest hash = sha256_of(text(all));
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < 8; ++i) out = out << 8 | hash.bytes[i];
    return static_cast<std::int64_t>(out);
  }
  /// What the last run of this batch would have had to lock at its beginning.
  [[nodiscard]] const light_vector<std::int64_t>& foreseen_living() const {
    return foreseen_living_;
  }
  /// Names that the batch will ask for and that this connection does not know.
  using postgres_upkeep_rows::know_name;
  using postgres_upkeep_rows::knows;

  /// Reads living rows, and locks them, in the order of their keys.
  void read_living(light_vector<std::int64_t> keys, locking how) {
    erase_if(keys, [this](std::int64_t key) { return living_.find(key) != nullptr; });
    if (keys.empty()) return;
    ask_living(keys, how);
    db().round_trip();
  }
  /// Sends what locks and reads them.
  void ask_living(const light_vector<std::int64_t>& keys, locking how) {
    const pg_values values = array_of_numbers(keys);
    db().send(how == locking::fails ? lock_failing_ : lock_skipping_, values,
              [this](const PGresult& rows) { take_locked(rows); });
    db().send(read_, values,
              [this, keys, how](const PGresult& rows) { take_living(keys, how, rows); });
  }
  /// The same, where it waits for them. Those that may end are locked with the first of those who
  /// wait for them, which the same batch may let go.
  void ask_waiting(const light_vector<std::int64_t>& keys,
                   const light_vector<std::int64_t>& ending) {
    pg_values values = array_of_numbers(keys);
    add_numbers(values, ending);
    db().send(lock_waiting_, values);
    db().send(read_, array_of_numbers(keys),
              [this, keys](const PGresult& rows) { take_living(keys, locking::waits, rows); });
  }
  void know_living(pg_row& row) override {
    const queue_row job = read_living_row(row);
    if (living_.find(job.key) == nullptr) remember(job, true);
    if (!row.is_null() && cold_.find(job.key) == nullptr) know_job(read_job(row, sql::part::all));
  }
  void know_id_of(std::int64_t key, const job_id& id) override { ids_of_.put(key, id); }
  /// What an owner has lost and this batch has not got: another process takes it away.
  void leave_to_others(const light_vector<std::int64_t>& keys) {
    for (const std::int64_t key : keys)
      if (living_.find(key) == nullptr) living_.add(key).is_there = false;
  }
  /// Calls `see` with each living row that is known.
  template <class See>
  void each_living(See see) {
    for (const std::int64_t key : order_)
      if (const living& each = *living_.find(key); each.is_there) see(each.row);
  }
  [[nodiscard]] const job_row* cold_part_of(std::int64_t key) const { return cold_.find(key); }
  /// Jobs that are submitted, or become ready, may be claimed by the same batch.
  void keep_new_jobs(bool claims) {
    keeps_new_jobs_ = true;
    wants_jobs_ = claims;
  }
  void know_id(const job_id& id, maybe<found_job> found) {
    ids_.put({reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()}, found);
  }
  void know_job(job_row&& job) {
    const std::int64_t key = job.key;
    cold_.put(key, std::move(job));
  }
  void know_outcome(std::int64_t key, maybe<outcome_row> end) { ended_.put(key, std::move(end)); }
  [[nodiscard]] bool knows_outcome(std::int64_t key) const { return ended_.find(key) != nullptr; }
  /// Jobs of a batch that only makes new ones are numbered by the statements that write them. True
  /// if that can be tried: it was not what has failed just now.
  bool guess_numbers() {
    if (guesses_ || is_guarded()) return guesses_ = false;
    numbers_later_ = guesses_ = true;
    last_key_ = 0;
    return true;
  }
  /// The number before the first that this transaction gives to a job.
  void know_last_key(std::int64_t key) { last_key_ = key; }
  /// The same of events, where a transaction of the caller's may have given some already.
  void know_last_event(std::int64_t number) { last_event_ = number; }
  /// A row of a statement that begins with the columns of `living_columns` and ends with those of
  /// the job.
  void take_with_job(const PGresult& from, int at) {
    pg_row row(&from, at);
    const queue_row job = read_living_row(row);
    if (living_.find(job.key) == nullptr) remember(job, true);
    know_job(read_job(row, sql::part::all));
  }
  /// Selects the last number that the transaction has given in this column, or the number before
  /// the first that it may give. Transactions with later numbers may have committed meanwhile: what
  /// they have written is not looked at, or two transactions that see the same of it would go on
  /// from there with the same numbers.
  static std::string last_number(const std::string& table, const std::string& column) {
    return "SELECT coalesce((SELECT t." + column + " FROM " + table + " AS t WHERE t." + column +
           " > n.base AND t." + column + " < n.base + " + std::to_string(numbers_of_a_transaction) +
           " ORDER BY t." + column +
           " DESC LIMIT 1), n.base) FROM (SELECT {numbers begin} AS base) AS n";
  }
  /// Living rows of a table with the columns of the queue, and all of their jobs.
  static std::string select_with_job(const std::string& from) {
    return "SELECT " + std::string(std::string_view(living_columns)) + ", {j.jobs} FROM " + from +
           " AS q JOIN pawl_jobs AS j ON j.key = q.key";
  }

 protected:
  ~postgres_job_rows() = default;

  void forget_rows() {
    forget_upkeep();
    living_.clear();
    order_.clear();
    ids_.clear();
    ids_of_.clear();
    cold_.clear();
    ended_.clear();
    failures_.clear();
    last_key_.reset();
    last_event_ = 0;
    keeps_new_jobs_ = false;
    numbers_later_ = false;
    for (pg_held_rows* const each :
         {&jobs_, &queue_, &changes_, &touches_, &removals_, &outcomes_, &events_})
      each->drop();
  }

  struct living {
    queue_row row{};
    std::int64_t format = 0;
    std::uint64_t stored_fence = 0;  ///< that the row in the database has
    enum change change = change::none;
    bool is_there = true;
  };
  struct failure {
    std::uint64_t event = 0;
    failure_info why{};
  };

  living& remember(const queue_row& job, bool is_stored) {
    living* of = living_.find(job.key);
    if (of == nullptr) {
      of = &living_.add(job.key);
      order_.push_back(job.key);
    }
    of->row = job;
    of->is_there = true;
    if (is_stored) of->stored_fence = job.fence;
    set_format(*of);
    return *of;
  }
  living* find_living(std::int64_t key) {
    living* found = living_.find(key);
    if (found == nullptr) {
      ++unforeseen_;
      try {
        read_living({key}, locking::fails);
      } catch (const pg_conflict&) {
        foreseen_living_.push_back(key);
        throw;
      }
      found = living_.find(key);
    }
    return found;
  }
  queue_row read_living_row(pg_row& row) {
    queue_row job = read_queued(row);
    if (job.error_event != 0) {
      failure& told = failures_.put(job.key, {});
      told.event = job.error_event;
      told.why = read_error(row, job.at.retryable);
      job.error_code = std::string_view(told.why.code);
    } else {
      row.skip(error_columns);
    }
    if (job.cancel_requested) {
      job.cancel_reason = row.view();
      job.cancel_actor = row.view();
    } else {
      row.skip(2);
    }
    return job;
  }
  /// The lane is that of the row as it stands now; states that are not known here have none.
  void set_format(living& of) {
    const job_descriptor* const known =
        of.row.stored != nullptr ? of.row.stored : type(of.row.handler);
    of.format = known == nullptr ? 0 : format_of(of.row, *known);
  }
  std::int64_t next_key() {
    if (!last_key_) {
      ++unforeseen_;
      pg_execution row(db(), numbers_);
      row.next();
      last_key_ = row.integer();
    }
    expect_number_left(++*last_key_, "jobs");
    return *last_key_;
  }
  /// The first number that a transaction may not give is where those of the next one begin.
  static void expect_number_left(std::int64_t number, const char* of_what) {
    if (number % numbers_of_a_transaction != 0) return;
    throw store_failure{
        {errc::invalid,
         "a transaction makes at most " + std::to_string(numbers_of_a_transaction - 1) + ' ' +
             of_what + "; commit it, and go on in another one",
         {},
         {}},
        false};
  }

  void hold_changes() {
    for (const std::int64_t key : order_) {
      living& of = *living_.find(key);
      if (of.change == change::none) continue;
      hold(of);
      of.stored_fence = of.row.fence;
      of.change = change::none;
    }
  }
  void take_locked(const PGresult& rows) {
    locked_.clear();
    for (int i = 0; i < PQntuples(&rows); ++i) locked_.push_back(pg_row(&rows, i).integer());
  }
  /// Behind `take_locked`, whose statement was sent just before.
  void take_living(const light_vector<std::int64_t>& keys, locking how, const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      const queue_row job = read_living_row(row);
      if (how != locking::skips || contains(locked_, job.key)) remember(job, true);
    }
    // What another batch holds is not there for one that skips it; else it is known to have ended.
    if (how == locking::skips) return;
    for (const std::int64_t key : keys)
      if (living_.find(key) == nullptr) living_.add(key).is_there = false;
  }

  void write_queue() {
    hold_changes();
    queue_.write(db());
    for (pg_held_rows* const each : {&changes_, &touches_, &removals_})
      each->write(db(), static_cast<std::int64_t>(each->rows().rows()));
  }
  void hold(const living& of) {
    const queue_row& job = of.row;
    if (of.change == change::removed) {
      removals_.rows() << job.key << of.stored_fence;
      removals_.rows().end_row();
      return;
    }
    const job_descriptor* const known = job.stored != nullptr ? job.stored : type(job.handler);
    if (of.change == change::inserted) {
      sql::queue_list::visit(
          job, row_binder(queue_.rows(), sql::part::inserted, known, format_of(job, *known)));
      queue_.rows().end_row();
      return;
    }
    const bool all = of.change == change::changed;
    pg_held_rows& to = all ? changes_ : touches_;
    to.rows() << job.key << of.stored_fence;
    sql::queue_list::visit(
        job, row_binder(to.rows(), all ? sql::part::changing : sql::part::reported, known,
                        all ? format_of(job, *known) : 0));
    to.rows().end_row();
  }

  // --- The statements ----------------------------------------------------------------------------

  /// How far the numbers of two transactions are apart: see `many_writers`.
  static constexpr std::int64_t numbers_of_a_transaction = 1 << 20;

  void describe_changes(pg_held_rows& to, sql::part which) {
    to.add_column(sql::column_type::integer);
    to.add_column(sql::column_type::integer);
    std::string sets;
    std::string format;
    std::string phase;
    int at = 2;
    for (const sql::column& each : sql::detail::columns_of<sql::queue_list>()) {
      if (!each.is_in(which)) continue;
      to.add_column(each.type);
      if (!sets.empty()) sets += ", ";
      const std::string value = "u.c" + std::to_string(++at);
      sets += std::string(std::string_view(each.name)) + " = ";
      // What is leased is in no lane: there, nothing is changed that an index knows.
      if (each.name == text("format")) format = value;
      if (each.name == text("phase")) phase = value;
      sets += each.name == text("format") ? "@" : value;
    }
    if (const std::size_t hole = sets.find('@'); hole != std::string::npos)
      sets.replace(hole, 1,
                   sql::compose("CASE WHEN " + phase +
                                " IN ({phase.held}, {phase.running}) THEN q.format ELSE " + format +
                                " END"));
    to.set_statement(
        db().qualified(exactly("UPDATE pawl_queue AS q SET " + sets + " FROM " + to.as_u() +
                                   " WHERE q.key = u.c1 AND q.fence = u.c2",
                               to.columns() + 1)));
  }
  void describe_held() {
    jobs_.inserts(db(), "pawl_jobs");
    queue_.inserts(db(), "pawl_queue", sql::part::inserted);
    outcomes_.inserts(db(), "pawl_outcomes", sql::part::inserted);
    describe_changes(changes_, sql::part::changing);
    describe_changes(touches_, sql::part::reported);
    removals_.add_column(sql::column_type::integer);
    removals_.add_column(sql::column_type::integer);
    removals_.set_statement(
        db().qualified(exactly("DELETE FROM pawl_queue AS q USING " + removals_.as_u() +
                                   " WHERE q.key = u.c1 AND q.fence = u.c2",
                               3)));
    // A number is that of the transaction and a place in it: see `many_writers`.
    events_.inserts(db(), "pawl_events", sql::part::inserted);
    events_.set_statement(db().qualified(sql::compose(
        "INSERT INTO pawl_events (feed, {events:inserted}) OVERRIDING SYSTEM VALUE SELECT (" +
        last_number("pawl_events", "feed") + ") + u.place, " + events_.column_names() + " FROM " +
        events_.numbered_as_u())));
    numbers_.sql = db().qualified(sql::compose(last_number("pawl_jobs", "key")));
    jobs_.adds_numbers(db(), "pawl_jobs", "key", sql::part::all);
    queue_.adds_numbers(db(), "pawl_queue", "key", sql::part::inserted);
    events_.adds_numbers(db(), "pawl_events", "job", sql::part::inserted, "feed, ",
                         "n.base + u.place, ", events_.numbered_as_u());

    const std::string lock =
        "SELECT key FROM pawl_queue WHERE key = ANY($1) ORDER BY key FOR UPDATE";
    // With those who wait for one of them, which the same batch may let go.
    lock_waiting_.sql = db().qualified(
        "SELECT key FROM pawl_queue WHERE key = ANY(ARRAY(SELECT unnest($1) UNION SELECT d.job "
        "FROM unnest($2) AS a(awaited), LATERAL (SELECT w.job FROM pawl_dependencies AS w WHERE "
        "w.awaited = a.awaited ORDER BY w.job LIMIT 100) AS d)) ORDER BY key FOR UPDATE");
    lock_failing_.sql = db().qualified(lock + " NOWAIT");
    lock_skipping_.sql = db().qualified(lock + " SKIP LOCKED");
    const auto select_living = [&](const std::string& where) {
      return db().qualified(sql::compose("SELECT " + std::string(std::string_view(living_columns)) +
                                         " FROM pawl_queue AS q WHERE " + where));
    };
    read_.sql = select_living("q.key = ANY($1)");
  }

  light_vector<std::int64_t> foreseen_living_{};  ///< kept from one run of a batch to the next
  pawl::detail::light_map<std::int64_t, living> living_{};
  light_vector<std::int64_t> order_{};  ///< of the living, as they came

 private:
  pawl::detail::light_map<std::string, maybe<found_job>> ids_{};
  pawl::detail::light_map<std::int64_t, job_row> cold_{};
  pawl::detail::light_map<std::int64_t, maybe<outcome_row>> ended_{};
  pawl::detail::light_map<std::int64_t, job_id> ids_of_{};
  pawl::detail::light_map<std::int64_t, failure> failures_{};  ///< the last of each job
  light_vector<std::int64_t> locked_{};  ///< rows that the last such statement has locked
  maybe<std::int64_t> last_key_{};
  std::int64_t last_event_ = 0;  ///< from where the numbers of the transaction begin, or 0
  bool keeps_new_jobs_ = false;
  bool numbers_later_ = false;
  bool guesses_ = false;  ///< kept from one run of a batch to the next

  pg_held_rows jobs_{};
  pg_held_rows queue_{};
  pg_held_rows changes_{};
  pg_held_rows touches_{};
  pg_held_rows removals_{};
  pg_held_rows outcomes_{};
  pg_held_rows events_{};
  pg_statement lock_waiting_{};
  pg_statement lock_failing_{};
  pg_statement lock_skipping_{};
  pg_statement read_{};
  pg_statement numbers_{};
};

}  // namespace pawl::storage::detail
