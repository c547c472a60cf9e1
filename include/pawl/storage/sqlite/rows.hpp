// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sqlite/side_rows.hpp>

namespace pawl::storage::detail {

/// The rows of a store in a SQLite file, seen through one connection, inside a transaction. Here
/// are those of the jobs; the bases have the session and the groups beside them.
class sqlite_rows : public sqlite_session,
                    public sqlite_limits,
                    public sqlite_dependencies,
                    public sqlite_details,
                    public sqlite_inbox,
                    public sqlite_dead_letters,
                    public sqlite_owners,
                    public sqlite_callbacks {
 public:
  sqlite_rows(sqlite3* db, const known_types& known)
      : sqlite_session(db, known),
        sqlite_limits(this),
        sqlite_dependencies(this),
        sqlite_details(this),
        sqlite_inbox(this),
        sqlite_dead_letters(this),
        sqlite_owners(this),
        sqlite_callbacks(this) {}

  using sqlite_session::run;
  using sqlite_session::use;

  void put_type(const job_descriptor& type) {
    run(query::put_type, number_of(type.handler), type.lifecycle);
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
  job_row job(std::int64_t key) {
    execution row = use(query::job);
    row << key;
    return row.next() ? read_job(row, sql::part::all) : job_row{};
  }
  /// Of what was submitted, that which a worker needs.
  job_row claim_part(std::int64_t key) {
    execution* const row = claim_parts_at(key);
    return row != nullptr ? read_job(*row, sql::part::handed_over) : job_row{};
  }
  job_id id_of(std::int64_t key) {
    execution row = use(query::id_of);
    row << key;
    return row.next() ? row.id() : job_id{};
  }

  bool queued(std::int64_t key, queue_row& out) {
    execution row = use(query::queued);
    row << key;
    if (!row.next()) return false;
    out = queued_of(row);
    return true;
  }
  void update_queued(const queue_row& before, const queue_row& after) {
    change(query::update_queued, sql::part::changing, before, after);
  }
  void touch_queued(const queue_row& before, const queue_row& after) {
    if (after.cancel_reason != before.cancel_reason)
      put_detail(after.key, detail_kind::cancel_reason, {}, 1, after.cancel_reason);
    change(query::touch_queued, sql::part::reported, before, after);
  }
  /// The first of two steps that are written together: the guard sees each of them.
  void pass_through(const queue_row& job, const job_descriptor& of, state_number state) {
    if (!is_guarded()) return;
    execution row = use(query::pass_through);
    row << of.name_of(state) << job.key;
    row.run();
  }
  void delete_queued(const queue_row& job) {
    execution row = use(query::delete_queued);
    row << job.key;
    row.run();
    expect_one_row();
    count_one_less();
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
  std::vector<queue_row> ready(name_number handler, name_number tenant, std::size_t skip,
                               std::size_t limit) {
    execution row = use(query::ready);
    row << handler << tenant << std::uint64_t{skip} << std::uint64_t{limit};
    return read_all(row);
  }
  std::vector<queue_row> due(name_number handler, std::int64_t now, std::size_t limit) {
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

  std::vector<queue_row> leased_by(owner_number number) {
    execution row = use(query::leased_by);
    row << number;
    return read_all(row);
  }

  bool outcome(std::int64_t key, outcome_row& out) {
    execution row = use(query::outcome);
    row << key;
    if (!row.next()) return false;
    out = read_outcome(row);
    return true;
  }
  void insert_outcome(const outcome_row& o) {
    execution row = use(query::insert_outcome);
    sql::outcomes_list::visit(o, row_binder(row, sql::part::inserted));
    row.run();
  }

  // Events.
  std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number, bool retryable) {
    execution row = use(query::failure_of);
    row << key << number;
    if (!row.next()) return {};
    return read_error(row, retryable);
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

 private:
  void change(query how, sql::part which, const queue_row& before, const queue_row& after) {
    execution row = use(how);
    row << after.key << before.fence;
    sql::queue_list::visit(after, row_binder(row, which, type(after.handler)));
    row.run();
    expect_one_row();
  }
  queue_row queued_of(execution& row) {
    queue_row out;
    row_reader reader(row);
    sql::queue_list::visit(out, reader);
    const job_descriptor* const of = type(out.handler);
    const auto state = of == nullptr ? std::nullopt : of->restore(reader.state());
    out.state_is_known = state.has_value();
    out.at.state = state.value_or(0);
    // Few jobs have failed, and fewer are being cancelled: that is not in the narrow row.
    if (out.error_event != 0)
      if (const auto failed = failure_of(out.key, out.error_event, out.at.retryable))
        out.error_code = failed->code;
    if (out.cancel_requested)
      out.cancel_reason = find_detail(out.key, detail_kind::cancel_reason).value_or("");
    return out;
  }
  std::vector<queue_row> read_all(execution& row) {
    std::vector<queue_row> found;
    while (row.next()) found.push_back(queued_of(row));
    return found;
  }

  name_number last_served_ = 0;
};

}  // namespace pawl::storage::detail
