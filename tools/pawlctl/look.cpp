// SPDX-License-Identifier: BSL-1.0
#include "look.hpp"

#include <algorithm>

#include <fmt/format.h>

/// Jobs, and dead letters: lists, and one of them with all that has happened to it.

namespace pawl::ctl {

std::string spelled(text name) { return shown(std::string_view(name)); }

void write_job(http::json_out& to, const job_record& job) {
  to.open('{');
  to.member("tenant", job.tenant);
  to.member("phase", name_of(job.phase));
  for (const http::field<job_record>& each : http::views::job) {
    if (each.absent != nullptr && each.absent(job)) continue;
    to.key(each.name);
    each.write(to, job, operator_reader);
  }
  to.close('}');
}

storage::list_filter filter_of(session& of) {
  storage::list_filter out;
  out.handler = of.given.last("type");
  out.states = of.given.all("state");
  out.subject = of.given.last("subject");
  out.created_from = of.time("since");
  out.created_until = of.time("until");
  out.cursor = of.given.last("cursor");
  return out;
}

tint tint_of(kind of, phase where) {
  if (of == kind::success) return tint::good;
  if (of == kind::failure || of == kind::dead) return tint::bad;
  if (of == kind::cancelled) return tint::faint;
  return where == phase::scheduled || where == phase::blocked ? tint::waiting : tint::plain;
}

namespace {

void add_row(table& rows, const job_record& job, instant now) {
  const std::string error = job.error ? shown(job.error->code) : std::string();
  rows.add({to_string(job.id),
            shown(job.tenant),
            shown(job.handler),
            {shown(job.state), tint_of(job.kind, job.phase)},
            spelled(name_of(job.phase)),
            fmt::format("{}/{}", job.attempt, job.max_attempts),
            job.progress == 0 ? std::string() : fmt::format("{} %", job.progress),
            relative(job.created_at, now),
            relative(job.updated_at, now),
            {error, tint::bad}});
}

table table_of_jobs() {
  return table({{"ID"},
                {"TENANT", false, true},
                {"TYPE", false, true},
                {"STATE", false, true},
                {"PHASE"},
                {"TRIES", true},
                {"DONE", true},
                {"SUBMITTED", true},
                {"CHANGED", true},
                {"ERROR", false, true}});
}

/// A list that is printed page by page, as text or as one JSON document: however long it is, no
/// more than a page of it is in memory.
class list_printer {
 public:
  list_printer(session& of, table columns, std::string_view nothing)
      : rows(std::move(columns)), of_(&of), nothing_(nothing) {
    json.open('{');
    json.key("items");
    json.open('[');
  }

  void print() {
    if (of_->json()) {
      // The last character stays: by it the next is known to need a comma.
      const char last = text_.back();
      text_.pop_back();
      of_->print(safe_json(text_));
      text_ = last;
    } else if (!rows.empty()) {
      is_empty_ = false;
      of_->print(rows.print_next(of_->to.width, of_->to.colours));
    }
  }
  void finish(const std::string& cursor) {
    if (of_->json()) {
      json.close(']');
      if (!cursor.empty()) json.member("nextCursor", cursor);
      json.close('}');
      of_->print_json(text_);
      return;
    }
    if (is_empty_) of_->print(nothing_);
    if (!cursor.empty())
      of_->print(of_->in(tint::faint, fmt::format("more: --cursor {}, or --all\n", cursor)));
  }

 private:
  std::string text_{};

 public:
  http::json_out json{text_};
  table rows;

 private:
  session* of_;
  std::string_view nothing_;
  bool is_empty_ = true;
};

/// Lines of a name and a value.
class lines {
 public:
  explicit lines(session& of) : of_(&of) {}
  void add(std::string_view name, std::string_view value, tint how = tint::plain) {
    if (value.empty()) return;
    std::string label = fmt::format("{:<14}", name);
    of_->print(of_->in(tint::heading, label) + of_->in(how, value) + '\n');
  }
  void add_time(std::string_view name, const std::optional<instant>& at, instant now) {
    if (at) add(name, fmt::format("{} ({})", time_of_day(*at), relative(*at, now)));
  }

