// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/http/openapi.hpp>

namespace pawl::http {

namespace detail {

struct named_schema {
  text name{};
  text json{};
};

/// What requests and answers look like that are neither a job nor an event. Each stands beside the
/// code of its route: what one says is checked by the tests against what the other sends.
inline constexpr named_schema schemas[] = {
    {"Submission", R"({"type":"object","properties":{"input":true,"version":{"type":"integer"},)"
                   R"("subjectId":{"type":"string"},"correlationId":{"type":"string"},)"
                   R"("priority":{"type":"string"},"delayMs":{"type":"integer"},)"
                   R"("runAt":{"type":"string","format":"date-time"},)"
                   R"("timeoutMs":{"type":"integer"},)"
                   R"("dependsOn":{"type":"array","items":{"type":"string","format":"uuid"}},)"
                   R"("metadata":true},"required":["input"],"additionalProperties":false})"},
    {"Accepted", R"({"type":"object","properties":{"jobId":{"type":"string","format":"uuid"},)"
                 R"("subjectId":{"type":"string"},"statusUrl":{"type":"string"}},)"
                 R"("required":["jobId","subjectId","statusUrl"]})"},
    {"NewTime", R"({"type":"object","properties":{"delayMs":{"type":"integer"},)"
                R"("runAt":{"type":"string","format":"date-time"}},"additionalProperties":false})"},
    {"HandlerControl", R"({"type":"object","properties":{"handlerId":{"type":"string"},)"
                       R"("paused":{"type":"boolean"},"draining":{"type":"boolean"}},)"
                       R"("required":["handlerId","paused","draining"]})"},
    {"Cancellation",
     R"({"type":"object","properties":{"reason":{"type":"string"}},"additionalProperties":false})"},
    {"JobPage", R"({"type":"object","properties":{"items":{"type":"array",)"
                R"("items":{"$ref":"#/components/schemas/Job"}},"nextCursor":{"type":"string"}},)"
                R"("required":["items"]})"},
    {"EventPage", R"({"type":"object","properties":{"items":{"type":"array",)"
                  R"("items":{"$ref":"#/components/schemas/JobEvent"}}},"required":["items"]})"},
    {"HandlerPage",
     R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"object",)"
     R"("properties":{"handlerId":{"type":"string"},"gts":{"type":"boolean"},)"
     R"("paused":{"type":"boolean"},"draining":{"type":"boolean"},"lifecycle":{"type":"string"},)"
     R"("restartable":{"type":"boolean"},"timeoutMs":{"type":"integer"},)"
     R"("maxRetries":{"type":"integer"},"objectives":{"type":"object","properties":{)"
     R"("p50Ms":{"type":"integer"},"p95Ms":{"type":"integer"},"p99Ms":{"type":"integer"},)"
     R"("failurePercent":{"type":"integer"},"ofFirstOutput":{"type":"boolean"}}}},)"
     R"("required":["handlerId","paused","draining","restartable","timeoutMs","maxRetries"]}}},)"
     R"("required":["items"]})"},
    {"StatusReport",
     R"({"type":"object","properties":{"event_id":{"type":"string"},)"
     R"("job_id":{"type":"string","format":"uuid"},"status":{"type":"string"},)"
     R"("target_status":{"type":"string"},"occurred_at":{"type":"string","format":"date-time"},)"
     R"("artifact_updates":{"type":"object","additionalProperties":true},)"
     R"("failure_code":{"type":"string"},"failure_message":{"type":"string"},)"
     R"("failed_stage":{"type":"string"},"correlation_id":{"type":"string"}},)"
     R"("additionalProperties":false})"},
    {"Replayed", R"({"type":"object","properties":{"replayed":{"type":"boolean"},)"
                 R"("eventId":{"type":"string"},)"
                 R"("jobId":{"type":"string","format":"uuid"},"status":{"type":"string"}},)"
                 R"("required":["replayed","eventId","jobId","status"]})"},
    {"DeadLetter",
     R"({"type":"object","properties":{"job":{"$ref":"#/components/schemas/Job"},)"
     R"("deadSince":{"type":"string","format":"date-time"},"payloadVersion":{"type":"integer"},)"
     R"("replayedAs":{"type":"string","format":"uuid"},"payload":true},)"
     R"("required":["job","deadSince","payloadVersion"]})"},
    {"DeadLetterPage",
     R"({"type":"object","properties":{"items":{"type":"array",)"
     R"("items":{"$ref":"#/components/schemas/DeadLetter"}},"nextCursor":{"type":"string"}},)"
     R"("required":["items"]})"},
    {"ReplayedJob",
     R"({"type":"object","properties":{"jobId":{"type":"string","format":"uuid"},)"
     R"("parentJobId":{"type":"string","format":"uuid"},"statusUrl":{"type":"string"}},)"
     R"("required":["jobId","parentJobId","statusUrl"]})"},
    {"BulkAction", R"({"type":"object","properties":{"type":{"type":"string"},)"
                   R"("expected":{"type":"integer","minimum":0},"status":{"type":"string"},)"
                   R"("subjectId":{"type":"string"},)"
                   R"("createdAfter":{"type":"string","format":"date-time"},)"
                   R"("createdBefore":{"type":"string","format":"date-time"}},)"
                   R"("required":["type","expected"],)"
                   R"("additionalProperties":false})"},
    {"RaisedEvent",
     R"({"type":"object","properties":{"event":{"type":"string"}},"required":["event"],)"
     R"("additionalProperties":false})"},
    {"CancelledCount", R"({"type":"object","properties":{"cancelled":{"type":"integer"},)"
                       R"("askedToEnd":{"type":"integer"},"gone":{"type":"integer"},)"
                       R"("refused":{"type":"integer"}},)"
                       R"("required":["cancelled","askedToEnd","gone","refused"]})"},
    {"Counts", R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"object",)"
               R"("properties":{"handlerId":{"type":"string"},"status":{"type":"string"},)"
               R"("phase":{"type":"string"},"count":{"type":"integer"}},)"
               R"("required":["handlerId","status","phase","count"]}},"durations":{"type":"array",)"
               R"("items":{"type":"object","properties":{"handlerId":{"type":"string"},)"
               R"("p50Ms":{"type":"integer"},"p95Ms":{"type":"integer"}},)"
               R"("required":["handlerId","p50Ms","p95Ms"]}},"controls":{"type":"array",)"
               R"("items":{"$ref":"#/components/schemas/HandlerControl"}},)"
               R"("deadLetters":{"type":"integer"},)"
               R"("deadByType":{"type":"array","items":{"type":"object","properties":)"
               R"({"handlerId":{"type":"string"},"count":{"type":"integer"}},)"
               R"("required":["handlerId","count"]}}},)"
               R"("required":["items","durations","controls","deadLetters","deadByType"]})"},
    {"Me", R"({"type":"object","properties":{"tenant":{"type":"string"},"user":{"type":"string"},)"
           R"("organisation":{"type":"string"},)"
           R"("trigger":{"enum":["api","workflow","user","system"]},)"
           R"("permissions":{"type":"array","items":)"
           R"({"enum":["read","submit","control","callback","operate"]}},)"
           R"("seesTenants":{"type":"boolean"}},)"
           R"("required":["tenant","user","organisation","trigger","permissions",)"
           R"("seesTenants"]})"},
    {"Payload", R"({"type":"object","properties":{"version":{"type":"integer"},"payload":true},)"
                R"("required":["version","payload"]})"},
    {"WorkerPage",
     R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"object",)"
     R"("properties":{"workerId":{"type":"integer"},"name":{"type":"string"},)"
     R"("lastSeenAt":{"type":"string","format":"date-time"},"holds":{"type":"integer"},)"
     R"("jobs":{"type":"array","items":{"type":"object","properties":{"tenant":{"type":"string"},)"
     R"("job":{"$ref":"#/components/schemas/Job"}},"required":["tenant","job"]}}},)"
     R"("required":["workerId","name","holds","jobs"]}}},"required":["items"]})"},
    {"Schedule",
     R"({"type":"object","properties":{"scheduleId":{"type":"integer"},"name":{"type":"string"},)"
     R"("type":{"type":"string"},"tenant":{"type":"string"},"everyMs":{"type":"integer"},)"
     R"("cron":{"type":"string"},"zone":{"type":"string"},"missed":{"type":"string"},)"
     R"("paused":{"type":"boolean"},"nextAt":{"type":"string","format":"date-time"},)"
     R"("lastSlot":{"type":"string","format":"date-time"},)"
     R"("lastJobId":{"type":"string","format":"uuid"},"problem":{"type":"string"}},)"
     R"("required":["scheduleId","name","type","tenant","missed","paused"]})"},
    {"SchedulePage", R"({"type":"object","properties":{"items":{"type":"array",)"
                     R"("items":{"$ref":"#/components/schemas/Schedule"}},)"
                     R"("nextCursor":{"type":"string"}},"required":["items"]})"},
    {"ScheduleRun", R"({"type":"object","properties":{"jobId":{"type":"string","format":"uuid"},)"
                    R"("statusUrl":{"type":"string"}},"required":["jobId","statusUrl"]})"},
    {"TenantPage", R"({"type":"object","properties":{"items":{"type":"array","items":)"
                   R"({"type":"object","properties":{"tenant":{"type":"string"}},)"
                   R"("required":["tenant"]}},"nextCursor":{"type":"string"}},)"
                   R"("required":["items"]})"},
    {"ReplayedCount", R"({"type":"object","properties":{"replayed":{"type":"integer"},)"
                      R"("gone":{"type":"integer"},"refused":{"type":"integer"}},)"
                      R"("required":["replayed","gone","refused"]})"},
    {"Health", R"({"type":"object","properties":{"status":{"type":"string"},)"
               R"("running":{"type":"boolean"},"storeReachable":{"type":"boolean"}},)"
               R"("required":["status"]})"},
    {"Problem",
     R"({"type":"object","properties":{"type":{"type":"string"},"title":{"type":"string"},)"
     R"("status":{"type":"integer"},"code":{"$ref":"#/components/schemas/ProblemCode"},)"
     R"("detail":{"type":"string"},"pointer":{"type":"string"},)"
     R"("jobId":{"type":"string","format":"uuid"},)"
     R"("taskId":{"type":"string","format":"uuid"}},)"
     R"("required":["type","title","status","code"]})"},
};

