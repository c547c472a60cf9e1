// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// Routes of operators: dead letters, and actions on many jobs at once.

namespace pawl::http::detail {

inline response list_letters(exchange& of) {
  auto filter = filter_of(of);
  if (!filter) return std::move(filter).error();
  auto page = read_visible(
      of, *filter,
      [&](const storage::list_filter& wanted) {
        return of.api.sessions().dead_letters(of.who.who, false, wanted);
      },
      &storage::dead_letter_page::letters,
      [](const dead_letter& each) -> const job_record& { return each.job; });
  if (!page) return answer_refusal(of.who, page.error());
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
  if (!fresh) return of.api.answer_refusal(of.who, fresh.error());
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
  std::string status{};  ///< this one and the others: empty, whatever it is
  std::string subject{};
  std::optional<instant> created_after{};
  std::optional<instant> created_before{};

  [[nodiscard]] std::optional<response> read(const exchange& of) {
    body_reader body(of.in.body);
    body.read([this](text name, body_member& value) {
      if (name == "type") return value.to(type);
      if (name == "expected") return value.to(expected);
      if (name == "status") return value.to(status);
      if (name == "subjectId") return value.to(subject);
      if (name == "createdAfter") return value.to(created_after);
      if (name == "createdBefore") return value.to(created_before);
      return value.unknown();
    });
    if (type.empty()) body.missing("type");
    if (!expected) body.missing("expected");
    return body.wrong();
  }
  [[nodiscard]] job_filter filter() const {
    job_filter out{.handler = type,
                   .subject = subject,
                   .created_after = created_after,
                   .created_before = created_before};
    if (!status.empty()) out.state = status;
    return out;
  }
};
/// The types of an API, of which a bulk action may be about one.
inline runtime::session_backend::types types_of(const exchange& of) {
  runtime::session_backend::types out;
  for (const intake& each : of.api.types()) out.push_back(each.type);
  return out;
}
/// Of all that a filter means, what the caller may see.
inline runtime::job_test visible_to(const exchange& of) {
  return {[](const void* to, const job_record& each) {
            const exchange& asks = *static_cast<const exchange*>(to);
            return asks.api.may_see(asks.who, each);
          },
          &of};
}
inline response replay_letters(exchange& of) {
  bulk_body asked;
  if (auto wrong = asked.read(of)) return *std::move(wrong);
  const intake* type = of.api.type_called(asked.type);
  if (type == nullptr)
    return answer_problem(problem::unknown_handler, {.detail = "/v1/handlers lists the job types"});
  const auto done = of.api.sessions().replay_all(of.who.who, types_of(of), asked.filter(),
                                                 *asked.expected, visible_to(of));
  if (!done) return answer_refusal(of.who, done.error());
  of.changed = done->done;
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("replayed", done->done);
  to.member("gone", done->gone);
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
  const auto done =
      of.api.sessions().cancel_all(of.who.who, types_of(of), asked.filter(), *asked.expected,
                                   "cancelled with others", visible_to(of));
  if (!done) return answer_refusal(of.who, done.error());
  of.changed = done->done + done->asked_to_end;
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("cancelled", done->done);
  to.member("askedToEnd", done->asked_to_end);
  to.member("gone", done->gone);
  to.member("refused", done->refused);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
