// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/runtime/options.hpp>

namespace pawl::runtime {

/// How many jobs of one type may run at once: as many as there is room for, unless too many of them
/// fail. Halved by a bad window, one more for each good one. Pure; its owner locks it.
class adaptive_limit {
 public:
  adaptive_limit(const adaptive_options& options, unsigned most)
      : options_(options), most_(std::max(most, 1U)), limit_(most_) {}

  [[nodiscard]] unsigned limit() const { return limit_; }
  /// Whether fewer may run than there is room for.
  [[nodiscard]] bool is_reduced() const { return limit_ < most_; }

  /// An attempt has ended. True if the limit has changed.
  bool note(bool failed) {
    if (!options_.enabled) return false;
    ++seen_;
    if (failed) ++failed_;
    // A reduced type runs little: it need not fill a window to be trusted with one more.
    const unsigned window = std::max(1U, std::min(options_.window, 2 * limit_));
    if (seen_ < window) return false;
    const bool bad = failed_ > options_.failure_rate * seen_;
    const unsigned before = limit_;
    if (bad)
      limit_ = std::max(std::min(options_.least, most_), limit_ / 2);
    else
      limit_ = std::min(most_, limit_ + 1);
    limit_ = std::max(limit_, 1U);
    seen_ = failed_ = 0;
    return limit_ != before;
  }

 private:
  adaptive_options options_;
  unsigned most_;
  unsigned limit_;
  unsigned seen_ = 0;
  unsigned failed_ = 0;
};

}  // namespace pawl::runtime
