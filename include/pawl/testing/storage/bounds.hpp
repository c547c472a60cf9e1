// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// How many jobs may wait: what is ready has one bound, what is delayed another, and each tenant a
/// share of both.
struct bound_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static storage::submit delayed(bench& on) {
    storage::submit op = on.request(law_jobs::plain);
    op.delay = std::chrono::hours{1};
    return op;
  }
  static storage::submit after(bench& on, const job_id& awaited) {
    storage::submit op = on.request(law_jobs::plain);
    op.depends_on = {awaited};
    return op;
  }
  /// The same for a tenant.
  static storage::submit as(const char* tenant, storage::submit op) {
    op.who.tenant = tenant;
    return op;
  }

  static void only_what_is_ready_counts_for_the_high_watermark(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 5; ++i) on.submit(delayed(on));
    storage::submit far = on.request(law_jobs::plain);
    far.run_at = instant{milliseconds{253'402'300'799'000}};  // the last second of the year 9999
    const job_id last = on.submit(far);
    for (int i = 0; i < 5; ++i) on.submit(after(on, last));
    for (int i = 0; i < 3; ++i) on.running(owner, law_jobs::other);
    on.held(owner, law_jobs::other);
    for (int i = 0; i < 3; ++i) on.submit(law_jobs::crowded);
    on.claim(owner, {&law_jobs::crowded}, 3);  // two of them wait for the slot that the first has
    const auto one_more = [&] {
      storage::submit op = on.request(law_jobs::plain);
      op.high_watermark = 2;
      return op;
    };
    for (int i = 0; i < 2; ++i) on.submit(one_more());
    on.refused(errc::queue_overloaded, one_more());
    storage::submit later = delayed(on);
    later.high_watermark = 2;
    on.refused(errc::queue_overloaded, later);
    on.start(owner, law_jobs::plain);
    on.submit(one_more());
    on.refused(errc::queue_overloaded, one_more());
  }

  static void a_tenant_has_its_share_of_what_is_ready_and_no_more(bench& on) {
    const auto owner = on.worker();
    const auto by = [&](const char* tenant, const job_descriptor& type) {
      storage::submit op = as(tenant, on.request(type));
      op.high_watermark_per_tenant = 2;
      return op;
    };
    on.submit(by("acme", law_jobs::plain));
    on.submit(by("acme", law_jobs::other));
    on.refused(errc::queue_overloaded, by("acme", law_jobs::plain));
    on.refused(errc::queue_overloaded, by("acme", law_jobs::filed));
    for (int i = 0; i < 2; ++i) on.submit(by("globex", law_jobs::filed));
    on.refused(errc::queue_overloaded, by("globex", law_jobs::plain));
    on.start(owner, law_jobs::other);
    on.refused(errc::queue_overloaded, by("globex", law_jobs::plain));
    on.submit(by("acme", law_jobs::plain));
    on.refused(errc::queue_overloaded, by("acme", law_jobs::plain));
    storage::submit whole = by("acme", law_jobs::plain);
    whole.high_watermark_per_tenant = 0;
    on.submit(whole);  // without a share
  }

  static void what_is_delayed_has_a_bound_of_its_own(bench& on) {
    const auto bounded = [](storage::submit op) {
      op.most_delayed = 3;
      return op;
    };
    const job_id first = on.submit(bounded(delayed(on)));
    on.submit(bounded(delayed(on)));
    on.submit(bounded(after(on, first)));
    on.refused(errc::too_many_delayed, bounded(delayed(on)));
    on.refused(errc::too_many_delayed, bounded(after(on, first)));
    on.refused(errc::too_many_delayed, as("globex", bounded(delayed(on))));
    const job_id ready = on.submit(bounded(on.request(law_jobs::plain)));
    on.expect(on.get(ready).phase == phase::ready, "what is due is no matter of it");
    on.done(storage::cancel{.scope = on.mine(), .id = first});  // and with it who waits for it
    for (int i = 0; i < 2; ++i) on.submit(bounded(delayed(on)));
    on.refused(errc::too_many_delayed, bounded(delayed(on)));
    on.pass(std::chrono::hours{1});
    on.claim(on.worker(), {&law_jobs::plain}, 9);
    on.submit(bounded(delayed(on)));
  }

  static void a_tenant_has_its_share_of_what_is_delayed(bench& on) {
    const auto by = [&](const char* tenant, storage::submit op) {
      op.most_delayed = 100;
      op.most_delayed_per_tenant = 2;
      return as(tenant, std::move(op));
    };
    const job_id first = on.submit(by("acme", delayed(on)));
    on.submit(by("acme", after(on, first)));
    on.refused(errc::too_many_delayed, by("acme", delayed(on)));
    on.refused(errc::too_many_delayed, by("acme", after(on, first)));
    for (int i = 0; i < 2; ++i) on.submit(by("globex", delayed(on)));
    on.refused(errc::too_many_delayed, by("globex", delayed(on)));
    on.submit(by("acme", on.request(law_jobs::plain)));
    on.done(storage::cancel{.scope = on.everyone(), .id = first});
    for (int i = 0; i < 2; ++i) on.submit(by("acme", delayed(on)));
    on.refused(errc::too_many_delayed, by("acme", delayed(on)));
  }

  static void jobs_that_come_together_are_counted_together(bench& on) {
    const auto whole = [&](int ready, int waiting) {
      storage::submit_whole op;
      for (int i = 0; i < ready; ++i) op.jobs.push_back(on.request(law_jobs::plain));
      for (int i = 0; i < waiting; ++i) op.jobs.push_back(after(on, op.jobs[0].id));
      for (storage::submit& each : op.jobs) {
        each.high_watermark = each.high_watermark_per_tenant = 2;
        each.most_delayed = 3;
        each.most_delayed_per_tenant = 3;
      }
      return op;
    };
    on.refused(errc::queue_overloaded, whole(3, 0));
    on.refused(errc::too_many_delayed, whole(1, 4));
    on.expect(on.list().empty(), "all of them are refused, or none");
    on.expect(on.done(whole(2, 3)).created, "those that wait are not ready");
  }

  static constexpr storage_law all[] = {
      {"only what is ready counts for the high watermark",
       only_what_is_ready_counts_for_the_high_watermark},
      {"a tenant has its share of what is ready, and no more",
       a_tenant_has_its_share_of_what_is_ready_and_no_more},
      {"what is delayed has a bound of its own", what_is_delayed_has_a_bound_of_its_own},
      {"a tenant has its share of what is delayed", a_tenant_has_its_share_of_what_is_delayed},
      {"jobs that come together are counted together",
       jobs_that_come_together_are_counted_together}};
};

}  // namespace pawl::testing
