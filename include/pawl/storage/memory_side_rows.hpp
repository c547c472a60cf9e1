// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pawl/policies/limits/gcra.hpp>
#include <pawl/storage/rows.hpp>

/// The rows in memory beside those of the jobs themselves, one class for each group of
/// `storage_rows`. They know a job by its key alone; `forget` takes it out of them.

namespace pawl::storage {

class memory_names {
 public:
  name_number number_of(std::string_view name) {
    // A few names come again and again: the last one of its length is likely to be the one.
    name_number& recent = recent_[name.size() % std::size(recent_)];
    if (recent == 0 || names_[static_cast<std::size_t>(recent) - 1] != name) recent = look_up(name);
    return recent;
  }
  [[nodiscard]] const std::string& name_of(name_number number) const {
    return names_[static_cast<std::size_t>(number) - 1];
  }
  void learn(const job_descriptor& type) {
    types_[static_cast<std::size_t>(number_of(type.handler)) - 1] = &type;
  }
  void learn_if_new(const job_descriptor& of) {
    if (&of == known_) return;
    if (type(number_of(of.handler)) == nullptr) learn(of);
    known_ = &of;
  }
  [[nodiscard]] const job_descriptor* type(name_number handler) const {
    return types_[static_cast<std::size_t>(handler) - 1];
  }
  [[nodiscard]] std::optional<sha256_digest> payload_form(name_number handler,
                                                          unsigned version) const {
    const auto found = forms_.find({handler, version});
    if (found == forms_.end()) return {};
    return found->second;
  }
  void put_payload_form(name_number handler, unsigned version, const sha256_digest& form) {
    forms_[{handler, version}] = form;
  }

 private:
  name_number look_up(std::string_view name) {
    const auto found = numbers_.find(std::string(name));
    if (found != numbers_.end()) return found->second;
    names_.emplace_back(name);
    const auto number = static_cast<name_number>(names_.size());
    numbers_.emplace(std::string(name), number);
    types_.push_back(nullptr);
    return number;
  }

  std::unordered_map<std::string, name_number> numbers_;
  std::vector<std::string> names_;
  std::vector<const job_descriptor*> types_;  // by number, like the names
  name_number recent_[16]{};                  // by length; 0: none
  const job_descriptor* known_ = nullptr;     // a type whose name was learnt
  std::map<std::pair<name_number, unsigned>, sha256_digest> forms_;
};

class memory_keys {
 public:
  [[nodiscard]] std::optional<key_row> find_key(name_number tenant, name_number handler,
                                                const std::string& key) const {
    const auto found = keys_.find({tenant, handler, key});
    if (found == keys_.end()) return {};
    return found->second;
  }
  void put_key(name_number tenant, name_number handler, const std::string& key, key_row row) {
    keys_[{tenant, handler, key}] = row;
  }

 protected:
  void remove_key(name_number tenant, name_number handler, const std::string& key) {
    keys_.erase({tenant, handler, key});
  }

 private:
  std::map<std::tuple<name_number, name_number, std::string>, key_row> keys_;
};

class memory_uniques {
 public:
  [[nodiscard]] std::optional<unique_row> find_unique(name_number tenant, name_number handler,
                                                      const std::string& value) const {
    const auto found = uniques_.find({tenant, handler, value});
    if (found == uniques_.end()) return {};
    return found->second;
  }
  void put_unique(name_number tenant, name_number handler, const std::string& value,
                  unique_row row) {
    uniques_[{tenant, handler, value}] = row;
    values_[row.job] = {tenant, handler, value};
  }
  void remove_unique(std::int64_t job) {
    const auto value = values_.find(job);
    if (value == values_.end()) return;
    if (const auto found = uniques_.find(value->second);
        found != uniques_.end() && found->second.job == job)
      uniques_.erase(found);
    values_.erase(value);
  }

