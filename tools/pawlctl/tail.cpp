// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include "look.hpp"

namespace pawl::ctl {

namespace {

void write_event(http::json_out& to, const job_event& event, const std::string& cursor) {
  to.open('{');
  for (const http::field<job_event>& each : http::event_view) {
    if (each.absent != nullptr && each.absent(event)) continue;
    to.key(each.name);
    each.write(to, event, operator_reader);
  }
  if (!cursor.empty()) to.member("cursor", cursor);
  to.close('}');
}

void print_event(session& of, const job_event& event, const std::string& cursor) {
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    write_event(to, event, cursor);
    of.print_json(out);
    return;
  }
  std::string what;
  if (event.kind == event_kind::transition)
    what = fmt::format("{} → {} by {}", shown(event.from), shown(event.to), shown(event.event));
  else
    what = spelled(name_of(event.kind));
  if (event.kind == event_kind::progress) what += fmt::format(" {} %", event.progress);
  if (!event.stage.empty()) what += " " + shown(event.stage);
  if (event.attempt != 0) what += fmt::format(", attempt {}", event.attempt);
  if (!event.error.empty()) what += ", " + of.in(tint::bad, shown(event.error));
  if (!event.message.empty()) what += ": " + shown(event.message);
  of.print(fmt::format("{}  {}  {}\n", time_of_day(event.at), to_string(event.job), what));
}

/// Follows what happens: `next` shows what is new, and says how much that was; nothing if there
/// will be no more.
template <class Next>
exit_code follow(session& of, Next next) {
  const auto every = of.length("every").value_or(std::chrono::milliseconds{250});
  std::size_t left = of.number("limit", storage::all_rows);
  bool is_silent = false;
  while (true) {
    storage::error why;
    const std::optional<std::size_t> seen = next(left, why);
    if (!seen && why.code == storage::errc::busy) {
      // Others hold the store, or its server restarts: what happened is there afterwards.
      if (!is_silent) of.to.err("pawlctl: " + shown(storage::describe(why)) + "; still trying\n");
      is_silent = true;
    } else if (!seen) {
      if (!why.message.empty()) end_with(why);
      return exit_code::done;
    } else {
      is_silent = false;
      left -= std::min(left, *seen);
      if (left == 0) return exit_code::done;
      if (*seen != 0) continue;
      if (of.given.has("no-follow")) return exit_code::done;
    }
    if (!of.to.wait(every)) return exit_code::done;
  }
}

exit_code follow_job(session& of, const job_id& id) {
  const auto job = of.store().get(of.who(), id);
  if (!job) end_with(job.error());
  std::uint64_t after = of.given.has("from-start") ? 0 : job->last_event;
  if (is_terminal(job->kind) && after == job->last_event) {
    of.to.err("pawlctl: the job has ended; --from-start shows what happened to it\n");
    return exit_code::done;
  }
  return follow(of, [&](std::size_t left, storage::error& why) -> std::optional<std::size_t> {
    // Asked before its events are read: what comes last is not missed.
    const auto now = of.store().get(of.who(), id);
    const auto events =
        now ? of.store().events(of.who(), id, after, std::min<std::size_t>(left, 500))
            : storage::answer_to<std::vector<job_event>>(unexpected<storage::error>(now.error()));
    if (!events) {
      why = events.error();
      return {};
    }
    for (const job_event& each : *events) {
      print_event(of, each, {});
      after = each.number;
    }
    if (events->empty() && now->phase == phase::terminal) return {};
    return events->size();
  });
}

}  // namespace

exit_code tail_events(session& of) {
  if (!of.given.words.empty()) return follow_job(of, of.id_at(0));
  std::string cursor = of.given.last("cursor");
  if (cursor.empty() && !of.given.has("from-start")) {
    const auto end = of.store().feed(of.who(), {}, 0);
    if (!end) end_with(end.error());
    cursor = end->cursor;
  }
  return follow(of, [&](std::size_t left, storage::error& why) -> std::optional<std::size_t> {
    const auto page = of.store().feed(of.who(), cursor, std::min<std::size_t>(left, 500));
    if (!page) {
      why = page.error();
      return {};
    }
    if (page->gap) of.to.err("pawlctl: something that happened before this is no longer kept\n");
    for (const storage::feed_page::entry& each : page->entries)
      print_event(of, each.event, each.cursor);
    cursor = page->cursor;
    return page->entries.size();
  });
}

}  // namespace pawl::ctl
