// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/names.hpp>
#include <pawl/storage/sql/values.hpp>
#include <pawl/storage/sql/waiting_counts.hpp>
#include <pawl/storage/sqlite/insert_buffer.hpp>

namespace pawl::storage::detail {

/// One connection from the beginning of a transaction to its end. Inserts are held back, and are
/// written before any statement that could miss them; what is known of the newest rows is kept
/// from one transaction to the next, as long as no other connection writes.
class sqlite_session : public sql_names<statements> {
 public:
  using sql_names::sql_names;

  /// A transaction has begun. The store's own line of time, as it was last written down.
  time_line& begin() {
    if (!newest_ || newest_version_ != sql().data_version()) newest_ = read_newest();
    return newest_->line;
  }
  void put_time_line(const time_line& line) {
    run(query::put_time_line, 1, line.boot_id, line.offset, line.wall, line.elapsed);
  }
  /// Writes what was held back. Before a transaction is committed.
  void write_held() {
    write_events();
    write_jobs();
    claim_scan_.reset();
  }
  /// The transaction was committed.
  void keep_uncommitted() {
    keep_new_names();
    if (newest_->greatest_id && !fresh_ids_.empty())
      newest_->greatest_id = greatest(*newest_->greatest_id, fresh_ids_.back());
    fresh_ids_.clear();
    newest_version_ = sql().data_version();
  }
  /// The transaction failed: names that were found in it may not exist.
  void forget_uncommitted() {
    drop_new_names();
    forget_newest();
  }

  /// Held back: the number is the one that SQLite is going to give.
  std::int64_t insert_job(job_row&& job) {
    fresh_ids_.insert(place_of(job.id), job.id);
    const std::int64_t key = ++newest_->key;
    if (held_jobs_.add(std::move(job))) write_jobs();
    return key;
  }
  void insert_queued(const queue_row& job) {
    counts_.came(job);
    if (held_queued_.add(job)) write_jobs();
  }
  void insert_event(const event_row& e) {
    if (held_events_.add({e, std::string(e.stage), std::string(e.message), std::string(e.error),
                          std::string(e.detail), std::string(e.actor), std::string(e.metadata)}))
      write_events();
  }
  /// What operators have said: nothing is looked up as long as no other connection writes.
  [[nodiscard]] type_control control(name_number handler) const {
    for (const said_of& each : newest_->controls)
      if (each.handler == handler) return each.said;
    return {};
  }
  void note_control(name_number handler, const type_control& said) {
    erase_if(newest_->controls, [&](const said_of& each) { return each.handler == handler; });
    newest_->controls.push_back({handler, said});
  }

  /// A statement that sees all that the transaction has done.
  execution use(query name) {
    before(name);
    return sql().use(name);
  }
  /// Executes a statement that answers with no rows.
  template <class... Values>
  void run(query name, const Values&... values) {
    execution row = use(name);
    (row << ... << values);
    row.run();
  }

 protected:
  /// The lane of a row of the queue.
  std::int64_t format_of(const queue_row& job, const job_descriptor& of) {
    return sql::format_of(number_of(of.name_of(job.at.state)), job.version, job.suspect);
  }
  /// The row with this key, from its key on, of a statement that goes on with the keys after it;
  /// null if there is none. The statement is left where it stands: most jobs are claimed in the
  /// order in which they came, and the next one is beside this one.
  execution* claim_parts_at(std::int64_t key) {
    if (!claim_scan_ || claim_scan_at_ + 1 != key || !claim_scan_->next() ||
        claim_scan_->integer() != key) {
      before(query::claim_parts);
      claim_scan_.emplace(sql().db(), sql().prepared(query::claim_parts));
      *claim_scan_ << key;
      if (!claim_scan_->next() || claim_scan_->integer() != key) {
        claim_scan_.reset();
        return nullptr;
      }
    }
    claim_scan_at_ = key;
    claim_scan_->skip(-1);
    return &*claim_scan_;
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
    if (!(id > *newest_->greatest_id)) return false;
    const job_id* const place = place_of(id);
    return place == fresh_ids_.end() || *place != id;
  }
  [[nodiscard]] waiting_counts& counts() { return counts_; }
  /// A conditional write whose condition was read in the same transaction: it cannot fail, unless
  /// another program writes to our tables.
  void expect_one_row() const {
    if (sql().changes() != 1) fail_on_foreign_write();
  }