inline std::string reference_to(text schema) {
  return "#/components/schemas/" + std::string(std::string_view(schema));
}

inline void write_reference(json_out& to, text schema) {
  to.open('{');
  to.member("$ref", reference_to(schema));
  to.close('}');
}

inline void write_content(json_out& to, text media_type, text schema) {
  to.key("content");
  to.open('{');
  to.key(media_type);
  to.open('{');
  to.key("schema");
  if (schema.empty())
    to.raw("true");
  else
    write_reference(to, schema);
  to.close('}');
  to.close('}');
}

inline void write_parameter(json_out& to, text name, text where, bool required, text schema) {
  to.open('{');
  to.member("name", name);
  to.member("in", where);
  to.member("required", required);
  to.key("schema");
  to.raw(schema);
  to.close('}');
}

/// `{id}` is a job; `{type}` the name of a job type.
inline void write_parameters(json_out& to, const route& of) {
  to.key("parameters");
  to.open('[');
  std::string_view rest(of.pattern);
  for (std::size_t at = rest.find('{'); at != rest.npos; at = rest.find('{')) {
    rest.remove_prefix(at + 1);
    const text name(rest.substr(0, rest.find('}')));
    write_parameter(
        to, name, "path", true,
        name == text("id") ? R"({"type":"string","format":"uuid"})" : R"({"type":"string"})");
  }
  for (const text each : of.parameters)
    write_parameter(to, each, "query", false,
                    each == text("limit")
                        ? text(R"({"type":"integer","minimum":1,"maximum":200,"default":50})")
                    : std::string_view(each).starts_with("created")
                        ? text(R"({"type":"string","format":"date-time"})")
                        : text(R"({"type":"string"})"));
  for (const documented_header& each : of.headers)
    write_parameter(to, each.name, "header", false, each.schema);
  to.close(']');
}

