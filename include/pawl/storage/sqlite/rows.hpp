// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>

#include <pawl/limits/gcra.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/storage/sqlite/insert_buffer.hpp>

namespace pawl::storage::detail {

using sql::query;

/// What a process has learnt: job types, and limits that an operator has set. Shared by all
/// connections of a store.
struct known_types {
  std::unordered_map<std::string, const job_type*> by_handler{};
  std::unordered_map<std::string, int> limits{};
};

/// The rows of a store in a SQLite file, seen through one connection, inside a transaction.
class sqlite_rows {
 public:
  static constexpr int cancel_requested_flag = 1;
  static constexpr int has_dependents_flag = 2;
  static constexpr int has_checkpoint_flag = 4;
  static constexpr int retryable_flag = 8;

  sqlite_rows(sqlite3* db, const known_types& known) : sql_(db), known_(&known) {}

  /// A transaction has begun. The latest time that anybody has written down.
  std::int64_t begin() {
    if (!newest_ || newest_version_ != sql_.data_version()) newest_ = read_newest();
    return newest_->time;
  }
  /// Writes what was held back. Before a transaction is committed.
  void write_held() {
    write_events();
    write_jobs();
    claim_scan_.reset();
  }
  /// The transaction was committed.
  void keep_uncommitted() {
    uncommitted_.clear();
    if (newest_->greatest_id && !fresh_ids_.empty())
      newest_->greatest_id = std::max(*newest_->greatest_id, fresh_ids_.back());
    fresh_ids_.clear();
    newest_version_ = sql_.data_version();
  }
  /// The transaction failed: names that were found in it may not exist.
  void forget_uncommitted() {
    for (const name_number number : uncommitted_) {
      const auto found = names_.find(number);
      if (found == names_.end()) continue;
      numbers_.erase(found->second);
      names_.erase(found);
    }
    forget_newest();
  }
  /// In a transaction that somebody else will commit or not.
  void forget_names() {
    numbers_.clear();
    names_.clear();
    forget_newest();
  }

  [[nodiscard]] statements& sql() { return sql_; }

  /// The latest time that anybody has written down.
  std::int64_t last_time() { return read_newest().time; }

  // Names.
  name_number number_of(std::string_view name) {
    const auto cached = numbers_.find(std::string(name));
    if (cached != numbers_.end()) return cached->second;
    if (const auto found = find_number(name)) return remember(name, *found);
    execution row = use(query::insert_name);
    row << name;
    row.run();
    const auto number = static_cast<name_number>(sql_.given_number());
    uncommitted_.push_back(number);
    return remember(name, number);
  }
  /// Without writing: a name that nobody has used has no number.
  std::optional<name_number> find_number(std::string_view name) {
    execution row = use(query::find_name);
    row << name;
    if (!row.next()) return {};
    return row.number<name_number>();
  }
  const std::string& name_of(name_number number) {
    const auto cached = names_.find(number);
    if (cached != names_.end()) return cached->second;
    execution row = use(query::name_of);
    row << number;
    const std::string name = row.next() ? row.string() : std::string();
    remember(name, number);
    return names_.at(number);
  }
  void put_type(const job_type& type) {
    run(query::put_type, number_of(type.handler), type.lifecycle);
  }
  const job_type* type(name_number handler) {
    const auto found = known_->by_handler.find(name_of(handler));
    return found == known_->by_handler.end() ? nullptr : found->second;
  }
  int configured(name_number limit, int declared) {
    const auto found = known_->limits.find(name_of(limit));
    return found == known_->limits.end() ? declared : found->second;
  }

