// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/columns.hpp>
#include <pawl/storage/sqlite/connection.hpp>

/// Rows as values of statements, and back, by the lists of their columns. Looks nothing up and
/// executes nothing.

namespace pawl::storage::detail {

/// Binds the values of one part of a row, in the order of its list.
///
/// Inlined in any case: then nothing is left of a column but the test whether it is wanted.
class row_binder {
 public:
  /// `of` names the states of a row of the queue.
  row_binder(execution& to, sql::part which, const job_descriptor* of = nullptr)
      : to_(&to), which_(which), of_(of) {}

  template <class Value>
  [[gnu::always_inline]] void operator()(const sql::column& column, const Value& value) {
    if (column.is_in(which_)) bind(column.type, value);
  }

 private:
  using type = sql::column_type;

  template <class Value>
  void bind(type, const Value& value) {
    if constexpr (std::is_enum_v<Value>)
      *to_ << static_cast<int>(value);
    else
      *to_ << value;
  }
  void bind(type as, const std::string& value) {
    if (as == type::bytes)
      to_->bytes(value.data(), value.size());
    else
      *to_ << value;
  }
  void bind(type, const rare_text& value) { *to_ << value.view(); }
  template <class Value>
  void bind(type, sql::or_null<Value> shown) {
    if (shown.value == std::remove_const_t<Value>{})
      *to_ << nullptr;
    else
      *to_ << shown.value;
  }
  void bind(type, const std::optional<duration_ms>& value) {
    value ? *to_ << value->count : *to_ << nullptr;
  }
  void bind(type, const std::optional<factor>& value) {
    value ? *to_ << value->permille : *to_ << nullptr;
  }
  void bind(type, sql::state_name<const queue_row> shown) {
    *to_ << of_->name_of(shown.job.at.state);
  }
  void bind(type, sql::place_in_order<const queue_row> shown) { *to_ << shown.get(); }
  void bind(type, sql::flags<const queue_row> shown) { *to_ << shown.get(); }
  void bind(type, sql::result_of<const outcome_row> shown) {
    shown.of.has_result ? to_->bytes(shown.of.result.data(), shown.of.result.size())
                        : *to_ << nullptr;
  }
  template <class Error>
  void bind(type, sql::error_part<Error, std::string> shown) {
    shown.error ? *to_ << (*shown.error).*shown.member : *to_ << nullptr;
  }
  template <class Error>
  void bind(type, sql::error_part<Error, bool> shown) {
    *to_ << (shown.error && (*shown.error).*shown.member);
  }

  execution* to_;
  sql::part which_;
  const job_descriptor* of_;
};

/// Reads one part of a row, in the order of its list. What is no part of it stays as it is.
class row_reader {
 public:
  explicit row_reader(execution& from, sql::part which = sql::part::all)
      : from_(&from), which_(which) {}

  template <class Value>
  [[gnu::always_inline]] void operator()(const sql::column& column, Value&& value) {
    if (column.is_in(which_)) read(value);
  }
  /// The name of the state of a row of the queue; until the next row is read.
  [[nodiscard]] std::string_view state() const { return state_; }

 private:
  template <class Value>
  void read(Value& value) {
    value = static_cast<Value>(from_->integer());
  }
  void read(bool& value) { value = from_->integer() != 0; }
  void read(std::string& value) { value = from_->view(); }
  void read(rare_text& value) { value = from_->view(); }
  void read(job_id& value) { value = from_->id(); }
  void read(instant& value) { value = instant{std::chrono::milliseconds{from_->integer()}}; }
  /// What says nothing is what NULL reads as.
  template <class Value>
  void read(sql::or_null<Value> shown) {
    read(shown.value);
  }
  void read(std::optional<duration_ms>& value) {
    value.reset();
    if (from_->is_null())
      from_->skip();
    else
      value = duration_ms{from_->integer()};
  }
  void read(std::optional<factor>& value) {
    value.reset();
    if (from_->is_null())
      from_->skip();
    else
      value.emplace().permille = from_->number<std::uint32_t>();
  }
  void read(sql::state_name<queue_row>) { state_ = from_->view(); }
  void read(sql::place_in_order<queue_row> shown) { shown.set(from_->integer()); }
  void read(sql::flags<queue_row> shown) { shown.set(from_->integer()); }
  void read(sql::result_of<outcome_row> shown) {
    shown.of.has_result = !from_->is_null();
    shown.of.result = from_->view();
  }
  /// The first of them says whether there is an error.
  template <class Error>
  void read(sql::error_part<Error, std::string> shown) {
    if (from_->is_null()) {
      from_->skip();
      return;
    }
    if (!shown.error) shown.error.emplace();
    (*shown.error).*shown.member = from_->view();
  }
  template <class Error>
  void read(sql::error_part<Error, bool> shown) {
    const bool value = from_->integer() != 0;
    if (shown.error) (*shown.error).*shown.member = value;
  }

  execution* from_;
  sql::part which_;
  std::string_view state_{};
};

inline job_row read_job(execution& row, sql::part which) {
  job_row out;
  sql::jobs_list::visit(out, row_reader(row, which));
  return out;
}
inline outcome_row read_outcome(execution& row) {
  outcome_row out;
  sql::outcomes_list::visit(out, row_reader(row));
  return out;
}
inline std::vector<outcome_row> read_outcomes(execution& row) {
  std::vector<outcome_row> found;
  while (row.next()) found.push_back(read_outcome(row));
  return found;
}
/// Columns of an error: code, message, detail, state.
inline constexpr int error_columns = 4;
inline failure_info read_error(execution& row, bool retryable) {
  failure_info out;
  out.code = row.string();
  out.message = row.string();
  out.detail = row.string();
  out.state = row.string();
  out.retryable = retryable;
  return out;
}
inline callback_row read_callback(execution& row) {
  callback_row out;
  sql::callbacks_list::visit(out, row_reader(row));
  return out;
}
inline std::vector<std::int64_t> read_numbers(execution& row) {
  std::vector<std::int64_t> found;
  while (row.next()) found.push_back(row.integer());
  return found;
}

}  // namespace pawl::storage::detail
