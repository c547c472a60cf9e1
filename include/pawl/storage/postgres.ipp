// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <mutex>
#include <shared_mutex>

#include <pawl/detail/process_mark.hpp>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/callers.hpp>
#include <pawl/storage/postgres/commit_mark.hpp>
#include <pawl/storage/postgres/open.hpp>
#include <pawl/storage/postgres/pool.hpp>
#include <pawl/storage/postgres/read_ahead.hpp>
#include <pawl/storage/postgres/row_security.hpp>
#include <pawl/storage/sql/reader.hpp>
#include <pawl/storage/sqlite/commit_queue.hpp>

namespace pawl::storage::detail {

/// What only reads: every statement is a round of its own, and nothing is held back.
class postgres_reading_session : public sql_names<pg_statements> {
 public:
  using sql_names::sql_names;

  pg_execution use(query name) { return sql().use(name); }
  template <class... Values>
  void run(query name, const Values&... values) {
    pg_execution row = use(name);
    (row << ... << values);
    row.run();
  }
  static bool is_new(const job_id&) { return false; }
};

/// The store in PostgreSQL itself.
class postgres_store final : public postgres_backend {
 public:
  postgres_store(const std::string& dsn, const postgres_options& options,
                 std::optional<any_clock> clock, std::unique_ptr<transport::channel> transport)
      : dsn_(dsn),
        options_(options),
        clock_(std::move(clock)),
        writer_(dsn, options, &latest_),
        mark_(writer_),
        rows_(&writer_, known_),
        ahead_(writer_, rows_),
        commits_(options.largest_commit),
        probe_(dsn, options, &latest_),
        transport_(std::move(transport)),
        readers_(new pg_pool<reading_connection>(options.readers)) {
    known_.guarded = options.guarded;
    if (clock_)
      ahead_.given_time = [this] { return given_time(); };
    else
      ahead_.guessed_time = [this] { return guessed_time(); };
    writer_.open();
    warnings_ = check_server(writer_);
    migrate(writer_, options_);
    if (!options_.as_tenants) continue_numbers(writer_);
    secure_rows(writer_, options_);
    if (options_.as_tenants) expect_counting_functions(writer_);
    ahead_.begins = !options_.as_tenants;
    if (clock_)
      begin_time();
    else
      read_time();
  }
  ~postgres_store() override {
    if (home_.is_forked()) {
      writer_.abandon();
      probe_.abandon();
      // Left as they are: their end would wait for threads that only the parent has.
      static_cast<void>(readers_.release());
      return;
    }
    if (!writer_.is_open()) return;
    // A server that answers at once is told that this store is gone; else it finds out in a day.
    latest_ = pg_deadline::clock::now();
    try {
      writer_.begin_deadline();
      mark_.remove();
    } catch (...) {
    }
  }

  result<void> learn(std::span<const job_descriptor* const> types) override {
    return guarded([&]() -> result<void> {
      expect_own_process();
      const std::scoped_lock lock(known_mutex_);
      bool is_news = types.empty();
      for (const job_descriptor* type : types) {
        known_.by_handler.put(std::string_view(type->handler), type);
        is_news = is_news || !is_from_a_store(*type);
      }
      if (!is_news) return {};
      // What job types are is told by those who run them.
      if (options_.as_tenants) return {};
      const std::scoped_lock writing(writer_mutex_);
      in_transaction({}, [&] {
        static_cast<void>(ahead_.begin({}));
        // One process at a time: what they learn is mostly the same.
        writer_.send("SELECT pg_advisory_xact_lock(hashtext('pawl learning'))");
        for (const job_descriptor* type : types) {
          if (is_from_a_store(*type)) continue;
          if (!type->transition_rows.empty())
            run_script(writer_, writer_.qualified(std::string_view(type->transition_rows)));
          rows_.put_type(*type, elapsed().count());
          for (const state_info& state : type->states) rows_.number_of(state.name);
          for (const limit_description& limit : type->limits)
            rows_.number_of(pg_planner::limit_name(*type, limit));
        }
      });
      return {};
    });
  }

