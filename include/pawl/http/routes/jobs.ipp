// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/http/routes/answer.ipp>

/// Routes of jobs: submit, look, list, cancel, go on.

namespace pawl::http::detail {

/// The answer to a submission for which a job stands that the caller may not see. It does not name
/// that job, and is the same whether or not its input is that of the submission: a caller could
/// guess inputs otherwise. It is no success, for it cannot say where the status of a job is.
inline response answer_hidden(const storage::submit& op) {
  if (op.key.empty())
    return answer_problem(problem::limit_reached,
                          {.detail = "a job lives that has what this one is unique by; submit it "
                                     "again when that one has ended"});
  return answer_problem(
      problem::key_conflict,
      {.detail = "the idempotency key, or what the job is unique by, belongs to a job that you may "
                 "not see, and nothing was submitted; if you repeat a request, it was accepted "
                 "before, else use another key"});
}

/// What has become of a submission.
inline response answer_submission(const api_core& api, const caller& who,
                                  const storage::submit& op) {
  if (!op.answer && op.answer.error().code != storage::errc::key_conflict)
    return api.answer_refusal(who, op.answer.error());
  const bool replayed = !op.answer || !op.answer->created;
  if (replayed) {
    const auto seen = api.may_see(who, op.answer ? op.answer->id : op.answer.error().job);
    if (!seen) return answer_refusal(who, seen.error());
    if (!*seen) return answer_hidden(op);
  }
  if (!op.answer) return answer_refusal(who, op.answer.error());
  response out = answer_json(replayed ? 200 : 202, {});
  json_out to(out.body);
  to.open('{');
  to.member("jobId", op.answer->id);
  to.member("subjectId", std::string_view(op.subject));
  to.member("statusUrl", status_url(op.answer->id));
  to.close('}');
  out.set("Location", status_url(op.answer->id));
  if (replayed) out.set("Idempotency-Replayed", "true");
  return out;
}

/// Marks the jobs that a submission would wait for and that its caller may not see.
inline storage::result<void> hide_dependencies(const exchange& of, storage::submit& op) {
  // One that names more than its type allows is refused before any of them is looked up.
  if (op.depends_on.size() > static_cast<std::size_t>(op.type->most_dependencies)) return {};
  for (const job_id& each : op.depends_on) {
    const auto seen = of.api.may_see(of.who, each);
    if (!seen) return unexpected<storage::error>(seen.error());
    if (!*seen) op.hidden.push_back(each);
  }
  return {};
}

inline response submit_job(exchange& of) {
  const intake* type = of.api.type_called(of.path[0]);
  if (type == nullptr || type->add_input == nullptr)
    return answer_problem(problem::unknown_handler, {.detail = "/v1/handlers lists the job types"});
  submit_options options;
  if (const std::string* key = of.in.find("idempotency-key")) {
    const auto visible = [](char c) { return c > 0x20 && c < 0x7f; };
    if (key->empty() || key->size() > 255 || !std::ranges::all_of(*key, visible))
      return malformed("an Idempotency-Key has 1 to 255 visible ASCII characters");
    options.key = *key;
  }
  if (const std::string* parent = of.in.find("traceparent")) options.traceparent = *parent;

  text input;
  unsigned version = type->type->newest_version;
  std::int64_t delay = 0;
  std::int64_t timeout = 0;
  text metadata;
  body_reader body(of.in.body);
  body.read([&](text name, body_member& value) {
    if (name == "input") return value.as_it_is(input);
    if (name == "version") return value.to(version);
    if (name == "subjectId") return value.to(options.subject);
    if (name == "correlationId") return value.to(options.correlation);
    if (name == "priority") return value.to(options.priority);
    if (name == "delayMs") return value.to(delay);
    if (name == "runAt") return value.to(options.run_at);
    if (name == "timeoutMs") return value.to(timeout);
    if (name == "dependsOn") return value.to(options.depends_on);
    if (name == "metadata") return value.without_doubles(metadata);
    return value.unknown();
  });
  if (input.empty()) body.missing("input");
  if (auto wrong = body.wrong()) return *std::move(wrong);
  options.delay = std::chrono::milliseconds{delay};
  options.timeout = std::chrono::milliseconds{timeout};
  options.metadata.assign(metadata.data(), metadata.size());
  if (options.correlation.empty())
    options.correlation = to_string(of.api.sessions().fresh_id(false));

  storage::submit op{.type = type->type};
  if (auto prepared = of.api.sessions().prepare(op, of.who.who, options); !prepared)
    return answer_refusal(of.who, prepared.error());
  if (auto wrong = type->add_input(op, input, version)) {
    if (wrong->document) return body_reader::answer_document(*wrong->document, "/input");
    return answer_refusal(of.who, wrong->refused);
  }
  if (!of.api.may_submit(of.who, op))
    return answer_problem(problem::not_allowed,
                          {.detail = "this caller may not submit such a job about this subject"});
  if (const auto hidden = hide_dependencies(of, op); !hidden)
    return answer_refusal(of.who, hidden.error());
  if (of.later != nullptr) {
    *of.later = {.op = std::move(op), .who = of.who};
    return {};
  }
  static_cast<void>(of.api.sessions().submit(op));
  return answer_submission(of.api, of.who, op);
}

/// The status of a job, as it was shown before if nothing was written since.
inline response answer_status(const exchange& of) {
  const auto id = parse_job_id(of.path[0]);
  const job_question asked{.id = id ? *id : job_id{},
                           .tenant = of.who.who.tenant,
                           .by = reader_of(of),
                           .view = view_of(of)};
  const auto last_change = of.api.sessions().store_of(asked.id).last_change();
  if (last_change) {
    const auto kept = of.api.recent().find(asked, *last_change);
    if (kept && of.api.may_see(of.who, kept->job))
      return answer_shown(of, 200, kept->job, kept->body, kept->tag);
  }
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  response out = answer_job(of, 200, *job);
  if (last_change)
    of.api.recent().keep(asked, *last_change, {*std::move(job), out.body, *out.find("ETag")});
  return out;
}

inline response show_job(exchange& of) {
  response out = answer_status(of);
  if (out.status != 200) return out;
  const std::string* known = of.in.find("if-none-match");
  if (known != nullptr && holds_tag(*known, *out.find("ETag"))) {
    out.status = 304;
    out.body.clear();
    std::erase_if(out.headers, [](const header& each) { return each.name == "Content-Type"; });
  }
  return out;
}

/// What it is to do is shown to operators: it may hold what its readers need not know.
inline response show_payload(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  const auto payload = of.api.sessions().store_of(job->id).payload_of(
      storage::scope::tenant(of.who.who.tenant), job->id);
  if (!payload) return answer_refusal(of.who, payload.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("version", payload->version);
  to.key("payload");
  to.raw(payload->value.empty() ? "null" : payload->value);
  to.close('}');
  return out;
}

inline response show_result(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  no_output none;
  const auto stored = of.api.sessions().output_of(of.who.who, job->id, none);
  switch (none.why) {
    case no_output::reason::none:
      if (!stored.value) return answer_problem(problem::no_result);
      return answer_json(200, stored.value->empty() ? "null" : *stored.value);
    case no_output::reason::unfinished:
      return answer_problem(problem::job_unfinished,
                            {.detail = "ask its status, or follow its events",
                             .job = job->id,
                             .retry_after = ask_again_in(of, *job)});
    case no_output::reason::failed:
      return answer_problem(problem::job_failed, {.detail = none.failure.message, .job = job->id});
    case no_output::reason::was_cancelled:
      return answer_problem(problem::job_cancelled,
                            {.detail = none.failure.message, .job = job->id});
    case no_output::reason::not_kept:
      return answer_problem(problem::no_result, {.detail = "its type does not keep outputs, or not "
                                                           "so long; the job has succeeded",
                                                 .job = job->id});
    case no_output::reason::unknown:
      break;
  }
  return answer_refusal(of.who, none.store);
}

inline response list_jobs(exchange& of) {
  auto filter = filter_of(of);
  if (!filter) return std::move(filter).error();
  const intake* type = of.api.type_called(filter->handler);
  const bool ephemeral = type != nullptr && type->type->ephemeral;
  auto page = read_visible(
      of, *filter,
      [&](const storage::list_filter& wanted) {
        return of.api.sessions().list(of.who.who, ephemeral, wanted);
      },
      &storage::job_page::jobs, [](const job_record& each) -> const job_record& { return each; });
  if (!page) return answer_refusal(of.who, page.error());
  return answer_page(page->jobs, page->cursor, [&](json_out& to, const job_record& each) {
    write_view(to, view_of(of), each, reader_of(of));
  });
}

inline response cancel_job(exchange& of) {
  std::string reason;
  body_reader body(of.in.body);
  body.read([&](text name, body_member& value) {
    return name == "reason" ? value.to(reason) : value.unknown();
  });
  if (auto wrong = body.wrong()) return *std::move(wrong);
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  const auto done = of.api.sessions().cancel(of.who.who, job->id, std::move(reason));
  if (!done) return answer_refusal(of.who, done.error());
  auto after = of.api.find_job(of, of.path[0]);
  if (!after) return std::move(after).error();
  return answer_job(of, *done ? 200 : 202, *after);
}

/// Puts a job off that has not begun; an empty body makes it due now.
inline response reschedule_job(exchange& of) {
  new_time to;
  std::int64_t delay = 0;
  body_reader body(of.in.body);
  body.read([&](text name, body_member& value) {
    if (name == "delayMs") return value.to(delay);
    if (name == "runAt") return value.to(to.run_at);
    return value.unknown();
  });
  if (auto wrong = body.wrong()) return *std::move(wrong);
  to.delay = std::chrono::milliseconds{delay};
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  const auto due = of.api.sessions().reschedule(of.who.who, job->id, to);
  if (!due) return answer_refusal(of.who, due.error());
  auto after = of.api.find_job(of, of.path[0]);
  if (!after) return std::move(after).error();
  return answer_job(of, 200, *after);
}

/// Tells a job that something happened, by the name of an event of its lifecycle.
inline response raise_event(exchange& of, std::string event) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  storage::raise op{.scope = storage::scope::tenant(of.who.who.tenant), .id = job->id};
  op.event = std::move(event);
  if (auto raised = of.api.sessions().raise(of.who.who, std::move(op)); !raised)
    return answer_refusal(of.who, raised.error());
  auto after = of.api.find_job(of, of.path[0]);
  if (!after) return std::move(after).error();
  return answer_job(of, 202, *after);
}

inline response run_job(exchange& of) { return raise_event(of, "run"); }
inline response raise_in_job(exchange& of) {
  std::string event;
  body_reader body(of.in.body);
  body.read([&](text name, body_member& value) {
    return name == "event" ? value.to(event) : value.unknown();
  });
  if (event.empty()) body.missing("event");
  if (auto wrong = body.wrong()) return *std::move(wrong);
  return raise_event(of, std::move(event));
}

}  // namespace pawl::http::detail
