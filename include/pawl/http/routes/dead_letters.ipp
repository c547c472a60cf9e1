// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// Routes of operators: dead letters, and actions on many jobs at once.

namespace pawl::http::detail {

inline response list_letters(exchange& of) {
  auto filter = filter_of(of);
  if (!filter) return std::move(filter).error();
  auto page = of.api.sessions().dead_letters(of.who.who, false, *filter);
  if (!page) return answer_refusal(of.who, page.error());
  std::erase_if(page->letters,
                [&](const dead_letter& each) { return !of.api.may_see(of.who, each.job); });
  return answer_page(page->letters, page->cursor, [&](json_out& to, const dead_letter& each) {
    write_letter(to, view_of(of), each, reader_of(of), false);
  });
}
inline response show_letter(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  const auto letter = of.api.sessions().dead_letter(of.who.who, job->id);
  if (!letter) return answer_refusal(of.who, letter.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  write_letter(to, view_of(of), *letter, reader_of(of), true);
  return out;
}
inline response replay_letter(exchange& of) {
  auto job = of.api.find_job(of, of.path[0]);
  if (!job) return std::move(job).error();
  const auto fresh = of.api.sessions().replay(of.who.who, job->id);
  if (!fresh) return answer_refusal(of.who, fresh.error());
  of.changed = 1;
  response out = answer_json(202, {});
  json_out to(out.body);
  to.open('{');
  to.member("jobId", *fresh);
  to.member("parentJobId", job->id);
  to.member("statusUrl", status_url(*fresh));
  to.close('}');
  out.set("Location", status_url(*fresh));
  return out;
}

/// Which jobs a bulk action is about, and how many the caller has seen.
struct bulk_body {
  std::string type{};
  std::optional<std::size_t> expected{};

  [[nodiscard]] std::optional<response> read(const exchange& of) {
    body_reader body(of.in.body);
    body.read([this](text name, body_member& value) {
      if (name == "type") return value.to(type);
      if (name == "expected") return value.to(expected);
      return value.unknown();
    });
    if (type.empty()) body.missing("type");
    if (!expected) body.missing("expected");
    return body.wrong();
  }
};
inline response replay_letters(exchange& of) {
  bulk_body asked;
  if (auto wrong = asked.read(of)) return *std::move(wrong);
  const intake* type = of.api.type_called(asked.type);
  if (type == nullptr)
    return answer_problem(problem::unknown_handler, {.detail = "/v1/handlers lists the job types"});
  const auto done = of.api.sessions().replay_all(of.who.who, *type->type, *asked.expected);
  if (!done) return answer_refusal(of.who, done.error());
  of.changed = done->count;
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("replayed", done->count);
  to.member("refused", done->refused);
  to.close('}');
  return out;
}

inline response cancel_jobs(exchange& of) {
  bulk_body asked;
  if (auto wrong = asked.read(of)) return *std::move(wrong);
  const intake* type = of.api.type_called(asked.type);
  if (type == nullptr)
    return answer_problem(problem::unknown_handler, {.detail = "/v1/handlers lists the job types"});
  // All are found before the first is cancelled: a wrong expectation changes nothing.
  storage::list_filter filter{.handler = asked.type, .limit = storage::list_filter::most};
  for (const state_info& each : type->type->states)
    if (!is_terminal(each.kind)) filter.states.emplace_back(std::string_view(each.name));
  std::vector<job_id> found;
  do {
    const auto page = of.api.sessions().list(of.who.who, type->type->ephemeral, filter);
    if (!page) return answer_refusal(of.who, page.error());
    for (const job_record& each : page->jobs)
      if (of.api.may_see(of.who, each)) found.push_back(each.id);
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty() && found.size() <= *asked.expected);
  if (found.size() != *asked.expected)
    return answer_problem(problem::count_mismatch,
                          {.detail = "there are " + std::to_string(found.size()) +
                                     (filter.cursor.empty() ? "" : " or more") +
                                     " such jobs; look again, and expect as many as you see"});
  std::size_t cancelled = 0;
  std::size_t asked_to_end = 0;
  for (const job_id& each : found)
    if (const auto done = of.api.sessions().cancel(of.who.who, each, "cancelled with others"))
      ++(*done ? cancelled : asked_to_end);
  of.changed = cancelled + asked_to_end;
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("cancelled", cancelled);
  to.member("askedToEnd", asked_to_end);
  to.member("refused", found.size() - cancelled - asked_to_end);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