 private:
  session* of_;
};

void print_record(session& of, const job_record& job, instant now) {
  lines out(of);
  out.add("job", to_string(job.id));
  out.add("type", shown(job.handler));
  out.add("lifecycle", shown(job.lifecycle));
  out.add("tenant", shown(job.tenant));
  out.add("state",
          fmt::format("{} ({}{}{})", shown(job.state), spelled(name_of(job.phase)),
                      job.kind == kind::none ? "" : ", ",
                      job.kind == kind::none ? "" : spelled(name_of(job.kind))),
          tint_of(job.kind, job.phase));
  out.add("attempts",
          fmt::format("{} of {}, {} retries", job.attempt, job.max_attempts, job.retries));
  if (job.progress != 0 || !job.stage.empty())
    out.add("progress", fmt::format("{} %{}{}", job.progress, job.stage.empty() ? "" : ", stage ",
                                    shown(job.stage)));
  out.add_time("submitted", job.created_at, now);
  out.add_time("started", job.started_at, now);
  out.add_time("changed", job.updated_at, now);
  out.add_time("ended", job.completed_at, now);
  out.add_time("due", job.due_at, now);
  if (job.error) {
    out.add("error", fmt::format("{}: {}", shown(job.error->code), shown(job.error->message)),
            tint::bad);
    out.add("detail", shown(job.error->detail));
    out.add("failed in", shown(job.error->state));
  }
  out.add("cancel", job.cancel_requested ? "asked for: " + shown(job.cancel_reason)
                                         : shown(job.cancel_reason));
  out.add("requested by", shown(job.requested_by));
  out.add("organisation", shown(job.organisation));
  out.add("subject", shown(job.subject));
  out.add("correlation", shown(job.correlation));
  out.add("key", shown(job.idempotency_key));
  if (job.parent) out.add("repeats", to_string(*job.parent));
  if (job.priority != 0) out.add("priority", std::to_string(job.priority));
  if (job.has_checkpoint) out.add("checkpoint", "yes");
  for (const auto& [name, value] : job.audit) out.add("audit", shown(name) + " = " + shown(value));
  for (const artifact& each : job.artifacts)
    out.add("artifact",
            fmt::format("{} (version {}): {}", shown(each.name), each.version, shown(each.value)));
  if (job.link)
    out.add("link", fmt::format("{} until {}", shown(job.link->url), time_of_day(job.link->until)));
}

std::string told(const job_event& event) {
  std::string out;
  const auto add = [&](std::string_view part) {
    if (part.empty()) return;
    if (!out.empty()) out += "; ";
    out += part;
  };
  if (!event.error.empty()) add(shown(event.error));
  add(shown(event.message));
  add(shown(event.detail));
  if (!event.metadata.empty()) add(shown(event.metadata));
  return out;
}

/// What happened, one line each, with a heading for each attempt.
void print_time_line(session& of, const job_record& job, const std::vector<job_event>& events) {
  if (events.empty()) {
    of.print("\nno events are kept\n");
    return;
  }
  table rows({{"TIME"},
              {"AFTER", true},
              {"TRY", true},
              {"WHAT", false, true},
              {"STAGE", false, true},
              {"DONE", true},
              {"BY", false, true},
              {"SAID", false, true}});
  instant before = job.created_at;
  for (const job_event& each : events) {
    std::string what;
    tint how = tint::plain;
    if (each.kind == event_kind::transition) {
      what = fmt::format("{} → {} by {}", shown(each.from), shown(each.to), shown(each.event));
      if (!each.error.empty()) how = tint::bad;
    } else {
      what = spelled(name_of(each.kind));
      how = tint::faint;
    }
    const actor by = each.triggered_by();
    rows.add({time_of_day(each.at),
              "+" + length_of(std::max(each.at - before, {})),
              std::to_string(each.attempt),
              {what, how},
              shown(each.stage),
              each.progress == 0 ? std::string() : fmt::format("{} %", each.progress),
              each.actor.empty() ? std::string("engine")
                                 : spelled(name_of(by.as)) + ' ' + shown(by.user),
              {told(each), each.error.empty() ? tint::plain : tint::bad}});
    before = each.at;
  }
  of.print("\n");
  of.print(rows);
}

std::vector<job_event> newest_events(session& of, const job_record& job) {
  const std::size_t most = of.number("events", 200);
  const std::uint64_t after = job.last_event > most ? job.last_event - most : 0;
  auto found = of.store().events(of.who(), job.id, after, most);
  if (!found) end_with(found.error());
  return *std::move(found);
}

void write_payload(http::json_out& to, session& of, const job_id& id) {
  const auto payload = of.store().payload_of(of.who(), id);
  if (!payload) end_with(payload.error());
  to.member("payloadVersion", payload->version);
  to.key("payload");
  to.raw(payload->value.empty() ? "null" : payload->value);
}

}  // namespace

exit_code list_jobs(session& of) {
  const instant now = of.store().now();
  list_printer out(of, table_of_jobs(), "no jobs\n");
  const std::string cursor = for_each_page(
      of, filter_of(of),
      [&](const storage::list_filter& filter) { return of.store().list(of.who(), filter); },
      [&](const storage::job_page& page) {
        for (const job_record& each : page.jobs)
          if (of.json())
            write_job(out.json, each);
          else
            add_row(out.rows, each, now);
        out.print();
        return page.jobs.size();
      });
  out.finish(cursor);
  return exit_code::done;
}

exit_code show_job(session& of) {
  const auto job = of.store().get(of.who(), of.id_at(0));
  if (!job) end_with(job.error());
  const auto events = newest_events(of, *job);
  std::optional<storage::stored_result> result;
  if (of.given.has("result")) {
    auto read = of.store().result_of(of.who(), job->id);
    if (!read) end_with(read.error());
    result = *std::move(read);
  }
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.key("job");
    write_job(to, *job);
    to.key("events");
    to.open('[');
    for (const job_event& each : events) write_view(to, http::event_view, each, operator_reader);
    to.close(']');
    if (of.given.has("payload")) write_payload(to, of, job->id);
    if (result) {
      to.key("result");
      to.raw(result->value && !result->value->empty() ? *result->value : "null");
    }
    to.close('}');
    of.print_json(out);
    return exit_code::done;
  }
  print_record(of, *job, of.store().now());
  if (of.given.has("payload")) {
    const auto payload = of.store().payload_of(of.who(), job->id);
    if (!payload) end_with(payload.error());
    lines(of).add("payload",
                  fmt::format("version {}: {}", payload->version, shown(payload->value)));
  }
  if (result) lines(of).add("result", result->value ? shown(*result->value) : "none");
  print_time_line(of, *job, events);
  return exit_code::done;
}

