// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/engine/counting.hpp>

namespace pawl::runtime {

/// Keeps the leases of an engine: signs of life, and a look at what has become of its jobs. On a
/// thread of its own, so that a busy handler cannot starve it.
class lease_keeper {
 public:
  explicit lease_keeper(engine_core& core) : core_(core) {}

  /// A heartbeat if one is due, and a look at what has become of its jobs.
  void once() {
    const std::uint64_t listed_before = core_.runs.next_number();
    const milliseconds now = core_.store.elapsed();
    // Before the last one: a server's clock was set back, and the lease runs out by it.
    const milliseconds last = core_.seen_alive.load();
    const bool beat_due = heartbeat_failed_ || now < last || now >= last + core_.heartbeat;
    auto jobs = beat_due ? beat(now) : core_.store.leases(core_.owner);
    if (!jobs) {
      watch();
      return;
    }
    const held_leases leased(*jobs);
    core_.stop_what_is_gone(listed_before, leased, now);
    give_back_strays(leased);
    watch();
  }

  /// What needs no store, so that one that does not answer cannot hold it up: attempts that run too
  /// long, that do not stop, or whose leases may be lost. Also called by the listener's thread.
  void watch() {
    const milliseconds now = core_.store.elapsed();
    for (const shared_attempt& run : core_.runs.all()) {
      if (run->is_over()) continue;
      // Whether it is still this engine's cannot be told: stop before another worker may begin.
      const milliseconds lease{run->job().type->lease.count};
      if (now - core_.seen_alive.load() > lease * 2 / 3) run->stop(stop_reason::lease_lost, now);
      if (run->is_overdue(now)) run->stop(stop_reason::timed_out, now);
      if (run->ignores_stop(now, core_.options.stop_grace)) replace(run);
    }
  }

  void until_stopped() {
    while (pause_.sleep(check_interval())) once();
  }
  void end() { pause_.end(); }
  /// How often the leases are looked at: often enough that no heartbeat is late by more than half.
  [[nodiscard]] milliseconds check_interval() const {
    return least(core_.options.lease_check_interval,
                 greatest(core_.heartbeat / 2, milliseconds{1}));
  }

 private:
  storage::answer_to<light_vector<storage::held_job>> beat(milliseconds now) {
    storage::beat op{core_.owner};
    if (core_.options.adaptive.enabled)
      for (const job_descriptor* type : core_.types)
        op.ended.push_back({type, core_.serving(*type).limit.take_untold()});
    core_.store.apply_one(op);
    heartbeat_failed_ = !op.answer;
    if (op.answer) {
      core_.seen_alive = now;
      count_moved(*core_.metrics, op.answer->moved);
      hear(op);
      return std::move(op.answer->jobs);
    }
    for (const auto& each : op.ended) core_.serving(*each.type).limit.put_back(each.counts);
    core_.complain(observe::event<"heartbeat_failed">, op.answer.error());
    if (op.answer.error().code == storage::errc::owner_lost)
      core_.dispatcher_wakes.now({.enrol = true});
    return unexpected<storage::error>(op.answer.error());
  }

  /// What became of attempts in other processes: the dispatcher judges them with its own.
  void hear(const storage::beat& op) {
    bool any = false;
    for (std::size_t i = 0; i < op.ended.size(); ++i) {
      core_.serving(*op.ended[i].type).limit.hear(op.answer->elsewhere[i]);
      any |= op.answer->elsewhere[i].ended != 0;
    }
    if (any) core_.dispatcher_wakes.now({});
  }

  /// A handler that does not stop loses its job and its slot. Its thread cannot be ended; when it
  /// comes back it finds that it was replaced.
  void replace(const shared_attempt& run) {
    storage::settle end = run->new_settlement();
    end.end = storage::attempt_end::cancelled;
    if (!run->conclude(std::move(end))) return;
    core_.say(observe::log_level::error, observe::event<"handler_stuck">,
              "a handler did not stop when it was asked to; its job is taken from it", *run);
    core_.serving(*run->job().type).counted->stuck();
    ++core_.stuck;
    if (run->give_up_worker()) core_.pool->replace_one();
  }

  /// Jobs that the store holds for this engine, and that it knows nothing of: the answer to a claim
  /// got lost. Seen twice, they are given back; once may only mean that they are on their way.
  void give_back_strays(const held_leases& leased) {
    // Those that are listed by now were on their way before.
    core_.runs.look_at_all(~std::uint64_t{}, [&](const shared_attempt& run) {
      if (storage::held_job* const found = leased.find(run->lease())) found->type = nullptr;
    });
    const held_leases before(strays_);
    light_vector<storage::held_job> strays;
    for (const storage::held_job& each : leased) {
      if (each.type == nullptr) continue;
      if (before.find(each.lease) == nullptr) {
        strays.push_back(each);
        continue;
      }
      storage::settle op{
          .lease = each.lease, .type = each.type, .end = storage::attempt_end::given_back};
      core_.store.apply_one(op);
    }
    strays_ = std::move(strays);
  }

  engine_core& core_;
  interruptible_pause pause_;
  bool heartbeat_failed_ = false;
  light_vector<storage::held_job> strays_{};
};

}  // namespace pawl::runtime
