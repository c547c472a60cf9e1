// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <time.h>

#include <chrono>
#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>

namespace pawl {

/// A point in time as records hold it: milliseconds since 1970, UTC.
using instant = std::chrono::sys_time<std::chrono::milliseconds>;

/// Where a storage takes its time from. Nobody else's clock is ever written down.
///
/// **Requirements.** `wall()` is the time of day. `boot()` never goes back and counts on while the
/// machine sleeps; it means something only together with `boot_id()`, which is another one after
/// each start of the machine. Copies tell the same time.
/// **Called when.** In every transaction, once.
/// **Failure.** The wall clock may jump; a storage then goes on from the last time it wrote down.
/// **Thread safety.** All calls may overlap.
/// **Example.** `pawl::system_clock`, `pawl::testing::manual_clock`.
template <class C>
concept clock_policy = std::copy_constructible<C> && requires(const C& clock) {
  { clock.wall() } -> std::same_as<instant>;
  { clock.boot() } -> std::same_as<std::chrono::milliseconds>;
  { clock.boot_id() } -> std::convertible_to<std::string_view>;
};

namespace detail {

inline std::string read_boot_id() {
  char line[64]{};
  if (std::FILE* const file = std::fopen("/proc/sys/kernel/random/boot_id", "r")) {
    if (std::fscanf(file, "%63s", line) != 1) line[0] = '\0';
    std::fclose(file);
  }
  return line;
}

}  // namespace detail

/// The clocks of the machine.
struct system_clock {
  [[nodiscard]] instant wall() const {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  }
  [[nodiscard]] std::chrono::milliseconds boot() const {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::milliseconds(std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000);
  }
  [[nodiscard]] std::string_view boot_id() const {
    static const std::string id = detail::read_boot_id();
    return id;
  }
};

}  // namespace pawl