  // Jobs.
  std::optional<found_job> find_job(const job_id& id) {
    if (is_new(id)) return {};
    execution row = use(query::find_job);
    row << id;
    if (!row.next()) return {};
    return found_job{row.integer(), row.number<name_number>()};
  }
  /// A file has room until its disk is full.
  static bool make_room(const job_id&) { return true; }
  /// Held back: the number is the one that SQLite is going to give.
  std::int64_t insert_job(const job_row& job) {
    newest_->time = std::max(newest_->time, job.created_at);
    fresh_ids_.insert(std::upper_bound(fresh_ids_.begin(), fresh_ids_.end(), job.id), job.id);
    const std::int64_t key = ++newest_->key;
    if (held_jobs_.add(job)) write_jobs();
    return key;
  }
  job_row job(std::int64_t key) {
    execution row = use(query::job);
    row << key;
    job_row out;
    if (!row.next()) return out;
    out.key = row.integer();
    out.id = row.id();
    out.tenant = row.number<name_number>();
    out.handler = row.number<name_number>();
    out.created_at = row.integer();
    out.payload_version = row.number<unsigned>();
    out.payload = row.string();
    out.requested_by = row.string();
    out.organisation = row.string();
    out.subject = row.string();
    out.correlation = row.string();
    out.traceparent = row.string();
    out.metadata = row.string();
    out.idempotency_key = row.string();
    out.parent = row.id();
    out.rank = row.number<unsigned>();
    out.max_attempts = row.number<unsigned>();
    read_retry(row, out.retry);
    out.limit_keys = row.string();
    return out;
  }
  /// Of what was submitted, that which a worker needs. The statement is left where it stands: most
  /// jobs are claimed in the order in which they came, and the next one is beside this one.
  job_row claim_part(std::int64_t key) {
    if (!claim_scan_ || claim_scan_at_ + 1 != key || !claim_scan_->next() ||
        claim_scan_->integer() != key) {
      before(query::claim_parts);
      claim_scan_.emplace(sql_.db(), sql_.prepared(query::claim_parts));
      *claim_scan_ << key;
      if (!claim_scan_->next() || claim_scan_->integer() != key) {
        claim_scan_.reset();
        return {};
      }
    }
    claim_scan_at_ = key;
    execution& row = *claim_scan_;
    job_row out;
    out.id = row.id();
    out.created_at = row.integer();
    out.payload_version = row.number<unsigned>();
    out.payload = row.string();
    out.requested_by = row.string();
    out.organisation = row.string();
    out.correlation = row.string();
    out.traceparent = row.string();
    read_retry(row, out.retry);
    return out;
  }
  job_id id_of(std::int64_t key) {
    execution row = use(query::id_of);
    row << key;
    return row.next() ? row.id() : job_id{};
  }

  bool hot(std::int64_t key, hot_row& out) {
    execution row = use(query::hot);
    row << key;
    if (!row.next()) return false;
    out = read_hot(row);
    return true;
  }
  void insert_hot(const hot_row& job) {
    if (depth_) ++*depth_;
    if (held_hot_.add(job)) write_jobs();
  }
  void update_hot(const hot_row& before, const hot_row& after) {
    const job_type& of = *type(after.handler);
    execution row = use(query::update_hot);
    row << of.name_of(after.at.state) << static_cast<int>(after.at.phase) << order_of(after);
    bind_owner(row, after);
    row << after.lease_ms << after.fence << after.events << after.error_event << after.at.attempt
        << after.at.retries << after.progress << after.stage << after.started_at << after.updated_at
        << after.waiting_for << flags_of(after) << after.key << before.fence;
    row.run();
    expect_one_row();
  }
  void touch_hot(const hot_row& before, const hot_row& after) {
    if (after.cancel_reason != before.cancel_reason)
      put_detail(after.key, detail_kind::cancel_reason, {}, 1, after.cancel_reason);
    execution row = use(query::touch_hot);
    row << after.events << after.progress << after.stage << after.updated_at << flags_of(after)
        << after.key << before.fence;
    row.run();
    expect_one_row();
  }
  /// The first of two steps that are written together: the guard sees each of them.
  void pass_through(const hot_row& job, const job_type& of, state_number state) {
    execution row = use(query::pass_through);
    row << of.name_of(state) << job.key;
    row.run();
  }
  void delete_hot(const hot_row& job) {
    execution row = use(query::delete_hot);
    row << job.key;
    row.run();
    expect_one_row();
    if (depth_) --*depth_;
  }
  /// Jobs that live. Counted anew four times a second, so that other processes' jobs are in it; in
  /// between with what this process does.
  std::int64_t depth() {
    const auto now = std::chrono::steady_clock::now();
    if (!depth_ || now - counted_at_ > std::chrono::milliseconds{250}) {
      execution row = use(query::depth);
      row.next();
      depth_ = row.integer();
      counted_at_ = now;
    }
    return *depth_;
  }
  /// Jobs of one type that wait for a worker or for their time.
  std::int64_t depth_of(name_number handler) {
    execution row = use(query::depth_of);
    row << handler;
    row.next();
    return row.integer();
  }

