// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace pawl {

/// What a coroutine handler returns: work that starts when it is awaited and resumes the coroutine
/// that awaits it.
///
/// It knows no executor; awaitables of one are adapted by the component that brings it. Move-only;
/// owns its coroutine. An exception that leaves the coroutine is thrown where it is awaited.
template <class T>
class [[nodiscard]] task {
 public:
  struct promise_type;
  using handle = std::coroutine_handle<promise_type>;

  task(task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  task& operator=(task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  task(const task&) = delete;
  task& operator=(const task&) = delete;
  ~task() {
    if (coroutine_) coroutine_.destroy();
  }

  auto operator co_await() && noexcept {
    struct awaiter {
      handle coroutine;
      [[nodiscard]] bool await_ready() const noexcept { return coroutine.done(); }
      // Symmetric transfer: a chain of tasks needs no stack of its own.
      handle await_suspend(std::coroutine_handle<> awaiting) noexcept {
        coroutine.promise().continuation = awaiting;
        return coroutine;
      }
      T await_resume() { return coroutine.promise().take(); }
    };
    return awaiter{coroutine_};
  }

  /// Runs a task that waits for nothing but other tasks. One that waits for something else is never
  /// resumed here, which ends the program.
  T run() && {
    coroutine_.resume();
    if (!coroutine_.done()) __builtin_trap();
    return coroutine_.promise().take();
  }
  /// Whether the coroutine has come to its end.
  [[nodiscard]] bool done() const { return coroutine_.done(); }

 private:
  explicit task(handle coroutine) : coroutine_(coroutine) {}

  handle coroutine_;
};

template <class T>
struct task<T>::promise_type {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  std::optional<T> value{};
  std::exception_ptr thrown{};

  task get_return_object() { return task(handle::from_promise(*this)); }
  static std::suspend_always initial_suspend() noexcept { return {}; }
  static auto final_suspend() noexcept {
    struct resume_continuation {
      static bool await_ready() noexcept { return false; }
      static std::coroutine_handle<> await_suspend(handle finished) noexcept {
        return finished.promise().continuation;
      }
      static void await_resume() noexcept {}
    };
    return resume_continuation{};
  }
  template <class Value = T>
  void return_value(Value&& result) {
    value.emplace(std::forward<Value>(result));
  }
  void unhandled_exception() { thrown = std::current_exception(); }

  T take() {
    if (thrown) std::rethrow_exception(thrown);
    return std::move(*value);
  }
};

}  // namespace pawl
