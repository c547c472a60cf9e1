// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/policies/limits/gcra.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/names.hpp>
#include <pawl/storage/sql/values.hpp>

/// The rows beside those of the jobs themselves, in the tables of a database: one class for each
/// group of `storage_rows`. They know a job by its key alone.

namespace pawl::storage::detail {

/// Rows that are reached through a session of which they are a part.
template <class Session>
class sql_group {
 public:
  explicit sql_group(Session* in) : in_(in) {}
  sql_group(const sql_group&) = delete;
  sql_group& operator=(const sql_group&) = delete;

 protected:
  ~sql_group() = default;

  auto use(query name) { return in_->use(name); }
  template <class... Values>
  void run(query name, const Values&... values) {
    auto row = use(name);
    (row << ... << values);
    row.run();
  }
  [[nodiscard]] std::int64_t given_number() const { return in_->sql().given_number(); }

 private:
  Session* in_;
};

template <class Session>
class sql_limits : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  found_slot find_slot(name_number limit, const std::string& key, int count) {
    auto row = use(query::slots);
    row << limit << key;
    int free = 1;
    std::int64_t first = 0;
    // Another release may have taken numbers beyond this count: all that are taken count.
    for (int taken = 1; row.next(); ++taken) {
      if (row.template number<int>() == free) ++free;
      if (first == 0) first = row.integer();
      if (taken >= count) return {{}, first};
    }
    return {free, 0};
  }
  void take_slot(name_number limit, const std::string& key, int number, std::int64_t by,
                 bool until_end) {
    auto row = use(query::take_slot);
    row << limit << key << number << by << (until_end ? 1 : 0);
    row.run();
  }
  bool holds_slot(name_number limit, std::int64_t job) {
    auto row = use(query::holds_slot);
    row << job << limit;
    return row.next();
  }
  light_vector<freed_slot> free_slots(std::int64_t by, bool only_running) {
    auto row = use(only_running ? query::free_running_slots : query::free_slots);
    row << by;
    light_vector<freed_slot> freed;
    while (row.next()) {
      freed_slot& each = freed.emplace_back();
      each.limit = row.template number<name_number>();
      each.key = row.string();
    }
    return freed;
  }
  int configured(name_number limit, int declared) {
    auto row = use(query::configured);
    row << limit;
    return row.next() ? row.template number<int>() : declared;
  }
  void configure(name_number limit, int count) { run(query::configure, limit, count); }
  gcra_state rate(name_number limit, const std::string& key) {
    auto row = use(query::rate);
    row << limit << key;
    if (!row.next()) return {};
    return {row.integer()};
  }
  void set_rate(name_number limit, const std::string& key, gcra_state state) {
    auto row = use(query::set_rate);
    row << limit << key << state.even_at_ns;
    row.run();
  }
  void park(name_number limit, const std::string& key, std::int64_t sort_key, std::int64_t job) {
    auto row = use(query::park);
    row << limit << key << sort_key << job;
    row.run();
  }
  maybe<parked_job> unpark(name_number limit, const std::string& key) {
    maybe<parked_job> first;
    {
      auto row = use(query::first_parked);
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
  std::optional<std::string> parked_key_after(name_number limit,
                                              const std::optional<std::string>& key) {
    auto row = use(key ? query::parked_key_after : query::first_parked_key);
    row << limit;
    if (key) row << *key;
    if (!row.next()) return {};
    return row.string();
  }
  void remove_parked(std::int64_t job) { run(query::remove_parked, job); }
};

/// Who declares which limits, and which of them are to be looked at again.
template <class Session>
class sql_declarations : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  void declare(owner_number owner, name_number handler, const declared_limit& limit) {
    run(query::declare, limit.limit, owner, handler, static_cast<int>(limit.point), limit.key,
        limit.count, limit.most);
  }
  light_vector<name_number> undeclare(owner_number owner) {
    auto row = use(query::undeclare);
    row << owner;
    light_vector<name_number> found;
    while (row.next()) found.push_back(row.template number<name_number>());
    return found;
  }
  light_vector<declared_limit> declared(name_number handler) {
    auto row = use(query::declared);
    row << handler;
    light_vector<declared_limit> found;
    while (row.next()) found.push_back(read_declared(row));
    return found;
  }
  maybe<declared_limit> declaration(name_number limit) {
    auto row = use(query::declaration);
    row << limit;
    if (!row.next()) return {};
    return read_declared(row);
  }
  void put_recheck(const recheck_row& of) {
    auto row = use(query::put_recheck);
    row << of.limit;
    of.after ? row << *of.after : row << nullptr;
    row.run();
  }
  maybe<recheck_row> next_recheck() {
    auto row = use(query::next_recheck);
    if (!row.next()) return {};
    recheck_row found;
    found.limit = row.template number<name_number>();
    if (!row.is_null()) found.after = row.string();
    return found;
  }
  void remove_recheck(name_number limit) { run(query::remove_recheck, limit); }

  /// From a row of a statement that answers with limits.
  template <class Execution>
  static declared_limit read_declared(Execution& row) {
    declared_limit out;
    out.limit = row.template number<name_number>();
    out.point = static_cast<limit_point>(row.template number<int>());
    out.key = row.string();
    out.count = row.template number<int>();
    out.most = row.template number<int>();
    return out;
  }
};

/// What living jobs are unique by.
template <class Session>
class sql_uniques : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  maybe<unique_row> find_unique(name_number tenant, name_number handler, const std::string& value) {
    auto row = use(query::find_unique);
    row << tenant << handler << value;
    if (!row.next()) return {};
    unique_row found;
    found.job = row.integer();
    found.since = row.integer();
    return found;
  }
  void put_unique(name_number tenant, name_number handler, const std::string& value,
                  const unique_row& of) {
    run(query::put_unique, tenant, handler, value, of.job, of.since);
  }
  void remove_unique(std::int64_t job) { run(query::remove_unique, job); }
};