 private:
  /// An event with the words that it only looks at.
  struct held_event {
    event_row row;
    std::string stage;
    std::string message;
    std::string error;
    std::string detail;
    std::string actor;
    std::string metadata;
  };
  struct said_of {
    name_number handler = 0;
    type_control said{};
  };
  /// The newest job, the line of time and what operators have said, as long as no other connection
  /// has written.
  struct newest {
    light_vector<said_of> controls{};
    time_line line{};
    std::int64_t key = 0;
    maybe<job_id> greatest_id{};  ///< of the jobs before this transaction
  };

  /// Writes what was held back and a statement could miss.
  void before(query name) {
    switch (name) {
      case query::put_time_line:
      case query::find_key:
      case query::put_key:
      case query::find_unique:
      case query::put_unique:
      case query::remove_unique:
      case query::configured:
      case query::configure:
      case query::controls:
      case query::set_control:
      case query::remove_control:
      case query::slots:
      case query::take_slot:
      case query::declared:
      case query::declaration:
      case query::rate:
      case query::set_rate:
      case query::insert_dependency:
      case query::remove_dependency:
      case query::remove_dependencies:
      case query::remove_dependents:
      case query::dependents_of:
      case query::insert_release:
      case query::next_release:
      case query::remove_release:
        return;
      case query::failure_of:
      case query::entered_by:
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
      held_jobs_.write([](execution& row, const job_row& job) {
        sql::jobs_list::visit(job, row_binder(row, sql::part::inserted));
      });
      if (sql().given_number() != newest_->key) fail_on_foreign_write();
    }
    if (!held_queued_.empty())
      held_queued_.write([this](execution& row, const queue_row& job) {
        const job_descriptor& of = *type(job.handler);
        sql::queue_list::visit(job, row_binder(row, sql::part::inserted, &of, format_of(job, of)));
      });
  }
  void write_events() {
    if (held_events_.empty()) return;
    held_events_.write([](execution& row, const held_event& held) {
      event_row event = held.row;
      event.stage = held.stage;
      event.message = held.message;
      event.error = held.error;
      event.detail = held.detail;
      event.actor = held.actor;
      event.metadata = held.metadata;
      sql::events_list::visit(std::as_const(event), row_binder(row, sql::part::inserted));
    });
  }

  [[nodiscard]] job_id* place_of(const job_id& id) {
    return pawl::detail::first_not_below(fresh_ids_.begin(), fresh_ids_.end(), id);
  }
  newest read_newest() {
    newest found;
    if (execution row = use(query::time_line); row.next()) {
      found.line.boot_id = row.string();
      found.line.offset = row.integer();
      found.line.wall = row.integer();
      found.line.elapsed = row.integer();
    }
    if (execution row = use(query::last_key); row.next()) found.key = row.integer();
    for (execution row = use(query::controls); row.next();) {
      said_of& each = found.controls.emplace_back();
      each.handler = row.number<name_number>();
      each.said.paused = row.integer() != 0;
      each.said.draining = row.integer() != 0;
    }
    return found;
  }
  void forget_newest() {
    fresh_ids_.clear();
    counts_.forget();
    newest_.reset();
    claim_scan_.reset();
    held_jobs_.drop();
    held_queued_.drop();
    held_events_.drop();
  }

  waiting_counts counts_{};
  maybe<newest> newest_{};
  unsigned newest_version_ = 0;
  light_vector<job_id> fresh_ids_{};  // of this transaction, in order
  insert_buffer<job_row> held_jobs_{sql().db(), query::insert_job};
  insert_buffer<queue_row> held_queued_{sql().db(), query::insert_queued};
  insert_buffer<held_event> held_events_{sql().db(), query::insert_event};
  maybe<execution> claim_scan_{};
  std::int64_t claim_scan_at_ = 0;
};

}  // namespace pawl::storage::detail
