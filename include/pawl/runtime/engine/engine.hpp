// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

#include <pawl/detail/light_ptr.hpp>
#include <pawl/runtime/engine/runner.hpp>
#include <pawl/runtime/options.hpp>
#include <pawl/storage/store.hpp>

namespace pawl::runtime {

using pawl::detail::light_ptr;

class worker_pool;

/// What an engine counts, besides what the store knows.
struct engine_health {
  bool running = false;
  bool store_reachable = true;
  std::size_t busy = 0;       ///< attempts that run, or are about to
  std::size_t held = 0;       ///< jobs that are leased, but not begun
  std::uint64_t claims = 0;   ///< questions for work
  std::uint64_t settled = 0;  ///< attempts that ended
  std::uint64_t leases_lost = 0;
  std::uint64_t stuck = 0;  ///< handlers that did not stop when asked; each was replaced
};

/// Runs the jobs of one store. One thread dispatches, one keeps the leases, one maintains, one
/// listens, one calls back; handlers run in the pool, which engines may share.
///
/// How it works is in `runtime/engine/`; `docs/design.md` walks through it.
class engine {
 public:
  /// Without a pool it has one of its own, which has no threads: the caller of `enter_one` and
  /// `run_one` is its worker.
  engine(storage::store& store, light_vector<runner> runners, const service_options& options,
         std::shared_ptr<observe::metrics> metrics, std::shared_ptr<worker_pool> pool = {},
         std::shared_ptr<const void> handlers = {});
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine();

  /// Enrols the process and starts the threads. An error leaves nothing behind.
  storage::result<void> start();
  /// Ends gracefully: no new claims, handlers are asked to stop and given time; what they have not
  /// ended by then goes back to the queue, uncharged. Zero ends at once.
  void stop(std::chrono::milliseconds grace);
  /// A `stop` that waits for handlers, or for the store, waits no longer.
  void end_grace();

  [[nodiscard]] engine_health health() const;
  [[nodiscard]] storage::owner_number owner() const;
  /// The owner whose jobs a stop could not give back because the store did not answer; 0: none.
  /// Who starts again in its place tells the store that it has gone.
  [[nodiscard]] storage::owner_number left_behind() const;

  // The steps of its threads, each by itself: for tests that have none.
  storage::result<void> enrol();
  /// Settles, begins and claims; runs nothing. True if there was something to do.
  bool dispatch_once();
  /// A worker enters one job that was claimed, and the store is told before its handler is called,
  /// as it is of a handler that takes its time. False if there is none.
  bool enter_one();
  /// Runs the handler of one that was entered, or of the next; false if there is none.
  bool run_one();
  /// The same with one that is over before the store is told that it was entered.
  bool run_short_one();
  /// Dispatches and runs until nothing is left that could be done now.
  void run_until_idle();
  void keep_once();
  void maintain_once();

 private:
  class parts;
  light_ptr<parts> parts_;
};

/// A pool of so many workers, which several engines may be given.
[[nodiscard]] std::shared_ptr<worker_pool> make_worker_pool(unsigned workers);
/// An error leaves none of its threads behind.
storage::result<void> start_workers(worker_pool& pool);
void stop_workers(worker_pool& pool);

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/engine.ipp>
#endif
