// SPDX-License-Identifier: BSL-1.0
// Jobs in every kind of state, as the fixture of a schema has them: each is found by its subject.
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace support {

inline void fill_fixture(pawl::testing::storage_bench& on) {
  using namespace pawl;
  namespace jobs = testing::law_jobs;
  const auto made = [&](const job_descriptor& type, const char* subject, std::string key = {}) {
    storage::submit op = on.request(type);
    op.subject = subject;
    op.key = std::move(key);
    return on.submit(op);
  };
  const auto owner = on.worker();
  made(jobs::plain, "dead");
  for (unsigned left = jobs::plain.retry.max_attempts; left != 0; --left) {
    on.fail(on.start(owner, jobs::plain));
    on.pass(std::chrono::milliseconds{60'000});
    on.done(storage::beat{owner});
  }
  made(jobs::plain, "succeeded", "a-key");
  on.succeed(on.start(owner, jobs::plain));
  made(jobs::plain, "scheduled");
  on.fail(on.start(owner, jobs::plain));
  made(jobs::plain, "running");
  const auto running = on.start(owner, jobs::plain);
  storage::report told{.lease = running.lease, .type = running.type, .progress = 50};
  told.checkpoint = "so far";
  told.findings.artifacts.push_back({"picture", "of it"});
  on.done(told);
  made(jobs::plain, "held");
  on.claim(owner, {&jobs::plain}, 0, 1);
  storage::submit waits = on.request(jobs::plain);
  waits.subject = "waits";
  waits.depends_on = {running.id};
  on.submit(waits);
  for (int i = 0; i < 3; ++i) made(jobs::narrow, i < 2 ? "counted" : "parked");
  on.claim(owner, {&jobs::narrow}, 3);
  made(jobs::telling, "told");
  on.succeed(on.start(owner, jobs::telling));
  made(jobs::filmed, "filmed");
  made(jobs::metered, "metered");
  made(jobs::served, "ready");
}

}  // namespace support
