// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <pawl/detail/light_map.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/statements.hpp>

namespace pawl::storage::detail {

using sql::query;

/// The job types that a process has learnt. Shared by all connections of a store.
struct known_types {
  pawl::detail::light_map<std::string, const job_descriptor*> by_handler{};
  bool guarded = false;  ///< the database refuses what the lifecycles forbid, and sees each step
};

/// The statements of one connection, and the dictionary of names that it reads and writes. A name
/// is looked up in the database once; what a failed transaction has added is forgotten with it.
/// Names are written at once: other inserts may be held back, and need them.
template <class Statements>
class sql_names {
 public:
  template <class Connection>
  sql_names(Connection* db, const known_types& known) : sql_(db), known_(&known) {}

  [[nodiscard]] Statements& sql() { return sql_; }
  [[nodiscard]] const Statements& sql() const { return sql_; }

  name_number number_of(std::string_view name) {
    if (const name_number* const cached = numbers_.find(name)) return *cached;
    if (const auto found = find_number(name)) return remember(name, *found);
    auto row = sql_.use(query::insert_name);
    row << name;
    row.run();
    const auto number = static_cast<name_number>(sql_.given_number());
    uncommitted_.push_back(number);
    return remember(name, number);
  }
  /// Without writing: a name that was never used has no number.
  maybe<name_number> find_number(std::string_view name) {
    auto row = sql_.use(query::find_name);
    row << name;
    if (!row.next()) return {};
    return row.template number<name_number>();
  }
  const std::string& name_of(name_number number) {
    if (const std::string* const cached = names_.find(number)) return *cached;
    auto row = sql_.use(query::name_of);
    row << number;
    const std::string name = row.next() ? row.string() : std::string();
    remember(name, number);
    return *names_.find(number);
  }
  const job_descriptor* type(name_number handler) {
    const auto* const found = known_->by_handler.find(name_of(handler));
    return found == nullptr ? nullptr : *found;
  }

 protected:
  [[nodiscard]] bool is_guarded() const { return known_->guarded; }
  [[nodiscard]] bool knows(std::string_view name) const { return numbers_.find(name) != nullptr; }
  [[nodiscard]] bool knows(name_number number) const { return names_.find(number) != nullptr; }
  /// A name that is committed, as it was read with others.
  void know_name(std::string_view name, name_number number) { remember(name, number); }
  /// The transaction was committed.
  void keep_new_names() { uncommitted_.clear(); }
  /// The transaction failed: names that were found in it may not exist.
  void drop_new_names() {
    for (const name_number number : uncommitted_) {
      const std::string* const found = names_.find(number);
      if (found == nullptr) continue;
      numbers_.erase(*found);
      names_.erase(number);
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
    numbers_.put(name, number);
    names_.put(number, std::string(name));
    return number;
  }

  Statements sql_;
  const known_types* known_;
  pawl::detail::light_map<std::string, name_number> numbers_{};
  pawl::detail::light_map<name_number, std::string> names_{};
  light_vector<name_number> uncommitted_{};
};

}  // namespace pawl::storage::detail
