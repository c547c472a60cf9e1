// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/submit.hpp>

namespace pawl::storage::logic {

template <class Rows>
answer_to<start::answer_type> perform(transaction<Rows>& tx, const start& op) {
  queue_row held;
  if (auto lost = find_held(tx, op.lease, held)) return unexpected<error>(*std::move(lost));
  // Started before, and the answer got lost.
  if (held.at.phase == phase::running)
    return start::answer_type{held.at.attempt, at_ms(held.started_at), held.cancel_requested};
  const any_decision decided = op.type->claim(held.position(), held.max_attempts);
  if (!decided) return refuse(errc::forbidden, "the job's state does not accept start");
  const queue_row job = carry_out(tx, *op.type, held, decided,
                                  {.entered_at = time_of_entry(tx, held, op.entered_ago)});
  return start::answer_type{job.at.attempt, at_ms(job.started_at), job.cancel_requested};
}

template <class Rows>
settle::answer_type describe_settled(const transaction<Rows>& tx, const job_descriptor& type,
                                     const queue_row& job, const any_decision& decided) {
  settle::answer_type out{.state = type.name_of(job.at.state),
                          .kind = type.kind_of(job.at.state),
                          .phase = job.at.phase,
                          .attempt = job.at.attempt,
                          .at = at_ms(job.updated_at),
                          .started_at = at_ms(job.started_at),
                          .dead_letter = decided.dead_letter};
  if (job.at.phase == phase::scheduled) out.due_at = at_ms(job.due_at.wall(tx.at()));
  return out;
}

/// The job is put off: it comes again later, and no attempt is charged.
template <class Rows>
settle::answer_type put_off(transaction<Rows>& tx, const job_descriptor& type,
                            const queue_row& before, due_time due_at, std::string_view message) {
  queue_row job = before;
  job.at.attempt -= 1;
  job.suspect = false;
  job.owner = 0;
  job.lease_ms = 0;
  job.due_at = due_at;
  job.updated_at = stamp(tx, before);
  log_event(tx, job, {.kind = event_kind::message, .message = message});
  free_slots(tx, job, true);
  make_ready(tx, type, job);
  tx.rows.update_queued(before, job);
  return describe_settled(tx, type, job, {});
}

/// What an attempt's end means to the lifecycle. A request to cancel wins over every end that
/// would keep the job alive: over losing it, and over trying again.
inline any_decision decide_end(const job_descriptor& type, const queue_row& job, const settle& op,
                               const ending& failed) {
  switch (op.end) {
    case attempt_end::succeeded:
      return happens(type, job, role::succeed);
    case attempt_end::cancelled:
      return happens(type, job, role::cancel);
    case attempt_end::given_back: {
      if (type.at_most_once) return happens(type, job, role::lose, failed);
      // Uncharged: the attempt counts as left, and nothing has failed.
      queue_row uncharged = job;
      uncharged.at.attempt -= 1;
      any_decision decided =
          happens(type, uncharged, role::lose, {pawl::error::worker_lost::code, true});
      decided.after.retries = job.at.retries;
      decided.after.retryable = job.at.retryable;
      decided.after.error = job.error_code.view();
      return decided;
    }
    case attempt_end::expired:
      if (type.event_of(role::expire)) return happens(type, job, role::expire, failed);
      [[fallthrough]];
    case attempt_end::failed:
      return happens(type, job, role::fail, failed);
    case attempt_end::snoozed:
    case attempt_end::settled:
      break;
  }
  return {};
}

/// Why a job that is begun at most once has failed when its process stops.
inline failure_info lost_with_its_process(const job_descriptor& type) {
  return {.code = to_string(pawl::error::worker_lost::code),
          .message = "its process stopped before it was done, and it is never begun twice",
          .detail = {},
          .state = {},
          .retryable = type.worker_lost_is_retried};
}

/// The handler says that it has ended the job in a transaction of its own, and yet it lives: that
/// transaction was not committed.
inline settle not_committed(const settle& op) {
  return {.lease = op.lease,
          .type = op.type,
          .end = attempt_end::failed,
          .entered_ago = op.entered_ago,
          .error = {.code = to_string(pawl::error::internal_bug::code),
                    .message = "the handler failed unexpectedly",
                    .detail = "it returned settled, but its transaction was not committed",
                    .state = {},
                    .retryable = false}};
}

/// Whether this would end the job as a success without the link that its type promises.
template <class Rows>
bool lacks_link(const transaction<Rows>& tx, const settle& op, const queue_row& job) {
  if (op.type->keep_link.count == 0 || op.end != attempt_end::succeeded) return false;
  const any_decision decided = decide_end(*op.type, job, op, {});
  return decided && lacks_link(tx, *op.type, decided.after.state, op.findings);
}
inline std::string missing_link(const settle& op) {
  const std::string least = std::to_string(op.type->keep_link.count);
  return op.findings.link
             ? "its link is not valid for " + least + " ms from now, as its type declares"
             : "it has called no ctx.link, and its type declares one that is valid for " + least +
                   " ms";
}
/// What is not to be had for as long as was promised has not been made.
inline settle without_link(const settle& op) {
  const classified_error* const bug = op.type->error_called(pawl::error::internal_bug::code);
  return {.lease = op.lease,
          .type = op.type,
          .end = attempt_end::failed,
          .entered_ago = op.entered_ago,
          .error = {.code = to_string(pawl::error::internal_bug::code),
                    .message = "the handler failed unexpectedly",
                    .detail = missing_link(op),
                    .state = {},
                    .retryable = bug != nullptr && bug->retryable}};
}

/// A success whose jobs cannot all be submitted is none: there is neither.
inline settle without_children(const settle& op, const error& why) {
  const text code = pawl::error::submission_refused::code;
  const classified_error* const own = op.type->error_called(code);
  return {.lease = op.lease,
          .type = op.type,
          .end = attempt_end::failed,
          .entered_ago = op.entered_ago,
          .error = {.code = to_string(code),
                    .message = "a job that goes with this one was refused: " + describe(why),
                    .detail = {},
                    .state = {},
                    .retryable = own == nullptr || own->retryable},
          .plan = op.plan,
          .delay = why.retry_after};
}

/// An end that fits into a status record. The attempt is over, so refusing its end would leave the
/// job with a worker who has nothing more to say: a success that is too large becomes the failure
/// that it is, and every other end is told without what was found.
inline settle fitting(const settle& op) {
  settle out{.lease = op.lease, .type = op.type, .end = op.end};
  if (op.end == attempt_end::succeeded) {
    out.end = attempt_end::failed;
    out.error = {.code = to_string(pawl::error::internal_bug::code),
                 .message = "what the job has made is larger than its type allows",
                 .detail = "result: " + std::to_string(op.result.size()) +
                           " bytes; artifacts and audit fields: " +
                           std::to_string(size_of(op.findings)) + " bytes",
                 .state = {},
                 .retryable = false};
  } else {
    out.error = op.error;
    out.plan = op.plan;
    out.delay = op.delay;
    out.message = op.message;
  }
  return out;
}

/// `start` is the job's beginning if this end is the first that the store hears of it; `note` is
/// what has to be said about the end besides, if anything. The row is written once, with the end.
template <class Rows>
answer_to<settle::answer_type> settle_running(transaction<Rows>& tx, const settle& op,
                                              queue_row& job, const any_decision& start,
                                              std::string_view note = {}) {
  const job_descriptor& type = *op.type;
  const bool lost = op.end == attempt_end::given_back && type.at_most_once;
  const bool failing = op.end == attempt_end::failed || op.end == attempt_end::expired || lost;
  failure_info error;
  if (failing) {
    error = lost ? lost_with_its_process(type) : summary_of(type, op.error);
    if (error.state.empty()) error.state = to_string(type.name_of(job.at.state));
  }
  const std::string_view message = cut(op.message, text_limit(type));
  consequences with{.error = failing ? &error : nullptr,
                    .result = &op.result,
                    .result_object = op.result_object,
                    .plan = op.plan ? &*op.plan : nullptr,
                    .least_wait = failing ? op.delay : milliseconds{},
                    .message = message};

  const auto take_note = [&] {
    for (std::size_t i = 0; i < start.count; ++i) {
      log_event(tx, job, event_of(type, start.steps[i]));
      tx.rows.pass_through(job, type, start.steps[i].to);
    }
    if (!note.empty()) log_event(tx, job, {.kind = event_kind::message, .message = note});
  };
  if (op.end == attempt_end::snoozed && !job.cancel_requested) {
    take_note();
    store_findings(tx, job.key, op.findings);
    return put_off(tx, type, job, tx.after(greatest<std::int64_t>(op.delay.count(), 1)),
                   message.empty() ? std::string_view("snoozed") : message);
  }
  job.suspect = false;  // it has come back: no process was lost with it
  any_decision decided = decide_end(type, job, op, ending_of(error));
  if (job.cancel_requested && op.end != attempt_end::succeeded &&
      (!decided || decided.after.phase != phase::terminal)) {
    if (const any_decision cancelling = happens(type, job, role::cancel)) {
      decided = cancelling;
      with.error = nullptr;
    }
  }
  if (!decided)
    return refuse(errc::forbidden, "the job's lifecycle has no transition for this end in state " +
                                       to_string(type.name_of(job.at.state)));
  take_note();
  store_findings(tx, job.key, op.findings);
  queue_row after = carry_out(tx, type, job, decided, with);
  honour_cancel(tx, type, after);
  return describe_settled(tx, type, after, decided);
}

/// A success together with the jobs that its handler has submitted.
template <class Rows>
answer_to<settle::answer_type> settle_with_children(transaction<Rows>& tx, const settle& op,
                                                    queue_row& job, const any_decision& start) {
  together with;
  const any_decision decided = decide_end(*op.type, job, op, {});
  if (decided && decided.after.phase == phase::terminal) with.ending = &job;
  if (const auto refused = check_all(tx, op.children, with)) {
    if (tx.of_the_caller) return unexpected<error>(*refused);
    auto out = settle_running(tx, without_children(op, *refused), job, start);
    if (out) out->refused = describe(*refused);
    return out;
  }
  auto out = settle_running(tx, op, job, start);
  if (out) add_all(tx, op.children, with, out->created);
  return out;
}

template <class Rows>
answer_to<settle::answer_type> perform(transaction<Rows>& tx, const settle& op) {
  const job_descriptor& type = *op.type;
  queue_row job;
  if (auto lost = find_held(tx, op.lease, job)) {
    // The same end, told twice, is one end: the answer to the first was lost.
    outcome_row ended;
    if (lost->code == errc::already_terminal && tx.rows.outcome(op.lease.key, ended)) {
      const bool succeeded = op.end == attempt_end::succeeded || op.end == attempt_end::settled;
      const bool same = succeeded ? ended.kind == kind::success
                                  : ended.kind != kind::success && op.end != attempt_end::snoozed &&
                                        op.end != attempt_end::given_back;
      const auto state = type.restore(ended.state);
      if (same)
        return settle::answer_type{.state = state ? type.name_of(*state) : text(),
                                   .kind = ended.kind,
                                   .phase = phase::terminal,
                                   .attempt = ended.attempt,
                                   .at = at_ms(ended.completed_at),
                                   .started_at = at_ms(ended.started_at),
                                   .due_at = {},
                                   .dead_letter = false,
                                   .repeated = true};
    }
    return unexpected<error>(*std::move(lost));
  }
  if (op.end == attempt_end::settled) return perform(tx, not_committed(op));
  if (op.end == attempt_end::given_back && job.at.phase == phase::held) {
    queue_row back = job;
    back.updated_at = stamp(tx, job);
    give_back(tx, back);
    tx.rows.update_queued(job, back);
    return describe_settled(tx, type, back, {});
  }
  any_decision start;
  if (job.at.phase == phase::held && op.entered_ago) {
    start = type.claim(job.position(), job.max_attempts);
    if (!start) return refuse(errc::forbidden, "the job's state does not accept start");
    if (job.started_at == 0) job.started_at = time_of_entry(tx, job, *op.entered_ago);
    job.at = start.after;
  }
  if (job.at.phase != phase::running)
    return refuse(errc::forbidden, "the job is held, not started; start it first");

  if (lacks_link(tx, op, job)) {
    if (tx.of_the_caller) return refuse(errc::invalid, missing_link(op));
    return settle_running(tx, without_link(op), job, start);
  }
  const bool large_result = op.end == attempt_end::succeeded &&
                            static_cast<std::int64_t>(op.result.size()) > type.most_result_bytes;
  if (!large_result && has_room_for(tx, type, job.key, op.findings))
    return op.end == attempt_end::succeeded && !op.children.empty()
               ? settle_with_children(tx, op, job, start)
               : settle_running(tx, op, job, start);
  if (tx.of_the_caller)
    return large_result ? refuse(errc::payload_too_large,
                                 "the result is larger than the job type allows; store it "
                                 "elsewhere and return its address")
                        : findings_too_large();
  return settle_running(tx, fitting(op), job, start,
                        op.end == attempt_end::succeeded
                            ? std::string_view()
                            : "artifacts and audit fields were dropped: they are larger than the "
                              "job type allows");
}

template <class Rows>
answer_to<report::answer_type> perform(transaction<Rows>& tx, const report& op) {
  queue_row held;
  if (auto lost = find_held(tx, op.lease, held)) return unexpected<error>(*std::move(lost));
  queue_row job = held;
  if (job.at.phase != phase::running)
    return refuse(errc::forbidden, "the job is held, not started; start it first");
  const job_descriptor& type = *op.type;
  if (!has_room_for(tx, type, job.key, op.findings)) return findings_too_large();
  if (op.checkpoint && op.checkpoint->size() > largest_checkpoint)
    return refuse(errc::payload_too_large,
                  "a checkpoint has at most 16 MiB; store it elsewhere and keep its address");
  store_findings(tx, job.key, op.findings);
  if (op.checkpoint) {
    tx.rows.put_detail(job.key, detail_kind::checkpoint, {}, 1, *op.checkpoint);
    job.has_checkpoint = true;
  }
  const std::string_view stage = cut(op.stage, longest_name);
  const std::string_view message = cut(op.message, text_limit(type));
  const bool entered = !stage.empty() && stage != job.stage;
  const bool further = op.progress && within(*op.progress, 0, 100) > job.progress;
  if (entered) job.stage = stage;
  if (further) job.progress = within(*op.progress, 0, 100);
  if (entered || further || !message.empty()) {
    log_event(tx, job,
              {.kind = entered || further ? event_kind::progress : event_kind::message,
               .message = message});
  }
  job.updated_at = stamp(tx, held);
  tx.rows.touch_queued(held, job);
  return report::answer_type{job.cancel_requested};
}

}  // namespace pawl::storage::logic
