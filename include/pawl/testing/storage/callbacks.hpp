// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// How handlers are told of the ends of their jobs: each by one process at a time, and whatever
/// becomes of that process.
struct callback_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;
  using minutes = std::chrono::minutes;
  using owner_number = storage::owner_number;

  static storage::take_callbacks take(owner_number owner) {
    return {.owner = owner, .types = {&law_jobs::telling}};
  }
  /// Ends a job whose handler is to be told.
  static job_id ended(bench& on, owner_number owner,
                      const job_descriptor& type = law_jobs::telling) {
    on.done(storage::beat{owner});
    const auto job = on.running(owner, type);
    on.succeed(job);
    return job.id;
  }
  /// What a newer release asks for, which can read a second version of the payload.
  static storage::take_callbacks take_as_newer(owner_number owner) {
    return {.owner = owner, .types = {&law_jobs::newer_telling}};
  }
  /// Starts a job whose payload only the newer release can read.
  static storage::claimed running_newer(bench& on, owner_number owner) {
    storage::submit op = on.request(law_jobs::newer_telling);
    op.payload_version = 2;
    on.submit(op);
    return on.start(owner, law_jobs::newer_telling);
  }
  static job_id ended_newer(bench& on, owner_number owner) {
    on.done(storage::beat{owner});
    const auto job = running_newer(on, owner);
    on.succeed(job);
    return job.id;
  }
  /// The one callback that is given, and that none was lost.
  static storage::callback taken(bench& on, owner_number owner,
                                 storage_bench::where at = storage_bench::where::current()) {
    auto answer = on.done(take(owner), at);
    on.expect(answer.callbacks.size() == 1 && answer.lost.empty(), "one callback is given", at);
    return std::move(answer.callbacks[0]);
  }
  static bool nothing_to_take(bench& on, owner_number owner,
                              storage_bench::where at = storage_bench::where::current()) {
    const auto answer = on.done(take(owner), at);
    return answer.callbacks.empty() && answer.lost.empty();
  }
  static constexpr milliseconds lease{law_jobs::telling.lease.count};
  /// Between two tries of a callback, at most.
  static constexpr milliseconds longest_pause{8'000};

  static void a_handler_is_told_how_its_job_has_ended(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::telling, "in");
    on.submit(op);
    on.expect(on.done(take(owner)).callbacks.empty(), "not before the end");
    on.done(on.success(on.start(owner, law_jobs::telling), "out"));
    const auto told = on.done(take(owner)).callbacks;
    on.expect(told.size() == 1 && told[0].id == op.id && told[0].type == &law_jobs::telling &&
                  told[0].succeeded && told[0].payload == "in" && told[0].result == "out" &&
                  told[0].tries == 1,
              "of a success, with payload and result");
    on.done(storage::finish_callback{told[0].key, 1});
    on.pass(minutes{10});
    on.done(storage::beat{owner});
    on.expect(on.done(take(owner)).callbacks.empty(), "once");
    const auto failing = on.running(owner, law_jobs::telling);
    on.fail(failing, false);
    const auto failed = on.done(take(owner)).callbacks;
    on.expect(
        failed.size() == 1 && !failed[0].succeeded && failed[0].error.code == "validation_error",
        "of a failure, with its error");
    on.done(storage::finish_callback{failed[0].key, 1});
    const job_id cancelled = on.submit(law_jobs::telling);
    on.done(storage::cancel{.scope = on.mine(), .id = cancelled});
    on.succeed(on.running(owner, law_jobs::plain));
    on.expect(on.done(take(owner)).callbacks.empty() &&
                  on.done(storage::take_callbacks{owner, {&law_jobs::plain}}).callbacks.empty(),
              "not of a cancel, and only if it wants to know");
  }

  static void a_handler_is_told_of_every_end(bench& on) {
    const auto owner = on.worker();
    const auto told_of = [&](const job_id& id, kind how) {
      const auto told = on.done(storage::take_callbacks{owner, {&law_jobs::ending}}).callbacks;
      on.expect(told.size() == 1 && told[0].id == id && told[0].record.id == id &&
                    told[0].record.kind == how && told[0].record.phase == phase::terminal &&
                    told[0].record.handler == "law.ending" && !told[0].record.tenant.empty() &&
                    told[0].succeeded == (how == kind::success) &&
                    told[0].failed == (how == kind::failure),
                "with the record as it ended");
      const auto now = on.store.get(on.mine(), id);
      on.expect(now && now->state == told[0].record.state &&
                    now->last_event == told[0].record.last_event &&
                    now->tenant == told[0].record.tenant && now->error == told[0].record.error &&
                    now->completed_at == told[0].record.completed_at,
                "as everybody sees it");
      on.done(storage::finish_callback{told[0].key, 1});
    };
    const job_id good = on.submit(law_jobs::ending);
    on.done(on.success(on.start(owner, law_jobs::ending), "out"));
    told_of(good, kind::success);
    const job_id bad = on.submit(law_jobs::ending);
    on.fail(on.start(owner, law_jobs::ending), false);
    told_of(bad, kind::failure);
    const job_id dropped = on.submit(law_jobs::ending);
    on.done(storage::cancel{.scope = on.mine(), .id = dropped});
    told_of(dropped, kind::cancelled);
  }

  static void a_callback_is_called_by_one_process_at_a_time(bench& on) {
    const auto first = on.worker();
    const auto second = on.worker();
    ended(on, first);
    const auto call = taken(on, first);
    // For as long as the process lives, however long the callback takes.
    for (int i = 0; i < 20; ++i) {
      on.pass(lease / 2);
      on.done(storage::beat{first});
      on.done(storage::beat{second});
      on.expect(nothing_to_take(on, second), "what a living process calls is called by no other");
    }
    on.expect(!on.done(storage::finish_callback{call.key, call.tries}).given_up, "it is done");
    on.expect(nothing_to_take(on, second) && nothing_to_take(on, first), "and called no more");
    on.refused(errc::lease_lost, storage::finish_callback{call.key, call.tries});
    on.refused(errc::owner_lost, take(first + second + 1));
  }

  static void callbacks_that_nobody_has_begun_can_be_taken_by_anybody(bench& on) {
    const auto first = on.worker();
    const auto second = on.worker();
    const job_id one = ended(on, first);
    const job_id two = ended(on, first);
    on.expect(taken(on, first).id == one && taken(on, second).id == two,
              "a process that calls one holds back no other");
  }

  static void the_callback_that_is_due_first_is_called_first(bench& on) {
    const auto owner = on.worker();
    storage::light_vector<job_id> jobs;
    for (const job_descriptor* type :
         {&law_jobs::telling, &law_jobs::ending, &law_jobs::telling, &law_jobs::ending}) {
      on.pass(milliseconds{1});
      jobs.push_back(ended(on, owner, *type));
    }
    for (const job_id& each : jobs) {
      const auto next =
          on.done(storage::take_callbacks{owner, {&law_jobs::ending, &law_jobs::telling}});
      on.expect(next.callbacks.size() == 1 && next.callbacks[0].id == each,
                "of whatever type it is");
      on.done(storage::finish_callback{next.callbacks[0].key, 1});
    }
  }

  static void what_a_process_was_given_and_did_not_hear_of_is_given_to_it_again(bench& on) {
    const auto owner = on.worker();
    const job_id one = ended(on, owner);
    ended(on, owner);
    on.expect(taken(on, owner).id == one, "the answer to this is lost");
    const auto again = taken(on, owner);
    on.expect(again.id == one && again.tries == 1 && again.payload == "{}" && again.result == "42",
              "so the same is given, and charged once");
    on.done(storage::finish_callback{again.key, again.tries});
    on.expect(taken(on, owner).id != one, "until it is finished");
  }

  static void no_more_callbacks_are_given_again_than_are_asked_for(bench& on) {
    const auto owner = on.worker();
    ended(on, owner);
    ended(on, owner);
    storage::take_callbacks both = take(owner);
    both.limit = 2;
    on.expect(on.done(both).callbacks.size() == 2, "the answer to this is lost");
    const auto first = taken(on, owner);
    on.done(storage::finish_callback{first.key, first.tries});
    const auto second = taken(on, owner);
    on.expect(second.id != first.id && second.tries == 1, "the other one follows");
    on.done(storage::finish_callback{second.key, second.tries});
    on.expect(nothing_to_take(on, owner), "and is the last");
  }

  static void a_callback_comes_back_as_soon_as_its_process_is_lost(bench& on) {
    const auto first = on.worker();
    const auto second = on.worker();
    const job_id id = ended(on, first);
    const auto call = taken(on, first);
    on.pass(lease);
    on.done(storage::beat{second});
    on.expect(nothing_to_take(on, second), "its lease has not run out");
    on.pass(milliseconds{1});
    const auto answer = on.done(take(second));
    on.expect(answer.callbacks.empty() && answer.lost.size() == 1, "now it has");
    on.expect(answer.lost[0].id == id && answer.lost[0].type == &law_jobs::telling &&
                  answer.lost[0].tries == 1 && !answer.lost[0].given_up,
              "which is said once");
    on.expect(nothing_to_take(on, second), "after a pause");
    on.pass(milliseconds{1'000});
    const auto again = taken(on, second);
    on.expect(again.id == id && again.tries == 2, "another process has it");
    on.refused(errc::lease_lost, storage::finish_callback{call.key, call.tries});
    on.done(storage::finish_callback{again.key, again.tries});

    const job_id left = ended(on, second);
    taken(on, second);
    on.done(storage::leave{second});
    const auto third = on.worker();
    const auto of_left = on.done(take(third)).lost;
    on.expect(of_left.size() == 1 && of_left[0].id == left,
              "a process that has left is not waited for");
  }

  static void a_callback_that_was_done_after_all_is_not_called_again(bench& on) {
    const auto slow = on.worker();
    const auto other = on.worker();
    ended(on, slow);
    const auto call = taken(on, slow);
    on.pass(lease + milliseconds{1});
    on.expect(on.done(take(other)).lost.size() == 1, "a process is taken for lost");
    on.done(storage::finish_callback{call.key, call.tries});
    on.pass(longest_pause);
    on.expect(nothing_to_take(on, other), "and has done what it was given before another tried");
  }

  static void a_culprit_is_given_up_and_takes_no_callback_along(bench& on) {
    const auto alive = on.worker();
    const job_id culprit = ended(on, alive);
    for (unsigned tried = 1; tried <= storage::most_callback_tries; ++tried) {
      on.pass(milliseconds{1});
      const job_id neighbour = ended(on, alive);
      const auto call = taken(on, on.worker());
      on.expect(call.id == culprit && call.tries == tried, "a process calls it, and is lost by it");
      const auto other = taken(on, alive);
      on.expect(other.id == neighbour && other.tries == 1,
                "what is due behind it is not held back");
      on.done(storage::finish_callback{other.key, 1});
      on.pass(lease + milliseconds{1});
      const auto answer = on.done(take(alive));
      const bool last = tried == storage::most_callback_tries;
      on.expect(answer.callbacks.empty() && answer.lost.size() == 1 &&
                    answer.lost[0].id == culprit && answer.lost[0].tries == tried &&
                    answer.lost[0].given_up == last,
                "it is given up after its last try, and that is said");
      on.pass(longest_pause);
    }
    on.done(storage::beat{alive});
    on.expect(nothing_to_take(on, alive), "and no more");
  }

  static void a_callback_is_tried_five_times(bench& on) {
    const auto owner = on.worker();
    ended(on, owner);
    for (unsigned tried = 1; tried <= storage::most_callback_tries; ++tried) {
      const auto due = taken(on, owner);
      on.expect(due.tries == tried, "again and again");
      const bool last = tried == storage::most_callback_tries;
      on.expect(on.done(storage::finish_callback{due.key, tried, false}).given_up == last,
                "until it is given up");
      on.expect(nothing_to_take(on, owner), "with a pause in between");
      on.pass(longest_pause);
      on.done(storage::beat{owner});
    }
    on.expect(nothing_to_take(on, owner), "and no more");
  }

  static void a_callback_that_was_given_up_takes_nobodys_place(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 3; ++i) ended(on, owner);
    storage::take_callbacks all = take(owner);
    all.limit = 3;
    for (unsigned i = 0; i < storage::most_callback_tries; ++i) {
      all.owner = on.worker();
      on.expect(on.done(all).callbacks.size() == 3,
                "three are called, and lost with their process");
      on.pass(lease + milliseconds{1});
      on.done(storage::beat{owner});
      if (i + 1 == storage::most_callback_tries) break;
      on.expect(on.done(take(owner)).lost.size() == 3, "they come back");
      on.pass(longest_pause);
    }
    const job_id last = ended(on, owner);
    all.owner = owner;
    all.types = {&law_jobs::telling, &law_jobs::telling};
    all.limit = 1;
    const auto told = on.done(all);
    on.expect(told.lost.size() == 3, "all tries of three are lost");
    on.expect(told.callbacks.size() == 1 && told.callbacks[0].id == last,
              "and the next is given at once");
    on.done(storage::finish_callback{told.callbacks[0].key, 1});
    on.expect(nothing_to_take(on, owner), "and once");
  }

  static void a_callback_of_a_newer_payload_is_left_to_a_process_that_can_read_it(bench& on) {
    const auto older = on.worker();
    const auto newer = on.worker();
    storage::light_vector<job_id> unreadable;
    for (int i = 0; i < 3; ++i) {
      unreadable.push_back(ended_newer(on, newer));
      on.pass(milliseconds{1});
    }
    const job_id readable = ended(on, newer);
    const auto call = taken(on, older);
    on.expect(call.id == readable, "what an older process cannot read does not hold up the rest");
    on.done(storage::finish_callback{call.key, call.tries});
    on.expect(nothing_to_take(on, older), "and is not given to it");
    unreadable.push_back(ended(on, newer));
    for (const job_id& each : unreadable) {
      const auto next = on.done(take_as_newer(newer)).callbacks;
      on.expect(next.size() == 1 && next[0].id == each && next[0].tries == 1,
                "a newer process is given all of them, and none was charged before");
      on.done(storage::finish_callback{next[0].key, 1});
    }
  }

  static void two_releases_take_callbacks_in_one_batch(bench& on) {
    const auto older_one = on.worker();
    const auto newer_one = on.worker();
    const auto job = running_newer(on, newer_one);
    const job_id readable = ended(on, newer_one);
    const job_id unreadable = ended_newer(on, newer_one);
    storage::settle end = bench::success(job);
    storage::take_callbacks older = take(older_one);
    storage::take_callbacks newer = take_as_newer(newer_one);
    older.limit = newer.limit = 5;
    on.store.apply({&end, &older, &newer});
    on.expect(older.answer && older.answer->callbacks.size() == 1 &&
                  older.answer->callbacks[0].id == readable,
              "the older one is given what it can read");
    on.expect(newer.answer && newer.answer->callbacks.size() == 2,
              "and the newer one the rest, also of what ends in the batch");
    for (const storage::callback& each : newer.answer->callbacks)
      on.expect(each.id == unreadable || each.id == job.id, "each once");
  }

  static void a_callback_of_a_newer_payload_comes_back_from_a_lost_process(bench& on) {
    const auto older = on.worker();
    const auto lost = on.worker();
    const job_id id = ended_newer(on, lost);
    const auto call = on.done(take_as_newer(lost)).callbacks;
    on.expect(call.size() == 1 && call[0].id == id, "a newer process calls it");
    on.pass(lease + milliseconds{1});
    on.done(storage::beat{older});
    const auto answer = on.done(take(older));
    on.expect(answer.callbacks.empty() && answer.lost.size() == 1 && answer.lost[0].id == id &&
                  answer.lost[0].tries == 1 && !answer.lost[0].given_up,
              "and is lost, which an older process notes: it reads no payload for that");
    on.pass(milliseconds{1'000});
    on.expect(nothing_to_take(on, older), "but the older process does not call it");
    const auto newer = on.worker();
    const auto again = on.done(take_as_newer(newer)).callbacks;
    on.expect(again.size() == 1 && again[0].id == id && again[0].tries == 2,
              "another newer one does");
  }

  static constexpr storage_law all[] = {
      {"a handler is told how its job has ended", a_handler_is_told_how_its_job_has_ended},
      {"a handler is told of every end", a_handler_is_told_of_every_end},
      {"a callback is called by one process at a time",
       a_callback_is_called_by_one_process_at_a_time},
      {"callbacks that nobody has begun can be taken by anybody",
       callbacks_that_nobody_has_begun_can_be_taken_by_anybody},
      {"the callback that is due first is called first",
       the_callback_that_is_due_first_is_called_first},
      {"what a process was given and did not hear of is given to it again",
       what_a_process_was_given_and_did_not_hear_of_is_given_to_it_again},
      {"no more callbacks are given again than are asked for",
       no_more_callbacks_are_given_again_than_are_asked_for},
      {"a callback comes back as soon as its process is lost",
       a_callback_comes_back_as_soon_as_its_process_is_lost},
      {"a callback that was done after all is not called again",
       a_callback_that_was_done_after_all_is_not_called_again},
      {"a culprit is given up and takes no callback along",
       a_culprit_is_given_up_and_takes_no_callback_along},
      {"a callback is tried five times", a_callback_is_tried_five_times},
      {"a callback that was given up takes nobody's place",
       a_callback_that_was_given_up_takes_nobodys_place},
      {"a callback of a newer payload is left to a process that can read it",
       a_callback_of_a_newer_payload_is_left_to_a_process_that_can_read_it},
      {"two releases take callbacks in one batch", two_releases_take_callbacks_in_one_batch},
      {"a callback of a newer payload comes back from a lost process",
       a_callback_of_a_newer_payload_comes_back_from_a_lost_process}};
};

}  // namespace pawl::testing
