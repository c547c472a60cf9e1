// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/light_map.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/definition.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/names.hpp>
#include <pawl/storage/sql/side_rows.hpp>
#include <pawl/storage/sql/waiting_counts.hpp>

namespace pawl::storage::detail {

/// The rows of a store in a database, seen through one connection, inside a transaction. Here are
/// those of the jobs; the bases have the session, which is the database's own, and the groups
/// beside them.
template <class Session>
class sql_rows : public Session,
                 public sql_uniques<Session>,
                 public sql_limits<Session>,
                 public sql_declarations<Session>,
                 public sql_dependencies<Session>,
                 public sql_details<Session>,
                 public sql_inbox<Session>,
                 public sql_dead_letters<Session>,
                 public sql_owners<Session>,
                 public sql_callbacks<Session>,
                 public sql_schedules<Session> {
 public:
  template <class Connection>
  sql_rows(Connection* db, const known_types& known)
      : Session(db, known),
        sql_uniques<Session>(this),
        sql_limits<Session>(this),
        sql_declarations<Session>(this),
        sql_dependencies<Session>(this),
        sql_details<Session>(this),
        sql_inbox<Session>(this),
        sql_dead_letters<Session>(this),
        sql_owners<Session>(this),
        sql_callbacks<Session>(this),
        sql_schedules<Session>(this) {}

  using Session::name_of;
  using Session::number_of;
  using Session::run;
  using Session::type;
  using Session::use;

  void put_type(const job_descriptor& of, std::int64_t at) {
    const name_number handler = number_of(of.handler);
    run(query::put_type, handler, of.lifecycle);
    const std::string definition = storage::definition_of(of);
    run(query::put_definition, handler, sha256_of(definition), definition, at);
  }
  void set_control(name_number handler, const type_control& said) {
    if (said == type_control{})
      run(query::remove_control, handler);
    else
      run(query::set_control, handler, said.paused ? 1 : 0, said.draining ? 1 : 0);
    this->note_control(handler, said);
  }
  maybe<sha256_digest> payload_form(name_number handler, unsigned version) {
    auto row = use(query::payload_form);
    row << handler << version;
    if (!row.next()) return {};
    return row.hash();
  }
  void put_payload_form(name_number handler, unsigned version, const sha256_digest& form) {
    run(query::put_payload_form, handler, version, form);
  }

  // Jobs.
  maybe<found_job> find_job(const job_id& id) {
    if (this->is_new(id)) return {};
    auto row = use(query::find_job);
    row << id;
    if (!row.next()) return {};
    return found_job{row.integer(), row.template number<name_number>()};
  }
  /// A file has room until its disk is full.
  static bool make_room(const job_id&) { return true; }
  static bool has_room_for(std::size_t) { return true; }
  job_row job(std::int64_t key) {
    auto row = use(query::job);
    row << key;
    return row.next() ? read_job(row, sql::part::all) : job_row{};
  }
  /// Of what was submitted, that which a worker needs.
  job_row claim_part(std::int64_t key) {
    auto* const row = this->claim_parts_at(key);
    return row != nullptr ? read_job(*row, sql::part::handed_over) : job_row{};
  }
  job_id id_of(std::int64_t key) {
    auto row = use(query::id_of);
    row << key;
    return row.next() ? row.id() : job_id{};
  }

  bool queued(std::int64_t key, queue_row& out) {
    auto row = use(query::queued);
    row << key;
    if (!row.next()) return false;
    out = queued_of(row);
    return true;
  }
  void update_queued(const queue_row& before, const queue_row& after) {
    change(query::update_queued, sql::part::changing, before, after);
    this->counts().went(before);
    this->counts().came(after);
  }
  void touch_queued(const queue_row& before, const queue_row& after) {
    if (after.cancel_reason != before.cancel_reason)
      this->put_detail(after.key, detail_kind::cancel_reason, {}, 1, after.cancel_reason);
    if (after.cancel_actor != before.cancel_actor)
      this->put_detail(after.key, detail_kind::cancel_actor, {}, 1, after.cancel_actor);
    change(query::touch_queued, sql::part::reported, before, after);
  }
  /// The first of two steps that are written together: the guard sees each of them.
  void pass_through(const queue_row& job, const job_descriptor& of, state_number state) {
    if (!this->is_guarded()) return;
    auto row = use(query::pass_through);
    row << of.name_of(state) << job.key;
    row.run();
  }
  void delete_queued(const queue_row& job) {
    auto row = use(query::delete_queued);
    row << job.key;
    row.run();
    this->expect_one_row();
    this->counts().went(job);
  }
  std::int64_t count_ready(std::int64_t bound) {
    kept_count& of_all = this->counts().ready;
    if (of_all.is_fresh_to(bound)) return of_all.value();
    return of_all.read(bound, [&](std::int64_t limit) {
      auto row = use(query::count_ready);
      row << limit;
      row.next();
      return row.integer();
    });
  }
  std::int64_t count_ready_of(name_number tenant, std::int64_t bound) {
    kept_count& of_one = this->counts().ready_of(tenant);
    if (of_one.is_fresh_to(bound)) return of_one.value();
    return of_one.read(bound, [&](std::int64_t limit) {
      auto row = use(query::count_ready_of);
      row << tenant << limit;
      row.next();
      return row.integer();
    });
  }
  std::int64_t count_delayed(std::int64_t bound) {
    kept_count& of_all = this->counts().delayed;
    if (of_all.is_fresh_to(bound)) return of_all.value();
    return of_all.read(bound, [&](std::int64_t limit) {
      auto row = use(query::count_delayed);
      row << limit;
      row.next();
      return row.integer();
    });
  }
  std::int64_t count_delayed_of(name_number tenant) {
    return this->counts().delayed_of(tenant, [&](auto note) {
      auto row = use(query::delayed_by_tenant);
      while (row.next()) {
        const auto of = row.template number<name_number>();
        note(of, row.integer());
      }
    });
  }
  /// Jobs of one type that wait for a worker or for their time.
  std::int64_t depth_of(name_number handler) {
    auto row = use(query::depth_of);
    row << handler;
    row.next();
    return row.integer();
  }

  light_vector<queue_lane> ready_lanes(name_number handler) {
    return lanes(query::ready_format_after, handler);
  }
  light_vector<queue_lane> scheduled_lanes(name_number handler) {
    return lanes(query::scheduled_format_after, handler);
  }
  light_vector<name_number> heads(name_number handler, std::int64_t lane, name_number after,
                                  std::size_t limit) {
    light_vector<name_number> found;
    // From the one after `after` to the end, and from the beginning to `after`: each step jumps to
    // the next tenant that has something ready, past all its rows.
    for (const bool wrapped : {false, true}) {
      name_number at = wrapped ? 0 : after;
      while (found.size() < limit) {
        auto row = use(query::head_after);
        row << handler << lane << at;
        if (!row.next()) break;
        at = row.template number<name_number>();
        if (wrapped && at > after) break;
        found.push_back(at);
      }
    }
    return found;
  }
  light_vector<queue_row> ready(name_number handler, std::int64_t lane, name_number tenant,
                                std::size_t skip, std::size_t limit) {
    auto row = use(query::ready);
    row << handler << lane << tenant << std::uint64_t{skip} << std::uint64_t{limit};
    return read_all(row);
  }
  light_vector<queue_row> due(name_number handler, std::int64_t lane, due_time from, due_time until,
                              std::size_t limit) {
    auto row = use(query::due);
    row << handler << lane << from.number() << until.number() << std::uint64_t{limit};
    return read_all(row);
  }
  maybe<due_time> next_due(name_number handler, std::int64_t lane, due_time from) {
    auto row = use(query::next_due);
    row << handler << lane << from.number();
    if (!row.next() || row.is_null()) return {};
    return due_time(row.integer());
  }
  [[nodiscard]] name_number last_served() const { return last_served_; }
  void serve(name_number tenant) { last_served_ = tenant; }

  light_vector<queue_row> leased_by(owner_number number, std::int64_t after, std::size_t limit) {
    auto row = use(query::leased_by);
    row << number << after << std::uint64_t{limit};
    return read_all(row);
  }

  bool outcome(std::int64_t key, outcome_row& out) {
    auto row = use(query::outcome);
    row << key;
    if (!row.next()) return false;
    out = read_outcome(row);
    return true;
  }
  void insert_outcome(const outcome_row& o) {
    auto row = use(query::insert_outcome);
    sql::outcomes_list::visit(o, row_binder(row, sql::part::inserted));
    row.run();
  }

  // Events.
  std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number, bool retryable) {
    auto row = use(query::failure_of);
    row << key << number;
    if (!row.next()) return {};
    return read_error(row, retryable);
  }
  std::uint64_t entered_by(std::int64_t key, text state) {
    auto row = use(query::entered_by);
    row << key << state;
    return row.next() ? static_cast<std::uint64_t>(row.integer()) : 0;
  }