exit_code list_letters(session& of) {
  const instant now = of.store().now();
  list_printer out(of,
                   table({{"ID"},
                          {"TENANT", false, true},
                          {"TYPE", false, true},
                          {"TRIES", true},
                          {"DEAD", true},
                          {"ERROR", false, true},
                          {"MESSAGE", false, true},
                          {"REPLAYED AS"}}),
                   "no dead letters\n");
  const std::string cursor = for_each_page(
      of, filter_of(of),
      [&](const storage::list_filter& filter) { return of.store().dead_letters(of.who(), filter); },
      [&](const storage::dead_letter_page& page) {
        for (const dead_letter& each : page.letters) {
          if (of.json()) {
            http::write_letter(out.json, http::views::job, each, operator_reader, false);
            continue;
          }
          const failure_info error = each.job.error.value_or(failure_info{});
          out.rows.add({to_string(each.job.id),
                        shown(each.job.tenant),
                        shown(each.job.handler),
                        fmt::format("{}/{}", each.job.attempt, each.job.max_attempts),
                        relative(each.dead_since, now),
                        {shown(error.code), tint::bad},
                        shown(error.message),
                        each.replayed_as ? to_string(*each.replayed_as) : ""});
        }
        out.print();
        return page.letters.size();
      });
  out.finish(cursor);
  return exit_code::done;
}

exit_code show_letter(session& of) {
  const auto letter = of.store().dead_letter(of.who(), of.id_at(0));
  if (!letter) end_with(letter.error());
  const bool whole = of.given.has("payload");
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    http::write_letter(to, http::views::job, *letter, operator_reader, whole);
    of.print_json(out);
    return exit_code::done;
  }
  const instant now = of.store().now();
  print_record(of, letter->job, now);
  lines more(of);
  more.add_time("dead since", letter->dead_since, now);
  if (letter->replayed_as) more.add("replayed as", to_string(*letter->replayed_as));
  if (whole)
    more.add("payload",
             fmt::format("version {}: {}", letter->payload_version, shown(letter->payload)));
  print_time_line(of, letter->job, newest_events(of, letter->job));
  return exit_code::done;
}

}  // namespace pawl::ctl
