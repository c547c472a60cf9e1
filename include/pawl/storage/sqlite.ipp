// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/stat.h>

#include <mutex>
#include <shared_mutex>

#include <pawl/detail/process_mark.hpp>

#include <pawl/storage/logic.hpp>
#include <pawl/storage/sql/reader.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/commit_queue.hpp>
#include <pawl/storage/sqlite/file_check.hpp>
#include <pawl/storage/sqlite/log_bound.hpp>
#include <pawl/storage/sqlite/log_head.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/storage/sqlite/open_transactions.hpp>
#include <pawl/storage/sqlite/session.hpp>

namespace pawl::storage::detail {

using sqlite_rows = sql_rows<sqlite_session>;
using sqlite_reader = sql_reader<sqlite_session>;

/// The stores that this process has open. SQLite itself remembers the files and locks of its
/// process: a child that was forked while some were open must open none, it would take its parent's
/// locks for its own.
class open_stores {
 public:
  [[nodiscard]] static bool are_the_parents() {
    const std::scoped_lock lock(mutex_);
    return count_ != 0 && last_->is_forked();
  }

  open_stores() {
    const std::scoped_lock lock(mutex_);
    ++count_;
    last_.emplace();
  }
  open_stores(const open_stores&) = delete;
  open_stores& operator=(const open_stores&) = delete;
  ~open_stores() {
    const std::scoped_lock lock(mutex_);
    if (!last_->is_forked()) --count_;
  }

 private:
  static inline std::mutex mutex_;
  static inline int count_ = 0;
  static inline maybe<pawl::detail::process_mark> last_{};
};

/// The store in a SQLite file itself.
class sqlite_store final : public sqlite_backend {
 public:
  sqlite_store(const std::string& path, const sqlite_options& options, any_clock clock,
               light_ptr<transport::channel> channel)
      : path_(path),
        clock_(std::move(clock)),
        writer_(open_writer(path, options, waiting_)),
        writing_(writer_.get(), "BEGIN IMMEDIATE"),
        rows_(writer_.get(), known_),
        reads_by_(options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE),
        busy_wait_(options.busy_wait),
        commits_(options.largest_commit),
        transport_(std::move(channel)) {
    if (const char* full = sqlite3_db_filename(writer_.get(), "main")) path_ = full;
    file_ = file_at(path_);
    known_.guarded = is_guarded(writer_.get());
    begin_time(options.read_only);
    if (!options.read_only) committed_ = log_head(writer_.get());
  }

