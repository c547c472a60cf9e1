// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/columns.hpp>

/// Rows as values of statements, and back, by the lists of their columns, for any database whose
/// executions take values by `<<` and give them back in order. Looks nothing up and executes
/// nothing.

namespace pawl::storage::detail {

/// Binds the values of one part of a row, in the order of its list.
///
/// Inlined in any case: then nothing is left of a column but the test whether it is wanted.
template <class Execution>
class row_binder {
 public:
  /// `of` names the states of a row of the queue, and `format` is its lane.
  PAWL_FLAT row_binder(Execution& to, sql::part which, const job_descriptor* of = nullptr,
                       std::int64_t format = 0)
      : to_(&to), which_(which), of_(of), format_(format) {}

  template <class Value>
  PAWL_FLAT void operator()(const sql::column& column, const Value& value) {
    if (column.is_in(which_)) bind(column.type, value);
  }

 private:
  using type = sql::column_type;

  // One template that asks which type it is, where overloads would have the compiler look for a way
  // from every value to a string.
  template <class Value>
  PAWL_FLAT void bind([[maybe_unused]] type as, const Value& value) {
    if constexpr (__is_enum(Value))
      *to_ << static_cast<int>(value);
    else if constexpr (__is_same(Value, rare_text))
      *to_ << value.view();
    else if constexpr (__is_same(Value, due_time))
      *to_ << value.number();
    else if constexpr (__is_same(Value, std::string))
      as == type::bytes ? to_->bytes(value.data(), value.size()) : *to_ << value;
    else if constexpr (__is_same(Value, shared_text))
      to_->bytes(value.data(), value.size());
    else
      *to_ << value;
  }
  template <class Value>
  PAWL_FLAT void bind(type, sql::or_null<Value> shown) {
    if (shown.value == std::remove_const_t<Value>{})
      *to_ << nullptr;
    else
      *to_ << shown.value;
  }
  template <class Value>
  PAWL_FLAT void bind(type, const std::optional<Value>& value) {
    value ? *to_ << number_in(*value) : *to_ << nullptr;
  }
  PAWL_FLAT void bind(type, sql::state_name<const queue_row> shown) {
    *to_ << of_->name_of(shown.job.at.state);
  }
  PAWL_FLAT void bind(type, sql::lane_format<const queue_row>) { *to_ << format_; }
  PAWL_FLAT void bind(type, sql::place_in_order<const queue_row> shown) { *to_ << shown.get(); }
  PAWL_FLAT void bind(type, sql::flags<const queue_row> shown) { *to_ << shown.get(); }
  PAWL_FLAT void bind(type, sql::slot_number<const schedule_row> shown) { *to_ << shown.get(); }
  PAWL_FLAT void bind(type, sql::due_or_caller<const callback_row> shown) { *to_ << shown.get(); }
  PAWL_FLAT void bind(type, sql::result_of<const outcome_row> shown) {
    shown.of.has_result ? to_->bytes(shown.of.result.data(), shown.of.result.size())
                        : *to_ << nullptr;
  }
  template <class Error>
  PAWL_FLAT void bind(type, sql::error_part<Error, std::string> shown) {
    shown.error ? *to_ << (*shown.error).*shown.member : *to_ << nullptr;
  }
  template <class Error>
  PAWL_FLAT void bind(type, sql::error_part<Error, bool> shown) {
    *to_ << (shown.error && (*shown.error).*shown.member);
  }

  PAWL_FLAT static auto number_in(duration_ms length) { return length.count; }
  PAWL_FLAT static auto number_in(factor of) { return of.permille; }

  Execution* to_;
  sql::part which_;
  const job_descriptor* of_;
  std::int64_t format_;
};

/// Reads one part of a row, in the order of its list. What is no part of it stays as it is.
template <class Execution>
class row_reader {
 public:
  PAWL_FLAT explicit row_reader(Execution& from, sql::part which = sql::part::all)
      : from_(&from), which_(which) {}

  template <class Value>
  PAWL_FLAT void operator()(const sql::column& column, Value&& value) {
    if (column.is_in(which_)) read(value);
  }
  /// The name of the state of a row of the queue; until the next row is read.
  [[nodiscard]] std::string_view state() const { return state_; }

