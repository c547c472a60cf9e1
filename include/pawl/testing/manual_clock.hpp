// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <memory>

#include <pawl/clock.hpp>

namespace pawl::testing {

/// A clock that stands still until it is told to move. Copies share one time, so a test keeps one
/// and gives another to the storage.
class manual_clock {
 public:
  manual_clock() : manual_clock(instant{std::chrono::milliseconds{1'700'000'000'000}}) {}
  explicit manual_clock(instant start)
      : now_(std::make_shared<times>(start.time_since_epoch().count())) {}

  /// Both clocks go on.
  void advance(std::chrono::milliseconds by) {
    now_->wall += by.count();
    now_->boot += by.count();
  }
  /// Only the time of day jumps, as when it is set.
  void set_wall(instant to) { now_->wall = to.time_since_epoch().count(); }
  /// The same, by so much, in either direction.
  void jump(std::chrono::milliseconds by) { now_->wall += by.count(); }
  /// The machine is started again, after so long.
  void reboot(std::chrono::milliseconds down = {}) {
    now_->boots += 1;
    now_->boot = 0;
    now_->wall += down.count();
  }

  [[nodiscard]] instant wall() const { return instant{std::chrono::milliseconds{now_->wall}}; }
  [[nodiscard]] std::chrono::milliseconds boot() const {
    return std::chrono::milliseconds{now_->boot};
  }
  [[nodiscard]] std::string boot_id() const { return "boot " + std::to_string(now_->boots); }

 private:
  struct times {
    explicit times(std::int64_t start) : wall(start) {}
    std::atomic<std::int64_t> wall;
    std::atomic<std::int64_t> boot{1'000'000};
    std::atomic<int> boots{1};
  };
  std::shared_ptr<times> now_;
};

static_assert(clock_policy<manual_clock>);

}  // namespace pawl::testing
