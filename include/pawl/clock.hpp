// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <time.h>

#include <concepts>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/durations.hpp>

namespace pawl {

/// A point in time as records hold it: milliseconds since 1970, UTC.
using instant = std::chrono::sys_time<std::chrono::milliseconds>;

/// Where a storage takes its time from. No other clock is ever written down.
///
/// **Requirements.** `wall()` is the time of day. `boot()` never goes back and counts on while the
/// machine sleeps; it means something only together with `boot_id()`, which is another one after
/// each start of the machine. Copies tell the same time.
/// **Called when.** In every transaction, once.
/// **Failure.** The wall clock may jump: what is due goes by `boot()`, and only what is shown, and
/// a time of day that was asked for, by `wall()`.
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
  char id[64] = {};
  if (std::FILE* file = std::fopen("/proc/sys/kernel/random/boot_id", "re")) {
    const std::size_t size = std::fread(id, 1, sizeof id - 1, file);
    std::fclose(file);
    return {id, size != 0 && id[size - 1] == '\n' ? size - 1 : size};
  }
  return {};
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

/// A clock whose type no longer matters: what a backend is given.
class any_clock {
 public:
  any_clock(system_clock = {}) {}
  template <class Clock>
    requires(!std::same_as<Clock, any_clock>) &&
            (!std::same_as<Clock, system_clock>) && clock_policy<Clock>
  any_clock(Clock clock) : told_by_(std::make_shared<const model<Clock>>(std::move(clock))) {}

  [[nodiscard]] instant wall() const { return told_by_ ? told_by_->wall() : system_clock{}.wall(); }
  [[nodiscard]] std::chrono::milliseconds boot() const {
    return told_by_ ? told_by_->boot() : system_clock{}.boot();
  }
  [[nodiscard]] std::string boot_id() const {
    return told_by_ ? told_by_->boot_id() : std::string(system_clock{}.boot_id());
  }

 private:
  struct face {
    virtual ~face() = default;
    [[nodiscard]] virtual instant wall() const = 0;
    [[nodiscard]] virtual std::chrono::milliseconds boot() const = 0;
    [[nodiscard]] virtual std::string boot_id() const = 0;
  };
  template <class Clock>
  struct model final : face {
    explicit model(Clock of) : clock(std::move(of)) {}
    [[nodiscard]] instant wall() const override { return clock.wall(); }
    [[nodiscard]] std::chrono::milliseconds boot() const override { return clock.boot(); }
    [[nodiscard]] std::string boot_id() const override { return std::string(clock.boot_id()); }
    Clock clock;
  };
  std::shared_ptr<const face> told_by_{};  ///< null: the machine's own
};

}  // namespace pawl