 private:
  using unique_value = std::tuple<name_number, name_number, std::string>;
  std::map<unique_value, unique_row> uniques_;
  std::unordered_map<std::int64_t, unique_value> values_;
};

class memory_limits {
 public:
  [[nodiscard]] int configured(name_number limit, int declared) const {
    const auto found = configured_.find(limit);
    return found == configured_.end() ? declared : found->second;
  }
  void configure(name_number limit, int count) { configured_[limit] = count; }
  [[nodiscard]] type_control control(name_number handler) const {
    if (controls_.empty()) return {};
    const auto found = controls_.find(handler);
    return found == controls_.end() ? type_control{} : found->second;
  }
  void set_control(name_number handler, const type_control& said) {
    if (said == type_control{})
      controls_.erase(handler);
    else
      controls_[handler] = said;
  }
  [[nodiscard]] const std::map<name_number, type_control>& controls() const { return controls_; }
  [[nodiscard]] found_slot find_slot(name_number limit, const std::string& key, int count) const {
    const auto found = slots_.find({limit, key});
    if (found == slots_.end()) return {1, 0};
    if (found->second.size() >= static_cast<std::size_t>(count))
      return {{}, found->second.begin()->second};
    int number = 1;
    for (const auto& [taken, by] : found->second) {
      if (taken != number) break;
      ++number;
    }
    return {number, 0};
  }
  void take_slot(name_number limit, const std::string& key, int number, std::int64_t by,
                 bool until_end) {
    slots_[{limit, key}].emplace(number, by);
    slots_of_[{by, limit}] = {key, until_end};
  }
  [[nodiscard]] bool holds_slot(name_number limit, std::int64_t job) const {
    return slots_of_.contains({job, limit});
  }
  std::vector<freed_slot> free_slots(std::int64_t by, bool only_running) {
    std::vector<freed_slot> freed;
    for (auto held = slots_of_.lower_bound({by, 0});
         held != slots_of_.end() && held->first.first == by;) {
      if (only_running && held->second.until_end) {
        ++held;
        continue;
      }
      const name_number limit = held->first.second;
      const std::string& key = freed.emplace_back(limit, std::move(held->second.key)).key;
      held = slots_of_.erase(held);
      auto& taken = slots_[{limit, key}];
      std::erase_if(taken, [&](const auto& slot) { return slot.second == by; });
      if (taken.empty()) slots_.erase({limit, key});
    }
    return freed;
  }
  [[nodiscard]] gcra_state rate(name_number limit, const std::string& key) const {
    const auto found = rates_.find({limit, key});
    return found == rates_.end() ? gcra_state{} : found->second;
  }
  void set_rate(name_number limit, const std::string& key, gcra_state state) {
    rates_[{limit, key}] = state;
  }
  void park(name_number limit, const std::string& key, std::int64_t sort_key, std::int64_t job) {
    parked_[{limit, key}].emplace(sort_key, job);
    parked_at_[job] = {limit, key};
  }
  std::optional<parked_job> unpark(name_number limit, const std::string& key) {
    const auto waiting = parked_.find({limit, key});
    if (waiting == parked_.end()) return {};
    const auto [sort_key, job] = *waiting->second.begin();
    remove_parked(job);
    return parked_job{job, sort_key};
  }
  [[nodiscard]] std::optional<std::string> parked_key_after(
      name_number limit, const std::optional<std::string>& key) const {
    const auto next =
        key ? parked_.upper_bound({limit, *key}) : parked_.lower_bound({limit, std::string()});
    if (next == parked_.end() || next->first.first != limit) return {};
    return next->first.second;
  }
  void remove_parked(std::int64_t job) {
    const auto at = parked_at_.find(job);
    if (at == parked_at_.end()) return;
    const auto waiting = parked_.find(at->second);
    std::erase_if(waiting->second, [&](const auto& each) { return each.second == job; });
    if (waiting->second.empty()) parked_.erase(waiting);
    parked_at_.erase(at);
  }

 private:
  using limit_key = std::pair<name_number, std::string>;
  struct held_slot {
    std::string key{};
    bool until_end = false;
  };

  std::map<name_number, int> configured_;
  std::map<name_number, type_control> controls_;  ///< those of which something was said
  std::map<limit_key, std::map<int, std::int64_t>> slots_;
  std::map<std::pair<std::int64_t, name_number>, held_slot> slots_of_;
  std::map<limit_key, gcra_state> rates_;
  std::map<limit_key, std::set<std::pair<std::int64_t, std::int64_t>>> parked_;
  std::unordered_map<std::int64_t, limit_key> parked_at_;
};

class memory_declarations {
 public:
  void declare(owner_number owner, name_number handler, const declared_limit& limit) {
    by_limit_[limit.limit].insert_or_assign(owner, std::pair(handler, limit));
  }
  std::vector<name_number> undeclare(owner_number owner) {
    std::vector<name_number> found;
    for (auto at = by_limit_.begin(); at != by_limit_.end();) {
      if (at->second.erase(owner) != 0) found.push_back(at->first);
      at = at->second.empty() ? by_limit_.erase(at) : std::next(at);
    }
    return found;
  }
  [[nodiscard]] std::vector<declared_limit> declared(name_number handler) const {
    std::vector<declared_limit> found;
    for (const auto& [limit, by] : by_limit_)
      if (by.begin()->second.first == handler) found.push_back(*declaration(limit));
    return found;
  }
  [[nodiscard]] std::optional<declared_limit> declaration(name_number limit) const {
    const auto found = by_limit_.find(limit);
    if (found == by_limit_.end()) return {};
    declared_limit strictest = found->second.begin()->second.second;
    for (const auto& [owner, of] : found->second) {
      strictest.point = std::max(strictest.point, of.second.point);
      strictest.count = std::min(strictest.count, of.second.count);
      strictest.most = std::min(strictest.most, of.second.most);
    }
    return strictest;
  }
  void put_recheck(const recheck_row& row) { rechecks_[row.limit] = row.after; }
  [[nodiscard]] std::optional<recheck_row> next_recheck() const {
    if (rechecks_.empty()) return {};
    return recheck_row{rechecks_.begin()->first, rechecks_.begin()->second};
  }
  void remove_recheck(name_number limit) { rechecks_.erase(limit); }

