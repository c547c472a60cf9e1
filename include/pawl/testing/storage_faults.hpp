// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pawl/storage/operation.hpp>

namespace pawl::testing {

/// Thrown through an engine, and through a handler, whose process "dies" at a call of its store.
/// No `std::exception`, so that a handler that catches those does not live on.
struct simulated_crash {};

/// What a batch asks of a store, for people: `settle, claim`.
[[nodiscard]] inline std::string words_of(std::span<const storage::operation_ptr> batch) {
  std::string out;
  for (const storage::operation_ptr& each : batch) {
    const text name =
        pawl::detail::names_of<storage::operation_kind>.names[static_cast<std::size_t>(
            each.kind())];
    if (!out.empty()) out += ", ";
    out.append(name.data(), name.size());
  }
  return out;
}

/// What happens to one commit instead of what should.
struct storage_fault {
  enum class how : unsigned char {
    refused,       ///< nothing is done, and every answer is `code`
    reply_lost,    ///< all is done, and every answer is `code`
    crash_before,  ///< the process dies, nothing is done
    crash_after,   ///< all is done, and the process dies before it hears of it
    delayed        ///< `meanwhile` happens first; then all is done
  };
  how what{};
  /// Which of the commits that match, counted from now on: 1 is the next.
  std::size_t nth = 1;
  storage::errc code = storage::errc::failed;
  /// Null: every commit matches; else those that hold such an operation.
  bool (*holds)(const storage::operation_ptr&) = nullptr;
  std::function<void()> meanwhile{};
};

/// What is planned for the commits of a `faulty` store, and what came of it. Every plan holds for
/// one commit. May be called from any thread.
class storage_faults {
 public:
  void plan(storage_fault fault) {
    const std::scoped_lock lock(mutex_);
    plans_.push_back(std::move(fault));
  }
  /// What was planned and has not happened does not happen.
  void clear() {
    const std::scoped_lock lock(mutex_);
    plans_.clear();
  }
  /// Plans that have not happened.
  [[nodiscard]] std::size_t planned() const {
    const std::scoped_lock lock(mutex_);
    return plans_.size();
  }
  /// Commits that were asked for and could have been disturbed.
  [[nodiscard]] std::size_t commits() const {
    const std::scoped_lock lock(mutex_);
    return commits_;
  }
  /// What the last commit that was disturbed would have done.
  [[nodiscard]] std::string disturbed() const {
    const std::scoped_lock lock(mutex_);
    return disturbed_;
  }

  /// The process is dead: each of its calls throws.
  [[nodiscard]] bool crashed() const {
    const std::scoped_lock lock(mutex_);
    return crashed_;
  }
  [[noreturn]] void crash() {
    {
      const std::scoped_lock lock(mutex_);
      crashed_ = true;
    }
    throw simulated_crash{};
  }
  /// Those who call from now on belong to another process.
  void bury() {
    const std::scoped_lock lock(mutex_);
    crashed_ = false;
  }

  /// For as long as it lives, nothing is disturbed or counted.
  class truce {
   public:
    explicit truce(storage_faults& of) : of_(of) { of_.change_truces(1); }
    truce(const truce&) = delete;
    truce& operator=(const truce&) = delete;
    ~truce() { of_.change_truces(-1); }

   private:
    storage_faults& of_;
  };

  /// For the store, before each commit: what is to go wrong with it.
  std::optional<storage_fault> next(std::span<const storage::operation_ptr> batch) {
    const std::scoped_lock lock(mutex_);
    if (crashed_) throw simulated_crash{};
    if (truces_ != 0) return {};
    ++commits_;
    std::optional<storage_fault> due;
    for (auto at = plans_.begin(); at != plans_.end();) {
      const bool matches =
          at->holds == nullptr || std::any_of(batch.begin(), batch.end(), at->holds);
      if (matches && --at->nth == 0 && !due) {
        due = std::move(*at);
        disturbed_ = words_of(batch);
        at = plans_.erase(at);
      } else {
        // Two plans for one commit: the second is for the next.
        if (at->nth == 0) at->nth = 1;
        ++at;
      }
    }
    return due;
  }

 private:
  void change_truces(int by) {
    const std::scoped_lock lock(mutex_);
    truces_ += by;
  }

  mutable std::mutex mutex_;
  std::vector<storage_fault> plans_{};
  std::size_t commits_ = 0;
  std::string disturbed_{};
  bool crashed_ = false;
  int truces_ = 0;
};

}  // namespace pawl::testing
