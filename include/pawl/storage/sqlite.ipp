// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mutex>
#include <shared_mutex>

#include <pawl/storage/logic.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/callers.hpp>
#include <pawl/storage/sqlite/commit_queue.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/storage/sqlite/reader.hpp>

namespace pawl::storage::detail {

/// The store in a SQLite file itself.
class sqlite_store final : public sqlite_backend {
 public:
  sqlite_store(const std::string& path, const sqlite_options& options, any_clock clock,
               std::unique_ptr<transport::channel> channel)
      : path_(path),
        clock_(std::move(clock)),
        writer_(open_writer(path, options)),
        writing_(writer_.get(), "BEGIN IMMEDIATE"),
        rows_(writer_.get(), known_),
        busy_wait_(options.busy_wait),
        commits_(options.largest_commit,
                 [this](std::span<const commit_queue::request> group) { commit(group); }),
        transport_(std::move(channel)) {
    if (const char* full = sqlite3_db_filename(writer_.get(), "main")) path_ = full;
    known_.guarded = is_guarded(writer_.get());
  }

  result<void> learn(std::span<const job_descriptor* const> types) override {
    return guarded([&]() -> result<void> {
      const std::scoped_lock lock(known_mutex_);
      for (const job_descriptor* type : types)
        known_.by_handler.insert_or_assign(logic::to_string(type->handler), type);
      const std::scoped_lock writing(writer_mutex_);
      transaction_guard change(writing_);
      rows_.begin();
      for (const job_descriptor* type : types) {
        if (!type->transition_rows.empty())
          execute(writer_.get(), logic::to_string(type->transition_rows));
        rows_.put_type(*type);
      }
      change.commit();
      rows_.keep_uncommitted();
      return {};
    });
  }

  result<void> configure(const job_descriptor& type, text limit, int count) override {
    const auto found = configurable_limit(type, limit, count);
    if (!found) return unexpected<error>(found.error());
    {
      const std::scoped_lock lock(known_mutex_);
      known_.limits.insert_or_assign(logic::to_string(type.handler) + '/' + logic::to_string(limit),
                                     count);
    }
    recheck_limits waiting{&type};
    apply_one(waiting);
    if (!waiting.answer) return unexpected<error>(waiting.answer.error());
    return {};
  }

  using store::apply;
  void apply(std::span<const operation_ptr> batch) override {
    if (callers_.holds_this_thread_up()) {
      for (const operation_ptr& op : batch)
        op.answer().refuse({errc::would_deadlock,
                            "this thread has a transaction of its own open on the store's file; "
                            "end it first, or do this inside it",
                            {},
                            {}});
      return;
    }
    commits_.pass(batch);
  }

  [[nodiscard]] instant now() override {
    const auto time = reading([](auto& reader) { return reader.last_time(); });
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    return logic::at_ms(time ? std::max(*time, wall) : wall);
  }

  [[nodiscard]] milliseconds elapsed() override { return clock_.boot(); }

