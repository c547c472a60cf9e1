// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/json_out.hpp>
#include <pawl/http/message.hpp>
#include <pawl/storage/error.hpp>

namespace pawl::http {

/// Why a request was not served, one line for each kind: the stable code that clients compare, the
/// status, and a title. Every error that the API answers is one of these.
struct problem_kind {
  text code{};
  unsigned status = 500;
  text title{};
};

enum class problem : unsigned char {
  // What a store refuses, in the order of storage::errc.
  not_found,
  invalid,
  payload_too_large,
  key_conflict,
  limit_reached,
  rate_limited,
  queue_overloaded,
  unknown_dependency,
  unknown_handler,
  unknown_state,
  lease_lost,
  already_terminal,
  not_cancellable,
  forbidden_transition,
  event_conflict,
  count_mismatch,
  owner_lost,
  would_deadlock,
  wrong_trigger,
  not_admitted,
  draining,
  already_begun,
  dependency_cycle,
  too_many_delayed,
  store_busy,
  store_full,
  store_read_only,
  store_corrupt,
  store_gone,
  not_a_store,
  newer_schema,
  store_failed,
  // What the API itself refuses.
  malformed,
  unauthenticated,
  not_allowed,
  no_route,
  method_not_allowed,
  timed_out,
  job_unfinished,
  job_failed,
  job_cancelled,
  no_result,
  body_too_large,
  target_too_long,
  wrong_media_type,
  wrong_host,
  headers_too_large,
  too_many_requests,
  not_implemented,
  shutting_down,
  server_full,
  internal
};

// clang-format off
inline constexpr problem_kind problems[] = {
    {"NOT_FOUND",           404, "There is no such job"},
    {"INVALID",             422, "The request makes no sense"},
    {"PAYLOAD_TOO_LARGE",   413, "The input is larger than the job type allows"},
    {"KEY_CONFLICT",        409, "The idempotency key belongs to a job with another input"},
    {"LIMIT_REACHED",       409, "As many jobs as the limit allows are active"},
    {"RATE_LIMITED",        429, "Too many submissions"},
    {"QUEUE_OVERLOADED",    503, "More jobs wait than the service takes"},
    {"UNKNOWN_DEPENDENCY",  422, "A job to wait for does not exist"},
    {"UNKNOWN_HANDLER",     404, "There is no such job type"},
    {"UNKNOWN_STATE",       409, "A newer version of the service has moved the job on"},
    {"LEASE_LOST",          409, "The job was given to another worker"},
    {"ALREADY_TERMINAL",    409, "The job has ended"},
    {"NOT_CANCELLABLE",     409, "The job cannot be cancelled in its state"},
    {"FORBIDDEN_TRANSITION", 409, "The job's lifecycle has no such transition"},
    {"EVENT_CONFLICT",      409, "The event id came before, with another content"},
    {"COUNT_MISMATCH",      409, "Not as many jobs as were expected"},
    {"OWNER_LOST",          503, "The store is not available"},
    {"WOULD_DEADLOCK",      503, "The store is not available"},
    {"WRONG_TRIGGER",       403, "The job's lifecycle lets others do this, not this caller"},
    {"NOT_ADMITTED",        422, "The job's handler does not let it go on so"},
    {"DRAINING",            503, "The job type takes no new jobs now"},
    {"ALREADY_BEGUN",       409, "The job has begun, or is about to"},
    {"DEPENDENCY_CYCLE",    422, "Jobs would wait for each other"},
    {"TOO_MANY_DELAYED",    503, "More jobs are put off than the service takes"},
    {"STORE_BUSY",          503, "The store is busy"},
    {"STORE_FULL",          503, "The store is full"},
    {"STORE_READ_ONLY",     503, "The store cannot be written"},
    {"STORE_CORRUPT",       503, "The store is damaged"},
    {"STORE_GONE",          503, "The store is not available"},
    {"NOT_A_STORE",         503, "The store is not available"},
    {"NEWER_SCHEMA",        503, "A newer version of the service has taken over the store"},
    {"STORE_FAILED",        503, "The store is not available"},
    {"MALFORMED",           400, "The request cannot be read"},
    {"UNAUTHENTICATED",     401, "A valid token is needed"},
    {"NOT_ALLOWED",         403, "The token does not allow this"},
    {"NO_ROUTE",            404, "There is nothing here"},
    {"METHOD_NOT_ALLOWED",  405, "The method does not exist here"},
    {"TIMED_OUT",           408, "The request took too long to arrive"},
    {"JOB_UNFINISHED",      409, "The job has not ended yet"},
    {"JOB_FAILED",          409, "The job has failed"},
    {"JOB_CANCELLED",       409, "The job was cancelled"},
    {"NO_RESULT",           404, "The job has no result"},
    {"BODY_TOO_LARGE",      413, "The body is too large"},
    {"TARGET_TOO_LONG",     414, "The address is too long"},
    {"WRONG_MEDIA_TYPE",    415, "The body must be JSON, and not compressed"},
    {"WRONG_HOST",          421, "This host is not served here"},
    {"HEADERS_TOO_LARGE",   431, "The headers are too large"},
    {"TOO_MANY_REQUESTS",   429, "Too many requests"},
    {"NOT_IMPLEMENTED",     501, "The method is not known"},
    {"SHUTTING_DOWN",       503, "The service is stopping"},
    {"SERVER_FULL",         503, "The server has no place left"},
    {"INTERNAL",            500, "The request could not be served"},
};
// clang-format on

[[nodiscard]] constexpr const problem_kind& kind_of(problem p) {
  return problems[static_cast<std::size_t>(p)];
}
/// The problem of a store's refusal: the first of them stand in the same order.
[[nodiscard]] constexpr problem problem_of(storage::errc code) {
  return static_cast<problem>(code);
}

static_assert(std::size(problems) == static_cast<std::size_t>(problem::internal) + 1);
static_assert(static_cast<unsigned>(problem::store_failed) ==
              static_cast<unsigned>(storage::errc::failed));

/// What is particular to one case; what is empty is not shown.
struct problem_details {
  std::string detail{};   ///< one sentence that says what to do
  std::string pointer{};  ///< JSON pointer to the culprit in the body
  bool in_body = false;   ///< `pointer` means something, even if it is empty: the whole body
  job_id job{};           ///< the job that is in the way
  job_id task{};          ///< the event that began the work which is in the way
  std::chrono::milliseconds retry_after{};
};

/// Whole seconds for `Retry-After`, at least one.
[[nodiscard]] inline std::string retry_seconds(std::chrono::milliseconds wait) {
  return std::to_string(wait.count() <= 1000 ? 1 : (wait.count() + 999) / 1000);
}

/// RFC 9457 problem details, from the one table.
[[nodiscard]] inline response answer_problem(problem what, const problem_details& more = {}) {
  const problem_kind& kind = kind_of(what);
  response out{.status = kind.status};
  json_out to(out.body);
  to.open('{');
  std::string type = "urn:pawl:problem:";
  for (const char c : kind.code)
    type += c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  to.member("type", type);
  to.member("title", kind.title);
  to.member("status", kind.status);
  to.member("code", kind.code);
  if (!more.detail.empty()) to.member("detail", more.detail);
  if (more.in_body) to.member("pointer", more.pointer);
  if (!more.job.is_nil()) to.member("jobId", more.job);
  if (!more.task.is_nil()) to.member("taskId", more.task);
  to.close('}');
  out.set("Content-Type", "application/problem+json");
  if (kind.status == 401) out.set("WWW-Authenticate", "Bearer");
  if (kind.status == 503 || kind.status == 429 || what == problem::job_unfinished)
    out.set("Retry-After", retry_seconds(more.retry_after));
  return out;
}
[[nodiscard]] inline response answer_problem(const storage::error& why) {
  return answer_problem(problem_of(why.code), {.detail = why.message,
                                               .pointer = {},
                                               .in_body = false,
                                               .job = why.job,
                                               .task = why.task,
                                               .retry_after = why.retry_after});
}

}  // namespace pawl::http