  result<void> configure(const job_descriptor& type, text limit, int count) override {
    const auto found = configurable_limit(type, limit, count);
    if (!found) return unexpected<error>(found.error());
    recheck_limits op{.type = &type, .configured = *found, .count = count};
    apply_one(op);
    if (!op.answer) return unexpected<error>(op.answer.error());
    return {};
  }

  using store::apply;
  void apply(std::span<const operation_ptr> batch) override {
    if (home_.is_forked()) {
      for (const operation_ptr& op : batch) op.answer().refuse(opened_before_fork());
      return;
    }
    if (callers_.holds_this_thread_up()) {
      for (const operation_ptr& op : batch)
        op.answer().refuse({errc::would_deadlock,
                            "this thread has a transaction of its own open that uses the store; "
                            "end it first, or do this inside it",
                            {},
                            {}});
      return;
    }
    commits_.pass(batch, [this](const commit_queue::requests& group) { commit(group); });
  }

  [[nodiscard]] instant now() override {
    return clock_ ? clock_->wall() : instant{machine_.boot() + offset_.load()};
  }
  [[nodiscard]] milliseconds elapsed() override {
    return (clock_ ? clock_->boot() : machine_.boot()) + offset_.load();
  }

  [[nodiscard]] wall_clock_state wall_clock() override {
    if (clock_) return store::wall_clock();
    return {.ahead = set_by_.load(), .is_followed = true};
  }

