// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage::detail {

/// Rows as values of statements, and back, in the order of the statements' columns. Looks nothing
/// up and executes nothing.
class sqlite_columns {
 public:
  static constexpr int cancel_requested_flag = 1;
  static constexpr int has_dependents_flag = 2;
  static constexpr int has_checkpoint_flag = 4;
  static constexpr int retryable_flag = 8;

 protected:
  /// An event with the words that it only looks at.
  struct held_event {
    event_row row;
    std::string stage;
    std::string message;
    std::string error;
    std::string detail;
  };

  static int flags_of(const hot_row& job) {
    return (job.cancel_requested ? cancel_requested_flag : 0) |
           (job.has_dependents ? has_dependents_flag : 0) |
           (job.has_checkpoint ? has_checkpoint_flag : 0) | (job.at.retryable ? retryable_flag : 0);
  }
  /// One column serves both orders: what is ready, or held and may come back, has no due time any
  /// more.
  static bool has_a_place(phase p) { return p == phase::ready || p == phase::held; }
  static std::int64_t order_of(const hot_row& job) {
    return has_a_place(job.at.phase) ? job.sort_key : job.due_at;
  }
  static void bind_job(execution& row, const job_row& job) {
    row << job.id << job.tenant << job.handler << job.created_at << job.payload_version;
    row.bytes(job.payload.data(), job.payload.size());
    row << job.requested_by << job.organisation << job.subject << job.correlation << job.traceparent
        << job.metadata << job.idempotency_key;
    job.parent.is_nil() ? row << nullptr : row << job.parent;
    row << job.rank << job.max_attempts << count_of(job.retry.initial) << count_of(job.retry.cap);
    job.retry.multiplier ? row << job.retry.multiplier->permille : row << nullptr;
    row << job.limit_keys;
  }
  static void bind_hot(execution& row, const hot_row& job, const job_type& of) {
    row << job.key << job.handler << job.tenant << job.rank << job.max_attempts << job.version
        << of.name_of(job.at.state) << static_cast<int>(job.at.phase) << order_of(job);
    bind_owner(row, job);
    row << job.lease_ms << job.fence << job.events << job.error_event << job.at.attempt
        << job.at.retries << job.progress << job.stage << job.started_at << job.updated_at
        << job.waiting_for << flags_of(job);
  }
  static void bind_event(execution& row, const held_event& held) {
    const event_row& e = held.row;
    row << e.job << e.number << static_cast<int>(e.kind) << e.at << e.event << e.from << e.to
        << e.attempt << e.progress << held.stage << held.message << held.error << held.detail;
  }
  static void bind_outcome(execution& row, const outcome_row& o) {
    row << o.key << o.handler << o.tenant << o.state << static_cast<int>(o.kind) << o.fence
        << o.events << o.attempt << o.retries << o.progress << o.stage << o.started_at
        << o.completed_at << o.prune_at << o.has_events;
    o.has_result ? row.bytes(o.result.data(), o.result.size()) : row << nullptr;
    if (o.error)
      row << o.error->code << o.error->message << o.error->detail << o.error->state
          << o.error->retryable;
    else
      row << nullptr << nullptr << nullptr << nullptr << false;
    row << o.cancel_reason;
  }
  static void bind_owner(execution& row, const hot_row& job) {
    job.owner == 0 ? row << nullptr : row << job.owner;
  }

