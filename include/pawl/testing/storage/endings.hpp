// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Ends: what a job says of its own, and that nothing but retention touches it afterwards.
struct ending_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;

  // --- Why ---------------------------------------------------------------------------------------

  /// Demands that a job has failed with this, and that its history says so too.
  static void failed_with(bench& on, const job_id& id, const std::string& code,
                          const std::string& message, bool retryable = false) {
    const job_record job = on.get(id);
    on.expect(job.state == "FAILED", "the job has failed, but is " + job.state);
    on.expect(job.error && job.error->code == code && job.error->message == message &&
                  job.error->retryable == retryable && !job.error->state.empty(),
              "it says why: " + code + ", " + message + "; but it said " +
                  (job.error ? job.error->code + ", " + job.error->message : "nothing"));
    const auto result = on.read(on.store.result_of(on.mine(), id));
    on.expect(result.error && *result.error == *job.error, "also to who asks for the result");
    const job_event last = on.events(id).back();
    on.expect(last.to == "FAILED" && last.error == code && last.message == message,
              "and so does the event that ended it");
  }

  static void a_job_that_has_failed_says_why_whatever_ended_it(bench& on) {
    const auto owner = on.worker();
    const auto cancel = [&](const job_id& id, const char* reason, bool force = false) {
      on.done(storage::cancel{.scope = on.mine(), .id = id, .reason = reason, .force = force});
    };
    const job_id queued = on.submit(law_jobs::filed);
    cancel(queued, "not needed");
    failed_with(on, queued, "cancelled", "not needed");
    const job_id unexplained = on.submit(law_jobs::filed);
    cancel(unexplained, "");
    failed_with(on, unexplained, "cancelled", "cancelled");
    const auto retrying = on.running(owner, law_jobs::filed);
    on.fail(retrying);
    on.expect(on.get(retrying.id).error->code == "network_timeout", "what failed is known");
    cancel(retrying.id, "too late");
    failed_with(on, retrying.id, "cancelled", "too late");
    const auto forced = on.running(owner, law_jobs::filed);
    cancel(forced.id, "now", true);
    failed_with(on, forced.id, "cancelled", "now");
    const auto asked = on.running(owner, law_jobs::filed);
    cancel(asked.id, "please");
    on.done(on.end(asked, attempt_end::cancelled));
    failed_with(on, asked.id, "cancelled", "please");
    const auto lost = on.running(owner, law_jobs::filed);
    cancel(lost.id, "please");
    on.done(storage::leave{owner});
    failed_with(on, lost.id, "cancelled", "please");

    const job_id aborted = on.submit(law_jobs::filed);
    on.done(storage::raise{.scope = on.mine(), .id = aborted, .event = "abort"});
    failed_with(on, aborted, "aborted", "event abort has ended the job");
    const auto second = on.worker();
    const auto fatal = on.running(second, law_jobs::filed);
    storage::submit after = on.request(law_jobs::filed);
    after.depends_on = {fatal.id};
    const job_id dependent = on.submit(after);
    on.fail(fatal, false);
    failed_with(on, fatal.id, "validation_error", "it did not work");
    on.done(storage::release_dependents{});
    failed_with(on, dependent, "cancelled", "dependency_failed");
    failed_with(on, on.dead(second, law_jobs::filed), "network_timeout", "it did not work", true);
  }

  /// A queued job fails by a cancel, or because the system has no room for it: at once, and without
  /// having begun. What a worker has begun is not taken from it for want of room.
  static void a_queued_job_fails_by_a_cancel_or_for_want_of_resources(bench& on) {
    const auto owner = on.worker();
    const auto abort = [&](const job_id& id) {
      storage::raise op{.scope = on.mine(), .id = id};
      op.event = "abort";
      return op;
    };
    const job_id cancelled = on.submit(law_jobs::filed);
    on.done(storage::cancel{.scope = on.mine(), .id = cancelled});
    const job_id exhausted = on.submit(law_jobs::filed);
    on.done(abort(exhausted));
    for (const auto& [id, event] :
         {std::pair(cancelled, "cancel"), std::pair(exhausted, "abort")}) {
      const job_record job = on.get(id);
      on.expect(job.state == "FAILED" && job.phase == phase::terminal && job.completed_at &&
                    !job.started_at && job.attempt == 0 && job.error,
                "it has failed, and never begun");
      on.expect(
          on.transitions(id) == std::vector<std::string>{"submit:CREATED>QUEUED",
                                                         event + std::string(":QUEUED>FAILED")},
          "from the queue");
    }
    on.expect(on.nothing_to_claim(owner, law_jobs::filed), "nobody is given it");
    const auto running = on.running(owner, law_jobs::filed);
    on.refused(errc::forbidden, abort(running.id));
    on.fail(running);
    on.refused(errc::forbidden, abort(running.id));
    on.expect(on.state(running.id) == "RETRYING", "what has begun goes on");
  }

  static void a_success_has_no_error_whatever_came_before(bench& on) {
    const auto owner = on.worker();
    const auto first = on.running(owner, law_jobs::filed);
    on.fail(first);
    on.pass(law_jobs::filed.retry.plan.initial);
    on.succeed(on.start(owner, law_jobs::filed));
    const job_record job = on.get(first.id);
    on.expect(job.state == "SUCCEEDED" && job.retries == 1 && !job.error,
              "what failed on the way is no error of the job");
  }

  // --- Final -------------------------------------------------------------------------------------

  /// All that can be seen of a job.
  struct picture {
    job_record record{};
    std::vector<job_event> events{};
    std::optional<std::string> result{};
    std::optional<failure_info> error{};
    std::string payload{};

    friend bool operator==(const picture&, const picture&) = default;
  };
  static picture look(bench& on, const job_id& id) {
    auto result = on.read(on.store.result_of(on.everyone(), id));
    return {on.get(id), on.events(id), std::move(result.value), std::move(result.error),
            on.read(on.store.payload_of(on.everyone(), id)).value};
  }

  /// A job that has ended, with the last lease that any worker had of it.
  struct ended_job {
    storage::claimed last{};
    picture then{};
  };
  /// One job of a type for each way in which it can end.
  static std::vector<ended_job> ends_of(bench& on, const job_descriptor& type) {
    const auto owner = on.worker();
    std::vector<storage::claimed> ended;
    const auto begin = [&] { return ended.emplace_back(on.running(owner, type)); };
    storage::settle found = on.success(begin());
    found.findings.artifacts.emplace_back("page", "1");
    on.done(found);
    on.fail(begin(), false);
    on.done(storage::cancel{.scope = on.mine(), .id = begin().id, .reason = "now", .force = true});
    ended.push_back(on.held(owner, type));
    on.done(storage::cancel{.scope = on.mine(), .id = ended.back().id});
    begin();
    for (unsigned left = type.retry.max_attempts; --left != 0;) {
      on.fail(ended.back());
      on.outwait_backoff(type, owner);
      ended.back() = on.start(owner, type);
    }
    on.fail(ended.back());
    std::vector<ended_job> out;
    for (storage::claimed& each : ended) {
      on.expect(on.get(each.id).phase == phase::terminal, "it has ended");
      picture then = look(on, each.id);
      out.push_back({std::move(each), std::move(then)});
    }
    return out;
  }

  /// Tries everything that can be asked of a store on jobs that have ended. `unchanged` is called
  /// after each operation, with its name.
  template <class Unchanged>
  static void try_everything(bench& on, const std::vector<ended_job>& jobs,
                             const job_descriptor& type, const Unchanged& unchanged) {
    const auto ask = [&](const char* what, auto op) {
      static_cast<void>(storage::apply_one(on.store, std::move(op)));
      unchanged(what);
    };
    const auto fresh = [&] { return on.ids.next(on.store.now()); };
    const auto owner = on.worker();
    for (const ended_job& each : jobs) {
      const job_id id = each.last.id;
      // Its last worker comes late, or a lease is made up.
      for (std::uint64_t further = 0; further < 3; ++further) {
        storage::claimed job = each.last;
        job.lease.fence += further;
        ask("start", storage::start{job.lease, &type});
        storage::report said{.lease = job.lease, .type = &type, .progress = 7, .stage = "late"};
        said.message = "still here";
        said.checkpoint = "line 9";
        said.findings.artifacts.emplace_back("late", "1");
        ask("report", said);
        for (const auto how : {attempt_end::succeeded, attempt_end::failed, attempt_end::expired,
                               attempt_end::cancelled, attempt_end::snoozed,
                               attempt_end::given_back, attempt_end::settled}) {
          storage::settle op = on.end(job, how);
          op.result = "late";
          op.error = {.code = "network_timeout", .message = "late", .retryable = true};
          op.entered_ago = milliseconds{1};
          op.findings.artifacts.emplace_back("late", "1");
          op.message = "late";
          ask("settle", op);
        }
      }
      for (const bool force : {false, true})
        ask("cancel",
            storage::cancel{.scope = on.mine(), .id = id, .reason = "late", .force = force});
      for (const event_info& event : type.events) {
        storage::raise op{.scope = on.mine(), .id = id};
        op.event = std::string_view(event.name);
        op.findings.artifacts.emplace_back("late", "1");
        ask("raise", op);
        op.event_id = "late " + op.event;
        ask("raise", op);
      }
      for (const state_info& state : type.states) {
        storage::raise op{.scope = on.mine(), .id = id};
        op.target = std::string_view(state.name);
        op.result = "late";
        ask("raise", op);
      }
      ask("replay", storage::replay{.scope = on.mine(), .id = id, .fresh = fresh()});
      storage::submit again = on.request(type, "{\"n\":2}");
      again.id = id;
      ask("submit", again);
      storage::submit after = on.request(type);
      after.depends_on = {id};
      ask("submit", after);
    }
    ask("replay_all", storage::replay_all{.scope = on.mine(),
                                          .handler = std::string(std::string_view(type.handler)),
                                          .fresh = {fresh()}});
    ask("reprocess",
        storage::reprocess{.type = &type, .after = milliseconds{0}, .fresh = {fresh(), fresh()}});
    ask("claim", storage::claim{.owner = owner, .types = {&type}, .start = 50, .suspects = 50});
    ask("beat", storage::beat{owner});
    on.pass(type.lease);
    on.pass(milliseconds{1});
    ask("reap", storage::reap{});
    ask("release_dependents", storage::release_dependents{});
    ask("recheck_limits", storage::recheck_limits{.type = &type});
    ask("prune", storage::prune{});
    ask("enrol", storage::enrol{.label = "late", .types = {&type}});
    storage::take_callbacks told{.owner = owner, .types = {&type}, .limit = 50};
    const auto callbacks = on.done(told);
    unchanged("take_callbacks");
    bool done = false;
    for (const storage::callback& each : callbacks.callbacks)
      ask("finish_callback", storage::finish_callback{each.key, each.tries, done = !done});
    ask("leave", storage::leave{owner});
  }

  static void nothing_but_retention_touches_a_job_that_has_ended(bench& on) {
    for (const job_descriptor* type : {&law_jobs::plain, &law_jobs::served, &law_jobs::tracked,
                                       &law_jobs::filed, &law_jobs::telling}) {
      const auto jobs = ends_of(on, *type);
      try_everything(on, jobs, *type, [&](const char* what) {
        for (const ended_job& each : jobs)
          on.expect(look(on, each.last.id) == each.then,
                    std::string(what) + " leaves a job as it was that has ended " +
                        each.then.record.state);
      });
      const std::int64_t kept =
          std::max({type->keep_results.count, type->keep_dead_letters.count, type->key_ttl.count});
      on.pass(milliseconds{kept + 1});
      on.done(storage::prune{.limit = 1000});
      for (const ended_job& each : jobs)
        on.refused_to_read(errc::not_found, on.store.get(on.everyone(), each.last.id));
    }
  }

  static constexpr storage_law all[] = {
      {"a job that has failed says why, whatever ended it",
       a_job_that_has_failed_says_why_whatever_ended_it},
      {"a queued job fails by a cancel or for want of resources",
       a_queued_job_fails_by_a_cancel_or_for_want_of_resources},
      {"a success has no error, whatever came before", a_success_has_no_error_whatever_came_before},
      {"nothing but retention touches a job that has ended",
       nothing_but_retention_touches_a_job_that_has_ended}};
};

}  // namespace pawl::testing