  answer_to<job_record> get(const scope& who, const job_id& id) override {
    return reading(who, [&](auto& reader) { return reader.get(who, id); });
  }
  answer_to<stored_result> result_of(const scope& who, const job_id& id) override {
    return reading(who, [&](auto& reader) { return reader.result_of(who, id); });
  }
  answer_to<stored_results> results_of(const scope& who, slice<job_id> ids) override {
    return reading(who, [&](auto& reader) { return reader.results_of(who, ids); });
  }
  answer_to<stored_payload> payload_of(const scope& who, const job_id& id) override {
    return reading(who, [&](auto& reader) { return reader.payload_of(who, id); });
  }
  answer_to<job_page> list(const scope& who, const list_filter& filter) override {
    return reading(who, [&](auto& reader) { return reader.list(who, filter); });
  }
  answer_to<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                           std::size_t limit) override {
    return reading(who, [&](auto& reader) { return reader.events(who, id, after, limit); });
  }
  answer_to<feed_page> feed(const scope& who, std::string_view after, std::size_t limit) override {
    return reading(who, [&](auto& reader) { return reader.feed(who, after, limit); });
  }
  answer_to<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) override {
    return reading(who, [&](auto& reader) { return reader.dead_letters(who, filter); });
  }
  answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override {
    return reading(who, [&](auto& reader) { return reader.dead_letter(who, id); });
  }
  answer_to<statistics> count(const scope& who) override {
    return reading(who, [&](auto& reader) { return reader.count(who); });
  }
  answer_to<std::int64_t> depth(const job_descriptor& type) override {
    return reading(scope::every_tenant(), [&](auto& reader) { return reader.depth(type); });
  }
  answer_to<light_vector<held_job>> leases(owner_number owner) override {
    return reading(scope::every_tenant(), [&](auto& reader) { return reader.leases(owner); });
  }

  answer_to<light_vector<worker>> workers(const scope& who) override {
    return reading(who, [&](auto& reader) { return reader.workers(who); });
  }
  answer_to<std::vector<std::string>> tenants(std::string_view after, std::size_t limit) override {
    return reading(scope::every_tenant(),
                   [&](auto& reader) { return reader.tenants(after, limit); });
  }

  answer_to<controlled_types> controls() override {
    return reading(scope::every_tenant(), [&](auto& reader) { return reader.controls(); });
  }

  /// By a transaction of a caller's in which a job was ended: what else that job's handler writes
  /// would wait for it. Asked on a connection of its own.
  [[nodiscard]] bool is_held() override {
    if (home_.is_forked()) return true;  // the connection is the parent's
    const std::scoped_lock lock(probe_mutex_);
    if (callers_ends_.empty()) return false;
    try {
      if (!probe_.is_open()) probe_.open();
      probe_.begin_deadline();
      const pg_result running = probe_.fetch(
          "SELECT t FROM unnest($1) AS t WHERE pg_xact_status(t::text::xid8) = 'in progress'",
          array_of_numbers(callers_ends_));
      callers_ends_.clear();
      for (int i = 0; i < PQntuples(running.get()); ++i)
        callers_ends_.push_back(pg_row(running.get(), i).integer());
      return !callers_ends_.empty();
    } catch (...) {
      probe_.close();
      return true;
    }
  }

  [[nodiscard]] std::unique_ptr<joined_transaction> join(const connection_ref& callers) override {
    PGconn* const db = callers.as<PGconn>();
    if (db == nullptr) return store::join(callers);
    return std::unique_ptr<joined_transaction>(new in_callers_transaction(*this, db));
  }

  void wait_no_longer_than(std::chrono::steady_clock::time_point until) override {
    latest_ = until;
  }
  [[nodiscard]] std::vector<std::string> warnings() override { return warnings_; }
  [[nodiscard]] transport::channel& transport() override { return *transport_; }
  [[nodiscard]] postgres_counts counts() override {
    const std::scoped_lock writing(writer_mutex_);
    postgres_counts out = counts_;
    out.rounds = writer_.rounds();
    out.unforeseen = rows_.unforeseen();
    return out;
  }

 private:
  class in_callers_transaction final : public joined_transaction {
   public:
    in_callers_transaction(postgres_store& store, PGconn* callers)
        : store_(&store),
          callers_(callers),
          db_(callers, store.options_),
          rows_(&db_, store.known_),
          ahead_(db_, rows_) {
      ahead_.begins = false;
      if (store.clock_) ahead_.given_time = [this] { return given_time(); };
      store.callers_.add(callers);
    }
    ~in_callers_transaction() override { store_->callers_.remove(callers_); }

    void apply(operation_ptr op) override {
      try {
        if (const auto why = refusal(op))
          op.answer().refuse(*why);
        else
          perform(op);
      } catch (store_failure& failed) {
        op.answer().refuse(std::move(failed.why));
      } catch (const pg_lost& lost) {
        op.answer().refuse({errc::busy,
                            "the transaction is lost with its connection; do it again on another "
                            "one (" +
                                lost.why + ")",
                            {},
                            {}});
      } catch (...) {
        op.answer().refuse_because_thrown();
      }
    }

   private:
    [[nodiscard]] maybe<error> refusal(const operation_ptr& op) const {
      if (store_->home_.is_forked()) return opened_before_fork();
      if (op.kind() != operation_kind::submit && op.kind() != operation_kind::settle)
        return error{errc::would_deadlock,
                     "inside a transaction of your own only submit and settle are possible",
                     {},
                     {}};
      return refusal_of(callers_);
    }
    void perform(const operation_ptr& op) {
      const std::shared_lock lock(store_->known_mutex_);
      const pg_borrowed_pipeline borrowed(callers_);
      if (!borrowed.is_had()) throw pg_lost{PQerrorMessage(callers_)};
      db_.begin_deadline();
      constexpr int most_tries = 8;
      for (int tries = 1;; ++tries) {
        try {
          return perform_once(op);
        } catch (const pg_conflict& met) {
          undo();
          // What the caller's transaction has locked before stays locked: in a deadlock, another
          // try would end as this one has.
          if (met.is_deadlock || tries == most_tries || !db_.deadline().has_time_for_a_round())
            throw store_failure{{errc::busy,
                                 "the transaction met another one; roll it back, and do it again",
                                 {},
                                 {}},
                                false};
        } catch (...) {
          undo();
          throw;
        }
      }
    }
    /// A savepoint: if the store fails half-way, the caller's transaction is as it was.
    void perform_once(const operation_ptr& op) {
      std::string limit;
      db_.send("SAVEPOINT pawl");
      db_.begin_limit(limit);
      expect_store();
      if (store_->options_.as_tenants) name_tenant(db_, tenant_of(op));
      const std::string boot = store_->boot_id();
      ahead_.boot_id = boot;
      const clock_reading at = ahead_.begin({&op, 1});
      logic::transaction<postgres_rows> tx{rows_, at.wall, at.elapsed, boot};
      tx.of_the_caller = true;
      logic::perform_any(tx, op);
      logic::before_commit(tx);
      rows_.write_held();
      db_.end_limit(limit);
      db_.send("RELEASE pawl");
      const pg_result transaction = db_.fetch("SELECT pg_current_xact_id()::text::bigint");
      if (op.kind() == operation_kind::settle)
        store_->note_callers_end(pg_row(transaction.get(), 0).integer());
      rows_.forget_names();  // the caller may still roll back
      // Before the caller's commit: an alarm for nothing costs a look.
      if (tx.next_due != transport::channel::never)
        store_->transport_->announce_due(tx.next_due, milliseconds{tx.elapsed});
    }
    void undo() {
      rows_.forget_names();
      if (PQstatus(callers_) != CONNECTION_OK) return;
      db_.drain();
      db_.send("ROLLBACK TO pawl");
      db_.send("RELEASE pawl");
      db_.round_trip();
    }
    /// Once: a connection stays where it is.
    void expect_store() {
      if (is_checked_) return;
      if (identity_of_store(db_) != store_->identity(false) &&
          identity_of_store(db_) != store_->identity(true))
        refuse_database(errc::not_a_store,
                        "the connection is to another database; use one to the store's own");
      is_checked_ = true;
    }
    /// Without a step of the store's own line: that is for its own commits.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> given_time() const {
      return {store_->clock_->wall().time_since_epoch().count(),
              (store_->clock_->boot() + store_->offset_.load()).count()};
    }

    postgres_store* store_;
    PGconn* callers_;
    pg_connection db_;
    postgres_rows rows_;
    pg_read_ahead ahead_;
    bool is_checked_ = false;
  };

  /// Of those that are noted, the ones that have ended are forgotten from time to time.
  void note_callers_end(std::int64_t transaction) {
    bool are_many = false;
    {
      const std::scoped_lock lock(probe_mutex_);
      callers_ends_.push_back(transaction);
      are_many = callers_ends_.size() % 64 == 0;
    }
    if (are_many) static_cast<void>(is_held());
  }
  /// What `identity_of_store` says of this one; asked again if the server may have been replaced.
  std::string identity(bool again) {
    const std::scoped_lock lock(probe_mutex_);
    if (!identity_.empty() && !again) return identity_;
    if (!probe_.is_open()) probe_.open();
    probe_.begin_deadline();
    return identity_ = identity_of_store(probe_);
  }

  using reader_type = sql_reader<postgres_reading_session>;
  struct reading_connection {
    pg_connection db;
    reader_type reader;
    bool was_used = false;
    reading_connection(const std::string& dsn, const postgres_options& options,
                       const std::atomic<pg_deadline::clock::time_point>* latest,
                       const known_types& known)
        : db(dsn, options, latest), reader(&db, known) {}
  };

  /// Turns a failure of the store into an answer.
  template <class F>
  static auto guarded(F f) -> decltype(f()) {
    try {
      return f();
    } catch (store_failure& failed) {
      return unexpected<error>(std::move(failed.why));
    } catch (const pg_lost& lost) {
      return unexpected<error>(unreachable(lost));
    } catch (const pg_conflict&) {
      return unexpected<error>(
          error{errc::busy, "the database has too much to do; try again", {}, {}});
    }
  }
  static error unreachable(const pg_lost& lost) {
    return {errc::busy,
            (lost.is_in_doubt
                 ? "the database cannot be reached, and whether this was stored is not known; "
                   "send it again with the same id or key when it can ("
                 : "the database cannot be reached; work goes on when it can (") +
                lost.why + ")",
            {},
            {}};
  }
  void expect_own_process() const {
    if (home_.is_forked()) throw store_failure{opened_before_fork(), false};
  }

  // --- Time --------------------------------------------------------------------------------------

  void read_time() {
    const milliseconds asked_at = machine_.boot();
    writer_.begin_deadline();
    const pg_result time =
        writer_.fetch("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    note_time(pg_row(time.get(), 0).integer(), asked_at);
  }
  void note_time(std::int64_t server, milliseconds asked_at) {
    const milliseconds here = machine_.boot();
    // The server has looked at its clock in between: an answer that was long under way is no jump.
    const milliseconds least = milliseconds{server} - here;
    const milliseconds most = milliseconds{server} - asked_at;
    if (noted_at_.load() != milliseconds{}) {
      if (least > most_ahead_) set_by_ = set_by_.load() + (least - most_ahead_);
      if (most < least_ahead_) set_by_ = set_by_.load() - (least_ahead_ - most);
    }
    least_ahead_ = least;
    most_ahead_ = most;
    noted_at_ = here;
    offset_ = least;
  }
  /// What the server's clock should say by now. Read anew after a second.
  [[nodiscard]] maybe<clock_reading> guessed_time() const {
    const milliseconds here = machine_.boot();
    if (here - noted_at_.load() > milliseconds{1000}) return {};
    const std::int64_t now = (here + offset_.load()).count();
    return clock_reading{now, now};
  }
  /// A clock that was given goes on as in a file: docs/storage.md.
  std::pair<std::int64_t, std::int64_t> given_time() {
    const std::int64_t wall = clock_->wall().time_since_epoch().count();
    const std::int64_t boot = clock_->boot().count();
    line_.advance(wall, boot, clock_->boot_id());
    offset_ = milliseconds{line_.offset};
    return {wall, boot + line_.offset};
  }
  void begin_time() { static_cast<void>(given_time()); }
  [[nodiscard]] std::string boot_id() const { return clock_ ? clock_->boot_id() : "server"; }

  // --- Writing -----------------------------------------------------------------------------------

  /// Commits the batches of all requests together. If the store fails, nothing has happened and all
  /// are told; if one operation breaks a constraint, or throws, each is tried by itself.
  void commit(const commit_queue::requests& group) {
    light_vector<operation_ptr> all;
    for (const commit_queue::request each : group)
      for (const operation_ptr& op : each->batch) all.push_back(op);
    logic::announcements committed;
    while (!all.empty()) {
      const light_vector<operation_ptr> mine = take_together(all);
      commit_together({mine.begin(), mine.size()}, committed);
    }
    committed.tell(*transport_);
  }
  /// Those that one transaction may do: all, or, where row-level security holds, one tenant's.
  light_vector<operation_ptr> take_together(light_vector<operation_ptr>& all) const {
    light_vector<operation_ptr> taken;
    if (!options_.as_tenants) {
      taken.swap(all);
      return taken;
    }
    const std::string tenant = tenant_of(all[0]).tenant();
    erase_if(all, [&](const operation_ptr& op) {
      const bool is_same = tenant_of(op).tenant() == tenant;
      if (is_same) taken.push_back(op);
      return is_same;
    });
    return taken;
  }
  void commit_together(std::span<const operation_ptr> batch, logic::announcements& committed) {
    try {
      in_one_transaction(batch, committed);
    } catch (const store_failure& failed) {
      if (failed.of_one_operation)
        one_by_one(batch, committed);
      else
        for (const operation_ptr& op : batch) refuse(op, failed.why);
    } catch (const pg_lost& lost) {
      for (const operation_ptr& op : batch) refuse(op, unreachable(lost));
    } catch (...) {
      one_by_one(batch, committed);
    }
  }
  void one_by_one(std::span<const operation_ptr> batch, logic::announcements& committed) {
    for (const operation_ptr& op : batch) {
      try {
        in_one_transaction({&op, 1}, committed);
      } catch (const store_failure& failed) {
        refuse(op, failed.why);
      } catch (const pg_lost& lost) {
        refuse(op, unreachable(lost));
      } catch (...) {
        op.answer().refuse_because_thrown();
      }
    }
  }
  /// The tenant that an operation is for. Those that are for all are the engine's: to them, a
  /// tenant's process has no rows.
  static scope tenant_of(const operation_ptr& op) {
    if (const auto* made = op.as<submit>()) return scope::tenant(made->who.tenant);
    if (const auto* made = op.as<submit_whole>(); made != nullptr && !made->jobs.empty())
      return scope::tenant(made->jobs.front().who.tenant);
    if (const auto* cancelled = op.as<cancel>()) return cancelled->scope;
    if (const auto* raised = op.as<raise>()) return raised->scope;
    if (const auto* put_off = op.as<reschedule>()) return put_off->scope;
    if (const auto* again = op.as<replay>()) return again->scope;
    if (const auto* all = op.as<replay_all>()) return all->scope;
    if (const auto* put = op.as<put_schedule>()) return scope::tenant(put->of.tenant);
    if (const auto* sought = op.as<find_schedules>()) return sought->scope;
    if (const auto* changed = op.as<change_schedule>()) return changed->scope;
    return scope::every_tenant();
  }
  static void name_tenant(pg_connection& db, const scope& who) {
    pg_values value;
    value << std::string_view(who.tenant());
    db.send("SELECT set_config('pawl.tenant', $1, true)", value);
  }

  static void refuse(const operation_ptr& op, const error& why) noexcept {
    try {
      op.answer().refuse(why);
    } catch (...) {
      op.answer().refuse_because_thrown();
    }
  }

  void in_one_transaction(std::span<const operation_ptr> batch, logic::announcements& committed) {
    const std::shared_lock lock(known_mutex_);
    const std::scoped_lock writing(writer_mutex_);
    const std::string boot = boot_id();
    logic::announcements due;
    in_transaction(batch, [&] {
      ahead_.boot_id = boot;
      if (options_.as_tenants) {
        writer_.begin();
        name_tenant(writer_, tenant_of(batch[0]));
      }
      const milliseconds asked_at = machine_.boot();
      const clock_reading at = ahead_.begin(batch);
      if (!clock_ && !ahead_.has_guessed()) note_time(at.wall, asked_at);
      logic::transaction<postgres_rows> tx{rows_, at.wall, at.elapsed, boot};
      for (const operation_ptr& op : batch) {
        logic::perform_any(tx, op);
        if (auto* const taken = op.as<claim>(); taken != nullptr && taken->answer)
          taken->answer->more |= rows_.has_left_behind();
      }
      logic::before_commit(tx);
      due = committed;
      due.add(tx);
    });
    committed = due;
    ++counts_.batches;
  }

  /// All that `change` does for the batch, or nothing. What met another batch, and what lost its
  /// connection, runs again, for as long as there is time.
  template <class Change>
  void in_transaction(std::span<const operation_ptr> batch, Change change) {
    using std::chrono::milliseconds;
    if (pg_deadline::clock::now() < shut_until_) throw pg_lost{"it was tried a moment ago"};
    writer_.begin_deadline();
    pg_backoff between_meetings(milliseconds{1}, milliseconds{100});
    pg_backoff between_connections(milliseconds{10}, milliseconds{1000});
    for (int tries = 1;; ++tries) {
      bool is_marked = false;  // and so a loss of the connection leaves this batch in doubt
      try {
        reach();
        change();
        rows_.write_held();
        is_marked = counts_once(batch);
        if (is_marked) mark_.send();
        writer_.commit();
        mark_.know_committed();
        rows_.keep_uncommitted();
        return;
      } catch (const pg_conflict&) {
        undo(is_marked);
        // A mark that stays wrong is another database's: one that was put back from a copy.
        if (tries % 8 == 0 && !mark_.is_in_doubt()) mark_.begin_anew();
        if (tries > 1 && !between_meetings.pause(writer_.deadline()))
          throw store_failure{{errc::busy, "the database has too much to do; try again", {}, {}},
                              false};
      } catch (const store_failure& failed) {
        // The server has said so, unless the connection was closed because of its answers.
        if (is_marked && !writer_.is_open() &&
            has_happened(between_connections, failed.why.message))
          return;
        undo(is_marked);
        // The next batch connects anew, and so may reach the primary.
        if (failed.is_of_a_standby) writer_.close();
        throw;
      } catch (pg_lost& lost) {
        if (is_marked && was_committed_after_all(between_connections, lost.why)) return;
        rows_.forget_uncommitted();
        lost.is_in_doubt = is_marked && mark_.is_in_doubt();
        // The first time it may only be that the server was started again since it was last asked.
        const bool goes_on = tries == 1 ? !writer_.deadline().is_over()
                                        : between_connections.pause(writer_.deadline());
        if (lost.is_in_doubt || !goes_on) {
          shut_for_a_moment();
          throw;
        }
      } catch (...) {
        // Thrown by a guard, or for want of memory; then perhaps while the answer was read.
        if (is_marked && has_happened(between_connections, "there was no memory for its answer"))
          return;
        undo(is_marked);
        throw;
      }
      ++counts_.reruns;
    }
  }
  /// A connection, on which nothing is in doubt.
  void reach() {
    if (!writer_.is_open()) {
      writer_.open();
      ++counts_.reconnects;
    }
    if (mark_.is_in_doubt()) static_cast<void>(mark_.find_out());
  }
  /// The answer to a commit was lost. True if it has happened after all. If not, it is made
  /// impossible; if neither can be had in time, it stays in doubt.
  bool was_committed_after_all(pg_backoff& between, std::string& why) {
    ++counts_.in_doubt;
    do {
      try {
        writer_.open();
        ++counts_.reconnects;
        if (!mark_.find_out()) return false;
        rows_.keep_uncommitted();
        return true;
      } catch (const pg_lost& lost) {
        why = lost.why;
      } catch (...) {
        writer_.close();  // the server is there, and has no time for it
      }
    } while (between.pause(writer_.deadline()));
    return false;
  }
  /// The same; throws `pg_lost` if it stays in doubt.
  bool has_happened(pg_backoff& between, std::string why) {
    if (was_committed_after_all(between, why)) return true;
    if (!mark_.is_in_doubt()) return false;
    rows_.forget_uncommitted();
    shut_for_a_moment();
    throw pg_lost{std::move(why), true};
  }
  /// The server cannot be reached: batches that have waited for this one do not wait as long again.
  void shut_for_a_moment() { shut_until_ = pg_deadline::clock::now() + milliseconds{200}; }
  void undo(bool is_marked) noexcept {
    writer_.roll_back();
    if (is_marked) mark_.know_failed();  // the server has said so
    rows_.forget_uncommitted();
  }

  // --- Reading -----------------------------------------------------------------------------------

  template <class Read>
  auto reading(const scope& who, Read read) -> decltype(read(std::declval<reader_type&>())) {
    return guarded([&] {
      expect_own_process();
      const std::shared_lock lock(known_mutex_);
      pg_deadline within(options_.deadline, &latest_);
      typename pg_pool<reading_connection>::place mine(*readers_, within.until());
      if (!mine)
        throw store_failure{
            {errc::busy, "all connections that read are in use; raise options.readers", {}, {}},
            false};
      pg_backoff between(milliseconds{10}, milliseconds{1000});
      while (true) {
        try {
          if (!mine.connection)
            mine.connection = light_ptr<reading_connection>(
                new reading_connection(dsn_, options_, &latest_, known_));
          mine.connection->db.share(within);
          return read_through(*mine.connection, who, read);
        } catch (const pg_lost&) {
          const bool was_used_before = mine.connection->was_used;
          mine.connection.reset();
          readers_->drop_idle();
          // One that was used before may only have died since.
          if (within.is_over() || (!was_used_before && !between.pause(within))) throw;
        } catch (const pg_conflict&) {
          mine.connection->db.roll_back();
          if (!between.pause(within)) throw;
        } catch (...) {
          mine.connection->db.roll_back();
          throw;
        }
      }
    });
  }
  template <class Read>
  auto read_through(reading_connection& connection, const scope& who, Read& read)
      -> decltype(read(std::declval<reader_type&>())) {
    connection.reader.at = {now().time_since_epoch().count(), elapsed().count()};
    if (!connection.db.is_open()) connection.db.open();
    connection.db.begin_reading();
    if (options_.as_tenants) name_tenant(connection.db, who);
    auto out = read(connection.reader);
    connection.db.commit();
    connection.was_used = true;
    return out;
  }

  pawl::detail::process_mark home_;
  std::string dsn_;
  postgres_options options_;
  system_clock machine_{};
  std::optional<any_clock> clock_;
  std::shared_mutex known_mutex_;
  known_types known_;
  std::mutex writer_mutex_;
  /// When an engine that stops wants to be done; see `wait_no_longer_than`.
  std::atomic<pg_deadline::clock::time_point> latest_{pg_deadline::clock::time_point::max()};
  pg_connection writer_;
  pg_commit_mark mark_;
  /// The writing thread's: after it was given up, the server is left alone until then.
  pg_deadline::clock::time_point shut_until_{};
  postgres_rows rows_;
  pg_read_ahead ahead_;
  time_line line_{};
  std::atomic<milliseconds> offset_{};  ///< of the store's own line of time
  std::atomic<milliseconds> noted_at_{};
  // The server's clock is ahead of this machine's boot clock by something in between; read and
  // written by who has `writer_mutex_`.
  milliseconds least_ahead_{};
  milliseconds most_ahead_{};
  std::atomic<milliseconds>
      set_by_{};  ///< how far the server's clock was set since this was opened
  commit_queue commits_;
  callers_connections<PGconn, &is_in_transaction> callers_;
  std::mutex probe_mutex_;
  pg_connection probe_;  ///< for questions that a waiting writer could not ask
  std::string identity_{};
  light_vector<std::int64_t> callers_ends_{};  ///< callers' transactions that have ended a job
  std::unique_ptr<transport::channel> transport_;
  postgres_counts counts_{};
  std::vector<std::string> warnings_{};
  light_ptr<pg_pool<reading_connection>> readers_;
};

PAWL_INLINE pawl::detail::light_ptr<postgres_backend> open_postgres_backend(
    const std::string& dsn, const postgres_options& options, std::optional<any_clock> clock,
    std::unique_ptr<transport::channel> transport, error& why) {
  try {
    if (!is_schema_name(options.schema))
      refuse_database(errc::invalid,
                      "a schema is named by lower-case letters, digits and underscores");
    return pawl::detail::light_ptr<postgres_backend>(
        new postgres_store(dsn, options, std::move(clock), std::move(transport)));
  } catch (store_failure& failed) {
    why = std::move(failed.why);
  } catch (const pg_lost& lost) {
    why = {errc::busy, "the database cannot be reached: " + lost.why, {}, {}};
  } catch (const pg_conflict&) {
    why = {errc::busy, "the database has too much to do; try again", {}, {}};
  }
  return {};
}

}  // namespace pawl::storage::detail
