// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/callbacks.ipp>
#include <pawl/http/routes/dead_letters.ipp>
#include <pawl/http/routes/events.ipp>
#include <pawl/http/routes/jobs.ipp>
#include <pawl/http/routes/schedules.ipp>
#include <pawl/http/routes/service.ipp>
#include <pawl/http/routes/types.ipp>
#include <pawl/http/routes/workers.ipp>

/// The table of routes, and how each is described.

namespace pawl::http {

namespace detail {

inline constexpr text json_type = "application/json";
inline constexpr documented_answer accepted[] = {
    {202, "The job is in the queue", json_type, "Accepted"},
    {200, "The idempotency key is known; this is its job", json_type, "Accepted"}};
inline constexpr documented_answer the_job[] = {{200, "The job", json_type, "Job"}};
inline constexpr documented_answer the_job_or_unchanged[] = {{200, "The job", json_type, "Job"},
                                                             {304, "The job is as its ETag says"}};
inline constexpr documented_answer cancelled_or_asked[] = {
    {200, "The job has ended", json_type, "Job"},
    {202, "The job was asked to end", json_type, "Job"}};
inline constexpr documented_answer running[] = {{202, "The job goes on", json_type, "Job"}};
inline constexpr documented_answer the_result[] = {
    {200, "The result, as its job type defines it", json_type, {}}};
inline constexpr documented_answer the_payload[] = {
    {200, "The payload, and the version of its form", json_type, "Payload"}};
inline constexpr documented_answer the_caller[] = {{200, "The caller", json_type, "Me"}};
inline constexpr documented_answer job_list[] = {{200, "A page of jobs", json_type, "JobPage"}};
inline constexpr documented_answer said_of_type[] = {
    {200, "What holds for the job type now", json_type, "HandlerControl"}};
inline constexpr documented_answer type_list[] = {{200, "The job types", json_type, "HandlerPage"}};
inline constexpr documented_answer event_list[] = {
    {200, "JobEvents, each with its number as id", "text/event-stream", {}},
    {204, "The job has ended, and all of its events are known"}};
inline constexpr documented_answer reported[] = {
    {204, "Taken"}, {200, "The same report came before", json_type, "Replayed"}};
inline constexpr documented_answer letter_list[] = {
    {200, "A page of dead letters", json_type, "DeadLetterPage"}};
inline constexpr documented_answer the_letter[] = {
    {200, "The dead letter", json_type, "DeadLetter"}};
inline constexpr documented_answer replayed_letter[] = {
    {202, "The new job is in the queue", json_type, "ReplayedJob"}};
inline constexpr documented_answer replayed_letters[] = {
    {200, "How many were submitted again", json_type, "ReplayedCount"}};
inline constexpr documented_answer cancelled_jobs[] = {
    {200, "How many were cancelled", json_type, "CancelledCount"}};
inline constexpr documented_answer counts[] = {{200, "The counts", json_type, "Counts"}};
inline constexpr documented_answer worker_list[] = {{200, "The workers", json_type, "WorkerPage"}};
inline constexpr documented_answer schedule_list[] = {
    {200, "A page of schedules", json_type, "SchedulePage"}};
inline constexpr documented_answer the_schedule[] = {{200, "The schedule", json_type, "Schedule"}};
inline constexpr documented_answer run_slot[] = {
    {202, "The job is in the queue", json_type, "ScheduleRun"}};
inline constexpr documented_answer tenant_list[] = {
    {200, "A page of tenants", json_type, "TenantPage"}};
inline constexpr documented_answer plain_text[] = {
    {200, "Metrics", "text/plain; version=0.0.4; charset=utf-8", {}}};
inline constexpr documented_answer health[] = {{200, "It does", json_type, "Health"}};
inline constexpr documented_answer readiness[] = {{200, "They are", json_type, "Health"},
                                                  {503, "They are not", json_type, "Health"}};
inline constexpr documented_answer description[] = {{200, "OpenAPI 3.1", json_type, {}}};

inline constexpr documented_answer history[] = {{200, "A page of events", json_type, "EventPage"}};
inline constexpr documented_answer page_text[] = {{200, "The page", "text/html", {}}};
inline constexpr documented_answer style_text[] = {{200, "The page's style", "text/css", {}}};
inline constexpr documented_answer script_text[] = {
    {200, "The page's script", "text/javascript", {}}};

// `tenant` is for operators of the root tenant, who may look at others.
inline constexpr text look_parameters[] = {"tenant"};
inline constexpr text history_parameters[] = {"after", "tenant"};
inline constexpr text feed_parameters[] = {"from", "tenant"};
inline constexpr text page_parameters[] = {"limit", "cursor"};
inline constexpr text schedule_parameters[] = {"limit", "cursor", "tenant"};
inline constexpr text list_parameters[] = {"handler",        "status", "subject", "created_after",
                                           "created_before", "limit",  "cursor",  "tenant"};
inline constexpr text string_header = R"({"type":"string"})";
inline constexpr documented_header submission_headers[] = {
    {"Idempotency-Key", R"({"type":"string","minLength":1,"maxLength":255})"},
    {"traceparent", string_header}};
inline constexpr documented_header polling_headers[] = {{"If-None-Match", string_header}};
inline constexpr documented_header stream_headers[] = {{"Last-Event-ID", string_header}};
inline constexpr documented_header report_headers[] = {{"X-Event-Id", string_header}};

template <class T, std::size_t Count>
constexpr slice<T> all_of(const T (&list)[Count]) {
  return {list, Count};
}

// clang-format off
inline constexpr route routes[] = {
    {"POST", "/v1/jobs/{type}", capability::submit, permission::submit,
     "submitJob", "Submit a job", submit_job, all_of(accepted),
     {}, "Submission", true, all_of(submission_headers)},
    {"GET", "/v1/jobs", capability::read_only, permission::read,
     "listJobs", "List jobs, the newest first", list_jobs, all_of(job_list),
     all_of(list_parameters), {}, false, {}, true},
    {"GET", "/v1/jobs/{id}", capability::read_only, permission::read,
     "getJob", "The status of a job", show_job, all_of(the_job_or_unchanged),
     all_of(look_parameters), {}, false, all_of(polling_headers)},
    {"GET", "/v1/jobs/{id}/result", capability::read_only, permission::read,
     "getResult", "The result of a job", show_result, all_of(the_result),
     all_of(look_parameters)},
    {"GET", "/v1/jobs/{id}/payload", capability::read_only, permission::operate,
     "getPayload", "What a job is to do", show_payload, all_of(the_payload),
     all_of(look_parameters)},
    {"POST", "/v1/jobs/{id}/cancel", capability::control, permission::control,
     "cancelJob", "Cancel a job, or ask a running one to end", cancel_job,
     all_of(cancelled_or_asked), {}, "Cancellation"},
    {"POST", "/v1/jobs/{id}/reschedule", capability::control, permission::control,
     "rescheduleJob", "Put a job off that has not begun, or make it due", reschedule_job,
     all_of(the_job), {}, "NewTime"},
    {"POST", "/v1/jobs/{id}/run", capability::control, permission::control,
     "runJob", "Let a job go on from a checkpoint", run_job, all_of(running)},
    {"POST", "/v1/jobs/{id}/raise", capability::control, permission::control,
     "raiseEvent", "Tell a job that something happened", raise_in_job, all_of(running),
     {}, "RaisedEvent", true},
    {"POST", "/v1/bulk/cancel", capability::control, permission::operate,
     "cancelJobs", "Cancel all jobs of a type", cancel_jobs, all_of(cancelled_jobs),
     {}, "BulkAction", true},
    {"GET", "/v1/jobs/{id}/events", capability::events, permission::read,
     "streamJob", "What happens to a job, as server-sent events", stream_job,
     all_of(event_list), all_of(look_parameters), {}, false, all_of(stream_headers)},
    {"GET", "/v1/jobs/{id}/history", capability::read_only, permission::read,
     "listEvents", "What has happened to a job", list_events, all_of(history),
     all_of(history_parameters)},
    {"GET", "/v1/events", capability::events, permission::read,
     "streamJobs", "What happens to all jobs, as server-sent events", stream_all,
     all_of(event_list), all_of(feed_parameters), {}, false, all_of(stream_headers)},
    {"POST", "/v1/internal/jobs/{id}/status", capability::callbacks, permission::callback,
     "reportStatus", "Report what was done elsewhere", report_status, all_of(reported),
     {}, "StatusReport", true, all_of(report_headers)},
    {"GET", "/v1/handlers", capability::read_only, permission::read,
     "listHandlers", "The job types", list_types, all_of(type_list),
     {}, {}, false, {}, true},
    {"POST", "/v1/handlers/{type}/pause", capability::control, permission::operate,
     "pauseHandler", "Claim no more jobs of a type; for operators of the root tenant", pause_type,
     all_of(said_of_type)},
    {"POST", "/v1/handlers/{type}/drain", capability::control, permission::operate,
     "drainHandler", "Take no more jobs of a type; for operators of the root tenant", drain_type,
     all_of(said_of_type)},
    {"POST", "/v1/handlers/{type}/resume", capability::control, permission::operate,
     "resumeHandler", "Claim and take jobs of a type again; for operators of the root tenant",
     resume_type, all_of(said_of_type)},
    {"GET", "/v1/stats", capability::read_only, permission::read,
     "countJobs", "How many jobs of each type are in which state", count_jobs, all_of(counts),
     all_of(look_parameters), {}, false, {}, true},
    {"GET", "/v1/me", capability::read_only, permission::read,
     "getCaller", "Who the token belongs to, and what it allows", show_caller, all_of(the_caller)},
    {"GET", "/v1/workers", capability::read_only, permission::operate,
     "listWorkers", "The processes that run jobs, and what they hold", list_workers,
     all_of(worker_list), all_of(look_parameters), {}, false, {}, true},
    {"GET", "/v1/schedules", capability::read_only, permission::read,
     "listSchedules", "Jobs that are made by themselves", list_schedules,
     all_of(schedule_list), all_of(schedule_parameters), {}, false, {}, true},
    {"POST", "/v1/schedules/{id}/pause", capability::control, permission::control,
     "pauseSchedule", "Let a schedule rest", pause_schedule, all_of(the_schedule)},
    {"POST", "/v1/schedules/{id}/resume", capability::control, permission::control,
     "resumeSchedule", "Let a schedule go on", resume_schedule, all_of(the_schedule)},
    {"POST", "/v1/schedules/{id}/run", capability::control, permission::control,
     "runSchedule", "Make a job of a schedule now", run_schedule, all_of(run_slot)},
    {"GET", "/v1/tenants", capability::read_only, permission::operate,
     "listTenants", "Who has jobs; for operators of the root tenant", list_tenants,
     all_of(tenant_list), all_of(page_parameters), {}, false, {}, true},
    {"GET", "/v1/dlq", capability::control, permission::operate,
     "listDeadLetters", "List dead letters, the newest first", list_letters,
     all_of(letter_list), all_of(list_parameters), {}, false, {}, true},
    {"POST", "/v1/bulk/replay", capability::control, permission::operate,
     "replayDeadLetters", "Submit all dead letters of a type again", replay_letters,
     all_of(replayed_letters), {}, "BulkAction", true},
    {"GET", "/v1/dlq/{id}", capability::control, permission::operate,
     "getDeadLetter", "A dead letter with its payload", show_letter, all_of(the_letter),
     all_of(look_parameters)},
    {"POST", "/v1/dlq/{id}/replay", capability::control, permission::operate,
     "replayDeadLetter", "Submit a dead letter again, as a new job", replay_letter,
     all_of(replayed_letter)},
    {"GET", "/metrics", capability::metrics, permission::operate,
     "getMetrics", "Metrics in the Prometheus text format; for operators of the root tenant",
     tell_metrics, all_of(plain_text),
     {}, {}, false, {}, true},
    {"GET", "/healthz", capability::always, {},
     "getHealth", "Whether the process answers", tell_health, all_of(health)},
    {"GET", "/readyz", capability::always, {},
     "getReadiness", "Whether jobs are taken and run", tell_readiness, all_of(readiness)},
    {"GET", "/openapi.json", capability::read_only, {},
     "getDescription", "This description", describe_api, all_of(description),
     {}, {}, false, {}, true},
    {"GET", "/", capability::dashboard, {},
     "getDashboard", "The dashboard", show_page, all_of(page_text)},
    {"GET", "/dashboard/style.css", capability::dashboard, {},
     "getStyle", "The dashboard's style", show_style, all_of(style_text)},
    {"GET", "/dashboard/app.js", capability::dashboard, {},
     "getScript", "The dashboard's script", show_script, all_of(script_text)},
};
// clang-format on

}  // namespace detail

PAWL_INLINE slice<route> all_routes() { return detail::all_of(detail::routes); }

}  // namespace pawl::http