  std::vector<name_number> heads(name_number handler, name_number after, std::size_t limit) {
    std::vector<name_number> found;
    // From the one after `after` to the end, and from the beginning to `after`: each step jumps to
    // the next tenant that has something ready, past all its rows.
    for (const bool wrapped : {false, true}) {
      name_number at = wrapped ? 0 : after;
      while (found.size() < limit) {
        execution row = use(query::head_after);
        row << handler << at;
        if (!row.next()) break;
        at = row.number<name_number>();
        if (wrapped && at > after) break;
        found.push_back(at);
      }
    }
    return found;
  }
  std::vector<hot_row> ready(name_number handler, name_number tenant, std::size_t skip,
                             std::size_t limit) {
    execution row = use(query::ready);
    row << handler << tenant << std::uint64_t{skip} << std::uint64_t{limit};
    return read_all(row);
  }
  std::vector<hot_row> due(name_number handler, std::int64_t now, std::size_t limit) {
    execution row = use(query::due);
    row << handler << now << std::uint64_t{limit};
    return read_all(row);
  }
  std::optional<std::int64_t> next_due(name_number handler) {
    execution row = use(query::next_due);
    row << handler;
    if (!row.next() || row.is_null()) return {};
    return row.integer();
  }
  [[nodiscard]] name_number last_served() const { return last_served_; }
  void serve(name_number tenant) { last_served_ = tenant; }

  bool outcome(std::int64_t key, outcome_row& out) {
    execution row = use(query::outcome);
    row << key;
    if (!row.next()) return false;
    out = read_outcome(row);
    return true;
  }
  void insert_outcome(const outcome_row& o) {
    execution row = use(query::insert_outcome);
    row << o.key << o.handler << o.tenant << o.state << static_cast<int>(o.kind) << o.fence
        << o.events << o.attempt << o.retries << o.progress << o.stage << o.started_at
        << o.completed_at << o.prune_at << o.has_events;
    o.has_result ? row.bytes(o.result.data(), o.result.size()) : row << nullptr;
    if (o.error)
      row << o.error->code << o.error->message << o.error->detail << o.error->state
          << o.error->retryable;
    else
      row << nullptr << nullptr << nullptr << nullptr << false;
    row << o.cancel_reason;
    row.run();
  }

  // Events.
  void insert_event(const event_row& e) {
    newest_->time = std::max(newest_->time, e.at);
    if (held_events_.add({e, std::string(e.stage), std::string(e.message), std::string(e.error),
                          std::string(e.detail)}))
      write_events();
  }
  std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number, bool retryable) {
    execution row = use(query::failure_of);
    row << key << number;
    if (!row.next()) return {};
    failure_info out;
    out.code = row.string();
    out.message = row.string();
    out.detail = row.string();
    out.state = row.string();
    out.retryable = retryable;
    return out;
  }

  // Idempotency keys.
  std::optional<key_row> find_key(name_number tenant, name_number handler, const std::string& key) {
    execution row = use(query::find_key);
    row << tenant << handler << key;
    if (!row.next()) return {};
    key_row out;
    out.job = row.integer();
    out.payload = row.hash();
    out.created_at = row.integer();
    return out;
  }
  void put_key(name_number tenant, name_number handler, const std::string& key, const key_row& of) {
    execution row = use(query::put_key);
    row << tenant << handler << key << of.job << of.payload << of.created_at;
    row.run();
  }
  std::optional<key_row> key_of(std::int64_t key) {
    const job_row of = job(key);
    if (of.idempotency_key.empty()) return {};
    auto found = find_key(of.tenant, of.handler, of.idempotency_key);
    if (found && found->job != key) found.reset();
    return found;
  }

