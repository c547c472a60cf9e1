// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <shared_mutex>

#include <pawl/storage/logic.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/storage/sqlite/callers.hpp>
#include <pawl/storage/sqlite/commit_queue.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/storage/sqlite/reader.hpp>
#include <pawl/transport/shared_file.hpp>

namespace pawl::storage {

/// Jobs in a SQLite file: nothing to install, nothing to start, and any number of processes of one
/// machine may share the file. An application's own tables may be in it too.
///
/// Writes are committed in groups by whoever comes first; reads go on beside them. What `apply` has
/// answered survives what the chosen durability says.
template <clock_policy Clock = system_clock,
          transport::job_transport Transport = transport::shared_file>
class sqlite {
 public:
  static constexpr bool survives_the_process = true;
  static constexpr bool shared_between_processes = true;
  using clock_type = Clock;
  /// What a caller's own transaction is on; see `in`.
  using connection_type = sqlite3;

  /// Opens a store, and makes it if there is none. The file and all that belong to it are readable
  /// by their owner alone.
  static result<std::unique_ptr<sqlite>> open(const std::string& path, sqlite_options options = {},
                                              Clock clock = {}) {
    if (path.empty() || path == ":memory:")
      return refuse(errc::invalid, "a SQLite store is a file; for one in memory use memory<>");
    return guarded([&]() -> result<std::unique_ptr<sqlite>> {
      return std::unique_ptr<sqlite>(new sqlite(path, options, std::move(clock)));
    });
  }
  sqlite(const sqlite&) = delete;
  sqlite& operator=(const sqlite&) = delete;

  result<void> learn(std::span<const job_type* const> types) {
    return guarded([&]() -> result<void> {
      const std::scoped_lock lock(known_mutex_);
      for (const job_type* type : types)
        known_.by_handler.insert_or_assign(logic::to_string(type->handler), type);
      const std::scoped_lock writing(writer_mutex_);
      detail::transaction_guard change(writing_);
      rows_.begin();
      for (const job_type* type : types) {
        if (!type->transition_rows.empty())
          detail::execute(writer_.get(), logic::to_string(type->transition_rows));
        rows_.put_type(*type);
      }
      change.commit();
      rows_.keep_uncommitted();
      return {};
    });
  }

  result<void> configure(const job_type& type, text limit, int count) {
    const auto found = configurable_limit(type, limit, count);
    if (!found) return unexpected<error>(found.error());
    {
      const std::scoped_lock lock(known_mutex_);
      known_.limits.insert_or_assign(logic::to_string(type.handler) + '/' + logic::to_string(limit),
                                     count);
    }
    const auto reconsidered = apply_one(*this, reconsider{&type});
    if (!reconsidered) return unexpected<error>(reconsidered.error());
    return {};
  }

  std::vector<answer> apply(std::span<const operation> batch) {
    if (callers_.holds_this_thread_up())
      return std::vector<answer>(
          batch.size(),
          answer(refuse(errc::would_deadlock,
                        "this thread has a transaction of its own open on the store's "
                        "file; end it first, or do this inside it")));
    return commits_.pass(
        batch, [this](std::span<const detail::commit_queue::request> group) { commit(group); });
  }

  [[nodiscard]] instant now() {
    const auto time = reading([](auto& reader) { return reader.last_time(); });
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    return logic::at_ms(time ? std::max(*time, wall) : wall);
  }

  [[nodiscard]] milliseconds elapsed() { return clock_.boot(); }

  result<job_record> get(const scope& who, const job_id& id) {
    return reading([&](auto& reader) { return reader.get(who, id); });
  }
  result<stored_result> result_of(const scope& who, const job_id& id) {
    return reading([&](auto& reader) { return reader.result_of(who, id); });
  }
  result<job_page> list(const scope& who, const list_filter& filter) {
    return reading([&](auto& reader) { return reader.list(who, filter); });
  }
  result<std::vector<job_event>> events(const scope& who, const job_id& id, std::uint64_t after,
                                        std::size_t limit) {
    return reading([&](auto& reader) { return reader.events(who, id, after, limit); });
  }
  result<std::vector<job_event>> feed(const scope& who, std::uint64_t after, std::size_t limit) {
    return reading([&](auto& reader) { return reader.feed(who, after, limit); });
  }
  result<dead_letter_page> dead_letters(const scope& who, const list_filter& filter) {
    return reading([&](auto& reader) { return reader.dead_letters(who, filter); });
  }
  result<pawl::dead_letter> dead_letter(const scope& who, const job_id& id) {
    return reading([&](auto& reader) { return reader.dead_letter(who, id); });
  }
  result<statistics> count(const scope& who) {
    return reading([&](auto& reader) { return reader.count(who); });
  }
  result<std::int64_t> depth(const job_type& type) {
    return reading([&](auto& reader) { return reader.depth(type); });
  }
  result<std::vector<held_job>> leases(owner_number owner) {
    return reading([&](auto& reader) { return reader.leases(owner); });
  }

