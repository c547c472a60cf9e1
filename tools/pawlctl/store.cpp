// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "look.hpp"

/// What a store knows besides jobs: counts, processes, job types.

namespace pawl::ctl {

namespace {

std::int64_t number_in(const std::string& word) { return std::strtoll(word.c_str(), nullptr, 10); }

/// The oldest job of a type that could run now, and when it was submitted.
struct oldest_job {
  std::string handler{};
  job_id id{};
  instant since{};
};

/// Numbers are given in the order of the submissions: the oldest has the smallest.
std::vector<oldest_job> oldest_waiting(session& of) {
  std::vector<oldest_job> out;
  std::string tenant = "0";
  if (!of.who().is_every_tenant()) {
    tenant =
        of.on().tables().one("SELECT number FROM pawl_names WHERE name = ?1", {of.who().tenant()});
    if (tenant.empty()) return out;
  }
  of.on().tables().each(
      "SELECT n.name, j.id, j.created_at FROM (SELECT q.handler AS handler, min(q.key) AS key FROM "
      "pawl_queue AS q WHERE q.phase = {phase.ready} AND (CAST(?1 AS bigint) = 0 OR q.tenant = "
      "CAST(?1 AS bigint)) GROUP BY q.handler) AS w JOIN pawl_jobs AS j ON j.key = w.key JOIN "
      "pawl_names AS n ON n.number = w.handler ORDER BY n.name",
      {tenant}, [&](const tables::row& row) {
        oldest_job& each = out.emplace_back();
        each.handler = row[0];
        for (std::size_t i = 0; i < each.id.bytes.size() && 2 * i + 1 < row[1].size(); ++i)
          each.id.bytes[i] =
              static_cast<std::uint8_t>(std::strtoul(row[1].substr(2 * i, 2).c_str(), nullptr, 16));
        each.since = instant{std::chrono::milliseconds{number_in(row[2])}};
      });
  return out;
}

/// Attempts that have ended, as living processes have told with their last signs of life.
struct rate {
  std::string handler{};
  std::int64_t ended = 0;
  std::int64_t failed = 0;
};
std::vector<rate> rates(session& of) {
  std::vector<rate> out;
  of.on().tables().each(
      "SELECT ended FROM pawl_owners WHERE ended IS NOT NULL", {}, [&](const tables::row& row) {
        std::string_view rest = row[0];
        while (!rest.empty()) {
          const std::string line(rest.substr(0, rest.find('\n')));
          rest.remove_prefix(std::min(rest.size(), line.size() + 1));
          const std::size_t second = line.rfind(' ');
          const std::size_t first = second == line.npos ? line.npos : line.rfind(' ', second - 1);
          if (first == line.npos) continue;
          const std::string handler = line.substr(0, first);
          auto at = std::find_if(out.begin(), out.end(),
                                 [&](const rate& each) { return each.handler == handler; });
          if (at == out.end()) at = out.insert(out.end(), {handler});
          at->ended += number_in(line.substr(first + 1, second - first - 1));
          at->failed += number_in(line.substr(second + 1));
        }
      });
  return out;
}

std::string limit_words(const limit_description& of) {
  std::string out = fmt::format("{} {} {}", spelled(of.name), spelled(name_of(of.kind)), of.count);
  if (of.window.count != 0)
    out += fmt::format(" in {}", length_of(std::chrono::milliseconds{of.window.count}));
  if (of.burst != 0) out += fmt::format(", burst {}", of.burst);
  if (!of.key.empty()) out += " by " + spelled(of.key);
  return out;
}

std::string kept(duration_ms of) {
  return of.count == 0 ? std::string("not") : length_of(std::chrono::milliseconds{of.count});
}

std::string retry_words(const job_descriptor& type) {
  if (type.at_most_once) return "never: at most once";
  if (type.retry.max_attempts <= 1) return "never";
  const backoff_plan& plan = type.retry.plan;
  return fmt::format("{} attempts, {} from {} to {}", type.retry.max_attempts,
                     spelled(name_of(plan.model)),
                     length_of(std::chrono::milliseconds{plan.initial.count}),
                     length_of(std::chrono::milliseconds{plan.cap.count}));
}

/// Versions of payloads that processes have told of.
std::string versions_of(session& of, std::string_view handler) {
  std::string out;
  of.on().tables().each(
      "SELECT p.version FROM pawl_payloads AS p JOIN pawl_names AS n ON n.number = p.handler WHERE "
      "n.name = ?1 ORDER BY p.version",
      {std::string(handler)},
      [&](const tables::row& row) { out += (out.empty() ? "" : ", ") + row[0]; });
  return out;
}

void write_type(http::json_out& to, session& of, const held_type& each) {
  to.open('{');
  if (const job_descriptor* type = each.type()) {
    http::write_type_members(to, *type);
    to.member("maxAttempts", type->retry.max_attempts);
    to.member("leaseMs", type->lease.count);
    to.member("keepResultsMs", type->keep_results.count);
    to.member("keepEventsMs", type->keep_events.count);
    to.member("keepDeadLettersMs", type->keep_dead_letters.count);
    to.member("keepAtMost", type->keep_at_most);
    to.member("payloadVersion", type->newest_version);
    to.key("limits");
    to.open('[');
    for (const limit_description& limit : type->limits) {
      to.open('{');
      to.member("name", limit.name);
      to.member("kind", name_of(limit.kind));
      to.member("count", limit.count);
      to.member("windowMs", limit.window.count);
      to.member("by", limit.key);
      to.close('}');
    }
    to.close(']');
    to.key("errors");
    to.open('[');
    for (const classified_error& error : type->errors) {
      to.open('{');
      to.member("code", error.code);
      to.member("retryable", error.retryable);
      to.close('}');
    }
    to.close(']');
  } else {
    to.member("handlerId", each.handler);
    to.member("readable", false);
  }
  to.member("newest", each.is_newest);
  to.member("learntAt",
            of.store().now() - (of.store().elapsed() - std::chrono::milliseconds{each.learnt_at}));
  to.close('}');
}

void print_type(session& of, const held_type& each) {
  const job_descriptor& type = *each.type();
  const auto say = [&](std::string_view name, std::string_view value) {
    of.print(of.in(tint::heading, fmt::format("{:<16}", name)) + std::string(value) + '\n');
  };
  const auto length = [](duration_ms time) {
    return length_of(std::chrono::milliseconds{time.count});
  };
  say("type", spelled(type.handler));
  say("lifecycle", spelled(type.lifecycle));
  std::string states;
  for (const state_info& state : type.states)
    states += fmt::format("{}{} ({})", states.empty() ? "" : ", ", spelled(state.name),
                          spelled(name_of(state.kind)));
  say("states", states);
  say("retries", retry_words(type));
  std::string errors;
  for (const classified_error& error : type.errors)
    errors += fmt::format("{}{}{}", errors.empty() ? "" : ", ", spelled(error.code),
                          error.retryable ? " (retried)" : "");
  say("errors", errors);
  say("lease", length(type.lease));
  say("timeout", type.timeout.count == 0 ? "none" : length(type.timeout));
  for (const limit_description& limit : type.limits) say("limit", limit_words(limit));
  say("keeps",
      fmt::format("results {}, outputs {}, events {}, dead letters {}{}", kept(type.keep_results),
                  kept(type.keep_output), kept(type.keep_events), kept(type.keep_dead_letters),
                  type.keep_at_most == 0 ? std::string()
                                         : fmt::format("; at most {} jobs", type.keep_at_most)));
  say("payload", fmt::format("version {}, at most {} bytes; seen: {}", type.newest_version,
                             type.most_input_bytes, versions_of(of, each.handler)));
  const instant learnt =
      of.store().now() - (of.store().elapsed() - std::chrono::milliseconds{each.learnt_at});
  say("learnt", fmt::format("{} ({}){}", time_of_day(learnt), relative(learnt, of.store().now()),
                            each.is_newest ? "" : ", and another definition since"));
}

}  // namespace

exit_code count_jobs(session& of) {
  const auto counted = of.store().count(of.who());
  if (!counted) end_with(counted.error());
  const auto waiting = oldest_waiting(of);
  const auto ended = of.who().is_every_tenant() ? rates(of) : std::vector<rate>();
  const instant now = of.store().now();
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    http::write_counts(to, *counted);
    http::write_dead_counts(to, *counted);
    to.member("waiting", counted->waiting());
    to.key("oldestWaiting");
    to.open('[');
    for (const oldest_job& each : waiting) {
      to.open('{');
      to.member("handlerId", each.handler);
      to.member("jobId", each.id);
      to.member("createdAt", each.since);
      to.close('}');
    }
    to.close(']');
    to.key("lately");
    to.open('[');
    for (const rate& each : ended) {
      to.open('{');
      to.member("handlerId", each.handler);
      to.member("ended", each.ended);
      to.member("failed", each.failed);
      to.close('}');
    }
    to.close(']');
    to.close('}');
    of.print_json(out);
    return exit_code::done;
  }
  table rows({{"TYPE", false, true}, {"STATE", false, true}, {"PHASE"}, {"JOBS", true}});
  for (const storage::state_count& each : counted->jobs) {
    const job_descriptor* type = of.on().type_called(each.handler);
    const auto state = type == nullptr ? pawl::detail::maybe<state_number>()
                                       : type->state_called(text(each.state));
    rows.add({shown(each.handler),
              {shown(each.state), tint_of(state ? type->kind_of(*state) : kind::none, each.phase)},
              spelled(name_of(each.phase)),
              std::to_string(each.count)});
  }
  if (rows.empty())
    of.print("no jobs\n");
  else
    of.print(rows);
  of.print(fmt::format("\n{} wait, {} run, {} dead letters\n", counted->waiting(),
                       counted->in(phase::held) + counted->in(phase::running),
                       counted->dead_letters));
  if (const auto held = of.store().controls())
    for (const auto& each : *held)
      of.print(of.in(
          tint::waiting,
          fmt::format("{}: {}{}{}\n", shown(each.handler), each.paused ? "paused" : "",
                      each.paused && each.draining ? ", " : "", each.draining ? "draining" : "")));
  for (const oldest_job& each : waiting)
    of.print(fmt::format("{}: the oldest that could run was submitted {} ({})\n",
                         shown(each.handler), relative(each.since, now), to_string(each.id)));
  for (const rate& each : ended)
    of.print(fmt::format("{}: {} attempts ended lately, {} of them failed\n", shown(each.handler),
                         each.ended, each.failed));
  return exit_code::done;
}