template <class Session>
class sql_dependencies : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  void insert_dependency(std::int64_t job, std::int64_t on) {
    run(query::insert_dependency, job, on);
  }
  void remove_dependency(std::int64_t job, std::int64_t on) {
    run(query::remove_dependency, job, on);
  }
  void remove_dependencies(std::int64_t job) { run(query::remove_dependencies, job); }
  void remove_dependents(std::int64_t on) { run(query::remove_dependents, on); }
  light_vector<std::int64_t> dependents_of(std::int64_t on, std::size_t limit) {
    auto row = use(query::dependents_of);
    row << on << std::uint64_t{limit};
    return read_numbers(row);
  }
  void insert_release(std::int64_t job) { run(query::insert_release, job); }
  maybe<std::int64_t> next_release() {
    auto row = use(query::next_release);
    if (!row.next()) return {};
    return row.integer();
  }
  void remove_release(std::int64_t job) { run(query::remove_release, job); }
};

/// Checkpoints, artifacts, audit fields.
template <class Session>
class sql_details : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  void put_detail(std::int64_t job, detail_kind kind, std::string_view name, unsigned version,
                  std::string_view value) {
    auto row = use(query::put_detail);
    row << job << static_cast<int>(kind) << name << version;
    row.bytes(value.data(), value.size());
    row.run();
  }
  std::optional<std::string> find_detail(std::int64_t job, detail_kind kind) {
    auto row = use(query::find_detail);
    row << job << static_cast<int>(kind);
    if (!row.next()) return {};
    return row.string();
  }
  unsigned newest_version(std::int64_t job, detail_kind kind, const std::string& name) {
    auto row = use(query::newest_version);
    row << job << static_cast<int>(kind) << name;
    return row.next() ? row.template number<unsigned>() : 0;
  }
  light_vector<finding_size> finding_sizes(std::int64_t job) {
    auto row = use(query::finding_sizes);
    row << job;
    light_vector<finding_size> found;
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
};

/// Events from outside.
template <class Session>
class sql_inbox : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  maybe<inbox_row> find_inbox(std::int64_t job, const std::string& id) {
    auto row = use(query::find_inbox);
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
};

template <class Session>
class sql_dead_letters : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at, maybe<std::int64_t> lies_since) {
    run(query::insert_dead_letter, job, tenant, handler, at, nullptr, lies_since);
  }
  bool is_dead_letter(std::int64_t job) {
    auto row = use(query::is_dead_letter);
    row << job;
    return row.next();
  }
  bool is_replayed(std::int64_t job) {
    auto row = use(query::is_replayed);
    row << job;
    return row.next();
  }
  void mark_replayed(std::int64_t job, const job_id& as) { run(query::mark_replayed, as, job); }
  light_vector<std::int64_t> due_dead_letters(name_number handler, std::int64_t before,
                                              std::size_t limit) {
    auto row = use(query::due_dead_letters);
    row << handler << before << std::uint64_t{limit};
    return read_numbers(row);
  }
  void postpone_dead_letter(std::int64_t job, std::int64_t since) {
    run(query::postpone_dead_letter, since, job);
  }
  light_vector<std::int64_t> fresh_dead_letters(maybe<name_number> tenant, name_number handler,
                                                std::size_t limit) {
    auto row = use(tenant ? query::fresh_dead_letters_of : query::fresh_dead_letters);
    row << handler << std::uint64_t{limit};
    if (tenant) row << *tenant;
    return read_numbers(row);
  }
};

