// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Jobs whose next work is done elsewhere: a claim lets them start without a worker.
struct elsewhere_laws {
  using bench = storage_bench;
  using milliseconds = std::chrono::milliseconds;

  static storage::raise to(bench& on, const job_id& id, const char* target) {
    return {.scope = on.mine(), .id = id, .target = target};
  }
  /// Of a type that does nothing here: so many that are ready for a step elsewhere.
  static std::vector<job_id> ready(bench& on, std::size_t count) {
    std::vector<job_id> ids;
    std::vector<storage::submit> made;
    storage::light_vector<storage::operation_ptr> batch;
    for (std::size_t i = 0; i < count; ++i) {
      made.push_back(on.request(law_jobs::published));
      ids.push_back(made.back().id);
    }
    for (storage::submit& each : made) batch.push_back(&each);
    on.store.apply(batch);
    for (const char* target : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY"}) {
      std::vector<storage::raise> events;
      for (const job_id& id : ids) events.push_back(to(on, id, target));
      batch.clear();
      for (storage::raise& each : events) batch.push_back(&each);
      on.store.apply(batch);
    }
    for (const job_id& id : ids)
      on.expect(on.get(id).phase == phase::ready, "a step that can start is ready");
    return ids;
  }
  static std::size_t started(bench& on, const std::vector<job_id>& ids) {
    std::size_t count = 0;
    for (const job_id& id : ids) count += on.state(id) == "TRANSCRIBING" ? 1 : 0;
    return count;
  }

  static void a_step_that_is_done_elsewhere_starts_without_a_worker(bench& on) {
    const auto owner = on.worker();
    const job_id id = ready(on, 1)[0];
    const std::uint64_t fence = on.get(id).fence;
    const auto claimed = on.done(storage::claim{owner, {&law_jobs::published}, 1, 1});
    on.expect(claimed.jobs.empty() && claimed.elsewhere == 1, "no worker is given the job");
    const job_record record = on.get(id);
    on.expect(record.state == "TRANSCRIBING" && record.phase == phase::blocked,
              "it waits for what is reported from elsewhere");
    on.expect(on.transitions(id).back() == "start:AUDIO_READY>TRANSCRIBING", "since its start");
    on.expect(record.started_at == on.store.now() && record.fence > fence, "which has its time");
    on.expect(record.attempt == 0, "and charges no attempt");
    on.expect(on.nothing_to_claim(owner, law_jobs::published), "it is not claimed from there");
    on.pass(milliseconds{120'000});
    on.done(storage::reap{});
    on.expect(on.state(id) == "TRANSCRIBING" && on.get(id).attempt == 0,
              "and not lost with the process that let it start");
    on.done(to(on, id, "TRANSCRIPT_READY"));
    on.expect(on.state(id) == "TRANSCRIPT_READY", "what is reported fits the state");
  }

  static void steps_here_and_elsewhere_follow_each_other(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::remote);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY"})
      on.done(to(on, id, name));
    const auto here = on.start(owner, law_jobs::remote);
    on.expect(law_jobs::remote.name_of(here.state) == "TRANSCRIBING" && here.attempt == 1,
              "a step here follows one that was done elsewhere");
    on.succeed(here);
    on.expect(on.nothing_to_claim(owner, law_jobs::remote) && on.state(id) == "GENERATING",
              "a step elsewhere follows one here");
    on.done(to(on, id, "DRAFT_READY"));
  }

  static void a_failure_that_is_reported_from_elsewhere_counts(bench& on) {
    const auto owner = on.worker();
    const job_id id = ready(on, 1)[0];
    on.expect(on.nothing_to_claim(owner, law_jobs::published), "no worker is given the job");
    storage::raise failed = to(on, id, "TRANSCRIBING");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
    for (unsigned attempt = 1; attempt < law_jobs::published.retry.max_attempts; ++attempt) {
      on.done(failed);
      on.expect(on.get(id).attempt == attempt && on.get(id).phase == phase::scheduled,
                "a failure that is reported counts as an attempt");
      on.outwait_backoff(law_jobs::published, owner);
      on.expect(on.nothing_to_claim(owner, law_jobs::published) && on.state(id) == "TRANSCRIBING" &&
                    on.get(id).phase == phase::blocked,
                "its next attempt is made elsewhere, too");
    }
    on.expect(on.done(failed).state == "FAILED", "the last one ends the job");
  }

  static void no_worker_has_to_be_free_for_work_that_is_done_elsewhere(bench& on) {
    const auto owner = on.worker();
    const std::vector<job_id> ids = ready(on, 3);
    const job_id here = on.submit(law_jobs::plain);
    const auto none =
        on.done(storage::claim{owner, {&law_jobs::published, &law_jobs::plain}, 0, 0});
    on.expect(none.jobs.empty() && none.elsewhere == 3 && started(on, ids) == 3,
              "jobs start elsewhere although nothing can be taken here");
    on.expect(on.get(here).phase == phase::ready, "the others stay where they are");
  }

  static void many_start_elsewhere_and_take_no_worker_from_the_others(bench& on) {
    const auto owner = on.worker();
    const std::vector<job_id> ids = ready(on, 300);
    for (int i = 0; i < 3; ++i) on.submit(law_jobs::plain);
    std::size_t taken = 0;
    std::size_t elsewhere = 0;
    for (bool more = true; more;) {
      const auto claimed =
          on.done(storage::claim{owner, {&law_jobs::published, &law_jobs::plain}, 1, 1});
      taken += claimed.jobs.size();
      elsewhere += claimed.elsewhere;
      on.expect(claimed.elsewhere < 300, "not all of them in one transaction");
      more = claimed.more;
    }
    on.expect(elsewhere == 300 && started(on, ids) == 300, "all of them start in the end");
    on.expect(taken == 3, "beside those that workers take");
  }

  static void a_paused_type_starts_nothing_elsewhere(bench& on) {
    const auto owner = on.worker();
    const std::vector<job_id> ids = ready(on, 1);
    on.done(storage::control{.type = &law_jobs::published, .paused = true});
    on.expect(on.nothing_to_claim(owner, law_jobs::published) && started(on, ids) == 0,
              "a paused type starts nothing");
    on.done(storage::control{.type = &law_jobs::published, .paused = false});
    on.expect(on.nothing_to_claim(owner, law_jobs::published) && started(on, ids) == 1,
              "until it goes on");
  }

  static constexpr storage_law all[] = {
      {"a step that is done elsewhere starts without a worker",
       a_step_that_is_done_elsewhere_starts_without_a_worker},
      {"steps here and elsewhere follow each other", steps_here_and_elsewhere_follow_each_other},
      {"a failure that is reported from elsewhere counts",
       a_failure_that_is_reported_from_elsewhere_counts},
      {"no worker has to be free for work that is done elsewhere",
       no_worker_has_to_be_free_for_work_that_is_done_elsewhere},
      {"many start elsewhere and take no worker from the others",
       many_start_elsewhere_and_take_no_worker_from_the_others},
      {"a paused type starts nothing elsewhere", a_paused_type_starts_nothing_elsewhere}};
};

}  // namespace pawl::testing