  ~sqlite_store() override {
    if (!home_.is_forked()) return;
    // The connections are the parent's: closed here, they could take its log and its locks along.
    for (const auto& each : readers_) static_cast<void>(each->db.release());
    static_cast<void>(probe_.release());
    static_cast<void>(writer_.release());
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
      ++learned_;
      if (!is_news) return {};
      const std::scoped_lock writing(writer_mutex_);
      change_rows([&] {
        rows_.begin();
        for (const job_descriptor* type : types) {
          if (is_from_a_store(*type)) continue;
          if (!type->transition_rows.empty())
            execute(writer_.get(), logic::to_string(type->transition_rows));
          rows_.put_type(*type, elapsed().count());
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
    if (open_transactions::hold_up_this_thread(path_)) {
      for (const operation_ptr& op : batch)
        op.answer().refuse({errc::would_deadlock,
                            "this thread has a transaction of its own open on the store's file; "
                            "end it first, or do this inside it, with session.in(connection)",
                            {},
                            {}});
      return;
    }
    commits_.pass(batch, [this](const commit_queue::requests& group) { commit(group); });
  }

  [[nodiscard]] instant now() override { return clock_.wall(); }
  [[nodiscard]] milliseconds elapsed() override { return clock_.boot() + offset_.load(); }

  answer_to<job_record> get(const scope& who, const job_id& id) override {
    return reading_within(snapshot::by::first_statement, &sqlite_reader::get, who, id);
  }
  [[nodiscard]] maybe<std::uint64_t> last_change() override {
    // A read would be refused.
    if (home_.is_forked() || file_at(path_) != file_ || files_.is_damaged()) return {};
    auto out = committed_.read();
    if (out) *out += learned_;  // a type that is known shows more of its jobs
    return out;
  }
  answer_to<stored_result> result_of(const scope& who, const job_id& id) override {
    return reading(&sqlite_reader::result_of, who, id);
  }
  answer_to<stored_results> results_of(const scope& who, slice<job_id> ids) override {
    return reading(&sqlite_reader::results_of, who, ids);
  }
  answer_to<stored_payload> payload_of(const scope& who, const job_id& id) override {
    return reading(&sqlite_reader::payload_of, who, id);
  }
  answer_to<job_page> list(const scope& who, const list_filter& filter) override {
    return reading(&sqlite_reader::list, who, filter);
  }
  answer_to<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                           std::size_t limit) override {
    return reading(&sqlite_reader::events, who, id, after, limit);
  }
  answer_to<feed_page> feed(const scope& who, std::string_view after, std::size_t limit) override {
    return reading(&sqlite_reader::feed, who, after, limit);
  }
  answer_to<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) override {
    return reading(&sqlite_reader::dead_letters, who, filter);
  }
  answer_to<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override {
    return reading(&sqlite_reader::dead_letter, who, id);
  }
  answer_to<statistics> count(const scope& who) override {
    return reading(&sqlite_reader::count, who);
  }
  answer_to<std::int64_t> depth(const job_descriptor& type) override {
    return reading(&sqlite_reader::depth, type);
  }
  answer_to<light_vector<held_job>> leases(owner_number owner) override {
    return reading(&sqlite_reader::leases, owner);
  }
  answer_to<light_vector<worker>> workers(const scope& who) override {
    return reading(&sqlite_reader::workers, who);
  }
  answer_to<std::vector<std::string>> tenants(std::string_view after, std::size_t limit) override {
    return reading(&sqlite_reader::tenants, after, limit);
  }

  answer_to<controlled_types> controls() override { return reading(&sqlite_reader::controls); }

  /// Tried on a connection of its own, for longer than this store's own commits take.
  [[nodiscard]] bool is_held() override {
    const std::scoped_lock lock(probe_mutex_);
    const auto held = guarded([&]() -> result<void> {
      expect_own_process();
      if (!probe_) probe_ = connect(path_, SQLITE_OPEN_READWRITE, milliseconds{100}, &waiting_);
      execute(probe_.get(), "BEGIN IMMEDIATE; ROLLBACK");
      return {};
    });
    return !held;
  }
  void wait_no_longer_than(std::chrono::steady_clock::time_point until) override {
    waiting_ = until;
  }
  [[nodiscard]] transport::channel& transport() override { return *transport_; }
  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] std::uint64_t commits() override { return commits_.commits(); }
  [[nodiscard]] std::int64_t pages_used() override {
    const std::scoped_lock writing(writer_mutex_);
    std::int64_t sum = 0;
    for (const int what : {SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS}) {
      int now = 0;
      int highest = 0;
      sqlite3_db_status(writer_.get(), what, &now, &highest, 0);
      sum += now;
    }
    return sum;
  }

  [[nodiscard]] std::unique_ptr<joined_transaction> join(const connection_ref& callers) override {
    sqlite3* const db = callers.as<sqlite3>();
    if (db == nullptr) return store::join(callers);
    return std::unique_ptr<joined_transaction>(new in_transaction(*this, db));
  }

 private:
  class in_transaction final : public joined_transaction {
   public:
    in_transaction(sqlite_store& store, sqlite3* callers) : store_(&store), db_(callers) {}

    void apply(operation_ptr op) override {
      try {
        if (const auto why = refusal_of(op))
          op.answer().refuse(*why);
        else
          perform(op);
      } catch (store_failure& failed) {
        op.answer().refuse(std::move(failed.why));
      } catch (...) {
        op.answer().refuse_because_thrown();
      }
    }

