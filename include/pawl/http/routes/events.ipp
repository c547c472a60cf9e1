// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// Routes of what happens: streams and history.

namespace pawl::http::detail {

inline response open_stream(exchange& of, const job_record* job) {
  const auto scope = storage::scope::tenant(of.who.who.tenant);
  stream_start after;
  if (const std::string* seen = of.in.find("last-event-id"); seen != nullptr && !seen->empty()) {
    bool known = true;
    if (job != nullptr) {
      const auto number = parse_number<std::uint64_t>(*seen);
      known = number.has_value();
      after.event = number.value_or(0);
    } else {
      // What a place looks like is the store's to say.
      const auto read = of.api.store().feed(scope, *seen, 1);
      known = read || read.error().code != storage::errc::invalid;
      after.cursor = *seen;
    }
    if (!known) return malformed("Last-Event-ID is the id of an event of this stream");
  }
  if (const std::string* from = parameter(of, "from")) {
    if (*from != "now") return malformed("from is now, or not given: from the first event kept");
    if (after.cursor.empty()) {
      auto end = of.api.store().feed(scope, {}, 0);
      if (!end) return answer_refusal(of.who, end.error());
      after.cursor = std::move(end->cursor);
    }
  }
  // Nothing will ever come again: 204 tells a browser not to ask any more.
  if (job != nullptr && is_terminal(job->kind) && after.event == job->last_event &&
      after.event != 0)
    return {.status = 204};
  auto place = of.api.take_stream_place(of.in);
  if (!place)
    return of.api.streams_are_closed() ? answer_problem(problem::shutting_down)
                                       : answer_problem(problem::too_many_requests,
                                                        {.detail = "too many streams are open"});
  response out;
  out.set("Content-Type", "text/event-stream");
  out.stream = make_event_stream(of.api, of.in, of.who, job, std::move(after), std::move(place));
  return out;
}
inline response stream_job(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  return open_stream(of, &*job);
}
inline response list_events(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  std::uint64_t after = 0;
  if (const std::string* given = parameter(of, "after")) {
    const auto number = parse_number<std::uint64_t>(*given);
    if (!number) return malformed("after is the sequence of an event of this job");
    after = *number;
  }
  const auto events = of.api.sessions().events(of.who.who, job->id, after, 200);
  if (!events) return answer_refusal(of.who, events.error());
  return answer_page(*events, {}, [&](json_out& to, const job_event& each) {
    write_view(to, event_view, each, reader_of(of));
  });
}
inline response stream_all(exchange& of) { return open_stream(of, nullptr); }

}  // namespace pawl::http::detail