/// Those that are enrolled, and those that hold something.
template <class Session>
class sql_owners : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  owner_number insert_owner(const std::string& label, std::int64_t now, std::string_view boot_id) {
    auto row = use(query::insert_owner);
    row << label << now << boot_id << std::string_view();
    row.run();
    return this->given_number();
  }
  maybe<owner_row> owner(owner_number number) {
    auto row = use(query::owner);
    row << number;
    if (!row.next()) return {};
    owner_row out{.owner = number, .seen_at = row.integer(), .boot_id = row.string()};
    out.label = row.string();
    out.ended = row.string();
    return out;
  }
  void see_owner(owner_number number, std::int64_t now, std::string_view boot_id,
                 const std::string& ended) {
    run(query::see_owner, now, boot_id, ended, number);
  }
  void delete_owner(owner_number number) { run(query::delete_owner, number); }
  light_vector<owner_number> owners() {
    auto row = use(query::owners);
    return read_numbers(row);
  }
};

template <class Session>
class sql_callbacks : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  void insert_callback(const callback_row& c) {
    auto row = use(query::insert_callback);
    sql::callbacks_list::visit(c, row_binder(row, sql::part::inserted));
    row.run();
  }
  void update_callback(const callback_row& c) {
    auto row = use(query::update_callback);
    row << c.job;
    sql::callbacks_list::visit(c, row_binder(row, sql::part::changing));
    row.run();
  }
  void delete_callback(std::int64_t job) { run(query::delete_callback, job); }
  maybe<callback_row> callback(std::int64_t job) {
    auto row = use(query::callback);
    row << job;
    if (!row.next()) return {};
    return read_callback(row);
  }
  light_vector<callback_row> due_callbacks(name_number handler, std::int64_t now,
                                           unsigned newest_version, std::size_t limit) {
    auto row = use(query::due_callbacks);
    row << handler << now << std::uint64_t{newest_version} << std::uint64_t{limit};
    return read_callbacks(row);
  }
  light_vector<callback_row> called_callbacks(name_number handler) {
    auto row = use(query::called_callbacks);
    row << handler << sql::due_or_caller<callback_row>::called_by;
    return read_callbacks(row);
  }

 private:
  template <class Execution>
  static light_vector<callback_row> read_callbacks(Execution& row) {
    light_vector<callback_row> found;
    while (row.next()) found.push_back(read_callback(row));
    return found;
  }
};

template <class Session>
class sql_schedules : sql_group<Session> {
  using group = sql_group<Session>;
  using group::run;
  using group::use;

 public:
  using group::group;

  std::int64_t insert_schedule(const schedule_row& of) {
    auto row = use(query::insert_schedule);
    sql::schedules_list::visit(of, row_binder(row, sql::part::inserted));
    row.run();
    return this->given_number();
  }
  void update_schedule(const schedule_row& of) {
    auto row = use(query::update_schedule);
    row << of.number;
    sql::schedules_list::visit(of, row_binder(row, sql::part::changing));
    row.run();
  }
  void delete_schedule(std::int64_t number) { run(query::delete_schedule, number); }
  maybe<schedule_row> schedule(std::int64_t number) {
    auto row = use(query::schedule);
    row << number;
    if (!row.next()) return {};
    return read_schedule(row);
  }
  maybe<schedule_row> find_schedule(name_number tenant, name_number handler,
                                    const std::string& name) {
    auto row = use(query::find_schedule);
    row << tenant << handler << name;
    if (!row.next()) return {};
    return read_schedule(row);
  }
  light_vector<schedule_row> schedules(const std::string& tenant, const std::string& handler,
                                       const maybe<std::string>& name, std::int64_t after,
                                       std::size_t limit) {
    auto row = use(name ? query::schedules_called : query::schedules);
    row << after << std::uint64_t{limit} << tenant << handler;
    if (name) row << *name;
    return read_all_schedules(row);
  }
  light_vector<schedule_row> due_schedules(name_number handler, due_time from, due_time until,
                                           std::size_t limit) {
    auto row = use(query::due_schedules);
    row << handler << from.number() << until.number() << std::uint64_t{limit};
    return read_all_schedules(row);
  }
  maybe<due_time> next_schedule(name_number handler, due_time from) {
    auto row = use(query::next_schedule);
    row << handler << from.number();
    if (!row.next()) return {};
    return due_time(row.integer());
  }
  light_vector<due_time> next_schedules() {
    auto row = use(query::next_schedules);
    light_vector<due_time> found;
    while (row.next())
      if (!row.is_null()) found.push_back(due_time(row.integer()));
    return found;
  }

 private:
  template <class Execution>
  static light_vector<schedule_row> read_all_schedules(Execution& row) {
    light_vector<schedule_row> found;
    while (row.next()) found.push_back(read_schedule(row));
    return found;
  }
};

}  // namespace pawl::storage::detail