   private:
    [[nodiscard]] maybe<error> refusal_of(const operation_ptr& op) const {
      if (store_->home_.is_forked()) return opened_before_fork();
      if (op.kind() != operation_kind::submit && op.kind() != operation_kind::settle)
        return error{errc::would_deadlock,
                     "inside a transaction of your own only submit and settle are possible",
                     {},
                     {}};
      if (sqlite3_get_autocommit(db_) != 0)
        return error{errc::invalid, "there is no transaction; begin one first", {}, {}};
      if (!store_->is_same_file(db_))
        return error{errc::not_a_store,
                     "the connection is to another file; use one to the store's own",
                     {},
                     {}};
      return {};
    }
    void perform(const operation_ptr& op) {
      store_->in_place();
      const std::shared_lock lock(store_->known_mutex_);
      open_transactions::note_transaction(db_);
      // Nothing that was prepared outlives this call: with a statement left, SQLite would refuse to
      // close the caller's connection.
      sqlite_rows rows(db_, store_->known_);
      // A savepoint: if the store fails half-way, the caller's transaction is as it was.
      execute(db_, "SAVEPOINT pawl");
      try {
        auto tx = store_->transaction_on(rows);
        tx.of_the_caller = true;
        logic::perform_any(tx, op);
        logic::before_commit(tx);
        rows.write_held();
        execute(db_, "RELEASE pawl");
        // Before the caller's commit: an alarm for nothing costs a look.
        logic::announcements{.due = tx.next_due, .now = milliseconds{tx.elapsed}}.tell(
            *store_->transport_);
      } catch (...) {
        sqlite3_exec(db_, "ROLLBACK TO pawl; RELEASE pawl", nullptr, nullptr, nullptr);
        throw;
      }
    }

    sqlite_store* store_;
    sqlite3* db_;
  };

  /// A connection for reading, which only one thread uses at a time.
  struct reading_connection {
    database_handle db;
    transaction_words words;
    sqlite_reader reader;

    reading_connection(database_handle opened, const known_types& known)
        : db(std::move(opened)), words(db.get(), "BEGIN"), reader(db.get(), known) {}
  };

  static database_handle open_to_read(const std::string& path, const sqlite_options& options,
                                      const waiting_limit& until) {
    auto db = connect(path, SQLITE_OPEN_READONLY, options.busy_wait, &until);
    again_while_busy(*db.waits(), [&] { expect_version(schema_version_of(db.get())); });
    return db;
  }
  static database_handle open_writer(const std::string& path, const sqlite_options& options,
                                     const waiting_limit& until) {
    if (options.read_only) return open_to_read(path, options, until);
    create_private(path);
    auto db = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options.busy_wait, &until);
    again_while_busy(*db.waits(), [&] {
      const int version = schema_version_of(db.get());
      if (version > sql::schema_version) refuse_newer(version);
      set_durability(db.get(), options.durability);
      migrate(db.get(), options);
    });
    return db;
  }

  /// Turns a failure of the store into an answer.
  template <class F>
  static auto guarded(F f) -> decltype(f()) {
    try {
      return f();
    } catch (store_failure& failed) {
      return unexpected<error>(std::move(failed.why));
    }
  }

  /// One transaction's time. What has to be written down of it is, unless the transaction is the
  /// caller's.
  logic::transaction<sqlite_rows> transaction_on(sqlite_rows& rows) {
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    const std::int64_t boot = clock_.boot().count();
    time_line& line = rows.begin();
    if (line.advance(wall, boot, boot_id_) && &rows == &rows_) rows.put_time_line(line);
    offset_ = milliseconds{line.offset};
    return {rows, wall, boot + line.offset, boot_id_};
  }
  /// Finds the store's own line of time, or begins it; after a start of the machine it goes on.
  void begin_time(bool read_only) {
    time_line line = rows_.begin();
    if (read_only)
      line.advance(clock_.wall().time_since_epoch().count(), clock_.boot().count(), boot_id_);
    if (line.boot_id == boot_id_) {
      offset_ = milliseconds{line.offset};
      return;
    }
    transaction_guard change(writing_);
    static_cast<void>(transaction_on(rows_));
    change.commit();
    rows_.keep_uncommitted();
  }