  // Limits.
  found_slot find_slot(name_number limit, const std::string& key, int count) {
    execution row = use(query::slots);
    row << limit << key;
    int number = 1;
    std::int64_t first = 0;
    while (row.next()) {
      const int taken = row.number<int>();
      if (first == 0) first = row.integer();
      if (taken != number || number > count) break;
      ++number;
    }
    if (number <= count) return {number, 0};
    return {{}, first};
  }
  void take_slot(name_number limit, const std::string& key, int number, std::int64_t by) {
    execution row = use(query::take_slot);
    row << limit << key << number << by;
    row.run();
  }
  std::optional<std::string> free_slot(name_number limit, std::int64_t by) {
    execution row = use(query::free_slot);
    row << by << limit;
    std::optional<std::string> key;
    while (row.next()) key = row.string();
    return key;
  }
  gcra_state rate(name_number limit, const std::string& key) {
    execution row = use(query::rate);
    row << limit << key;
    if (!row.next()) return {};
    return {row.integer()};
  }
  void set_rate(name_number limit, const std::string& key, gcra_state state) {
    execution row = use(query::set_rate);
    row << limit << key << state.even_at_ns;
    row.run();
  }
  void park(name_number limit, const std::string& key, std::int64_t sort_key, std::int64_t job) {
    execution row = use(query::park);
    row << limit << key << sort_key << job;
    row.run();
  }
  std::optional<parked_job> unpark(name_number limit, const std::string& key) {
    std::optional<parked_job> first;
    {
      execution row = use(query::first_parked);
      row << limit << key;
      if (row.next()) {
        first.emplace();
        first->job = row.integer();
        first->sort_key = row.integer();
      }
    }
    if (first) remove_parked(first->job);
    return first;
  }
  std::optional<std::string> first_parked_key(name_number limit) {
    execution row = use(query::first_parked_key);
    row << limit;
    if (!row.next()) return {};
    return row.string();
  }
  void remove_parked(std::int64_t job) { run(query::remove_parked, job); }

  // Dependencies.
  void insert_dependency(std::int64_t job, std::int64_t on) {
    run(query::insert_dependency, job, on);
  }
  void remove_dependency(std::int64_t job, std::int64_t on) {
    run(query::remove_dependency, job, on);
  }
  void remove_dependencies(std::int64_t job) { run(query::remove_dependencies, job); }
  std::vector<std::int64_t> dependents_of(std::int64_t on, std::size_t limit) {
    execution row = use(query::dependents_of);
    row << on << std::uint64_t{limit};
    return read_numbers(row);
  }
  void insert_release(std::int64_t job) { run(query::insert_release, job); }
  std::optional<std::int64_t> next_release() {
    execution row = use(query::next_release);
    if (!row.next() || row.is_null()) return {};
    return row.integer();
  }
  void remove_release(std::int64_t job) { run(query::remove_release, job); }

  // Checkpoints, artifacts, audit fields.
  void put_detail(std::int64_t job, detail_kind kind, std::string_view name, unsigned version,
                  std::string_view value) {
    execution row = use(query::put_detail);
    row << job << static_cast<int>(kind) << name << version;
    row.bytes(value.data(), value.size());
    row.run();
  }
  std::optional<std::string> find_detail(std::int64_t job, detail_kind kind) {
    execution row = use(query::find_detail);
    row << job << static_cast<int>(kind);
    if (!row.next()) return {};
    return row.string();
  }
  unsigned newest_version(std::int64_t job, detail_kind kind, const std::string& name) {
    execution row = use(query::newest_version);
    row << job << static_cast<int>(kind) << name;
    return row.next() ? row.number<unsigned>() : 0;
  }
  std::vector<finding_size> finding_sizes(std::int64_t job) {
    execution row = use(query::finding_sizes);
    row << job;
    std::vector<finding_size> found;
    while (row.next()) {
      finding_size one;
      one.is_audit = static_cast<detail_kind>(row.integer()) == detail_kind::audit;
      one.name = row.string();
      one.bytes = row.integer();
      found.push_back(std::move(one));
    }
    return found;
  }
  void remove_details(std::int64_t job, detail_kind kind) {
    run(query::remove_details, job, static_cast<int>(kind));
  }