 private:
  std::map<name_number, std::map<owner_number, std::pair<name_number, declared_limit>>> by_limit_;
  std::map<name_number, std::optional<std::string>> rechecks_;
};

class memory_dependencies {
 public:
  void insert_dependency(std::int64_t job, std::int64_t on) {
    waits_for_[job].insert(on);
    waited_by_[on].insert(job);
  }
  void remove_dependency(std::int64_t job, std::int64_t on) {
    waits_for_[job].erase(on);
    if (waits_for_[job].empty()) waits_for_.erase(job);
    waited_by_[on].erase(job);
    if (waited_by_[on].empty()) waited_by_.erase(on);
  }
  void remove_dependencies(std::int64_t job) {
    const auto found = waits_for_.find(job);
    if (found == waits_for_.end()) return;
    for (const std::int64_t on : found->second) {
      waited_by_[on].erase(job);
      if (waited_by_[on].empty()) waited_by_.erase(on);
    }
    waits_for_.erase(found);
  }
  void remove_dependents(std::int64_t on) {
    const auto found = waited_by_.find(on);
    if (found == waited_by_.end()) return;
    for (const std::int64_t job : found->second) {
      const auto waits = waits_for_.find(job);
      waits->second.erase(on);
      if (waits->second.empty()) waits_for_.erase(waits);
    }
    waited_by_.erase(found);
  }
  [[nodiscard]] std::vector<std::int64_t> dependents_of(std::int64_t on, std::size_t limit) const {
    std::vector<std::int64_t> found;
    const auto waiting = waited_by_.find(on);
    if (waiting == waited_by_.end()) return found;
    for (const std::int64_t job : waiting->second) {
      if (found.size() == limit) break;
      found.push_back(job);
    }
    return found;
  }
  void insert_release(std::int64_t job) { releases_.insert(job); }
  [[nodiscard]] std::optional<std::int64_t> next_release() const {
    if (releases_.empty()) return {};
    return *releases_.begin();
  }
  void remove_release(std::int64_t job) { releases_.erase(job); }

 protected:
  /// A dependent may still wait for this job, though it has ended.
  [[nodiscard]] bool is_releasing(std::int64_t job) const {
    return releases_.contains(job) || waited_by_.contains(job);
  }
  [[nodiscard]] std::size_t releasing() const { return releases_.size(); }

 private:
  std::map<std::int64_t, std::set<std::int64_t>> waits_for_;
  std::map<std::int64_t, std::set<std::int64_t>> waited_by_;
  std::set<std::int64_t> releases_;
};

/// Those that are enrolled; what they hold is the queue's to say.
class memory_owners {
 public:
  owner_number insert_owner(const std::string& label, std::int64_t now, std::string_view boot_id) {
    const owner_number number = ++last_owner_;
    owners_[number] = {number, now, std::string(boot_id), label, {}};
    return number;
  }
  [[nodiscard]] std::optional<owner_row> owner(owner_number number) const {
    const auto found = owners_.find(number);
    if (found == owners_.end()) return {};
    return found->second;
  }
  void see_owner(owner_number number, std::int64_t now, std::string_view boot_id,
                 const std::string& ended) {
    owner_row& seen = owners_[number];
    seen.ended = ended;
    seen.owner = number;
    seen.seen_at = now;
    seen.boot_id = boot_id;
  }
  void delete_owner(owner_number number) { owners_.erase(number); }

 protected:
  [[nodiscard]] const std::map<owner_number, owner_row>& enrolled() const { return owners_; }