  result<job_record> get(const scope& who, const job_id& id) override {
    return reading([&](auto& reader) { return reader.get(who, id); });
  }
  result<stored_result> result_of(const scope& who, const job_id& id) override {
    return reading([&](auto& reader) { return reader.result_of(who, id); });
  }
  result<job_page> list(const scope& who, const list_filter& filter) override {
    return reading([&](auto& reader) { return reader.list(who, filter); });
  }
  result<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                        std::size_t limit) override {
    return reading([&](auto& reader) { return reader.events(who, id, after, limit); });
  }
  result<std::vector<job_event>> feed(const scope& who, std::uint64_t after,
                                      std::size_t limit) override {
    return reading([&](auto& reader) { return reader.feed(who, after, limit); });
  }
  result<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) override {
    return reading([&](auto& reader) { return reader.dead_letters(who, filter); });
  }
  result<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) override {
    return reading([&](auto& reader) { return reader.dead_letter(who, id); });
  }
  result<statistics> count(const scope& who) override {
    return reading([&](auto& reader) { return reader.count(who); });
  }
  result<std::int64_t> depth(const job_descriptor& type) override {
    return reading([&](auto& reader) { return reader.depth(type); });
  }
  result<std::vector<held_job>> leases(owner_number owner) override {
    return reading([&](auto& reader) { return reader.leases(owner); });
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
    return std::make_unique<in_transaction>(*this, db);
  }

 private:
  class in_transaction final : public joined_transaction {
   public:
    in_transaction(sqlite_store& store, sqlite3* callers)
        : store_(&store), rows_(callers, store.known_), db_(callers) {
      store.callers_.add(callers);
    }
    ~in_transaction() override { store_->callers_.remove(db_); }

    void apply(operation_ptr op) override {
      try {
        if (const auto why = refusal_of(op))
          op.answer().refuse(*why);
        else
          perform(op);
      } catch (store_failure& failed) {
        op.answer().refuse(std::move(failed.why));
      }
    }

   private:
    [[nodiscard]] std::optional<error> refusal_of(const operation_ptr& op) const {
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
      const std::shared_lock lock(store_->known_mutex_);
      // A savepoint: if the store fails half-way, the caller's transaction is as it was.
      execute(db_, "SAVEPOINT pawl");
      try {
        auto tx = store_->transaction_on(rows_);
        tx.of_the_caller = true;
        logic::perform_any(tx, op);
        logic::before_commit(tx);
        rows_.write_held();
        execute(db_, "RELEASE pawl");
        rows_.forget_names();  // the caller may still roll back
      } catch (const store_failure&) {
        sqlite3_exec(db_, "ROLLBACK TO pawl; RELEASE pawl", nullptr, nullptr, nullptr);
        rows_.forget_names();
        throw;
      }
    }

    sqlite_store* store_;
    sqlite_rows rows_;
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

  static database_handle open_writer(const std::string& path, const sqlite_options& options) {
    create_private(path);
    auto db = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options.busy_wait);
    const int version = schema_version_of(db.get());
    if (version > sql::schema_version) refuse_newer(version);
    set_durability(db.get(), options.durability);
    migrate(db.get(), options);
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

  /// One transaction's time: never before anything that was written down, whatever the clock says.
  logic::transaction<sqlite_rows> transaction_on(sqlite_rows& rows) {
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    return {rows, std::max(wall, rows.begin()), clock_.boot().count(), boot_id_};
  }

  /// What others should hear of after a commit.
  struct announcements {
    bool work = false;
    bool news = false;
  };

  /// Commits the batches of all requests together. If the store fails, nothing has happened and all
  /// are told; if one operation breaks a constraint, each is tried by itself.
  void commit(std::span<const commit_queue::request> group) {
    announcements due;
    try {
      due = commit_at_once(group);
    } catch (const store_failure& failed) {
      if (failed.of_one_operation) {
        due = commit_one_by_one(group);
      } else {
        for (const commit_queue::request each : group)
          for (const operation_ptr& op : each->batch) op.answer().refuse(failed.why);
      }
    }
    if (due.work) transport_->announce_work();
    if (due.news) transport_->announce_news();
  }

  announcements commit_at_once(std::span<const commit_queue::request> group) {
    return in_one_transaction([&](auto& tx) {
      for (const commit_queue::request each : group)
        for (const operation_ptr& op : each->batch) logic::perform_any(tx, op);
    });
  }

  announcements commit_one_by_one(std::span<const commit_queue::request> group) {
    announcements due;
    for (const commit_queue::request each : group)
      for (const operation_ptr& op : each->batch) {
        try {
          const announcements more =
              in_one_transaction([&](auto& tx) { logic::perform_any(tx, op); });
          due.work |= more.work;
          due.news |= more.news;
        } catch (const store_failure& failed) {
          op.answer().refuse(failed.why);
        }
      }
    return due;
  }

  template <class Work>
  announcements in_one_transaction(Work work) {
    const std::shared_lock lock(known_mutex_);
    const std::scoped_lock writing(writer_mutex_);
    try {
      transaction_guard change(writing_);
      boot_id_ = std::string(clock_.boot_id());
      auto tx = transaction_on(rows_);
      work(tx);
      logic::before_commit(tx);
      rows_.write_held();
      expect_file_in_place();
      change.commit();
      rows_.keep_uncommitted();
      return {tx.has_work, tx.has_news};
    } catch (const store_failure&) {
      rows_.forget_uncommitted();
      throw;
    }
  }

  /// A file that is deleted or replaced takes all later commits with it: better to refuse them.
  void expect_file_in_place() const {
    int moved = 0;
    sqlite3_file_control(writer_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0)
      throw store_failure{{errc::gone,
                           "the database file was deleted or replaced; put it back, or "
                           "open the store again",
                           {},
                           {}},
                          false};
  }

  bool is_same_file(sqlite3* callers) const {
    const char* other = sqlite3_db_filename(callers, "main");
    return other != nullptr && path_ == other;
  }

  template <class Read>
  auto reading(Read read) -> decltype(read(std::declval<sqlite_reader&>())) {
    return guarded([&] {
      const std::shared_lock lock(known_mutex_);
      auto connection = take_reader();
      auto out = [&] {
        transaction_guard snapshot(connection->words);
        auto read_out = read(connection->reader);
        snapshot.commit();
        return read_out;
      }();
      const std::scoped_lock giving_back(readers_mutex_);
      readers_.push_back(std::move(connection));
      return out;
    });
  }

  std::unique_ptr<reading_connection> take_reader() {
    {
      const std::scoped_lock lock(readers_mutex_);
      if (!readers_.empty()) {
        auto taken = std::move(readers_.back());
        readers_.pop_back();
        return taken;
      }
    }
    return std::make_unique<reading_connection>(connect(path_, SQLITE_OPEN_READWRITE, busy_wait_),
                                                known_);
  }

  std::string path_;
  any_clock clock_;
  database_handle writer_;
  std::shared_mutex known_mutex_;
  known_types known_;
  std::mutex writer_mutex_;
  transaction_words writing_;
  sqlite_rows rows_;
  std::string boot_id_{clock_.boot_id()};
  std::chrono::milliseconds busy_wait_;
  commit_queue commits_;
  std::unique_ptr<transport::channel> transport_;
  callers_connections callers_;
  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<reading_connection>> readers_;
};

PAWL_INLINE std::unique_ptr<sqlite_backend> open_sqlite_backend(
    const std::string& path, const sqlite_options& options, any_clock clock,
    std::unique_ptr<transport::channel> channel, error& why) {
  if (path.empty() || path == ":memory:") {
    why = {errc::invalid, "a SQLite store is a file; for one in memory use memory<>", {}, {}};
    return {};
  }
  try {
    if (!channel) channel = std::make_unique<transport::shared_file>(path + "-wake");
    return std::make_unique<sqlite_store>(path, options, std::move(clock), std::move(channel));
  } catch (store_failure& failed) {
    why = std::move(failed.why);
    return {};
  }
}

}  // namespace pawl::storage::detail