  /// Commits the batches of all requests together. If the store fails, nothing has happened and all
  /// are told; if one operation breaks a constraint, or throws, each is tried by itself.
  void commit(const commit_queue::requests& group) {
    logic::announcements committed;
    try {
      commit_at_once(group, committed);
    } catch (const store_failure& failed) {
      if (failed.of_one_operation) {
        commit_one_by_one(group, committed);
      } else {
        for (const commit_queue::request each : group)
          for (const operation_ptr& op : each->batch) refuse(op, failed);
      }
    } catch (...) {
      commit_one_by_one(group, committed);
    }
    committed.tell(*transport_);
  }

  void commit_at_once(const commit_queue::requests& group, logic::announcements& committed) {
    in_one_transaction(committed, [&](auto& tx) {
      for (const commit_queue::request each : group)
        for (const operation_ptr& op : each->batch) logic::perform_any(tx, op);
    });
  }

  void commit_one_by_one(const commit_queue::requests& group, logic::announcements& committed) {
    for (const commit_queue::request each : group)
      for (const operation_ptr& op : each->batch) {
        try {
          in_one_transaction(committed, [&](auto& tx) { logic::perform_any(tx, op); });
        } catch (const store_failure& failed) {
          refuse(op, failed);
        } catch (...) {
          op.answer().refuse_because_thrown();
        }
      }
  }

  /// Also without memory for the reason: an answer that was written before the commit failed must
  /// not stand.
  static void refuse(const operation_ptr& op, const store_failure& failed) noexcept {
    try {
      op.answer().refuse(failed.why);
    } catch (...) {
      op.answer().refuse_because_thrown();
    }
  }

  template <class Work>
  void in_one_transaction(logic::announcements& committed, Work work) {
    const std::shared_lock lock(known_mutex_);
    const std::scoped_lock writing(writer_mutex_);
    logic::announcements due = committed;
    change_rows([&] {
      if (std::string id = clock_.boot_id(); id != boot_id_) boot_id_ = std::move(id);
      auto tx = transaction_on(rows_);
      work(tx);
      logic::before_commit(tx);
      rows_.write_held();
      expect_file_in_place();
      due.add(tx);
    });
    committed = due;
  }

  /// Changes rows in one transaction: all that `change` does, or, if it throws, nothing. Under the
  /// writer's lock.
  template <class Change>
  void change_rows(Change change) {
    try {
      transaction_guard transaction(writing_);
      files_.expect_sound();
      change();
      transaction.commit();
    } catch (...) {
      rows_.forget_uncommitted();
      throw;
    }
    files_.note_sizes();
    try {
      rows_.keep_uncommitted();
    } catch (...) {  // the transaction stands; what was to be remembered of it can be read again
      rows_.forget_uncommitted();
    }
  }

  /// A file that is deleted or replaced takes all later commits with it: better to refuse them.
  void expect_file_in_place() const {
    int moved = 0;
    sqlite3_file_control(writer_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0) file_check::fail_as_gone();
  }
  void expect_own_process() const {
    if (home_.is_forked()) throw store_failure{opened_before_fork(), false};
  }

  /// Which file a name stands for; none: zeros.
  struct file_identity {
    dev_t device{};
    ino_t number{};
    friend bool operator==(const file_identity&, const file_identity&) = default;
  };
  static file_identity file_at(const std::string& path) {
    struct stat found{};
    if (::stat(path.c_str(), &found) != 0) return {};
    return {found.st_dev, found.st_ino};
  }

  bool is_same_file(sqlite3* callers) const {
    const char* other = sqlite3_db_filename(callers, "main");
    return other != nullptr && path_ == other;
  }

  /// Before any lock is taken: in a forked child it may be held by a thread that does not exist.
  sqlite_store& in_place() {
    expect_own_process();
    if (file_at(path_) != file_) file_check::fail_as_gone();
    if (files_.is_damaged()) file_check::fail_as_damaged();
    return *this;
  }
  /// A state of the database that does not change while it is read.
  class snapshot {
   public:
    /// What holds the state: a transaction, or the statement that a reader begins with and that it
    /// does not let go before its last one, which costs two statements less.
    enum class by : unsigned char { transaction, first_statement };

