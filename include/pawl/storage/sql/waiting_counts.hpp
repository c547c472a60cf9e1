// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_map.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/storage/rows.hpp>

/// How many jobs wait, as one session of a database knows it.

namespace pawl::storage::detail {

using pawl::detail::maybe;

/// When a count is read again: after a quarter of a second, so that what other processes do is in
/// it, and after twenty times as long as it took, so that it takes a twentieth of the time at most.
class reading_pace {
 public:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_due() const { return clock::now() >= again_at_; }
  /// Reads, and notes when to read again.
  template <class Read>
  auto timed(Read read) {
    const auto begin = clock::now();
    auto out = read();
    const auto end = clock::now();
    again_at_ = end + pawl::detail::greatest<clock::duration>(std::chrono::milliseconds{250},
                                                              20 * (end - begin));
    return out;
  }
  void note_reading() { again_at_ = clock::now() + std::chrono::milliseconds{250}; }

 private:
  clock::time_point again_at_{};
};

/// A count that is read from the database now and then, and in between follows what this session
/// does. It is read no further than a bound needs: what is above is one large number.
class kept_count {
 public:
  /// Whether it is known well enough to be compared with a bound, however long ago it was read.
  [[nodiscard]] bool is_known_to(std::int64_t bound) const { return value_ && bound <= read_to_; }
  [[nodiscard]] bool is_fresh_to(std::int64_t bound) const {
    return is_known_to(bound) && !pace_.is_due();
  }
  [[nodiscard]] std::int64_t value() const { return *value_; }
  /// It was counted up to `limit`.
  void know(std::int64_t count, std::int64_t limit) {
    value_ = count;
    read_to_ = count < limit ? std::numeric_limits<std::int64_t>::max() : limit;
    pace_.note_reading();
  }
  /// Reads it. `read(limit)` counts up to a limit.
  template <class Read>
  std::int64_t read(std::int64_t bound, Read count_up_to) {
    // What this session takes away between two readings does not bring it below the bound at once.
    const std::int64_t limit = bound + bound / 8 + 1000;
    const std::int64_t count = pace_.timed([&] { return count_up_to(limit); });
    value_ = count;
    read_to_ = count < limit ? std::numeric_limits<std::int64_t>::max() : limit;
    return count;
  }
  void add(int by) {
    if (value_) *value_ += by;
  }
  void forget() { value_.reset(); }

 private:
  maybe<std::int64_t> value_{};
  std::int64_t read_to_ = 0;
  reading_pace pace_{};
};

/// The counts of a session: of what is ready and of what is delayed, of all tenants and of one.
class waiting_counts {
 public:
  kept_count ready{};
  kept_count delayed{};

  /// What of a tenant is ready. Stays where it is until all are forgotten.
  [[nodiscard]] kept_count& ready_of(name_number tenant) {
    if (kept_count* const known = ready_of_.find(tenant)) return *known;
    if (ready_of_.size() == most_tenants) ready_of_.clear();
    return ready_of_.add(tenant);
  }
  /// What of a tenant is delayed. `read(note)` tells of all tenants at once, by `note(tenant,
  /// count)`: no index finds those of one.
  template <class Read>
  [[nodiscard]] std::int64_t delayed_of(name_number tenant, Read read) {
    if (!knows_delayed_ || delayed_pace_.is_due()) {
      delayed_of_.clear();
      delayed_pace_.timed([&] {
        read([&](name_number of, std::int64_t count) { add_delayed(of, count); });
        return 0;
      });
      knows_delayed_ = true;
    }
    const std::int64_t* const found = delayed_of_.find(tenant);
    return found == nullptr ? 0 : *found;
  }

  void came(const queue_row& job) { change(job, 1); }
  void went(const queue_row& job) { change(job, -1); }
  void forget() {
    ready.forget();
    delayed.forget();
    ready_of_.clear();
    delayed_of_.clear();
    knows_delayed_ = false;
  }

 private:
  static constexpr std::size_t most_tenants = 4096;

  void change(const queue_row& job, int by) {
    if (is_ready(job)) {
      ready.add(by);
      if (kept_count* const of = ready_of_.find(job.tenant)) of->add(by);
    } else if (is_delayed(job)) {
      delayed.add(by);
      if (knows_delayed_) add_delayed(job.tenant, by);
    }
  }
  void add_delayed(name_number tenant, std::int64_t by) {
    if (std::int64_t* const known = delayed_of_.find(tenant))
      *known += by;
    else
      delayed_of_.add(tenant, by);
  }

  pawl::detail::light_map<std::int64_t, kept_count> ready_of_{};
  pawl::detail::light_map<std::int64_t, std::int64_t> delayed_of_{};
  reading_pace delayed_pace_{};
  bool knows_delayed_ = false;
};

}  // namespace pawl::storage::detail
