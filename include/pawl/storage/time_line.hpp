// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pawl/detail/algorithm.hpp>

namespace pawl::storage {

using pawl::detail::greatest;
using pawl::detail::within;

/// The store's own line of time, on which delays, retries, leases and retention are due: it goes on
/// with the boot clock, whatever is done to the time of day. It began as the time of day, and stays
/// near it as long as that is not set.
struct time_line {
  std::string boot_id{};    ///< the start of the machine that `offset` belongs to; empty: none yet
  std::int64_t offset = 0;  ///< elapsed = boot clock + offset
  std::int64_t wall = 0;    ///< when it was last written down
  std::int64_t elapsed = 0;

  /// Goes on to what the clocks say. True if it should be written down again: another start of the
  /// machine goes on from there, by as much as the time of day has.
  bool advance(std::int64_t wall_now, std::int64_t boot_now, std::string_view boot_id_now) {
    if (boot_id != boot_id_now) {
      const bool is_new = boot_id.empty();
      const std::int64_t now =
          is_new ? wall_now : elapsed + greatest<std::int64_t>(0, wall_now - wall);
      boot_id = boot_id_now;
      offset = now - boot_now;
    } else {
      const std::int64_t since = boot_now + offset - elapsed;
      const std::int64_t jump = wall_now - wall - since;
      if (since < longest_unwritten && jump < least_jump && jump > -least_jump) return false;
    }
    wall = wall_now;
    elapsed = boot_now + offset;
    return true;
  }

 private:
  static constexpr std::int64_t longest_unwritten = 60'000;
  static constexpr std::int64_t least_jump = 1000;
};

/// What both clocks say at one moment.
struct clock_reading {
  std::int64_t wall = 0;     ///< milliseconds since 1970
  std::int64_t elapsed = 0;  ///< on the store's own line
};

/// When a job becomes ready: on the store's own line of time or, if a time of day was asked for, by
/// the wall clock. One number, so that one index has both; those of the wall clock come before all
/// others.
class due_time {
 public:
  constexpr due_time() = default;  ///< has always been
  constexpr explicit due_time(std::int64_t number) : number_(number) {}

  [[nodiscard]] static constexpr due_time by_elapsed(std::int64_t ms) {
    return due_time(within<std::int64_t>(ms, 0, latest));
  }
  [[nodiscard]] static constexpr due_time by_wall(std::int64_t ms) {
    return due_time(within<std::int64_t>(ms, 0, latest) + first);
  }

  [[nodiscard]] constexpr std::int64_t number() const { return number_; }
  [[nodiscard]] constexpr bool is_by_wall() const { return number_ < 0; }
  [[nodiscard]] constexpr bool has_come(const clock_reading& at) const {
    return elapsed(at) <= at.elapsed;
  }
  /// On the store's own line, as long as the time of day is not set.
  [[nodiscard]] constexpr std::int64_t elapsed(const clock_reading& at) const {
    return is_by_wall() ? number_ - first - at.wall + at.elapsed : number_;
  }
  /// As a time of day.
  [[nodiscard]] constexpr std::int64_t wall(const clock_reading& at) const {
    return elapsed(at) - at.elapsed + at.wall;
  }

  friend constexpr bool operator==(due_time, due_time) = default;

 private:
  static constexpr std::int64_t latest = (std::int64_t{1} << 62) - 1;
  static constexpr std::int64_t first = -latest - 1;

  std::int64_t number_ = 0;
};

}  // namespace pawl::storage