    snapshot(sqlite_store& of, by holding)
        : store_(of.in_place()), lock_(of.known_mutex_), connection_(of.take_reader()) {
      if (holding == by::transaction) transaction_.emplace(connection_->words);
      reader().at = {of.now().time_since_epoch().count(), of.elapsed().count()};
    }
    [[nodiscard]] sqlite_reader& reader() { return connection_->reader; }
    /// The next one may have the connection. One that has failed goes.
    void end() {
      if (transaction_) transaction_->commit();
      const std::scoped_lock giving_back(store_.readers_mutex_);
      store_.readers_.push_back(std::move(connection_));
    }

   private:
    sqlite_store& store_;
    std::shared_lock<std::shared_mutex> lock_;
    light_ptr<reading_connection> connection_;
    maybe<transaction_guard> transaction_{};
  };
  template <class Answer, class... Parameters, class... Values>
  Answer reading(Answer (sqlite_reader::*question)(Parameters...), const Values&... values) {
    return reading_within(snapshot::by::transaction, question, values...);
  }
  template <class Answer, class... Parameters, class... Values>
  Answer reading_within(snapshot::by holding, Answer (sqlite_reader::*question)(Parameters...),
                        const Values&... values) {
    try {
      snapshot of(*this, holding);
      Answer out = (of.reader().*question)(values...);
      of.end();
      return out;
    } catch (store_failure& failed) {
      return unexpected<error>(std::move(failed.why));
    }
  }

  light_ptr<reading_connection> take_reader() {
    {
      const std::scoped_lock lock(readers_mutex_);
      if (!readers_.empty()) {
        auto taken = std::move(readers_.back());
        readers_.pop_back();
        return taken;
      }
    }
    return light_ptr<reading_connection>(
        new reading_connection(connect(path_, reads_by_, busy_wait_, &waiting_), known_));
  }

  pawl::detail::process_mark home_;
  open_stores listed_;
  std::string path_;
  file_identity file_{};
  any_clock clock_;
  waiting_limit waiting_{std::chrono::steady_clock::time_point::max()};
  database_handle writer_;
  log_bound log_{writer_};
  file_check files_{writer_.get()};
  log_head committed_{nullptr};
  std::atomic<unsigned> learned_{0};  ///< how often types were made known
  std::shared_mutex known_mutex_;
  known_types known_;
  std::mutex writer_mutex_;
  transaction_words writing_;
  sqlite_rows rows_;
  std::string boot_id_{clock_.boot_id()};
  std::atomic<milliseconds> offset_{};  ///< of the store's own line of time
  int reads_by_;                        ///< how connections that read are opened
  std::chrono::milliseconds busy_wait_;
  commit_queue commits_;
  light_ptr<transport::channel> transport_;
  std::mutex probe_mutex_;
  database_handle probe_;
  std::mutex readers_mutex_;
  light_vector<light_ptr<reading_connection>> readers_;
};

PAWL_INLINE light_ptr<sqlite_backend> open_sqlite_backend(const std::string& path,
                                                          const sqlite_options& options,
                                                          any_clock clock,
                                                          light_ptr<transport::channel> channel,
                                                          error& why) {
  if (path.empty() || path == ":memory:") {
    why = {errc::invalid, "a SQLite store is a file; for one in memory use memory<>", {}, {}};
    return {};
  }
  if (open_stores::are_the_parents()) {
    why = opened_before_fork();
    return {};
  }
  try {
    if (!channel)
      channel = light_ptr<transport::channel>(new transport::shared_file(path + "-wake"));
    return light_ptr<sqlite_backend>(
        new sqlite_store(path, options, std::move(clock), std::move(channel)));
  } catch (store_failure& failed) {
    why = std::move(failed.why);
    return {};
  }
}

}  // namespace pawl::storage::detail
