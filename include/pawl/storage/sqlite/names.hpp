// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage::detail {

using sql::query;

/// What a process has learnt: job types, and limits that an operator has set. Shared by all
/// connections of a store.
struct known_types {
  std::unordered_map<std::string, const job_descriptor*> by_handler{};
  std::unordered_map<std::string, int> limits{};
  bool guarded = false;  ///< the database refuses what the lifecycles forbid, and sees each step
};

/// The statements of one connection, and the dictionary of names that it reads and writes. A name
/// is looked up in the file once; what a failed transaction has added is forgotten with it. Names
/// are written at once: other inserts may be held back, and need them.
class sqlite_names {
 public:
  sqlite_names(sqlite3* db, const known_types& known) : sql_(db), known_(&known) {}

  [[nodiscard]] statements& sql() { return sql_; }
  [[nodiscard]] const statements& sql() const { return sql_; }

  name_number number_of(std::string_view name) {
    const auto cached = numbers_.find(std::string(name));
    if (cached != numbers_.end()) return cached->second;
    if (const auto found = find_number(name)) return remember(name, *found);
    execution row = sql_.use(query::insert_name);
    row << name;
    row.run();
    const auto number = static_cast<name_number>(sql_.given_number());
    uncommitted_.push_back(number);
    return remember(name, number);
  }
  /// Without writing: a name that was never used has no number.
  std::optional<name_number> find_number(std::string_view name) {
    execution row = sql_.use(query::find_name);
    row << name;
    if (!row.next()) return {};
    return row.number<name_number>();
  }
  const std::string& name_of(name_number number) {
    const auto cached = names_.find(number);
    if (cached != names_.end()) return cached->second;
    execution row = sql_.use(query::name_of);
    row << number;
    const std::string name = row.next() ? row.string() : std::string();
    remember(name, number);
    return names_.at(number);
  }
  const job_descriptor* type(name_number handler) {
    const auto found = known_->by_handler.find(name_of(handler));
    return found == known_->by_handler.end() ? nullptr : found->second;
  }
  int configured(name_number limit, int declared) {
    const auto found = known_->limits.find(name_of(limit));
    return found == known_->limits.end() ? declared : found->second;
  }

 protected:
  [[nodiscard]] bool is_guarded() const { return known_->guarded; }
  /// The transaction was committed.
  void keep_new_names() { uncommitted_.clear(); }
  /// The transaction failed: names that were found in it may not exist.
  void drop_new_names() {
    for (const name_number number : uncommitted_) {
      const auto found = names_.find(number);
      if (found == names_.end()) continue;
      numbers_.erase(found->second);
      names_.erase(found);
    }
    uncommitted_.clear();
  }
  /// It cannot be told which of them will exist.
  void drop_names() {
    numbers_.clear();
    names_.clear();
    uncommitted_.clear();
  }

 private:
  name_number remember(std::string_view name, name_number number) {
    numbers_.insert_or_assign(std::string(name), number);
    names_.insert_or_assign(number, std::string(name));
    return number;
  }

  statements sql_;
  const known_types* known_;
  std::unordered_map<std::string, name_number> numbers_{};
  std::unordered_map<name_number, std::string> names_{};
  std::vector<name_number> uncommitted_{};
};

}  // namespace pawl::storage::detail