inline void write_operation(json_out& to, const route& of) {
  to.open('{');
  to.member("operationId", of.name);
  to.member("summary", of.summary);
  write_parameters(to, of);
  if (!of.body.empty()) {
    to.key("requestBody");
    to.open('{');
    to.member("required", of.body_required);
    write_content(to, "application/json", of.body);
    to.close('}');
  }
  to.key("security");
  to.raw(of.needs ? R"([{"token":[]}])" : "[]");
  if (of.needs) to.member("x-permission", name_of(*of.needs));
  to.key("responses");
  to.open('{');
  for (const documented_answer& each : of.answers) {
    to.key(text(std::to_string(each.status)));
    to.open('{');
    to.member("description", each.meaning);
    if (!each.media_type.empty()) write_content(to, each.media_type, each.schema);
    to.close('}');
  }
  to.key("default");
  to.open('{');
  to.member("description", "Why it was not done");
  write_content(to, "application/problem+json", "Problem");
  to.close('}');
  to.close('}');
  to.close('}');
}

inline void write_paths(json_out& to, const api_core& of) {
  to.open('{');
  const slice<route> all = all_routes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The first route of a path writes all of its methods.
    const auto same_path = [&](const route& other) { return other.pattern == all[i].pattern; };
    if (!of.offered().has(all[i].of) ||
        std::any_of(all.begin(), all.begin() + i, [&](const route& each) {
          return same_path(each) && of.offered().has(each.of);
        }))
      continue;
    to.key(all[i].pattern);
    to.open('{');
    for (const route& each : all) {
      if (!same_path(each) || !of.offered().has(each.of)) continue;
      to.key(each.method == text("GET") ? text("get") : text("post"));
      write_operation(to, each);
    }
    to.close('}');
  }
  to.close('}');
}