  // Events from outside.
  std::optional<inbox_row> find_inbox(std::int64_t job, const std::string& id) {
    execution row = use(query::find_inbox);
    row << job << id;
    if (!row.next()) return {};
    inbox_row out;
    out.content = row.hash();
    out.state = row.string();
    return out;
  }
  void put_inbox(std::int64_t job, const std::string& id, const sha256_digest& content,
                 const std::string& state) {
    run(query::put_inbox, job, id, content, state);
  }

  // Dead letters.
  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at) {
    run(query::insert_dead_letter, job, tenant, handler, at);
  }
  bool is_dead_letter(std::int64_t job) {
    execution row = use(query::is_dead_letter);
    row << job;
    return row.next();
  }
  bool is_replayed(std::int64_t job) {
    execution row = use(query::is_dead_letter);
    row << job;
    return row.next() && row.integer() != 0;
  }
  void mark_replayed(std::int64_t job, const job_id& as) { run(query::mark_replayed, as, job); }
  std::vector<std::int64_t> fresh_dead_letters(std::optional<name_number> tenant,
                                               name_number handler, std::size_t limit) {
    execution row = use(tenant ? query::fresh_dead_letters_of : query::fresh_dead_letters);
    row << handler << std::uint64_t{limit};
    if (tenant) row << *tenant;
    return read_numbers(row);
  }

  // Owners.
  owner_number insert_owner(const std::string& label, std::int64_t boot, std::string_view boot_id) {
    execution row = use(query::insert_owner);
    row << label << boot << boot_id;
    row.run();
    return sql_.given_number();
  }
  std::optional<owner_row> owner(owner_number number) {
    execution row = use(query::owner);
    row << number;
    if (!row.next()) return {};
    const std::int64_t seen_at = row.integer();
    return owner_row{number, seen_at, row.string()};
  }
  void see_owner(owner_number number, std::int64_t boot, std::string_view boot_id) {
    run(query::see_owner, boot, boot_id, number);
  }
  void delete_owner(owner_number number) { run(query::delete_owner, number); }
  std::vector<owner_number> owners() {
    execution row = use(query::owners);
    return read_numbers(row);
  }
  std::vector<hot_row> leased_by(owner_number number) {
    execution row = use(query::leased_by);
    row << number;
    return read_all(row);
  }

  // Callbacks.
  void insert_callback(const callback_row& c) {
    run(query::insert_callback, c.job, c.handler, c.tries, c.due_at);
  }
  void update_callback(const callback_row& c) {
    run(query::update_callback, c.tries, c.due_at, c.job);
  }
  void delete_callback(std::int64_t job) { run(query::delete_callback, job); }
  std::optional<callback_row> callback(std::int64_t job) {
    execution row = use(query::callback);
    row << job;
    if (!row.next()) return {};
    return read_callback(row);
  }
  std::vector<callback_row> due_callbacks(name_number handler, std::int64_t now,
                                          std::size_t limit) {
    execution row = use(query::due_callbacks);
    row << handler << now << std::uint64_t{limit};
    std::vector<callback_row> found;
    while (row.next()) found.push_back(read_callback(row));
    return found;
  }

  // Retention.
  std::vector<name_number> finished_handlers() {
    std::vector<name_number> found;
    name_number at = 0;
    while (true) {
      execution row = use(query::finished_handler_after);
      row << at;
      if (!row.next()) return found;
      at = row.number<name_number>();
      found.push_back(at);
    }
  }
  std::vector<outcome_row> prunable(name_number handler, std::int64_t now, std::size_t limit) {
    execution row = use(query::prunable);
    row << handler << now << std::uint64_t{limit};
    return read_outcomes(row);
  }
  /// The oldest of those that are too many, the very oldest first.
  std::vector<outcome_row> beyond_count(name_number handler, std::int64_t kept, std::size_t limit) {
    std::int64_t too_many = -kept;
    {
      execution row = use(query::count_finished);
      row << handler;
      if (row.next()) too_many += row.integer();
    }
    if (too_many <= 0) return {};
    execution row = use(query::beyond_count);
    row << handler << std::min(too_many, static_cast<std::int64_t>(limit));
    return read_outcomes(row);
  }
  void forget_events(const outcome_row& job, std::int64_t prune_at) {
    run(query::forget_events, job.key);
    run(query::postpone_prune, prune_at, job.key);
  }
  void forget(const outcome_row& job) {
    for (const query each : {query::forget_events, query::forget_key, query::forget_details,
                             query::forget_inbox, query::forget_dead_letter, query::delete_callback,
                             query::remove_release, query::forget_outcome, query::forget_job})
      run(each, job.key);
  }

  /// Executes a statement that answers with no rows.
  template <class... Values>
  void run(query name, const Values&... values) {
    execution row = use(name);
    (row << ... << values);
    row.run();
  }

 private:
  /// The newest job and event, as long as nobody else has written.
  struct newest {
    std::int64_t time = 0;
    std::int64_t key = 0;
    std::optional<job_id> greatest_id{};  ///< of the jobs before this transaction
  };
  /// An event with the words that it only looks at.
  struct held_event {
    event_row row;
    std::string stage;
    std::string message;
    std::string error;
    std::string detail;
  };

  execution use(query name) {
    before(name);
    return sql_.use(name);
  }
  /// Writes what was held back and a statement could miss.
  void before(query name) {
    switch (name) {
      case query::find_name:
      case query::insert_name:
      case query::name_of:
      case query::find_key:
      case query::put_key:
      case query::slots:
      case query::take_slot:
      case query::rate:
      case query::set_rate:
        return;
      case query::last_event_time:
      case query::failure_of:
      case query::forget_events:
        write_events();
        break;
      default:
        break;
    }
    write_jobs();
  }
  void write_jobs() {
    if (!held_jobs_.empty()) {
      held_jobs_.write([](execution& row, const job_row& job) { bind_job(row, job); });
      if (sql_.given_number() != newest_->key) fail_on_foreign_write();
    }
    if (!held_hot_.empty())
      held_hot_.write([this](execution& row, const hot_row& job) { bind_hot(row, job); });
  }
  void write_events() {
    if (!held_events_.empty())
      held_events_.write([](execution& row, const held_event& e) { bind_event(row, e); });
  }

  newest read_newest() {
    newest found;
    if (execution row = use(query::last_event_time); row.next()) found.time = row.integer();
    if (execution row = use(query::last_job); row.next()) {
      found.time = std::max(found.time, row.integer());
      found.key = row.integer();
    }
    return found;
  }
  void forget_newest() {
    uncommitted_.clear();
    fresh_ids_.clear();
    depth_.reset();
    newest_.reset();
    claim_scan_.reset();
    held_jobs_.drop();
    held_hot_.drop();
    held_events_.drop();
  }
  /// Ids grow with time, so most new ones are greater than all that there are: nothing need be
  /// looked up. False if that cannot be told.
  bool is_new(const job_id& id) {
    if (!newest_) return false;
    if (!newest_->greatest_id) {
      if (!fresh_ids_.empty()) return false;
      execution row = use(query::greatest_id);
      newest_->greatest_id = row.next() ? row.id() : job_id{};
    }
    return id > *newest_->greatest_id &&
           !std::binary_search(fresh_ids_.begin(), fresh_ids_.end(), id);
  }

  name_number remember(std::string_view name, name_number number) {
    numbers_.insert_or_assign(std::string(name), number);
    names_.insert_or_assign(number, std::string(name));
    return number;
  }

  static int flags_of(const hot_row& job) {
    return (job.cancel_requested ? cancel_requested_flag : 0) |
           (job.has_dependents ? has_dependents_flag : 0) |
           (job.has_checkpoint ? has_checkpoint_flag : 0) | (job.at.retryable ? retryable_flag : 0);
  }
  /// One column serves both orders: what is ready, or held and may come back, has no due time any
  /// more.
  static bool has_a_place(phase p) { return p == phase::ready || p == phase::held; }
  static std::int64_t order_of(const hot_row& job) {
    return has_a_place(job.at.phase) ? job.sort_key : job.due_at;
  }
  static void bind_job(execution& row, const job_row& job) {
    row << job.id << job.tenant << job.handler << job.created_at << job.payload_version;
    row.bytes(job.payload.data(), job.payload.size());
    row << job.requested_by << job.organisation << job.subject << job.correlation << job.traceparent
        << job.metadata << job.idempotency_key;
    job.parent.is_nil() ? row << nullptr : row << job.parent;
    row << job.rank << job.max_attempts << count_of(job.retry.initial) << count_of(job.retry.cap);
    job.retry.multiplier ? row << job.retry.multiplier->permille : row << nullptr;
    row << job.limit_keys;
  }
  void bind_hot(execution& row, const hot_row& job) {
    const job_type& of = *type(job.handler);
    row << job.key << job.handler << job.tenant << job.rank << job.max_attempts << job.version
        << of.name_of(job.at.state) << static_cast<int>(job.at.phase) << order_of(job);
    bind_owner(row, job);
    row << job.lease_ms << job.fence << job.events << job.error_event << job.at.attempt
        << job.at.retries << job.progress << job.stage << job.started_at << job.updated_at
        << job.waiting_for << flags_of(job);
  }
  static void bind_event(execution& row, const held_event& held) {
    const event_row& e = held.row;
    row << e.job << e.number << static_cast<int>(e.kind) << e.at << e.event << e.from << e.to
        << e.attempt << e.progress << held.stage << held.message << held.error << held.detail;
  }
  static void bind_owner(execution& row, const hot_row& job) {
    job.owner == 0 ? row << nullptr : row << job.owner;
  }
  static std::optional<std::int64_t> count_of(const std::optional<duration_ms>& duration) {
    if (!duration) return {};
    return duration->count;
  }
  static void read_retry(execution& row, retry_override& out) {
    out.initial = duration_of(row);
    out.cap = duration_of(row);
    if (row.is_null()) {
      row.skip();
    } else {
      out.multiplier.emplace();
      out.multiplier->permille = row.number<std::uint32_t>();
    }
  }
  static std::optional<duration_ms> duration_of(execution& row) {
    if (row.is_null()) {
      row.skip();
      return {};
    }
    return duration_ms{row.integer()};
  }

  /// A conditional write whose condition was read in the same transaction: it cannot fail, unless
  /// somebody else writes to our tables.
  void expect_one_row() const {
    if (sql_.changes() != 1) fail_on_foreign_write();
  }
  [[noreturn]] static void fail_on_foreign_write() {
    throw store_failure{{errc::failed,
                         "a row changed under a transaction; does something else write to "
                         "pawl's tables?",
                         {},
                         {}},
                        true};
  }

  hot_row read_hot(execution& row) {
    hot_row out;
    out.key = row.integer();
    out.handler = row.number<name_number>();
    out.tenant = row.number<name_number>();
    out.rank = row.number<unsigned>();
    out.max_attempts = row.number<unsigned>();
    out.version = row.number<unsigned>();
    const std::string_view state = row.view();
    const job_type* const of = type(out.handler);
    const auto restored = of == nullptr ? std::optional<state_number>{} : of->restore(state);
    out.state_is_known = restored.has_value();
    out.at.state = restored.value_or(0);
    out.at.phase = static_cast<phase>(row.integer());
    out.sort_key = row.integer();
    out.due_at = has_a_place(out.at.phase) ? 0 : out.sort_key;
    out.owner = row.integer();
    out.lease_ms = row.integer();
    out.fence = row.number<std::uint64_t>();
    out.events = row.number<std::uint64_t>();
    out.error_event = row.number<std::uint64_t>();
    out.at.attempt = row.number<unsigned>();
    out.at.retries = row.number<unsigned>();
    out.progress = row.number<int>();
    out.stage = row.string();
    out.started_at = row.integer();
    out.updated_at = row.integer();
    out.waiting_for = row.number<unsigned>();
    const auto flags = row.number<int>();
    out.cancel_requested = (flags & cancel_requested_flag) != 0;
    out.has_dependents = (flags & has_dependents_flag) != 0;
    out.has_checkpoint = (flags & has_checkpoint_flag) != 0;
    out.at.retryable = (flags & retryable_flag) != 0;
    // Few jobs have failed, and fewer are being cancelled: that is not in the narrow row.
    if (out.error_event != 0)
      if (const auto failed = failure_of(out.key, out.error_event, out.at.retryable))
        out.error_code = failed->code;
    if (out.cancel_requested)
      out.cancel_reason = find_detail(out.key, detail_kind::cancel_reason).value_or("");
    return out;
  }
  std::vector<hot_row> read_all(execution& row) {
    std::vector<hot_row> found;
    while (row.next()) found.push_back(read_hot(row));
    return found;
  }
  static outcome_row read_outcome(execution& row) {
    outcome_row out;
    out.key = row.integer();
    out.handler = row.number<name_number>();
    out.tenant = row.number<name_number>();
    out.state = row.string();
    out.kind = static_cast<pawl::kind>(row.integer());
    out.fence = row.number<std::uint64_t>();
    out.events = row.number<std::uint64_t>();
    out.attempt = row.number<unsigned>();
    out.retries = row.number<unsigned>();
    out.progress = row.number<int>();
    out.stage = row.string();
    out.started_at = row.integer();
    out.completed_at = row.integer();
    out.prune_at = row.integer();
    out.has_events = row.integer() != 0;
    out.has_result = !row.is_null();
    out.result = row.string();
    if (row.is_null()) {
      row.skip(5);
    } else {
      out.error.emplace();
      out.error->code = row.string();
      out.error->message = row.string();
      out.error->detail = row.string();
      out.error->state = row.string();
      out.error->retryable = row.integer() != 0;
    }
    out.cancel_reason = row.string();
    return out;
  }
  static std::vector<outcome_row> read_outcomes(execution& row) {
    std::vector<outcome_row> found;
    while (row.next()) found.push_back(read_outcome(row));
    return found;
  }
  static std::vector<std::int64_t> read_numbers(execution& row) {
    std::vector<std::int64_t> found;
    while (row.next()) found.push_back(row.integer());
    return found;
  }
  static callback_row read_callback(execution& row) {
    callback_row out;
    out.job = row.integer();
    out.handler = row.number<name_number>();
    out.tries = row.number<unsigned>();
    out.due_at = row.integer();
    return out;
  }

  statements sql_;
  const known_types* known_;
  std::unordered_map<std::string, name_number> numbers_{};
  std::unordered_map<name_number, std::string> names_{};
  std::vector<name_number> uncommitted_{};
  std::optional<std::int64_t> depth_{};
  std::chrono::steady_clock::time_point counted_at_{};
  name_number last_served_ = 0;
  std::optional<newest> newest_{};
  unsigned newest_version_ = 0;
  std::vector<job_id> fresh_ids_{};  // of this transaction, in order
  insert_buffer<job_row> held_jobs_{sql_.db(), query::insert_job};
  insert_buffer<hot_row> held_hot_{sql_.db(), query::insert_hot};
  insert_buffer<held_event> held_events_{sql_.db(), query::insert_event};
  std::optional<execution> claim_scan_{};
  std::int64_t claim_scan_at_ = 0;
};

}  // namespace pawl::storage::detail