 private:
  template <class Value>
  PAWL_FLAT void read(Value& value) {
    if constexpr (std::is_enum_v<Value>)
      value = from_->template enumerator<Value>();
    else
      value = from_->template number<Value>();
  }
  PAWL_FLAT void read(bool& value) { value = from_->integer() != 0; }
  PAWL_FLAT void read(std::string& value) { value = from_->view(); }
  PAWL_FLAT void read(rare_text& value) { value = from_->view(); }
  PAWL_FLAT void read(shared_text& value) { value = shared_text(from_->view()); }
  PAWL_FLAT void read(job_id& value) { value = from_->id(); }
  PAWL_FLAT void read(due_time& value) { value = due_time(from_->integer()); }
  PAWL_FLAT void read(instant& value) {
    value = instant{std::chrono::milliseconds{from_->integer()}};
  }
  /// What says nothing is what NULL reads as.
  template <class Value>
  PAWL_FLAT void read(sql::or_null<Value> shown) {
    read(shown.value);
  }
  PAWL_FLAT void read(std::optional<duration_ms>& value) {
    value.reset();
    if (from_->is_null())
      from_->skip();
    else
      value = duration_ms{from_->integer()};
  }
  PAWL_FLAT void read(std::optional<factor>& value) {
    value.reset();
    if (from_->is_null())
      from_->skip();
    else
      value.emplace().permille = from_->template number<std::uint32_t>();
  }
  PAWL_FLAT void read(sql::state_name<queue_row>) { state_ = from_->view(); }
  PAWL_FLAT void read(sql::lane_format<queue_row> shown) {
    shown.job.version = sql::version_in(from_->integer());
  }
  PAWL_FLAT void read(sql::place_in_order<queue_row> shown) { shown.set(from_->integer()); }
  PAWL_FLAT void read(sql::flags<queue_row> shown) { shown.set(from_->integer()); }
  PAWL_FLAT void read(sql::slot_number<schedule_row> shown) { shown.set(from_->integer()); }
  PAWL_FLAT void read(sql::due_or_caller<callback_row> shown) { shown.set(from_->integer()); }
  PAWL_FLAT void read(sql::result_of<outcome_row> shown) {
    shown.of.has_result = !from_->is_null();
    shown.of.result = from_->view();
  }
  /// The first of them says whether there is an error.
  template <class Error>
  PAWL_FLAT void read(sql::error_part<Error, std::string> shown) {
    if (from_->is_null()) {
      from_->skip();
      return;
    }
    if (!shown.error) shown.error.emplace();
    (*shown.error).*shown.member = from_->view();
  }
  template <class Error>
  PAWL_FLAT void read(sql::error_part<Error, bool> shown) {
    const bool value = from_->integer() != 0;
    if (shown.error) (*shown.error).*shown.member = value;
  }

  Execution* from_;
  sql::part which_;
  std::string_view state_{};
};

template <class Execution>
job_row read_job(Execution& row, sql::part which) {
  job_row out;
  sql::jobs_list::visit(out, row_reader(row, which));
  return out;
}
template <class Execution>
outcome_row read_outcome(Execution& row) {
  outcome_row out;
  sql::outcomes_list::visit(out, row_reader(row));
  return out;
}
template <class Execution>
light_vector<outcome_row> read_outcomes(Execution& row) {
  light_vector<outcome_row> found;
  while (row.next()) found.push_back(read_outcome(row));
  return found;
}
/// Columns of an error: code, message, detail, state.
inline constexpr int error_columns = 4;
template <class Execution>
failure_info read_error(Execution& row, bool retryable) {
  failure_info out;
  out.code = row.string();
  out.message = row.string();
  out.detail = row.string();
  out.state = row.string();
  out.retryable = retryable;
  return out;
}
template <class Execution>
callback_row read_callback(Execution& row) {
  callback_row out;
  sql::callbacks_list::visit(out, row_reader(row));
  return out;
}
template <class Execution>
schedule_row read_schedule(Execution& row) {
  schedule_row out;
  sql::schedules_list::visit(out, row_reader(row));
  return out;
}
template <class Execution>
light_vector<std::int64_t> read_numbers(Execution& row) {
  light_vector<std::int64_t> found;
  while (row.next()) found.push_back(row.integer());
  return found;
}

}  // namespace pawl::storage::detail