exit_code list_workers(session& of) {
  const auto found = of.store().workers(of.who());
  if (!found) end_with(found.error());
  const instant now = of.store().now();
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.key("items");
    to.open('[');
    for (const storage::worker& each : *found)
      http::write_worker(to, http::views::job, each, operator_reader,
                         [](const job_record&) { return true; });
    to.close(']');
    to.close('}');
    of.print_json(out);
    return exit_code::done;
  }
  if (found->empty()) {
    of.print("no process runs jobs\n");
    return exit_code::done;
  }
  table rows(
      {{"WORKER", true}, {"NAME", false, true}, {"LAST SIGN OF LIFE", true}, {"HOLDS", true}});
  for (const storage::worker& each : *found)
    rows.add({std::to_string(each.owner), shown(each.label),
              each.seen_at ? table::cell(relative(*each.seen_at, now))
                           : table::cell("not enrolled", tint::bad),
              std::to_string(each.holds)});
  of.print(rows);
  for (const storage::worker& each : *found)
    for (const job_record& job : each.jobs)
      of.print(fmt::format("{}: {} {} {} ({}, attempt {})\n", each.owner, to_string(job.id),
                           shown(job.handler), shown(job.state), spelled(name_of(job.phase)),
                           job.attempt));
  return exit_code::done;
}