  // Idempotency keys.
  maybe<key_row> find_key(name_number tenant, name_number handler, const std::string& key) {
    auto row = use(query::find_key);
    row << tenant << handler << key;
    if (!row.next()) return {};
    return read_key(row);
  }
  void put_key(name_number tenant, name_number handler, const std::string& key, const key_row& of) {
    auto row = use(query::put_key);
    row << tenant << handler << key << of.job << of.payload << of.created_at;
    row.run();
  }
  maybe<key_row> key_of(std::int64_t key) {
    auto row = use(query::key_of);
    row << key;
    if (!row.next()) return {};
    return read_key(row);
  }

  // Retention.
  light_vector<name_number> finished_handlers() {
    light_vector<name_number> found;
    std::int64_t at = 0;
    while (true) {
      auto row = use(query::finished_handler_after);
      row << at;
      if (!row.next()) return found;
      at = row.integer();
      // No type has such a number: those who wrote it know how long to keep it.
      if (std::in_range<name_number>(at)) found.push_back(static_cast<name_number>(at));
    }
  }
  light_vector<outcome_row> prunable(name_number handler, std::int64_t now, std::size_t limit) {
    auto row = use(query::prunable);
    row << handler << now << std::uint64_t{limit};
    return read_outcomes(row);
  }
  /// The oldest of those that are too many, the very oldest first.
  light_vector<outcome_row> beyond_count(name_number handler, std::int64_t kept,
                                         std::size_t limit) {
    std::int64_t too_many = -kept;
    {
      auto row = use(query::count_finished);
      row << handler;
      if (row.next()) too_many += row.integer();
    }
    if (too_many <= 0) return {};
    auto row = use(query::beyond_count);
    row << handler << least(too_many, static_cast<std::int64_t>(limit));
    return read_outcomes(row);
  }
  void forget_parts(const outcome_row& job, outcome_parts going, std::int64_t prune_at) {
    if (going.events) run(query::forget_events, job.key);
    if (going.output) run(query::forget_output, job.key);
    run(query::postpone_prune, prune_at, job.has_events && !going.events, job.key);
  }
  void forget(const outcome_row& job) {
    for (const query each : {query::forget_events, query::forget_key, query::forget_details,
                             query::forget_inbox, query::forget_dead_letter, query::delete_callback,
                             query::remove_release, query::forget_outcome, query::forget_job})
      run(each, job.key);
  }

