// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/summary.hpp>
#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// What keeps a status record small.
struct summary_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  /// `law.bounded` has room for 48 bytes; the last character of this would end at the 49th.
  static std::string long_text() { return std::string(47, 'x') + "\xc3\xa9" + "and more"; }
  static std::string short_text() { return std::string(47, 'x'); }

  static void long_texts_are_cut_where_a_character_ends(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::bounded);
    storage::report said{.lease = job.lease, .type = job.type};
    said.stage.assign(300, 's');
    said.message = long_text();
    on.done(said);
    on.expect(on.get(job.id).stage.size() == storage::longest_name, "a stage is a name");
    on.expect(on.events(job.id).back().message == short_text(), "a message is what fits");
    on.done(said);
    const auto events = on.events(job.id);
    on.expect(events.back().kind == event_kind::message, "a stage that was cut is still the same");
    on.done(storage::cancel{.scope = on.mine(), .id = job.id, .reason = long_text()});
    on.expect(on.get(job.id).cancel_reason == short_text(), "and so is a reason to cancel");
    on.done(on.end(job, storage::attempt_end::cancelled));
    on.expect(on.get(job.id).cancel_reason == short_text(), "also in the end");

    const job_id waits = on.submit(law_jobs::plain);
    on.done(storage::cancel{.scope = on.mine(), .id = waits, .reason = std::string(9000, 'r')});
    on.expect(on.get(waits).cancel_reason.size() == storage::longest_text,
              "nobody has more room than that");
  }

  static void a_long_failure_is_a_failure_like_any_other(bench& on) {
    const auto owner = on.worker();
    const auto failing = on.running(owner, law_jobs::bounded);
    storage::settle end = on.failure(failing, false);
    end.error.message = long_text();
    end.error.detail = long_text();
    on.expect(on.done(end).state == "failed", "a failure is never refused for its length");
    const job_record record = on.get(failing.id);
    on.expect(record.error->message == short_text() && record.error->detail == short_text(),
              "it says as much as fits");
    const job_event last = on.events(failing.id).back();
    on.expect(last.message == short_text() && last.detail == short_text(), "in its event as well");

    const auto snoozing = on.running(owner, law_jobs::bounded);
    storage::settle later = on.end(snoozing, storage::attempt_end::snoozed);
    later.delay = milliseconds{1};
    later.message = long_text();
    on.done(later);
    on.expect(on.events(snoozing.id).back().message == short_text(), "whatever the end");

    const job_id outside = on.submit(law_jobs::filed);
    storage::raise raised{.scope = on.mine(), .id = outside, .event = "abort"};
    raised.error = failure_info{.code = "internal_bug",
                                .message = std::string(9000, 'm'),
                                .detail = std::string(9000, 'd'),
                                .state = std::string(300, 's')};
    on.done(raised);
    const auto error = on.get(outside).error;
    on.expect(error && error->state.size() == 255 && error->message.size() == 4096 &&
                  error->detail.size() == 4096,
              "and the caller who tells of it");
  }

  static void artifacts_and_audit_fields_have_a_bound_together(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::bounded);
    const auto found = [&](const char* artifact, std::size_t size, std::size_t audit) {
      storage::report op{.lease = job.lease, .type = job.type};
      if (size != 0) op.findings.artifacts = {{artifact, std::string(size, 'a')}};
      if (audit != 0) op.findings.audit = {{"log", std::string(audit, 'l')}};
      return op;
    };
    on.refused(errc::payload_too_large, found("a", 48, 0));
    on.refused(errc::payload_too_large, found("a", 0, 46));
    on.expect(on.get(job.id).artifacts.empty() && on.get(job.id).audit.empty(),
              "what is refused leaves nothing");
    on.done(found("a", 19, 0));
    on.done(found("a", 0, 20));
    on.done(found("a", 0, 25));  // in the place of the one before
    on.refused(errc::payload_too_large, found("a", 1, 0));
    on.done(found("a", 0, 1));
    on.done(found("a", 20, 0));
    const job_record record = on.get(job.id);
    on.expect(record.artifacts.size() == 2 && record.audit.at("log") == "l",
              "versions stay, fields are replaced");
    storage::raise more{.scope = on.mine(), .id = job.id, .event = "cancel"};
    more.findings.artifacts = {{"b", "b, and some more"}};
    on.refused(errc::payload_too_large, more);
    on.expect(on.state(job.id) == "running", "its caller can come again without it");
  }

  static void a_success_that_is_too_large_is_a_failure(bench& on) {
    const auto owner = on.worker();
    const auto expect_failed = [&](const storage::settle& end, const job_id& id) {
      const auto answered = on.done(end);
      const job_record record = on.get(id);
      on.expect(answered.state == "failed" && !answered.dead_letter && record.error &&
                    record.error->code == "internal_bug" && !record.error->retryable,
                "it is over, and nobody waits for another end");
      on.expect(!record.has_result && record.artifacts.empty() && record.audit.empty(),
                "nothing of it is kept");
    };
    auto job = on.running(owner, law_jobs::bounded);
    expect_failed(on.success(job, std::string(33, 'r')), job.id);
    job = on.running(owner, law_jobs::bounded);
    storage::settle found = on.success(job);
    found.findings.artifacts = {{"a", std::string(48, 'a')}};
    expect_failed(found, job.id);
    job = on.running(owner, law_jobs::bounded);
    found = on.success(job, std::string(32, 'r'));
    found.findings.artifacts = {{"a", std::string(47, 'a')}};
    on.expect(on.done(found).state == "succeeded", "what fits is kept");
  }

  static void an_end_is_told_also_without_what_was_found(bench& on) {
    const auto owner = on.worker();
    for (const auto how : {storage::attempt_end::failed, storage::attempt_end::cancelled,
                           storage::attempt_end::snoozed, storage::attempt_end::given_back}) {
      const auto job = on.running(owner, law_jobs::bounded);
      storage::settle op = on.failure(job, false);
      op.end = how;
      op.delay = milliseconds{1};
      op.findings.audit = {{"log", std::string(100, 'l')}};
      on.done(op);
      const job_record record = on.get(job.id);
      on.expect(record.audit.empty() && record.phase != phase::running, "the attempt has ended");
      on.expect(!record.error || record.error->message == "it did not work",
                "with its own failure");
      bool noted = false;
      for (const job_event& each : on.events(job.id))
        noted = noted || (each.kind == event_kind::message &&
                          each.message.find("dropped") != std::string::npos);
      on.expect(noted, "and an operator can see that something is missing");
      static_cast<void>(storage::apply_one(
          on.store, storage::cancel{.scope = on.mine(), .id = job.id, .force = true}));
    }
  }

  static void a_checkpoint_may_be_large_but_not_boundless(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::bounded);
    storage::report op{.lease = job.lease, .type = job.type};
    op.checkpoint = std::string(storage::largest_checkpoint + 1, 'c');
    op.progress = 50;
    on.refused(errc::payload_too_large, op);
    on.expect(on.get(job.id).progress == 0, "what is refused leaves nothing");
    on.expect(!on.get(job.id).has_checkpoint, "and is not told of");
    op.checkpoint = std::string(100'000, 'c');
    on.done(op);
    on.expect(on.get(job.id).has_checkpoint, "its record says that it has one");
    on.done(on.end(job, storage::attempt_end::given_back));
    on.expect(on.start(owner, law_jobs::bounded).checkpoint == op.checkpoint,
              "it is handed on as it is");
  }

  static constexpr storage_law all[] = {
      {"long texts are cut where a character ends", long_texts_are_cut_where_a_character_ends},
      {"a long failure is a failure like any other", a_long_failure_is_a_failure_like_any_other},
      {"artifacts and audit fields have a bound together",
       artifacts_and_audit_fields_have_a_bound_together},
      {"a success that is too large is a failure", a_success_that_is_too_large_is_a_failure},
      {"an end is told also without what was found", an_end_is_told_also_without_what_was_found},
      {"a checkpoint may be large but not boundless", a_checkpoint_may_be_large_but_not_boundless}};
};

}  // namespace pawl::testing
