// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace pawl::runtime {

/// How long handlers run and how long a commit takes, of late: what tells how many jobs to begin
/// ahead of the workers.
///
/// Handlers that run longer than a commit are begun one for each worker, and a job that is begun
/// runs. Those that are over sooner would leave the workers waiting for the store most of the time;
/// of them, as many are begun as are run while the next commit is made. They wait for no longer
/// than that.
class pace {
 public:
  using microseconds = std::chrono::microseconds;

  void note_run(microseconds took) { smooth(run_, took); }
  void note_commit(microseconds took) { smooth(commit_, took); }

  /// How many more than there are workers, at most so many.
  [[nodiscard]] std::size_t ahead(std::size_t workers, std::size_t most) const {
    const std::uint64_t run = std::max<std::uint64_t>(run_.load(std::memory_order_relaxed), 1);
    const std::uint64_t away = commit_.load(std::memory_order_relaxed) + hand_over;
    return std::min<std::size_t>((workers * away + run / 2) / run, most);
  }

 private:
  /// What it takes to wake one thread after another, besides the commit itself.
  static constexpr std::uint64_t hand_over = 100;

  /// An eighth of what is new. Of two threads at once one may be lost, which does not matter.
  static void smooth(std::atomic<std::uint64_t>& of, microseconds took) {
    const auto now = static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0));
    const std::uint64_t before = of.load(std::memory_order_relaxed);
    of.store(before + now / 8 - before / 8, std::memory_order_relaxed);
  }

  // Until something is known, nothing is begun ahead.
  std::atomic<std::uint64_t> run_{1'000'000};
  std::atomic<std::uint64_t> commit_{0};
};

}  // namespace pawl::runtime