  /// The default one is a small file beside the database, which all its processes map.
  [[nodiscard]] Transport& transport() { return transport_; }
  void notify() {
    transport_.announce_work();
    transport_.announce_news();
  }
  [[nodiscard]] const Clock& clock() const { return clock_; }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Commits that this process has made so far: what a measurement of their sizes counts.
  [[nodiscard]] std::uint64_t commits() { return commits_.commits(); }
  /// Pages of the database that writing has looked at so far, in the cache or not: what a
  /// measurement of growth counts.
  [[nodiscard]] std::int64_t pages_used() {
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

  /// The store inside a transaction of the caller's, on his own connection to the same file: what
  /// is submitted or settled here is there if and only if his transaction is committed.
  ///
  /// Afterwards he calls `notify()`, or the next poll finds the work. Keeps its prepared
  /// statements; use one for as long as the connection lives.
  class in_transaction {
   public:
    in_transaction(sqlite& store, sqlite3* callers)
        : store_(&store), rows_(callers, store.known_), db_(callers) {
      store.callers_.add(callers);
    }
    in_transaction(const in_transaction&) = delete;
    in_transaction& operator=(const in_transaction&) = delete;
    ~in_transaction() { store_->callers_.remove(db_); }

    result<submit::answer> apply(const storage::submit& op) { return perform(op); }
    result<settle::answer> apply(const storage::settle& op) { return perform(op); }
    /// Whatever else a store can do would wait for the caller's own transaction to end.
    template <class Operation>
    result<typename Operation::answer> apply(const Operation&) {
      return refuse(errc::would_deadlock,
                    "inside a transaction of your own only submit and settle are possible");
    }

   private:
    template <class Operation>
    result<typename Operation::answer> perform(const Operation& op) {
      return guarded([&]() -> result<typename Operation::answer> {
        if (sqlite3_get_autocommit(db_) != 0)
          return refuse(errc::invalid, "there is no transaction; begin one first");
        if (!store_->is_same_file(db_))
          return refuse(errc::not_a_store,
                        "the connection is to another file; use one to the store's own");
        const std::shared_lock lock(store_->known_mutex_);
        // A savepoint: if the store fails half-way, the caller's transaction is as it was.
        detail::execute(db_, "SAVEPOINT pawl");
        try {
          auto tx = store_->transaction_on(rows_);
          tx.of_the_caller = true;
          auto done = logic::perform(tx, op);
          logic::before_commit(tx);
          rows_.write_held();
          detail::execute(db_, "RELEASE pawl");
          rows_.forget_names();  // the caller may still roll back
          return done;
        } catch (const detail::store_failure&) {
          sqlite3_exec(db_, "ROLLBACK TO pawl; RELEASE pawl", nullptr, nullptr, nullptr);
          rows_.forget_names();
          throw;
        }
      });
    }

    sqlite* store_;
    detail::sqlite_rows rows_;
    sqlite3* db_;
  };
  [[nodiscard]] in_transaction in(sqlite3* callers) { return {*this, callers}; }

 private:
  /// A connection for reading, which only one thread uses at a time.
  struct reading_connection {
    detail::database_handle db;
    detail::transaction_words words;
    detail::sqlite_reader reader;

    reading_connection(detail::database_handle opened, const detail::known_types& known)
        : db(std::move(opened)), words(db.get(), "BEGIN"), reader(db.get(), known) {}
  };

  sqlite(const std::string& path, const sqlite_options& options, Clock clock)
      : path_(path),
        clock_(std::move(clock)),
        writer_(open_writer(path, options)),
        writing_(writer_.get(), "BEGIN IMMEDIATE"),
        rows_(writer_.get(), known_),
        busy_wait_(options.busy_wait),
        commits_(options.largest_commit),
        transport_(transport_for(path)) {
    if (const char* full = sqlite3_db_filename(writer_.get(), "main")) path_ = full;
  }

  static Transport transport_for(const std::string& path) {
    if constexpr (std::constructible_from<Transport, const std::string&>)
      return Transport(path + "-wake");
    else
      return Transport();
  }

  static detail::database_handle open_writer(const std::string& path,
                                             const sqlite_options& options) {
    detail::create_private(path);
    auto db = detail::connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options.busy_wait);
    const int version = detail::schema_version_of(db.get());
    if (version > sql::schema_version) detail::refuse_newer(version);
    detail::set_durability(db.get(), options.durability);
    detail::migrate(db.get(), options);
    return db;
  }

