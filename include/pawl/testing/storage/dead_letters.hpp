// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Dead letters: how jobs that were given up come back.
struct dead_letter_laws {
  using bench = storage_bench;
  using errc = storage::errc;

  static void a_dead_letter_comes_back_as_a_new_job(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::plain, R"({"n":1})");
    op.key = "k";
    op.subject = "document 7";
    op.metadata = "{}";
    op.rank = 2;
    op.retry.max_attempts = 1;
    const job_id dead = on.submit(op);
    on.fail(on.start(owner, law_jobs::plain));
    const job_record before = on.get(dead);
    const job_id fresh = on.ids.next(on.store.now());
    const auto replayed = on.done(storage::replay{on.mine(), dead, fresh});
    on.expect(replayed.id == fresh && replayed.type == &law_jobs::plain, "under its own id");
    const job_record again = on.get(fresh);
    on.expect(again.parent == dead && again.state == "pending" && again.attempt == 0 &&
                  again.max_attempts == 1 && again.priority == 2 && again.subject == "document 7" &&
                  again.metadata == "{}" && again.requested_by == "ann" && again.tenant == "acme",
              "that is as the first one was");
    on.expect(again.idempotency_key.empty(), "but the key stays with the first");
    const job_record after = on.get(dead);
    on.expect(after.state == before.state && after.updated_at == before.updated_at &&
                  after.last_event == before.last_event,
              "the dead job does not change");
    on.expect(on.read(on.store.dead_letter(on.mine(), dead)).replayed_as == fresh,
              "its letter says what became of it");
    const auto job = on.start(owner, law_jobs::plain);
    on.expect(job.id == fresh && job.payload == op.payload, "it runs with the same payload");
    on.done(storage::replay{on.mine(), dead, fresh});
    on.expect(on.list().size() == 2, "an answer that was lost makes no second job");
  }

  /// The key stays with the first, so that a repetition has none.
  static void a_dead_letter_of_a_type_that_takes_no_job_without_a_key_comes_back(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::keyed);
    op.key = "order-7";
    op.retry.max_attempts = 1;
    const job_id dead = on.submit(op);
    on.fail(on.start(owner, law_jobs::keyed));
    const job_id fresh = on.ids.next(on.store.now());
    on.done(storage::replay{on.mine(), dead, fresh});
    on.expect(on.start(owner, law_jobs::keyed).id == fresh, "it runs again");
  }

  static void only_a_dead_letter_can_be_replayed(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.refused(errc::not_found, storage::replay{on.mine(), job.id, on.ids.next(on.store.now())});
    on.succeed(job);
    on.refused(errc::not_found, storage::replay{on.mine(), job.id, on.ids.next(on.store.now())});
  }

  static void the_last_of_those_who_bring_it_back_is_what_became_of_it(bench& on) {
    const auto owner = on.worker();
    const job_id dead = on.dead(owner, law_jobs::plain);
    std::vector<storage::replay> tries;
    for (int i = 0; i < 3; ++i)
      tries.push_back(storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
    on.store.apply({&tries[0], &tries[1], &tries[2]});
    for (const storage::replay& each : tries) {
      on.expect(each.answer.has_value(), "it comes back each time");
      on.expect(on.get(each.fresh).state == "pending", "as a job of its own");
    }
    on.expect(on.read(on.store.dead_letter(on.mine(), dead)).replayed_as == tries[2].fresh,
              "a dead letter knows the last of them, also of one commit");
  }

  static void a_dead_letter_comes_back_once_if_that_is_asked_for(bench& on) {
    const auto owner = on.worker();
    const job_id dead = on.dead(owner, law_jobs::plain);
    const auto again = [&](bool once) {
      return storage::replay{on.mine(), dead, on.ids.next(on.store.now()), once};
    };
    // Two in one commit, and one after it.
    storage::replay first = again(true);
    storage::replay second = again(true);
    on.store.apply({&first, &second});
    on.expect(first.answer && !second.answer && second.answer.error().code == errc::not_found,
              "the first of two");
    on.refused(errc::not_found, again(true));
    on.expect(on.read(on.store.dead_letter(on.mine(), dead)).replayed_as == first.fresh,
              "the letter names that one");
    on.done(again(false));
  }

  static void all_dead_letters_come_back_if_they_are_as_many_as_expected(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.dead(owner, law_jobs::plain);
    on.dead(owner, law_jobs::plain);
    on.dead(owner, law_jobs::other);
    on.who.tenant = "globex";
    const job_id theirs = on.dead(owner, law_jobs::plain);
    on.who.tenant = "acme";
    const auto expecting = [&](std::size_t count) {
      storage::replay_all op{.scope = on.mine(), .handler = "law.plain"};
      for (std::size_t i = 0; i < count; ++i) op.fresh.push_back(on.ids.next(on.store.now()));
      return op;
    };
    for (const std::size_t wrong : {0U, 1U, 3U}) on.refused(errc::count_mismatch, expecting(wrong));
    on.expect(on.read(on.store.count(on.everyone())).in(phase::ready) == 0,
              "a wrong number does nothing");
    const auto made = on.done(expecting(2));
    on.expect(made.count == 2 && made.refused == 0, "the right number brings all of them back");
    on.expect(!on.read(on.store.dead_letter(on.everyone(), theirs)).replayed_as,
              "and none of another tenant");
    on.expect(on.read(on.store.dead_letter(on.mine(), first)).replayed_as.has_value(),
              "each letter says what became of it");
    on.refused(errc::count_mismatch, expecting(2));
    on.expect(on.done(expecting(0)).count == 0, "once");
  }

  static void a_limit_holds_for_dead_letters_too(bench& on) {
    const auto owner = on.worker();
    const job_id one = on.dead(owner, law_jobs::exclusive);
    const job_id two = on.dead(owner, law_jobs::exclusive);
    on.submit(law_jobs::exclusive);
    on.refused(errc::limit_reached, storage::replay{on.mine(), one, on.ids.next(on.store.now())});
    on.expect(!on.read(on.store.dead_letter(on.mine(), one)).replayed_as, "it stays where it is");
    on.succeed(on.start(owner, law_jobs::exclusive));
    storage::replay_all every{.scope = on.mine(), .handler = "law.exclusive"};
    every.fresh = {on.ids.next(on.store.now()), on.ids.next(on.store.now())};
    const auto made = on.done(every);
    on.expect(made.count == 1 && made.refused == 1, "as many as the limit allows");
    const bool first = on.read(on.store.dead_letter(on.mine(), one)).replayed_as.has_value();
    const bool second = on.read(on.store.dead_letter(on.mine(), two)).replayed_as.has_value();
    on.expect(first != second, "the other stays");
  }

  static void dead_letters_that_have_lain_long_enough_come_back_once(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.dead(owner, law_jobs::plain);
    on.pass(std::chrono::milliseconds{1000});
    const job_id second = on.dead(owner, law_jobs::plain);
    on.dead(owner, law_jobs::other);
    const auto after = [&](std::chrono::milliseconds lain, std::size_t most) {
      storage::reprocess op{.type = &law_jobs::plain, .after = lain};
      for (std::size_t i = 0; i < most; ++i) op.fresh.push_back(on.ids.next(on.store.now()));
      std::vector<job_id> repeated;
      for (const auto& each : on.done(op).jobs) {
        on.expect(on.get(each.fresh).parent == each.dead && each.tenant == on.who.tenant,
                  "each comes back as a new job that names it");
        repeated.push_back(each.dead);
      }
      return repeated;
    };
    on.expect(after(std::chrono::hours{24}, 9).empty(), "not before they have lain so long");
    on.pass(std::chrono::hours{24});
    on.done(storage::beat{owner});
    on.expect(after(std::chrono::hours{24}, 1) == std::vector{first}, "the oldest first");
    on.expect(after(std::chrono::hours{24}, 9) == std::vector{second}, "then the others");
    for (int i = 0; i < 2; ++i)
      for (unsigned left = law_jobs::plain.retry.max_attempts; left != 0; --left) {
        on.fail(on.start(owner, law_jobs::plain));
        on.pass(std::chrono::milliseconds{60'000});
        on.done(storage::beat{owner});
      }
    on.pass(std::chrono::hours{48});
    on.expect(after(std::chrono::hours{24}, 9).empty(), "and none of them a second time");
  }

  static void a_dead_letter_that_is_refused_comes_back_later(bench& on) {
    const auto owner = on.worker();
    on.dead(owner, law_jobs::exclusive);
    on.submit(law_jobs::exclusive);  // takes the one place that there is
    const auto again = [&] {
      return on
          .done(storage::reprocess{.type = &law_jobs::exclusive,
                                   .after = std::chrono::hours{1},
                                   .fresh = {on.ids.next(on.store.now())}})
          .jobs.size();
    };
    on.pass(std::chrono::hours{1});
    on.done(storage::beat{owner});
    on.expect(again() == 0, "there is no place for it");
    on.succeed(on.start(owner, law_jobs::exclusive));
    on.expect(again() == 0, "it does not stand in the way of others");
    on.pass(std::chrono::hours{1});
    on.expect(again() == 1, "but is tried again");
  }

  static void dead_letters_are_counted_by_type(bench& on) {
    const auto owner = on.worker();
    on.dead(owner, law_jobs::plain);
    on.dead(owner, law_jobs::plain);
    on.dead(owner, law_jobs::other);
    using counts = storage::light_vector<storage::dead_count>;
    const auto counted = on.read(on.store.count(on.mine()));
    on.expect(
        counted.dead_letters == 3 && counted.dead_of == counts{{"law.other", 1}, {"law.plain", 2}},
        "each is counted once, with its type");
    on.expect(on.read(on.store.count(storage::scope::tenant("evil"))).dead_of.empty(),
              "and for its tenant only");
  }

  static constexpr storage_law all[] = {
      {"dead letters are counted by type", dead_letters_are_counted_by_type},
      {"dead letters that have lain long enough come back once",
       dead_letters_that_have_lain_long_enough_come_back_once},
      {"a dead letter that is refused comes back later",
       a_dead_letter_that_is_refused_comes_back_later},
      {"a dead letter comes back as a new job", a_dead_letter_comes_back_as_a_new_job},
      {"a dead letter comes back once if that is asked for",
       a_dead_letter_comes_back_once_if_that_is_asked_for},
      {"a dead letter of a type that takes no job without a key comes back",
       a_dead_letter_of_a_type_that_takes_no_job_without_a_key_comes_back},
      {"the last of those who bring it back is what became of it",
       the_last_of_those_who_bring_it_back_is_what_became_of_it},
      {"only a dead letter can be replayed", only_a_dead_letter_can_be_replayed},
      {"all dead letters come back if they are as many as expected",
       all_dead_letters_come_back_if_they_are_as_many_as_expected},
      {"a limit holds for dead letters too", a_limit_holds_for_dead_letters_too}};
};

}  // namespace pawl::testing