  static job_row read_job(execution& row) {
    job_row out;
    out.key = row.integer();
    out.id = row.id();
    out.tenant = row.number<name_number>();
    out.handler = row.number<name_number>();
    out.created_at = row.integer();
    out.payload_version = row.number<unsigned>();
    out.payload = row.string();
    out.requested_by = row.string();
    out.organisation = row.string();
    out.subject = row.string();
    out.correlation = row.string();
    out.traceparent = row.string();
    out.metadata = row.string();
    out.idempotency_key = row.string();
    out.parent = row.id();
    out.rank = row.number<unsigned>();
    out.max_attempts = row.number<unsigned>();
    read_retry(row, out.retry);
    out.limit_keys = row.string();
    return out;
  }
  /// Of what was submitted, that which a worker needs.
  static job_row read_claim_part(execution& row) {
    job_row out;
    out.id = row.id();
    out.created_at = row.integer();
    out.payload_version = row.number<unsigned>();
    out.payload = row.string();
    out.requested_by = row.string();
    out.organisation = row.string();
    out.correlation = row.string();
    out.traceparent = row.string();
    read_retry(row, out.retry);
    return out;
  }
  /// Without the error's code and the reason of a cancellation, which are not in the narrow row.
  /// `type_of(name_number)` finds the job's type, or null.
  template <class TypeOf>
  static hot_row read_hot(execution& row, TypeOf type_of) {
    hot_row out;
    out.key = row.integer();
    out.handler = row.number<name_number>();
    out.tenant = row.number<name_number>();
    out.rank = row.number<unsigned>();
    out.max_attempts = row.number<unsigned>();
    out.version = row.number<unsigned>();
    const std::string_view state = row.view();
    const job_type* const of = type_of(out.handler);
    const auto restored = of == nullptr ? std::optional<state_number>{} : of->restore(state);
    out.state_is_known = restored.has_value();
    out.at.state = restored.value_or(0);
    out.at.phase = static_cast<phase>(row.integer());
    out.sort_key = row.integer();
    out.due_at = has_a_place(out.at.phase) ? 0 : out.sort_key;
    out.owner = row.integer();
    out.lease_ms = row.integer();
    out.fence = row.number<std::uint64_t>();
    out.events = row.number<std::uint64_t>();
    out.error_event = row.number<std::uint64_t>();
    out.at.attempt = row.number<unsigned>();
    out.at.retries = row.number<unsigned>();
    out.progress = row.number<int>();
    out.stage = row.string();
    out.started_at = row.integer();
    out.updated_at = row.integer();
    out.waiting_for = row.number<unsigned>();
    const auto flags = row.number<int>();
    out.cancel_requested = (flags & cancel_requested_flag) != 0;
    out.has_dependents = (flags & has_dependents_flag) != 0;
    out.has_checkpoint = (flags & has_checkpoint_flag) != 0;
    out.at.retryable = (flags & retryable_flag) != 0;
    return out;
  }
  static outcome_row read_outcome(execution& row) {
    outcome_row out;
    out.key = row.integer();
    out.handler = row.number<name_number>();
    out.tenant = row.number<name_number>();
    out.state = row.string();
    out.kind = static_cast<pawl::kind>(row.integer());
    out.fence = row.number<std::uint64_t>();
    out.events = row.number<std::uint64_t>();
    out.attempt = row.number<unsigned>();
    out.retries = row.number<unsigned>();
    out.progress = row.number<int>();
    out.stage = row.string();
    out.started_at = row.integer();
    out.completed_at = row.integer();
    out.prune_at = row.integer();
    out.has_events = row.integer() != 0;
    out.has_result = !row.is_null();
    out.result = row.string();
    if (row.is_null()) {
      row.skip(5);
    } else {
      out.error.emplace();
      out.error->code = row.string();
      out.error->message = row.string();
      out.error->detail = row.string();
      out.error->state = row.string();
      out.error->retryable = row.integer() != 0;
    }
    out.cancel_reason = row.string();
    return out;
  }
  static std::vector<outcome_row> read_outcomes(execution& row) {
    std::vector<outcome_row> found;
    while (row.next()) found.push_back(read_outcome(row));
    return found;
  }
  static std::vector<std::int64_t> read_numbers(execution& row) {
    std::vector<std::int64_t> found;
    while (row.next()) found.push_back(row.integer());
    return found;
  }
  static callback_row read_callback(execution& row) {
    callback_row out;
    out.job = row.integer();
    out.handler = row.number<name_number>();
    out.tries = row.number<unsigned>();
    out.due_at = row.integer();
    return out;
  }

 private:
  static std::optional<std::int64_t> count_of(const std::optional<duration_ms>& duration) {
    if (!duration) return {};
    return duration->count;
  }
  static void read_retry(execution& row, retry_override& out) {
    out.initial = duration_of(row);
    out.cap = duration_of(row);
    if (row.is_null()) {
      row.skip();
    } else {
      out.multiplier.emplace();
      out.multiplier->permille = row.number<std::uint32_t>();
    }
  }
  static std::optional<duration_ms> duration_of(execution& row) {
    if (row.is_null()) {
      row.skip();
      return {};
    }
    return duration_ms{row.integer()};
  }
};

}  // namespace pawl::storage::detail