  /// Turns a failure of the store into an answer.
  template <class F>
  static auto guarded(F f) -> decltype(f()) {
    try {
      return f();
    } catch (detail::store_failure& failed) {
      return unexpected<error>(std::move(failed.why));
    }
  }

  /// One transaction's time: never before anything that was written down, whatever the clock says.
  logic::transaction<detail::sqlite_rows> transaction_on(detail::sqlite_rows& rows) {
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
  void commit(std::span<const detail::commit_queue::request> group) {
    announcements due;
    try {
      due = commit_at_once(group);
    } catch (const detail::store_failure& failed) {
      if (failed.of_one_operation) {
        due = commit_one_by_one(group);
      } else {
        for (const auto& each : group)
          each->answers.assign(each->batch.size(), answer(unexpected<error>(failed.why)));
      }
    }
    if (due.work) transport_.announce_work();
    if (due.news) transport_.announce_news();
  }

  announcements commit_at_once(std::span<const detail::commit_queue::request> group) {
    return in_one_transaction([&](auto& tx) {
      for (const auto& each : group) {
        each->answers.clear();
        each->answers.reserve(each->batch.size());
        for (const operation& op : each->batch) each->answers.push_back(logic::perform_any(tx, op));
      }
    });
  }

  announcements commit_one_by_one(std::span<const detail::commit_queue::request> group) {
    announcements due;
    for (const auto& each : group) {
      each->answers.clear();
      for (const operation& op : each->batch) {
        try {
          const announcements more = in_one_transaction(
              [&](auto& tx) { each->answers.push_back(logic::perform_any(tx, op)); });
          due.work |= more.work;
          due.news |= more.news;
        } catch (const detail::store_failure& failed) {
          const std::size_t place = static_cast<std::size_t>(&op - each->batch.data());
          each->answers.resize(place);
          each->answers.push_back(unexpected<error>(failed.why));
        }
      }
    }
    return due;
  }

  template <class Work>
  announcements in_one_transaction(Work work) {
    const std::shared_lock lock(known_mutex_);
    const std::scoped_lock writing(writer_mutex_);
    try {
      detail::transaction_guard change(writing_);
      boot_id_ = std::string(clock_.boot_id());
      auto tx = transaction_on(rows_);
      work(tx);
      logic::before_commit(tx);
      rows_.write_held();
      expect_file_in_place();
      change.commit();
      rows_.keep_uncommitted();
      return {tx.has_work, tx.has_news};
    } catch (const detail::store_failure&) {
      rows_.forget_uncommitted();
      throw;
    }
  }

  /// Whoever deletes or replaces the file takes all later commits with it: better to refuse them.
  void expect_file_in_place() const {
    int moved = 0;
    sqlite3_file_control(writer_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved != 0)
      throw detail::store_failure{{errc::gone,
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
  auto reading(Read read) -> decltype(read(std::declval<detail::sqlite_reader&>())) {
    return guarded([&] {
      const std::shared_lock lock(known_mutex_);
      auto connection = take_reader();
      auto out = [&] {
        detail::transaction_guard snapshot(connection->words);
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
    return std::make_unique<reading_connection>(
        detail::connect(path_, SQLITE_OPEN_READWRITE, busy_wait_), known_);
  }

  std::string path_;
  Clock clock_;
  detail::database_handle writer_;
  std::shared_mutex known_mutex_;
  detail::known_types known_;
  std::mutex writer_mutex_;
  detail::transaction_words writing_;
  detail::sqlite_rows rows_;
  std::string boot_id_{clock_.boot_id()};
  std::chrono::milliseconds busy_wait_;
  detail::commit_queue commits_;
  Transport transport_;
  detail::callers_connections callers_;
  std::mutex readers_mutex_;
  std::vector<std::unique_ptr<reading_connection>> readers_;
};

}  // namespace pawl::storage
