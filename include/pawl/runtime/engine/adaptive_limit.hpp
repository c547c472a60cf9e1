// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

#include <pawl/detail/algorithm.hpp>
#include <pawl/runtime/options.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::runtime {

using pawl::detail::greatest;
using pawl::detail::least;

/// How many jobs of one type may run at once: as many as there is room for, unless too many of them
/// fail, here and in the other processes on the store together. Halved by a bad window, one more
/// for each good one.
///
/// A window is one of this process's own attempts, judged together with what the others have told
/// with their last signs of life; and one of theirs, whenever that comes in, so that a process that
/// runs little goes with the others.
class adaptive_limit {
 public:
  using counts = storage::attempt_counts;

  adaptive_limit(const adaptive_options& options, unsigned most)
      : options_(options), most_(greatest(most, 1U)), limit_(most_) {}

  // --- For the dispatcher ------------------------------------------------------------------------

  [[nodiscard]] unsigned limit() const { return limit_; }
  /// Whether fewer may run than there is room for.
  [[nodiscard]] bool is_reduced() const { return limit_ < most_; }

  /// An attempt has ended here. True if the limit has changed.
  bool note(bool failed) {
    if (!options_.enabled) return false;
    own_.add({1, failed ? 1U : 0U});
    untold_.fetch_add(packed({1, failed ? 1U : 0U}));
    return own_.ended >= window() && judge();
  }
  /// Looks at what was heard from the others. True if the limit has changed.
  bool take_news() {
    if (!has_news_.exchange(false)) return false;
    const counts others = unpacked(elsewhere_.load());
    return others.ended != 0 && own_.ended + others.ended >= window() && judge();
  }

  // --- For the lease keeper ----------------------------------------------------------------------

  /// What has ended here since this was last asked.
  [[nodiscard]] counts take_untold() { return unpacked(untold_.exchange(0)); }
  /// They could not be told.
  void put_back(counts untold) { untold_.fetch_add(packed(untold)); }
  /// What the others have told last.
  void hear(counts elsewhere) {
    elsewhere_ = packed(elsewhere);
    if (options_.enabled) has_news_ = true;
  }

 private:
  static constexpr std::uint64_t packed(counts of) {
    return (std::uint64_t{of.ended} << 32U) | of.failed;
  }
  static constexpr counts unpacked(std::uint64_t of) {
    return {static_cast<std::uint32_t>(of >> 32U), static_cast<std::uint32_t>(of)};
  }
  /// A reduced type runs little: it need not fill a window to be trusted with one more.
  [[nodiscard]] unsigned window() const { return greatest(1U, least(options_.window, 2 * limit_)); }
  bool judge() {
    counts all = unpacked(elsewhere_.load());
    all.add(own_);
    own_ = {};
    const unsigned before = limit_;
    if (all.failed > options_.failure_rate * all.ended)
      limit_ = greatest(least(options_.least, most_), limit_ / 2);
    else
      limit_ = least(most_, limit_ + 1);
    limit_ = greatest(limit_, 1U);
    return limit_ != before;
  }

  adaptive_options options_;
  unsigned most_;
  unsigned limit_;                           ///< the dispatcher's, like the next
  counts own_{};                             ///< of the present window
  std::atomic<std::uint64_t> untold_{0};     ///< the dispatcher adds, the lease keeper takes
  std::atomic<std::uint64_t> elsewhere_{0};  ///< written by the lease keeper
  std::atomic<bool> has_news_{false};        ///< the lease keeper sets it, the dispatcher clears it
};

}  // namespace pawl::runtime
