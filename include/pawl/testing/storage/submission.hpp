// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Submissions: what is refused, what a key does, what a record holds from the beginning.
struct submission_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static storage::submit with_key(bench& on, const char* key, const char* payload = "{}",
                                  const job_descriptor& type = law_jobs::plain) {
    storage::submit op = on.request(type, payload);
    op.key = key;
    return op;
  }

  static void a_job_is_there_once_it_was_submitted(bench& on) {
    storage::submit op = on.request(law_jobs::plain, R"({"n":1})");
    op.subject = "document 7";
    op.correlation = "request 9";
    op.traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    op.metadata = R"({"color":"red"})";
    op.key = "k-1";
    op.rank = 2;
    op.retry.max_attempts = 2;
    const instant submitted = on.store.now();
    const job_id id = on.submit(op);
    on.pass(std::chrono::milliseconds{5000});
    const job_record job = on.read(on.store.get(on.mine(), id));
    on.expect(job.id == id, "a record has the id of its job");
    on.expect(job.handler == "law.plain" && job.lifecycle == "deck", "a record names its type");
    on.expect(job.tenant == "acme" && job.requested_by == "ann" && job.organisation == "sales",
              "a record says who asked");
    on.expect(job.subject == op.subject && job.correlation == op.correlation &&
                  job.traceparent == op.traceparent && job.metadata == op.metadata,
              "a record keeps what came with the submission");
    on.expect(job.idempotency_key == "k-1" && job.priority == 2 && !job.parent,
              "a record keeps key, priority and parent");
    on.expect(
        job.max_attempts == 2 && job.max_retries() == 1 && job.attempt == 0 && job.retries == 0,
        "a new job has had no attempt");
    on.expect(job.created_at == submitted && job.updated_at == submitted,
              "a job is created at the store's time");
    on.expect(!job.started_at && !job.completed_at && !job.due_at && !job.error,
              "a new job has neither started nor ended nor failed");
    on.expect(job.state == "pending" && job.kind == kind::ready && job.phase == phase::ready,
              "a new job is in its initial state");
    on.expect(job.progress == 0 && job.stage.empty() && !job.has_result && !job.cancel_requested &&
                  job.cancel_reason.empty() && job.last_event == 0,
              "nothing has happened to a new job");
    on.expect(job.audit.empty() && job.artifacts.empty(), "a new job has made nothing");
  }

  static void a_submission_whose_answer_was_lost_is_not_done_twice(bench& on) {
    const storage::submit op = on.request(law_jobs::plain);
    on.submit(op);
    const auto again = on.done(op);
    on.expect(again.id == op.id && !again.created, "the same id again is the same job");
    on.expect(on.list().size() == 1, "there is one job");
  }

  static void an_id_of_another_tenant_is_not_taken_over(bench& on) {
    const storage::submit op = on.request(law_jobs::plain, "theirs");
    on.submit(op);
    on.who.tenant = "evil";
    storage::submit copy = on.request(law_jobs::plain, "mine");
    copy.id = op.id;
    on.refused(errc::invalid, copy);
    on.expect(on.get(op.id).tenant == "acme", "the job stays with its tenant");
  }

  static void a_known_key_with_the_same_payload_gives_its_job(bench& on) {
    const job_id first = on.submit(with_key(on, "k"));
    on.pass(law_jobs::plain.key_ttl);
    on.clock.advance(std::chrono::milliseconds{-1});
    const auto again = on.done(with_key(on, "k"));
    on.expect(again.id == first && !again.created,
              "until its time is over, a key gives the job that it made");
    on.expect(on.list().size() == 1, "a repeated submission makes no job");
  }

  static void a_known_key_gives_its_job_also_when_that_has_ended(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(with_key(on, "k"));
    on.succeed(on.start(owner, law_jobs::plain));
    const auto again = on.done(with_key(on, "k"));
    on.expect(again.id == first && !again.created, "a finished job is still its key's job");
  }

  static void a_known_key_with_another_payload_is_a_conflict(bench& on) {
    const job_id first = on.submit(with_key(on, "k", "one"));
    const storage::error why = on.refused(with_key(on, "k", "two"));
    on.expect(why.code == errc::key_conflict && why.job == first,
              "a conflict names the job that has the key");
    on.expect(on.list().size() == 1, "a conflict makes no job");
  }

  static void a_key_is_free_again_when_its_time_is_over(bench& on) {
    const job_id first = on.submit(with_key(on, "k", "one"));
    on.pass(law_jobs::plain.key_ttl);
    const job_id second = on.submit(with_key(on, "k", "two"));
    on.expect(first != second && on.list().size() == 2, "after its time a key makes a new job");
    const auto again = on.done(with_key(on, "k", "two"));
    on.expect(again.id == second, "from then on the key is the new job's");
    on.refused(errc::key_conflict, with_key(on, "k", "one"));
  }

  static void a_key_belongs_to_a_tenant_and_a_handler(bench& on) {
    const job_id first = on.submit(with_key(on, "k", "one"));
    const job_id other_type = on.submit(with_key(on, "k", "two", law_jobs::other));
    on.who.tenant = "globex";
    const job_id other_tenant = on.submit(with_key(on, "k", "three"));
    on.expect(first != other_type && other_type != other_tenant && on.list().size() == 3,
              "another tenant or handler has keys of its own");
  }

  static void what_makes_no_sense_is_refused_and_leaves_nothing(bench& on) {
    const auto wrong = [&](auto change) {
      storage::submit op = on.request(law_jobs::plain);
      change(op);
      on.refused(errc::invalid, op);
    };
    wrong([](auto& op) { op.id = {}; });
    wrong([](auto& op) { op.who.tenant.clear(); });
    wrong([](auto& op) { op.who.tenant = "a\nb"; });
    wrong([](auto& op) { op.who.tenant.assign(256, 't'); });
    wrong([](auto& op) { op.who.tenant = "\xc3("; });
    const std::string unreadable[] = {std::string("a\0b", 3), "\xff", "half of \xe2\x82",
                                      "\xed\xa0\x80"};
    for (const std::string& bytes : unreadable) {
      wrong([&](auto& op) { op.who.tenant = bytes; });
      wrong([&](auto& op) { op.who.user = bytes; });
      wrong([&](auto& op) { op.who.organisation = bytes; });
      wrong([&](auto& op) { op.subject = bytes; });
      wrong([&](auto& op) { op.correlation = bytes; });
      wrong([&](auto& op) { op.traceparent = bytes; });
      wrong([&](auto& op) { op.metadata = '"' + bytes + '"'; });
    }
    for (const char* no_json : {"{", "color=red", "{} {}", "{'color': 1}"})
      wrong([&](auto& op) { op.metadata = no_json; });
    wrong([](auto& op) { op.delay = milliseconds{-1}; });
    wrong([](auto& op) { op.delay = milliseconds::min(); });
    wrong([](auto& op) { op.delay = milliseconds::max(); });
    wrong([](auto& op) { op.run_at = instant::max(); });
    wrong([&](auto& op) {
      op.delay = milliseconds{1};
      op.run_at = on.store.now();
    });
    wrong([](auto& op) { op.key = "with a space"; });
    wrong([](auto& op) { op.key.assign(256, 'k'); });
    wrong([](auto& op) { op.rank = static_cast<unsigned>(law_jobs::plain.ranks.size()); });
    wrong([](auto& op) { op.limit_keys.push_back("of no limit"); });
    wrong([](auto& op) { op.payload_version = 0; });
    wrong([](auto& op) { op.payload_version = 2; });
    wrong([&](auto& op) { op.depends_on.assign(65, on.ids.next(on.store.now())); });
    on.refused(errc::invalid, on.request(law_jobs::keyed));
    storage::submit nothing = on.request(law_jobs::plain);
    nothing.type = nullptr;
    on.refused(errc::unknown_handler, nothing);
    on.expect(on.list().empty(), "a refused submission leaves nothing");
  }

  static void the_extremes_of_time_are_times(bench& on) {
    const auto owner = on.worker();
    storage::submit earliest = on.request(law_jobs::plain);
    earliest.run_at = instant::min();
    on.submit(earliest);
    const auto job = on.start(owner, law_jobs::plain);
    on.expect(job.id == earliest.id, "the first of all times has passed");
    storage::submit late = on.request(law_jobs::plain);
    late.run_at = instant{milliseconds{253'402'300'799'999}};
    on.submit(late);
    on.expect(on.get(late.id).due_at == late.run_at, "the last of all times is one");
    storage::settle longest = on.end(job, storage::attempt_end::snoozed);
    longest.delay = milliseconds::max();
    on.done(longest);
    on.expect(on.get(job.id).due_at == late.run_at, "nothing is put off for longer");
    const auto negative = on.running(owner, law_jobs::other);
    storage::settle at_once = on.end(negative, storage::attempt_end::snoozed);
    at_once.delay = milliseconds::min();
    on.done(at_once);
    on.pass(milliseconds{1});
    on.expect(on.start(owner, law_jobs::other).id == negative.id, "and nothing for less than now");
  }

  static void what_is_too_large_is_refused(bench& on) {
    on.refused(errc::payload_too_large, on.request(law_jobs::bounded, std::string(65, 'x')));
    on.submit(on.request(law_jobs::bounded, std::string(64, 'x')));
    storage::submit wordy = on.request(law_jobs::bounded);
    wordy.metadata = std::string(48, 'm');
    on.refused(errc::payload_too_large, wordy);
    on.expect(on.list().size() == 1, "and leaves nothing");
  }

  static void too_many_waiting_jobs_shed_new_ones(bench& on) {
    const auto owner = on.worker();
    const auto one_more = [&] {
      storage::submit op = on.request(law_jobs::plain);
      op.high_watermark = 3;
      return op;
    };
    for (int i = 0; i < 3; ++i) on.submit(one_more());
    on.refused(errc::queue_overloaded, one_more());
    storage::submit known = with_key(on, "k");
    on.submit(known);  // without a watermark
    known.high_watermark = 3;
    known.id = on.ids.next(on.store.now());
    on.expect(!on.done(known).created, "a known key is answered also under load");
    for (int i = 0; i < 2; ++i) on.succeed(on.start(owner, law_jobs::plain));
    on.submit(one_more());
  }

  static void a_batch_is_answered_item_by_item(bench& on) {
    storage::submit first = with_key(on, "k", "one");
    storage::submit same = with_key(on, "k", "one");
    storage::submit other = with_key(on, "k", "two");
    storage::cancel cancel{.scope = on.mine(), .id = first.id};
    storage::enrol late{"late"};
    on.store.apply({&first, &same, &other, &cancel, &late});
    on.expect(first.answer && first.answer->created, "the first item is done");
    on.expect(same.answer && same.answer->id == first.id,
              "an item sees what items before it have done");
    on.expect(!other.answer && other.answer.error().code == errc::key_conflict,
              "an item is refused for itself");
    on.expect(cancel.answer && cancel.answer->done, "items after a refused one are done");
    on.expect(late.answer && on.state(first.id) == "canceled", "all of it is there afterwards");
    on.store.apply(std::span<const storage::operation_ptr>{});
  }

  static void what_a_job_is_to_do_can_be_read(bench& on) {
    const storage::submit op = on.request(law_jobs::plain, R"({"n":1})");
    const job_id id = on.submit(op);
    const auto expect_payload = [&] {
      const auto payload = on.read(on.store.payload_of(on.mine(), id));
      on.expect(payload.value == op.payload && payload.version == 1,
                "a payload is read as it was submitted");
    };
    expect_payload();
    on.done(storage::cancel{.scope = on.mine(), .id = id});
    expect_payload();
  }

  static constexpr storage_law all[] = {
      {"a job is there once it was submitted", a_job_is_there_once_it_was_submitted},
      {"what a job is to do can be read", what_a_job_is_to_do_can_be_read},
      {"a submission whose answer was lost is not done twice",
       a_submission_whose_answer_was_lost_is_not_done_twice},
      {"an id of another tenant is not taken over", an_id_of_another_tenant_is_not_taken_over},
      {"a known key with the same payload gives its job",
       a_known_key_with_the_same_payload_gives_its_job},
      {"a known key gives its job also when that has ended",
       a_known_key_gives_its_job_also_when_that_has_ended},
      {"a known key with another payload is a conflict",
       a_known_key_with_another_payload_is_a_conflict},
      {"a key is free again when its time is over", a_key_is_free_again_when_its_time_is_over},
      {"a key belongs to a tenant and a handler", a_key_belongs_to_a_tenant_and_a_handler},
      {"what makes no sense is refused and leaves nothing",
       what_makes_no_sense_is_refused_and_leaves_nothing},
      {"the extremes of time are times", the_extremes_of_time_are_times},
      {"what is too large is refused", what_is_too_large_is_refused},
      {"too many waiting jobs shed new ones", too_many_waiting_jobs_shed_new_ones},
      {"a batch is answered item by item", a_batch_is_answered_item_by_item}};
};

}  // namespace pawl::testing