template <class Record>
void write_view_schema(json_out& to, slice<field<Record>> view) {
  to.open('{');
  to.member("type", "object");
  to.key("properties");
  to.open('{');
  for (const field<Record>& each : view) {
    to.key(each.name);
    to.raw(each.schema);
  }
  to.close('}');
  to.key("required");
  to.open('[');
  for (const field<Record>& each : view)
    if (each.absent == nullptr) to.value(each.name);
  to.close(']');
  to.close('}');
}

/// What a submission to one job type looks like: its own schema, its own priorities.
inline void write_submission_schema(json_out& to, const job_descriptor& type) {
  to.open('{');
  to.member("type", "object");
  to.key("properties");
  to.open('{');
  to.key("input");
  to.raw(type.input_schema.empty() ? text("true") : type.input_schema);
  to.key("version");
  to.open('{');
  to.member("type", "integer");
  to.member("minimum", 1);
  to.member("maximum", type.newest_version);
  to.close('}');
  to.key("priority");
  to.open('{');
  to.key("enum");
  to.open('[');
  for (const text rank : type.ranks) to.value(rank);
  to.close(']');
  to.close('}');
  to.close('}');
  to.raw(R"("required":["input"])");
  to.close('}');
}

inline std::string public_code_of(const intake& of, const error_info& error) {
  std::string out;
  pawl::detail::append to{out};
  write_public_code(to, of.type->handler, error.code);
  return out;
}

