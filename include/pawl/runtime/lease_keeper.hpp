// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <set>

#include <pawl/runtime/board.hpp>

namespace pawl::runtime {

/// Keeps the leases of an engine: signs of life, and a look at what has become of its jobs. On a
/// thread of its own, so that a busy handler cannot starve it.
template <storage::job_storage Store>
class lease_keeper {
 public:
  explicit lease_keeper(board<Store>& shared) : board_(shared) {}

  /// A heartbeat if one is due, and a look at what has become of our jobs.
  void once() {
    // Listed before the store is asked: what is listed then was leased then.
    const std::vector<shared_attempt> mine = board_.all_attempts();
    const milliseconds now = board_.store->elapsed();
    const bool beat_due =
        heartbeat_failed_ || now >= board_.seen_alive.load() + board_.shortest_lease / 3;
    const auto jobs = beat_due ? beat(now) : board_.store->leases(board_.owner);
    if (!jobs) {
      watch();
      return;
    }
    std::unordered_map<std::int64_t, storage::held_job> known;
    for (const storage::held_job& each : *jobs) known.emplace(each.lease.key, each);
    for (const shared_attempt& run : mine) {
      const auto found = known.find(run->lease().key);
      if (run->is_over()) continue;
      if (found == known.end() || found->second.lease.fence != run->lease().fence)
        run->stop(stop_reason::lease_lost, now);
      else if (found->second.cancel_requested)
        run->stop(stop_reason::canceled, now);
    }
    give_back_strays(*jobs);
    watch();
  }

  /// What needs no store, so that one that does not answer cannot hold it up: attempts that run too
  /// long, that do not stop, or that nobody can vouch for any more.
  void watch() {
    const milliseconds now = board_.store->elapsed();
    for (const shared_attempt& run : board_.all_attempts()) {
      if (run->is_over()) continue;
      // Nobody can tell whether we still have it: stop before somebody else may begin.
      const milliseconds lease{run->job().type->lease.count};
      if (now - board_.seen_alive.load() > lease * 2 / 3) run->stop(stop_reason::lease_lost, now);
      if (run->is_overdue(now)) run->stop(stop_reason::timed_out, now);
      if (run->ignores_stop(now, board_.options.stop_grace)) replace(run);
    }
  }

  void until_stopped() {
    const milliseconds interval = std::min(board_.options.look, board_.shortest_lease / 6);
    while (true) {
      {
        std::unique_lock lock(board_.mutex);
        if (board_.changed.wait_for(lock, interval, [&] { return board_.stopped; })) return;
      }
      once();
    }
  }

 private:
  storage::result<std::vector<storage::held_job>> beat(milliseconds now) {
    auto beaten = storage::apply_one(*board_.store, storage::beat{board_.owner});
    heartbeat_failed_ = !beaten;
    if (beaten) {
      board_.seen_alive = now;
      return std::move(beaten->jobs);
    }
    board_.complain(observe::event<"heartbeat_failed">, beaten.error());
    if (beaten.error().code == storage::errc::owner_lost) {
      const std::scoped_lock lock(board_.mutex);
      board_.needs_enrolment = true;
      board_.pump_wakes.notify_one();
    }
    return unexpected<storage::error>(std::move(beaten).error());
  }

  /// A handler that does not stop loses its job and its slot. Its thread cannot be ended; when it
  /// comes back it finds that it was replaced.
  void replace(const shared_attempt& run) {
    if (!board_.conclude(run, {.end = storage::attempt_end::canceled})) return;
    board_.say(observe::log_level::error, observe::event<"handler_stuck">,
               "a handler did not stop when it was asked to; its job is taken from it", *run);
    board_.serving(*run->job().type).counted->stuck();
    {
      const std::scoped_lock lock(board_.mutex);
      ++board_.stuck;
    }
    if (!run->how().is_coroutine() || run->give_up_worker()) board_.pool->replace_one();
  }

  /// Jobs that the store holds for us and that we know nothing of: the answer to a claim got lost.
  /// Seen twice, they are given back; once may only mean that they are on their way.
  void give_back_strays(const std::vector<storage::held_job>& jobs) {
    std::set<std::pair<std::int64_t, std::uint64_t>> ours;
    for (const shared_attempt& run : board_.all_attempts())
      ours.emplace(run->lease().key, run->lease().fence);
    std::set<std::pair<std::int64_t, std::uint64_t>> strays;
    for (const storage::held_job& each : jobs) {
      const std::pair grant(each.lease.key, each.lease.fence);
      if (each.type == nullptr || ours.contains(grant)) continue;
      if (!strays_.contains(grant)) {
        strays.insert(grant);
        continue;
      }
      static_cast<void>(storage::apply_one(
          *board_.store,
          storage::settle{
              .lease = each.lease, .type = each.type, .end = storage::attempt_end::released}));
    }
    strays_ = std::move(strays);
  }

  board<Store>& board_;
  bool heartbeat_failed_ = false;
  std::set<std::pair<std::int64_t, std::uint64_t>> strays_{};
};

}  // namespace pawl::runtime
