// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/id_source.hpp>
#include <pawl/runtime/engine/core.hpp>

namespace pawl::runtime {

/// What has to be done now and then, by any process: jobs of lost workers are taken up, dependents
/// released, old jobs deleted, dead letters tried again, the queue measured. Every step is a
/// conditional write, so that all processes may do it at once.
class maintenance {
 public:
  explicit maintenance(engine_core& core) : core_(core) {}

  void once() {
    storage::reap lost;
    storage::release_dependents dependents;
    storage::prune old;
    core_.store.apply({&lost, &dependents, &old});
    if (lost.answer)
      for (const storage::reap::lost& each : lost.answer->jobs) count_lost(each);
    else
      core_.complain(observe::event<"maintenance_failed">, lost.answer.error());
    if (core_.options.reprocess) reprocess(*core_.options.reprocess);
    measure();
  }

  void until_stopped() {
    std::uint64_t random = static_cast<std::uint64_t>(core_.owner.load());
    while (true) {
      once();
      // Between a half and one and a half of the interval: processes that were started together
      // do not stay together.
      random = pawl::detail::scatter(random);
      const auto interval = core_.options.maintenance;
      const auto jitter = milliseconds{
          static_cast<std::int64_t>(random % (static_cast<std::uint64_t>(interval.count()) + 1))};
      if (!pause_.sleep(interval / 2 + jitter)) return;
    }
  }
  void end() { pause_.end(); }

 private:
  void count_lost(const storage::reap::lost& lost) {
    if (!lost.was_running) return;
    core_.say(
        observe::log_entry{.level = observe::log_level::warning,
                           .event = observe::event<"worker_lost">,
                           .message = "the job was lost by its worker and is now " + lost.state,
                           .job = lost.id,
                           .handler = std::string(std::string_view(lost.type->handler)),
                           .attempt = lost.attempt});
    served_type* const of = core_.find_served(lost.type);
    if (of == nullptr) return;
    if (is_terminal(lost.kind))
      of->counted->finished({.outcome = lost.kind == kind::dead
                                            ? observe::job_outcome::dead_lettered
                                            : observe::job_outcome::failed,
                             .ran = {},
                             .attempts = lost.attempt,
                             .error = std::string_view(error::worker_lost::code)});
    else
      of->counted->retried(std::string_view(error::worker_lost::code));
  }

  /// Submits dead letters again that have lain long enough. Each once: what a repetition left
  /// behind is for people.
  void reprocess(const reprocess_options& how) {
    const instant now = core_.store.now();
    std::size_t left = std::max<std::size_t>(how.batch, 1);
    for (const job_descriptor* type : core_.types) {
      storage::list_filter filter;
      filter.handler = std::string(std::string_view(type->handler));
      filter.limit = storage::list_filter::most;
      do {
        const auto found = core_.store.dead_letters(storage::scope::every_tenant(), filter);
        if (!found) return;
        for (const dead_letter& letter : found->letters) {
          const bool is_due =
              !letter.replayed_as && !letter.job.parent && now - letter.dead_since >= how.after;
          if (is_due && replay(*type, letter, now) && --left == 0) return;
        }
        filter.cursor = found->cursor;
      } while (!filter.cursor.empty());
    }
  }
  bool replay(const job_descriptor& type, const dead_letter& letter, instant now) {
    storage::replay again{.scope = storage::scope::every_tenant(),
                          .id = letter.job.id,
                          .fresh = ids_.next(now, type.ephemeral),
                          .unless_done = true};
    core_.store.apply_one(again);
    if (!again.answer) return false;
    core_.say(
        observe::log_entry{.event = observe::event<"dead_letter_reprocessed">,
                           .message = "a dead job was submitted again as " + to_string(again.fresh),
                           .job = letter.job.id,
                           .handler = letter.job.handler,
                           .tenant = letter.job.tenant});
    return true;
  }

  /// Every few seconds: counting a long queue takes its time.
  void measure() {
    const milliseconds now = core_.store.elapsed();
    if (measured_at_ && now < *measured_at_ + milliseconds{5000}) return;
    measured_at_ = now;
    core_.metrics->workers_busy(static_cast<std::int64_t>(core_.pool->busy()));
    for (const job_descriptor* type : core_.types)
      if (const auto waiting = core_.store.depth(*type))
        core_.serving(*type).counted->queue_depth(*waiting);
  }

  engine_core& core_;
  interruptible_pause pause_;
  id_source ids_;
  std::optional<milliseconds> measured_at_{};
};

}  // namespace pawl::runtime