/// When a job of a type is tried again, and after which errors.
inline void write_retry(json_out& to, const intake& of) {
  to.open('{');
  to.member("maxAttempts", of.type->retry.max_attempts);
  to.member("firstDelayMs", of.type->retry.plan.initial.count);
  to.member("longestDelayMs", of.type->retry.plan.cap.count);
  to.member("jitter", name_of(of.type->retry.plan.jitter));
  to.key("errors");
  to.open('[');
  // What a class is by itself, its job type may see otherwise.
  for (const error_info& each : of.errors)
    if (const classified_error* const found = of.type->error_called(each.code);
        found != nullptr && found->retryable)
      to.value(public_code_of(of, each));
  to.close(']');
  to.close('}');
}

/// Whether an event of this part can end a job of a type as failed.
inline bool can_fail_by(const job_descriptor& type, role by) {
  for (const row_info& row : type.rows) {
    const kind then = type.kind_of(row.to);
    if (type.events[row.on].role == by && (then == kind::failure || then == kind::dead))
      return true;
  }
  return false;
}

inline void write_error_codes(json_out& to, const intake& of) {
  to.open('{');
  to.member("type", "string");
  to.key("enum");
  to.open('[');
  for (const error_info& each : of.errors) to.value(public_code_of(of, each));
  for (const auto& [by, code] : {std::pair(role::cancel, pawl::error::job_cancelled::code),
                                 std::pair(role::outside, pawl::error::job_aborted::code)})
    if (can_fail_by(*of.type, by)) to.value(public_code_of(of, {.code = code}));
  to.close(']');
  to.close('}');
}

inline void write_lifecycle(json_out& to, const job_descriptor& type) {
  to.open('{');
  to.member("type", "string");
  to.key("enum");
  to.open('[');
  for (const state_info& each : type.states) to.value(each.name);
  to.close(']');
  to.close('}');
}

/// The last part of a name that may be used in a reference: letters, digits, underscores.
inline std::string schema_name(text prefix, text name) {
  std::string out(prefix.data(), prefix.size());
  for (const char c : name)
    out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return out;
}

inline void write_schemas(json_out& to, const api_core& of) {
  to.open('{');
  to.key("Job");
  write_view_schema(to, of.options().view);
  to.key("JobEvent");
  write_view_schema(to, event_view);
  for (const named_schema& each : schemas) {
    to.key(each.name);
    to.raw(each.json);
  }
  to.key("ProblemCode");
  to.open('{');
  to.member("type", "string");
  to.key("enum");
  to.open('[');
  for (const problem_kind& each : problems) to.value(each.code);
  to.close(']');
  to.close('}');
  for (const intake& each : of.types()) {
    to.key(text(schema_name("Submission_", each.type->handler)));
    write_submission_schema(to, *each.type);
    to.key(text(schema_name("Status_", each.type->handler)));
    write_lifecycle(to, *each.type);
    to.key(text(schema_name("Error_", each.type->handler)));
    write_error_codes(to, each);
  }
  to.close('}');
}

}  // namespace detail

PAWL_INLINE std::string openapi_document(const api_core& of) {
  std::string out;
  json_out to(out);
  to.open('{');
  to.member("openapi", "3.1.0");
  to.key("info");
  to.open('{');
  to.member("title", "Background jobs");
  to.member("version", "1.0.0");
  to.close('}');
  to.key("paths");
  detail::write_paths(to, of);
  to.key("components");
  to.open('{');
  to.key("securitySchemes");
  to.raw(R"({"token":{"type":"http","scheme":"bearer"}})");
  to.key("schemas");
  detail::write_schemas(to, of);
  to.close('}');
  to.key("x-retry");
  to.open('{');
  for (const intake& each : of.types()) {
    to.key(each.type->handler);
    detail::write_retry(to, each);
  }
  to.close('}');
  to.key("x-transitions");
  to.open('{');
  for (const intake& each : of.types()) {
    to.key(each.type->handler);
    write_transitions(to, *each.type);
  }
  to.close('}');
  to.close('}');
  return out;
}

}  // namespace pawl::http
