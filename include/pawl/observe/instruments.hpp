// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_list.hpp>

namespace pawl::observe {

/// A count that only grows. Any number of threads may add; an addition orders nothing else.
class counter {
 public:
  void add(std::uint64_t by = 1) { value_.fetch_add(by, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

/// A figure that goes up and down.
class gauge {
 public:
  void set(std::int64_t to) { value_.store(to, std::memory_order_relaxed); }
  void add(std::int64_t by) { value_.fetch_add(by, std::memory_order_relaxed); }
  [[nodiscard]] std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_{0};
};

/// Times are counted in microseconds and printed in seconds. Bounds are at most a factor of 2.5
/// apart up to ten minutes and of 3 beyond; the targets that the deck specification sets are among
/// them, so whether one is met needs no interpolation.
struct time_scale {
  static constexpr std::uint64_t ticks_per_unit = 1'000'000;
  static constexpr std::uint64_t bounds[] = {
      1'000,          2'500,          5'000,         10'000,        25'000,        50'000,
      100'000,        250'000,        500'000,       1'000'000,     1'200'000,     2'000'000,
      3'000'000,      4'000'000,      6'000'000,     8'000'000,     12'000'000,    15'000'000,
      20'000'000,     25'000'000,     30'000'000,    45'000'000,    60'000'000,    120'000'000,
      300'000'000,    600'000'000,    1'200'000'000, 1'800'000'000, 3'600'000'000, 7'200'000'000,
      14'400'000'000, 43'200'000'000, 86'400'000'000};
};

/// Small numbers, such as attempts of a job.
struct attempt_scale {
  static constexpr std::uint64_t ticks_per_unit = 1;
  static constexpr std::uint64_t bounds[] = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25};
};

/// Sizes of batches.
struct size_scale {
  static constexpr std::uint64_t ticks_per_unit = 1;
  static constexpr std::uint64_t bounds[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
};

/// How often values fell between the bounds of a scale, and their sum, which is exact.
template <class Scale>
class histogram {
 public:
  using scale = Scale;
  /// One more than there are bounds: the last holds what is beyond them all.
  static constexpr std::size_t buckets = std::size(Scale::bounds) + 1;
  static_assert(pawl::detail::ascends(std::begin(Scale::bounds), std::end(Scale::bounds)));

  void record(std::uint64_t ticks) {
    const auto* bound = std::begin(Scale::bounds);
    // Most jobs are short, and end with their first attempt.
    if (ticks > *bound)
      bound = pawl::detail::first_not_below(bound + 1, std::end(Scale::bounds), ticks);
    counts_[bound - std::begin(Scale::bounds)].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(ticks, std::memory_order_relaxed);
  }
  /// A time below zero, which a clock that was set back can give, counts as zero.
  void record(std::chrono::microseconds time)
    requires(Scale::ticks_per_unit == time_scale::ticks_per_unit)
  {
    record(time.count() > 0 ? static_cast<std::uint64_t>(time.count()) : std::uint64_t{0});
  }

  [[nodiscard]] std::uint64_t count_in(std::size_t bucket) const {
    return counts_[bucket].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t sum() const { return sum_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> counts_[buckets]{};
  std::atomic<std::uint64_t> sum_{0};
};

/// Instruments that are told apart by the value of a label.
///
/// What `at` returns stays where it is, to be kept by callers that update often; finding it again
/// takes no lock. There are at most `most` values, and what comes after them shares `other`, so
/// that a label whose values come from outside cannot fill the memory.
template <class Instrument>
class labelled {
 public:
  static constexpr std::size_t most = 64;
  static constexpr std::size_t longest = 128;

  Instrument& at(std::string_view value) {
    value = value.empty() ? std::string_view("unknown") : value.substr(0, longest);
    if (entry* known = find(value)) return known->instrument;
    const std::scoped_lock lock(growing_);
    if (entries_.size() >= most) value = "other";
    if (entry* known = find(value)) return known->instrument;
    entry& made = entries_.add();
    made.label = value;
    made.next = newest_.load(std::memory_order_relaxed);
    newest_.store(&made, std::memory_order_release);
    return made.instrument;
  }

  /// Calls `f` with each label and its instrument, the newest first.
  template <class F>
  void for_each(F f) const {
    for (const entry* each = newest_.load(std::memory_order_acquire); each; each = each->next)
      f(std::string_view(each->label), each->instrument);
  }

 private:
  struct entry {
    std::string label;
    Instrument instrument;
    entry* next = nullptr;
  };

  entry* find(std::string_view value) const {
    entry* each = newest_.load(std::memory_order_acquire);
    while (each && each->label != value) each = each->next;
    return each;
  }

  std::atomic<entry*> newest_{nullptr};
  std::mutex growing_;
  pawl::detail::light_list<entry> entries_;
};

}  // namespace pawl::observe
