// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/id_source.hpp>
#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/engine/counting.hpp>

namespace pawl::runtime {

/// How long maintenance rests after a transaction of a backlog: nine times as long as it took, so
/// that what others commit is slowed by a tenth at most. If the backlog grows by a minute all the
/// same, more comes in than a tenth can work off, and maintenance takes half.
[[nodiscard]] inline std::chrono::microseconds rest_after(std::chrono::microseconds took,
                                                          milliseconds grown) {
  return grown > milliseconds{60'000} ? took : 9 * took;
}

/// What has to be done now and then, by any process: jobs of lost workers are taken up, dependents
/// released, old jobs deleted, dead letters tried again, the queue measured. Every step is a
/// conditional write, so that all processes may do it at once.
class maintenance {
 public:
  explicit maintenance(engine_core& core) : core_(core) {}

  /// All that there is to do, without a rest.
  void once() {
    while (work_off_some()) do_what_is_due();
    do_the_others();
  }

  void until_stopped() {
    std::uint64_t random = static_cast<std::uint64_t>(core_.owner.load());
    while (true) {
      using clock = std::chrono::steady_clock;
      storage::maybe<milliseconds> at_first;
      for (auto begun = clock::now(); work_off_some(); begun = clock::now()) {
        const auto took = std::chrono::ceil<std::chrono::microseconds>(clock::now() - begun);
        if (!at_first) at_first = behind_;
        if (!pause_.sleep(rest_after(took, behind_ - *at_first))) return;
        do_what_is_due();
      }
      do_the_others();
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
  /// One transaction, as short as its limits make it. True if there may be more to do.
  bool work_off_some() {
    storage::reap lost;
    storage::release_dependents dependents;
    storage::prune old;
    core_.store.apply({&lost, &dependents, &old});
    if (!lost.answer) {
      core_.complain(observe::event<"maintenance_failed">, lost.answer.error());
      return false;
    }
    for (const storage::reap::lost& each : lost.answer->jobs)
      if (each.was_running) tell_lost(each);
    count_moved(*core_.metrics, lost.answer->moved);
    if (dependents.answer) count_moved(*core_.metrics, dependents.answer->moved);
    behind_ = old.answer ? old.answer->behind : milliseconds{0};
    return lost.answer->more || (dependents.answer && dependents.answer->more) ||
           (old.answer && old.answer->more);
  }
  void do_the_others() {
    others_done_ = core_.store.elapsed();
    watch_clock();
    if (core_.options.reprocess) reprocess(*core_.options.reprocess);
    measure();
  }
  /// A backlog may last for hours: what is to be done at every interval does not wait for its end.
  void do_what_is_due() {
    if (core_.store.elapsed() - others_done_ >= core_.options.maintenance) do_the_others();
  }

  /// One line if the time of day was set since the last round. A second and less is what a clock
  /// that is kept right may be put forward or back.
  void watch_clock() {
    const storage::wall_clock_state clock = core_.store.wall_clock();
    const milliseconds jump = clock.ahead - wall_ahead_.value_or(clock.ahead);
    wall_ahead_ = clock.ahead;
    if (std::chrono::abs(jump) <= milliseconds{1000}) return;
    observe::log_entry entry{
        .level = observe::log_level::warning,
        .event = observe::event<"clock_jumped">,
        .message =
            clock.is_followed
                ? "the server's clock was set; what is delayed or leased is due by it"
                : "the time of day was set; what is delayed or leased stays due when it was"};
    entry.fields.push_back({"by_ms", std::int64_t{jump.count()}});
    core_.say(std::move(entry));
  }

  void tell_lost(const storage::reap::lost& lost) {
    core_.say(
        observe::log_entry{.level = observe::log_level::warning,
                           .event = observe::event<"worker_lost">,
                           .message = "the job was lost by its worker and is now " + lost.state,
                           .job = lost.id,
                           .handler = std::string(std::string_view(lost.type->handler)),
                           .attempt = lost.attempt});
    count_moved(*core_.metrics, lost);
  }

  /// Submits dead letters again that have lain long enough.
  void reprocess(const reprocess_options& how) {
    light_vector<storage::reprocess> all;
    all.reserve(core_.types.size());
    light_vector<storage::operation_ptr> batch;
    const instant now = core_.store.now();
    for (const job_descriptor* type : core_.types) {
      storage::reprocess& again = all.emplace_back();
      again.type = type;
      again.after = how.after;
      for (std::size_t i = 0; i < greatest<std::size_t>(how.batch, 1); ++i)
        again.fresh.push_back(ids_.next(now, type->ephemeral));
      batch.push_back(&again);
    }
    core_.store.apply(batch);
    for (const storage::reprocess& again : all) {
      if (!again.answer) continue;
      core_.metrics->of(std::string_view(again.type->handler)).submitted(again.answer->jobs.size());
      for (const storage::reprocess::repeated& each : again.answer->jobs)
        core_.say(observe::log_entry{
            .event = observe::event<"dead_letter_reprocessed">,
            .message = "a dead job was submitted again as " + to_string(each.fresh),
            .job = each.dead,
            .handler = std::string(std::string_view(again.type->handler)),
            .tenant = each.tenant});
    }
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
  milliseconds behind_{};  ///< how long ago what is deleted next should have gone
  milliseconds others_done_{};
  storage::maybe<milliseconds> measured_at_{};
  storage::maybe<milliseconds> wall_ahead_{};  ///< of what nobody sets, at the last round
};

}  // namespace pawl::runtime
