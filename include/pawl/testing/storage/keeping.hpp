// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// What is kept after a job has ended, and how long.
struct keeping_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;
  using minutes = std::chrono::minutes;

  static job_id finished(bench& on, storage::owner_number owner, const job_descriptor& type,
                         const char* key = "") {
    storage::submit op = on.request(type);
    op.key = key;
    on.submit(op);
    on.done(storage::beat{owner});
    on.succeed(on.start(owner, type));
    return op.id;
  }

  /// A store may have to keep its newest job, whatever became of it, so as not to use its number
  /// again; hence a newer one, which lives.
  static void with_a_newer_job(bench& on) { on.submit(law_jobs::filmed); }

  static void events_go_first_and_the_job_later(bench& on) {
    const auto owner = on.worker();
    const job_id id = finished(on, owner, law_jobs::fleeting);
    const auto living = on.running(owner, law_jobs::fleeting);
    const auto nothing = on.done(storage::prune{});
    on.expect(nothing.jobs == 0 && nothing.histories == 0, "nothing goes before its time");
    on.pass(minutes{20});
    on.expect(on.done(storage::prune{}).histories == 1, "after their time the events go");
    const job_record job = on.get(id);
    on.expect(
        on.events(id).empty() && job.state == "succeeded" && job.has_result && job.last_event == 2,
        "the job stays, and knows how many there were");
    on.expect(on.read(on.store.result_of(on.mine(), id)).value == "42", "with its result");
    on.pass(minutes{39});
    on.expect(on.done(storage::prune{}).jobs == 0, "not before its time");
    on.pass(minutes{1});
    on.expect(on.done(storage::prune{}).jobs == 1, "then the job goes as well");
    on.expect(!on.store.get(on.mine(), id), "without a trace");
    on.expect(on.state(living.id) == "running" && on.events(living.id).size() == 1,
              "what lives is never pruned");
    for (const job_event& each : on.feed(on.everyone()))
      on.expect(each.job == living.id, "the feed has no events of what is gone");
  }

  static void an_output_may_go_before_its_job(bench& on) {
    const auto owner = on.worker();
    const job_id id = finished(on, owner, law_jobs::discreet);
    on.running(owner, law_jobs::plain);  // a newer job with a newer event: those may have to stay
    on.pass(minutes{4});
    on.done(storage::prune{});
    on.expect(on.get(id).has_result, "not before its time");
    on.pass(minutes{1});
    on.done(storage::prune{});
    on.expect(on.get(id).has_result, "nor before the handler was told of it");
    const auto told = on.done(storage::take_callbacks{owner, {&law_jobs::discreet}}).callbacks;
    on.expect(told.size() == 1 && told[0].result == "42", "which is given it");
    on.done(storage::finish_callback{told[0].key, 1});
    on.pass(minutes{1});
    on.done(storage::prune{});
    const job_record job = on.get(id);
    on.expect(job.state == "succeeded" && !job.has_result && !on.events(id).empty(),
              "then it goes alone");
    const auto result = on.read(on.store.result_of(on.mine(), id));
    on.expect(result.kind == kind::success && !result.value, "and cannot be read any more");
    on.pass(minutes{14});
    on.done(storage::prune{});
    on.expect(on.events(id).empty() && on.get(id).state == "succeeded", "the events follow");
    on.pass(minutes{40});
    on.expect(on.done(storage::prune{}).jobs == 1, "and at last the job");
  }

  static void an_output_that_is_not_kept_is_never_stored(bench& on) {
    const auto owner = on.worker();
    const job_id id = finished(on, owner, law_jobs::secretive);
    const job_record job = on.get(id);
    on.expect(job.state == "succeeded" && !job.has_result, "the job has succeeded");
    on.expect(!on.read(on.store.result_of(on.mine(), id)).value, "and has nothing to show");
  }

  static void dead_letters_are_kept_longer(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.dead(owner, law_jobs::fleeting);
    with_a_newer_job(on);
    on.pass(minutes{115});
    on.done(storage::prune{});
    on.expect(static_cast<bool>(on.store.dead_letter(on.mine(), id)), "as long as is said");
    on.pass(minutes{5});
    on.expect(on.done(storage::prune{}).jobs == 1, "and then no longer");
    on.expect(!on.store.dead_letter(on.mine(), id) &&
                  on.read(on.store.count(on.mine())).dead_letters == 0,
              "letter and job go together");
  }

  static void a_job_is_kept_as_long_as_its_key(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::few);
    op.key = "k";
    on.submit(op);
    on.succeed(on.start(owner, law_jobs::few));
    for (int i = 0; i < 6; ++i) finished(on, owner, law_jobs::few);
    on.done(storage::prune{});
    on.expect(static_cast<bool>(on.store.get(on.mine(), op.id)), "whatever else may go");
    storage::submit again = on.request(law_jobs::few);
    again.key = "k";
    on.expect(on.done(again).id == op.id, "because a repeated submission gives it");
    on.pass(minutes{30});
    on.done(storage::prune{});
    on.expect(!on.store.get(on.mine(), op.id), "and not any longer");
    on.submit(again);
  }

  static void no_more_finished_jobs_are_kept_than_is_said(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> ids;
    for (int i = 0; i < 7; ++i) {
      ids.push_back(finished(on, owner, law_jobs::few));
      on.pass(milliseconds{10});
    }
    const job_id dead = on.dead(owner, law_jobs::few);
    on.expect(on.done(storage::prune{}).jobs == 4, "the oldest go");
    for (std::size_t i = 0; i < 7; ++i)
      on.expect(on.store.get(on.mine(), ids[i]).has_value() == (i >= 4), "the newest stay");
    on.expect(static_cast<bool>(on.store.get(on.mine(), dead)), "dead letters are not counted");
    on.expect(on.done(storage::prune{}).jobs == 0, "once");
  }

  static void of_too_many_finished_jobs_the_oldest_go_first(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> ids;
    for (int i = 0; i < 8; ++i) {
      ids.push_back(finished(on, owner, law_jobs::few));
      on.pass(milliseconds{10});
    }
    for (std::size_t gone = 2; gone <= 4; gone += 2) {
      on.expect(on.done(storage::prune{2}).jobs == 2, "as many as were asked for");
      for (std::size_t i = 0; i < ids.size(); ++i)
        on.expect(on.store.get(on.mine(), ids[i]).has_value() == (i >= gone),
                  "those that ended first, whatever the portion");
    }
    on.expect(on.done(storage::prune{9}).jobs == 1 && on.done(storage::prune{9}).jobs == 0,
              "down to the number that is kept, the newest job included");
  }

  static void a_prune_does_no_more_than_it_was_asked_for(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 9; ++i) finished(on, owner, law_jobs::fleeting);
    for (int i = 0; i < 9; ++i) finished(on, owner, law_jobs::few);
    with_a_newer_job(on);
    on.pass(std::chrono::hours{2});
    std::size_t rounds = 0;
    std::size_t jobs = 0;
    for (auto done = on.done(storage::prune{4}); done.jobs + done.histories != 0;
         done = on.done(storage::prune{4})) {
      on.expect(done.jobs + done.histories <= 4, "a portion is a portion");
      jobs += done.jobs;
      ++rounds;
    }
    on.expect(jobs == 15 && rounds >= 4, "in the end all of it is done");
  }

  static void a_key_can_be_used_again_after_its_job_is_gone(bench& on) {
    const auto owner = on.worker();
    const job_id id = finished(on, owner, law_jobs::fleeting, "k");
    with_a_newer_job(on);
    on.pass(std::chrono::hours{2});
    on.done(storage::prune{});
    on.done(storage::prune{});
    on.expect(!on.store.get(on.mine(), id), "the job is gone");
    storage::submit op = on.request(law_jobs::fleeting, "another payload");
    op.key = "k";
    on.submit(op);
  }

  /// The number of a job, and the place of an event, mean the same for ever: to a late worker, to a
  /// follower of the feed.
  static void what_is_gone_is_not_mistaken_for_what_comes_after(bench& on) {
    const auto owner = on.worker();
    const auto gone = on.running(owner, law_jobs::fleeting);
    on.succeed(gone);
    const std::string seen = on.read(on.store.feed(on.everyone(), "", 99)).cursor;
    on.pass(std::chrono::hours{3});
    on.done(storage::prune{});
    on.done(storage::prune{});
    on.done(storage::beat{owner});
    const auto next = on.running(owner, law_jobs::fleeting);
    on.expect(next.lease.key != gone.lease.key, "no number is used again");
    static_cast<void>(storage::apply_one(on.store, on.success(gone)));
    on.expect(on.state(next.id) == "running", "an old lease ends no new job");
    const auto news = on.read(on.store.feed(on.everyone(), seen, 99));
    on.expect(news.entries.size() == 2 && !news.gap && news.entries[0].event.job == next.id &&
                  news.entries[1].event.job == next.id,
              "who follows the feed misses nothing after a prune");
    on.done(storage::leave{owner});
    on.expect(on.worker() != owner, "no owner's number is used again");
  }

  static void who_has_missed_what_is_gone_hears_of_it(bench& on) {
    const auto owner = on.worker();
    const auto followed = on.running(owner, law_jobs::plain);
    const std::string before = on.read(on.store.feed(on.mine(), "", 99)).cursor;
    const auto gone = on.running(owner, law_jobs::fleeting);
    const auto half = on.read(on.store.feed(on.mine(), before, 1));
    on.succeed(gone);
    const std::string after = on.read(on.store.feed(on.mine(), before, 99)).cursor;
    // A newer job with a newer event: a store may have to keep its newest ones.
    on.running(owner, law_jobs::plain);
    const auto gap_behind = [&](const std::string& cursor, const storage::scope& who) {
      return on.read(on.store.feed(who, cursor, 99)).gap;
    };
    on.expect(!gap_behind(before, on.mine()) && !gap_behind(half.cursor, on.everyone()),
              "as long as all is kept, nothing is missing");
    on.pass(std::chrono::hours{3});
    on.done(storage::prune{});
    on.expect(on.events(followed.id).size() == 1, "other histories stay");
    for (const storage::scope& who : {on.mine(), on.everyone()}) {
      on.expect(gap_behind(before, who) && gap_behind(half.cursor, who),
                "who has not seen what is gone hears that something is missing");
      on.expect(!gap_behind(after, who), "who has seen it misses nothing");
      on.expect(!gap_behind("", who), "and who begins has nothing to miss");
    }
    on.expect(gap_behind("999999-1", on.mine()) && gap_behind("1-999999", on.mine()),
              "a place that this store has not come to is another's");
    on.done(storage::prune{});
    on.expect(gap_behind(before, on.mine()), "also when the job itself is gone");
  }

  static constexpr storage_law all[] = {
      {"events go first and the job later", events_go_first_and_the_job_later},
      {"an output may go before its job", an_output_may_go_before_its_job},
      {"an output that is not kept is never stored", an_output_that_is_not_kept_is_never_stored},
      {"dead letters are kept longer", dead_letters_are_kept_longer},
      {"a job is kept as long as its key", a_job_is_kept_as_long_as_its_key},
      {"no more finished jobs are kept than is said", no_more_finished_jobs_are_kept_than_is_said},
      {"of too many finished jobs the oldest go first",
       of_too_many_finished_jobs_the_oldest_go_first},
      {"a prune does no more than it was asked for", a_prune_does_no_more_than_it_was_asked_for},
      {"a key can be used again after its job is gone",
       a_key_can_be_used_again_after_its_job_is_gone},
      {"who has missed what is gone hears of it", who_has_missed_what_is_gone_hears_of_it},
      {"what is gone is not mistaken for what comes after",
       what_is_gone_is_not_mistaken_for_what_comes_after}};
};

}  // namespace pawl::testing
