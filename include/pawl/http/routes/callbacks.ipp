// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// The route of reports about what was done elsewhere.

namespace pawl::http::detail {

/// What a report says about itself, as the event keeps it.
inline std::string metadata_of(const std::string& event_id, instant occurred_at,
                               const std::string& correlation) {
  std::string out;
  json_out to(out);
  to.open('{');
  to.member("event_id", event_id);
  to.member("occurred_at", occurred_at);
  if (!correlation.empty()) to.member("correlation_id", correlation);
  to.close('}');
  return out;
}

inline response report_status(exchange& of) {
  // Who reports what was done elsewhere is a workflow, whatever else the token allows.
  principal workflow = of.who.who;
  workflow.trigger = trigger::workflow;
  storage::raise op{.scope = storage::scope::tenant(workflow.tenant)};
  std::string correlation;
  std::optional<instant> occurred_at;
  failure_info failure;
  body_reader body(of.in.body);
  body.read([&](text name, body_member& value) {
    if (name == "event_id") return value.to(op.event_id);
    if (name == "job_id") return value.to(op.id);
    if (name == "status" || name == "target_status") return value.to(op.target);
    if (name == "occurred_at") return value.to(occurred_at);
    if (name == "artifact_updates") return value.to(op.findings.artifacts);
    if (name == "failure_code") return value.to(failure.code);
    if (name == "failure_message") return value.to(failure.message);
    if (name == "failed_stage") return value.to(failure.state);
    if (name == "correlation_id") return value.to(correlation);
    return value.unknown();
  });
  if (const std::string* given = of.in.find("x-event-id"); given != nullptr) {
    if (!op.event_id.empty() && op.event_id != *given)
      return malformed("the body's event_id and X-Event-Id differ");
    op.event_id = *given;
  }
  if (op.event_id.empty()) body.missing("event_id");
  if (op.target.empty()) body.missing("status");
  if (!occurred_at) body.missing("occurred_at");
  if (auto wrong = body.wrong()) return *std::move(wrong);

  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  if (!op.id.is_nil() && op.id != job->id)
    return malformed("the body is about another job than the address");
  op.id = job->id;
  const intake* type = of.api.type_called(job->handler);
  const auto target =
      type == nullptr ? pawl::detail::maybe<state_number>() : type->type->restore(text(op.target));
  const bool fails = target && type->type->kind_of(*target) == kind::failure;
  if (fails || !failure.code.empty() || !failure.message.empty() || !failure.state.empty()) {
    if (failure.code.empty() || failure.message.empty() || failure.state.empty() ||
        correlation.empty())
      return answer_problem(problem::invalid,
                            {.detail = "a failure has failure_code, failure_message, failed_stage "
                                       "and correlation_id"});
    op.error = std::move(failure);
  }
  op.metadata = metadata_of(op.event_id, *occurred_at, correlation);
  std::string event_id = op.event_id;
  const auto raised = of.api.sessions().raise(workflow, std::move(op));
  if (!raised) {
    if (is_terminal(job->kind))
      of.api.say({.level = observe::log_level::warning,
                  .event = observe::event<"duplicate_completion">,
                  .message = "a report about a job that has ended was ignored",
                  .job = job->id,
                  .handler = job->handler,
                  .tenant = job->tenant,
                  .fields = {{"event_id", event_id}, {"state", std::string(job->state)}}});
    return answer_refusal(of.who, raised.error());
  }
  if (!raised->replayed) return {.status = 204};
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("replayed", true);
  to.member("eventId", event_id);
  to.member("jobId", job->id);
  to.member("status", raised->state);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