 private:
  std::map<owner_number, owner_row> owners_;
  owner_number last_owner_ = 0;
};

class memory_schedules {
 public:
  std::int64_t insert_schedule(const schedule_row& row) {
    schedule_row& kept = schedules_[++last_schedule_] = row;
    kept.number = last_schedule_;
    enter(kept);
    return kept.number;
  }
  void update_schedule(const schedule_row& row) {
    schedule_row& kept = schedules_[row.number];
    leave(kept);
    kept = row;
    enter(kept);
  }
  void delete_schedule(std::int64_t number) {
    const auto found = schedules_.find(number);
    if (found == schedules_.end()) return;
    leave(found->second);
    schedules_.erase(found);
  }
  [[nodiscard]] std::optional<schedule_row> schedule(std::int64_t number) const {
    const auto found = schedules_.find(number);
    if (found == schedules_.end()) return {};
    return found->second;
  }
  [[nodiscard]] std::optional<schedule_row> find_schedule(name_number tenant, name_number handler,
                                                          const std::string& name) const {
    const auto found = named_.find({tenant, handler, name});
    if (found == named_.end()) return {};
    return schedules_.at(found->second);
  }
  [[nodiscard]] std::vector<schedule_row> due_schedules(name_number handler, due_time from,
                                                        due_time until, std::size_t limit) const {
    std::vector<schedule_row> found;
    for (auto at = due_.lower_bound({handler, from.number(), 0}); at != due_.end(); ++at) {
      const auto& [of, due, number] = *at;
      if (of != handler || due > until.number() || found.size() == limit) break;
      found.push_back(schedules_.at(number));
    }
    return found;
  }
  [[nodiscard]] std::optional<due_time> next_schedule(name_number handler, due_time from) const {
    const auto at = due_.lower_bound({handler, from.number(), 0});
    if (at == due_.end() || std::get<0>(*at) != handler) return {};
    return due_time(std::get<1>(*at));
  }
  [[nodiscard]] std::vector<due_time> next_schedules() const {
    std::vector<due_time> found;
    if (all_due_.empty()) return found;
    if (all_due_.begin()->first < 0) found.emplace_back(all_due_.begin()->first);
    const auto own_line = all_due_.lower_bound({0, 0});
    if (own_line != all_due_.end()) found.emplace_back(own_line->first);
    return found;
  }

 protected:
  [[nodiscard]] const std::map<std::int64_t, schedule_row>& kept_schedules() const {
    return schedules_;
  }

 private:
  void enter(const schedule_row& row) {
    named_[{row.tenant, row.handler, row.name}] = row.number;
    if (row.paused) return;
    due_.insert({row.handler, row.due_at.number(), row.number});
    all_due_.insert({row.due_at.number(), row.number});
  }
  void leave(const schedule_row& row) {
    named_.erase({row.tenant, row.handler, row.name});
    due_.erase({row.handler, row.due_at.number(), row.number});
    all_due_.erase({row.due_at.number(), row.number});
  }

  std::map<std::int64_t, schedule_row> schedules_;
  std::map<std::tuple<name_number, name_number, std::string>, std::int64_t> named_;
  std::set<std::tuple<name_number, std::int64_t, std::int64_t>> due_;
  std::set<std::pair<std::int64_t, std::int64_t>> all_due_;
  std::int64_t last_schedule_ = 0;
};

class memory_callbacks {
 public:
  void insert_callback(const callback_row& row) { put(row); }
  void update_callback(const callback_row& row) { put(row); }
  void delete_callback(std::int64_t job) {
    const auto found = callbacks_.find(job);
    if (found == callbacks_.end()) return;
    order_.erase(place_of(found->second));
    callbacks_.erase(found);
  }
  [[nodiscard]] std::optional<callback_row> callback(std::int64_t job) const {
    const auto found = callbacks_.find(job);
    if (found == callbacks_.end()) return {};
    return found->second;
  }
  /// `is_wanted(const callback_row&)` is called for each that is due, the earliest first.
  template <class Wanted>
  [[nodiscard]] std::vector<callback_row> first_due_callbacks(name_number handler, std::int64_t now,
                                                              std::size_t limit,
                                                              Wanted is_wanted) const {
    std::vector<callback_row> found;
    for (auto at = order_.lower_bound({handler, 0, lowest, lowest});
         at != order_.end() && found.size() < limit; ++at) {
      const auto& [of, caller, due_at, job] = *at;
      if (of != handler || caller != 0 || due_at > now) break;
      if (const callback_row& each = callbacks_.at(job); is_wanted(each)) found.push_back(each);
    }
    return found;
  }
  [[nodiscard]] std::vector<callback_row> called_callbacks(name_number handler) const {
    std::vector<callback_row> found;
    for (auto at = order_.lower_bound({handler, 1, lowest, lowest}); at != order_.end(); ++at) {
      const auto& [of, caller, due_at, job] = *at;
      if (of != handler) break;
      found.push_back(callbacks_.at(job));
    }
    return found;
  }

 private:
  /// Those of a type that no process calls, by when they are due; then the others.
  using place = std::tuple<name_number, owner_number, std::int64_t, std::int64_t>;
  static constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

  static place place_of(const callback_row& row) {
    return {row.handler, row.caller, row.due_at, row.job};
  }
  void put(const callback_row& row) {
    delete_callback(row.job);
    callbacks_[row.job] = row;
    order_.insert(place_of(row));
  }

  std::map<std::int64_t, callback_row> callbacks_;
  std::set<place> order_;
};

}  // namespace pawl::storage