 protected:
  /// The columns of a row of the queue; its state by what this process, or else the store, knows.
  template <class Row>
  queue_row read_queued(Row& row) {
    queue_row out;
    row_reader reader(row);
    sql::queue_list::visit(out, reader);
    const job_descriptor* const of = type(out.handler);
    maybe<state_number> state;
    if (of != nullptr) state = of->state_called(reader.state());
    out.state_is_known = state.has_value();
    out.at.state = state.value_or(0);
    if (!state) read_by_definition(out, reader.state());
    return out;
  }

 private:
  template <class Execution>
  static key_row read_key(Execution& row) {
    key_row out;
    out.job = row.integer();
    out.payload = row.hash();
    out.created_at = row.integer();
    return out;
  }
  void change(query how, sql::part which, const queue_row& before, const queue_row& after) {
    auto row = use(how);
    row << after.key << before.fence;
    const job_descriptor* const of = after.stored != nullptr ? after.stored : type(after.handler);
    const std::int64_t format = which == sql::part::changing ? this->format_of(after, *of) : 0;
    sql::queue_list::visit(after, row_binder(row, which, of, format));
    row.run();
    this->expect_one_row();
  }
  /// Each step jumps to the next lane that has something in it, past all its rows.
  light_vector<queue_lane> lanes(query next, name_number handler) {
    light_vector<queue_lane> found;
    for (std::int64_t at = 0;;) {
      {
        auto row = use(next);
        row << handler << at;
        if (!row.next()) return found;
        at = row.integer();
      }
      const job_descriptor* const of = type(handler);
      maybe<state_number> state;
      if (of != nullptr) state = of->state_called(name_of(sql::state_in(at)));
      found.push_back({.format = at,
                       .state = state.value_or(0),
                       .version = sql::version_in(at),
                       .suspect = sql::suspect_in(at),
                       .state_is_known = state.has_value()});
    }
  }
  template <class Execution>
  queue_row queued_of(Execution& row) {
    queue_row out = read_queued(row);
    // Few jobs have failed, and fewer are being cancelled: that is not in the narrow row.
    if (out.error_event != 0)
      if (const auto failed = failure_of(out.key, out.error_event, out.at.retryable))
        out.error_code = failed->code;
    if (out.cancel_requested) {
      out.cancel_reason = this->find_detail(out.key, detail_kind::cancel_reason).value_or("");
      out.cancel_actor = this->find_detail(out.key, detail_kind::cancel_actor).value_or("");
    }
    return out;
  }
  template <class Execution>
  light_vector<queue_row> read_all(Execution& row) {
    light_vector<queue_row> found;
    while (row.next()) found.push_back(queued_of(row));
    return found;
  }

  /// Rare: a job of a newer release, of one that is gone, or of another service.
  void read_by_definition(queue_row& job, std::string_view state) {
    const std::string name(state);  // the statement's own goes with the next one
    for (const stored_definition* each : definitions(job.handler)) {
      const auto known = each->state_called(name);
      if (!known) continue;
      job.stored = &each->type();
      job.at.state = *known;
      return;
    }
  }
  /// What the store holds of a job type, the newest first. A definition is read once, and kept as
  /// long as the connection: rows that were read by it point to it.
  light_vector<const stored_definition*> definitions(name_number handler) {
    light_vector<const stored_definition*> found;
    auto row = use(query::definitions);
    row << handler;
    while (row.next()) {
      const std::int64_t number = row.integer();
      auto* kept = definitions_.find(number);
      if (kept == nullptr || !*kept)
        kept = &definitions_.put(number, stored_definition::read(row.string()));
      if (*kept) found.push_back(kept->get());
    }
    return found;
  }

  pawl::detail::light_map<std::int64_t, pawl::detail::light_ptr<const stored_definition>>
      definitions_{};
  name_number last_served_ = 0;
};

}  // namespace pawl::storage::detail
