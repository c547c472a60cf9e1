// SPDX-License-Identifier: BSL-1.0
// What the handlers of the demo share: work that takes time, bad luck, and news for the screen.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <pawl/job/id.hpp>
#include <pawl/job/outcome.hpp>

namespace demo {

using std::chrono::milliseconds;

/// The part of an id that people can tell apart: its end is random, its beginning is the time.
inline std::string short_id(std::string_view id) {
  return std::string(id.substr(id.size() < 6 ? 0 : id.size() - 6));
}
inline std::string short_id(const pawl::job_id& id) { return short_id(to_string(id)); }

/// Sentences of handlers, for the screen. Any thread may add and read.
class news {
 public:
  void add(std::string line) {
    const std::scoped_lock lock(mutex_);
    lines_.push_back(std::move(line));
    if (lines_.size() > 200) lines_.pop_front();
  }
  /// All that came since the last call, oldest first.
  std::deque<std::string> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::deque<std::string> lines_;
};

/// Pretends to work. Shared by all handlers; the handlers are const, and so is this.
class workshop {
 public:
  workshop(int speed, std::shared_ptr<news> told) : speed_(speed), told_(std::move(told)) {}

  /// Takes so long, or leaves the handler as soon as it is asked to stop.
  template <class Context>
  void work(Context& ctx, milliseconds time) const {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, ctx.stop_token(), time / speed_, [] { return false; });
    ctx.stop_here();
  }

  /// True in so many of a hundred cases: as the job's id, the attempt and the thing will have it.
  template <class Context>
  [[nodiscard]] bool strikes(const Context& ctx, int percent, std::string_view what) const {
    return luck(ctx.job_id(), what, ctx.attempt()) < percent;
  }
  /// The same for what no further attempt can change.
  template <class Context>
  [[nodiscard]] bool is_cursed(const Context& ctx, int percent, std::string_view what) const {
    return luck(ctx.job_id(), what, 0) < percent;
  }

  template <class Context>
  void tell(const Context& ctx, const std::string& what) const {
    told_->add(fmt::format("job {} {}", short_id(ctx.job_id()), what));
  }

 private:
  static int luck(std::string_view job, std::string_view what, unsigned attempt) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::string_view part : {job, what})
      for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    hash = (hash ^ hash >> 29U ^ attempt) * 0x9e3779b97f4a7c15ULL;
    return static_cast<int>((hash >> 32U) % 100);
  }

  int speed_;
  std::shared_ptr<news> told_;
};

}  // namespace demo
