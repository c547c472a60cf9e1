// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>
#include <pawl/testing/storage/jobs.hpp>

namespace pawl::testing {

/// Laws of a storage: much to do is done in portions, each of which says whether there is more.
struct backlog_laws {
  using bench = storage_bench;
  static constexpr std::size_t portion = 10;
  static constexpr std::size_t backlog = 2 * portion + 5;

  /// Does an operation until it says that there is no more; how much each time.
  template <class Operation, class Count>
  static std::vector<std::size_t> portions(bench& on, Count count) {
    std::vector<std::size_t> done_each_time;
    for (bool more = true; more;) {
      const auto done = on.done(Operation{.limit = portion});
      more = done.more;
      done_each_time.push_back(count(done));
      on.expect(done_each_time.back() <= portion, "no portion is larger than asked for");
      on.expect(done_each_time.size() <= backlog, "a backlog comes to its end");
    }
    return done_each_time;
  }
  static std::size_t sum(const std::vector<std::size_t>& done_each_time) {
    std::size_t out = 0;
    for (const std::size_t each : done_each_time) out += each;
    return out;
  }

  static void the_jobs_of_a_lost_worker_are_taken_up_in_portions(bench& on) {
    const auto owner = on.worker();
    for (std::size_t i = 0; i < backlog; ++i) on.running(owner, law_jobs::plain);
    on.pass(law_jobs::plain.lease);
    on.pass(std::chrono::milliseconds{1});
    const auto lost =
        portions<storage::reap>(on, [](const auto& done) { return done.jobs.size(); });
    on.expect(sum(lost) == backlog && lost.size() == 3, "all of them, in as few as possible");
  }

  static void dependents_are_released_in_portions(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    // As many as go on with the end itself, and then some.
    constexpr std::size_t at_once = 100;
    for (std::size_t i = 0; i < at_once + backlog; ++i) {
      storage::submit op = on.request(law_jobs::plain);
      op.depends_on = {root.id};
      on.submit(op);
    }
    on.succeed(root);
    const auto released =
        portions<storage::release_dependents>(on, [](const auto& done) { return done.count; });
    on.expect(sum(released) == backlog, "all that did not go on at once");
    on.expect(on.claim(owner, {&law_jobs::plain}, 1000).size() == at_once + backlog,
              "all of them can run");
  }

  static void what_is_old_is_deleted_in_portions(bench& on) {
    const auto owner = on.worker();
    for (std::size_t i = 0; i < backlog; ++i) on.succeed(on.running(owner, law_jobs::fleeting));
    on.submit(law_jobs::plain);  // the newest job stays, whatever its type says
    const auto deleted = [&] {
      return portions<storage::prune>(on,
                                      [](const auto& done) { return done.jobs + done.histories; });
    };
    on.expect(sum(deleted()) == 0, "nothing is old yet");
    on.pass(law_jobs::fleeting.keep_events);
    on.expect(sum(deleted()) == backlog, "the events of all of them");
    on.pass(law_jobs::fleeting.keep_results);
    const auto first = on.done(storage::prune{.limit = 1});
    on.expect(first.more && first.behind.count() == law_jobs::fleeting.keep_events.count,
              "it is known how long ago they should have gone");
    on.expect(sum(deleted()) == backlog - 1, "and all of them");
  }

  static constexpr storage_law all[] = {
      {"the jobs of a lost worker are taken up in portions",
       the_jobs_of_a_lost_worker_are_taken_up_in_portions},
      {"dependents are released in portions", dependents_are_released_in_portions},
      {"what is old is deleted in portions", what_is_old_is_deleted_in_portions}};
};

}  // namespace pawl::testing
