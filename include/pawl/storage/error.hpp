// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/enum_names.hpp>
#include <pawl/expected.hpp>
#include <pawl/job/id.hpp>

namespace pawl::storage {

/// Why an operation was not done. The names are stable: they are what `name_of` gives, and what is
/// logged and sent. New ones are added before
/// `busy`, where the failures of the store itself begin.
enum class errc : unsigned char {
  not_found,           ///< there is no such job in this scope
  invalid,             ///< the request makes no sense; the message says what is wrong with it
  payload_too_large,   ///< the job type allows less
  key_conflict,        ///< the idempotency key belongs to a job with another payload
  limit_reached,       ///< as many jobs as the limit allows are active
  rate_limited,        ///< too many submissions; `retry_after` says when to come again
  queue_overloaded,    ///< more jobs are ready than a high watermark allows
  unknown_dependency,  ///< a job that this one should wait for does not exist
  unknown_handler,     ///< this process does not know the job's type
  unknown_state,       ///< this process does not know the job's state: a newer one stored it
  lease_lost,          ///< the job was given to another worker, or moved on, since it was claimed
  already_terminal,    ///< the job has finished
  not_cancellable,     ///< the job's state has no way to a cancelled one
  forbidden,           ///< the lifecycle has no such transition
  event_conflict,      ///< this event id came before, with another content
  count_mismatch,      ///< not as many jobs as the caller expected; nothing was done
  owner_lost,          ///< the owner is not enrolled; enrol again
  would_deadlock,      ///< not inside a transaction of the caller's
  wrong_trigger,       ///< the lifecycle lets others raise this event, not this caller
  not_admitted,        ///< the job's handler guards the state where the event leads
  draining,            ///< an operator drains the job type: it takes no new jobs
  already_begun,       ///< the job has begun, or is about to; it cannot be put off any more
  dependency_cycle,    ///< jobs that would wait for each other, or one for itself
  too_many_delayed,    ///< as many jobs wait for their time, or for others, as the bound allows
  busy,                ///< another process or a caller's transaction holds the store; try again
  full,                ///< no space is left
  read_only,           ///< the store cannot be written
  corrupt,             ///< the store is damaged
  gone,                ///< the store's file was deleted or replaced while it was open
  not_a_store,         ///< the file is no database, or its tables are not pawl's
  newer_schema,        ///< a newer version of pawl has migrated the store
  failed               ///< the store failed otherwise; the message says how
};

/// Whether the same request may succeed later without being changed.
[[nodiscard]] constexpr bool is_transient(errc code) {
  return code == errc::rate_limited || code == errc::queue_overloaded || code == errc::busy ||
         code == errc::full || code == errc::read_only || code == errc::limit_reached ||
         code == errc::draining || code == errc::too_many_delayed;
}

/// Whether the store itself is at fault, not the request.
[[nodiscard]] constexpr bool is_store_failure(errc code) { return code >= errc::busy; }

struct error {
  errc code{};
  std::string message{};                    ///< one sentence that says what to do
  std::chrono::milliseconds retry_after{};  ///< zero: unknown
  job_id job{};                             ///< the job that is in the way, if there is one
  /// The event of the job's history that began the work which is in the way, if there is one.
  job_id task{};
};

template <class T>
using result = expected<T, error>;

/// For logs and people: `rate_limited: …`.
[[nodiscard]] inline std::string describe(const error& e) {
  const text name = pawl::detail::names_of<errc>.names[static_cast<std::size_t>(e.code)];
  return std::string(name.data(), name.size()) + ": " + e.message;
}

[[nodiscard]] inline unexpected<error> refuse(errc code, std::string message) {
  return unexpected<error>(error{code, std::move(message), {}, {}});
}
/// The same for a literal, of which not every place that refuses makes a string of its own.
[[nodiscard]] inline unexpected<error> refuse(errc code, const char* message) {
  return refuse(code, std::string(message));
}

}  // namespace pawl::storage