exit_code list_types(session& of) {
  const std::string only = of.given.words.empty() ? std::string() : of.given.words[0];
  std::vector<const held_type*> found;
  for (const held_type& each : of.on().types())
    if ((only.empty() || each.handler == only) &&
        (each.is_newest || of.given.has("all") || !each.definition))
      found.push_back(&each);
  if (found.empty() && !only.empty())
    throw ends{exit_code::found,
               fmt::format("the store knows no job type '{}'; pawlctl types lists "
                           "them",
                           shown(only))};
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.key("items");
    to.open('[');
    for (const held_type* each : found) write_type(to, of, *each);
    to.close(']');
    to.close('}');
    of.print_json(out);
    return exit_code::done;
  }
  if (!only.empty()) {
    for (const held_type* each : found) {
      if (each != found.front()) of.print("\n");
      if (each->type() != nullptr)
        print_type(of, *each);
      else
        of.print(
            fmt::format("{}: a definition that this pawlctl cannot read; use the one of the "
                        "services' release\n",
                        shown(each->handler)));
    }
    return exit_code::done;
  }
  if (found.empty()) {
    of.print("the store knows no job types\n");
    return exit_code::done;
  }
  table rows({{"TYPE", false, true},
              {"LIFECYCLE", false, true},
              {"RETRIES", false, true},
              {"LIMITS", false, true},
              {"KEEPS"},
              {"DEAD"},
              {"PAYLOAD", true}});
  for (const held_type* each : found) {
    const job_descriptor* type = each->type();
    if (type == nullptr) {
      rows.add({shown(each->handler), {"cannot be read", tint::bad}, "", "", "", "", ""});
      continue;
    }
    std::string limits;
    for (const limit_description& limit : type->limits)
      limits += (limits.empty() ? "" : "; ") + limit_words(limit);
    rows.add({spelled(type->handler) + (each->is_newest ? "" : " (older)"),
              spelled(type->lifecycle), retry_words(*type), limits, kept(type->keep_results),
              kept(type->keep_dead_letters), fmt::format("v{}", type->newest_version)});
  }
  of.print(rows);
  return exit_code::done;
}

}  // namespace pawl::ctl
