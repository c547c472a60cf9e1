// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pawl/policies/limits/gcra.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sqlite/session.hpp>

/// The rows beside those of the jobs themselves, one class for each group of `storage_rows`. They
/// know a job by its key alone.

namespace pawl::storage::detail {

/// Rows that are reached through a session of which they are a part.
class sqlite_group {
 public:
  explicit sqlite_group(sqlite_session* in) : in_(in) {}
  sqlite_group(const sqlite_group&) = delete;
  sqlite_group& operator=(const sqlite_group&) = delete;

 protected:
  ~sqlite_group() = default;

  execution use(query name) { return in_->use(name); }
  template <class... Values>
  void run(query name, const Values&... values) {
    execution row = use(name);
    (row << ... << values);
    row.run();
  }
  [[nodiscard]] std::int64_t given_number() const { return in_->sql().given_number(); }

 private:
  sqlite_session* in_;
};

class sqlite_limits : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

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
};

class sqlite_dependencies : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

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
};

/// Checkpoints, artifacts, audit fields.
class sqlite_details : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

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
};

/// Events from outside.
class sqlite_inbox : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

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
};

class sqlite_dead_letters : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at) {
    run(query::insert_dead_letter, job, tenant, handler, at, nullptr);
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
};

/// Those that are enrolled, and those that hold something.
class sqlite_owners : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

  owner_number insert_owner(const std::string& label, std::int64_t boot, std::string_view boot_id) {
    execution row = use(query::insert_owner);
    row << label << boot << boot_id;
    row.run();
    return given_number();
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
};

class sqlite_callbacks : sqlite_group {
 public:
  using sqlite_group::sqlite_group;

  void insert_callback(const callback_row& c) {
    execution row = use(query::insert_callback);
    sql::callbacks_list::visit(c, row_binder(row, sql::part::inserted));
    row.run();
  }
  void update_callback(const callback_row& c) {
    execution row = use(query::update_callback);
    row << c.job;
    sql::callbacks_list::visit(c, row_binder(row, sql::part::changing));
    row.run();
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
};

}  // namespace pawl::storage::detail
